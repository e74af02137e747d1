"""The benchmark of reads runs: every server answers, and what is found has every number that a bar needs."""

from __future__ import annotations

import pytest
from bench.reading_http import BARE, DATASETTE, OURS, run

pytest.importorskip("datasette", reason="what reads are measured beside is installed by `make bench` alone")


def test_reads_are_measured_beside_datasette_and_a_bare_handler() -> None:
    found = run(rounds=1, seconds=0.05, connections=2)
    assert len(found["bars"]) == 4
    for measured in (found["row_as_json"], found["skill_page"]):
        assert all(measured[name] > 0 for name in (OURS, BARE, DATASETTE))
        assert measured["bytes"][OURS] > 0
