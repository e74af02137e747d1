"""`becivic mcp`: the tools over stdin and stdout, for a host that starts them as a program."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from becivic.cli.wire import Wire
from becivic.rules.errors import BeCivicError


def mcp(
    api: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Speak for this server instead of a home on this machine.", show_default=False
        ),
    ] = "",
    home: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Read this home instead of BECIVIC_HOME or ./var.", show_default=False
        ),
    ] = None,
) -> None:
    """Serve the MCP tools over stdin and stdout.

    Without `--api` everything happens in this process, on the home of the settings, beside a running server or without one;
    the first start fills a home from the packaged corpus. With `--api` every call goes to that server, and nothing is kept here.
    `/docs/connect` on any server says how hosts are set up.

    Example: `becivic mcp --home ./var`

    Example: `becivic mcp --api https://civic.example.org`
    """
    if api and home is not None:
        raise BeCivicError(
            "--api and --home exclude each other: one speaks for a server, the other opens a home.",
            remedy="Leave one of them out.",
        )
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)  # stdout is the wire
    # A shell starts what runs behind it deaf to Ctrl+C, and a host ends us by that signal wherever it runs.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(
        KeyboardInterrupt, BrokenPipeError
    ):  # the host, or a person who tried it by hand, has had enough
        if api:
            asyncio.run(_speak_for(_checked(api)))
        else:
            environment = {**os.environ, **({"BECIVIC_HOME": str(home)} if home is not None else {})}
            import_module("becivic.cli.mcp_home").serve(environment)


def _checked(api: str) -> str:
    try:
        parts = urlsplit(api)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise BeCivicError(
            "--api is not an address of a server.", remedy="Write it like https://civic.example.org."
        )
    return api.removesuffix("/").removesuffix("/mcp")


async def _speak_for(api: str) -> None:
    wire = Wire()
    await import_module("becivic.mcp.proxy").run(api, wire.line, wire.say)
