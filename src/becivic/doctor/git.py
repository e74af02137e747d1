"""The repository of authored truth: it opens, main is there and whole and can be served; and git, for people's own use.

The service commits under its own name and needs no identity of git's; its repository is bare, so there is no working copy.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygit2

from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.patient import Patient
from becivic.publishing.git_locks import STALE_AFTER, git_locks
from becivic.publishing.halves import LOST_MAIN, knows_a_main
from becivic.publishing.packing import loose_objects
from becivic.publishing.repository import (
    MAIN,
    REPOSITORY,
    CorpusRepository,
    RepositoryRefused,
    is_head_damaged,
)
from becivic.publishing.servable import CorpusBroken, load_servable, packaged_loader
from becivic.setting_values import ForgeKind

OPENS: Final = broken(
    "GIT-01",
    "repository",
    "The repository cannot be opened, or has no branch main. Nothing can be served.",
    "becivic restore BACKUP --home NEW",
    otherwise='sudo chown -R "$USER" FOLDER',
)
REFS: Final = broken(
    "GIT-02",
    "names",
    "A branch or another ref leads to a commit that is not there.",
    "git -C FOLDER fsck --connectivity-only",
)
WHOLE: Final = broken(
    "GIT-03",
    "objects of main",
    "Files of main cannot be read from the repository.",
    "git -C FOLDER fsck",
    slow=True,
)
SERVED: Final = broken(
    "GIT-04",
    "what main holds",
    "What is on main cannot be served: a file that everything stands on is missing or wrong.",
    "git -C FOLDER log --oneline -5 main",
    slow=True,
)
BARE: Final = look(
    "GIT-05",
    "branch",
    "The repository is not bare, or its HEAD is not main: somebody works in it by hand.",
    "git -C FOLDER config core.bare true && git -C FOLDER symbolic-ref HEAD refs/heads/main",
)
LOCKED: Final = look(
    "GIT-06",
    "lock files",
    "A lock file of git has no process any more, or has been held for long: what it locks cannot be written. The next"
    " run of a job removes one whose process is gone.",
    "rm FILE",
    otherwise="ps -o pid,user,lstart,args -p PROCESS",
)
PROGRAM: Final = look(
    "GIT-07",
    "program",
    "The program git is missing or old. The service does without it; you will want it to look into the repository.",
    "sudo apt-get install git",
)
LOOSE: Final = look(
    "GIT-08",
    "loose objects",
    "Objects of the repository are not packed: it grows faster than it must, and a backup takes long. A running server"
    " packs them daily.",
    "becivic run snapshot",
)
HEAD: Final = broken(
    "GIT-09",
    "HEAD",
    "The file HEAD of the repository names no branch, so that git takes the folder for no repository. Everything else in it"
    " may be whole.",
    "echo 'ref: refs/heads/main' > FILE",
)
CODES: Final[tuple[Code, ...]] = (OPENS, REFS, WHOLE, SERVED, BARE, LOCKED, PROGRAM, LOOSE, HEAD)


def examine(patient: Patient) -> Iterator[Finding]:
    yield from _repository(patient)
    yield _program(patient)


def _repository(patient: Patient) -> Iterator[Finding]:
    try:
        repository = patient.repository()
        head = repository.head()
    except NotLookedAt:
        yield from _missing(patient)
        return
    except RepositoryRefused as refused:
        yield _refused(patient.home / REPOSITORY, refused)
        return
    yield OPENS.fine(f"main is at {head[:7]}", repository.path)
    git = patient.git()
    yield from _refs(git, repository.path)
    if not patient.quick:
        yield from _whole(patient, repository, git, head)
    is_main = git.references["HEAD"].target == MAIN
    if git.is_bare and is_main:
        yield BARE.fine("bare, its HEAD is main")
    else:
        told = "its HEAD is not main" if git.is_bare else "it has a working copy"
        yield BARE.bad(told, repository.path, FOLDER=repository.path)
    yield from _locked(patient, repository.path)
    yield _loose(patient, repository.path)


def _refused(folder: Path, refused: RepositoryRefused) -> Finding:
    if is_head_damaged(folder):
        return HEAD.bad("it names no branch", refused.where, FILE=folder / "HEAD")
    if "belongs to" in refused.message:
        return OPENS.bad_otherwise(refused.message, refused.where, FOLDER=folder.parent)
    return OPENS.bad(refused.message, refused.where)


def _missing(patient: Patient) -> Iterator[Finding]:
    """On GitHub the one main is there, and a new replica's copy follows it."""
    if patient.known.forge is ForgeKind.GITHUB:
        return
    try:
        with patient.records() as connection:
            is_lost = knows_a_main(connection)
    except NotLookedAt:
        return
    if is_lost:
        yield OPENS.bad(LOST_MAIN, patient.known.home / REPOSITORY)


