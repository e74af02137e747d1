"""A caller who has asked for a long answer and reads nothing of it does not hold up the end of the server."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

from tests.factories.servers import Serving

LONG = "/llms-full.txt"


def test_a_slow_reader_is_given_up_when_the_server_ends(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        server.ready()
        size = int(server.get(LONG, accept_encoding="identity").headers["content-length"])
        address = urlsplit(server.url)
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((address.hostname, address.port))
            wanted = f"GET {LONG} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
            asked = 1 + 64 * 2**20 // size  # more than any socket buffer takes, request after request
            slow.sendall(wanted * min(asked, 200))
            assert slow.recv(1)
            server.process.send_signal(signal.SIGTERM)
            assert server.ended() == 0
    assert "Exception" not in server.said
    assert "Traceback" not in server.said
    assert "The service has stopped." in server.said
