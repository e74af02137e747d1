"""Versions of a package that main does not count so."""

from __future__ import annotations

from becivic.corpus.tree import MemoryTree
from becivic.publishing.changes.versioning import ArtefactChange
from becivic.publishing.upgrade.recounting import recounted
from becivic.rules.statuses import Status, Version
from becivic.rules.targets import TargetType
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.requirement import requirement

SKILL = ArtefactChange(TargetType.SKILL, "demo-clock", Status.BETA, Version(0, 2, 3), False, "0" * 40)
PATH = ArtefactChange(TargetType.PATH, "demo-certificate", Status.ALPHA, Version(0, 1, 0), False, "0" * 40)


@requirement("R-VER-08")
def test_a_version_as_main_counts_it_is_not_spoken_of() -> None:
    assert recounted(MemoryTree(Files.valid()), [SKILL, PATH]) == ()


def test_what_cannot_be_read_has_no_version() -> None:
    broken = Files.valid().with_file(CLOCK, b"\xff").with_file(PATHS, "{")
    assert recounted(MemoryTree(broken), [SKILL, PATH]) == ("skill demo-clock", "path demo-certificate")
