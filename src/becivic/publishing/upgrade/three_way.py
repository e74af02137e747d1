"""What a newer package makes of main, file by file: from the package that main took up before to this one.

Versions are nobody's to merge: the pipeline counts them. Knows no git beyond the merge of two texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from becivic.corpus import frontmatter
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.tree import Tree
from becivic.corpus.yaml12 import YamlRefused
from becivic.corpus.yaml_editing import with_field
from becivic.publishing.upgrade.package import Package
from becivic.publishing.upgrade.paths_three_way import PathsMerge

MergedText = Callable[[bytes, bytes, bytes], bytes | None]
"""Of an ancestor, ours and theirs; None where both changed the same lines."""

_SKILL: Final = re.compile(r"skills/[^/]+/canonical\.md")
_VERSION: Final = "version"
_FENCE: Final = "---\n"


@dataclass(slots=True)
class Merge:
    files: dict[str, bytes] = field(default_factory=dict)
    """As main is to hold them. Where both changed the same lines, as the package has them."""
    conflicts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ThreeWay:
    base: Tree
    main: Tree
    package: Package
    merged_text: MergedText

    def merge(self) -> Merge:
        """Only what the package changed is looked at; what it no longer has stays as it is."""
        before, ours = set(self.base.paths()), set(self.main.paths())
        done = Merge()
        for path, blob in sorted(self.package.blobs.items()):
            if path in before and self.base.blob_id(path) == blob:
                continue
            if path in ours and self.main.blob_id(path) == blob:
                continue
            self._take(path, done, is_known=path in before, is_there=path in ours)
        return done

    def _take(self, path: str, done: Merge, *, is_known: bool, is_there: bool) -> None:
        theirs = self.package.tree.read(path)
        if not is_there:
            done.files[path] = theirs
            done.conflicts += [path] if is_known else []  # somebody took it away from main: they had a reason
            return
        base = self.base.read(path) if is_known else None
        ours = self.main.read(path)
        content, is_clean = self._merged(path, base, ours, theirs)
        if content != ours:
            done.files[path] = content
        if not is_clean:
            done.conflicts.append(path)

    def _merged(self, path: str, base: bytes | None, ours: bytes, theirs: bytes) -> tuple[bytes, bool]:
        if path == PATHS_INDEX and (merge := PathsMerge.of(base, ours, theirs)) is not None:
            return merge.merged(self.merged_text)
        if _SKILL.fullmatch(path):
            theirs = with_version_of(ours, theirs)
            base = None if base is None else with_version_of(ours, base)
        if ours in (base, theirs):
            return theirs, True
        content = None if base is None else self.merged_text(base, ours, theirs)
        return (theirs, False) if content is None else (content, True)


def with_version_of(ours: bytes, other: bytes) -> bytes:
    """A canonical.md under the version that main gave it; as it is where either cannot be read."""
    try:
        text = other.decode()
        own, front = frontmatter.split(ours.decode())[0], frontmatter.split(text)[0]
        if _VERSION not in own.fields or _VERSION not in front.fields:
            return other
        data = {**front.fields.data, _VERSION: own.fields.raw(_VERSION)}
        source = with_field(front.source, (_VERSION,), data)
    except (UnicodeDecodeError, FrontmatterRefused, YamlRefused):
        return other
    return f"{_FENCE}{source}{text[len(_FENCE) + len(front.source) :]}".encode()
