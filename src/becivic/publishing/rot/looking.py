"""What one look at a source comes to: a verdict where it is clear, and none where it is not (R-PLC-05)."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from becivic.corpus.fields import Fields
from becivic.corpus.signals import Outcome, classify
from becivic.fetching import Trouble
from becivic.publishing.rot.page_checks import Page, check_of
from becivic.rules.rot import GONE_STATUSES, TEMPORARY_OUTCOME
from becivic.rules.submissions import Verdict

_SUCCESS: Final = "success_signals"
_FAILURE: Final = "failure_signals"


@dataclass(frozen=True, slots=True)
class Look:
    """`detail` is a status or a closed word. Nobody votes without a verdict."""

    verdict: Verdict | None
    detail: str
    has_answered: bool = True
    was_asked: bool = True


def look_of(page: Page, validation_path: Fields) -> Look:
    """By the signals that a machine can see. Trouble of the day, a wall or a cut page are no verdict."""
    status = page.answer.status
    detail = str(status)
    if status in GONE_STATUSES:
        return Look(Verdict.REJECT, detail)
    if status >= 500 or _is_down(page, validation_path):
        return Look(None, detail)
    match classify(_seen(page, validation_path), _visible(validation_path)):
        case Outcome.FAILURE:
            return Look(Verdict.REJECT, detail)
        case Outcome.SUCCESS if page.answer.is_success or status == HTTPStatus.UNAUTHORIZED:
            return Look(Verdict.CONFIRM, detail)
        case _:
            return Look(None, detail)


def look_of_trouble(trouble: Trouble) -> Look:
    """A name that does not exist any more is a verdict; everything else may be ours, or pass."""
    verdict = Verdict.REJECT if trouble is Trouble.NO_SUCH_NAME else None
    return Look(verdict, trouble.value, has_answered=False, was_asked=not trouble.is_refusal)


def _is_down(page: Page, validation_path: Fields) -> bool:
    return any(
        _is_seen(page, signal)
        for signal in validation_path.children(_FAILURE)
        if signal.text("outcome") == TEMPORARY_OUTCOME
    )


def _visible(validation_path: Fields) -> Fields:
    """The signals as far as a machine can see: those that only a person can tell of stand in nobody's way."""
    return Fields(
        {
            each: [dict(signal.data) for signal in _can_be_seen(validation_path, each)]
            for each in (_SUCCESS, _FAILURE)
        }
    )


def _can_be_seen(validation_path: Fields, key: str) -> list[Fields]:
    return [
        signal
        for signal in validation_path.children(key)
        if check_of(signal.text("check"), signal.raw("value")) is not None
    ]


def _seen(page: Page, validation_path: Fields) -> list[Fields]:
    both = (*validation_path.children(_SUCCESS), *validation_path.children(_FAILURE))
    return [signal for signal in both if _is_seen(page, signal)]


def _is_seen(page: Page, signal: Fields) -> bool:
    check = check_of(signal.text("check"), signal.raw("value"))
    return check is not None and check(page)
