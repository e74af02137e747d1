"""How a line of the log is written: as a sentence, or as one JSON object (BECIVIC_LOG_FORMAT).

Both say by which request or run it came about. Fields have names of a closed list, and an exception is written as its
frames and its kind, never its text (design 6).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Any, Final

from becivic.frames import frames
from becivic.observing.tracing import REQUEST, RUN
from becivic.rules.moments import rfc3339
from becivic.setting_values import LogFormat

FIELDS: Final = ("ids", "outcome", "status", "ms", "job", "seconds", "report")
"""What `extra` may bring into a line: ids of submissions, closed words and numbers (R-PIPE-13)."""

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Formatter(logging.Formatter):
    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802  logging's name
        return frames(ei[1]) if ei[1] is not None else ""


class Sentences(_Formatter):
    """For people: level, message, and the id at the end where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        first, _, rest = super().format(record).partition("\n")
        if "report" in record.__dict__:
            first = f"{first}: {_json(record.__dict__['report'])}"
        named = [f"{name}={value}" for name, value in _traced().items()]
        return "\n".join([" ".join([record.levelname, first, *named]), *([rest] if rest else [])])


class Objects(_Formatter):
    """For machines: one JSON object a line. `now` is the clock of the service, which may be rehearsing."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now

    def format(self, record: logging.LogRecord) -> str:
        message, _, below = record.getMessage().partition("\n")
        if record.exc_info:
            below = self.formatException(record.exc_info)
        said: dict[str, Any] = {
            "time": rfc3339(self._now()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            **_traced(),
            **{name: record.__dict__[name] for name in FIELDS if name in record.__dict__},
            **({"frames": below} if below else {}),
        }
        return _json(said)


def _json(said: object) -> str:
    return json.dumps(said, ensure_ascii=False)


def write_logs(form: LogFormat, now: Callable[[], datetime]) -> None:
    """Warnings of anybody's go to standard error in this form. May be said again: the last word counts."""
    logging.basicConfig(level=logging.WARNING)
    written = Objects(now) if form is LogFormat.JSON else Sentences()
    for handler in logging.getLogger().handlers:
        handler.setFormatter(written)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line shows them


def _traced() -> dict[str, str]:
    found = {"request_id": REQUEST.get(), "run_id": RUN.get()}
    return {name: value for name, value in found.items() if value}
