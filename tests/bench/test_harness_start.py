"""The benchmark of the harness runs: every command of the story does what it is told, and has the numbers that its bar needs."""

from __future__ import annotations

from bench.harness_start import LIBRARY, STORY, measure
from bench.rounds import Run


def test_every_command_is_measured_beside_a_bare_python() -> None:
    found = measure(Run(share=0.1))
    assert [each.what for each in found[:-1]] == [name for name, _ in LIBRARY]
    assert found[-1].note.startswith(f"of {len(STORY)}, the hardest")
    assert all(each.bar is not None and each.ratio > 1 for each in found)
