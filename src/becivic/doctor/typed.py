"""How what a remedy names is typed here: this installation's own program, its settings, its clone.

A remedy of the table says `becivic`, `CLONE` and `INTERPRETER`; whoever pastes it may have none of them at hand.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_OURS: Final = re.compile(r"(?P<before>^|&& )becivic (?P<rest>[^&|>#]+)")
_CLONE: Final = re.compile(r"(?<= -C )CLONE\b")
_OTHER_HOME: Final = " --home "
_FILES: Final = "sqlite:"


@dataclass(frozen=True, slots=True)
class Typed:
    program: str = "becivic"
    said: Mapping[str, str] = field(default_factory=dict)
    """Settings that were said by options, which whoever types the next command would have to say again."""
    clone: Path | None = None
    interpreter: str = sys.executable

    def __call__(self, remedy: str) -> str:
        """Only what the table itself says: a folder may have the name of one of its words."""
        begun = re.sub("^INTERPRETER ", f"{shlex.quote(self.interpreter)} ", remedy)
        clone = shlex.quote(str(self.clone)) if self.clone else "CLONE"
        return _OURS.sub(self._ours, _CLONE.sub(lambda _: clone, begun))

    def _ours(self, found: re.Match[str]) -> str:
        rest = found["rest"]
        said = {} if _OTHER_HOME in rest else self.said
        settings = "".join(f"{name}={_repeated(value)} " for name, value in said.items())
        return f"{found['before']}{settings}{self.program} {rest}"


def typed_here(said: Mapping[str, str], path: str, packaged: Path) -> Typed:
    """`path` is where a shell looks for programs, `packaged` the corpus that comes with this program."""
    root = packaged.parent
    clone = root if (root / "Makefile").is_file() else None
    return Typed(_program(Path(sys.executable), path), said, clone)


def _program(python: Path, path: str) -> str:
    """As short as it can be said and still be this one: the command that was installed beside its interpreter."""
    beside = python.with_name("becivic")
    if not beside.is_file():
        return f"{shlex.quote(str(python))} -m becivic.cli"
    found = shutil.which("becivic", path=path)
    return "becivic" if found and beside.samefile(found) else shlex.quote(str(beside))


def _repeated(value: str) -> str:
    """An address of a database server may hold a password, and is for the operator to fill in."""
    return "URL" if "://" in value and not value.startswith(_FILES) else shlex.quote(value)
