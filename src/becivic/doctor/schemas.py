"""The law in two places: the schemas that ship with the program, and those that main publishes; and which package main took up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.tree import DirectoryTree
from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.patient import Patient
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from becivic.publishing.servable import CorpusBroken, packaged_loader
from becivic.publishing.upgrade.package import Package
from becivic.publishing.upgrade.remembered import Memory
from becivic.rules.schemas import SchemaFile

COMPILED: Final = broken(
    "SCH-01",
    "packaged schemas",
    "The schemas that ship with the program cannot be read or compiled. Nothing can be checked.",
    "git -C CLONE status --short corpus && git -C CLONE stash push corpus",
)
SAME: Final = look(
    "SCH-02",
    "published schemas",
    "Main publishes other schemas than those that the program holds everybody to.",
    "becivic review list --queue drafts",
)
TAKEN_UP: Final = look(
    "SCH-03",
    "packaged corpus",
    "The corpus that ships with this program is not on main yet. A start takes it up, or asks you where it does not fit.",
    "becivic review list --queue drafts",
)
CODES: Final[tuple[Code, ...]] = (COMPILED, SAME, TAKEN_UP)


def examine(patient: Patient) -> Iterator[Finding]:
    folder = patient.machine.corpus
    try:
        packaged_loader(folder)
    except CorpusBroken as wrong:
        yield COMPILED.bad(wrong.message, wrong.where)
        return
    yield COMPILED.fine(f"{len(SchemaFile)} schemas, all of them compile")
    try:
        repository = patient.repository()
        yield from _compared(patient, repository)
        yield _taken_up(patient, repository)
    except (NotLookedAt, RepositoryRefused):
        return  # what is wrong with the repository is said where it is looked at


def _compared(patient: Patient, repository: CorpusRepository) -> Iterator[Finding]:
    head, folder = repository.head(), patient.machine.corpus
    names = [f"schemas/{file}" for file in SchemaFile]
    others = [name for name in names if repository.file_at(head, name) != (folder / name).read_bytes()]
    if others:
        shown = ", ".join(others[:3]) + (" and more" if len(others) > 3 else "")
        yield SAME.bad(f"{shown}: not as packaged", repository.path)
    else:
        yield SAME.fine("main publishes the packaged ones")


def _taken_up(patient: Patient, repository: CorpusRepository) -> Finding:
    if Memory(repository).is_last(Package.of(DirectoryTree(patient.machine.corpus))):
        return TAKEN_UP.fine("is on main")
    return TAKEN_UP.bad("main last took up another one", repository.path)
