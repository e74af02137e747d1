"""Every command of the harness from cold: the packed app on a bare Python, beside that Python starting to do nothing."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from tools.harness_app import packed

from bench.children import ended
from bench.measured import Benchmark, Measured, Told, Unit, compared, hardest, ours_at_most
from bench.rounds import Run
from bench.servers import BECIVIC, serving

ROUNDS: Final = 5
MOST_MS: Final = 150
NOTHING: Final = "a bare Python that does nothing"
UNREACHED: Final = 4
"""What a command ends with that needs a server where there is none."""
NOWHERE: Final = "http://127.0.0.1:9"
LIBRARY: Final = (
    ("session start", "session start --consent --capability multi_turn --capability structured_output"),
    ("skill", "skill nationality-application"),
    ("route", "route I want to become Belgian"),
    ("eligibility", "eligibility nationality-application"),
    ("plan", "plan nationality-application"),
    ("traverse start", "traverse start certificate-of-residence"),
    ("traverse next", "traverse next certificate-of-residence"),
)
"""With a server: what it tells is fetched, then lies at hand."""
STORY: Final = (
    ("session status", "session status"),
    ("profile set", "profile set region=Brussels-Capital document_inventory.has_id_card=yes"),
    ("profile get", "profile get"),
    ("progress start", "progress start no-skill-fallback:pension-abroad"),
    ("progress step", "progress step no-skill-fallback:pension-abroad --at collecting"),
    ("memory note", "memory note The desk asked for two copies of the lease."),
    (
        "memory note, with a person in it",
        "memory note Mme Amina El Idrissi lives at rue de la Loi 16, 1000 Bruxelles.",
    ),
    ("decision add", "decision add language-exam Chose the employment route."),
    ("document note", "document note passport issuing_country=ma validity_end=2029-06"),
    ("buffer add", "buffer add feedback topic=praise body=Clear."),
    ("buffer list", "buffer list"),
    ("buffer approve", "buffer approve --all"),
    ("submit, with no server", "submit"),
    ("traverse list", "traverse list"),
    ("pivot", "pivot no-skill-fallback:pension-abroad"),
    ("analytics on", "analytics on"),
    ("export", "export"),
    ("session close", "session close --keep"),
    ("session start, with no server", "session start"),
    ("help", "--help"),
)


def measure(run: Run) -> list[Measured]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-harness-") as folder, serving(BECIVIC) as server:
        app = Path(folder) / "becivic-harness.pyz"
        app.write_bytes(packed())
        there = f"http://127.0.0.1:{server.port}"
        works = {NOTHING: _command(folder, NOWHERE, "-c", "pass")}
        works |= {name: _command(folder, there, str(app), *words.split(" ")) for name, words in LIBRARY}
        works |= {name: _command(folder, NOWHERE, str(app), *words.split(" ")) for name, words in STORY}
        taken = run.turns("commands", ROUNDS, works)
    bar = ours_at_most(MOST_MS)
    listed = [
        compared(name, taken, NOTHING, Unit.MILLISECONDS, ours=name, told=Told.TIME, bar=bar)
        for name in taken
        if name != NOTHING
    ]
    library, story = listed[: len(LIBRARY)], listed[len(LIBRARY) :]
    return [*library, hardest(story, "Whatever else one may tell it")]


def _command(folder: str, api: str, *arguments: str) -> Callable[[], float]:
    """The milliseconds of one command; every round has a data folder of its own."""
    rounds = count()

    def work() -> float:
        environment = {"HOME": folder, "BECIVIC_DATA_DIR": f"{folder}/{next(rounds)}", "BECIVIC_API": api}
        command = [sys.executable, "-I", "-S", *arguments]
        return ended(command, env=environment, cwd=Path(folder), codes=(0, UNREACHED)).seconds * 1000

    return work


BENCHMARK: Final = Benchmark(
    title="A command on a person's own machine",
    about=(
        "The client in one file, run by a Python with nothing installed, from the start of the process to its end; one story told command by "
        "command, with a server at hand where the library is read and with none elsewhere. What the interpreter takes to start and end is in "
        "every figure."
    ),
    packages=(),
    measure=measure,
)
