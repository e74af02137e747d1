"""Looking an installation over, one subject a function: what was found, whether it works, what to do."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from becivic import __version__
from becivic.cli.output import plural
from becivic.config import read_settings, unknown_variables
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.names.packaged import packaged_name_finder
from becivic.packaged import corpus_folder
from becivic.rules.errors import BeCivicError
from becivic.rules.languages import LANGUAGE_NAMES
from becivic.scrub import linear_engine
from becivic_scrub import RulesRefused, load_rules


class Verdict(StrEnum):
    FINE = "fine"
    LOOK = "look"
    """Works, and could be better."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Examined:
    subject: str
    verdict: Verdict
    found: str
    remedy: str = ""


def program() -> Iterator[Examined]:
    yield Examined("program", Verdict.FINE, f"becivic {__version__} on Python {platform.python_version()}")


def settings() -> Iterator[Examined]:
    for name in unknown_variables(os.environ):
        yield Examined(
            "settings",
            Verdict.LOOK,
            f"{name} is set, and no setting has that name",
            "Compare it with docs/settings.md.",
        )
    try:
        found = read_settings(os.environ)
    except BeCivicError as refused:
        yield Examined("settings", Verdict.BROKEN, str(refused))
        return
    yield Examined("settings", Verdict.FINE, f"home {found.home}, public address {found.public_url}")


def scrub_rules() -> Iterator[Examined]:
    try:
        rules = load_rules(corpus_folder() / SCRUB_RULES_FILE)
        linear_engine(rules)
    except RulesRefused as refused:
        yield Examined("scrub rules", Verdict.BROKEN, str(refused), "Install the program anew.")
        return
    yield Examined("scrub rules", Verdict.FINE, f"{plural(len(rules), 'rule')}, all of them run")


def names() -> Iterator[Examined]:
    for cover in packaged_name_finder().coverage():
        subject = f"names in {LANGUAGE_NAMES[cover.language]}"
        for warning in cover.warnings:
            yield Examined(
                subject, Verdict.LOOK, warning, "Uninstall it: a package of that name is not spaCy's."
            )
        yield Examined(subject, Verdict.FINE, f"covered by {cover.source}")
