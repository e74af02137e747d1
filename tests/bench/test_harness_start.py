"""The benchmark of the harness runs: every command of the story does what it is told, and has the numbers that its bar needs."""

from __future__ import annotations

from bench.harness_start import LIBRARY, STORY, run


def test_every_command_is_measured_beside_a_bare_python() -> None:
    found = run(rounds=1)
    assert len(found["bars"]) == len(LIBRARY) + len(STORY)
    assert found["bare_python_ms"] > 0
    for name, _ in (*LIBRARY, *STORY):
        assert found[name]["ms"] > 0
        assert found[name]["times_bare_python"] > 1
