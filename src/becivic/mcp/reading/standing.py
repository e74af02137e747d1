"""get_current_status and get_onboarding_form: what is served and what to send, a submission's state, the first questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.mcp.arguments import pairs
from becivic.mcp.asking import Answered, Question
from becivic.mcp.reading.near import no_skill
from becivic.mcp.told import Provenance, Told, of_argument, refused
from becivic.mcp.tool import TEXT, Arguments, Tool, giving, name_of, one_of, text
from becivic.mcp.visit import Visit
from becivic.onboarding.locales import FallbackReason
from becivic.rendering.plain import in_markdown

STATUS: Final = "/api/status"
FORM: Final = "/api/onboarding-form"
_MODES: Final = ("first-contact", "returning")
_NOTHING_KNOWN: Final = "Look at the id in the answer to sending it. What was taken back, and what was published more than 48 hours ago, is not known any more."
_FALLBACKS: Final = {
    FallbackReason.NOT_GIVEN: "No language was asked for: say which with `locale`.",
    FallbackReason.NOT_SUPPORTED: "There is no form in the language asked for: translate the questions for the person.",
}


async def _get_current_status(visit: Visit, arguments: Arguments) -> Told:
    question = Question(STATUS, tuple(pairs(arguments)))
    answer = await visit.ask(question)
    if not answer.is_good:
        return _no_status(answer, visit)
    said = answer.json()
    facts = [visit.facts("skill", name) for name in visit.corpus.skills]
    return Told(
        structured=said,
        text="\n".join(_status_lines(said)),
        provenance=Provenance.over(visit.commit, facts),
        source=question.address,
    )


def _no_status(answer: Answered, visit: Visit) -> Told:
    if answer.status != 404:
        return of_argument(answer, visit.commit)
    return refused(answer, visit.commit, remedy=_NOTHING_KNOWN, more={"schema_pointer": "/submission_id"})


def _status_lines(said: Mapping[str, Any]) -> Iterator[str]:
    if "submission" in said:
        own = said["submission"]
        more = ", ".join(
            f"{name} {value}" for name, value in own.items() if name not in ("id", "type", "state")
        )
        yield f"Submission `{own['id']}` ({own['type']}): **{own['state']}**{f', {more}' if more else ''}."
        yield ""
    send = said["send"]
    yield f"Service {said['status']}, version {said['version']}, {said['now']}."
    yield f"Corpus of {said['corpus_made_at']}: {said['skills']} procedures, {said['paths']} paths."
    for name, words in (("skills", "Procedures"), ("paths", "Paths")):
        yield f"{words}: {_counted(said['by_status'][name])}."
    versions = ", ".join(f"{name} {version}" for name, version in send["schema_versions"].items())
    yield f"Send contract {send['submission_contract_version']} and schema versions {versions};"
    yield "the tools fill in versions, id, time and agent by themselves."


def _counted(statuses: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {status}" for status, number in statuses.items()) or "none"


async def _get_onboarding_form(visit: Visit, arguments: Arguments) -> Told:
    """Asked for inside the process: what is filled in stands in no address that anybody logs."""
    question = Question(FORM, (*pairs(arguments), ("view", "questions")))
    answer = await visit.ask(question)
    if not answer.is_good:
        return no_skill(answer, visit, str(arguments.get("skill_id", "")))
    said = answer.json()
    skill_id = said.get("skill_id")
    return Told(
        structured=said,
        text="\n".join(_form_lines(said)),
        provenance=visit.over("skill", [skill_id] if skill_id else []),
        source="" if "pre_selected" in arguments else question.address,
    )


def _form_lines(said: Mapping[str, Any]) -> Iterator[str]:
    yield f"Questions in `{said['locale_actual']}`; ask only those whose answer is not known, one at a time."
    if said.get("locale_fallback_reason"):
        yield _FALLBACKS[FallbackReason(said["locale_fallback_reason"])]
    yield "Answers stay on the person's own machine: send none of them here."
    yield f"The same as a page with a form for the person: {said['form_url']}"
    yield ""
    for question in said["questions"]:
        yield f"- `{question['name']}` ({question['type']}): {in_markdown(str(question['label']))}{_choices(question)}"


def _choices(question: Mapping[str, Any]) -> str:
    options = question.get("options")
    if not options:
        return f" (list: {question['options_from']})" if question.get("options_from") else ""
    values = (each["value"] if isinstance(each, dict) else each for each in options)
    return f" [{', '.join(str(value) for value in values)}]"


GET_CURRENT_STATUS: Final = Tool(
    name="get_current_status",
    title="See what is served now, and where a submission stands",
    about=(
        "The commit that is served, which contract and schema versions to send, and how many procedures stand at which status. "
        "With `submission_id`, the state of something that was sent: staged, committed, held for review, discarded."
    ),
    work=_get_current_status,
    properties={
        "submission_id": text("The id of something that was sent, such as `con_…`.", maxLength=60),
    },
    output=giving(
        "status", "commit", "version", "send", "license",
        status=TEXT, commit=TEXT, version=TEXT, now=TEXT, license=TEXT,
        send={"type": "object", "description": "Versions to write into a submission."},
        submission={"type": "object", "description": "Where a submission stands."},
    ),
    aliases={
        "id": "submission_id", "submission": "submission_id", "concern_id": "submission_id", "amendment_id": "submission_id",
        "validation_id": "submission_id", "draft_id": "submission_id", "feedback_id": "submission_id", "rating_id": "submission_id",
    },
)  # fmt: skip
GET_ONBOARDING_FORM: Final = Tool(
    name="get_onboarding_form",
    title="Get the questions to ask at the start",
    about=(
        "What to ask somebody before a procedure begins: their situation, and what the procedure needs, in six languages. Ask in "
        "the conversation, or show the form at `form_url`. What is answered stays with the person; nothing of it is kept here."
    ),
    work=_get_onboarding_form,
    properties={
        "skill_id": name_of("The procedure that the questions are for; the person's situation alone when left out."),
        "locale": text("The language, such as `fr` or `nl-BE`. One there is no form in gives English, with the reason.", maxLength=40),
        "mode": one_of(_MODES, "`returning` asks what has changed; `first-contact` when left out."),
        "pre_selected": {
            "type": "array",
            "items": TEXT,
            "description": "Answers to fill in, each `axis:value`. Nothing of it is kept; send no more than is needed.",
        },
    },
    output=giving(
        "questions", "form_url", "locale_actual", "version",
        skill_id={"description": "The procedure's id, or null."},
        questions={"type": "array", "items": {"type": "object"}},
        form_url=TEXT,
        locale_actual=TEXT,
        version=TEXT,
    ),
    aliases={
        "id": "skill_id", "skill": "skill_id", "language": "locale", "lang": "locale", "preselected": "pre_selected",
        "answers": "pre_selected",
    },
)  # fmt: skip
