"""The long run, made short: a week or so of everything, and what its figures come to."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from soak import newborn
from soak.kills import KINDS
from soak.model import BOUND, LEAVES, predicted, slope
from soak.months import Run, Wanted
from soak.traffic import SHARES
from soak.verdict import SETTLED, bars, memory_slope
from tools import soak_page

from tests.requirement import requirement

SHORT = Wanted(months=2, month_days=4, skills=12, seed=3, sent_a_day=12, read_a_day=3)


@requirement("R-SALT-01", "R-STAGE-04")
def test_a_short_run_keeps_every_invariant(tmp_path_factory: pytest.TempPathFactory) -> None:
    run = Run(tmp_path_factory.mktemp("soak"), SHORT)
    told = asyncio.run(run.lives())
    told["newborn_mib"] = newborn.resident_mib(run)
    assert told["broken"] == []
    assert 100 < told["newborn_mib"] < 2 * told["lived_mib"]
    assert len(told["months"]) == SHORT.months
    assert told["ledger"]["sent"] == told["months"][-1]["sent"]
    assert told["ledger"]["refused"].keys() >= {"regex_fail"}  # or nothing that must not leak was sent
    assert soak_page.markdown(told).startswith("# Two years")


def stored(
    memory: list[float], database_kib: int = 1000, broken: tuple[str, ...] = (), newborn_mib: float = 300
) -> dict[str, Any]:
    months = [{"resident_mib": each, "database_kib": database_kib} for each in memory]
    held = {"lived_mib": 300.0, "newborn_mib": newborn_mib}
    return {"months": months, "predicted": {"at_end_kib": 1000}, "broken": list(broken), **held}


def test_memory_is_told_as_it_rises_after_it_has_settled() -> None:
    rising = [300.0] * SETTLED + [300 + 2.0 * month for month in range(18)]
    settling = [200 + 20.0 * month for month in range(SETTLED)] + [320.0, 321.0] * 9
    assert memory_slope(stored(rising)) == pytest.approx(2)
    assert memory_slope(stored(settling)) < 0.1


@pytest.mark.parametrize(
    ("told", "held"),
    [
        (stored([300.0] * 24), [True, True, True]),
        (stored([300.0] * 24, round(1000 * (1 + BOUND)) + 1), [True, False, True]),
        (stored([300.0] * 24, round(1000 * (1 - BOUND)) - 1), [True, False, True]),
        (stored([300.0] * 24, broken=("lost",)), [True, True, False]),
        (stored([300.0] * 24, newborn_mib=240.0), [False, True, True]),
    ],
)
def test_each_bar_can_be_missed(told: dict[str, Any], held: list[bool]) -> None:
    assert list(bars(told).values()) == held


def test_the_prediction_is_the_start_and_what_each_day_leaves() -> None:
    whole = predicted(1000, sum(SHARES.values()), 10)
    assert whole.a_day == sum(LEAVES[kind] * SHARES[kind] for kind in LEAVES)
    assert whole.at_end == 1000 + 10 * whole.a_day
    assert predicted(1000, 12, 0).at_end == 1000


def test_a_straight_line_has_its_own_slope() -> None:
    assert slope([5.0, 7.0, 9.0, 11.0]) == pytest.approx(2)


@requirement("R-JOB-10")
def test_jobs_that_are_killed_at_random_points_leave_nothing_stuck_lost_or_doubled() -> None:
    """Two kills of each of the five kinds of job, in a process without threads: it forks."""
    command = [sys.executable, "-m", "soak", "kills", "--kills", "10", "--seed", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    told = json.loads(ran.stdout)
    bars = told.pop("bars")
    assert {name: figures["wrong"] for name, figures in told.items()} == {name: [] for name in KINDS}
    assert all(bars[name] for name in KINDS)
    assert {figures["kills"] for figures in told.values()} == {2}
    assert ran.returncode == (0 if all(bars.values()) else 1), ran.stderr
