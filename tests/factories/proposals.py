"""The corpus that fixtures are sent to (fixtures/README.md), and the files an accepted submission would change in it."""

from __future__ import annotations

from functools import cache
from typing import Any

from becivic.corpus.changes import changed_paths, changed_skill, drafted_paths, drafted_skill
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import CANONICAL, Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.packaged import corpus_folder
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.oracle import body_before

AMENDED_SKILL = "nationality-application"


@cache
def fixture_corpus() -> Corpus:
    """The packaged corpus, in which one skill has the body that every diff of the fixtures was made against."""
    folder = corpus_folder()
    files = {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()
    }
    file = f"skills/{AMENDED_SKILL}/{CANONICAL}"
    head, fence, _ = files[file].decode("utf-8").partition("\n---\n")
    files[file] = f"{head}{fence}\n{body_before()}".encode()
    return Loader().load(MemoryTree(files))


def proposed_files(corpus: Corpus, kind: SubmissionType, payload: Any) -> dict[str, bytes]:
    """What an amendment or draft makes of the corpus; raises what the changes raise."""
    target, content = TargetType(payload["target_type"]), payload["content"]
    if target is TargetType.SKILL:
        name = payload["proposed_id" if kind is SubmissionType.DRAFT else "target_id"]
        text = (
            drafted_skill(content["frontmatter"], content["body"])
            if kind is SubmissionType.DRAFT
            else changed_skill(corpus, name, content)
        )
        return {f"skills/{name}/{CANONICAL}": text.encode("utf-8")}
    text = (
        drafted_paths(corpus, content["entry"])
        if kind is SubmissionType.DRAFT
        else changed_paths(corpus, payload["target_id"], content)
    )
    return {PATHS_INDEX: text.encode("utf-8")}
