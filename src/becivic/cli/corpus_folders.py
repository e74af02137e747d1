"""Telling a folder with a corpus in it from any other, for every command that takes one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from becivic.corpus.tree import CorpusMissing


def refuse_no_corpus(files: Iterable[str], folder: Path) -> None:
    if not any(file.startswith(("skills/", "paths/")) for file in files):
        raise CorpusMissing(
            "holds no corpus.", where=str(folder), remedy="Name the folder that holds skills/ and paths/."
        )
