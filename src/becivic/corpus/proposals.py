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
from functools import cached_property, lru_cache
from typing import Final

from becivic.corpus.checks import path_catalogue_version, rule_14, rule_15, rule_18
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Change, Context, Rule, in_order, run_on_bodies, run_on_the_rest
from becivic.corpus.directory import PathEntry
from becivic.corpus.findings import Finding, Severity
from becivic.corpus.generated import SNAPSHOT_FOLDER, is_generated
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import Catalogue
from becivic.corpus.skill import Skill
from becivic.corpus.whole_corpus import OF_THE_WHOLE, Difference, asked_again
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.json_text import same_json

_VERSIONS: Final = (rule_14.check, rule_18.check, path_catalogue_version.check)
"""Versions are counted up when a change is published. Until then only something new can have a wrong one."""

_OF_A_SUBMISSION: Final = re.compile(
    r"skills/[^/]+/[^/]+\.(?:md|mmd)|paths/index\.json|paths/research-reports/[^/]+\.md"
)
_JUDGED: Final = tuple(each for each in ALL_RULES if each not in _VERSIONS)
_WHOLE: Final = tuple(each for each in _JUDGED if each.id in OF_THE_WHOLE)
_PARTS: Final = tuple(each for each in _JUDGED if each.id not in OF_THE_WHOLE)
_FINAL: Final = (*_PARTS, *_VERSIONS)


def new_errors(
    corpus: Corpus,
    files: Mapping[str, bytes],
    submission_type: str,
    *,
    catalogue: Catalogue | None = None,
) -> list[Finding]:
    """The errors that these files would bring, replaced or added by the bot for a submission of this type.

    `catalogue` knows the rows there are now; without it the corpus's own files do. An error that only moved to
    another line is none. Versions wait for publishing.
    """
    after = Loader().amended(corpus, files)
    change = Change(corpus, BOT_EMAIL, submission_type)
    return _Comparison(corpus, after, files, catalogue).errors(change, _PARTS, first_versions=True)


def errors_between(
    corpus: Corpus,
    after: Corpus,
    files: Collection[str],
    submission_type: str,
    *,
    catalogue: Catalogue | None = None,
) -> list[Finding]:
    """The same of files that stand as they are to be merged: their versions are judged too."""
    change = Change(corpus, BOT_EMAIL, submission_type)
    return _Comparison(corpus, after, files, catalogue).errors(change, _FINAL)


def errors_on_main(before: Corpus, after: Corpus, *, catalogue: Catalogue | None = None) -> list[Finding]:
    """The errors of a later commit that an earlier one does not have, however many commits lie between them.

    How far a version was counted up cannot be said of several commits; that it was not counted at all can.
    """
    gone = before.files - after.files
    changed = [path for path in after.files if _differs(path, before, after)]
    loses = bool(gone) or not before.paths.entries.keys() <= after.paths.entries.keys()
    comparison = _Comparison(before, after, [*changed, *gone], catalogue, loses)
    return comparison.errors(None, _FINAL) + comparison.uncounted()


def _differs(path: str, before: Corpus, after: Corpus) -> bool:
    return path not in before.files or before.tree.blob_id(path) != after.tree.blob_id(path)


