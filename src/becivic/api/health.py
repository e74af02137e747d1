"""GET /api/health: whether the service answers and what it serves; below it, the two questions that machines ask.

`live`: the process answers. `ready`: it can do its work, so requests may be sent to it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from becivic import __version__
from becivic.clock import Clock, rfc3339
from becivic.reading.service import Standing
from becivic.web.problems import problem

ADDRESS: Final = "/api/health"
LIVE: Final = f"{ADDRESS}/live"
READY: Final = f"{ADDRESS}/ready"

RETRY_AFTER: Final = 5
"""Seconds after which it is worth asking again."""

_MAKE_WRITABLE: Final = (
    "The last write was not stored: see that the disk of the database has room and that nothing keeps its file locked."
    " A write is tried again every few seconds; nothing has to be restarted."
)
_KEPT_BY_NOBODY: Final = {"Cache-Control": "no-store"}


class Check(NamedTuple):
    """One thing that was looked at. `remedy` says what to do where it is not as it should be."""

    name: str
    ok: bool
    remedy: str
    needed: bool = True
    """Whether the service is ready without."""

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "ok": self.ok, **({} if self.ok else {"remedy": self.remedy})}


@dataclass(frozen=True, slots=True)
class HealthRoutes:
    standing: Callable[[], Standing]
    reached: Callable[[], Awaitable[bool]]
    """Whether the records can be."""
    writable: Callable[[], bool]
    """Whether the last write to them was stored."""
    clock: Clock
    is_stopping: Callable[[], bool] = lambda: False

    def routes(self) -> list[Route]:
        return [
            Route(ADDRESS, self.get_health, methods=["GET"]),
            Route(LIVE, self.get_live, methods=["GET"]),
            Route(READY, self.get_ready, methods=["GET"]),
        ]

    async def get_health(self, _: Request) -> Response:
        now, records = self.standing(), await self.reached()
        checks = self._checks(now, records=records)
        body = {
            "status": now.health(records=records and self.writable()),
            "live": True,
            "ready": _is_ready(checks),
            "checks": [check.as_json() for check in checks],
            "records": "ok" if records else "unreachable",
            "commit": now.corpus.commit,
            "version": __version__,
            "skills": len(now.corpus.skills),
            "paths": len(now.corpus.paths.entries),
            "corpus_errors": len(now.corpus.findings),
            "now": rfc3339(self.clock.now()),
        }
        return JSONResponse(body, headers=_KEPT_BY_NOBODY)

    async def get_live(self, _: Request) -> Response:
        return JSONResponse({"live": True}, headers=_KEPT_BY_NOBODY)

    async def get_ready(self, _: Request) -> Response:
        checks = self._checks(self.standing(), records=await self.reached())
        if _is_ready(checks):
            return JSONResponse({"ready": True}, headers=_KEPT_BY_NOBODY)
        missing = [check for check in checks if check.needed and not check.ok]
        return problem(
            503,
            f"Not ready: {', '.join(check.name for check in missing)}.",
            extra={"remedy": " ".join(check.remedy for check in missing), "retry_after": RETRY_AFTER},
            headers={"Retry-After": str(RETRY_AFTER)},
        )

    def _checks(self, now: Standing, *, records: bool) -> tuple[Check, ...]:
        return (
            Check("records", records, "See that the database runs and its disk has room; the log says more."),
            Check("writes", self.writable(), _MAKE_WRITABLE),
            Check(
                "corpus",
                bool(now.corpus.skills or now.corpus.paths.entries),
                "Main holds no skill and no path: run `becivic check` on what was committed.",
            ),
            Check(
                "main",
                now.is_current,
                "Main cannot be served, or cannot be read; the log says why. Until then the last good commit is served.",
                needed=False,
            ),
            Check("running", not self.is_stopping(), "The service is being stopped: ask another replica."),
        )


def _is_ready(checks: tuple[Check, ...]) -> bool:
    return all(check.ok for check in checks if check.needed)
