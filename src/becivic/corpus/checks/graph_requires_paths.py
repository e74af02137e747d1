"""Every path that is required is in the directory; one that ended is worth a warning (schemas 6.1; R-GRAPH-04)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.findings import Severity
from becivic.rules.identifiers import PATH_ID, matches


@rule("graph-requires-paths", "every required path exists", section="schemas 6.6")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    if not corpus.paths.document.exists:
        return  # path-schema or the loader says so once
    known = corpus.paths.entries
    for skill in context.skills:
        for edge in corpus.graph.requires_paths[skill.id]:
            entry = known.get(edge.target)
            if entry is None:
                if matches(PATH_ID, edge.target):
                    yield Problem(
                        skill.field_place(edge.fields.at("id")),
                        f"no path `{edge.target}` in {PATHS_INDEX}",
                        "Correct the id, or add the path to the directory first.",
                    )
            elif entry.status is not None and entry.status.is_terminal:
                yield Problem(
                    skill.field_place(edge.fields.at("id")),
                    f"the required path `{edge.target}` is {entry.status}",
                    "Require the path that took its place, or remove the entry.",
                    Severity.WARNING,
                )
