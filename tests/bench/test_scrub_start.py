"""The benchmark of cold starts runs: both engines find as much, and every text has the numbers that its bar needs."""

from __future__ import annotations

from bench.scrub_start import TEXTS, run


def test_the_quick_engine_is_measured_beside_the_ordinary_one() -> None:
    found = run(rounds=1)
    assert len(found["bars"]) == len(TEXTS)
    for name in TEXTS:
        assert found[name]["ordinary_ms"] > 0
        assert found[name]["times_faster"] > 0
