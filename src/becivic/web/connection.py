"""One connection, bounded: uvicorn's own sets no limit to a request's head, nor to the time it takes.

A body is the application's to bound; here everything else is. A caller who is refused here gets a problem and the
end of the connection. Nothing is ever logged here: anybody could fill a log, and an address or a URL may name somebody.
"""

from __future__ import annotations

import asyncio
from typing import Final

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from becivic.web.problem_bodies import MEDIA_TYPE, problem_body

HEAD_BYTES: Final = 32 * 1024
"""The most that may arrive without becoming part of a body: request line and headers, trailers, chunk extensions."""

HEAD_WITHIN: Final = 15.0
"""Seconds from a connection's beginning, or a head's, to the head's end."""

REST_WITHIN: Final = 10.0
"""Seconds that the rest of a request has once it is answered; then the connection ends."""


class HeadRefused(Exception):
    """Ends the parsing of a request."""


class Connection(HttpToolsProtocol):
    """What uvicorn calls a protocol. The parser calls `on_…` from inside `data_received`."""

    _in_head = True
    """Whether the next byte belongs to a head, or none has come; otherwise to a body and what follows it."""
    _loose = 0
    """Bytes since a head began, or since the last piece of a body."""
    _deadline: asyncio.TimerHandle | None = None
    _again = b""
    """The head of a request for another protocol, as it is read once more."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(HEAD_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lift_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """In place of uvicorn's own, which logs what cannot be read and drops what follows an `Upgrade`."""
        self._loose += len(data)
        self._unset_keepalive_if_required()
        try:
            self._read(memoryview(data))
        except httptools.HttpParserError:
            self._refuse(431 if self._loose > HEAD_BYTES else 400)
        if self.transport.is_closing():
            return
        if self._loose > HEAD_BYTES:
            self._refuse(431)
        elif self._in_head and self._deadline is None and self._is_idle:
            self._set_deadline(HEAD_WITHIN)

    def on_headers_complete(self) -> None:
        self._lift_deadline()
        if self._loose > HEAD_BYTES and self._head_size() > HEAD_BYTES:
            raise HeadRefused
        if self.parser.should_upgrade():
            self._again = self._head_without_upgrade()
            return
        self._refuse_without_host()
        super().on_headers_complete()
        self._in_head = False  # not before uvicorn has read the URL: until then no answer is under way
        self._loose = 0

    def on_body(self, body: bytes) -> None:
        self._loose = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        super().on_message_complete()
        self._lift_deadline()
        self._in_head = True
        self._loose = 0

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_head or not self._is_idle or self.transport.is_closing():
            return
        if self.expect_100_continue:  # whether it now sends the body or the next request, only it knows
            self.transport.close()
        else:
            self._set_deadline(REST_WITHIN)

    def _read(self, data: memoryview) -> None:
        """A request for another protocol is answered in this one (RFC 9110 7.8), its body included.

        The parser stops at the head of such a request and takes what follows for the other protocol.
        """
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                data = data[upgrade.args[0] :]
                # The parser may believe that this was the last request. The leniency is uvicorn's own.
                self.parser = httptools.HttpRequestParser(self)
                self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
                self.parser.feed_data(self._again)
            else:
                return

    def _head_without_upgrade(self) -> bytes:
        method = self.parser.get_method()
        if method == b"CONNECT":  # that is for proxies; what follows would not be HTTP
            raise HeadRefused
        line = b"%b %b HTTP/%b" % (method, self.url, self.parser.get_http_version().encode("ascii"))
        fields = (b"%b: %b" % field for field in self.headers if field[0] != b"upgrade")
        return b"\r\n".join((line, *fields, b"", b""))

    def _refuse_without_host(self) -> None:
        """RFC 9112 3.2: one Host, except before HTTP/1.1."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() != "1.0"):
            raise HeadRefused

    @property
    def _is_idle(self) -> bool:
        """Whether no answer is under way."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]  # uvicorn starts with None

    @property
    def _is_heard(self) -> bool:
        """Whether a word of ours would not stand in the middle, or in the place, of an answer."""
        return not self.pipeline and (self._is_idle if self._in_head else not self.cycle.response_started)

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _lift_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        if self._in_head and self._loose:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """End the connection, with a word where it can be heard."""
        if self._is_heard:
            self.transport.write(_REFUSALS[status])
        self.transport.close()


def _refusal(status: int, detail: str) -> bytes:
    body = problem_body(status, detail)
    head = f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\ncache-control: no-store\r\nconnection: close"
    return STATUS_LINE[status] + head.encode("ascii") + b"\r\n\r\n" + body


_REFUSALS: Final = {
    400: _refusal(
        400, "This is not a request in HTTP/1.1: its first line, its Host or its framing is wrong."
    ),
    408: _refusal(408, f"The head of the request did not arrive within {HEAD_WITHIN:.0f} seconds."),
    431: _refusal(431, f"The head of the request is larger than {HEAD_BYTES // 1024} KiB."),
}
