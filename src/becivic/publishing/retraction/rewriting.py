"""History without the texts: every object that holds one, and everything that names such an object, made anew.

Reads git and hands what is new to `write`; moves no ref. Files, names, authors and times stay (R-RETR-02).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import pygit2
from pygit2.enums import ObjectType, SortMode

from becivic.publishing.backup.objects import read_object, tips
from becivic.publishing.repository import MAIN
from becivic.publishing.retraction.texts import RetractionRefused, Texts
from becivic.publishing.tree_entries import Entry, entries

Write = Callable[[ObjectType, bytes], bytes]
"""Keeps an object and says its id."""

_ID: Final = re.compile(rb"(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")
_PERSON: Final = re.compile(rb"^((?:author|committer|tagger) )(.*)( -?[0-9]+ [+-][0-9]{4})$", re.MULTILINE)
_SIGNATURE: Final = re.compile(rb"\n(?:gpgsig|gpgsig-sha256|mergetag) [^\n]*(?:\n [^\n]*)*")
"""It would be the signature of something else."""

_KINDS: Final = {
    ObjectType.COMMIT: b"commit",
    ObjectType.TREE: b"tree",
    ObjectType.BLOB: b"blob",
    ObjectType.TAG: b"tag",
}


@dataclass(slots=True)
class Rewritten:
    """What a history becomes."""

    refs: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By name: the commit it leads to, and what it is to name. Those that stay are not here; main is last."""
    ids: dict[str, str] = field(default_factory=dict)
    """Every object that became another, and which."""
    commits: int = 0
    messages: int = 0
    files: Counter[str] = field(default_factory=Counter)
    """By path: how often a text stands there, in all versions together."""


def only_hashed(kind: ObjectType, raw: bytes) -> bytes:
    """For a look: the id an object would have. Nothing is written."""
    return hashlib.sha1(b"%s %d\0%s" % (_KINDS[kind], len(raw), raw), usedforsecurity=False).digest()


def writing_to(git: pygit2.Repository) -> Write:
    return lambda kind, raw: git.odb.write(kind, raw).raw


def rewrite(
    git: pygit2.Repository, texts: Texts, write: Write, on_done: Callable[[int], None] = lambda _: None
) -> Rewritten:
    """Every commit that any ref leads to, oldest first, so that what names a commit knows what it became."""
    refs = tips(git)
    rewriter = _Rewriter(git, texts, write)
    for number, commit in enumerate(_oldest_first(git, refs), 1):
        rewriter.commit(commit.raw)
        on_done(number)
    for name in sorted(refs, key=lambda name: (name == MAIN, name)):
        old = bytes.fromhex(refs[name])
        new = rewriter.named(old)
        if texts.are_in(name.encode()):
            raise _named_so("A branch", "")
        if new != old:
            rewriter.done.refs[name] = (str(git[refs[name]].peel(pygit2.Commit).id), new.hex())
    return rewriter.done


def _oldest_first(git: pygit2.Repository, refs: dict[str, str]) -> list[pygit2.Oid]:
    walk = git.walk(None, SortMode.TOPOLOGICAL | SortMode.REVERSE)
    for name, target in refs.items():
        try:
            walk.push(git[target].peel(pygit2.Commit).id)
        except pygit2.InvalidSpecError:
            raise RetractionRefused(
                "names something that is no commit.", where=name, remedy="Delete that ref by hand first."
            ) from None
    return [commit.id for commit in walk]


class _Rewriter:
    """Remembers what each object became, so that each is looked at once."""

    def __init__(self, git: pygit2.Repository, texts: Texts, write: Write) -> None:
        self._git, self._texts, self._write = git, texts, write
        self._became: dict[bytes, bytes] = {}
        self._found: dict[bytes, int] = {}
        self._counted: set[tuple[bytes, str]] = set()
        self.done: Final = Rewritten()

    def commit(self, key: bytes) -> None:
        _, raw = read_object(self._git, key)
        header, _, message = raw.partition(b"\n\n")
        self._folder(bytes.fromhex(header[5:45].decode()), "")
        self.done.messages += self._texts.are_in(message)
        self.done.commits += self._named_anew(ObjectType.COMMIT, key, raw) != key

    def named(self, key: bytes) -> bytes:
        """What a ref is to name: the commit, or a tag of it made anew."""
        if key not in self._became:
            _, raw = read_object(self._git, key)
            self.named(bytes.fromhex(raw[7:47].decode()))
            self._named_anew(ObjectType.TAG, key, raw)
        return self._became[key]

    def _named_anew(self, kind: ObjectType, key: bytes, raw: bytes) -> bytes:
        """A commit or a tag: every id in it is led on, what it names included, and the texts go."""
        header, gap, message = raw.partition(b"\n\n")
        people = _PERSON.sub(lambda found: found[1] + self._texts.taken_from(found[2]) + found[3], header)
        new = led_on(people + gap + self._texts.taken_from(message), self.done.ids)
        if new != raw:
            header, gap, message = new.partition(b"\n\n")
            new = _SIGNATURE.sub(b"", header) + gap + message
        return self._keep(kind, key, raw, new)

    def _folder(self, key: bytes, prefix: str) -> bytes:
        if key in self._became:
            return self._became[key]
        _, raw = read_object(self._git, key)
        new = []
        for entry in entries(raw):
            if self._texts.are_in(entry.name):
                raise _named_so("A file or folder", prefix)
            path = prefix + entry.name.decode("utf-8", "replace")
            new.append(entry._replace(id=self._below(entry, path)).written())
        return self._keep(ObjectType.TREE, key, raw, b"".join(new))

    def _below(self, entry: Entry, path: str) -> bytes:
        if not entry.is_ours:
            return entry.id
        return self._folder(entry.id, f"{path}/") if entry.is_folder else self._file(entry.id, path)

    def _file(self, key: bytes, path: str) -> bytes:
        if key in self._became:
            self._count(key, path)
            return self._became[key]
        _, raw = read_object(self._git, key)
        if found := self._texts.count(raw):
            self._found[key] = found
            self._count(key, path)
        return self._keep(ObjectType.BLOB, key, raw, led_on(self._texts.taken_from(raw), self.done.ids))

    def _count(self, key: bytes, path: str) -> None:
        """Each version of a file once, wherever it lies."""
        if key in self._found and (key, path) not in self._counted:
            self._counted.add((key, path))
            self.done.files[path] += self._found[key]

    def _keep(self, kind: ObjectType, key: bytes, raw: bytes, new: bytes) -> bytes:
        self._became[key] = made = key if new == raw else self._write(kind, new)
        if made != key:
            self.done.ids[key.hex()] = made.hex()
        return made


def led_on(raw: bytes, ids: Mapping[str, str]) -> bytes:
    """Ids of what became something else, wherever they are written out in full."""
    if not ids:
        return raw
    return _ID.sub(lambda found: ids.get(found[0].decode(), found[0].decode()).encode(), raw)


def _named_so(what: str, prefix: str) -> RetractionRefused:
    return RetractionRefused(
        f"{what} has the text in its name. Names are not changed here.",
        where=prefix,
        remedy="Rewrite that by hand, with the service stopped: docs/retraction-protocol.md says how.",
    )
