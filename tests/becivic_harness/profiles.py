"""People made up by hypothesis: profiles that the schema takes, whole or with anything left out."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from becivic_harness.question_words import FIELDS

MONTHS = st.builds(lambda year, month: f"{year}-{month:02}", st.integers(2015, 2029), st.integers(1, 12))


def _value(field: str) -> st.SearchStrategy[Any]:
    told = FIELDS[field]
    if told.type == "single_choice":
        return st.sampled_from([value for value, _ in told.options])
    if told.type == "yes_no":
        return st.booleans()
    if told.type == "number":
        return st.integers(0, 5)
    if told.type == "month_year":
        return MONTHS
    if told.type == "commune":
        return st.sampled_from(["21015", "11002", "63023", "13025"])
    return st.just([])


def _nested(flat: dict[str, Any]) -> dict[str, Any]:
    profile: dict[str, Any] = {}
    for field, value in flat.items():
        top, _, below = field.partition(".")
        if below:
            profile.setdefault(top, {})[below] = value
        else:
            profile[top] = value
    return profile


_STAYS = st.lists(
    st.fixed_dictionaries({"start": MONTHS}, optional={"end": st.one_of(st.just("current"), MONTHS)}),
    max_size=3,
)
_FIELDS = {
    field: _value(field) for field in FIELDS if field not in ("conversation_language", "residency_history")
}

PROFILES = st.builds(
    lambda flat, stays: {**_nested(flat), **({} if stays is None else {"residency_history": stays})},
    st.fixed_dictionaries({}, optional=_FIELDS),
    st.none() | _STAYS,
)
