"""What a proposed change would break: the errors that the corpus does not have now (R-XREF-09; lifecycle 10.1).

Intake asks while somebody waits, so a large corpus is not judged as a whole again. Most rules judge one thing by
itself and are asked about what changed and what requires it; those that must see everything are asked once more, and
what they say of the corpus as it stands is remembered. A submission adds and replaces; it never takes away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from becivic.corpus.checks import path_catalogue_version, rule_14, rule_18
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Change, Context, Rule, in_order, run_on_bodies, run_on_the_rest
from becivic.corpus.findings import Finding, Severity
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import Catalogue
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.json_text import same_json

_VERSIONS: Final = (rule_14.check, rule_18.check, path_catalogue_version.check)
"""Versions are counted up when a change is published. Until then only something new can have a wrong one."""

OF_OTHER_FILES: Final = frozenset(
    ("communes-unique", "data-schema", "repo-schemas", "rule-15", "scrub-rules", "seed-consistent")
)
"""Rules about files that no submission changes; nothing that is added makes them fire."""

OF_THE_WHOLE: Final = frozenset(
    (
        *OF_OTHER_FILES,
        "fm-category",
        "graph-acyclic",
        "graph-fallback",
        "path-post-handoff",
        "path-schema",
        "path-uid",
        "path-urls",
    )
)
"""Rules that look at everything, whichever part they are asked about. None of them looks into a body."""

_OF_A_SUBMISSION: Final = re.compile(
    r"skills/[^/]+/[^/]+\.(?:md|mmd)|paths/index\.json|paths/research-reports/[^/]+\.md"
)
_JUDGED: Final = tuple(each for each in ALL_RULES if each not in _VERSIONS)
_WHOLE: Final = tuple(each for each in _JUDGED if each.id in OF_THE_WHOLE)
_WHOLE_OF_SUBMISSIONS: Final = tuple(each for each in _WHOLE if each.id not in OF_OTHER_FILES)
_PARTS: Final = tuple(each for each in _JUDGED if each.id not in OF_THE_WHOLE)


def new_errors(
    corpus: Corpus,
    files: Mapping[str, bytes],
    submission_type: str,
    *,
    catalogue: Catalogue | None = None,
) -> list[Finding]:
    """The errors that these files would bring, replaced or added by the bot for a submission of this type.

    `catalogue` knows the rows there are now; without it the corpus's own files do. An error that only moved to
    another line is none.
    """
    after = Loader().amended(corpus, files)
    touched = _Touched.by(corpus, after, files)
    rows = corpus.catalogue if catalogue is None else catalogue
    rows_after = after.catalogue if catalogue is None and not _is_usual(files) else rows
    context = Context(after, rows_after, Change(corpus, BOT_EMAIL, submission_type))
    whole = _of_the_whole(corpus, after, files)
    found = touched.judged(context, (*_PARTS, *whole))
    found |= touched.versions(context, corpus)
    known = touched.judged(Context(corpus, rows), _PARTS) | _known(corpus, whole)
    return list(_beyond(_errors(found), _errors(known)))


@dataclass(frozen=True, slots=True)
class _Touched:
    """What a change may make a difference to."""

    skills: frozenset[str]
    requiring: frozenset[str]
    """Those that require what changed: their edges are judged again, their bodies are not."""
    entries: frozenset[str]
    files: frozenset[str]

    @classmethod
    def by(cls, corpus: Corpus, after: Corpus, files: Collection[str]) -> _Touched:
        if not _is_usual(files):
            return cls(
                frozenset({*corpus.skills, *after.skills}),
                frozenset(),
                frozenset({*corpus.paths.entries, *after.paths.entries}),
                after.files,
            )
        paths = frozenset(files)
        skills = frozenset(path.split("/")[1] for path in paths if path.startswith("skills/"))
        entries = _changed_entries(corpus, after)
        requiring = after.graph.dependents(skills=skills, paths=entries)
        return cls(skills, frozenset(requiring), entries, paths)

    def judged(self, context: Context, rules: Sequence[Rule]) -> set[Finding]:
        """What the rules say about what was touched, as far as this corpus has it."""
        corpus = context.corpus
        rest = replace(
            context,
            batch=[corpus.skills[name] for name in self.skills | self.requiring if name in corpus.skills],
            path_batch=[corpus.paths.entries[key] for key in self.entries if key in corpus.paths.entries],
            file_batch=self.files & corpus.files,
        )
        bodies = replace(rest, batch=[skill for skill in rest.skills if skill.id in self.skills])
        return run_on_bodies(rules, bodies) | run_on_the_rest(rules, rest)

    def versions(self, context: Context, before: Corpus) -> set[Finding]:
        """Whether what is new has the version that something new has."""
        skills, entries = context.corpus.skills, context.corpus.paths.entries
        fresh = replace(
            context,
            batch=[skills[name] for name in self.skills if name in skills and not before.knows_skill(name)],
            path_batch=[entry for key, entry in entries.items() if key not in before.paths.entries],
        )
        return run_on_the_rest([rule_18.check], fresh)


def _changed_entries(corpus: Corpus, after: Corpus) -> frozenset[str]:
    """The keys of paths that are new, gone or different."""
    if corpus.paths.document is after.paths.document:
        return frozenset()
    before, now = corpus.paths.entries, after.paths.entries
    return frozenset(
        key
        for key in {*before, *now}
        if key not in before or key not in now or not same_json(before[key].fields.data, now[key].fields.data)
    )


def _is_usual(files: Iterable[str]) -> bool:
    """Whether a submission could change these files. What others hold may matter to everything."""
    return all(_OF_A_SUBMISSION.fullmatch(path) for path in files)


def _of_the_whole(corpus: Corpus, after: Corpus, files: Iterable[str]) -> tuple[Rule, ...]:
    """Those of the rules that look at everything that could say something else now."""
    if not _is_usual(files):
        return _WHOLE
    if corpus.paths.document is after.paths.document and _same_heads(corpus, after):
        return ()
    return _WHOLE_OF_SUBMISSIONS


def _same_heads(corpus: Corpus, after: Corpus) -> bool:
    """Whether nothing but bodies differs between two corpora's skills."""
    return corpus.skills.keys() == after.skills.keys() and all(
        skill is corpus.skills[name] or skill.frontmatter.source == corpus.skills[name].frontmatter.source
        for name, skill in after.skills.items()
    )


@lru_cache(maxsize=4)  # the corpus in force and the one that comes next, for proposals and for anything else
def _known(corpus: Corpus, whole: tuple[Rule, ...]) -> frozenset[Finding]:
    """What the rules that look at everything say of the corpus as it stands: those that are asked again."""
    return frozenset(run_on_the_rest(whole, Context.of(corpus)))


def _errors(findings: Iterable[Finding]) -> list[Finding]:
    return in_order(finding for finding in findings if finding.severity is Severity.ERROR)


def _beyond(found: Iterable[Finding], known: Iterable[Finding]) -> Iterator[Finding]:
    """The errors found that are not known, wherever in its file a known one stands now."""
    left = Counter(map(_what, known))
    for finding in found:
        if left[_what(finding)]:
            left[_what(finding)] -= 1
        else:
            yield finding


def _what(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.place.file, finding.message
