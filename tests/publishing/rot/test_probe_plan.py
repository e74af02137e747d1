"""Who is probed, and who never is."""

from __future__ import annotations

import pytest

from becivic.publishing.rot.probe_plan import ProbePlan, plan_of
from tests.factories.corpora import Files
from tests.factories.path_sources import PATH, PORTAL, demo_source, with_sources
from tests.requirement import requirement


def planned(files: Files) -> ProbePlan:
    return plan_of(files.load().paths)


def asked(files: Files) -> dict[str, str]:
    return {source.target_id: source.url for source in planned(files).sources}


@requirement("R-PLC-05")
def test_a_source_that_begins_on_a_page_is_probed_there_and_a_desk_is_not() -> None:
    assert asked(Files.valid()) == {PORTAL: "https://demo.belgium.be/certificate"}


@requirement("R-PLC-06")
@pytest.mark.parametrize(
    "audited",
    [
        {"audited_document_delivery": True},
        {"source_class": "brussels-tier1-quicklink"},
    ],
)
def test_an_audited_delivery_is_never_probed_nor_anything_on_its_host(audited: dict[str, object]) -> None:
    delivery = {"kind": "deeplink-after-auth", "deeplink": "https://Delivery.example/document"}
    beside = {"kind": "anonymous-form", "url": "https://delivery.example./elsewhere"}
    files = with_sources(
        demo_source("delivery", procedure=delivery, **audited),
        demo_source("beside", procedure=beside),
        demo_source("free"),
    )
    plan = planned(files)
    assert [source.target_id for source in plan.sources] == [f"{PATH}:free"]
    assert plan.never == {"delivery.example"}
    assert plan.passed_over == (f"{PATH}:delivery", f"{PATH}:beside")


@requirement("R-PLC-06")
def test_an_audited_delivery_of_a_path_that_is_not_offered_guards_its_host_too() -> None:
    delivery = demo_source("delivery", audited_document_delivery=True)
    beside = demo_source(
        "beside", procedure={"kind": "anonymous-form", "form_url": "https://delivery.example/form"}
    )
    files = with_sources(delivery, status="deprecated", path_id="old-path", files=with_sources(beside))
    assert asked(files) == {}


@pytest.mark.parametrize(
    ("status", "probed"),
    [
        ("draft", 0),
        ("alpha", 1),
        ("beta", 1),
        ("stable", 1),
        ("quarantined", 0),
        ("deprecated", 0),
        ("odd", 0),
    ],
)
def test_only_what_people_are_offered_is_probed(status: str, probed: int) -> None:
    assert len(asked(with_sources(demo_source("free"), status=status))) == probed


def test_the_sitemap_is_asked_for_where_a_signal_needs_it() -> None:
    procedure = {
        "kind": "page-fetch",
        "url": "https://page.example/a",
        "sitemap_url": "https://page.example/sitemap.xml",
    }
    signals = {"success_signals": [{"check": "sitemap-contains-path", "value": "/a"}]}
    (without,) = planned(with_sources(demo_source("one", procedure=procedure))).sources
    (with_it,) = planned(
        with_sources(demo_source("one", procedure=procedure, validation_path=signals))
    ).sources
    assert (without.sitemap_url, with_it.sitemap_url) == ("", "https://page.example/sitemap.xml")
