"""The server's locator against the plain engine: the same findings on everything, whatever state RE2 is in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.packaged import corpus_folder
from becivic.scrub import LinearLocator, linear_engine
from becivic_scrub import Engine, Rule, RulesRefused, packaged_rules
from tests.factories.payloads import FIXTURES
from tests.factories.scrub_rules import EMAIL, NRN, PATTERNS, SEVERAL, UNTRANSLATABLE, entry, rules
from tests.factories.scrub_texts import ANYTHING, MIXED, SHAPES, disguised, mixed, noise
from tests.requirement import requirement


@cache
def _engines() -> tuple[Engine, Engine]:
    """The plain one has all the time it wants: how busy the machine is must not make it differ."""
    found = packaged_rules()
    return Engine(found), linear_engine(found)


def _same(text: str) -> bool:
    plain, linear = _engines()
    return plain.find(text) == linear.find(text)


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("file", sorted((FIXTURES / "pii-samples").glob("*.txt")), ids=lambda file: file.stem)
def test_both_engines_find_the_same_in_every_sample(file: Path) -> None:
    assert _same(file.read_text(encoding="utf-8"))


def _texts_of(file: Path) -> Iterator[str]:
    raw = file.read_bytes()
    yield raw.decode("utf-8", errors="surrogateescape")
    if file.suffix == ".json":
        try:
            waiting: list[Any] = [json.loads(raw)]
        except ValueError:
            return
        while waiting:
            value = waiting.pop()
            waiting += (
                [*value, *value.values()]
                if isinstance(value, dict)
                else value
                if isinstance(value, list)
                else []
            )
            if isinstance(value, str):
                yield value


FOLDERS = {"fixtures": FIXTURES, "corpus": corpus_folder()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_both_engines_find_the_same_in_every_file_and_every_string_that_ships(folder: str) -> None:
    files = [file for file in sorted(FOLDERS[folder].rglob("*")) if file.is_file()]
    texts = {text for file in files for text in _texts_of(file) if len(text) < 40_000}
    assert len(texts) > 100
    assert [text for text in texts if not _same(text)] == []


@settings(max_examples=150)
@given(st.lists(MIXED, max_size=4).map("".join))
def test_both_engines_find_the_same_in_identifiers_disguised_and_mixed_with_noise(text: str) -> None:
    assert _same(text)


@settings(max_examples=150)
@given(ANYTHING)
def test_both_engines_find_the_same_in_any_text_at_all(text: str) -> None:
    assert _same(text)


@settings(max_examples=150)
@given(PATTERNS, st.sampled_from(["", "i"]), st.text("abcéÉ1 -@/.\n\u20ac\U0001f600\u200b", max_size=40))
def test_both_engines_find_the_same_with_any_rule_that_is_taken(pattern: str, flags: str, text: str) -> None:
    found = rules(entry("any", pattern, flags=flags), NRN, lenient=True)
    if found[0].refusal is None:
        assert Engine(found).find(text) == linear_engine(found).find(text)


@pytest.mark.parametrize("most", [0, 1, 3, None])
def test_both_engines_stop_after_as_many_findings_a_rule(most: int | None) -> None:
    text = " \u00e9 ".join(SHAPES * 3)
    plain, linear = _engines()
    assert plain.find(text, most=most) == linear.find(text, most=most)


@pytest.mark.parametrize("shape", ["85.07.30-033.28", "jan.peeters@example.be", "+32 470 12 34 56"])
def test_a_disguise_hides_nothing_and_offsets_are_those_of_the_original(shape: str) -> None:
    rng = Random(shape)
    for _ in range(60):
        text = f"été \U0001f600 {disguised(rng, shape)} "
        for engine in _engines():
            found = [each for each in engine.find(text) if each.start == 6]
            assert found, [hex(ord(each)) for each in text]
            assert max(each.end for each in found) >= len(text.rstrip()) - 2
            assert engine.redact(text).startswith("été \U0001f600 [")


def test_a_group_that_took_no_part_means_the_whole_match_in_both_engines() -> None:
    either = rules(entry("either", "x([0-9]{2})x|y[0-9]"))
    for engine in (Engine(either), linear_engine(either)):
        assert [(each.start, each.end) for each in engine.find("x12x y3 x45x67x")] == [
            (1, 3),
            (5, 7),
            (9, 11),
            (12, 14),
        ]


def test_offsets_count_characters_however_many_bytes_stand_before() -> None:
    engine = linear_engine(rules(*SEVERAL))
    for before in ("", "é", "€", "\U0001f600", "é€\U0001f600" * 300, "a" * 1000 + "é", "\u200b€" * 200):
        (found,) = engine.find(f"{before} a@b.be é")
        assert (found.start, found.end) == (len(before) + 1, len(before) + 7)


def test_an_empty_text_and_a_text_of_nothing_visible_are_clean() -> None:
    engine = linear_engine(rules(*SEVERAL))
    assert engine.find("") == []
    assert engine.find("\u200b\u00ad") == []
    assert engine.redact("\u200b") == "\u200b"


@pytest.mark.parametrize("text", ["\ud800", "a@b.be\ud800", "\ud83d 85.07.30-033.28 \udc00", "8\ud8005"])
def test_half_a_surrogate_pair_is_no_way_around_the_rules(text: str) -> None:
    several = rules(*SEVERAL)
    assert linear_engine(several).find(text) == Engine(several).find(text)


class _DeadSet:
    """A set that ran out of memory, or was never alive: it answers like one that found nothing."""

    def __init__(self, answer: list[int] | None) -> None:
        self.answer = answer

    def Match(self, text: bytes) -> list[int] | None:  # noqa: N802  the package's own name
        return self.answer


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("answer", [None, [], [0], [99]])
@pytest.mark.parametrize(
    "text", ["a@b.be 85.07.30-033.28", "\uff18\uff15.07.30-033.28 a@b.be", "é\ud800 a@b.be", "clean"]
)
def test_a_set_that_is_not_alive_to_say_means_that_every_rule_is_tried(
    text: str, answer: list[int] | None
) -> None:
    several = rules(*SEVERAL)
    locator = LinearLocator(several)
    for each in locator._sets:
        each._set = _DeadSet(answer)  # type: ignore[assignment]
    assert Engine(several, locator.locate).find(text) == Engine(several).find(text)


@pytest.mark.parametrize("answer", [None, [], [0, 1]])
def test_a_set_that_is_dead_from_the_start_refuses_the_rules(
    monkeypatch: pytest.MonkeyPatch, answer: list[int] | None
) -> None:
    monkeypatch.setattr("re2.Set.Match", lambda self, text: answer)
    with pytest.raises(RulesRefused, match="there is no room for the set of all patterns"):
        LinearLocator(rules(NRN))


def test_a_rule_that_the_common_syntax_refuses_refuses_the_server_whatever_re2_makes_of_it() -> None:
    for pattern in (UNTRANSLATABLE, entry("wide", "a+"), entry("twice", "(a)(b)"), entry("nothing", r"\b")):
        with pytest.raises(RulesRefused, match=f"the pattern of `{pattern['name']}` "):
            linear_engine(rules(NRN, pattern, lenient=True))


def test_a_rule_that_re2_alone_refuses_refuses_the_server_without_showing_the_pattern(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(RulesRefused) as refused:
        LinearLocator([Rule("odd", "(?=secret)", "", "metadata")])
    assert str(refused.value) == "the pattern of `odd` is refused by the linear-time engine"
    assert capfd.readouterr() == ("", "")


HOSTILE = {
    "digits": "1234567890" * 6554,
    "pairs": "12 34 " * 10_923,
    "stops": "1.2.3-4/" * 8192,
    "letters": "abcdefgh" * 8192,
    "at": "a@" * 32_768,
    "long local part": "a.b-c_d%" * 8192,
    "plus": "+32(0)" * 10_923,
    "accents": "é1 " * 21_845,
    "noise": noise(Random(3), 65_536),
    "all shapes": mixed(Random(4), 4000)[:65_536],
}


@requirement("R-SCRUB-04")
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_of_64_kilobytes_loses_no_finding(kind: str) -> None:
    """Its states fill the memory of the set's automaton; the last words must still be found."""
    linear = linear_engine(packaged_rules())
    text = HOSTILE[kind] + "\n; a.b@example.be ;\n85.07.30-033.28"
    assert any(
        "national" in each.rule or "nrn" in each.rule for each in linear.find(text) if each.end == len(text)
    )
    mail = text.rindex("a.b@")
    assert any(each.rule == "email" and each.start == mail for each in linear.find(text))


@pytest.mark.parametrize("memory", [1 << 18, 1 << 19, 1 << 20])
def test_a_set_with_hardly_any_memory_loses_no_finding(monkeypatch: pytest.MonkeyPatch, memory: int) -> None:
    """What a text does to the automaton cannot be foreseen, so it is starved here on purpose."""
    several = rules(*SEVERAL)
    text = "".join(mixed(Random(seed)) for seed in range(60))
    monkeypatch.setattr("becivic.scrub.linear._SET_MEMORY", memory)
    assert linear_engine(several).find(text) == Engine(several).find(text)


def test_rules_that_the_memory_of_the_set_cannot_hold_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becivic.scrub.linear._SET_MEMORY", 1 << 14)
    with pytest.raises(RulesRefused, match="there is no room for the set of all patterns"):
        linear_engine(rules(*SEVERAL))


def test_the_engine_of_a_server_finds_what_a_clean_text_does_not_hold() -> None:
    engine = linear_engine(rules(EMAIL))
    assert engine.find("Opening hours: Monday\u2013Friday, 9\u00a0am") == []
    assert [each.rule for each in engine.find("write to\u00a0a@b.be")] == ["email"]
