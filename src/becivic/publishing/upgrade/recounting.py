"""Which versions of a package are not the ones that main counts: worth a warning, no error (lifecycle 9.7; R-VER-08)."""

from __future__ import annotations

from collections.abc import Iterable

from becivic.corpus import frontmatter
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.fields import Fields
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import CANONICAL
from becivic.corpus.tree import Tree
from becivic.publishing.changes.versioning import VERSION, ArtefactChange
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.targets import TargetType


def recounted(package: Tree, artefacts: Iterable[ArtefactChange]) -> tuple[str, ...]:
    return tuple(
        f"{change.target} {change.id}"
        for change in artefacts
        if _packaged(package, change).raw(VERSION) != str(change.version)
    )


def _packaged(package: Tree, change: ArtefactChange) -> Fields:
    try:
        if change.target is TargetType.SKILL:
            text = package.read(f"skills/{change.id}/{CANONICAL}").decode()
            return frontmatter.split(text)[0].fields
        return Fields.of(parse_json(package.read(PATHS_INDEX))).child("paths").child(change.id)
    except (UnicodeDecodeError, FrontmatterRefused, JsonRefused):
        return Fields({})
