"""Every text that a caller may write into a record: how a submission is made that holds texts there, and about what.

A page shows the foremost fifty of a kind, so that every fifty are about something that has a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.seed import SEED_FILE, seed_rows
from becivic.rules.identifiers import UidPrefix
from becivic.rules.reading import PAGE
from becivic.rules.submissions import SubmissionType

Submission = dict[str, Any]
Texts = Sequence[str]

PRIVATE: Final = "for-the-operator"
"""Stands before every text that is nobody else's to read."""

_CITED: Final = {"evidence_source": "citation"}
_ROLE: Final = {"scope": "role-specific", **_CITED}


@dataclass(frozen=True, slots=True)
class Aims:
    """Targets of each kind: what has a page of its own, what only one skill cites, and every row."""

    skills: Sequence[str]
    paths: Sequence[str]
    sources: Sequence[str]
    own_values: Sequence[str]
    own_references: Sequence[str]
    values: Sequence[str]
    references: Sequence[str]

    @classmethod
    def of(cls, corpus: Corpus) -> Aims:
        cited = {
            key: {each.get("uid") or "" for each in skill.body.citations}
            for key, skill in corpus.skills.items()
        }
        entries = sorted(corpus.paths.entries.items())
        rows = sorted(row.uid for row in seed_rows(corpus.documents[SEED_FILE].fields))
        return cls(
            skills=sorted(key for key, uids in cited.items() if uids),
            paths=[key for key, _ in entries],
            sources=[f"{key}:{entry.sources[0].id}" for key, entry in entries],
            own_values=_own(cited, UidPrefix.VOLATILE_VALUE),
            own_references=_own(cited, UidPrefix.REFERENCE),
            values=[uid for uid in rows if uid.startswith(UidPrefix.VOLATILE_VALUE)],
            references=[uid for uid in rows if uid.startswith(UidPrefix.REFERENCE)],
        )


