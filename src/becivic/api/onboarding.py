"""GET /api/onboarding-form: the form for the start of a procedure, composed for one language and one skill, as a document
or as a list of its questions.

What is filled in says something of a person: such an answer is kept nowhere, neither here nor on the way.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import json_answer, refused
from becivic.api.reading.answers import Sent, Serving, prepared
from becivic.api.reading.parameters import Parameter
from becivic.api.reading.query import Query
from becivic.api.reading.skills import NO_SKILL
from becivic.corpus.load import Corpus
from becivic.onboarding.composer import Asked, Form, Mode, composed, filled_sheet
from becivic.onboarding.locales import chosen_locale
from becivic.onboarding.page import Sheet, form_policy
from becivic.onboarding.preselected import PARAMETER
from becivic.onboarding.question_list import QuestionList
from becivic.rules.identifiers import KEBAB
from becivic.rules.reading import PART_BYTES
from becivic.rules.schemas import SchemaFault
from becivic.rules.statuses import is_withheld
from becivic.web.answers import NOINDEX, Prepared
from becivic.web.kept import Kept
from becivic.web.problems import problem

ADDRESS: Final = "/api/onboarding-form"
POLICY_HEADER: Final = "content-security-policy"
_HTML: Final = "text/html"


class View(StrEnum):
    """What the form is wanted as: for somebody to fill in, or for an assistant to ask one by one."""

    FORM = "form"
    PAGE = "page"
    """The document itself, for a browser."""
    QUESTIONS = "questions"


SKILL_ID: Final = Parameter(
    name="skill_id",
    about="The procedure that the form is for. Left out, the form asks about the person's situation alone.",
    example="nationality-residence-clock",
    patterns=(KEBAB,),
)
LOCALE: Final = Parameter(
    name="locale",
    about="The language of the form, such as `fr` or `fr-BE`. One that there is no form in gives English, with the reason.",
    example="fr",
    patterns=(r"^[\s\S]*$",),
)
MODE: Final = Parameter(
    name="mode",
    about="`returning` shows what is known already and asks what has changed; `first-contact` when it is left out.",
    example=Mode.FIRST_CONTACT,
    values=tuple(Mode),
)
PRE_SELECTED: Final = Parameter(
    name=PARAMETER,
    about=(
        "An answer to fill in, as `axis:value` with an axis of the profile (`profile.axis:value` too), or `inputs.name:value`. May be repeated. "
        "Nothing of it is kept here; it stands in the address, which whoever carries the request may log: send no more than the form needs."
    ),
    example="region:Wallonia",
    patterns=(r"^[A-Za-z0-9_.]{1,120}:[\s\S]{1,300}$",),
    repeats=True,
)
VIEW: Final = Parameter(
    name="view",
    about=(
        "`questions` lists what the form asks, for a conversation; `page` is the form as a web page to open in a browser; "
        "`form`, the document inside JSON, when it is left out."
    ),
    example=View.QUESTIONS,
    values=tuple(View),
)

FORMS_BYTES: Final = 64 * 2**20
"""What the kept forms may weigh together: there are as many as skills, languages and ways to ask, each of a hundred kilobytes."""


@dataclass(slots=True)
class OnboardingRoutes:
    serving: Serving
    public_url: str
    _kept: Kept = field(default_factory=lambda: Kept(FORMS_BYTES))
    """Forms in which nothing is filled in."""

    def routes(self) -> list[Route]:
        return [Route(ADDRESS, answering(self.get_form), methods=["GET"])]

    async def get_form(self, request: Request) -> Response:
        served, query = self.serving(), Query(request.query_params)
        skill_id, locale = query.one(SKILL_ID), chosen_locale(query.one(LOCALE))
        mode, said = Mode(query.one(MODE) or Mode.FIRST_CONTACT), query.all(PRE_SELECTED)
        view = View(query.one(VIEW) or View.FORM)
        if query.refusal is not None:
            return refused(query.refusal)
        skill = None if skill_id is None else served.corpus.skills.get(skill_id)
        if skill_id is not None and skill is None:
            return problem(404, NO_SKILL)
        if skill is not None and is_withheld(skill.status):
            return Sent(served.files[f"/skills/{skill.id}.md"])  # the notice, as on the site (R-QUAR-06)
        asked = Asked(locale=locale, mode=mode, skill=skill, pre_selected=tuple(said))
        if said:
            return await self._filled_in(served.corpus, asked, view, query)
        return Sent(await self._plain(served.corpus, asked, view))

    async def _plain(self, corpus: Corpus, asked: Asked, view: View) -> Prepared:
        key = ("" if asked.skill is None else asked.skill.id, asked.locale, asked.mode, view)
        known = self._kept.known(key, (corpus,))
        if known is not None:
            return known
        told = await asyncio.to_thread(self._told, corpus, asked, view)
        assert not isinstance(told, tuple)  # nothing was filled in that could be wrong
        return self._kept.get(
            key, (corpus,), lambda: _page(told) if isinstance(told, str) else prepared(told)
        )

    async def _filled_in(self, corpus: Corpus, asked: Asked, view: View, query: Query) -> Response:
        told = await asyncio.to_thread(self._told, corpus, asked, view)
        if isinstance(told, dict):
            return json_answer(told)
        if isinstance(told, str):
            return Response(
                told, headers={POLICY_HEADER: _policy(), "Cache-Control": "no-store"}, media_type=_HTML
            )
        query.faults.extend(told)
        refusal = query.refusal
        assert refusal is not None  # there are faults
        return refused(refusal)

    def _told(
        self, corpus: Corpus, asked: Asked, view: View
    ) -> dict[str, Any] | str | tuple[SchemaFault, ...]:
        if view is View.QUESTIONS:
            sheet = filled_sheet(corpus, asked)
            if not isinstance(sheet, Sheet):
                return sheet
            return QuestionList(sheet, asked.locale, f"{self.public_url}{form_url(asked)}").as_json(
                PART_BYTES
            )
        form = composed(corpus, asked)
        if not isinstance(form, Form):
            return form
        return form.html if view is View.PAGE else form.as_json()


def _page(html: str) -> Prepared:
    body = html.encode()
    extra = [*NOINDEX, (POLICY_HEADER, _policy())]
    return Prepared(body, f"{_HTML}; charset=utf-8", hashlib.sha256(body).hexdigest()[:40], extra=extra)


def _policy() -> str:
    """That of the document, and a frame, which only a header can forbid."""
    return f"{form_policy()}; frame-ancestors 'none'"


def form_url(asked: Asked) -> str:
    """Where the same form is a page, with nothing filled in. Of a locale that there is no form in, nothing is repeated."""
    query = {
        VIEW.name: View.PAGE.value,
        SKILL_ID.name: "" if asked.skill is None else asked.skill.id,
        LOCALE.name: asked.locale.code if asked.locale.fallback is None else "",
        MODE.name: "" if asked.mode is Mode.FIRST_CONTACT else asked.mode.value,
    }
    return f"{ADDRESS}?{urlencode({name: value for name, value in query.items() if value})}"
