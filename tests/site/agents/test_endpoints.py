"""Every endpoint of the manifest is one that the application answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from becivic.api.openapi.document import openapi_document
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.site.agents.endpoints import Endpoint, endpoints
from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.intake import Service, service
from tests.requirement import requirement

NOT_ROUTED = "There is nothing at this address."
_IDS = {
    "/api/skills/{id}": "nationality-application",
    "/skills/{id}": "nationality-application",
    "/api/paths/{id}": "tax-notice",
    "/paths/{id}": "tax-notice",
    "/api/volatile-values/{uid}": "val-00001",
    "/api/references/{uid}": "ref-00001",
    "/api/feedback/sessions/{session_id}": "ses_01a1e438-a540-7d5a-9fd1-2aabfe228f21",
}

_REQUIRED = {"/api/search": "?q=nationality"}
"""What must be asked, where something must."""


def filled_in(endpoint: Endpoint) -> str:
    """The address with an id that is there, or for a submission one that could be."""
    path = endpoint.path
    for kind in SubmissionType:
        path = path.replace(
            f"/api/{kind.facts.route}/{{id}}",
            f"/api/{kind.facts.route}/{kind.facts.id_prefix}01a1e438-a540-7a4c-823b-1612dd272d13",
        )
    for place, found in _IDS.items():
        before, _, after = place.partition("{")
        path = path.replace(place, f"{before}{found}{after.partition('}')[2]}")
    assert "{" not in path
    return path + _REQUIRED.get(path, "")


@pytest.fixture(scope="module")
def running(databases: Databases) -> Iterator[Service]:
    """One for all: nothing here changes anything."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        yield service(store)
        store.close()


@requirement("R-AGT-02")
@pytest.mark.parametrize("endpoint", list(endpoints()), ids=lambda each: each.name)
def test_an_endpoint_that_is_listed_is_answered(endpoint: Endpoint, running: Service) -> None:
    answer = running.ask(endpoint.method, filled_in(endpoint), {} if endpoint.method == "POST" else None)
    expected = {"GET": (200, 404), "POST": (400,), "DELETE": (401,)}[endpoint.method]
    assert answer.status_code in expected
    if answer.status_code == 404:
        assert endpoint.name.endswith("_status")
        assert NOT_ROUTED not in answer.text
    if endpoint.cache:
        assert (answer.status_code, answer.headers["cache-control"]) == (200, endpoint.cache)
    if endpoint.method == "GET" and endpoint.schema is not None:
        assert packaged_registry().faults(endpoint.schema, answer.json()) == []


def test_the_filters_that_are_listed_are_those_of_the_interface() -> None:
    described = openapi_document("http://becivic.test")["paths"]
    for each in endpoints():
        if each.path in described:
            operation = described[each.path][each.method.lower()]
            asked = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
            assert (each.name, sorted(each.query)) == (each.name, sorted(asked))


@requirement("R-AGT-02", "R-READ-07")
def test_the_graph_and_the_concerns_of_a_skill_are_listed() -> None:
    paths = {each.path for each in endpoints() if each.method == "GET"}
    assert {"/api/skill-graph", "/api/skills/{id}/concerns", "/api/concerns"} <= paths


def test_every_schema_that_is_named_is_served(running: Service) -> None:
    named = {each.told()["schema"].partition("#")[0] for each in endpoints() if "schema" in each.told()}
    assert f"/schemas/{SchemaFile.ENVELOPE.value}" in named
    assert {running.ask("GET", path).status_code for path in named} == {200}


@requirement("R-AGT-02")
def test_a_component_that_is_named_is_what_the_interface_says_of_the_answer() -> None:
    """Without one are pages, a text as it was written, and the interface itself."""
    described = openapi_document("http://becivic.test")["paths"]
    for each in endpoints():
        if each.component:
            answer = described[each.path][each.method.lower()]["responses"]["200"]["content"]
            schema = answer["application/json"]["schema"]["$ref"]
            assert (each.name, each.told()["schema"]) == (each.name, f"/api/openapi.json{schema}")
    without = {each.name for each in endpoints() if "schema" not in each.told()}
    assert without == {"skills_list", "paths_list", "skill_page", "skill_source", "path_page", "openapi"}


def test_no_two_endpoints_share_a_name_or_a_method_at_an_address() -> None:
    listed = list(endpoints())
    assert len({each.name for each in listed}) == len(listed)
    assert len({(each.method, each.path) for each in listed}) == len(listed)


def test_nothing_that_only_operators_may_call_is_listed() -> None:
    assert not [each for each in endpoints() if "_internal" in each.path or each.method == "PATCH"]