def _refs(git: pygit2.Repository, folder: Path) -> Iterator[Finding]:
    names = [name for name in git.references if name.startswith("refs/")]
    lost = [name for name in names if not _leads_somewhere(git, name)]
    for name in lost:
        yield REFS.bad(f"{name} leads to nothing", folder, FOLDER=folder)
    if not lost:
        yield REFS.fine(f"{len(names)} refs, all of them lead somewhere")


def _leads_somewhere(git: pygit2.Repository, name: str) -> bool:
    try:
        git.references[name].peel(pygit2.Commit)
    except (KeyError, pygit2.GitError):
        return False
    return True


def _whole(
    patient: Patient, repository: CorpusRepository, git: pygit2.Repository, head: str
) -> Iterator[Finding]:
    folder = repository.path
    try:
        files = _read_all(git, git[head].peel(pygit2.Tree))
    except (KeyError, pygit2.GitError):
        yield WHOLE.bad(f"an object of commit {head[:7]} cannot be read", folder, FOLDER=folder)
        return
    yield WHOLE.fine(f"{files} files, all of them readable")
    try:
        corpus = load_servable(repository, head, packaged_loader(patient.machine.corpus))
    except (CorpusBroken, RepositoryRefused) as wrong:
        yield SERVED.bad(wrong.message, wrong.where, FOLDER=folder)
        return
    yield SERVED.fine(f"{len(corpus.skills)} skills and {len(corpus.paths.entries)} paths can be served")


def _read_all(git: pygit2.Repository, tree: pygit2.Tree) -> int:
    """How many files; every one of them was read."""
    files = 0
    for entry in tree:
        found = git[entry.id]
        if isinstance(found, pygit2.Tree):
            files += _read_all(git, found)
        else:
            files += 1
    return files


def _locked(patient: Patient, folder: Path) -> Iterator[Finding]:
    for lock in git_locks(folder, patient.true_now.timestamp()):
        if lock.is_stale:
            yield LOCKED.bad("no process holds it any more", lock.file, FILE=lock.file)
        elif lock.holders and lock.age > STALE_AFTER:
            processes = ",".join(map(str, sorted(lock.holders)))
            found = f"process {processes} has held it for more than {STALE_AFTER:.0f} seconds"
            yield LOCKED.bad_otherwise(found, lock.file, PROCESS=processes)


def _loose(patient: Patient, folder: Path) -> Finding:
    loose = sum(1 for _ in loose_objects(folder))
    told = f"{loose:,} files of one object each"
    return LOOSE.bad(told, folder) if loose > patient.limits.loose else LOOSE.fine(told)


def _program(patient: Patient) -> Finding:
    oldest = patient.limits.oldest_git
    program = shutil.which("git", path=patient.environment.get("PATH", ""))
    if program is None:
        return PROGRAM.bad("there is no git on the PATH")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603  found on the PATH
    found = re.search(r"(\d+)\.(\d+)", said.stdout)
    if found is None or (int(found[1]), int(found[2])) < oldest:
        return PROGRAM.bad(
            f"{program} says {said.stdout.strip() or 'nothing'}; wanted is {oldest[0]}.{oldest[1]}"
        )
    return PROGRAM.fine(said.stdout.strip())
