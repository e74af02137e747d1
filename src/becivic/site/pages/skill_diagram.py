"""The diagram of a procedure on its page: the text, and how large its picture is, so that nothing moves when it comes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import Final

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.site import diagrams

_SIZE: Final = re.compile(r' viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')


@dataclass(frozen=True, slots=True)
class Diagram:
    text: str
    width: int = 0
    """Of the picture; nothing where this machine draws none."""
    height: int = 0


def diagram(skill: Skill, corpus: Corpus) -> Diagram | None:
    if diagrams.FILE not in skill.companions:
        return None
    text = corpus.tree.read(f"skills/{skill.id}/{diagrams.FILE}").decode("utf-8", "replace")
    size = _SIZE.search(diagrams.process_svg(text) or "")
    return Diagram(text, *(ceil(float(each)) for each in size.groups())) if size else Diagram(text)
