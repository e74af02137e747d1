"""The benchmark of reads runs: every server answers, and what is found has every number that a bar needs."""

from __future__ import annotations

import pytest
from bench.reading_http import BARE, DATASETTE, measure
from bench.rounds import Run

pytest.importorskip("datasette", reason="what reads are measured beside is installed by `make bench` alone")


def test_reads_are_measured_beside_datasette_and_a_bare_handler() -> None:
    found = measure(Run(share=0.05), connections=2)
    assert [each.beside for each in found] == [DATASETTE, BARE] * 2
    assert all(each.bar is not None and min(each.figure, each.other) > 0 for each in found)
