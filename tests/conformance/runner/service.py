"""Plays the service on this machine: answers as it would, writes down what it is sent, and fails when it is told to."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.conformance.runner.moments import stamp

IDS = {
    "concern": "concern_id",
    "amendment": "amendment_id",
    "validation": "validation_id",
    "draft": "draft_id",
    "feedback": "feedback_id",
    "rating": "rating_id",
}
ROUTES = {
    "concerns": "concern",
    "amendments": "amendment",
    "validations": "validation",
    "drafts": "draft",
    "feedback-channel": "feedback",
    "ratings": "rating",
}
GOOD, DOWN, LOSE_THE_ANSWER, UNRUNNABLE = "good", "down", "lose-the-answer", "one-cannot-be-run"
_PAGES = {
    "/scrub-rules.json": "scrub-rules.json",
    "/api/skill-graph": "skill-graph.json",
    "/api/paths": "paths.json",
    "/paths/index.json": "paths.json",
    "/skills/index.json": "skills-index.json",
}
_REMEDY = "Change what the pointer names and send it again."


class Service:
    """`manners` say how it behaves: `rules`, `validate`, `stage` and `cancel`, each good, down, or a refusal by category."""

    def __init__(self, library: Path, now: datetime) -> None:
        self.library = library
        self.now = now
        self.manners: dict[str, Any] = {}
        self.calls: list[dict[str, Any]] = []
        self.taken: dict[str, str] = {}
        """By id: the token that takes it back."""
        self.url = ""

    def page(self, path: str) -> tuple[int, bytes]:
        if path == "/scrub-rules.json" and self.manner("rules") == DOWN:
            return 503, b"{}"
        name = _PAGES.get(path)
        if name is None:
            return 404, b'{"error":"not_found"}'
        body = (self.library / name).read_bytes()
        if path == "/scrub-rules.json" and self.manner("rules") == UNRUNNABLE:
            body = body.replace(b"BADGE-[A-Z]{3}", b"BADGE-([A-Z]{3}")  # a bracket that nobody closes
        return 200, body

    def manner(self, name: str) -> Any:
        return self.manners.get(name, GOOD)

    def sent(self, mode: str, items: list[dict[str, Any]]) -> tuple[int, Any]:
        """What becomes of items; None for the answer where it is lost on the way."""
        self.calls.append({"mode": mode, "items": [_id(each) for each in items]})
        manner = self.manner(mode)
        if manner == DOWN:
            return 503, {"error": "staging_unavailable"}
        results = [self._result(mode, place, each) for place, each in enumerate(items)]
        return 200, None if manner == LOSE_THE_ANSWER else {"results": results}

    def cancelled(self, item_id: str, token: str) -> tuple[int, dict[str, Any]]:
        self.calls.append({"mode": "cancel", "items": [item_id]})
        if self.manner("cancel") == DOWN:
            return 503, {"error": "staging_unavailable"}
        if not token or self.taken.get(item_id) != token:
            return 401, {"error": "unauthorised"}
        del self.taken[item_id]
        return 200, {"cancelled": True}

    def _result(self, mode: str, place: int, item: Mapping[str, Any]) -> dict[str, Any]:
        told = {"idx": place, "type": item.get("type")}
        manner, eta = self.manner(mode), stamp(self.now + timedelta(hours=24))
        if isinstance(manner, Mapping):
            return {**told, "ok": False, "status": "rejected", **manner, "remedy": _REMEDY}
        if mode == "validate":
            return {**told, "ok": True, "status": "validated", "would_stage_for": eta}
        item_id = _id(item)
        if item_id in self.taken:
            return {**told, "ok": True, "status": "duplicate", "id": item_id}
        self.taken[item_id] = _token(item_id)
        if item.get("type") == "validation":
            return {**told, "ok": True, "status": "applied", "id": item_id, "applied_at": stamp(self.now)}
        staged = {"status": "staged", "id": item_id, "cancel_token": self.taken[item_id], "commit_eta": eta}
        return {**told, "ok": True, **staged}


@contextmanager
def serving(library: Path, now: datetime) -> Iterator[Service]:
    """On a free port of this machine, for as long as it is needed."""
    service = Service(library, now)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = service.page(urlsplit(self.path).path)
            self._answer(status, body)

        def do_POST(self) -> None:
            asked = urlsplit(self.path)
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                body = json.loads(raw)
            except ValueError:
                body = None
            kind = ROUTES.get(asked.path.rpartition("/")[2])
            if not isinstance(body, dict) or (asked.path != "/api/feedback" and kind is None):
                self._answer(404 if kind is None else 400, b'{"error":"schema_fail"}')
                return
            is_dry = parse_qs(asked.query).get("dry_run") == ["1"]
            mode = str(body.get("mode") or ("validate" if is_dry else "stage"))
            items = body.get("items") if kind is None else [{**body, "type": kind}]
            status, said = service.sent(mode, [each for each in items or () if isinstance(each, dict)])
            if said is None:
                self.close_connection = True
                return
            alone = said["results"][0] if kind is not None and "results" in said else said
            self._answer(status, json.dumps(alone).encode())

        def do_DELETE(self) -> None:
            token = str(self.headers.get("Authorization") or "").partition("Bearer ")[2]
            status, said = service.cancelled(urlsplit(self.path).path.rpartition("/")[2], token)
            self._answer(status, json.dumps(said).encode())

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _id(item: Mapping[str, Any]) -> str:
    return str(item.get(IDS.get(str(item.get("type")), "")))


def _token(item_id: str) -> str:
    """43 letters, as the service gives them."""
    return base64.urlsafe_b64encode(hashlib.sha256(item_id.encode()).digest()).decode().rstrip("=")
