"""Where each document stands in the one navigation of /docs: the manual and the documents of the corpus together.

A page is named by its address without the first slash. The table is the only place that says the order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final


class Section(StrEnum):
    """In the order they are shown; `docs.section_<value>` is what each is called."""

    START = "start"
    PEOPLE = "people"
    AGENTS = "agents"
    OPERATING = "operating"
    CONTRIBUTING = "contributing"
    REFERENCE = "reference"
    REPORTS = "reports"
    DECISIONS = "decisions"


DECISION: Final = "docs/adr/"
"""Decisions are listed by a page of their own."""

_AGENTS: Final = "agents"

PLACES: Final[Mapping[Section, Mapping[str, str]]] = {
    Section.START: {
        "docs/concepts": "Skills, paths, values, contributions, consensus: the ten ideas that the rest is made of.",
        "docs/corpus": "Every procedure and path of the starter library, counted and drawn.",
        "docs/glossary": "What each word of this house means.",
    },
    Section.PEOPLE: {"docs/privacy": "", "docs/connect": ""},
    Section.AGENTS: {
        "agents": "",
        "agents/install": "",
        "docs/agent-guidelines": "",
        "docs/submission-contract-v2": "",
        "agents/feedback-template": "",
        "docs/reference-consumer": "",
        "docs/harness": "The program on the person's own machine that keeps what is personal, and what an agent calls it for.",
        "docs/harness-traversal": "The states of a walk along a path, and what leads from one to the next.",
    },
    Section.OPERATING: {
        "docs/operating": "From the first start to several machines: install, serve, watch, copy, upgrade, and what to do when something is wrong.",
        "docs/settings": "Everything that can be set, with its default.",
        "docs/behind-a-proxy": "What stands in front of the service must do, and must not keep.",
        "docs/backup": "One folder with the whole private state, and the proof that it can be restored.",
        "docs/replicas": "Two servers or more on one PostgreSQL, and what holds when one of them dies.",
        "docs/github": "Change requests as pull requests of a repository on GitHub.",
        "docs/doctor": "What `becivic doctor` looks at, and the remedy for each finding.",
        "docs/metrics": "What is counted, and how it is read.",
        "docs/rot": "Sources and links that die, and the jobs that look after them.",
        "docs/changelog": "What changed, version by version.",
        "docs/retraction-protocol": "",
    },
    Section.CONTRIBUTING: {
        "docs/contributing": "How a corpus is maintained, and the rules of the code.",
        "docs/skill-conventions": "",
        "docs/architecture": "A submission, a page view and a tick, followed through the folders.",
        "docs/scrub": "What is looked for in free text, and how to teach it something new.",
    },
    Section.REFERENCE: {
        "docs/api": "Every route with its parameters, answers and errors, and an example.",
        "docs/mcp": "Every tool with what it takes and gives; resources and prompts.",
        "docs/commands": "Every command of `becivic`, with what it takes and what it does.",
        "docs/checks": "Every rule that a change of the corpus must pass.",
        "docs/schema-versions": "",
        "docs/threat-model": "",
        "docs/security": "Where a weakness is reported, and what to send.",
        "docs/defences": "Each thing that holds in the threat model, and the test that would fail without it.",
    },
    Section.REPORTS: {
        "docs/consensus": "What the thresholds withstand, measured against honest, careless and hostile populations.",
        "docs/scrub-score": "How much of a labelled set the scrub engine finds.",
        "docs/reading-level": "Which pages of the library are hard to read.",
        "docs/benchmarks": "Our parts beside what one would use instead, as ratios.",
        "docs/soak": "Two years of traffic on a compressed clock.",
        "docs/spec-map": "Every requirement of the specification, and the tests that prove it.",
    },
    Section.DECISIONS: {"docs/adr": "What was chosen, against what, and what would change our mind."},
}
"""Pages in their order, and what each is about; those of a corpus say it themselves. One that is not there is passed over:
an installation may have a corpus of its own."""

_PLACED: Final = {
    name: (section, about) for section, names in PLACES.items() for name, about in names.items()
}


def section_of(name: str) -> Section:
    """A document of a corpus that the table does not know is for people, or for agents where its folder says so."""
    if name.startswith(DECISION):
        return Section.DECISIONS
    unknown = Section.AGENTS if name.split("/", maxsplit=1)[0] == _AGENTS else Section.PEOPLE
    return _PLACED[name][0] if name in _PLACED else unknown


def about(name: str) -> str:
    """What a page of the manual is about."""
    return _PLACED[name][1] if name in _PLACED else ""


def is_placed(name: str) -> bool:
    return name in _PLACED or name.startswith(DECISION)


def arranged(names: Collection[str]) -> list[tuple[Section, list[str]]]:
    """Those of `names` that are led to, by section: first in the order of the table, then as they come."""
    found = []
    for section in Section:
        placed = [name for name in PLACES[section] if name in names]
        others = [name for name in names if not is_placed(name) and section_of(name) is section]
        if placed or others:
            found.append((section, [*placed, *others]))
    return found
