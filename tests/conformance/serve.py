"""Serves the portals on 127.0.0.1, for harnesses that drive a browser: python serve.py [--port N]. Needs Python 3.9 alone.

The first line it prints is JSON: where it listens, and for every host of the portals the address that stands for it.
`/sources.json` has every source with such addresses in it, ready to be walked. A portal whose calls would deliver real
documents is not served: whoever calls it gets 403, and is named on standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PORTALS = Path(__file__).resolve().parent / "portals"


class Page(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class Portals:
    """What each address answers. `base` is where the server listens."""

    def __init__(self, folder: Path, base: str) -> None:
        self.folder = folder
        self.base = base
        self.portals: dict[str, Any] = json.loads((folder / "index.json").read_text(encoding="utf-8"))[
            "portals"
        ]

    def hosts(self) -> dict[str, str]:
        return {f"http://{told['host']}": f"{self.base}/{name}" for name, told in self.portals.items()}

    def sources(self) -> list[Any]:
        """Those that may be called, with addresses that lead here."""
        found = []
        for name, told in self.portals.items():
            text = (self.folder / name / "source.json").read_text(encoding="utf-8")
            if told["served"]:
                found.append(json.loads(text.replace(f"http://{told['host']}", f"{self.base}/{name}")))
        return found

    def page(self, host: str, path: str) -> Page:
        if path == "/sources.json":
            return Page(
                200, {"Content-Type": "application/json"}, json.dumps(self.sources(), indent=2).encode()
            )
        name, rest = self._place(host, path)
        told = self.portals.get(name)
        if told is None:
            return _plain(404, "No portal has this address.")
        if not told["served"]:
            print(
                f"A call to {name}, which delivers documents: never in a test.", file=sys.stderr, flush=True
            )
            return _plain(
                403, "This portal delivers real documents in real life. It is judged, never called."
            )
        page = next((each for each in told["pages"] if each["path"] == rest), None)
        if page is None:
            return _plain(404, "The portal has no such page.")
        if "redirect" in page:
            beginning = "" if host.startswith(told["host"]) else f"/{name}"
            return Page(page["status"], {"Location": beginning + page["redirect"]}, b"")
        body = (self.folder / page["file"]).read_bytes()
        return Page(page["status"], {"Content-Type": page["content_type"]}, body)

    def _place(self, host: str, path: str) -> tuple[str, str]:
        """By the host, as browsers reach *.localhost, or by the first part of the path."""
        name = host.partition(".localhost")[0]
        if name in self.portals and ".localhost" in host:
            return name, path
        first, _, rest = path.lstrip("/").partition("/")
        return first, f"/{rest}"


def server(port: int) -> tuple[ThreadingHTTPServer, Portals]:
    """Bound and not yet serving; 0 takes a free port."""
    portals: list[Portals] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self._answer(body=True)

        def _answer(self, *, body: bool) -> None:
            page = portals[0].page(self.headers.get("Host") or "", urlsplit(self.path).path)
            self.send_response(page.status)
            for name, value in {**page.headers, "Content-Length": str(len(page.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(page.body)

        def log_message(self, *_: object) -> None:
            pass

    bound = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    bound.daemon_threads = True
    portals.append(Portals(PORTALS, f"http://127.0.0.1:{bound.server_address[1]}"))
    return bound, portals[0]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description="Serves the mock portals on 127.0.0.1.", epilog="example: python serve.py --port 8099"
    )
    parser.add_argument("--port", type=int, default=0, help="a free one where it is not said")
    options = parser.parse_args(arguments)
    bound, portals = server(options.port)
    with bound:
        print(json.dumps({"base": portals.base, "hosts": portals.hosts()}), flush=True)
        try:
            bound.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _plain(status: int, text: str) -> Page:
    return Page(status, {"Content-Type": "text/plain; charset=utf-8"}, text.encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
