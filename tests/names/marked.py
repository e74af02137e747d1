"""Texts with their people in square brackets: `Je m'appelle [Amina Diallo].`"""

from __future__ import annotations

import re
from collections.abc import Iterable

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers import Recogniser
from becivic.names.scan import read
from becivic.names.spans import PersonSpan, merged


def unmarked(text: str) -> tuple[str, list[str]]:
    return re.sub(r"[\[\]]", "", text), re.findall(r"\[(.*?)\]", text)


def named(text: str, spans: Iterable[PersonSpan]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


def recognised(recognise: Recogniser, text: str, language: str, lexicon: Lexicon) -> list[str]:
    scan = read(text, language, lexicon)
    spans = (
        PersonSpan(scan.words[hit.first].start, scan.words[hit.end - 1].end, hit.score, "")
        for hit in recognise(scan)
    )
    return named(text, merged(spans))
