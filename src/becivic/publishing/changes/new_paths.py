"""A drafted path on a main that changed since: two new paths meet in one file, and do not contradict each other."""

from __future__ import annotations

from becivic.corpus.changes import with_entry
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.publishing.changes.sidecars import report_path
from becivic.rules.targets import TargetType


def with_new_path(corpus: Corpus, drafted: Corpus, path_id: str) -> dict[str, bytes] | None:
    """The path as its branch has it, in the catalogue as main has it; None where that cannot be done."""
    entry = drafted.paths.entries.get(path_id)
    if entry is None or path_id in corpus.paths.entries:
        return None
    report = report_path(TargetType.PATH, path_id)
    files = {PATHS_INDEX: with_entry(corpus, path_id, entry.fields.data).encode()}
    return {**files, report: drafted.tree.read(report)} if report in drafted.files else files
