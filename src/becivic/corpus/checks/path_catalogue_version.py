"""The catalogue's version follows its entries (schemas 6.12.7; R-VER-09)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathDirectory
from becivic.rules.statuses import Version, catalogue_line


@rule("path-catalogue-version", "the catalogue's version follows its entries", section="schemas 6.12.7")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    version = _version(directory)
    if version is None:
        return  # the schema has said so
    statuses = [entry.status for entry in directory.entries.values() if entry.status is not None]
    line = catalogue_line(statuses)
    if line is not None and version.line != line:
        yield _problem(
            directory, f"is not on {line[0]}.{line[1]}, the line of its highest entry", Version(*line, 0)
        )
    elif context.change is not None:
        yield from _step(directory, version, context.change.base.paths)


def _step(directory: PathDirectory, version: Version, base: PathDirectory) -> Iterator[Problem]:
    before = _version(base)
    if before is None:
        return
    if base.document.fields.raw("paths") == directory.document.fields.raw("paths"):
        expected, reason = before, "changed although no entry did"
    elif version.line != before.line:
        expected, reason = version._replace(patch=0), "does not start its line at patch 0"
    else:
        expected, reason = (
            before._replace(patch=before.patch + 1),
            "is not one patch further, although entries changed",
        )
    if version != expected:
        yield _problem(directory, reason, expected)


def _version(directory: PathDirectory) -> Version | None:
    return Version.parse(directory.document.fields.raw("version"))


def _problem(directory: PathDirectory, reason: str, expected: Version) -> Problem:
    return Problem(
        directory.place("/version"), f"the catalogue's version {reason}", f"Set the version to {expected}."
    )
