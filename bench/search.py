"""Our search beside SQLite's FTS5 over the same entries: how soon it stands, how long a question takes, how often the answer is right."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.packaged_corpus import packaged

from becivic.corpus.load import Corpus
from becivic.search.entries import Kind, entries_of, text_of
from becivic.search.searcher import Searcher
from bench.measured import OURS, Benchmark, Measured, Told, Unit, compared
from bench.rounds import Run, timed

QUESTIONS: Final = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "search-questions.json"
FTS5: Final = f"SQLite {sqlite3.sqlite_version} FTS5"
FIRST: Final = 3
"""So many are looked at."""
ROUNDS: Final = 3
_WORD: Final = re.compile(r"\w+")
_TABLE: Final = (
    "CREATE VIRTUAL TABLE entries USING fts5"
    "(id UNINDEXED, kind UNINDEXED, known_by, said, tokenize='porter unicode61 remove_diacritics 2')"
)
_ASK: Final = (
    "SELECT id FROM entries WHERE entries MATCH ? AND kind = ? ORDER BY bm25(entries, 0, 0, 10, 1) LIMIT ?"
)

Ask = Callable[[str, str], list[str]]
"""A question and its language in, the first few ids out."""


class Round(NamedTuple):
    built: float
    asked: float
    """Microseconds a question that is new to the index."""
    again: float
    """One that it has heard before: ours remembers what it has worked out."""
    right: float


def measure(run: Run) -> list[Measured]:
    corpus = packaged()
    told = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    questions = [each for each in told if each["skill"]]
    works = {
        name: partial(_round, open_, corpus, questions) for name, open_ in ((OURS, _ours), (FTS5, _theirs))
    }
    found = run.turns("questions", ROUNDS, works)
    built, asked, again, right = (
        {name: [each[part] for each in rounds] for name, rounds in found.items()}
        for part in range(len(Round._fields))
    )
    what = f"{len(questions)} questions in four languages"
    return [
        compared(
            f"{what}: the right skill among the first {FIRST}", right, FTS5, Unit.PERCENT, told=Told.RIGHT
        ),
        compared("One of them answered, asked again", again, FTS5, Unit.MICROSECONDS),
        compared("One of them answered, asked for the first time", asked, FTS5, Unit.MICROSECONDS),
        compared("The index of the corpus made anew", built, FTS5, Unit.MILLISECONDS),
    ]


def _round(open_: Callable[[Corpus], Ask], corpus: Corpus, questions: Sequence[dict[str, Any]]) -> Round:
    opened: list[Ask] = []
    answers: list[list[str]] = []
    building = timed(lambda: opened.append(open_(corpus))).wall

    def ask_all() -> None:
        answers[:] = [opened[0](each["question"], each["language"]) for each in questions]

    asking, again = (timed(ask_all).wall / len(questions) * 1e6 for _ in range(2))
    right = sum(each["skill"] in ids for each, ids in zip(questions, answers, strict=True))
    return Round(building * 1e3, asking, again, right / len(questions) * 100)


def _ours(corpus: Corpus) -> Ask:
    searcher = Searcher(corpus)

    def ask(question: str, language: str) -> list[str]:
        return [hit.id for hit in searcher.find(question, language, FIRST, (Kind.SKILL,)).hits]

    return ask


def _theirs(corpus: Corpus) -> Ask:
    """As one sets it up: stems, accents off, what an entry is known by counts ten times its text; any word may match."""
    database = sqlite3.connect(":memory:")
    database.execute(_TABLE)
    rows = (
        (entry.id, entry.kind.value, "\n".join(unit.text for unit in entry.units), text_of(entry, corpus))
        for entry in entries_of(corpus)
    )
    database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)

    def ask(question: str, _: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        return [name for (name,) in database.execute(_ASK, (words, Kind.SKILL.value, FIRST))]

    return ask


BENCHMARK: Final = Benchmark(
    title="A question put to the search",
    about=(
        "The questions of the test set, as people put them, against the corpus that ships. Both have the same entries and the same text. Ours "
        "reads the question first: typing mistakes, everyday words in four languages, what no page covers; that is where its time goes, and "
        "why it is right more often."
    ),
    packages=("tantivy",),
    measure=measure,
)