def _own(cited: dict[str, set[str]], prefix: UidPrefix) -> list[str]:
    """One for every skill that cites one which no other does."""
    found = []
    for key, uids in sorted(cited.items()):
        others = {uid for other, theirs in cited.items() if other != key for uid in theirs}
        found += [uid for uid in sorted(uids - others) if uid.startswith(prefix)][:1]
    return found


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of submission with all the texts in it that are a caller's own."""

    kind: SubmissionType
    texts: tuple[str, ...]
    """Where they stand."""
    made: Callable[[str, Texts], Submission]
    """Of a target, and of as many texts as there are places."""
    targets: Callable[[Aims], Sequence[str]] = lambda _: ("",)
    each: int = PAGE
    """So many about one target, then the next."""
    first: int = 0
    """With which of the texts its first place begins."""

    @property
    def names(self) -> list[str]:
        return [f"{self.kind}: {text}" for text in self.texts]

    def submission(self, aims: Aims, place: int, texts: Texts) -> Submission:
        targets = self.targets(aims)
        return self.made(targets[place // self.each % len(targets)], texts)


def _concern(kind: str, target: str, content: Submission) -> Submission:
    about = {"target_type": kind, "target_id": target, "context": {"language_used": "fr", "country": "be"}}
    return {**about, "content": {**content, "evidence_date": "2026-11-01"}}


def _of_skill(target: str, texts: Texts) -> Submission:
    return _concern("skill", target, {**_ROLE, "body": texts[0], "specifier": texts[1]})


def _of_path(target: str, texts: Texts) -> Submission:
    return _concern("path", target, {**_ROLE, "report": texts[0], "specifier": texts[1]})


def _of_value(target: str, texts: Texts) -> Submission:
    return _concern(
        "volatile_value", target, {"vv_uid": target, "observed_value": texts[0], "note": texts[1]}
    )


def _of_reference(target: str, texts: Texts) -> Submission:
    return _concern("reference", target, {"ref_uid": target, "body": texts[0], **_CITED})


def _of_source(target: str, texts: Texts) -> Submission:
    return _concern("path_source", target, {"body": texts[0], **_CITED})


def _of_graph(target: str, texts: Texts) -> Submission:
    return _concern("skill_graph", target, {"body": texts[0]})


def _amendment(kind: str, target: str, why: str, content: Submission) -> Submission:
    return {"target_type": kind, "target_id": target, "rationale": why, "content": content}


def _new_value(target: str, texts: Texts) -> Submission:
    content = {"value_type": "string", "proposed_value": texts[0], "note": texts[1]}
    return _amendment("volatile_value", target, texts[2], content)


def _new_title(target: str, texts: Texts) -> Submission:
    return _amendment("reference", target, texts[2], {"proposed_title": texts[0], "note": texts[1]})


def _new_address(target: str, texts: Texts) -> Submission:
    return _amendment(
        "reference", target, "It moved.", {"proposed_url": f"https://example.org/{_unbroken(texts[0])}"}
    )


def _unbroken(text: str) -> str:
    """An address has no blanks, whoever writes it."""
    return text.replace(" ", "+")


def _vote(target: str, texts: Texts) -> Submission:
    about = {"target_type": "reference", "target_id": target, "verdict": "reject"}
    said = {"rationale": f"{PRIVATE} {texts[0]}", "injection_reason": f"{PRIVATE} {texts[1]}"}
    return {**about, **said, "injection_flag": True}


def _feedback(_: str, texts: Texts) -> Submission:
    return {"topic": "bug", "body": f"{PRIVATE} {texts[0]}"}


def _pointer(_: str, texts: Texts) -> Submission:
    return {"topic": "bug", "body": "See there.", "pointer": f"/{PRIVATE}{_unbroken(texts[0])}"}


def _rating(target: str, texts: Texts) -> Submission:
    about = {"target_type": "skill", "target_id": target, "skill_quality_stars": 2}
    return {**about, "would_be_5_stars": f"{PRIVATE} {texts[0]}"}


_CONCERNS: Final = (
    Form(SubmissionType.CONCERN, ("skill body", "skill specifier"), _of_skill, lambda aims: aims.skills),
    Form(
        SubmissionType.CONCERN,
        ("value observed_value", "value note"),
        _of_value,
        lambda aims: aims.own_values,
        PAGE // 2,
    ),
    Form(
        SubmissionType.CONCERN,
        ("reference body",),
        _of_reference,
        lambda aims: aims.own_references,
        PAGE // 2,
        1,
    ),
    Form(SubmissionType.CONCERN, ("path report", "path specifier"), _of_path, lambda aims: aims.paths),
    Form(SubmissionType.CONCERN, ("source body",), _of_source, lambda aims: aims.sources, first=2),
    Form(SubmissionType.CONCERN, ("graph body",), _of_graph),
)
_VALUES: Final = Form(
    SubmissionType.AMENDMENT,
    ("value proposed_value", "value note", "value rationale"),
    _new_value,
    lambda aims: aims.values,
    1,
)
_TITLES: Final = Form(
    SubmissionType.AMENDMENT,
    ("reference proposed_title", "reference note", "reference rationale"),
    _new_title,
    lambda aims: aims.references,
    1,
)
_ADDRESSES: Final = Form(
    SubmissionType.AMENDMENT, ("reference proposed_url",), _new_address, lambda aims: aims.references, 1, 1
)
_RATINGS: Final = Form(SubmissionType.RATING, ("would_be_5_stars",), _rating, lambda aims: aims.skills)
_PRIVATE: Final = (
    Form(
        SubmissionType.VALIDATION,
        ("rationale", "injection_reason"),
        _vote,
        lambda aims: aims.references[::-1],
        1,
    ),
    Form(SubmissionType.FEEDBACK, ("body",), _feedback, first=1),
    Form(SubmissionType.FEEDBACK, ("pointer",), _pointer),
)

DAYS: Final = ((*_CONCERNS, _VALUES, _TITLES), (*_PRIVATE, _RATINGS, _ADDRESSES))
"""By the day on which they are sent: a later amendment of a row stands before an earlier one."""
SHOWN: Final = ((*_CONCERNS, _VALUES, _TITLES), (_RATINGS, _ADDRESSES))
"""Of these, what changes a page; feedback, the words of ratings and the reasons of votes are read by nobody but the operator."""
