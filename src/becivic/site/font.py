"""The face of titles, cut down to what four languages write with. Made once at set-up; pages do without it too.

`python -m becivic.site.font` writes it beside the other assets. Nothing here runs while pages are served.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from becivic.rules.errors import BeCivicError

PLACE: Final = Path(__file__).parent / "assets" / "generated" / "manrope-latin.woff2"
_SOURCE: Final = "Manrope-VariableFont_wght.ttf"
_WEIGHTS: Final = (700, 800)
_LATIN: Final = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x152, 0x153, 0x178),  # Œ œ Ÿ
    *range(0x2010, 0x2023),  # hyphens, dashes, quotation marks, bullet
    *(0x2026, 0x2039, 0x203A, 0x20AC, 0x2192, 0x2212),  # … and the euro, an arrow, minus
)
"""What French, Dutch, German and English are written with (look: "latin woff2")."""


def source() -> Path:
    """The whole face, as its package brings it."""
    import font_manrope  # noqa: PLC0415  needed at set-up alone

    return Path(font_manrope.font_directory) / _SOURCE


def make(whole: Path, place: Path) -> int:
    """Writes the subset, and says how many bytes it has. The same source gives the same bytes."""
    try:
        font = TTFont(whole, recalcTimestamp=False)
    except OSError as error:
        raise BeCivicError(
            "The face of titles cannot be read.",
            where=str(whole),
            remedy="Install the package font-manrope, or go without: pages then use the system's own face.",
        ) from error
    subsetter = Subsetter(_options())
    subsetter.populate(unicodes=_LATIN)
    subsetter.subset(font)
    narrowed = instantiateVariableFont(font, {"wght": _WEIGHTS})
    narrowed.flavor = "woff2"
    place.parent.mkdir(parents=True, exist_ok=True)
    narrowed.save(place)
    return place.stat().st_size


def _options() -> Options:
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]  # the licence asks that its notice stays
    return options


def main() -> int:
    size = make(source(), PLACE)
    sys.stdout.write(f"Wrote {PLACE.name}, {size} bytes\n")
    return 0


if __name__ == "__main__":  # pragma: no cover
    sys.exit(main())
