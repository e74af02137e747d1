"""Profiles, predicates and paths for tests of the harness: valid by the published schemas, about nobody."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from hypothesis import strategies as st

from becivic.rules.routes import SourceClass
from becivic_harness.predicates import Truth, eligibility
from becivic_harness.profile_axes import AXES
from becivic_harness.question_types import COMMUNE, MONTH, NUMBER, SEVERAL, SINGLE_CHOICE, YES_NO
from becivic_harness.question_words import FieldWords
from becivic_harness.sources import Source, sources_of
from tests.factories.payloads import payload

HEADER: dict[str, Any] = {"profile_schema_version": "1.0", "last_updated_at": "2026-11-16T09:00:00Z"}

SAID = [name for name in AXES if name != "residency_history"]

_COMMUNES = ["21009", "44021", "62063", "63023"]
_NAMES = ["moving-house", "marriage-planned", "divorce"]
_MONTHS = ["2025-01", "2026-11", "2027-05", "2030-12"]

_periods = st.lists(
    st.fixed_dictionaries(
        {"start": st.sampled_from(["2010-01", "2020-11", "2024-05", "2025-05"])},
        optional={"end": st.sampled_from(["current", "2025-04", "2025-07", "2026-10"])},
    ),
    max_size=3,
)


def answers_to(field: FieldWords) -> st.SearchStrategy[Any]:
    """What the schema lets a profile say there."""
    return {
        SINGLE_CHOICE: st.sampled_from(field.values or ("",)),
        COMMUNE: st.sampled_from(_COMMUNES),
        NUMBER: st.integers(0, 4),
        YES_NO: st.booleans(),
        SEVERAL: st.lists(st.sampled_from(_NAMES), unique=True, max_size=2),
        MONTH: st.sampled_from(_MONTHS),
    }.get(field.type, _periods)


def with_answer(profile: dict[str, Any], name: str, answer: Any) -> dict[str, Any]:
    """A copy that says so; None takes the field away."""
    changed = copy.deepcopy(profile)
    *outer, last = name.split(".")
    inner = changed.setdefault(outer[0], {}) if outer else changed
    if answer is None:
        inner.pop(last, None)
    else:
        inner[last] = answer
    return changed


@st.composite
def profiles(draw: st.DrawFn) -> dict[str, Any]:
    """Anything from an empty profile to a full one."""
    profile = dict(HEADER)
    for name in draw(st.lists(st.sampled_from(sorted(AXES)), unique=True)):
        profile = with_answer(profile, name, draw(answers_to(AXES[name])))
    driving = draw(st.sampled_from([None, "drive-by-default", "ask-each-time", "never-drive"]))
    return with_answer(profile, "browser_driving_preference", driving)


@st.composite
def predicates(draw: st.DrawFn) -> dict[str, Any]:
    """One that makes sense, on any axis."""
    name = draw(st.sampled_from([*SAID, "years_legal_residence"]))
    if name == "years_legal_residence":
        bound = draw(st.sampled_from([0, 1, 1.5, 5, 6, 10]))
        return {"field": f"user.{name}", "op": draw(st.sampled_from(["gte", "lte"])), "value": bound}
    field = AXES[name]
    one = st.sampled_from(_NAMES) if field.type == SEVERAL else answers_to(field)
    op = draw(
        st.sampled_from(["eq", "in", "exists", *(["gte", "lte"] if field.type in (NUMBER, MONTH) else [])])
    )
    wanted = {"in": st.lists(one, min_size=1, max_size=3, unique=True), "exists": st.just(True)}.get(op, one)
    return {"field": f"user.{name}", "op": op, "value": draw(wanted)}


def example_source(kind: str, **changes: Any) -> dict[str, Any]:
    """The fixture of a class, changed. The one that delivers documents serves to prove the gate: nothing is called."""
    return {**payload(f"path-sources/{kind}/valid-source"), **changes}


def open_to_all(kind: str, **changes: Any) -> dict[str, Any]:
    audience: dict[str, Any] = {"regions": [], "communes": [], "predicates": []}
    return example_source(kind, **{"audience": audience, **changes})


def only_for(field: str, value: Any, kind: str = "federal-auth-handoff", **changes: Any) -> dict[str, Any]:
    predicate = {"field": f"user.{field}", "op": "eq", "value": value}
    return example_source(
        kind, audience={"regions": [], "communes": [], "predicates": [predicate]}, **changes
    )


def path_of(*sources: dict[str, Any], **changes: Any) -> dict[str, Any]:
    base = payload("path-eligibility/operators-all")["path"]
    return {**base, "id": "example-path", "sources": list(sources), **changes}


_AUDIENCES: list[list[dict[str, Any]]] = [
    [],
    [],
    [],
    [{"field": "user.region", "op": "eq", "value": "Brussels-Capital"}],
    [{"field": "user.region", "op": "in", "value": ["Flanders", "Wallonia"]}],
    [{"field": "user.document_inventory.has_id_card", "op": "eq", "value": "yes"}],
    [{"field": "user.civic_status", "op": "exists", "value": True}],
    [{"field": "user.years_legal_residence", "op": "gte", "value": 5}],
    [
        {"field": "user.region", "op": "eq", "value": "Brussels-Capital"},
        {"field": "user.document_inventory.has_id_card", "op": "eq", "value": "yes"},
    ],
]
_LIVES: list[dict[str, Any]] = [
    {},
    {"region": "Brussels-Capital", "document_inventory": {"has_id_card": "yes"}},
    {"region": "Brussels-Capital", "document_inventory": {"has_id_card": "not-sure"}},
    {"region": "Flanders", "civic_status": "married", "residency_history": [{"start": "2020-11"}]},
    {"region": "Wallonia", "residency_history": [{"start": "2010-01", "end": "current"}]},
    {"region": "not-in-belgium-yet", "document_inventory": {"has_id_card": "no"}},
]
CHANGES: list[tuple[str, Any]] = [
    ("region", "Brussels-Capital"),
    ("region", "Flanders"),
    ("region", None),
    ("document_inventory.has_id_card", "yes"),
    ("document_inventory.has_id_card", "not-sure"),
    ("document_inventory.has_id_card", None),
    ("civic_status", "single"),
    ("residency_history", [{"start": "2010-01", "end": "current"}]),
    ("browser_driving_preference", "never-drive"),
]
"""What may change in a life that matters to the audiences above."""


def eligible_sources(profile: Mapping[str, Any], path: Mapping[str, Any], today: date) -> list[Source]:
    """Those of a path that are open to somebody, in the order they are tried. What is unknown is not open."""
    return [each for each in sources_of(path) if eligibility(each.data, profile, today).truth is Truth.YES]


Choose = Callable[[Sequence[Any]], Any]
"""How one of several is chosen: by Hypothesis, or by a die with a known seed."""


def any_life(choose: Choose) -> dict[str, Any]:
    """Few, so that a long walk is cheap to draw; `profiles` has them all."""
    return {**HEADER, **copy.deepcopy(choose(_LIVES))}


def any_source(choose: Choose, number: int = 0) -> dict[str, Any]:
    """Any class, some audience; some deliver documents beyond the class that always does."""
    source = example_source(choose([*(each.value for each in SourceClass), "brussels-tier1-quicklink"]))
    source["id"] = f"source-{number}"
    source["priority"] = choose([0, 50, 100])
    source["audience"] = {"regions": [], "communes": [], "predicates": choose(_AUDIENCES)}
    if source["source_class"] == "partner-portal":
        source["audited_document_delivery"] = choose([True, False])
        source["fallback_only"] = choose([True, False])
    return source


def any_path(choose: Choose) -> dict[str, Any]:
    meant_for = choose([{}, {}, {}, {}, {"region": ["Brussels-Capital"]}, {"civic_status": ["married"]}])
    found = [any_source(choose, number) for number in range(choose([1, 2, 3, 4]))]
    return path_of(*found, applies_to={"audience_summary": "anybody", **meant_for})


@st.composite
def drawn(draw: st.DrawFn, make: Callable[[Choose], dict[str, Any]]) -> dict[str, Any]:
    """What one of the functions above makes, chosen by Hypothesis."""
    return make(lambda of: draw(st.sampled_from(of)))
