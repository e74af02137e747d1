"""Many clients at once over two servers: each sends, reads, and goes to the other server with the same id when one is gone."""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, Final

import httpx
from tests.factories.numbered import submission, submission_id

from becivic.clock import rfc3339
from becivic.rules.submissions import SubmissionType

SKILL: Final = "demo-application"
KINDS: Final = (SubmissionType.CONCERN, SubmissionType.VALIDATION, SubmissionType.FEEDBACK)
"""What every client sends, one of each a round."""
_TRIES: Final = 200
_PAUSE: Final = 0.05
"""Seconds before the next try. Together ten seconds: longer than a server takes to start."""

Reading = tuple[int, ...]
"""The version of a skill, as numbers."""


@dataclass
class Books:
    """What the clients were told, and nothing that a server says of itself."""

    acknowledged: dict[str, SubmissionType] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    lost_connections: int = 0
    unexpected: list[str] = field(default_factory=list)
    versions: dict[tuple[str, int], list[Reading]] = field(default_factory=dict)
    """By server and client, every version that was read, in order."""


@dataclass
class Storm:
    """`urls` is where the servers are now; whoever restarts one changes it."""

    urls: list[str]
    now: datetime
    clients: int
    books: Books = field(default_factory=Books)
    on_acknowledged: Callable[[int], None] = lambda _: None
    _numbers: Any = field(default_factory=lambda: count(1))

    async def blows(self, rounds: int, kinds: Sequence[SubmissionType] = KINDS) -> None:
        """Every client goes its rounds, all at the same time: one of each kind, and a look."""
        context = ssl.create_default_context()  # made once: it costs more than everything that a client sends
        await asyncio.gather(
            *(self._client(context, number, list(kinds) * rounds) for number in range(self.clients))
        )

    async def _client(self, context: ssl.SSLContext, number: int, kinds: list[SubmissionType]) -> None:
        async with httpx.AsyncClient(verify=context, trust_env=False, timeout=30) as http:
            await self._reads(http, number)
            for kind in kinds:
                await self._sends(http, kind, number)
            await self._reads(http, number)

    async def _sends(self, http: httpx.AsyncClient, kind: SubmissionType, client: int) -> None:
        number = next(self._numbers)
        given = {} if kind is SubmissionType.FEEDBACK else {"target_id": SKILL}
        sent = submission(kind, number, submitted_at=rfc3339(self.now), **given)
        answer = await self._asks(http, client, "POST", f"/api/{kind.facts.route}", sent)
        status = str(answer.json().get("status"))
        if status in ("staged", "applied", "duplicate"):
            self.books.acknowledged[submission_id(kind, number)] = kind
            self.books.statuses[status] += 1
            self.on_acknowledged(len(self.books.acknowledged))
        else:
            self.books.unexpected.append(f"{answer.status_code} {answer.text[:200]}")

    async def _reads(self, http: httpx.AsyncClient, client: int) -> None:
        answer = await self._asks(http, client, "GET", f"/api/skills/{SKILL}")
        if answer.status_code != 200:
            self.books.unexpected.append(f"{answer.status_code} {answer.text[:200]}")
            return
        url = f"{answer.request.url.scheme}://{answer.request.url.netloc.decode()}"
        version = tuple(int(part) for part in answer.json()["version"].split("."))
        self.books.versions.setdefault((url, client), []).append(version)

    async def _asks(
        self, http: httpx.AsyncClient, client: int, method: str, path: str, body: object = None
    ) -> httpx.Response:
        """At one's own server first, then at the other one, in turns: what was lost is sent again with the same id."""
        headers = {"x-forwarded-for": f"198.18.{client // 250}.{client % 250 + 1}"}
        for each in range(_TRIES):
            url = self.urls[(client + each) % len(self.urls)]
            try:
                answer = await http.request(method, url + path, json=body, headers=headers)
            except httpx.TransportError:
                self.books.lost_connections += 1
            else:
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(_PAUSE)
        raise AssertionError(f"no server answered {method} {path}")
