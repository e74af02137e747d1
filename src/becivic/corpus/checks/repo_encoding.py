"""Committed text is UTF-8 without a mark, with LF, and JSON is readable (architecture 5; R-REPO-08).

Works on raw bytes and looks for a line only once something is wrong. What the loader refused is its to report.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place

_TEXT: Final = (".md", ".mdx", ".json", ".jsonl", ".yml", ".yaml", ".mmd", ".txt")
_JSON: Final = (".json", ".jsonl")
_INDENTED: Final = re.compile(rb"\n([ \t]+)[^ \t]")
_TAB_INDENTED: Final = re.compile(rb"\n *\t")
_INDENT: Final = b"  "
_SHORT_JSON: Final = 200
"""Bytes that may stand on one line; more must be laid out."""


class _Fault(NamedTuple):
    offset: int
    message: str
    remedy: str


@rule("repo-encoding", "files are UTF-8 with LF, JSON is laid out", section="architecture 5")
def check(context: Context) -> Iterator[Problem]:
    refused = {finding.place.file for finding in context.corpus.findings}
    for file in context.files:
        if file.endswith(_TEXT) and file not in refused:
            raw = context.corpus.tree.read(file)
            for fault in _faults(file, raw):
                line = raw.count(b"\n", 0, fault.offset) + 1
                yield Problem(Place(file, line), fault.message, fault.remedy)


def _faults(file: str, raw: bytes) -> Iterator[_Fault]:
    yield from _encoding_faults(raw)
    if file.endswith(_JSON):
        if raw and not raw.endswith(b"\n"):
            yield _Fault(len(raw), "does not end with a newline", "End the file with a newline.")
        if file.endswith(".json"):
            yield from _layout_faults(raw)


def _encoding_faults(raw: bytes) -> Iterator[_Fault]:
    if raw.startswith(codecs.BOM_UTF8):
        yield _Fault(0, "starts with a byte order mark", "Save the file as UTF-8 without a byte order mark.")
    carriage_return = raw.find(b"\r")
    if carriage_return >= 0:
        yield _Fault(carriage_return, "has line ends other than LF", "Save the file with LF line ends.")
    if not raw.isascii():
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as error:
            yield _Fault(error.start, "is not valid UTF-8", "Save the file as UTF-8.")


def _layout_faults(raw: bytes) -> Iterator[_Fault]:
    remedy = "Lay the JSON out with two spaces a level."
    indented = _INDENTED.search(raw)
    if indented is None:
        if len(raw) > _SHORT_JSON:
            yield _Fault(0, "is JSON without indentation", remedy)
    elif (tab := _TAB_INDENTED.search(raw)) is not None:
        yield _Fault(tab.end(), "is JSON indented with tabs", remedy)
    elif indented.group(1) != _INDENT:
        yield _Fault(indented.end(), "is JSON that is not indented by two spaces", remedy)
