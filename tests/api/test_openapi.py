"""The OpenAPI document: complete, self-contained, made of the schema files, with examples that hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from jsonschema_rs import meta
from starlette.applications import Starlette
from starlette.routing import Route

from becivic.api.openapi.components import UnknownReference, component_name, schema_components
from becivic.api.openapi.document import openapi_document
from becivic.api.openapi_routes import openapi_routes
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import AmendmentSubtype, AnalyticsEvent, EnvelopeMode, SubmissionType
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.documented import DOCUMENT, HOUSE, operations, validator
from tests.factories.intake import service
from tests.factories.oracle import HEAD
from tests.factories.payloads import Fixture, instances
from tests.requirement import requirement

SCHEMAS = DOCUMENT["components"]["schemas"]
BODIES = [SchemaFile(kind.schema_file) for kind in SubmissionType]
OPERATIONS = [pytest.param(*each, id=each[2]["operationId"]) for each in operations()]


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def examples(file: SchemaFile) -> list[Any]:
    found: list[Any] = packaged_registry().documents[file]["examples"]
    return found


# --- the document as such -------------------------------------------------------------------------------------


def test_the_document_is_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def test_the_document_names_the_address_it_is_given() -> None:
    assert openapi_document("https://example.org")["servers"] == [{"url": "https://example.org"}]


def _references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [found for value in node.values() for found in _references(value)]
    return [found for each in node for found in _references(each)] if isinstance(node, list) else []


def test_every_reference_leads_to_something_in_the_document() -> None:
    for reference in set(_references(DOCUMENT)):
        assert reference.startswith("#/")
        node: Any = DOCUMENT
        for part in reference[2:].split("/"):
            node = node[part]


def test_every_schema_is_one_and_names_no_other_place() -> None:
    for name, schema in SCHEMAS.items():
        meta.validate(schema)
        assert not {"$id", "$schema"} & set(schema), name
    assert "becivic.be/schemas" not in json.dumps(DOCUMENT)


def test_operations_are_named_once_and_say_what_they_are_for() -> None:
    names = [said["operationId"] for _, _, said in operations()]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in DOCUMENT["tags"]}
    for _, path, said in operations():
        assert set(said["tags"]) <= tags
        assert said["summary"][0].isupper()
        assert not said["summary"].endswith(".")
        schemes = {name for each in said.get("security", []) for name in each}
        assert schemes <= set(DOCUMENT["components"]["securitySchemes"]), path


@requirement("R-API-01", "R-API-02", "R-API-03")
def test_the_application_answers_exactly_what_the_document_says(store: Store) -> None:
    documented = {(method.upper(), path) for method, path, _ in operations()}
    routes = [route for route in service(store).app.routes if isinstance(route, Route)]
    answered = {
        (method, route.path)
        for route in routes
        for method in route.methods or ()
        if route.path.startswith("/api/") and method != "HEAD"
    }
    assert answered - {("GET", "/api/docs.css")} == documented


# --- components -----------------------------------------------------------------------------------------------


def test_a_component_is_its_schema_file_with_references_turned_inwards() -> None:
    for name, schema in SCHEMAS.items():
        if f"{name}.schema.json" in packaged_registry().documents:
            file = packaged_registry().documents[f"{name}.schema.json"]
            assert set(file) - set(schema) <= {"$id", "$schema", "examples"}
            assert schema["title"] == file["title"]


@pytest.mark.parametrize(
    ("schema", "fixture"),
    [each for each in instances() if component_name(each[0]) in SCHEMAS],
    ids=str,
)
def test_a_component_judges_as_its_schema_file_does(schema: SchemaFile, fixture: Fixture) -> None:
    held = validator({"$ref": f"#/components/schemas/{component_name(schema)}"})
    assert held.is_valid(fixture.read()) is packaged_registry().is_valid(schema, fixture.read())


def test_only_what_is_needed_is_carried_along() -> None:
    found = schema_components(packaged_registry().documents, [SchemaFile.FEEDBACK])
    assert set(found) == {"common", "feedback"}


def test_words_of_a_schema_that_are_names_of_fields_are_left_alone() -> None:
    documents = {
        "a.schema.json": {
            "properties": {"$ref": {"$ref": "b.schema.json#/$defs/x"}, "enum": {"$ref": "#"}},
            "const": {"$ref": "not a reference"},
            "anyOf": [True, {"$ref": "b.schema.json"}],
        },
        "b.schema.json": {"$defs": {"x": True}},
    }
    assert schema_components(documents, ["a.schema.json"])["a"] == {
        "properties": {
            "$ref": {"$ref": "#/components/schemas/b/$defs/x"},
            "enum": {"$ref": "#/components/schemas/a"},
        },
        "const": {"$ref": "not a reference"},
        "anyOf": [True, {"$ref": "#/components/schemas/b"}],
    }


@pytest.mark.parametrize("reference", ["b.schema.json", "#/$defs/absent", "#/title/deeper"])
def test_a_reference_that_leads_nowhere_fails_the_build(reference: str) -> None:
    documents = {"a.schema.json": {"title": "A", "$ref": reference}}
    with pytest.raises(UnknownReference, match=r"^a\.schema\.json: "):
        schema_components(documents, ["a.schema.json"])


# --- examples -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [*BODIES, SchemaFile.ENVELOPE])
def test_every_example_of_a_schema_file_is_valid(file: SchemaFile) -> None:
    for example in examples(file):
        assert packaged_registry().faults(file, example) == []


@pytest.mark.parametrize("kind", SubmissionType)
def test_there_is_an_example_for_everything_a_type_may_be_about(kind: SubmissionType) -> None:
    found = {each.get("target_type") for each in examples(SchemaFile(kind.schema_file))} - {None}
    assert found == {target.value for target in kind.facts.targets}


def test_there_is_an_example_for_every_way_to_say_something() -> None:
    amendments = {each["content"].get("amendment_subtype") for each in examples(SchemaFile.AMENDMENT)}
    assert amendments == {None, *(each.value for each in AmendmentSubtype)}
    assert [each["event_type"] for each in examples(SchemaFile.ANALYTICS)] == [*AnalyticsEvent]
    assert [each["mode"] for each in examples(SchemaFile.ENVELOPE)] == [*EnvelopeMode]


def test_no_two_examples_share_an_id() -> None:
    ids = [each[kind.id_field] for kind in SubmissionType for each in examples(SchemaFile(kind.schema_file))]
    ids += [item[SubmissionType(item["type"]).id_field] for item in examples(SchemaFile.ENVELOPE)[0]["items"]]
    assert len(ids) == len(set(ids))


@requirement("R-PIPE-14")
@pytest.mark.parametrize("kind", SubmissionType)
def test_every_example_is_validated_by_the_application(kind: SubmissionType, store: Store) -> None:
    asked = service(store)
    for example in examples(SchemaFile(kind.schema_file)):
        sent = {**example, "submitted_at": asked.clock.now().isoformat()}
        answer = asked.ask("POST", f"/api/{kind.facts.route}?dry_run=1", sent)
        if HEAD in json.dumps(sent):
            assert answer.json()["error"] == ErrorCategory.DIFF_APPLY_FAILED
            answer = asked.post(kind, sent, query="?dry_run=1")  # with the commit that somebody has read
        assert answer.json().get("status") == "validated", answer.text


def test_every_item_of_the_example_envelope_is_validated_then_kept(store: Store) -> None:
    asked = service(store)
    judged, kept = (
        asked.send({**each, "submitted_at": asked.clock.now().isoformat()}).json()["results"]
        for each in examples(SchemaFile.ENVELOPE)
    )
    assert [each["status"] for each in judged] == ["validated"] * 3
    assert [each["status"] for each in kept] == ["staged", "applied", "staged"]


@pytest.mark.parametrize("kind", SubmissionType)
def test_a_request_body_shows_the_examples_of_its_schema_file(kind: SubmissionType) -> None:
    shown = DOCUMENT["paths"][f"/api/{kind.facts.route}"]["post"]["requestBody"]["content"][
        "application/json"
    ]
    assert [each["value"] for each in shown["examples"].values()] == examples(SchemaFile(kind.schema_file))
    assert all(each["summary"] and each["description"] for each in shown["examples"].values())


def test_the_example_of_a_diff_says_that_nobody_knows_its_commit() -> None:
    shown = DOCUMENT["paths"]["/api/amendments"]["post"]["requestBody"]["content"]["application/json"]
    noted = [name for name, each in shown["examples"].items() if "forty zeros" in each["description"]]
    assert noted == ["skill-body"]


@pytest.mark.parametrize(("method", "path", "said"), OPERATIONS)
def test_every_example_of_an_operation_fits_its_schema(method: str, path: str, said: Any) -> None:
    for shown in (said.get("requestBody", {}), *said["responses"].values()):
        for media in shown.get("content", {}).values():
            held = validator(media["schema"])
            for name, example in media.get("examples", {}).items():
                assert [fault.message for fault in held.iter_errors(example["value"])] == [], (
                    method,
                    path,
                    name,
                )
    for parameter in said.get("parameters", []):
        if "content" in parameter:  # written as JSON in the query
            media = parameter["content"]["application/json"]
            assert validator(media["schema"]).is_valid(media["example"])
        else:
            assert validator(parameter["schema"]).is_valid(parameter.get("example", "1"))


@requirement("R-API-06")
def test_every_refusal_of_an_operation_has_an_example_at_its_own_status() -> None:
    told = set()
    for _, _, said in operations():
        for status, response in said["responses"].items():
            media = response.get("content", {}).get("application/problem+json", {})
            for error in media.get("schema", {}).get("properties", {}).get("error", {}).get("enum", ()):
                assert media["examples"][error]["value"]["status"] == int(status)
                told.add(error)
    assert {each.value for each in ErrorCategory} <= told


# --- over HTTP ------------------------------------------------------------------------------------------------


def app() -> Starlette:
    return Starlette(routes=openapi_routes(DOCUMENT, HOUSE))


def test_the_document_is_served_whole_and_kept_by_its_etag() -> None:
    answer = ask(app(), "/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == DOCUMENT
    again = ask(app(), "/api/openapi.json", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_another_document_has_another_etag() -> None:
    moved = Starlette(routes=openapi_routes(openapi_document("https://example.org"), HOUSE))
    assert ask(app(), "/api/openapi.json").headers["etag"] != ask(moved, "/api/openapi.json").headers["etag"]


def test_head_is_answered_without_a_body() -> None:
    answer = ask(app(), "/api/openapi.json", method="HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
