"""One request on a real connection: however the other side drags it out, it ends."""

from __future__ import annotations

import gzip
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from becivic.fetching import Answer, NoAnswer, Trouble
from becivic.fetching.web_address import read_address
from becivic.fetching.wire import Wire
from becivic.rules.rot import Manners
from tests.factories.outside import Said, loopback_server, said

HASTY = Manners(connect_seconds=1, seconds=1, head_bytes=4096, body_bytes=10_000)


def wire(manners: Manners = HASTY, tls: ssl.SSLContext | None = None) -> Wire:
    return Wire(
        tls or ssl.create_default_context(), time.monotonic, "BeCivic/test (+https://becivic.test)", manners
    )


def asked(answer: Said, method: str = "GET", seconds: float = 1.0) -> Answer:
    with loopback_server({"/a?b": answer}) as server:
        return wire().ask(method, read_address(server.url("/a?b")), ["127.0.0.1"], seconds)


def trouble_of(answer: Said, seconds: float = 0.3) -> Trouble:
    with pytest.raises(NoAnswer) as caught:
        asked(answer, seconds=seconds)
    return caught.value.trouble


def test_a_request_names_us_and_asks_for_no_compression() -> None:
    with loopback_server({"/a?b": said(b"fine")}) as server:
        answer = wire().ask("GET", read_address(server.url("/a?b")), ["127.0.0.1"], 1)
    (request,) = server.requests
    assert request.startswith("GET /a?b HTTP/1.1\r\n")
    assert f"\r\nHost: page.example:{server.port}\r\n" in request
    assert "\r\nUser-Agent: BeCivic/test (+https://becivic.test)\r\n" in request
    assert "\r\nAccept-Encoding: identity\r\n" in request
    assert "Cookie" not in request
    assert (answer.status, answer.body, answer.is_whole) == (200, b"fine", True)


def test_head_brings_no_body() -> None:
    answer = asked(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-A: 1\r\nX-A: 2\r\n\r\n", "HEAD")
    assert (answer.body, answer.is_whole, answer.headers["x-a"]) == (b"", True, "1")


def test_a_body_in_pieces_is_put_together() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfine\r\n3\r\n it\r\n0\r\n\r\n"
    assert asked(chunked).body == b"fine it"


def test_a_body_without_a_length_ends_with_the_connection() -> None:
    assert asked(b"HTTP/1.0 200 OK\r\n\r\nfine").body == b"fine"


@pytest.mark.parametrize(
    "answer",
    [
        said(b"x" * 10_001),
        b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 50_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfine",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    ],
)
def test_a_body_that_is_too_long_or_broken_is_cut(answer: bytes) -> None:
    found = asked(answer)
    assert len(found.body) <= HASTY.body_bytes
    assert not found.is_whole


def test_a_body_without_end_is_cut() -> None:
    def endless(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            line.sendall(b"x" * 65_536)

    found = asked(endless)
    assert (len(found.body), found.is_whole) == (HASTY.body_bytes, False)


def test_a_bomb_is_not_unpacked() -> None:
    bomb = gzip.compress(b"\0" * 5_000_000)
    assert len(bomb) < HASTY.body_bytes
    found = asked(said(bomb, Content_Encoding="gzip"))
    assert found.body == bomb
    assert found.text == ""


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"",
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(150)) + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000,
        b"HTTP/1.1 200 " + b"O" * 100_000,
    ],
)
def test_what_is_no_answer_or_has_too_large_a_head_is_not_http(answer: bytes) -> None:
    assert trouble_of(answer, 1) in (Trouble.NOT_HTTP, Trouble.UNREACHABLE)


def dripping(head: bytes) -> Callable[[socket.socket], None]:
    def drip(line: socket.socket) -> None:
        line.sendall(head)
        line.settimeout(0.02)
        while True:
            line.sendall(b"x")
            try:
                if not line.recv(1):
                    return
            except TimeoutError:
                pass

    return drip


@pytest.mark.parametrize(
    "head",
    [b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"],
    ids=["before the status", "in a header", "in the body"],
)
def test_a_slow_drip_does_not_outlast_the_time_there_is(head: bytes) -> None:
    assert trouble_of(dripping(head)) is Trouble.TOO_SLOW


def test_no_time_left_is_too_slow() -> None:
    assert trouble_of(said(b"fine"), 0) is Trouble.TOO_SLOW


def test_silence_is_too_slow() -> None:
    def wait(line: socket.socket) -> None:
        line.recv(1)  # until the other side hangs up

    assert trouble_of(wait) is Trouble.TOO_SLOW


def test_a_reset_is_unreachable() -> None:
    def reset(line: socket.socket) -> None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    assert trouble_of(reset) in (Trouble.UNREACHABLE, Trouble.NOT_HTTP)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_closed_port_is_unreachable() -> None:
    with pytest.raises(NoAnswer) as caught:
        wire().ask("GET", read_address(f"http://page.example:{free_port()}/"), ["127.0.0.1"], 1)
    assert caught.value.trouble is Trouble.UNREACHABLE


def test_the_next_address_is_tried_where_one_is_closed() -> None:
    with loopback_server({"/": said(b"fine")}) as server:
        answer = wire().ask("GET", read_address(server.url()), ["::1", "127.0.0.1"], 1)
    assert answer.body == b"fine"


def certificate(folder: Path, *names: str) -> tuple[ssl.SSLContext, Path]:
    """A server that signed for itself, and the file by which somebody could trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "page.example")])
    now = datetime.now(UTC)  # noqa: TID251  certificates are held to the true time
    alternatives = [x509.DNSName(each) for each in names]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([*alternatives, x509.IPAddress(ipaddress.ip_address("::2"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context, pem


def test_a_certificate_must_be_the_names_own_and_trusted(tmp_path: Path) -> None:
    context, pem = certificate(tmp_path, "page.example")
    trusting = ssl.create_default_context(cafile=str(pem))
    with loopback_server({"/": said(b"fine")}, context) as server:
        page = read_address(server.url(scheme="https"))
        assert wire(tls=trusting).ask("GET", page, ["127.0.0.1"], 1).body == b"fine"
        for refused, trusts in (
            (page, None),
            (read_address(server.url(host="other.example", scheme="https")), trusting),
        ):
            with pytest.raises(NoAnswer) as caught:
                wire(tls=trusts).ask("GET", refused, ["127.0.0.1"], 1)
            assert caught.value.trouble is Trouble.TLS
    assert len(server.requests) == 1


def test_a_server_without_tls_is_no_tls_server() -> None:
    with loopback_server({"/": said(b"fine")}) as server, pytest.raises(NoAnswer) as caught:
        wire().ask("GET", read_address(server.url(scheme="https")), ["127.0.0.1"], 0.3)
    assert caught.value.trouble in (Trouble.TLS, Trouble.TOO_SLOW)
