"""`runtime/ner-review-queue.log`: a line for every hold, kept for ninety days, without a word of anybody's (R-NER-06)."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from becivic.publishing.home import HomeRefused, alone_in
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import REVIEW_LOG_DAYS
from becivic.rules.schemas import safe_pointer
from becivic.store.written import document, moment

_LOG: Final = logging.getLogger(__name__)

REVIEW_LOG: Final = "runtime/ner-review-queue.log"
"""Its name in the home folder."""

_KEPT: Final = timedelta(days=REVIEW_LOG_DAYS)


class Hold(NamedTuple):
    address: str
    """Where it is now: `held-for-review/<type>/<id>`."""
    reasons: Sequence[Reason]


def note_holds(home: Path, holds: Sequence[Hold], now: datetime) -> None:
    """After the transaction that held them. Whoever else writes it waits."""
    if not holds:
        return
    try:
        _note(home, holds, now)
    except (OSError, HomeRefused) as error:  # the records say what is held: a full disk must not stop a run
        _LOG.warning(
            "%s could not be written (%s); %d holds stand in the records alone.",
            REVIEW_LOG,
            type(error).__name__,
            len(holds),
        )


def _note(home: Path, holds: Sequence[Hold], now: datetime) -> None:
    file = home / REVIEW_LOG
    file.parent.mkdir(mode=0o700, exist_ok=True)
    lines = "".join(f"{_line(hold, now)}\n" for hold in holds)
    with alone_in(file.parent):
        if _begins_recently(file, now):
            _write(file, lines, os.O_APPEND)
            return
        kept = [line for line in file.read_text("utf-8").splitlines() if _is_recent(line, now)]
        fresh = file.with_suffix(".new")
        _write(fresh, "".join(f"{line}\n" for line in kept) + lines, os.O_TRUNC)
        fresh.replace(file)


def _begins_recently(file: Path, now: datetime) -> bool:
    """Lines stand in the order of time: where the first may stay, all may."""
    try:
        with file.open(encoding="utf-8") as stream:
            first = stream.readline()
    except FileNotFoundError:
        return True
    return not first or _is_recent(first, now)


def _line(hold: Hold, now: datetime) -> str:
    reasons = [{"reason": each.reason.value, "pointer": safe_pointer(each.pointer)} for each in hold.reasons]
    return document({"at": moment(now), "held": hold.address, "reasons": reasons})


def _is_recent(line: str, now: datetime) -> bool:
    """A line that a crash cut short says nothing, and goes too."""
    try:
        at = json.loads(line)["at"]
    except (ValueError, KeyError, TypeError):
        return False
    return isinstance(at, str) and at >= moment(now - _KEPT)


def _write(file: Path, text: str, how: int) -> None:
    target = os.open(file, os.O_WRONLY | os.O_CREAT | how, 0o600)
    with os.fdopen(target, "w", encoding="utf-8") as stream:
        stream.write(text)
