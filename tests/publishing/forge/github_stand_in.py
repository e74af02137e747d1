"""A stand-in for GitHub over a real bare repository: the endpoints the forge uses, and no others.

What each endpoint does is in github_routes.py. Every body that comes in and every answer that goes out is held to githubkit's models; what does not fit is a fault.
It proves what we say and that it is well said. It does not prove that GitHub does what we think it does.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jwt
import pygit2
from githubkit_schemas.latest import models

from tests.publishing.forge.github_models import fault

OWNER, REPO, APP_ID, INSTALLATION = "becivic", "corpus", 12, 345
WRITES = {"contents": "write", "pull_requests": "write", "statuses": "write", "metadata": "read"}
LEVELS = ("read", "write")


@dataclass
class Refused(Exception):
    """An answer that is an error."""

    status: int
    message: str = "Not Found"
    model: Any = models.BasicError
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    """Instead of what an error usually says."""


@dataclass
class PullMade:
    number: int
    title: str
    body: str | None
    branch: str
    head: str
    draft: bool
    state: str = "open"
    merge_commit: str | None = None


@dataclass
class Trouble:
    """What some question gets instead of its answer, so many times."""

    method: str
    path: str
    answer: Refused
    times: int = 1
    heard: bool = False
    """Whether what was asked for is done all the same."""


@dataclass
class Meanwhile:
    """What somebody else does just before a question is answered, once."""

    method: str
    path: str
    do: Callable[[], object]


@dataclass(frozen=True)
class Route:
    method: str
    path: re.Pattern[str]
    needs: tuple[str, str] | None
    asked: Any
    answered: Any
    status: int
    do: Callable[[StandIn, dict[str, str], dict[str, Any]], Any]


@dataclass
class StandIn:
    origin: Path
    public_key: str
    routes: tuple[Route, ...]
    clone_url: str = ""
    granted: dict[str, str] = field(default_factory=lambda: dict(WRITES))
    required: set[str] = field(default_factory=lambda: {"becivic/checks"})
    strict: bool = True
    """Whether main requires branches to be up to date."""
    pulls: list[PullMade] = field(default_factory=list)
    statuses: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, dict[str, str]] = field(default_factory=dict)
    trouble: list[Trouble] = field(default_factory=list)
    meanwhile: list[Meanwhile] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def git(self) -> pygit2.Repository:
        return pygit2.Repository(str(self.origin))

    def answer(
        self, method: str, path: str, query: dict[str, str], authorization: str, body: Any
    ) -> tuple[int, Any, Mapping[str, str]]:
        """One at a time, as one repository's changes are."""
        with self.lock:
            self.asked.append((method, path))
            self._let_others(method, path)
            try:
                self._stumble(method, path, heard=False)
                status, said = self._routed(method, path, query, authorization, body)
                self._stumble(method, path, heard=True)
            except Refused as refused:
                said = {"message": refused.message, "documentation_url": "https://docs.github.com/rest"}
                self._hold_to(refused.model, said)
                return refused.status, refused.body or said, refused.headers
            return status, said, {}

    def _let_others(self, method: str, path: str) -> None:
        for each in list(self.meanwhile):
            if each.method == method and path.endswith(each.path):
                self.meanwhile.remove(each)
                each.do()

    def _stumble(self, method: str, path: str, *, heard: bool) -> None:
        for each in self.trouble:
            if each.times and each.heard is heard and each.method == method and each.path in path:
                each.times -= 1
                raise each.answer

    def _routed(
        self, method: str, path: str, query: dict[str, str], authorization: str, body: Any
    ) -> tuple[int, Any]:
        for route in self.routes:
            match = route.path.fullmatch(path)
            if match is None or route.method != method:
                continue
            self._admit(route, authorization)
            if route.asked is not None:
                self._hold_to(route.asked, body)
            said = route.do(self, {**query, **match.groupdict()}, body or {})
            if route.answered is not None:
                self._hold_to(route.answered, said)
            return route.status, said
        self.faults.append(f"nothing answers {method} {path}")
        raise Refused(404)

    def _hold_to(self, model: Any, said: Any) -> None:
        wrong = fault(model, said)
        if wrong is not None:
            self.faults.append(wrong)

    def _admit(self, route: Route, authorization: str) -> None:
        kind, _, token = authorization.partition(" ")
        if route.needs is None:
            return self._admit_app(kind, token)
        if kind != "token" or token not in self.tokens:
            raise Refused(401, "Bad credentials")
        what, level = route.needs
        if LEVELS.index(self.tokens[token].get(what, "read")) < LEVELS.index(level):
            raise Refused(403, "Resource not accessible by integration")
        return None

    def _admit_app(self, kind: str, token: str) -> None:
        try:
            claims = jwt.decode(token, self.public_key, algorithms=["RS256"], issuer=str(APP_ID))
        except jwt.InvalidTokenError:
            raise Refused(401, "A JSON web token could not be decoded") from None
        if kind != "Bearer" or claims["exp"] - claims["iat"] > 600:
            raise Refused(401, "'Expiration time' claim ('exp') is too far in the future")

    # -- what every answer looks at -----------------------------------------------------------------------

    def target(self, ref: str) -> str | None:
        found = self.git.references.get(ref)
        return None if found is None else str(found.target)

    def refresh(self) -> None:
        """An open pull request is at its branch; one whose branch is gone is closed."""
        for pull in self.pulls:
            if pull.state == "open":
                at = self.target(f"refs/heads/{pull.branch}")
                pull.head, pull.state = at or pull.head, "open" if at else "closed"

    def pull(self, number: str) -> PullMade:
        self.refresh()
        if not 0 < int(number) <= len(self.pulls):
            raise Refused(404)
        return self.pulls[int(number) - 1]
