"""Every command of the harness from cold: the packed app on a bare Python, beside that Python starting to do nothing.

The bar is 150 ms for each command on this class of machine. On a busy one the clock says more about the others, so the time of
the process itself is told too, and the best of several rounds counts.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.harness_app import packed

from bench.intake_servers import OURS, servers

ROUNDS: Final = 7
MOST_MS: Final = 150
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


class _Taken(NamedTuple):
    seconds: float
    cpu: float


def run(rounds: int = ROUNDS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-harness-") as folder:
        app = Path(folder) / "becivic-harness.pyz"
        app.write_bytes(packed())
        taken: dict[str, list[_Taken]] = {name: [] for name, _ in (*LIBRARY, *STORY)}
        bare: list[_Taken] = []
        with servers(OURS) as running:
            there = f"http://127.0.0.1:{running[OURS].port}"
            for number in range(rounds):
                bare.append(_started(["-c", "pass"], _environment(folder, number, NOWHERE)))
                for (name, words), api in [(each, there) for each in LIBRARY] + [
                    (each, NOWHERE) for each in STORY
                ]:
                    environment = _environment(folder, number, api)
                    taken[name].append(_started([str(app), *words.split(" ")], environment))
    idle = _best(bare)
    found: dict[str, Any] = {
        name: {
            "ms": round(_best(each).seconds * 1000, 1),
            "cpu_ms": round(_best(each).cpu * 1000, 1),
            "times_bare_python": round(_best(each).cpu / idle.cpu, 1),
        }
        for name, each in taken.items()
    }
    bars = {f"{name}: below {MOST_MS} ms": each["ms"] < MOST_MS for name, each in found.items()}
    return {
        "bare_python_ms": round(idle.seconds * 1000, 1),
        "app_bytes": len(packed()),
        **found,
        "bars": bars,
    }


def _best(taken: list[_Taken]) -> _Taken:
    return _Taken(min(each.seconds for each in taken), min(each.cpu for each in taken))


def _environment(folder: str, number: int, api: str) -> dict[str, str]:
    return {"HOME": folder, "BECIVIC_DATA_DIR": f"{folder}/{number}", "BECIVIC_API": api}


def _started(arguments: list[str], environment: dict[str, str]) -> _Taken:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-I", "-S", *arguments],
        check=False,
        capture_output=True,
        env=environment,
        cwd=environment["HOME"],
    )
    seconds = time.perf_counter() - began
    assert done.returncode in (0, UNREACHED), (arguments, done.stdout, done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return _Taken(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
