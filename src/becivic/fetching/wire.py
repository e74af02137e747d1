"""One request on one connection, within a deadline and so many bytes, however the other side drags it out."""

from __future__ import annotations

import io
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from ipaddress import ip_address
from typing import Any, Final, cast

from becivic.fetching.answers import Answer, NoAnswer, Trouble
from becivic.fetching.web_address import WebAddress
from becivic.rules.rot import Manners

_PIECE: Final = 16 << 10


class _TooMuch(Exception):
    """More came than was allowed."""


class _Bounded(io.RawIOBase):
    """The receiving end of a connection: no byte after the deadline, and no more than `allowed`."""

    def __init__(self, line: socket.socket, seconds_left: Callable[[], float], allowed: int) -> None:
        self._line = line
        self._seconds_left = seconds_left
        self.allowed = allowed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401  whatever BufferedReader hands over
        self._line.settimeout(self._seconds_left())
        got = self._line.recv_into(buffer)
        self.allowed -= got
        if self.allowed < 0:
            raise _TooMuch
        return got

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What HTTPResponse asks a socket for."""
        return io.BufferedReader(self)


@dataclass(frozen=True, slots=True)
class Wire:
    """How connections are made. `clock` counts seconds and never goes back."""

    tls: ssl.SSLContext
    clock: Callable[[], float]
    user_agent: str
    manners: Manners

    def ask(self, method: str, address: WebAddress, ips: Sequence[str], seconds: float) -> Answer:
        """From one of the addresses that were checked, in turn. No redirect is followed here."""
        until = self.clock() + seconds
        try:
            with self._connected(address, ips, until) as line:
                line.settimeout(self._left(until))
                line.sendall(self._request(method, address))
                return self._answer(method, _Bounded(line, lambda: self._left(until), self._most_of_head))
        except TimeoutError:
            raise NoAnswer(Trouble.TOO_SLOW) from None
        except ssl.SSLError:
            raise NoAnswer(Trouble.TLS) from None
        except OSError:
            raise NoAnswer(Trouble.UNREACHABLE) from None
        except (HTTPException, _TooMuch, ValueError):
            raise NoAnswer(Trouble.NOT_HTTP) from None

    @property
    def _most_of_head(self) -> int:
        """What is read ahead of a short head is the body's already."""
        return self.manners.head_bytes + io.DEFAULT_BUFFER_SIZE

    def _left(self, until: float) -> float:
        left = until - self.clock()
        if left <= 0:
            raise TimeoutError
        return left

    def _connected(self, address: WebAddress, ips: Sequence[str], until: float) -> socket.socket:
        *others, last = ips
        for ip in others:
            try:
                return self._connect(address, ip, until)
            except OSError:  # a machine may have no way to one kind of address
                continue
        return self._connect(address, last, until)

    def _connect(self, address: WebAddress, ip: str, until: float) -> socket.socket:
        """To this very address; the certificate must be the name's."""
        family = socket.AF_INET6 if ip_address(ip).version == 6 else socket.AF_INET
        line = socket.socket(family, socket.SOCK_STREAM)
        try:
            line.settimeout(min(self.manners.connect_seconds, self._left(until)))
            line.connect((ip, address.port))
            if address.scheme == "http":
                return line
            line.settimeout(self._left(until))
            return self.tls.wrap_socket(line, server_hostname=address.host)
        except BaseException:
            line.close()
            raise

    def _request(self, method: str, address: WebAddress) -> bytes:
        lines = (
            f"{method} {address.target} HTTP/1.1",
            f"Host: {address.netloc}",
            f"User-Agent: {self.user_agent}",
            "Accept: text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8",
            "Accept-Encoding: identity",
            "Connection: close",
        )
        return "\r\n".join((*lines, "", "")).encode("ascii", "replace")

    def _answer(self, method: str, line: _Bounded) -> Answer:
        response = HTTPResponse(cast("socket.socket", line), method=method)
        with response:
            response.begin()
            line.allowed += 2 * self.manners.body_bytes  # the body in however small pieces
            body, is_whole = self._body(response)
            names = {name.lower(): text for name, text in reversed(response.getheaders())}
            return Answer(response.status, names, body, is_whole)

    def _body(self, response: HTTPResponse) -> tuple[bytes, bool]:
        """So much of it, and whether that was all."""
        most, pieces, size = self.manners.body_bytes, [], 0
        try:
            while size <= most and (piece := response.read(_PIECE)):
                pieces.append(piece)
                size += len(piece)
        except (HTTPException, _TooMuch):
            return b"".join(pieces)[:most], False
        missing = response.length or 0
        return b"".join(pieces)[:most], size <= most and not missing