@dataclass(frozen=True)
class _Comparison:
    """Two corpora that differ in some files."""

    corpus: Corpus
    after: Corpus
    files: Collection[str]
    catalogue: Catalogue | None
    loses: bool = False
    """Whether files or paths are gone: anything may have pointed at them."""

    def errors(
        self, change: Change | None, parts: Sequence[Rule], *, first_versions: bool = False
    ) -> list[Finding]:
        whole, context = self._whole(), Context(self.after, self._rows_after, change)
        found = self._touched.judged(context, (*parts, *whole))
        if first_versions:
            found |= self._touched.first_versions(context, self.corpus)
        errors = _errors(found)
        # As nearly always: what the corpus has now makes no difference, and is half of the work.
        if not errors:
            self._touched.forget_bodies(self.corpus)
            return []
        known = self._touched.judged(Context(self.corpus, self._rows), parts) | _known(self.corpus, whole)
        return list(_beyond(errors, _errors(known)))

    def uncounted(self) -> list[Finding]:
        """What changed, although its version says that it did not (C-06)."""
        touched, rules = self._touched, [rule_18.check]
        skills, entries = self.corpus.skills, self.corpus.paths.entries
        part = Context(
            self.after,
            self._rows_after,
            Change(self.corpus, BOT_EMAIL),
            [each for each in touched.skills_of(self.after) if _stays(skills.get(each.id), each)],
            [each for each in touched.entries_of(self.after) if _stays(entries.get(each.key), each)],
        )
        found = run_on_the_rest(rules, part) - set(self.after.findings)
        return list(_beyond(_errors(found), touched.judged(Context(self.corpus, self._rows), rules)))

    @property
    def _rows(self) -> Catalogue:
        return self.corpus.catalogue if self.catalogue is None else self.catalogue

    @property
    def _rows_after(self) -> Catalogue:
        return self._rows if self.catalogue is not None or self._is_usual else self.after.catalogue

    @cached_property
    def _is_usual(self) -> bool:
        """Whether a submission could change these files. What others hold may matter to everything."""
        return not self.loses and all(map(self._is_of_its_own, self.files))

    def _is_of_its_own(self, path: str) -> bool:
        """No rule looks into what the service generates, but for rows where the records themselves are not asked."""
        if path.startswith(SNAPSHOT_FOLDER) and self.catalogue is None:
            return False
        return is_generated(path) or _OF_A_SUBMISSION.fullmatch(path) is not None

    @cached_property
    def _touched(self) -> _Touched:
        return _Touched.by(self.corpus, self.after, self.files) if self._is_usual else self._everything()

    def _everything(self) -> _Touched:
        both = (self.corpus, self.after)
        return _Touched(
            frozenset(name for each in both for name in each.skills),
            frozenset(),
            frozenset(key for each in both for key in each.paths.entries),
            frozenset(path for each in both for path in each.files),
        )

    def _whole(self) -> tuple[Rule, ...]:
        """Those of the rules that look at everything that could say something else now."""
        if not self._is_usual:
            return _WHOLE
        touched = self._touched
        asked = asked_again(Difference(self.corpus, self.after, touched.skills, touched.entries))
        of_rows = any(path.startswith(SNAPSHOT_FOLDER) for path in self.files)
        return tuple(each for each in _WHOLE if each.id in asked or (of_rows and each.id == rule_15.check.id))


def _stays(before: Skill | PathEntry | None, after: Skill | PathEntry) -> bool:
    return before is not None and (before.status, before.version) == (after.status, after.version)


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
        skills = frozenset(path.split("/")[1] for path in files if path.startswith("skills/"))
        entries = _changed_entries(corpus, after)
        requiring = after.graph.dependents(
            skills=[name for name in skills if _skill_face(corpus, name) != _skill_face(after, name)],
            paths=[key for key in entries if _path_face(corpus, key) != _path_face(after, key)],
        )
        return cls(skills, frozenset(requiring), entries, frozenset(files))

    def skills_of(self, corpus: Corpus) -> list[Skill]:
        return [corpus.skills[name] for name in self.skills if name in corpus.skills]

    def forget_bodies(self, corpus: Corpus) -> None:
        """What bodies were read into to be compared: a corpus lives long, and it is ten times their text."""
        for skill in self.skills_of(corpus):
            skill.body.forget()

    def entries_of(self, corpus: Corpus) -> list[PathEntry]:
        return [corpus.paths.entries[key] for key in self.entries if key in corpus.paths.entries]

    def judged(self, context: Context, rules: Sequence[Rule]) -> set[Finding]:
        """What the rules say about what was touched, as far as this corpus has it."""
        corpus = context.corpus
        own = self.skills_of(corpus)
        also = [corpus.skills[name] for name in self.requiring - self.skills if name in corpus.skills]
        rest = replace(
            context,
            batch=[*own, *also],
            path_batch=self.entries_of(corpus),
            file_batch=self.files & corpus.files,
        )
        # Bodies last: rules about versions read them too, and `run_on_bodies` forgets what they were read into.
        return run_on_the_rest(rules, rest) | run_on_bodies(rules, replace(rest, batch=own))

    def first_versions(self, context: Context, before: Corpus) -> set[Finding]:
        """Whether what is new has the version that something new has."""
        known = before.paths.entries
        fresh = replace(
            context,
            batch=[each for each in self.skills_of(context.corpus) if not before.knows_skill(each.id)],
            path_batch=[each for each in self.entries_of(context.corpus) if each.key not in known],
        )
        return run_on_the_rest([rule_18.check], fresh)


def _skill_face(corpus: Corpus, name: str) -> object:
    """What those who require a skill rely on."""
    skill = corpus.skills.get(name)
    return skill and (skill.status, skill.fields.raw("superseded_by"), skill.fields.raw("outputs"))


def _path_face(corpus: Corpus, key: str) -> object:
    entry = corpus.paths.entries.get(key)
    return entry and (entry.status,)


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


@lru_cache(maxsize=4)  # the corpus in force and the one that comes next, for proposals and for anything else
def _known(corpus: Corpus, whole: tuple[Rule, ...]) -> frozenset[Finding]:
    """What the rules that look at everything say of the corpus as it stands: those that are asked again."""
    if not whole:
        return frozenset(corpus.findings)
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
