"""The nodes of a skill graph that have to do with a task, best first, and by what each was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from becivic_harness.asked import ASIDE, Want, wants_of
from becivic_harness.countries import countries_named
from becivic_harness.known_by import KnownBy, Node, Standing
from becivic_harness.sayings import HINT, NAME, SIDE, Sayings
from becivic_harness.weighing import FITS_FROM, Sought, answered, share_of, sought
from becivic_harness.word_stems import stem as stem_of

META: Final = "meta"

_FIRST: Final = 3
"""So many nodes are looked at together: who asks about two matters may need two pages."""
_META: Final = 0.3
_STATUSES: Final = {"draft": 0.6}
_ABROAD: Final = 0.45
"""What is left of a node about a country that nobody spoke of."""
_BEGINNING: Final = 4
"""So many letters of a country's name make it out in any of its forms: Morocco, Moroccan."""
_NOTHING: Final = Standing()


class Reason(NamedTuple):
    """Why a node was found: what was written, what it was understood as, and where it stands."""

    asked: str
    heard_as: str
    fields: tuple[str, ...]


class Match(NamedTuple):
    node: Node
    score: float
    """To be compared with others."""
    answered: float
    """How much of the task it answers for by itself, from 0 to 1."""
    why: tuple[Reason, ...]
    strengths: tuple[float, ...]
    """How strongly it speaks of each thing that was asked for."""

    @property
    def fits(self) -> bool:
        return self.answered >= FITS_FROM

    @property
    def is_meta(self) -> bool:
        return self.node.get("applies_to") == META


class Matched(NamedTuple):
    ranked: tuple[Match, ...]
    fits: bool
    """Whether the first ones, taken together, can be taken for an answer."""
    wants: tuple[Want, ...]


def matched(task: str, nodes: Sequence[Node], sayings: Sayings) -> Matched:
    known_by = KnownBy(nodes)
    wants = wants_of(task, sayings, known_by)
    asked = sought(wants, known_by)
    numbers = sorted({number for each in asked for number in each.found})
    abroad = _abroad(nodes, numbers, asked)
    ranked = sorted(
        (_match(nodes[number], number, asked, is_abroad=number in abroad) for number in numbers),
        key=lambda match: (-match.score, str(match.node["id"])),
    )
    best = [
        max((match.strengths[at] for match in ranked[:_FIRST]), default=0.0) for at, _ in enumerate(asked)
    ]
    return Matched(tuple(ranked), bool(ranked) and answered(asked, best) >= FITS_FROM, tuple(wants))


def _abroad(nodes: Sequence[Node], numbers: Sequence[int], asked: Sequence[Sought]) -> set[int]:
    """Which nodes are called after a country that the task does not point to, by its name or by what they alone speak of."""
    named = countries_named([f"{nodes[number]['id']} {nodes[number].get('title')}" for number in numbers])
    said = {stem[:_BEGINNING] for each in asked for stem in _stems(each.want)}
    pointed = {
        number
        for each in asked
        if each.want.bearing in (SIDE, HINT) or (len(each.found) == 1 and each.want.bearing != ASIDE)
        for number in each.found
    }
    return {
        number
        for number, names in zip(numbers, named)
        if names and number not in pointed and said.isdisjoint(stem_of(name)[:_BEGINNING] for name in names)
    }


def _stems(want: Want) -> set[str]:
    """As written; of what is called by its name, by all its names: who was born in Tangier speaks of Morocco."""
    named = (stem for phrase in want.english() for stem in phrase) if want.bearing == NAME else ()
    return {*want.stems, *named}


def _match(node: Node, number: int, asked: Sequence[Sought], *, is_abroad: bool) -> Match:
    """What a node speaks of counts less where it is a draft, about this library, or about a country not asked about."""
    got = [each.found.get(number, _NOTHING) for each in asked]
    rank = _STATUSES.get(str(node.get("status")), 1.0) * (_META if node.get("applies_to") == META else 1.0)
    rank *= _ABROAD if is_abroad else 1.0
    why = (
        Reason(each.want.text, each.want.called, standing.fields)
        for each, standing in zip(asked, got)
        if standing.fields
    )
    strengths = [standing.strength for standing in got]
    ranking = [strength * rank for strength in strengths]
    return Match(
        node, share_of(asked, strengths) * rank, answered(asked, ranking), tuple(why), tuple(ranking)
    )
