"""What every benchmark is told in: ratios in words, bars, the record that keeps what was not measured anew, the page made of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from bench.__main__ import NAMES, benchmark, main
from bench.measured import (
    Measured,
    Told,
    Unit,
    at_least,
    at_most,
    hardest,
    ours_at_most,
)
from bench.report import page, record, wording
from bench.report.machine import ROOT, Machine, this_machine
from bench.report.record import Result
from bench.rounds import Run

MACHINE = Machine("A processor", 2, 8, "Linux", "CPython 3.11", "3.40", "18", "2.39")
QUICKER = Measured("Read a page", "another", Unit.MILLISECONDS, (2, 1, 9), (4, 3.2, 9), bar=at_least(3))
SMALLER = Measured("Weigh it", "another", Unit.MEGABYTES, (50,), (100,), Told.MEMORY, ours_at_most(60))


def result(name: str, *measured: Measured, at: str = "2026-11-18T10:00:00Z") -> Result:
    return Result(
        name, f"Title of {name}", "About it.", measured, {"thing": "1.0"}, at, "abc", 1.5, 0.2, MACHINE
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "told", "said"),
    [
        (10, 32, Told.SPEED, "3.2 times faster"),
        (10, 10.2, Told.SPEED, "as fast"),
        (10, 6, Told.SPEED, "0.6 of its speed"),
        (100, 5, Told.SPEED, "20 times slower"),
        (12, 10, Told.TIME, "1.2 times the time"),
        (5, 10, Told.MEMORY, "0.5 of the memory"),
        (10, 10, Told.MEMORY, "the same memory"),
    ],
)
def test_a_ratio_is_said_as_a_person_says_it(ours: float, theirs: float, told: Told, said: str) -> None:
    assert wording.ratio(Measured("it", "other", Unit.MILLISECONDS, (ours,), (theirs,), told)) == said


def test_a_figure_is_told_in_the_unit_that_fits_it() -> None:
    assert wording.figure(134_000, Unit.MICROSECONDS) == "134 ms"
    assert wording.figure(2_500_000, Unit.MICROSECONDS) == "2.5 s"
    assert wording.figure(2_500, Unit.PER_SECOND) == "2,500 a second"


def test_of_what_is_counted_by_the_second_more_is_faster() -> None:
    assert Measured("it", "other", Unit.PER_SECOND, (30,), (10,)).ratio == 3


def test_the_median_counts_and_the_spread_is_of_rounds_that_took_turns() -> None:
    assert (QUICKER.figure, QUICKER.other, QUICKER.ratio) == (2, 4, 2)
    assert QUICKER.spread == (1, 3.2)


def test_the_rounds_of_what_is_slower_are_told_as_slower_too() -> None:
    slower = Measured("it", "other", Unit.MILLISECONDS, (50, 100, 80), (5, 5, 5))
    assert wording.ratio(slower) == "16 times slower"
    assert wording.spread(slower) == "10 to 20"


def test_what_is_told_in_short_are_ratios() -> None:
    short = page.markdown([result("one", SMALLER)]).partition("## In short")[2]
    assert "|  | ratio | beside | bars |" in short.partition("## ")[0]


def test_a_bar_is_of_the_ratio_or_of_our_own_figure() -> None:
    assert not QUICKER.holds
    assert wording.bar(QUICKER) == "at least 3 times faster"
    assert SMALLER.holds
    assert wording.bar(SMALLER) == "at most 60 MB"
    assert replace(QUICKER, bar=None).holds


def test_of_many_with_one_bar_the_nearest_to_it_is_told() -> None:
    easy, hard = (
        Measured(what, "other", Unit.MILLISECONDS, (took,), (1,), Told.TIME, at_most(10))
        for what, took in (("easy", 2), ("hard", 9))
    )
    found = hardest([easy, hard], "Any")
    assert (found.what, found.ratio, found.note) == ("Any", 9, "of 2, the hardest: hard")


def test_those_compared_take_turns_and_the_person_is_told() -> None:
    said: list[str] = []
    order: list[str] = []
    works = {name: lambda name=name: order.append(name) for name in ("ours", "theirs")}
    Run(said.append, share=0.5).turns("pages", 4, works)
    assert order == ["ours", "theirs"] * 2
    assert said[0] == "pages: ours, round 1 of 2"


def test_the_record_comes_back_as_it_was_written() -> None:
    results = [result("one", QUICKER, SMALLER)]
    assert record.from_text(record.as_text(results)) == results


def test_a_part_measured_anew_takes_its_old_place_and_the_others_keep_their_day() -> None:
    old = [result("one", QUICKER), result("two", SMALLER), result("gone", SMALLER)]
    new = result("two", QUICKER, at="2027-01-01T00:00:00Z")
    assert record.kept(old, [new], ("two", "one", "three")) == [new, old[0]]


def test_the_page_tells_what_is_missed_each_day_and_each_machine() -> None:
    other = replace(result("two", SMALLER, at="2027-01-01T00:00:00Z"), machine=replace(MACHINE, cores=64))
    text = page.markdown([result("one", QUICKER), other])
    assert "1 of 2 bars hold." in text
    assert "- one: Read a page, beside another" in text
    assert "| **2 times faster** | 1 to 3.2 | at least 3 times faster: MISSED | 2 ms | 4 ms |" in text
    assert "`one`, 2026-11-18 on machine 1" in text
    assert "`two`, 2027-01-01 on machine 2" in text
    assert "| Cores | 2 | 64 |" in text


def test_the_page_tells_what_was_measured_on_a_busy_machine() -> None:
    calm = result("one", SMALLER)
    assert "Measured while" not in page.markdown([calm])
    busy = page.markdown([calm, replace(calm, name="two", load=9.5)])
    assert "Measured while more wanted a processor than the machine has: `two`." in busy


def test_the_machine_is_told_without_names_or_paths() -> None:
    import platform  # noqa: PLC0415  only here

    told = str(this_machine())
    assert platform.node() not in told
    assert str(ROOT) not in told


def test_every_benchmark_has_a_title_of_its_own_and_says_what_it_does() -> None:
    found = [benchmark(name) for name in NAMES]
    assert len({each.title for each in found}) == len(NAMES)
    assert all(each.about.endswith(".") for each in found)


def test_the_repository_holds_a_result_of_each() -> None:
    assert [each.name for each in record.read()] == list(NAMES)


def test_one_is_run_by_its_name_and_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json", "validate_concern"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)["benchmarks"][0]
    assert told["name"] == "validate_concern"
    assert told["measured"][0]["ratio"] > 1


def test_one_is_run_by_its_name_and_told_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "validate_concern"]) in (0, 1)
    told = capsys.readouterr()
    assert "python-jsonschema" in told.out
    assert "of 1 bars hold." in told.err


@pytest.mark.parametrize(("words", "said"), [(["nothing"], "--list"), (["--quick", "--write"], "leave out")])
def test_wrong_arguments_are_refused_with_a_way_out(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert said in capsys.readouterr().err


def test_the_list_names_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(NAMES)
