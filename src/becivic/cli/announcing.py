"""What a server says when it is up: where it listens, what it serves, and how to stop it."""

from __future__ import annotations

import logging
from datetime import timedelta

from rich.console import Console
from rich.text import Text

from becivic import __version__
from becivic.cli.output import plural
from becivic.config import Settings
from becivic.library import Library
from becivic.setting_values import LogFormat, origin

_log = logging.getLogger(__name__)


def announce(settings: Settings, library: Library) -> None:
    """For whoever reads along; a machine that gathers the log gets objects and nothing else."""
    if settings.log_format is LogFormat.JSON:
        facts = "; ".join(f"{label} {value}" for label, value in _facts(settings, library).items())
        _log.info("Be Civic %s listens on %s; %s", __version__, origin(settings.bind, settings.port), facts)
        return
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    own = origin(settings.bind, settings.port)
    console.print(Text.assemble(("Be Civic", "bold"), f" {__version__} listens on ", (own, "bold cyan")))
    for label, value in _facts(settings, library).items():
        console.print(Text.assemble((f"  {label:<8}", "dim"), value))


def _facts(settings: Settings, library: Library) -> dict[str, str]:
    corpus = library.edition.corpus
    facts = {
        "home": str(settings.home.resolve()),
        "corpus": f"commit {library.edition.commit[:7]}, {plural(len(corpus.skills), 'skill')},"
        f" {plural(len(corpus.paths.entries), 'path')}",
    }
    if settings.public_url != origin(settings.bind, settings.port):
        facts["public"] = settings.public_url
    if settings.clock_offset:
        facts["clock"] = f"moved by {_seconds(settings.clock_offset)} (BECIVIC_CLOCK_OFFSET): a rehearsal"
    facts["stop"] = "Ctrl+C"
    return facts


def _seconds(offset: timedelta) -> str:
    return f"{int(offset.total_seconds()):+,} s"
