"""The benchmark of cold starts runs: both engines find as much, and every text has the numbers that its bar needs."""

from __future__ import annotations

from bench.rounds import Run
from bench.scrub_start import CLEAN, measure

LOOKED_AT = (CLEAN[0], "phone")
"""One of each bar."""


def test_the_quick_engine_is_measured_beside_the_ordinary_one() -> None:
    found = measure(Run(share=0.1), texts=LOOKED_AT)
    assert [each.bar.limit for each in found if each.bar] == [40, 15]
    assert all(each.other > 0 for each in found)
