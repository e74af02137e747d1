"""A home that was imported from a package and lives since, and the next package."""

from __future__ import annotations

from datetime import timedelta

from becivic.corpus.tree import MemoryTree
from becivic.publishing.upgrade.outcome import Upgrade
from becivic.publishing.upgrade.take_up import is_newer, take_up
from becivic.publishing.workshop import Workshop
from tests.factories.corpora import CLOCK, Files
from tests.factories.homes import NOON
from tests.factories.workshops import push

LATER = NOON + timedelta(days=30)
OLD = Files.valid()
LEAP = "Leap years count once."


def taken(workshop: Workshop, files: Files) -> Upgrade | None:
    return take_up(workshop, MemoryTree(files), LATER)


def newer(workshop: Workshop, files: Files) -> bool:
    return is_newer(workshop.store, workshop.repository, MemoryTree(files), LATER)


def edit_main(workshop: Workshop, files: Files) -> str:
    return push(workshop, files, NOON + timedelta(days=1))


def skill_version(workshop: Workshop, skill: str) -> tuple[str, str]:
    found = workshop.corpus().skills[skill]
    return str(found.version), str(found.status)


def refs(workshop: Workshop) -> list[str]:
    return sorted(workshop.repository._git.references)


REWORDED = OLD.replaced(CLOCK, LEAP, "Leap years count once, as law says.")
