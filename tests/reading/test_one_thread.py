"""A thread of its own: away from the loop, one thing after the other, and no longer than somebody needs it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from becivic.reading.one_thread import OneThread

NAME = "becivic-of-this-test"


def here() -> str:
    return threading.current_thread().name


def alive() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name.startswith(NAME)]


def test_what_is_run_is_run_in_that_thread_alone() -> None:
    one = OneThread(NAME)

    async def both() -> list[str]:
        return list(await asyncio.gather(one.run(here), one.run(here)))

    assert asyncio.run(both()) == [f"{NAME}_0"] * 2
    assert one.begin(here).result() == f"{NAME}_0"
    one.close()
    assert alive() == []


def test_what_goes_wrong_there_is_told_here() -> None:
    one = OneThread(NAME)

    async def wrong() -> None:
        await one.run(int, "no number")

    with pytest.raises(ValueError, match="no number"):
        asyncio.run(wrong())
    one.close()


def test_what_waits_is_given_up_when_it_closes_and_what_was_begun_is_ended() -> None:
    one, begun, go_on = OneThread(NAME), threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        go_on.wait()
        return "done"

    first, second = one.begin(work), one.begin(work)
    begun.wait()
    second.add_done_callback(lambda _: go_on.set())  # given up before the thread is waited for
    one.close()
    assert (first.result(), second.cancelled()) == ("done", True)


def test_one_that_nobody_asked_is_closed_all_the_same_and_a_closed_one_may_be_asked_again() -> None:
    one = OneThread(NAME)
    one.close()
    assert one.begin(here).result() == f"{NAME}_0"
    one.close()
    assert one.begin(here).result() == f"{NAME}_0"
    one.close()
    assert alive() == []
