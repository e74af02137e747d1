"""Markdown to HTML in Rust, with one set of options everywhere: tables, no raw HTML, no odd addresses (ADR 28)."""

from __future__ import annotations

import re
from typing import Final

from comrak import ExtensionOptions, ParseOptions, RenderOptions, render_markdown

from becivic.rules.reading import QUESTION


def _extensions() -> ExtensionOptions:
    options = ExtensionOptions()
    options.table = True
    options.strikethrough = True
    return options


def _safe() -> RenderOptions:
    options = RenderOptions()
    options.escape = True
    options.unsafe_ = False
    return options


_EXTENSIONS: Final = _extensions()
_PARSE: Final = ParseOptions()
_RENDER: Final = _safe()

_PLANE_ENDS: Final = "".join(
    f"{chr(plane << 16 | 0xFFFE)}-{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
TURNS: Final = "\u202a-\u202e\u2066-\u2069"
"""They turn the direction of whatever follows, beyond the words that they stand in."""
_NOT_HTML: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{TURNS}{_PLANE_ENDS}]")
"""Characters that a page has no place for, however they are written."""
_PLAIN: Final = bytes([*b"\t\n", *range(0x20, 0x7F)])
_BLANKS: Final = ("\xa0", "\u202f")
"""Not printable for Python, and on most pages."""
_AS_IS: Final = "surrogatepass"
EDGES: Final = "\t\n \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""Blanks to be stripped from text that goes onto a page: what Python takes for one beside these is no blank there, but odd."""


def to_html(markdown: str) -> str:
    return render_markdown(markdown, _EXTENSIONS, _PARSE, _RENDER)


def shown(text: str) -> str:
    """Text as a page may hold it."""
    is_shown = text.isprintable() or _is_shown(text.encode(errors=_AS_IS))
    return text if is_shown else _NOT_HTML.sub("\ufffd", text)


def bounded(question: str) -> str:
    """What somebody asks, on one line and not for ever."""
    readable = question[:QUESTION].encode("utf-8", errors="replace").decode("utf-8")
    return shown(" ".join(readable.split()))


def as_page(text: str) -> bytes:
    """A whole page as it is sent or written, whatever was put into it."""
    written = text.encode(errors=_AS_IS)
    return written if _is_shown(written) else _NOT_HTML.sub("\ufffd", text).encode()


def _is_shown(written: bytes) -> bool:
    """Only what is left without plain letters is looked at: a hundredth, or nothing."""
    rest = written.translate(None, _PLAIN).decode(errors=_AS_IS)
    for blank in _BLANKS:
        rest = rest.replace(blank, "")
    return rest.isprintable() or not _NOT_HTML.search(rest)
