"""Tells the audience what happened, who did it and where to look. Knows nothing of how it is done."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.text import Text

_WIDTH: Final = 110
_WHO: Final = 22
_NARROW: Final = 70
"""Below so many columns what is told stands under the name instead of beside it."""
_UNDER: Final = " " * 6
_REMOTE: Final = (r"<!--.*?-->", r"@font-face \{.*?\}")
"""What rich puts into a picture that points to other people's servers."""


class Narrator:
    """To a terminal, or to nobody; either way it can be drawn afterwards."""

    def __init__(self, *, aloud: bool = True) -> None:
        self.console = Console(file=None if aloud else StringIO(), record=True, highlight=False)
        self.console.width = min(self.console.width, _WIDTH) if self.console.is_terminal else _WIDTH
        self.url = ""
        self._scenes = 0

    def title(self, text: str) -> None:
        self.console.print(Text(text, style="bold"))

    def scene(self, name: str, ahead: timedelta) -> None:
        self._scenes += 1
        heading = Text.assemble(
            (f"{self._scenes:>2}  {name}", "bold green"), (f"   day {ahead.days + 1}", "dim")
        )
        self.console.print()
        self.console.print(heading)

    def tell(self, who: str, what: str) -> None:
        name, width = Text(f"    {who:<{_WHO}} ", style="cyan"), self.console.width
        if width < _NARROW:
            self.console.print(Text(f"    {who}", style="cyan"))
            name = Text(_UNDER)
        self.console.print(_hanging(name, what, width))

    def look(self, path: str, what: str = "") -> None:
        beside = (f"   {what}", "dim") if what else ""
        self.console.print(
            Text.assemble((f"    {'look':<{_WHO}} ", "dim"), (f"{self.url}{path}", "underline"), beside),
            soft_wrap=True,
        )

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def draw(self, file: Path, title: str) -> None:
        """The narration as a picture that asks nobody for a font."""
        drawn = self.console.export_svg(title=title, unique_id="demo")
        for pattern in _REMOTE:
            drawn = re.sub(pattern, "", drawn, flags=re.DOTALL)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(re.sub(r"[ \t]+\n", "\n", drawn), encoding="utf-8")


def _hanging(before: Text, what: str, width: int) -> Text:
    """Wrapped, with what follows the first line set under its text."""
    by = len(before)
    rows = wrap(what, max(width - by, 1), break_long_words=False, break_on_hyphens=False)
    return Text.assemble(before, f"\n{' ' * by}".join(rows))
