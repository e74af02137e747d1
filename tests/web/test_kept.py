"""Kept answers: one for as long as what it is made of is the same, and never more than there is room for."""

from __future__ import annotations

import gc
import weakref
from itertools import count

from becivic.web.answers import Prepared
from becivic.web.kept import Kept
from tests.factories.corpora import Files

_NUMBERS = count()


def answer(text: str = "x", tag: str = "") -> Prepared:
    return Prepared(text.encode(), "text/plain", tag or f"tag-{next(_NUMBERS)}")


def test_an_answer_is_made_once_while_what_it_is_made_of_is_the_same_thing() -> None:
    kept, reading = Kept(), ["a reading"]
    first = kept.get("page", (reading,), answer)
    assert kept.get("page", (reading,), answer) is first
    assert kept.get("page", (["a reading"],), answer) is not first, "equal is not the same"
    assert kept.get("page", (reading, reading), answer) is not first


def test_what_an_answer_is_made_of_is_not_kept_alive_by_it() -> None:
    """A page that nobody asks for again would keep the whole corpus it was made from."""
    kept, corpus = Kept(), Files.valid().load()
    gone = weakref.ref(corpus)
    first = kept.get("page", (corpus,), lambda: answer(tag="same"))
    del corpus
    gc.collect()
    assert gone() is None
    assert kept.get("page", (Files.valid().load(),), lambda: answer(tag="same")) is first


def test_an_answer_that_comes_out_the_same_is_the_one_there_was() -> None:
    kept = Kept()
    first = kept.get("page", (object(),), lambda: answer(tag="same"))
    assert kept.get("page", (object(),), lambda: answer(tag="same")) is first
    other = kept.get("page", (object(),), lambda: answer("y", tag="same"))
    assert other.body == b"y", "a tag may name less than what is said"


def test_what_nobody_asked_for_longest_leaves_first() -> None:
    one, most = object(), 3 * answer("xxxxxxxxxx").weight
    kept = Kept(most)
    made = {name: kept.get(name, (one,), lambda: answer("xxxxxxxxxx")) for name in "abc"}
    assert kept.get("a", (one,), answer) is made["a"]
    kept.get("d", (one,), lambda: answer("xxxxxxxxxx"))
    assert kept.get("a", (one,), answer) is made["a"]
    assert kept.get("b", (one,), answer) is not made["b"]


def test_an_answer_larger_than_the_room_is_sent_and_forgotten() -> None:
    kept, one = Kept(4), object()
    large = kept.get("page", (one,), lambda: answer("x" * 99))
    assert large.body == b"x" * 99
    assert kept.get("page", (one,), answer) is not large
