"""The collector is paused inside and as it was outside, whatever happens."""

from __future__ import annotations

import gc

import pytest

from becivic.corpus.quiet import collector_paused


def test_it_is_off_inside_and_on_again_after_a_failure() -> None:
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), collector_paused():
        assert 1 / int(gc.isenabled())
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
