"""Amendments and drafts on their way into files: what is sent, a catalogue in memory, and the whole way in one call."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import Row
from becivic.corpus.tree import MemoryTree, OverlayTree
from becivic.publishing.changes.checking import checked, with_commit
from becivic.publishing.changes.composing import compose
from becivic.publishing.changes.finishing import ChangeOrigin, Finished, finish
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.changes.submitted import Submitted
from becivic.rules.identifiers import UidPrefix
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.corpora import Files
from tests.factories.homes import NOON

AMENDMENT_ID = "amd_01a1de72-11a0-7bb7-bbb1-e5956f07858b"
DRAFT_ID = "drf_01a1de72-11a0-7bb7-bbb1-e5956f07858c"
SHA = "a" * 40
ORIGINS = {
    SubmissionType.AMENDMENT: ChangeOrigin.COMMUNITY,
    SubmissionType.DRAFT: ChangeOrigin.DRAFT,
}


class Names:
    """A catalogue as `finish` asks it: names and uids, renamed at will. It begins with the rows of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.given: dict[str, str] = {}
        """What was minted or renamed, by uid."""

    def mint(self, prefix: UidPrefix, name: str) -> str:
        known = self._corpus.catalogue.named(prefix, name)
        if known is not None:
            return known.uid
        for uid, given in self.given.items():
            if (uid.partition("-")[0], given) == (prefix.value, name):
                return uid
        uid = prefix.mint(900 + len(self.given))
        self.given[uid] = name
        return uid

    def name_of(self, uid: str) -> str | None:
        known = self._corpus.catalogue.row(uid)
        return self.given.get(uid) or (known.name if known else None)

    def row(self, uid: str) -> Row | None:
        known = self._corpus.catalogue.row(uid)
        return known and Row(uid, self.given.get(uid, known.name), known.status)

    def named(self, prefix: UidPrefix, name: str) -> Row | None:
        found = self._corpus.catalogue.named(prefix, name)
        return found and self.row(found.uid)


def at_commit(files: Mapping[str, bytes], sha: str = SHA) -> Corpus:
    """A corpus that is a commit, without a repository."""
    return Loader().load(OverlayTree(MemoryTree(files), {}, sha))


def submitted(
    kind: SubmissionType, target: TargetType, target_id: str, content: Any, provenance: Any = None
) -> Submitted:
    identity = AMENDMENT_ID if kind is SubmissionType.AMENDMENT else DRAFT_ID
    payload = {"content": content, "provenance": provenance}
    return Submitted(identity, kind, target, target_id, payload, NOON)


def body_amendment(
    before: str, after: str, skill: str = "demo-clock", commit: str = SHA, provenance: Any = None
) -> Submitted:
    """A diff from one body to another, as somebody would send it."""
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), "a", "b")
    content = {"amendment_subtype": "body", "skill_commit": commit, "body_diff": "".join(lines)}
    return submitted(SubmissionType.AMENDMENT, TargetType.SKILL, skill, content, provenance)


def field_amendment(
    target: TargetType, target_id: str, path: str, value: Any, provenance: Any = None
) -> Submitted:
    subtype = "frontmatter" if target is TargetType.SKILL else "field_edit"
    content = {
        "amendment_subtype": subtype,
        "frontmatter_change": {"field_path": path, "proposed_value": value},
    }
    return submitted(SubmissionType.AMENDMENT, target, target_id, content, provenance)


def skill_draft(corpus: Corpus, like: str, name: str, **changes: Any) -> Submitted:
    """A draft of a skill like one that is there, without uids and nothing of the service's own."""
    skill = corpus.skills[like]
    fields = {**skill.fields.data, "id": name, "status": "alpha", "version": "0.1.0", "origin": "community"}
    output = name.replace("-", "_")
    fields["outputs"] = [{"name": output, "type": "bool"}]
    body = re.sub(r' uid="[^"]*"', "", skill.body.text).replace(like, name)
    content = {"frontmatter": {**fields, **changes}, "body": body}
    return submitted(SubmissionType.DRAFT, TargetType.SKILL, name, content)


def path_draft(corpus: Corpus, name: str, **changes: Any) -> Submitted:
    """A draft of a path like the demonstration's."""
    entry = {
        **corpus.paths.entries["demo-certificate"].fields.data,
        "id": name,
        "uid": "",
        "version": "0.1.0",
    }
    entry |= {"status": "alpha", "origin": "community", **changes}
    return submitted(SubmissionType.DRAFT, TargetType.PATH, name, {"entry": entry})


def never_there(_: str, __: str) -> None:
    """No earlier body is known."""


def never_merges(_: bytes, __: bytes, ___: bytes) -> None:
    """Every rebase meets a conflict."""


def made(corpus: Corpus, sent: Submitted, names: Names, now: datetime = NOON) -> Finished:
    files = compose(sent, corpus, never_there, never_merges, now)
    return finish(corpus, files, ORIGINS[sent.type], names.mint, now, name_of=names.name_of)


def landed(corpus: Corpus, sent: Submitted, names: Names, sha: str, now: datetime = NOON) -> Corpus:
    """Main after the change, once it passed its checks."""
    done = made(corpus, sent, names, now)
    return with_commit(checked(corpus, done.files, sent.type, WithFirstRows(names, done.cited)), sha)


def stable(files: Files, skill: str = "demo-clock") -> Files:
    """The same files with a skill at stable."""
    file = f"skills/{skill}/canonical.md"
    text = re.sub(r"(?m)^version: \S+$", "version: 1.0.2", files[file].decode())
    return files.with_file(file, re.sub(r"(?m)^status: \S+$", "status: stable", text))
