"""How much anybody may read at once (design 4: lists come in pages), and how far back one question looks."""

from __future__ import annotations

from typing import Final

from becivic.rules.places import ADMINISTRATION_LANGUAGES
from becivic.rules.statuses import Status

PAGE: Final = 50
"""Items of a list, when nobody says how many."""

PAGE_MOST: Final = 200
"""Items of a list at most: an answer stays far below what an agent can swallow (users-expect)."""

FILTER_VALUES: Final = 50
"""How often one filter may be repeated."""

QUESTION: Final = 200
"""Characters of a reader's question that are looked at: more is no question."""

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
