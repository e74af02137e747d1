"""The program itself: Python, the packages it needs, its commands, and what set-up makes."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

from becivic import __version__
from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.patient import Machine, Patient

_LOCK: Final = "requirements.lock"
_OURS: Final = "becivic"
_OLDEST: Final = (3, 11)
_ANEW: Final = "make install -B -C CLONE"
"""What set-up did is done again, in the environment that is there: it need not have a pip of its own."""

PYTHON: Final = broken(
    "PROG-01",
    "Python",
    "This Python is older than the oldest that the program runs on.",
    "make clean install -C CLONE PYTHON=python3.11",
)
PACKAGES: Final = broken(
    "PROG-02",
    "packages",
    "A package that the program needs is missing, or has a version that it does not work with.",
    _ANEW,
)
PINNED: Final = look(
    "PROG-03",
    "pinned versions",
    "Packages have other versions than the lock file states, with which the program was tested.",
    _ANEW,
)
INSTALLED: Final = look(
    "PROG-04",
    "installation",
    "The command `becivic` is not installed, or was installed from another version than the one that runs.",
    _ANEW,
)
FACE: Final = look(
    "PROG-05",
    "font of headings",
    "The font of headings was not prepared at set-up; pages use the system's own.",
    "INTERPRETER -m becivic.site.font",
)
DIAGRAMS: Final = look(
    "PROG-06",
    "diagrams",
    "The optional package that draws diagrams is missing; they are shown as text.",
    _ANEW,
)
CODES: Final[tuple[Code, ...]] = (PYTHON, PACKAGES, PINNED, INSTALLED, FACE, DIAGRAMS)


def examine(patient: Patient) -> Iterator[Finding]:
    machine = patient.machine
    yield _python(machine)
    yield from _packages(machine)
    yield from _pinned(machine, machine.corpus.parent / _LOCK)
    yield _installed(machine)
    yield FACE.fine("is there") if machine.face.is_file() else FACE.bad("has not been prepared", machine.face)
    yield _diagrams(machine)


def _python(machine: Machine) -> Finding:
    said = f"becivic {__version__} on Python {'.'.join(map(str, machine.python))}"
    if machine.python < _OLDEST:
        return PYTHON.bad(f"{said}; it needs {'.'.join(map(str, _OLDEST))} or newer")
    return PYTHON.fine(said)


def _packages(machine: Machine) -> Iterator[Finding]:
    needed = _needed()
    wrong = False
    for one in needed:
        found = machine.version_of(one.name)
        if found is None or not one.specifier.contains(found, prereleases=True):
            wrong = True
            told = "is not installed" if found is None else f"is {found}"
            yield PACKAGES.bad(f"{one.name} {told}; needed is {one.specifier or 'any version'}")
    if not wrong:
        yield PACKAGES.fine(f"all {len(needed)} that it needs are here")


def _needed() -> list[Requirement]:
    """Those of every installation: what is optional carries a marker that names its extra."""
    try:
        said = distribution(_OURS).requires or []
    except PackageNotFoundError:  # run from its source; the next check says so
        return []
    wanted = map(Requirement, said)
    return [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]


def _pinned(machine: Machine, lock: Path) -> Iterator[Finding]:
    """Only a checkout has a lock file; who installs a wheel has chosen versions another way."""
    if not lock.is_file():
        return
    pinned = (line.partition("==") for line in lock.read_text(encoding="utf-8").splitlines() if "==" in line)
    others = [
        f"{name} {found} instead of {wanted.split(';')[0].strip()}"
        for name, _, wanted in pinned
        if (found := machine.version_of(name)) not in (None, wanted.split(";")[0].strip())
    ]
    if others:
        shown = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
        yield PINNED.bad(shown, lock)
    else:
        yield PINNED.fine("are those of the lock file", lock)


def _installed(machine: Machine) -> Finding:
    found = machine.version_of(_OURS)
    if found is None:
        return INSTALLED.bad("the program runs from its source and is not installed")
    if found != __version__:
        return INSTALLED.bad(f"{found} was installed, and {__version__} runs")
    commands = [point.name for point in distribution(_OURS).entry_points if point.group == "console_scripts"]
    return INSTALLED.fine(f"commands {' and '.join(sorted(commands))}")


def _diagrams(machine: Machine) -> Finding:
    found = machine.version_of("merman")
    if found is not None:
        return DIAGRAMS.fine(f"drawn by merman {found}")
    return DIAGRAMS.bad("merman is not installed")
