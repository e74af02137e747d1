"""What keeps names and numbers of people out: the scrub rules and the name finder, each asked something it must know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.patient import Patient
from becivic.names import PresidioNameFinder
from becivic.publishing.screening.finding import packaged_finder
from becivic.rules.languages import LANGUAGE_NAMES
from becivic.scrub import linear_engine
from becivic_scrub import RulesRefused, load_rules

RUN: Final = broken(
    "MOD-01",
    "scrub rules",
    "The scrub rules cannot be read, or one of them does not run. Nothing is taken in without them.",
    "git -C CLONE status --short corpus && git -C CLONE stash push corpus",
)
RIGHT: Final = broken(
    "MOD-02",
    "scrub answer",
    "The scrub rules do not find an invented account number in a sentence made for them.",
    "becivic check CORPUS",
)
NAMES: Final = broken(
    "MOD-03",
    "names",
    "The name finder does not load, or does not find an invented person in a sentence made for it.",
    "make clean install -C CLONE",
    slow=True,
)
SQUATTED: Final = look(
    "MOD-04",
    "language models",
    "A package has the name of a language model and is not spaCy's own. It is not used.",
    "make clean install -C CLONE",
)
CODES: Final[tuple[Code, ...]] = (RUN, RIGHT, NAMES, SQUATTED)

ACCOUNT: Final = "Pay the fee to BE68 5390 0754 7034 before the visit."
"""The account of no bank: the number that textbooks show."""

SENTENCES: Final = {
    "fr": "Madame Jeanne Dupont m'a reçu au guichet hier matin.",
    "nl": "Mevrouw Janneke Peeters heeft mij gisteren aan het loket geholpen.",
    "de": "Frau Johanna Schmitz hat mir gestern am Schalter geholfen.",
    "en": "Mrs Jane Thompson helped me at the counter yesterday.",
}
"""Invented people, one in each language."""


def examine(patient: Patient) -> Iterator[Finding]:
    yield from _rules(patient.machine.corpus)
    finder = _finder(patient)
    for cover in finder.coverage():
        language = LANGUAGE_NAMES[cover.language]
        for warning in cover.warnings:
            yield SQUATTED.bad(warning, language)
        yield SQUATTED.fine(f"names in {language} are covered by {cover.source}", language)
    if not patient.quick:
        yield from _names(finder)


def _finder(patient: Patient) -> PresidioNameFinder:
    """The one that everybody in this process shares, where it is asked about this machine."""
    shared = packaged_finder()
    version_of = patient.machine.version_of
    return shared if shared.version_of is version_of else PresidioNameFinder(version_of=version_of)


def _rules(corpus: Path) -> Iterator[Finding]:
    file = corpus / SCRUB_RULES_FILE
    try:
        rules = load_rules(file)
        engine = linear_engine(rules)
    except (RulesRefused, OSError) as refused:
        yield RUN.bad(str(refused), file)
        return
    yield RUN.fine(f"{len(rules)} rules, all of them run")
    if engine.find(ACCOUNT):
        yield RIGHT.fine("an invented account number is found")
    else:
        yield RIGHT.bad("an invented account number is not found", file, CORPUS=corpus)


def _names(finder: PresidioNameFinder) -> Iterator[Finding]:
    try:
        found = finder.find_many((text, code) for code, text in SENTENCES.items())
    except Exception as error:  # noqa: BLE001  whatever somebody else's model throws while it is loaded
        yield NAMES.bad(f"the name finder does not load ({type(error).__name__})")
        return
    for (language, text), spans in zip(SENTENCES.items(), found, strict=True):
        if not spans:
            yield NAMES.bad(f"nobody is found in: {text}", LANGUAGE_NAMES[language])
            return
    yield NAMES.fine(f"an invented person is found in each of {len(SENTENCES)} languages")
