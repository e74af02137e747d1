"""Writing what a command makes: whole, in UTF-8 with LF, or one sentence about why not."""

from __future__ import annotations

from pathlib import Path

from becivic.rules.errors import BeCivicError


def write_file(file: Path, content: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BeCivicError(f"cannot be written: {error.strerror}.", where=str(file)) from None
