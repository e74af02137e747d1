"""The benchmark of cold starts runs: both engines find as much, and every text has the numbers that its bar needs."""

from __future__ import annotations

from bench.scrub_start import CLEAN, run

LOOKED_AT = (CLEAN[0], "phone")
"""One of each bar."""


def test_the_quick_engine_is_measured_beside_the_ordinary_one() -> None:
    found = run(rounds=1, texts=LOOKED_AT)
    assert len(found["bars"]) == len(LOOKED_AT)
    for name in LOOKED_AT:
        assert found[name]["ordinary_ms"] > 0
        assert found[name]["times_faster"] > 0
