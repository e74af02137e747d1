"""`becivic mcp` as a program: a host starts it, speaks lines, and leaves; whatever it says, it gets an answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from becivic.cli.wire import LINE_MOST
from tests.factories.mcp_calls import request

WITHIN: Final = 60
HELLO: Final = request(
    "initialize",
    {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
)
READY: Final = {"jsonrpc": "2.0", "method": "notifications/initialized"}
CALL: Final = {
    **request("tools/call", {"name": "find_skill", "arguments": {"query": "residence card"}}),
    "id": 8,
}
NOBODY: Final = "http://127.0.0.1:9"


def _environment(**more: str) -> dict[str, str]:
    measured = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE")}
    return {"PATH": "/usr/bin:/bin", **measured, **more}


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "becivic.cli", "mcp", *arguments]


def started(*arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        _command(*arguments), input=said, capture_output=True, timeout=WITHIN, check=False, env=_environment()
    )


def lines(*messages: Any) -> bytes:
    return b"".join(
        (each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n" for each in messages
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def host(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """One that keeps its end open."""
    process = subprocess.Popen(
        _command(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(WITHIN)
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()


def ask(process: subprocess.Popen[bytes], *messages: Any) -> dict[str, Any]:
    """The answer to the last of them."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines(*messages))
    process.stdin.flush()
    for _ in messages:
        found: dict[str, Any] = json.loads(process.stdout.readline())
        if found.get("id") == messages[-1].get("id"):
            return found
    raise AssertionError("no answer")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Filled by a first start; the call that was under way when the host closed its end was answered."""
    folder = tmp_path_factory.mktemp("stdio") / "home"
    done = started("--home", str(folder), said=lines(HELLO, READY, CALL))
    hello, called = answers(done)
    assert done.returncode == 0, done.stderr
    assert hello["result"]["serverInfo"]["name"] == "becivic"
    assert called["result"]["structuredContent"]["items"][0]["id"] == "residence-card-renewal"
    return folder


@pytest.mark.children_measured
def test_whatever_a_host_says_it_is_told_what_is_wrong_with_it(home: Path) -> None:
    odd = [
        b"{no json",
        b"\xff\xfe",
        b"[]",
        b'{"jsonrpc":"2.0","id":21,"method":"tools/call","params":{"name":"find_skill","arguments":[1]}}',
        b'{"jsonrpc":"2.0","id":22,"method":"tools/call","params":{"name":"find_skill","arguments":{"query":NaN}}}',
        b'{"jsonrpc":"2.0","id":23,"method":"tools/call","params":{"name":"find_skill","arguments":{"query":"\\ud800"}}}',
        b'{"jsonrpc":"2.0","id":24,"method":"tools/call","params":{"name":"find_skill","arguments":{"query":"a","query":"b"}}}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":25,"method":"tools/list","params":[]}',
        b'{"jsonrpc":"2.0","id":26,"method":"nothing/there"}',
        b'{"jsonrpc":"2.0","id":27,"result":{}}',
        b"",
    ]
    done = started("--home", str(home), said=lines(HELLO, READY, *odd))
    told = answers(done)
    by_id = {each["id"]: each for each in told if each["id"] is not None}
    assert sorted(by_id) == [7, 21, 22, 23, 24, 25, 26]
    for number in (21, 22, 23, 24):
        assert by_id[number]["result"]["isError"], by_id[number]
    assert (by_id[25]["error"]["code"], by_id[26]["error"]["code"]) == (-32600, -32601)
    assert sorted(each["error"]["code"] for each in told if each["id"] is None) == [
        -32700,
        -32700,
        -32600,
        -32600,
    ]
    assert done.stderr == b""


@pytest.mark.children_measured
def test_a_home_that_cannot_be_opened_is_told_to_whoever_calls_at_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    with host("--home", str(blocked / "home")) as process:
        called = ask(process, HELLO, READY, CALL)["result"]
        assert called["isError"]
        assert called["structuredContent"]["error"] == "staging_unavailable"
        assert "BECIVIC_HOME" in called["structuredContent"]["detail"]
        assert called["structuredContent"]["remedy"]
        read = {**request("resources/list"), "id": 9}
        assert ask(process, read)["error"]["code"] == -32603
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(WITHIN) == 2
        assert process.stderr is not None
        said = process.stderr.read()
    assert b"BECIVIC_HOME" in said
    assert b"Traceback" not in said


def test_two_that_start_at_once_on_an_empty_home_both_answer(tmp_path: Path) -> None:
    folder = str(tmp_path / "home")
    with host("--home", folder) as one, host("--home", folder) as two:
        for process in (one, two):
            assert process.stdin is not None
            process.stdin.write(lines(HELLO, READY, CALL))
            process.stdin.flush()
        for process in (one, two):
            assert process.stdout is not None
            found = [json.loads(process.stdout.readline()) for _ in range(2)]
            assert not found[1]["result"]["isError"], found[1]


@pytest.mark.parametrize("arguments", [(), ("--api", NOBODY)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to_though_its_host_says_nothing(
    number: int, arguments: tuple[str, ...], home: Path
) -> None:
    with host(*(arguments or ("--home", str(home)))) as process:
        ask(process, HELLO)
        process.send_signal(number)
        assert process.wait(WITHIN) in (0, -signal.SIGTERM)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


def test_a_host_that_reads_no_more_ends_it_quietly(home: Path) -> None:
    with host("--home", str(home)) as process:
        ask(process, HELLO)
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(lines(READY, CALL, {**CALL, "id": 9}))
        process.stdin.close()
        assert process.wait(WITHIN) == 0
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
        process.stdin = subprocess.DEVNULL  # type: ignore[assignment]  # closed already
        process.stdin = open(os.devnull, "wb")  # noqa: SIM115, PTH123  for the end of the context


def test_a_host_that_says_nothing_ends_it_before_anything_is_opened(tmp_path: Path) -> None:
    done = started("--home", str(tmp_path / "home"))
    assert (done.returncode, done.stdout) == (0, b"")
    assert not (tmp_path / "home").exists()


# --- for a server elsewhere -----------------------------------------------------------------------------------


@pytest.mark.children_measured
def test_for_a_server_it_answers_on_stdout_alone_and_ends_with_its_host() -> None:
    done = started("--api", f"{NOBODY}/mcp", said=lines(CALL))
    assert (done.returncode, done.stderr) == (0, b"")
    (told,) = answers(done)
    assert told["result"]["isError"]
    assert f"{NOBODY}/mcp" in done.stdout.decode()


def test_nothing_for_stdin_and_a_line_without_end_are_no_trouble() -> None:
    with Path(os.devnull).open("rb") as nothing:
        done = subprocess.run(
            _command("--api", NOBODY),
            stdin=nothing,
            capture_output=True,
            timeout=WITHIN,
            check=False,
            env=_environment(),
        )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    told = answers(started("--api", NOBODY, said=lines(b"x" * (LINE_MOST + 10), CALL)))
    assert sorted(str(each["id"]) for each in told) == ["8", "None"]


@pytest.mark.parametrize(
    "api", ["becivic.be", "ftp://becivic.be", "http://", "http://[bad", "http://127.0.0.1:99999"]
)
def test_an_address_that_is_none_is_refused_in_a_sentence(api: str) -> None:
    done = started("--api", api)
    assert done.returncode == 2
    assert b"https://civic.example.org" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_home_beside_a_server_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = started("--api", NOBODY, "--home", str(tmp_path))
    assert done.returncode == 2
    assert b"exclude each other" in done.stderr


def test_its_help_has_an_example() -> None:
    done = started("--help")
    assert done.returncode == 0
    assert b"becivic mcp --api" in done.stdout
