"""A slow server holds nobody up: one request has an end, and so have all of a command together."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from becivic_harness import locking, session, wire
from becivic_harness.session import Probes
from becivic_harness.wire import Unreachable, ask, get
from tests.factories.harness import NOWHERE, machine
from tests.requirement import requirement

PATIENCE = 0.4


@contextmanager
def peer(talk: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[int]]]:
    """Something on a port of this machine that talks as it likes; and how many times it was called."""
    calls: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def called(line: socket.socket) -> None:
            with line, suppress(OSError):
                line.recv(1 << 16)
                talk(line)

        def listen() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    calls.append(1)
                    threading.Thread(target=called, args=(line,), daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", calls
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def silent(line: socket.socket) -> None:
    line.recv(1)


def dripping(line: socket.socket) -> None:
    for byte in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 1000:
        line.sendall(bytes([byte]))
        time.sleep(0.05)


def dripping_body(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(1000):
        line.sendall(b"x")
        time.sleep(0.05)


def slow(line: socket.socket) -> None:
    time.sleep(PATIENCE / 2)
    line.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}")


@requirement("R-HARN-04")
@pytest.mark.parametrize("talk", [silent, dripping, dripping_body])
def test_a_server_that_takes_too_long_is_asked_once_in_a_command(
    talk: Callable[[socket.socket], None], tmp_path: Path
) -> None:
    with peer(talk) as (url, calls):
        here = machine(tmp_path, api=url, patience=PATIENCE)
        begun = time.monotonic()
        told = session.start(here, Probes())
        took = time.monotonic() - begun
    assert told["session_id"]
    assert not told["submissions_possible"]
    assert len(calls) == 1
    assert took < 2 * PATIENCE + 2


def test_all_requests_of_a_command_have_one_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "_LONGEST", 2 * PATIENCE)
    with peer(slow) as (url, calls):
        here = machine(tmp_path, api=url, patience=PATIENCE)
        session.start(here, Probes())
        assert 3 <= len(calls) <= 5
        assert here.waited < 3 * PATIENCE
        with pytest.raises(Unreachable):
            get(here, "/api/paths")


def test_nobody_waits_in_vain_for_a_command_that_waits_for_the_server() -> None:
    assert wire._LONGEST < 0.75 * locking._PATIENCE


def test_a_name_that_takes_for_ever_to_look_up_is_given_up_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: done.wait(10) and [])
    begun = time.monotonic()
    with pytest.raises(Unreachable):
        get(machine(tmp_path, patience=PATIENCE), "/api/paths")
    assert time.monotonic() - begun < 2 * PATIENCE + 2
    done.set()


def test_what_fits_into_no_request_reaches_nobody(tmp_path: Path) -> None:
    here = machine(tmp_path, api=NOWHERE)
    with pytest.raises(Unreachable):
        ask(here, "DELETE", "/api/concerns/x", None, {"Authorization": "Bearer a\r\nb"})
    with pytest.raises(Unreachable):
        ask(here, "DELETE", "/api/concerns/a b", None, {})
    assert not here.is_cut_off
