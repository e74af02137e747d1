"""The stand-in on a port of loopback: its API, and the repository itself over git's own protocol."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from tests.publishing.forge.github_stand_in import StandIn


@contextmanager
def serving(github: StandIn) -> Iterator[str]:
    """The address of its API."""

    class Handler(_Handler):
        stand_in = github

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    stand_in: StandIn
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one packet an answer: in two, each waits for the other side to acknowledge the first

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        if parts.path.startswith("/git/"):
            self._git(parts.path.removeprefix("/git"), parts.query, body)
            return
        status, said, headers = self.stand_in.answer(
            self.command,
            parts.path,
            dict(parse_qsl(parts.query)),
            self.headers.get("Authorization", ""),
            json.loads(body) if body else None,
        )
        self._send(status, b"" if status == 204 else json.dumps(said).encode(), dict(headers))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815  the names that http.server looks for

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _git(self, path: str, query: str, body: bytes) -> None:
        """A private repository: whoever shows no token that we made gets nothing."""
        if not self._shows_a_token():
            self._send(401, b"", {"WWW-Authenticate": 'Basic realm="GitHub"'})
            return
        ran = subprocess.run(
            ["git", "http-backend"],
            input=body,
            capture_output=True,
            check=True,
            env={
                "PATH": os.environ["PATH"],
                "GIT_PROJECT_ROOT": str(self.stand_in.origin.parent),
                "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
            },
        )
        head, _, answer = ran.stdout.partition(b"\r\n\r\n")
        self._send(200, answer, dict(line.split(": ", 1) for line in head.decode().splitlines()))

    def _shows_a_token(self) -> bool:
        kind, _, shown = self.headers.get("Authorization", "").partition(" ")
        user, _, token = base64.b64decode(shown).decode().partition(":")
        return kind == "Basic" and user == "x-access-token" and token in self.stand_in.tokens
