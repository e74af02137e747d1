"""A procedure's diagram as a picture, where this machine can draw Mermaid; elsewhere its text stands in (design 5).

The picture goes out as an image of its own, never into a page: its styles are inline, which no page allows.
"""

from __future__ import annotations

import atexit
import json
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from merman import MermanEngine

FILE: Final = "process.mmd"
MEDIA_TYPE: Final = "image/svg+xml"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Of the picture by itself: nothing in it runs, and it asks for nothing."""

_OPTIONS: Final = {
    "version": 2,
    "svg": {"pipeline": "resvg-safe"},
    # Anybody may propose a diagram; our own need somewhat more than the profile gives.
    "resources": {"profile": "constrained", "limits": {"max_layout_work_units": 1_000_000}},
}
_KEPT: Final = 64
_NEVER: Final = ("<script", "<foreignObject", "<iframe", "<image", "javascript:", " onload=", " onerror=")
"""The renderer writes none of these; a version that did would be refused here."""


def process_svg(text: str) -> str | None:
    """The picture, or None where it cannot be drawn: whoever shows it shows the text then."""
    return _drawn(text) if can_draw() else None


def can_draw() -> bool:
    return _engine() is not None


@lru_cache(maxsize=_KEPT)
def _drawn(text: str) -> str | None:
    from merman import MermanError  # noqa: PLC0415  optional

    engine = _engine()
    if engine is None:
        return None
    with suppress(MermanError):
        svg = engine.render_svg(text, None)
        if svg.startswith("<svg") and not any(word in svg for word in _NEVER):
            return svg
    return None


@cache
def _engine() -> MermanEngine | None:
    try:
        from merman import MermanEngine  # noqa: PLC0415  wheels for a few kinds of machine alone
    except (ImportError, OSError):
        return None
    # It frees itself through its own module, of which nothing may be left when the interpreter takes modules down.
    atexit.register(_engine.cache_clear)
    return MermanEngine(options_json=json.dumps(_OPTIONS), services=None)
