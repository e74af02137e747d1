"""How reviews are printed: a list without a word of anybody's, one item with its words, safe for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from becivic.cli.output import plural
from becivic.clock import rfc3339
from becivic.publishing.review.queues import Item, Page
from becivic.rules import pointers

_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""What a terminal obeys or does not show: control characters, marks of direction, what nobody has defined."""

_AGES: Final = ((timedelta(days=1), "d"), (timedelta(hours=1), "h"), (timedelta(minutes=1), "min"))
_SHORT: Final = 60
"""Characters that stand on one line with their place."""
_WORDS: Final = ("payload", "words", "body")
"""What somebody wrote, among what is shown of an item."""


def plain(text: str) -> str:
    """The text with everything spelled out that could speak to the terminal instead of the reader."""
    return "".join(
        sign if sign in "\n\t" or unicodedata.category(sign) not in _HIDDEN else f"\\u{{{ord(sign):x}}}"
        for sign in text
    )


def age(since: datetime, now: datetime) -> str:
    passed = now - since
    for unit, name in _AGES:
        if passed >= unit:
            return f"{passed // unit} {name}"
    return "now"


def as_json(item: Item) -> dict[str, Any]:
    return {
        "number": item.number,
        "queue": item.queue.value,
        "type": item.subject_type,
        "id": item.subject_id,
        "title": item.title,
        **({"detail": item.detail} if item.detail else {}),
        "opened_at": rfc3339(item.opened_at),
    }


def print_list(page: Page, now: datetime) -> None:
    console = _console()
    if not page.items:
        console.print("Nothing waits.")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("age", justify="right", no_wrap=True)
    table.add_column("queue", no_wrap=True)
    table.add_column("what", no_wrap=True)
    table.add_column("why", overflow="fold")
    table.add_column("id", overflow="fold")
    for item in page.items:
        said = (item.queue.value, item.subject_type, item.title, item.subject_id)
        cells = (str(item.number), age(item.opened_at, now), *map(plain, said))
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    console.print()
    wait = f"{plural(len(page.items), 'item')} {'waits' if len(page.items) == 1 else 'wait'}"
    more = f" There are more: --after {page.next}." if page.next is not None else ""
    console.print(Text(f"{wait}. `becivic review show {page.items[0].number}` shows the first.{more}"))


def print_item(item: Item, shown: Mapping[str, Any], now: datetime) -> None:
    console = _console()
    console.print(Text(plain(item.title), style="bold"))
    facts = {"number": str(item.number), "queue": item.queue.value, "id": item.subject_id}
    facts |= {"waits since": f"{rfc3339(item.opened_at)} ({age(item.opened_at, now)})"}
    facts |= {"detail": item.detail} if item.detail and item.detail != shown.get("address") else {}
    flat = {name: value for name, value in shown.items() if name not in (*_WORDS, "reasons")}
    for name, value in {**facts, **flat}.items():
        console.print(Text(f"  {name:<20}").append(plain(str(value))), soft_wrap=True)
    _print_words(console, shown)


def _print_words(console: Console, shown: Mapping[str, Any]) -> None:
    marks = {each["pointer"]: each["reason"] for each in shown.get("reasons", ())}
    said = {name: shown[name] for name in _WORDS if name in shown}
    words = said.get("payload", said.get("words", said))
    console.print()
    for pointer, text in _leaves(words, ()):
        reasons = sorted({kind for at, kind in marks.items() if _is_at(pointer, at)})
        line = Text(plain(pointer), style="dim")
        line.append(f"  {', '.join(reasons)}" if reasons else "", style="bold yellow not dim")
        short = not reasons and len(text) <= _SHORT and "\n" not in text
        indented = "".join(f"\n  {each}" for each in plain(text).split("\n"))
        line.append(f"  {plain(text)}" if short else indented, style="default not dim not bold")
        console.print(line, soft_wrap=True)


def _is_at(pointer: str, marked: str) -> bool:
    """A mark without a place is about all of it, and stands at none."""
    return bool(marked) and (pointer == marked or pointer.startswith(f"{marked}/"))


def _leaves(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        children: Sequence[tuple[str | int, object]] = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    else:
        yield pointers.join(path), str(value)
        return
    for key, child in children:
        yield from _leaves(child, (*path, key))


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
