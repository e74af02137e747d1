"""What a path points at exists: its authority, its skills, its successor (schemas 6.12.1; R-CI-34, R-PATH-06)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathDirectory, PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import AUTHORITIES_FILE
from becivic.rules.identifiers import KEBAB, PATH_ID, matches


@rule("path-links", "authorities, skills and successors of paths exist", section="schemas 6.12.1")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    for entry in context.entries:
        yield from _authority(corpus, entry)
        yield from _skills(corpus, entry)
        yield from _successor(corpus.paths, entry)


def _authority(corpus: Corpus, entry: PathEntry) -> Iterator[Problem]:
    if not corpus.documents[AUTHORITIES_FILE].exists:
        return  # reported once, as a file
    authority = entry.fields.text("authority_id")
    if authority not in corpus.authorities and matches(KEBAB, authority):
        yield Problem(
            corpus.paths.place(entry.fields.at("authority_id")),
            f"no authority `{authority}` in {AUTHORITIES_FILE}",
            "Correct the id, or add the authority first.",
        )


def _skills(corpus: Corpus, entry: PathEntry) -> Iterator[Problem]:
    for skill, pointer in entry.fields.texts("related_skills"):
        if not corpus.knows_skill(skill) and matches(KEBAB, skill):
            yield Problem(
                corpus.paths.place(pointer),
                f"related_skills names `{skill}`, and no such skill exists",
                "Correct the id, or remove the entry.",
            )


def _successor(directory: PathDirectory, entry: PathEntry) -> Iterator[Problem]:
    target = entry.fields.text("superseded_by")
    if not matches(PATH_ID, target):
        return
    successor = directory.entries.get(target)
    if target == entry.key:
        message = "a path cannot supersede itself"
    elif successor is None:
        message = f"no path `{target}` exists"
    elif successor.status is not None and successor.status.is_terminal:
        message = f"the successor `{target}` is {successor.status} itself"
    else:
        return
    yield Problem(
        directory.place(entry.fields.at("superseded_by")),
        message,
        "Name the path that people should use now.",
    )
