"""Objects of a bare repository as git keeps them: what refs name, what is reached from there, how it is packed.

Reads raw bytes, so that whole histories cost little. Knows no submissions and no records.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import pygit2
from pygit2.enums import ObjectType, ReferenceType

from becivic.publishing.repository import BRANCH, CorpusRepository
from becivic.publishing.tree_entries import entries

PACKS: Final = Path("objects") / "pack"
PACKED_REFS: Final = "packed-refs"

_PACK: Final = re.compile(r"pack-[0-9a-f]{40}\.(?:pack|idx)")
_NAMED: Final = re.compile(rb"^(?:tree|parent|object) ([0-9a-f]{40})$", re.MULTILINE)

OnDone = Callable[[int], None]
"""Told how many objects were seen or packed so far."""


def open_git(repository: Path) -> pygit2.Repository:
    """Raises RepositoryRefused where there is none."""
    return CorpusRepository.open(repository).git_of_its_own()


def tips(git: pygit2.Repository) -> dict[str, str]:
    """What every ref names, by the ref's name. Refs that only name another ref are left out."""
    return {
        reference.name: str(reference.target)
        for reference in git.references.objects
        if reference.type == ReferenceType.DIRECT
    }


def read_object(git: pygit2.Repository, key: bytes) -> tuple[ObjectType, bytes]:
    """Its kind and bytes. libgit2 compares them with the id, so damage is an error."""
    kind, raw = git.odb.read(pygit2.Oid(raw=key))
    return ObjectType(kind), raw


def header_of(raw: bytes) -> bytes:
    """Of a commit or a tag: what stands before its message."""
    return raw.partition(b"\n\n")[0]


def reached(
    git: pygit2.Repository, roots: Iterable[str], on_done: OnDone, *, reading_files: bool = False
) -> set[bytes]:
    """Every object that leads from these ids. A missing or damaged one raises; files are read only when asked."""
    waiting = [bytes.fromhex(root) for root in roots]
    seen: set[bytes] = set(waiting)
    while waiting:
        named = _named(git, waiting.pop(), seen, reading_files=reading_files)
        waiting += named
        on_done(len(seen))
    return seen


def _named(git: pygit2.Repository, key: bytes, seen: set[bytes], *, reading_files: bool) -> list[bytes]:
    """What an object names that was not seen before and is still to be read."""
    kind, raw = read_object(git, key)
    if kind is ObjectType.BLOB:
        return []
    if kind is not ObjectType.TREE:
        ids = {bytes.fromhex(found[1].decode()) for found in _NAMED.finditer(header_of(raw))} - seen
        seen |= ids
        return list(ids)
    fresh = [entry for entry in entries(raw) if entry.is_ours and entry.id not in seen]
    seen.update(entry.id for entry in fresh)
    return list({entry.id for entry in fresh if reading_files or entry.is_folder})


def write_pack(git: pygit2.Repository, ids: Iterable[bytes], folder: Path) -> None:
    """One pack and its index, in this folder."""
    builder = pygit2.PackBuilder(git)
    for key in ids:
        builder.add(pygit2.Oid(raw=key))
    folder.mkdir(parents=True, exist_ok=True)
    builder.write(str(folder))


def copy_history(git: pygit2.Repository, ids: Iterable[bytes], refs: Mapping[str, str], target: Path) -> None:
    """A new bare repository with these refs, and with the objects they lead to in one pack."""
    pygit2.init_repository(target, bare=True, initial_head=BRANCH)
    write_pack(git, ids, target / PACKS)
    _write_refs(refs, target)


def rebuild(source: Path, refs: Mapping[str, str], target: Path) -> None:
    """A new bare repository with the packs of another one, and nothing else of it: no configuration, hooks, alternates,
    links or other files, whatever was put there."""
    pygit2.init_repository(target, bare=True, initial_head=BRANCH)
    for file in sorted((source / PACKS).iterdir()):
        if _PACK.fullmatch(file.name) and file.is_file() and not file.is_symlink():
            shutil.copyfile(file, target / PACKS / file.name)
    _write_refs(refs, target)


def _write_refs(refs: Mapping[str, str], target: Path) -> None:
    lines = [f"{key} {name}\n" for name, key in sorted(refs.items())]
    (target / PACKED_REFS).write_text("".join(lines), encoding="utf-8", newline="\n")
