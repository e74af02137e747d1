"""How much anybody may read at once (design 4: lists come in pages), and how far back one question looks."""

from __future__ import annotations

from typing import Final

from becivic.rules.places import ADMINISTRATION_LANGUAGES
from becivic.rules.statuses import Status

PAGE: Final = 50
"""Items of a list, when nobody says how many."""

PAGE_MOST: Final = 200
"""Items of a list at most: an answer stays far below what an agent can swallow (users-expect)."""

PART_BYTES: Final = 26_000
"""JSON of one part of a long answer at most, in bytes: an agent is shown it twice, as text and as structured content, and
both must fit its window beside all that it holds already."""

TEXT_BYTES: Final = 8_000
"""Of a part, what its text has at least: of what stands beside it, the largest is left out before there is less."""

FILTER_VALUES: Final = 50
"""How often one filter may be repeated."""

QUESTION: Final = 1_000
"""Characters of a reader's question that are looked at: more is no question."""

FOUND: Final = 5
"""What a search finds, when nobody says how much."""

FOUND_MOST: Final = 20
"""What a search finds at most: who needs more asks otherwise."""

FOUND_SUMMARY: Final = 300
"""Characters of a summary among what was found; the rest is one read away."""

FOUND_REASONS: Final = 5
"""How many reasons are told of each: enough to see why, whatever was asked."""

COMMITS_WALKED: Final = 1000
"""Commits that one question about the history of a file goes through; the next one goes on from there."""

GRAPH_STATUSES: Final = (Status.DRAFT, Status.ALPHA, Status.BETA, Status.STABLE)
"""What a node of the skill graph may be (architecture 24.2)."""

GRAPH_SHOWN: Final = (Status.STABLE, Status.BETA)
"""What the graph shows when nobody says more: the rest is for whoever asks for it (R-READ-03)."""

CUSTOMER_LOCALES: Final = (*ADMINISTRATION_LANGUAGES, "EN")
"""In which language a customer is helped, as the graph's filter writes it (R-READ-03)."""

PROFILE_BYTES: Final = 8 * 1024
"""Of a partial profile in a query; whole ones have no place in an address."""

STORY_LINES: Final = 10
"""How many of its last turns the status story of an artefact tells."""

CHANGES_SHOWN: Final = 10
"""How many of the latest changes of a text its page shows."""

CHANGES_SHORT: Final = 5
"""How many of them its markdown tells: agents read all of it, and the rest is one question away."""
