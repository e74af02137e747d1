"""What documents tell people to type: every block of commands, each command with what is printed below it.

A block is marked `sh` or `bash` (commands alone) or `console` (commands after `$ `, and what they print). One without a
mark, or marked `text`, is read the same way where it looks like commands: nobody gets round the test by leaving a mark out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
_PLACES: Final = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/*.md",
    "corpus/*.mdx",
    "corpus/docs/*.md*",
    "corpus/agents/**/*.mdx",
)
_FENCE: Final = re.compile(
    r"^(?P<indent> *)```(?P<info>[a-z]*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_COMMANDS: Final = ("sh", "bash")
_PROMPTED: Final = "console"
_MAYBE: Final = ("", "text")
_PROMPT: Final = "$ "
_TYPED: Final = re.compile(
    r"(?:\S*/)?(?:becivic(?:-harness)?|make|curl|git|python3?|pip|npx?|docker|sudo|systemctl|apt(?:-get)?|export|psql|nginx) "
)
_HEREDOC: Final = re.compile(r"<<-?\s*['\"]?(\w+)")


@dataclass(frozen=True, slots=True)
class Command:
    text: str
    line: int
    """Of the document."""
    shown: str | None = None
    """What is printed below it; None where the document shows nothing."""


@dataclass(frozen=True, slots=True)
class Block:
    document: str
    line: int
    info: str
    body: str

    @property
    def is_prompted(self) -> bool:
        return self.info == _PROMPTED or (
            self.info in _MAYBE and any(map(_is_prompt, self.body.splitlines()))
        )

    @property
    def is_typed(self) -> bool:
        """Whether it holds commands."""
        if self.info in _COMMANDS or self.is_prompted:
            return True
        return self.info in _MAYBE and _TYPED.match(self.body) is not None

    def commands(self) -> Iterator[Command]:
        lines = self.body.splitlines()
        numbered = [(self.line + number, line) for number, line in enumerate(lines, start=1)]
        return _prompted(numbered) if self.is_prompted else _plain(numbered)


def documents() -> list[str]:
    found = {path for place in _PLACES for path in ROOT.glob(place) if path.is_file()}
    return sorted(
        (path.relative_to(ROOT).as_posix() for path in found), key=lambda name: (name != "README.md", name)
    )


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [
        Block(
            document,
            text.count("\n", 0, found.start()) + 1,
            found["info"],
            _dedented(found["body"], found["indent"]),
        )
        for found in _FENCE.finditer(text)
    ]


def commands(document: str) -> list[Command]:
    return [command for block in blocks(document) if block.is_typed for command in block.commands()]


def _dedented(body: str, indent: str) -> str:
    return re.sub(f"^{indent}", "", body, flags=re.MULTILINE)


def _is_prompt(line: str) -> bool:
    return line.startswith(_PROMPT)


def _plain(lines: list[tuple[int, str]]) -> Iterator[Command]:
    while lines:
        number, line = lines.pop(0)
        if line.strip() and not line.startswith("#"):
            yield Command(_whole(line, lines), number)


def _prompted(lines: list[tuple[int, str]]) -> Iterator[Command]:
    while lines:
        number, line = lines.pop(0)
        if not _is_prompt(line):
            continue
        text = _whole(line.removeprefix(_PROMPT), lines)
        shown = []
        while lines and not _is_prompt(lines[0][1]):
            shown.append(lines.pop(0)[1])
        yield Command(text, number, "\n".join(shown).strip("\n") or None)


def _whole(line: str, rest: list[tuple[int, str]]) -> str:
    """A command with the lines that belong to it: what a backslash goes on to, and the text of a heredoc."""
    taken = [line]
    while taken[-1].endswith("\\") and rest:
        taken.append(rest.pop(0)[1])
    ends = _HEREDOC.search(line)
    while ends and rest and taken[-1] != ends.group(1):
        taken.append(rest.pop(0)[1])
    return "\n".join(taken)
