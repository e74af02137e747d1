"""The index hints of a source agree with its predicates, which alone decide (schemas 6.12.2, 6.12.5; C-32).

A commune or group that does not exist is an error; hints that leave out whom the predicates admit are a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathDirectory, Source
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Severity
from becivic.corpus.reference_data import COMMUNES_FILE, Communes
from becivic.rules.identifiers import KEBAB, NIS5, matches
from becivic.rules.places import COMMUNE_GROUPS, REGION_OF_PROFILE, ProfileRegion
from becivic.rules.routes import PredicateOp

_REGION_FIELD: Final = "user.region"
_COMMUNE_FIELD: Final = "user.commune_nis5"
_REGIONS: Final = {
    profile.value: region for profile, region in REGION_OF_PROFILE.items() if region is not None
}


@rule("path-audience", "audience hints exist and agree with the predicates", section="schemas 6.12.5")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    for entry in context.entries:
        for source in entry.sources:
            if corpus.communes.document.exists:  # else it is reported once, as a file
                yield from _unknown_communes(corpus.paths, corpus.communes, source)
                yield from _left_out_communes(corpus.paths, corpus.communes, source)
            yield from _left_out_regions(corpus.paths, source)


def _unknown_communes(directory: PathDirectory, communes: Communes, source: Source) -> Iterator[Problem]:
    for name, pointer in source.fields.child("audience").texts("communes"):
        if communes.knows(name):
            continue
        if matches(NIS5, name):
            yield Problem(
                directory.place(pointer),
                f"no commune `{name}` in {COMMUNES_FILE}",
                "Correct the code; communes that merged have a new one.",
            )
        elif matches(KEBAB, name):
            yield Problem(
                directory.place(pointer),
                f"`{name}` is no group of communes",
                f"Write the codes one by one, or a group: {', '.join(COMMUNE_GROUPS)}.",
            )


def _left_out_regions(directory: PathDirectory, source: Source) -> Iterator[Problem]:
    hints = {name for name, _ in source.fields.child("audience").texts("regions")}
    if not hints:  # empty means everywhere
        return
    for pointer, value in _admitted(source, _REGION_FIELD):
        region = _REGIONS.get(value)
        if region is not None and region.value not in hints:
            yield Problem(
                directory.place(pointer),
                f"the predicate admits `{ProfileRegion(value)}`, but audience.regions leaves it out",
                f"Add {region} to audience.regions, or correct the predicate.",
                Severity.WARNING,
            )


def _left_out_communes(directory: PathDirectory, communes: Communes, source: Source) -> Iterator[Problem]:
    hints = {name for name, _ in source.fields.child("audience").texts("communes")}
    if not hints:
        return
    regions = {COMMUNE_GROUPS[name].value for name in hints if name in COMMUNE_GROUPS}
    for pointer, value in _admitted(source, _COMMUNE_FIELD):
        commune = communes.by_code.get(value)
        if commune is not None and value not in hints and commune.text("region") not in regions:
            yield Problem(
                directory.place(pointer),
                f"the predicate admits commune `{value}`, but audience.communes leaves it out",
                "Add the code to audience.communes, or correct the predicate.",
                Severity.WARNING,
            )


def _admitted(source: Source, field: str) -> Iterator[tuple[str, str]]:
    """The values that predicates on a field let through, each with its pointer."""
    for predicate in source.predicates():
        if predicate.text("field") == field:
            yield from _values(predicate)


def _values(predicate: Fields) -> list[tuple[str, str]]:
    match predicate.raw("op"):
        case PredicateOp.EQ.value:
            return [(predicate.at("value"), predicate.text("value"))]
        case PredicateOp.IN.value:
            return [(pointer, value) for value, pointer in predicate.texts("value")]
        case _:
            return []
