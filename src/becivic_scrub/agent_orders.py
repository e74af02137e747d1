"""Text that addresses an agent instead of describing a procedure: prompt injection, found by fixed patterns.

Deterministic and in four languages. It decides who looks first, not what is true: what is found is held for human
eyes, and what is not found is still quoted and labelled. `agent_order_patterns` holds the words.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from becivic_scrub.agent_order_patterns import AS_WRITTEN, HIDDEN, IN_PLAIN_WORDS
from becivic_scrub.fold import fold

_MARKUP: Final = re.compile(r"<!--|-->|[*`~\\]+|(?<!\w)_+|_+(?!\w)")
_KEBAB: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
"""A tag: its hyphens stand between words."""
_BLANKS: Final = re.compile(r"\s+")
_SPACED_OUT: Final = re.compile(r"(?<!\w)(?:\w[ .\-_*]){4,60}\w(?!\w)")
_GAP_OF_LETTERS: Final = re.compile(r"[ .\-_*]")
_MIXED: Final = re.compile(r"(?<![\w@$!|])(?=[\w@$!|]{0,40}[a-z])[\w@$!|]{0,40}[0134579@$!|][\w@$!|]{0,40}")
_ENCODED: Final = re.compile(r"[A-Za-z0-9+/_-]{24,8000}={0,2}")
_DIGITS_AS_LETTERS: Final = str.maketrans("0134579@$!|", "oieastgasil")
_LOOK_ALIKES: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0501\u04bb\u0432\u043d\u043a\u043c\u0442"
    "\u03b1\u03b5\u03bf\u03c1\u03c5\u03bd\u03b9\u03ba\u03c4\u0131",
    "aeopcyxisjdhbhkmtaeopuvikti",
)
"""Cyrillic and Greek letters that look like Latin ones."""


def agent_orders(text: str) -> tuple[str, ...]:
    """The kinds of address found in a text, each once: `override`, `role`, `tool`, …; nothing where there is none."""
    found = dict.fromkeys(_kinds(text))
    if not found:
        found = dict.fromkeys(kind for each in _decoded(text) for kind in _kinds(each))
    return tuple(found)


def _kinds(text: str) -> Iterator[str]:
    if HIDDEN.search(text):
        yield "hidden"
    bare = fold(html.unescape(unquote(text))).text
    for kind, pattern in AS_WRITTEN:
        if pattern.search(bare):
            yield kind
    plain = _plain(bare.replace("-", " ") if _KEBAB.fullmatch(bare) else bare)
    for view in dict.fromkeys((plain, _letters_joined(plain), _digits_read(plain))):
        for kind, pattern in IN_PLAIN_WORDS:
            if pattern.search(view):
                yield kind


def _plain(text: str) -> str:
    """Lower case without accents, markup and line ends: one line of words."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(mark for mark in parted if not unicodedata.combining(mark)).translate(_LOOK_ALIKES)
    return _BLANKS.sub(" ", _MARKUP.sub(" ", bare.replace("\u2019", "'"))).strip()


def _letters_joined(text: str) -> str:
    """`i g n o r e` as a word."""
    return _SPACED_OUT.sub(lambda run: _GAP_OF_LETTERS.sub("", run[0]), text)


def _digits_read(text: str) -> str:
    """`1gn0re` as letters."""
    return _MIXED.sub(lambda word: word[0].translate(_DIGITS_AS_LETTERS), text)


def _decoded(text: str) -> Iterator[str]:
    """What a run of base64 says, where it says text."""
    for run in _ENCODED.finditer(text):
        body = run[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            yield base64.b64decode(body + "=" * (-len(body) % 4)).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
