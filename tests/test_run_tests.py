"""The door to the suite: a person sees how far it is, and what a run came to is the last thing said."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tools.run_tests import ROOT, streamed

_SAYS = "import sys; print('one'); print(); print('two'); print('3 passed in 1s'); print(); sys.exit(4)"
_WAITS = "print('one', flush=True); print('two', flush=True); input(); print('2 passed', flush=True)"
_STREAMS = f"import os; from tools.run_tests import streamed; streamed([{sys.executable!r}, '-c', {_WAITS!r}], os.environ)"


def test_all_is_shown_but_the_closing_line_which_is_handed_back(capfd: pytest.CaptureFixture[str]) -> None:
    assert streamed([sys.executable, "-c", _SAYS], os.environ) == (4, "3 passed in 1s")
    assert capfd.readouterr().out == "one\n\ntwo\n"


def test_what_says_nothing_has_no_closing_line() -> None:
    assert streamed([sys.executable, "-c", ""], os.environ) == (0, "")


def test_a_line_is_shown_while_the_next_is_still_awaited() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _STREAMS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "one\n"  # would wait for ever if it were kept to the end
        shown, _ = process.communicate("go on\n", timeout=60)
    assert shown == "two\n"
