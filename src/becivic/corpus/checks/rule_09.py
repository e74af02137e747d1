"""Rule 9: what an edge selects on is listed in schemas/types.json (lifecycle 10.1; R-GRAPH-03, R-CI-10; C-70).

The keys are the schema's affair; without types.json there is only a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place, Severity
from becivic.corpus.graph import Edge
from becivic.corpus.reference_data import TYPES_FILE, Types
from becivic.corpus.skill import Skill
from becivic.rules.skills import Selector


@rule("rule-09", "selects_on values are listed in types.json", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    if not corpus.types.document.exists:
        if TYPES_FILE not in corpus.files:
            yield Problem(
                Place(TYPES_FILE),
                "the file is missing, so what edges select on cannot be checked",
                f"Add {TYPES_FILE}.",
                Severity.WARNING,
            )
        return
    known = _known_values(corpus.types)
    for skill in context.skills:
        for edge in (*corpus.graph.requires[skill.id], *corpus.graph.requires_paths[skill.id]):
            yield from _unknown_values(skill, edge, known)


def _known_values(types: Types) -> Mapping[str, frozenset[str]]:
    """The values of each selector that types.json closes."""
    listed = {key.value: types.selector_values(key) for key in Selector}
    listed[Selector.ORIGIN_COUNTRY.value] = types.countries
    return {key: values for key, values in listed.items() if values is not None}


def _unknown_values(skill: Skill, edge: Edge, known: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    chosen = edge.fields.child("selects_on")
    for key in chosen.data:
        if key not in known:
            continue
        for value, pointer in chosen.texts(key):
            if value not in known[key] and not skill.is_faulted(pointer):
                yield Problem(
                    skill.field_place(pointer),
                    f"selects_on `{key}` has a value {TYPES_FILE} does not list",
                    _remedy(key, known),
                )


def _remedy(key: str, known: Mapping[str, frozenset[str]]) -> str:
    if key == Selector.ORIGIN_COUNTRY:
        return "Write the country as its lowercase ISO 3166-1 alpha-2 code."
    return f"Use one of: {', '.join(sorted(known[key]))}."
