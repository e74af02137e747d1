"""Signals decide how an attempt ended: the source's own, the person's word, and never an opinion."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.fields import Fields
from becivic.corpus.signals import Outcome, classify
from becivic.rules.routes import SourceClass
from becivic_harness.observations import NOT_PRODUCED, RECEIVED, Fact, facts_of, listed
from becivic_harness.signal_words import looked_for
from becivic_harness.signals import AMBIGUOUS, FAILED, SUCCESS, Decision, decide, needs_the_persons_word
from becivic_harness.sources import Source
from tests.factories.payloads import Fixture, fixtures
from tests.factories.walks import example_source
from tests.requirement import requirement

SAMPLES = fixtures("path-sources/*/sample-*.json")
NAMES = {"success": SUCCESS, "failure": FAILED, "ambiguous": AMBIGUOUS}
CLASSES = [each.value for each in SourceClass]


def source(kind: str, **changes: Any) -> Source:
    return Source(example_source(kind, **changes))


def judged(kind: str, observed: dict[str, Any], **changes: Any) -> Decision:
    at = source(kind, **changes)
    return decide(facts_of(observed, at), at)


def as_observed(entries: list[dict[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for each in entries:
        seen.setdefault(each["check"], []).append(each["value"])
    return seen


@requirement("R-TRAV-15", "R-TEST-03")
@pytest.mark.parametrize("fixture", SAMPLES, ids=str)
def test_a_sample_ends_as_its_name_says_once_the_person_has_confirmed_where_they_must(
    fixture: Fixture,
) -> None:
    sample = fixture.read()
    at = Source(Fixture(fixture.file.parent / "valid-source.json").read())
    observed = as_observed(sample["observed"])
    if sample["expected"] == "success" and needs_the_persons_word(at):
        before = decide(facts_of(observed, at), at)
        assert before.outcome == SUCCESS if RECEIVED in observed else AMBIGUOUS
        observed[RECEIVED] = True
    assert decide(facts_of(observed, at), at).outcome == NAMES[sample["expected"]]


PDF = {"content-type": "application/pdf; charset=binary", "first-bytes": "%PDF-1.7"}
SENT = {"submit-produces-success-page": "Your request was received"}

DECIDED = [
    ("brussels-tier1-quicklink", PDF, SUCCESS, "downloaded-bytes-start-with"),
    ("brussels-tier1-quicklink", {RECEIVED: True}, SUCCESS, RECEIVED),
    ("brussels-tier1-quicklink", {"content-type": "text/html"}, FAILED, "response-content-type-includes"),
    ("brussels-tier1-quicklink", {"first-bytes": "<!DOCTYPE"}, FAILED, "downloaded-bytes-start-with"),
    ("brussels-tier1-quicklink", {"response-status": 404}, FAILED, "response-status"),
    (
        "brussels-tier1-quicklink",
        {"redirects-to": "https://irisbox.irisnet.be/irisbox/"},
        FAILED,
        "redirects-to",
    ),
    (
        "brussels-tier1-quicklink",
        {"page-text-contains": "Service indisponible"},
        FAILED,
        "page-text-contains",
    ),
    (
        "brussels-tier1-quicklink",
        {"page-text": "Désolé. SERVICE\nindisponible."},
        FAILED,
        "page-text-contains",
    ),
    ("federal-anonymous-form", {**SENT, RECEIVED: True}, SUCCESS, RECEIVED),
    ("federal-anonymous-form", {"submit-produces-success-page": True, RECEIVED: "true"}, SUCCESS, RECEIVED),
    (
        "federal-anonymous-form",
        {"submit-produces-success-page": False},
        FAILED,
        "submit-produces-success-page",
    ),
    ("federal-auth-handoff", {RECEIVED: True}, SUCCESS, RECEIVED),
    ("federal-auth-handoff", {"deeplink-reaches-auth-wall": False}, FAILED, "deeplink-reaches-auth-wall"),
    (
        "flanders-api-page",
        {"response-status": 200, "json-path-resolves": True},
        SUCCESS,
        "json-path-resolves",
    ),
    ("flanders-api-page", {"response-status": "500"}, FAILED, "response-status"),
    ("flanders-api-page", {"response-status": 404}, FAILED, "response-status"),
    ("flanders-api-page", {"response-status": 422}, FAILED, "api-returns-200"),
    ("brussels-tier3-noauth", {"captcha-unsolvable": True}, FAILED, "captcha-unsolvable"),
    ("offline", {RECEIVED: True}, SUCCESS, RECEIVED),
    (
        "offline",
        {"user-reports-document-refused": "they wanted a letter"},
        FAILED,
        "user-reports-document-refused",
    ),
    ("offline", {"commune-says-elsewhere": True}, FAILED, "commune-says-elsewhere"),
    *[(kind, {NOT_PRODUCED: True}, FAILED, NOT_PRODUCED) for kind in CLASSES],
]


@requirement("R-TRAV-15", "R-TRAV-06")
@pytest.mark.parametrize(("kind", "observed", "outcome", "signal"), DECIDED, ids=str)
def test_the_signal_that_was_observed_decides_and_is_named(
    kind: str, observed: dict[str, Any], outcome: str, signal: str
) -> None:
    decision = judged(kind, observed)
    assert (decision.outcome, decision.signal) == (outcome, signal)
    assert bool(decision.why) is (outcome == FAILED)
    assert decision.needed == ()


OPEN = [
    ("brussels-tier1-quicklink", {}, [RECEIVED]),
    ("brussels-tier1-quicklink", {"content-type": "application/pdf"}, [RECEIVED]),
    ("federal-anonymous-form", {RECEIVED: True}, ["form-loaded-selector-visible", "all-required-fields-fillable",
                                                 "submit-produces-success-page"]),
    ("federal-anonymous-form", SENT, [RECEIVED]),
    ("federal-anonymous-form", {**SENT, RECEIVED: False}, [RECEIVED]),
    ("flanders-api-page", {"response-status": 403}, ["api-returns-200", "json-path-resolves"]),
    ("flanders-api-page", {"response-status": 302}, ["api-returns-200", "json-path-resolves"]),
    ("flanders-api-page", {"response-status": 200, RECEIVED: True}, ["json-path-resolves"]),
    ("flanders-api-page", {"response-status": True}, ["api-returns-200", "json-path-resolves"]),
    ("offline", {RECEIVED: False}, [RECEIVED]),
    ("offline", {RECEIVED: "perhaps"}, [RECEIVED]),
    ("offline", {"user-reports-document-refused": ""}, [RECEIVED]),
    ("offline", {"user-left-without-answer": True}, [RECEIVED]),
    ("partner-portal", {"page-text-contains": True}, ["page-text-contains", RECEIVED]),
    ("wallonia-sitemap-page", {"page-loads-200": "200"}, ["sitemap-contains-path"]),
    ("brussels-tier1-quicklink", {"content-type": 3, "first-bytes": 3, "redirects-to": 3, "page-text": 3}, [RECEIVED]),
]  # fmt: skip


@requirement("R-TRAV-15")
@pytest.mark.parametrize(("kind", "observed", "needed"), OPEN, ids=str)
def test_what_does_not_decide_is_ambiguous_and_says_what_is_still_to_be_observed(
    kind: str, observed: dict[str, Any], needed: list[str]
) -> None:
    decision = judged(kind, observed)
    assert decision.outcome == AMBIGUOUS
    assert [signal.check for signal in decision.needed] == needed
    assert not decision.contradictory


CONTRADICTORY = [
    ("brussels-tier1-quicklink", {**PDF, "response-status": 404}),
    ("brussels-tier1-quicklink", {"content-type": "text/html", RECEIVED: True}),
    ("offline", {RECEIVED: True, "user-reports-document-refused": "no"}),
    ("federal-auth-handoff", {RECEIVED: True, NOT_PRODUCED: True}),
    ("federal-anonymous-form", {**SENT, RECEIVED: True, "response-status": 503}),
]


@requirement("R-TRAV-15")
@pytest.mark.parametrize(("kind", "observed"), CONTRADICTORY, ids=str)
def test_what_cannot_all_be_true_is_ambiguous_and_names_both_sides(
    kind: str, observed: dict[str, Any]
) -> None:
    decision = judged(kind, observed)
    assert decision.outcome == AMBIGUOUS
    assert decision.contradictory
    assert len(decision.needed) >= 2


def test_a_chain_of_addresses_is_read_against_the_pattern_and_another_way_in_is_no_failure() -> None:
    at = source("federal-auth-handoff")
    chain = ["https://mondossier.rrn.fgov.be/", "https://idp.iamfas.belgium.be/fas/login?ticket=1"]
    facts = facts_of({"redirect-chain": chain, "deeplink-reaches-auth-wall": True}, at)
    assert all(fact.held for fact in facts if fact.check == "redirect-chain-matches-pattern")
    assert {fact.check for fact in facts} == {"redirect-chain-matches-pattern", "deeplink-reaches-auth-wall"}
    assert facts_of({"redirect-chain": ["https://other.example/"]}, at) == []


def test_a_later_observation_of_a_signal_replaces_an_earlier_one() -> None:
    at = source("brussels-tier1-quicklink")
    facts = [*facts_of({"response-status": 404, **PDF}, at), *facts_of({"response-status": 200}, at)]
    assert decide(facts, at).outcome == SUCCESS


def test_a_source_that_lists_no_success_signal_succeeds_by_nothing_but_the_word_behind_its_door() -> None:
    bare: dict[str, Any] = {"validation_path": None}
    assert judged("flanders-api-page", {"response-status": 200}, **bare).outcome == AMBIGUOUS
    assert judged("flanders-api-page", {RECEIVED: True}, **bare).outcome == AMBIGUOUS
    assert judged("federal-auth-handoff", {RECEIVED: True}, **bare).outcome == SUCCESS


@pytest.mark.parametrize(
    "signal", [None, {}, {"check": "a"}, {"check": "a", "value": []}, {"check": 1, "value": 1}]
)
def test_a_malformed_signal_is_never_seen(signal: object) -> None:
    at = Source({"validation_path": {"success_signals": [signal], "failure_signals": "none"}})
    assert listed(at, "success_signals") == []
    assert listed(at, "failure_signals") == []


def test_a_listed_false_is_met_by_false_and_not_by_true() -> None:
    signals = [{"check": "waiting-list", "value": False}]
    at = Source({"validation_path": {"success_signals": signals, "user_confirms_required": False}})
    assert decide(facts_of({"waiting-list": False}, at), at).outcome == SUCCESS
    assert decide(facts_of({"waiting-list": True}, at), at).outcome == FAILED


@given(st.sampled_from(CLASSES), st.text(min_size=12), st.data())
def test_what_was_observed_is_forgotten_and_only_listed_words_are_kept(
    kind: str, said: str, data: st.DataObject
) -> None:
    at = source(kind)
    checks = [*(each.check for each in listed(at, "success_signals")), "response-status", "page-text", NOT_PRODUCED,
              "user-reports-document-refused", "commune-says-elsewhere", "content-type", "redirects-to"]  # fmt: skip
    kept = facts_of({data.draw(st.sampled_from(checks)): said}, at)
    words = {str(each.value) for name in ("success_signals", "failure_signals") for each in listed(at, name)}
    assert {str(fact.value) for fact in kept} <= {*words, "gone", "down", "True"}


@pytest.mark.parametrize(
    "data", [None, {}, {"check": 1, "value": 1, "held": True}, {"check": "a", "value": 1, "held": 1}]
)
def test_a_fact_that_cannot_be_read_back_is_none(data: object) -> None:
    assert Fact.read(data) is None


def test_a_fact_is_read_back_as_it_was() -> None:
    assert Fact.read(Fact("a", 1, held=True).as_json()) == Fact("a", 1, held=True)


@given(st.sampled_from(CLASSES), st.data())
def test_where_the_server_judges_the_same_signals_both_agree(kind: str, data: st.DataObject) -> None:
    """Except where everything speaks for success and something against it: there a person is asked to look again."""
    raw = example_source(kind)
    every = [*raw["validation_path"]["success_signals"], *raw["validation_path"]["failure_signals"]]
    seen = data.draw(st.lists(st.sampled_from(every), unique_by=str))
    on_the_server = classify([Fields(each) for each in seen], Fields(raw["validation_path"]))
    at = Source(raw)
    here = decide(facts_of({**as_observed(seen), RECEIVED: True}, at), at)
    if on_the_server is Outcome.SUCCESS:
        assert here.outcome == SUCCESS
    if on_the_server is Outcome.FAILURE:
        assert here.outcome == FAILED or here.contradictory


@pytest.mark.parametrize("kind", CLASSES)
def test_every_signal_has_words_with_its_value_in_them(kind: str) -> None:
    at = source(kind)
    for signal in (*listed(at, "success_signals"), *listed(at, "failure_signals")):
        words = looked_for(signal)
        assert words["check"] == signal.check
        assert "{" not in words["look_for"]
