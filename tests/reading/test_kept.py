"""A reading stays the very same object while it says the same, and no old corpus lives on in it."""

from __future__ import annotations

import gc
import weakref

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.reading.filed import filed_skill
from becivic.reading.kept import Kept, Moment
from becivic.reading.readings import SkillReading
from tests.factories.corpora import APPLICATION, CLOCK, Files

FIRST: Moment = (1, "2026-11-15T12")
SECOND: Moment = (2, "2026-11-15T12")
_LOADER = Loader()


def load(files: Files | None = None) -> Corpus:
    return _LOADER.load(MemoryTree(files or Files.valid()))


def clock(corpus: Corpus) -> SkillReading:
    return filed_skill(corpus, corpus.skills["demo-clock"])


def test_what_is_kept_is_current_for_its_corpus_and_its_moment_alone() -> None:
    corpus, kept = load(), Kept[SkillReading]()
    assert kept.current("demo-clock", corpus, FIRST) is None
    reading = kept.keep("demo-clock", clock(corpus), FIRST)
    assert kept.current("demo-clock", corpus, FIRST) is reading
    assert kept.current("demo-clock", corpus, SECOND) is None
    assert kept.current("demo-clock", load(), FIRST) is None
    assert kept.known("demo-clock", corpus) is reading
    assert kept.known("demo-clock", load()) is None
    assert kept.known("demo-application", corpus) is None


def test_an_equal_reading_is_the_one_that_was_known_and_stands_in_the_new_corpus() -> None:
    before, kept = load(), Kept[SkillReading]()
    reading = kept.keep("demo-clock", clock(before), FIRST)
    after = load(Files.valid().replaced(APPLICATION, "Some counters", "Many counters"))
    assert kept.keep("demo-clock", clock(after), SECOND) is reading
    assert reading.corpus is after
    assert kept.current("demo-clock", after, SECOND) is reading
    changed = load(Files.valid().replaced(CLOCK, "Leap years", "Such years"))
    assert kept.keep("demo-clock", clock(changed), SECOND) is not reading


def test_beyond_what_fits_the_one_goes_that_was_not_asked_for_longest() -> None:
    corpus, kept = load(), Kept[SkillReading](most=2)
    for name in ("one", "two"):
        kept.keep(name, clock(corpus), FIRST)
    kept.current("one", corpus, FIRST)
    kept.keep("three", clock(corpus), FIRST)
    assert [kept.current(name, corpus, FIRST) is None for name in ("one", "two", "three")] == [
        False,
        True,
        False,
    ]
    assert len(kept) == 2


def test_a_corpus_is_let_go_when_main_has_moved_twice() -> None:
    kept = Kept[SkillReading]()
    corpus = load()
    gone = weakref.ref(corpus)
    kept.keep("nobody-asks-again", clock(corpus), FIRST)
    kept.keep("demo-clock", clock(corpus), FIRST)
    for text in ("Many counters", "All counters"):
        corpus = load(Files.valid().replaced(APPLICATION, "Some counters", text))
        kept.keep("demo-clock", clock(corpus), FIRST)
    gc.collect()
    assert gone() is None
    assert len(kept) == 1
