"""Requests that no client of ours would send: odd paths, headers, methods, bodies, encodings and MCP frames."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

_PAGES: Final = ("/", "/skills/", "/paths/", "/search", "/activity", "/docs/connect", "/agents", "/llms.txt", "/feed.atom", "/fr/skills/",
                 "/skills/residence-card-renewal", "/skills/residence-card-renewal.md", "/paths/household-composition", "/sitemap.xml")  # fmt: skip
_READS: Final = ("/api/skill-graph", "/api/paths", "/api/skills/nationality-application", "/api/concerns", "/api/search", "/api/status",
                 "/api/volatile-values", "/api/references/ref-00001/history", "/api/onboarding-form", "/api/skills/x/concerns",
                 "/api/openapi.json", "/api/health/live", "/metrics", "/api/_internal/rating-stats")  # fmt: skip
_WRITES: Final = ("/api/feedback", "/api/concerns", "/api/amendments", "/api/drafts", "/api/validations", "/api/feedback-channel",
                  "/api/ratings", "/api/analytics", "/api/_internal/catalogue-entries", "/api/nothing")  # fmt: skip
_TOOLS: Final = ("find_skill", "read_skill", "get_skill_graph", "search_corpus", "get_path_directory", "get_onboarding_form",
                 "validate_submission", "get_current_status", "no_such_tool")  # fmt: skip
_METHODS: Final = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "QUERY", "POST")
_NAMES: Final = (
    "q",
    "language",
    "status",
    "view",
    "format",
    "cursor",
    "limit",
    "after",
    "detail",
    "dry_run",
    "skill_id",
)
_JSON: Final = "application/json"
_TYPES: Final = (
    _JSON,
    _JSON,
    _JSON,
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "",
)
_BIG: Final = 300 * 1024


class Hostile:
    """Makes the n-th request of a run, of its seed alone."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._kinds: tuple[Callable[[], tuple[str, str, dict[str, str], bytes]], ...] = (
            self._page, self._page, self._read, self._read, self._odd_path, self._method, self._write, self._write, self._call, self._call,
        )  # fmt: skip

    def request(self, number: int) -> tuple[str, bytes]:
        """Its method and its bytes. One in five hundred is no HTTP."""
        if number % 500 == 0:
            return "GET", self._random.randbytes(40) + b"\r\n\r\n"
        method, target, headers, body = self._random.choice(self._kinds)()
        address = (
            f"198.{self._random.randint(18, 19)}.{self._random.randrange(256)}.{self._random.randrange(256)}"
        )
        said = {"Host": "127.0.0.1", "X-Forwarded-For": address, **self._reader(), **headers}
        if body or method in ("POST", "PUT", "PATCH"):
            said["Content-Length"] = str(len(body))
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
        return method, "\r\n".join(lines).encode("latin-1") + body

    def _word(self, most: int = 12) -> str:
        return "".join(
            self._random.choices("abcdefghijklmnopqrstuvwxyz0123456789-_.~", k=self._random.randint(1, most))
        )

    def _query(self) -> str:
        number = self._random.randrange(4)
        pairs = [f"{self._random.choice((*_NAMES, self._word()))}={self._value()}" for _ in range(number)]
        return "?" + "&".join(pairs) if pairs else ""

    def _value(self) -> str:
        return self._random.choice(
            (
                self._word(),
                "%00",
                "%FF%FE",
                "%ED%A0%80",
                "'%20OR%201=1--",
                "1e999",
                "-1",
                "9" * 30,
                "fr",
                "json",
                self._word(300),
            )
        )

    def _reader(self) -> dict[str, str]:
        """Headers that caches may be keyed by."""
        weight = self._random.random()
        made = {
            "Accept": f"text/{self._word()};q={weight:.3f}, text/html;q={1 - weight:.3f}, */*;q=0.1",
            "Accept-Language": f"{self._word(3)};q={weight:.3f}, nl",
            "Accept-Encoding": f"gzip;q={weight:.3f}, br, {self._word()}",
            "If-None-Match": f'"{self._word(40)}"',
            "If-Modified-Since": f"Thu, {self._random.randint(1, 28):02} Nov {self._random.randint(1900, 2999)} 10:00:00 GMT",
            "User-Agent": self._word(200),
            "X-" + self._word(): self._word(2000),
            "Range": f"bytes={self._random.randrange(99)}-",
            "Cookie": self._word(500),
            "Origin": self._random.choice(("null", "http://127.0.0.1", "https://evil.example")),
        }
        chosen = self._random.sample(sorted(made), self._random.randrange(5))
        return {name: made[name] for name in chosen}

    def _page(self) -> tuple[str, str, dict[str, str], bytes]:
        return "GET", self._random.choice(_PAGES) + self._query(), {}, b""

    def _read(self) -> tuple[str, str, dict[str, str], bytes]:
        return "GET", self._random.choice(_READS) + self._query(), {}, b""

    def _odd_path(self) -> tuple[str, str, dict[str, str], bytes]:
        odd = self._random.choice(
            (self._word(60), "%2e%2e/%2e%2e/etc/passwd", "//" + self._word(), "%00", "%C3%28", "a/" * 200, "%F0%9F%98%80", "skills/" + self._word(40),
             "paths/" + self._word(40), "api/skills/" + self._word(80), "docs/" + self._word(), self._word(4000), "skills/%0d%0aX: y", ".git/config")
        )  # fmt: skip
        return "GET", "/" + odd + self._query(), {}, b""

    def _method(self) -> tuple[str, str, dict[str, str], bytes]:
        path = self._random.choice((*_PAGES, *_READS, *_WRITES, "/api/concerns/" + self._word(), "/mcp"))
        return self._random.choice(_METHODS), path + self._query(), {"Content-Type": _JSON}, b""

    def _write(self) -> tuple[str, str, dict[str, str], bytes]:
        headers = {"Content-Type": self._random.choice(_TYPES)}
        if self._random.random() < 0.05:
            headers["Content-Encoding"] = "gzip"
        return (
            "POST",
            self._random.choice(_WRITES) + self._random.choice(("", "?dry_run=1", self._query())),
            headers,
            self._body(),
        )

    def _body(self) -> bytes:
        kind = self._random.randrange(12)
        if kind == 0 and self._random.random() < 0.05:
            return b'{"body":"' + b"x" * _BIG + b'"}'
        fixed = (
            b"",
            b"{",
            b"[" * 5000,
            b'{"a":1,"a":2}',
            b'{"a":NaN}',
            b'{"a":"\\ud800"}',
            b'{"a":"\xff\xfe"}',
            b'{"a":1e999}',
            b'{"a":' * 60 + b"1" + b"}" * 60,
        )
        if kind < len(fixed):
            return fixed[kind]
        return json.dumps(self._payload()).encode()

    def _payload(self) -> dict[str, Any]:
        """Shaped like a concern or an envelope of them, each with something wrong."""
        item = {
            "schema_version": 4,
            "concern_id": f"con_019a8000-0000-7000-8000-{self._random.randrange(16**12):012x}",
            "submitted_at": "2026-11-19T12:00:00Z",
            "submitting_agent": self._word(),
            "submission_contract_version": "2.1.0",
            "declared_capabilities": ["multi_turn", "structured_output", "tool_use", self._word()],
            "target_type": self._random.choice(("skill", "path", self._word())),
            "target_id": self._random.choice(("nationality-application", self._word(40))),
            "body": " ".join(self._word() for _ in range(30)),
            self._word(30): self._random.choice((None, 1.5, [], {self._word(): self._word()})),
        }
        return (
            item
            if self._random.random() < 0.5
            else {
                "session_id": self._word(40),
                "mode": "validate",
                "items": [item] * self._random.randrange(5),
            }
        )

    def _call(self) -> tuple[str, str, dict[str, str], bytes]:
        headers = {
            "Content-Type": _JSON,
            "Mcp-Protocol-Version": self._random.choice(("2025-06-18", "2026-07-28", self._word())),
        }
        if self._random.random() < 0.15:
            return "POST", "/mcp", headers, self._body()
        arguments = {
            self._random.choice(
                ("query", "id", "path_id", "language", "limit", self._word())
            ): self._random.choice((self._word(300), 3, None, [self._word()]))
        }
        message = {
            "jsonrpc": self._random.choice(("2.0", "2.0", "2.0", "1.0")),
            "id": self._random.choice((self._random.randrange(10**9), self._word(60), None, 1.5)),
            "method": self._random.choice(("tools/call", "tools/call", "tools/list", "resources/read", "prompts/get", "initialize", self._word())),
            "params": {"name": self._random.choice(_TOOLS), "arguments": arguments, "uri": "becivic://" + self._word(50)},
        }  # fmt: skip
        return "POST", "/mcp", headers, json.dumps(message).encode()
