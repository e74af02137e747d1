"""The query parameters of the read routes, said once: read by the handlers and described by the OpenAPI document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from becivic.reading.path_pages import Detail
from becivic.reading.skill_parts import CURSOR as CURSOR_FORM
from becivic.reading.skill_parts import START
from becivic.rules.identifiers import CATALOGUE_NAME, DATE, GIT_SHA, KEBAB, PATH_ID, UidPrefix, matches
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.languages import LANGUAGES
from becivic.rules.moments import read_rfc3339
from becivic.rules.places import Region
from becivic.rules.reading import (
    CUSTOMER_LOCALES,
    FOUND,
    FOUND_MOST,
    GRAPH_SHOWN,
    GRAPH_STATUSES,
    PAGE,
    PAGE_MOST,
    PROFILE_BYTES,
    QUESTION,
)
from becivic.rules.routes import Purpose, Theme
from becivic.rules.skills import Domain
from becivic.rules.statuses import CATALOGUE_STATUSES, Status
from becivic.rules.submissions import SubmissionType
from becivic.search.entries import Kind

_NUMBER: Final = r"^[1-9][0-9]{0,8}$"
_HOUR: Final = r"([01][0-9]|2[0-3]):[0-5][0-9]"
_SINCE: Final = DATE.removesuffix("$") + rf"(T{_HOUR}:[0-5][0-9](\.[0-9]{{1,9}})?(Z|[+ -]{_HOUR}))?$"
"""A day, or a moment as RFC 3339 writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One name in a query. Its values are of a closed list, of a shape, numbers up to one, or objects up to a size."""

    name: str
    about: str
    example: str
    values: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    most: int = 0
    object_bytes: int = 0
    is_moment: bool = False
    """A day or a moment, which some calendar must have."""
    repeats: bool = False
    is_required: bool = False
    called: str = ""
    """What its values are, where a pattern would tell nobody."""

    @property
    def keyword(self) -> str:
        """What a schema calls the rule that a wrong value breaks."""
        return "enum" if self.values else "type" if self.most or self.object_bytes else "pattern"

    @property
    def form(self) -> str:
        if self.called:
            return self.called
        if self.values:
            return f"one of: {', '.join(self.values)}"
        if self.object_bytes:
            return f"a JSON object of at most {self.object_bytes} bytes"
        return f"a number from 1 to {self.most}" if self.most else f"of the form {' or '.join(self.patterns)}"

    def accepts(self, text: str) -> bool:
        if self.most:
            return matches(_NUMBER, text) and int(text) <= self.most
        if self.object_bytes:
            return _is_object(text.encode("utf-8", "surrogatepass"), self.object_bytes)
        if self.is_moment and read_rfc3339(text) is None:
            return False
        return text in self.values or any(matches(pattern, text) for pattern in self.patterns)


def _is_object(raw: bytes, most: int) -> bool:
    try:
        return len(raw) <= most and isinstance(parse_json(raw), dict)
    except JsonRefused:
        return False


class ConcernStatus(StrEnum):
    """What is asked of concerns: those that are published, or how many wait (R-READ-07, C-56)."""

    COMMITTED = "committed"
    PENDING = "pending"


LIMIT: Final = Parameter(
    name="limit", about=f"How many items at most; {PAGE} when it is left out.", example="50", most=PAGE_MOST
)
LIMIT_OR_ALL: Final = replace(
    LIMIT, about=f"How many at most; {PAGE} where only `after` is given, all of them where neither is."
)
TARGET_TYPE: Final = Parameter(
    name="target_type",
    about="What the concerns are about. May be repeated.",
    example="skill",
    values=tuple(target.value for target in SubmissionType.CONCERN.facts.targets),
    repeats=True,
)
TARGET_ID: Final = Parameter(
    name="target_id",
    about="The id of what the concerns are about. May be repeated.",
    example="nationality-application",
    patterns=tuple(
        dict.fromkeys(
            target.id_pattern for target in SubmissionType.CONCERN.facts.targets if target.must_resolve
        )
    ),
    repeats=True,
)
SKILL: Final = Parameter(
    name="skill",
    about="Short for `target_type=skill` with this `target_id`. May be repeated.",
    example="nationality-application",
    patterns=(KEBAB,),
    repeats=True,
)
CONCERN_STATUS: Final = Parameter(
    name="status",
    about="`committed` are published and shown; of `pending` ones only their number is told. May be repeated.",
    example="committed",
    values=tuple(ConcernStatus),
    repeats=True,
)
SINCE: Final = Parameter(
    name="since",
    about="Only what was published from this day (in UTC) or this moment on.",
    example="2026-11-01",
    patterns=(_SINCE,),
    is_moment=True,
)
ROW_STATUS: Final = Parameter(
    name="status",
    about="The status of the current row. May be repeated.",
    example="stable",
    values=tuple(status.value for status in CATALOGUE_STATUSES),
    repeats=True,
)
ROW_NAME: Final = Parameter(
    name="name",
    about="The name of the row. May be repeated.",
    example="fin-nationality-registration-duty-eur",
    patterns=(CATALOGUE_NAME,),
    repeats=True,
)
DOMAIN: Final = Parameter(
    name="applies_to",
    about="The area of the skills. May be repeated.",
    example=Domain.NATIONALITY,
    values=tuple(Domain),
    repeats=True,
)
GRAPH_STATUS: Final = Parameter(
    name="status",
    about=f"The status of the skills; {' and '.join(GRAPH_SHOWN)} when it is left out. May be repeated.",
    example=Status.STABLE,
    values=tuple(status.value for status in GRAPH_STATUSES),
    repeats=True,
)
LOCALE: Final = Parameter(
    name="customer_locale",
    about="The language that the customer is helped in. It is told back; no skill differs by it yet.",
    example="FR",
    values=CUSTOMER_LOCALES,
)
PROFILE: Final = Parameter(
    name="profile_match",
    about="A part of a profile, as JSON. It narrows nothing here and is kept nowhere: weigh the"
    " `profile_requirements` of each node where the profile is. Better not sent at all.",
    example='{"region": "Flanders"}',
    object_bytes=PROFILE_BYTES,
)
PURPOSE: Final = Parameter(
    name="purpose",
    about="What the paths are for. May be repeated.",
    example=Purpose.SUBMISSION,
    values=tuple(Purpose),
    repeats=True,
)
THEME: Final = Parameter(
    name="theme",
    about="A theme that the paths belong to. May be repeated.",
    example=Theme.FAMILY,
    values=tuple(Theme),
    repeats=True,
)
PATH_STATUS: Final = Parameter(
    name="status",
    about="The status of the paths. May be repeated.",
    example=Status.ALPHA,
    values=tuple(status.value for status in Status),
    repeats=True,
)
REGION: Final = Parameter(
    name="region",
    about="A region that one of the path's sources serves. May be repeated.",
    example=Region.BRUSSELS,
    values=tuple(Region),
    repeats=True,
)
QUESTION_ASKED: Final = Parameter(
    name="q",
    about=f"What is looked for, in any words and in any of the four languages. The first {QUESTION} characters count."
    " It may say something of a person: it is kept nowhere here; send no more than the search needs.",
    example="how do i become belgian",
    patterns=(r"^[\s\S]*\S[\s\S]*$",),
    is_required=True,
    called="a question: any text that is not blank",
)
FOUND_LANGUAGE: Final = Parameter(
    name="language",
    about="The language of titles, where the library has them in it; en when it is left out. Any language is searched in.",
    example="fr",
    values=LANGUAGES,
)
FOUND_KIND: Final = Parameter(
    name="kind",
    about="What is looked for; everything when it is left out. May be repeated.",
    example=Kind.SKILL,
    values=tuple(Kind),
    repeats=True,
)
FOUND_LIMIT: Final = Parameter(
    name="limit", about=f"How many at most; {FOUND} when it is left out.", example="5", most=FOUND_MOST
)
SUBMISSION_ID: Final = Parameter(
    name="submission_id",
    about="Where this one submission stands is told too.",
    example="con_019a8000-0000-7000-8000-000000000001",
    patterns=tuple(kind.id_pattern for kind in SubmissionType if kind.facts.in_envelope),
    called="the id that something was sent under: its prefix, such as con_, and a UUID version 7",
)
CURSOR: Final = Parameter(
    name="cursor",
    about=f"The skill in parts: `{START}` gives the first, the `next` of each part the one after it. A text that has"
    " changed meanwhile is begun again.",
    example=START,
    patterns=(CURSOR_FORM,),
)
SECTION: Final = Parameter(
    name="section",
    about="Only the section under this heading, in parts where it is long: an id from `sections`, the anchor on the page."
    " With a `cursor`, that decides.",
    example="process",
    patterns=(r"^[a-z0-9][a-z0-9-]{0,99}$",),
)
AFTER_SKILL: Final = Parameter(
    name="after",
    about="Go on after the node of this id: the `next` of the page before.",
    example="nationality-application",
    patterns=(KEBAB,),
)
AFTER_PATH: Final = Parameter(
    name="after",
    about="Go on after the path of this id: the `next` of the page before.",
    example="certificate-of-residence",
    patterns=(PATH_ID,),
)
DETAIL: Final = Parameter(
    name="detail",
    about=f"How much of each path: `{Detail.SUMMARY}` is enough to choose one by, `{Detail.FULL}` all there is, also"
    " where it is left out.",
    example=Detail.SUMMARY,
    values=tuple(Detail),
)
AFTER_COMMIT: Final = Parameter(
    name="after",
    about="Go on after this commit: the `next` of the page before.",
    example="0123456789abcdef0123456789abcdef01234567",
    patterns=(GIT_SHA,),
)
AFTER_NUMBER: Final = Parameter(
    name="after",
    about="Go on after the row of this `number`: the `next` of the page before.",
    example="12",
    most=999_999_999,
)


def after_uid(prefix: UidPrefix) -> Parameter:
    return Parameter(
        name="after",
        about="Go on after this uid: the `next` of the page before.",
        example=prefix.mint(12),
        patterns=(prefix.pattern,),
    )


AFTER_CONCERN: Final = after_uid(UidPrefix.CONCERN)
"""In every order there is but one place after a uid, so a page never repeats or skips what was there before."""
