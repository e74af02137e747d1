"""What whoever watches long work sees of it, on standard error. Where nobody watches nothing is drawn, nor even loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def spinner(title: str) -> Iterator[Callable[[int], None]]:
    """For work of which nobody knows how much there is: how much is done."""
    if not _is_watched():
        yield _unseen
        return
    from becivic.cli.drawn_progress import drawn_spinner  # noqa: PLC0415  a twentieth of a second for a picture

    with drawn_spinner(title) as on_progress:
        yield on_progress


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """For work in one step: how much of how much is done."""
    with bars() as on_step:
        yield partial(on_step, title)


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """For work in several steps, a bar each. A total of 0 is not known yet."""
    if not _is_watched():
        yield _unseen
        return
    from becivic.cli.drawn_progress import drawn_bars  # noqa: PLC0415  likewise

    with drawn_bars() as on_step:
        yield on_step


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _unseen(*_: object) -> None:
    """Nobody watches."""
