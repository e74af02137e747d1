"""`becivic` without its start: one process has imported everything, and each command is a fork of it.

Started a hundred times, the command line would spend minutes on importing. A command still is a process of its own, with
the folder, environment and streams of whoever typed it. Run as a script, this file is both ends: `serve SOCKET`, `call SOCKET …`.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from contextlib import suppress

_LARGEST = 1 << 20


def serve(place: str) -> None:
    from importlib import import_module  # noqa: PLC0415  whoever calls has no time for it

    from becivic.cli import COMMANDS  # noqa: PLC0415

    for name in (
        *{f"becivic.cli.{module}" for module in COMMANDS.values()},
        "becivic.app",
        "becivic.cli.mcp_home",
    ):
        import_module(name)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place)
        listening.listen(64)
        print("ready", flush=True)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _answer(connection)
            connection.close()


def _answer(connection: socket.socket) -> None:
    said, streams, _, _ = socket.recv_fds(connection, _LARGEST, 3)
    child = os.fork()
    if child == 0:
        connection.close()
        _command(json.loads(said), streams)
    for stream in streams:
        os.close(stream)
    _, status = os.waitpid(child, 0)
    with suppress(OSError):
        connection.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
    os._exit(0)


def _command(asked: dict[str, object], streams: list[int]) -> None:
    from becivic.cli.__main__ import run  # noqa: PLC0415

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    code = 1
    try:
        os.chdir(str(asked["cwd"]))
        os.environ.clear()
        os.environ.update(asked["env"])  # type: ignore[call-overload]
        sys.argv = ["becivic", *asked["arguments"]]  # type: ignore[misc]
        run()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def call(place: str, arguments: list[str]) -> int:
    asked = {"cwd": os.getcwd(), "env": dict(os.environ), "arguments": arguments}  # noqa: PTH109  pathlib takes time to import
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(place)
        socket.send_fds(connection, [json.dumps(asked).encode()], [0, 1, 2])
        answer = connection.recv(1)
    return answer[0] if answer else 1


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(sys.argv[2])
    sys.exit(call(sys.argv[2], sys.argv[3:]))
