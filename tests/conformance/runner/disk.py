"""Looks into the folder that a harness keeps, and damages files as editors, crashes and other versions do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Miss
from tests.conformance.runner.texts import left_in

MARK = "field_of_another_version"


def readable_below(folder: Path, must_go: Iterable[str]) -> Iterator[Miss]:
    """What may not be on the disk and is, in the names of files too."""
    wanted = list(must_go)
    for file in sorted(folder.rglob("*")):
        name = str(file.relative_to(folder))
        text = file.read_bytes().decode("utf-8", "replace") if file.is_file() else ""
        for each in left_in(f"{name}\n{text}\n{_unescaped(text)}", wanted):
            yield Miss(f"on disk, {name}", f"nothing of {each!r}", "it can be read there")


def lines_of(file: Path) -> list[Any]:
    """The objects in a file of lines; what is none is passed over."""
    found = []
    for line in file.read_bytes().decode("utf-8-sig", "replace").splitlines():
        try:
            each = json.loads(line)
        except ValueError:
            continue
        if isinstance(each, dict):
            found.append(each)
    return found


def damage(file: Path, how: str) -> None:
    DAMAGES[how](file)


def _windows_ends(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def _cut_off(file: Path) -> None:
    """A crash in the middle of the last line."""
    raw = file.read_bytes().rstrip(b"\r\n")
    start = raw.rfind(b"\n") + 1
    file.write_bytes(raw[: start + (len(raw) - start) // 2])


def _byte_order_mark(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())


def _noted_by_hand(file: Path) -> None:
    file.write_bytes(b"# my own note, not JSON\n\n" + file.read_bytes())


def _another_version(file: Path) -> None:
    """Every line has a field that this version does not know."""
    lines = [{**each, MARK: {"kept": True}} for each in lines_of(file)]
    file.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines), encoding="utf-8")


def _unescaped(text: str) -> str:
    """JSON may be written with \\u escapes."""
    return (
        text.encode("latin-1", "backslashreplace").decode("unicode_escape", "replace")
        if "\\u" in text
        else ""
    )


DAMAGES = {
    "windows-line-ends": _windows_ends,
    "last-line-cut-off": _cut_off,
    "byte-order-mark": _byte_order_mark,
    "note-by-hand": _noted_by_hand,
    "another-versions-field": _another_version,
}
