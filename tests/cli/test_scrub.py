"""`becivic scrub`: text and JSON in, places out, never the text; batches; the published score."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.requirement import requirement

NRN = "85.07.30-033.28"
WRONG_CHECK = "85.07.30-033.29"


def _written(folder: Path, text: str, name: str = "notes.txt") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@requirement("R-SCRUB-12")
def test_a_direct_identifier_is_told_by_line_column_and_rule_and_exits_1(run: Run, tmp_path: Path) -> None:
    ran = run("scrub", _written(tmp_path, f"First line.\nThe form has {NRN} on it.\n"))
    assert ran.code == 1, ran.err
    assert "2:14  direct_identifier    belgian_nrn  checksum valid" in ran.out
    assert "1 direct identifier." in ran.out
    assert NRN not in ran.out + ran.err


def test_an_identifier_whose_checksum_fails_is_indirect_and_exits_0(run: Run, tmp_path: Path) -> None:
    ran = run("scrub", _written(tmp_path, f"Typed wrong: {WRONG_CHECK}."))
    assert ran.code == 0
    assert "indirect_identifier  belgian_nrn  checksum invalid" in ran.out
    assert "1 indirect identifier." in ran.out


def test_clean_text_says_so_and_exits_0(run: Run, tmp_path: Path) -> None:
    ran = run("scrub", _written(tmp_path, "The fee is 25 euros since 2024."))
    assert (ran.code, ran.out) == (0, "Nothing found.\n")


def test_json_input_is_walked_and_json_output_has_pointers(run: Run, tmp_path: Path) -> None:
    document = {"notes": ["clean", f"call {NRN}"], "id": "con_01890000-0000-7000-8000-850730033281"}
    ran = run("scrub", _written(tmp_path, json.dumps(document), "a.json"), "--json")
    assert ran.code == 1
    assert json.loads(ran.out) == {
        "findings": [
            {
                "rule": "belgian_nrn",
                "category": "direct_identifier",
                "start": 5,
                "end": 20,
                "checksum": "valid",
                "pointer": "/notes/1",
            }
        ]
    }


def test_standard_input_is_the_default_and_redact_replaces_what_was_found(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "becivic.cli", "scrub", "--redact"],
        cwd=tmp_path, input=f"NISS {NRN}, fee 25 euros\n", capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "NISS [belgian_nrn], fee 25 euros\n")


BATCH: list[dict[str, Any]] = [
    {"id": "a", "text": f"My number is {NRN}."},
    {"id": 2, "text": "The fee is 25 euros.", "lang": "en"},
    {"id": "c", "text": "Madame Amina Benali a signé la demande.", "lang": "fr"},
    {"id": "d", "text": "Mevrouw Els Vermeulen heeft het formulier getekend."},
]


def test_a_batch_answers_each_line_with_exactly_four_facts_a_finding(run: Run, tmp_path: Path) -> None:
    file = _written(tmp_path, "\n".join(map(json.dumps, BATCH)) + "\n\n", "items.jsonl")
    ran = run("scrub", "--jsonl", file)
    assert ran.code == 1
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {
            "id": "a",
            "findings": [{"rule": "belgian_nrn", "category": "direct_identifier", "start": 13, "end": 28}],
        },
        {"id": 2, "findings": []},
        {"id": "c", "findings": []},
        {"id": "d", "findings": []},
    ]


@requirement("R-NER-01")
def test_names_are_findings_of_category_person_and_alone_never_fail(run: Run, tmp_path: Path) -> None:
    file = _written(tmp_path, "\n".join(map(json.dumps, BATCH[1:])), "items.jsonl")
    ran = run("scrub", "--jsonl", "--names", file)
    assert ran.code == 0, ran.err
    clean, french, dutch = (json.loads(line)["findings"] for line in ran.out.splitlines())
    assert clean == []
    for findings, item, name in ((french, BATCH[2], "Amina Benali"), (dutch, BATCH[3], "Els Vermeulen")):
        (finding,) = findings
        assert (finding["rule"], finding["category"]) == ("person_name", "person")
        assert name in str(item["text"])[finding["start"] : finding["end"]]


def test_names_are_redacted_and_told_beside_identifiers(run: Run, tmp_path: Path) -> None:
    file = _written(tmp_path, json.dumps({"a": f"Mrs Jane Porter, {NRN}"}), "a.json")
    ran = run("scrub", "--names", "--redact", file)
    assert ran.code == 1
    assert json.loads(ran.out)["a"].endswith("[person_name], [belgian_nrn]")
    told = run("scrub", "--names", file).out
    assert "1 direct identifier, 1 name." in told


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('{"id": "a", "text": "x"}\nnot json\n', "line 2 is not JSON in UTF-8 with each key once."),
        ('{"id": "a"}\n', 'line 1 is not an object with "id" and a string "text".'),
    ],
)
def test_a_broken_line_stops_a_batch_with_one_sentence(
    run: Run, tmp_path: Path, lines: str, said: str
) -> None:
    file = _written(tmp_path, lines, "items.jsonl")
    ran = run("scrub", "--jsonl", file)
    assert ran.code == 2
    assert ran.err == f"becivic: {file}: {said} Write one JSON object a line.\n"


def test_a_missing_file_and_two_kinds_of_output_are_one_sentence_each(run: Run) -> None:
    ran = run("scrub", "nowhere.txt")
    assert (ran.code, ran.err) == (2, "becivic: nowhere.txt: cannot be read: No such file or directory.\n")
    ran = run("scrub", "--json", "--redact", "-")
    assert (ran.code, ran.out) == (2, "")
    assert "two kinds of output" in ran.err


@pytest.mark.parametrize("content", [None, "{", '{"schema_version": 2, "rules": []}'])
def test_broken_rules_refuse_to_run_with_one_sentence(run: Run, tmp_path: Path, content: str | None) -> None:
    rules = tmp_path / "rules.json"
    if content is not None:
        rules.write_text(content, encoding="utf-8")
    ran = run("scrub", "--rules", rules, _written(tmp_path, NRN))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"becivic: {rules}: ")
    assert ran.err.endswith("put the rules in order first.\n")
    assert ran.err.count("\n") == 1


def test_the_published_score_holds_its_bars(run: Run) -> None:
    ran = run("scrub", "--score", "--json")
    assert ran.code == 0, ran.err
    score = json.loads(ran.out)
    kinds = {kind: tally["share"] for kind, tally in score["identifiers"]["recall"].items()}
    assert kinds.pop("all") >= 0.98
    assert min(kinds.values()) >= 0.9, kinds
    assert score["identifiers"]["false_alarms"]["all"]["share"] <= 0.01
    languages = {lang: tally["share"] for lang, tally in score["names"]["recall"].items()}
    assert min(languages.values()) >= 0.9, languages
    assert score["names"]["false_alarms"]["all"]["share"] <= 0.04
    assert min(score[stage]["items_per_second"] for stage in ("identifiers", "names")) > 0


def test_a_closed_standard_input_is_one_sentence_and_no_verdict(tmp_path: Path) -> None:
    command = f"{sys.executable} -m becivic.cli scrub <&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "becivic: scrub: standard input is closed. Name a file.\n"
