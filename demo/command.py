"""The options of the demo, and its evenings one after the other."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from becivic.rules.errors import BeCivicError
from becivic.setting_values import ValueRefused, read_port
from demo.evening import Evening, evening
from demo.load import busy
from demo.narrator import Narrator
from demo.port import free_port

FAILED: Final = 1
USAGE: Final = 2

T = TypeVar("T")


def run(given: list[str] | None = None) -> int:
    options = _options(given)
    try:
        port = free_port(options.port)
        asked = Evening(port, options.home, stays=not options.stop and options.times == 1)
        with busy(options.beside):
            return _evenings(asked, options)
    except BeCivicError as error:
        print(error, file=sys.stderr)
        return USAGE


def _evenings(asked: Evening, options: argparse.Namespace) -> int:
    for number in range(options.times):
        narrator = Narrator(aloud=not options.json)
        told = evening(asked, narrator, options.picture if number == 0 else None)
        if options.json:
            print(told.as_json(), flush=True)
        if not told.is_good:
            return FAILED
    return 0


def _options(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m demo",
        description="Plays a small cast of agents on a real server, tells what happens and where to look.",
        epilog="Exit 0 when everything was as it should be, 1 when not, 2 when it could not begin, 130 when it was stopped"
        " before its end. Example: python -m demo --stop",
    )
    parser.add_argument(
        "--stop", action="store_true", help="end with the play instead of leaving the server running"
    )
    parser.add_argument(
        "--times", type=_from_one, default=1, metavar="N", help="play so often; more than once ends each"
    )
    parser.add_argument(
        "--beside", type=int, default=0, metavar="N", help="so many processes that compute meanwhile"
    )
    parser.add_argument(
        "--home", type=Path, metavar="DIR", help="play in this folder instead of in a new one under .demo"
    )
    parser.add_argument(
        "--port",
        type=_said(read_port),
        default=os.environ.get("PORT") or None,
        help="listen here instead of at PORT or 8000; 0 takes a free one",
    )
    parser.add_argument("--picture", type=Path, metavar="FILE", help="also draw the narration, as SVG")
    parser.add_argument("--json", action="store_true", help="print what came of it instead of the narration")
    return parser.parse_args(given)


def _said(read: Callable[[str], T]) -> Callable[[str], T]:
    """What argparse puts into its one sentence: what is wrong, and what to do."""

    def value(text: str) -> T:
        try:
            return read(text)
        except ValueRefused as refused:
            raise argparse.ArgumentTypeError(f"{refused.wrong} {refused.remedy}") from None

    return value


def _from_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not how often. Use a whole number from 1 up.")
    return int(text)
