"""`python -m becivic_scrub` in real processes: on a bare Python, from a zip, with every kind of input and output."""

from __future__ import annotations

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from becivic_scrub.__main__ import main
from becivic_scrub.content import Content
from tests.factories.scrub_process import PACKAGE, Ran, pythons, run, zipped
from tests.factories.scrub_rules import LABELLED, NRN, SEVERAL, UNTRANSLATABLE, file_of
from tests.requirement import requirement

PERSONAL = "mon numéro: 85.07.30\u2011033.28, ou a@b.be\n".encode()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return zipped(tmp_path_factory.mktemp("zip"), file_of(*SEVERAL))


@pytest.fixture(scope="module", params=["this Python", "Python 3.9"])
def python(request: pytest.FixtureRequest) -> str:
    found = pythons()
    if request.param == "Python 3.9" and len(found) == 1:
        pytest.skip("no python3.9 that runs is on the PATH")
    return found[0] if request.param == "this Python" else found[1]


def _scrub(python: str, archive: Path, *arguments: str, given: bytes = b"", cwd: Path | None = None) -> Ran:
    return run([python, "-I", "-S", str(archive), *arguments], given, cwd)


def test_it_runs_from_a_zip_on_a_bare_python(python: str, archive: Path) -> None:
    ran = _scrub(python, archive, given=PERSONAL)
    assert ran.code == 1
    assert ran.err == ""
    assert ran.out.splitlines() == [
        "      1:13  direct_identifier    nrn  checksum valid",
        "      1:33  direct_identifier    email",
        "2 direct identifiers.",
    ]


def test_it_runs_from_a_checkout_with_the_rules_of_the_corpus(python: str) -> None:
    ran = run([python, "-E", "-s", "-S", "-m", "becivic_scrub", "--json"], PERSONAL, PACKAGE.parent)
    assert (ran.code, ran.err) == (1, "")
    assert {"belgian_nrn", "email"} <= {each["rule"] for each in json.loads(ran.out)["findings"]}


@pytest.mark.parametrize(
    ("given", "code", "out"),
    [
        (b"", 0, "Nothing found.\n"),
        (b"nothing personal", 0, "Nothing found.\n"),
        (
            b"passport: EK123456",
            0,
            "      1:11  indirect_identifier  labelled\n1 indirect identifier.\n",
        ),
        (
            b"85.07.30-033.27",
            0,
            "       1:1  indirect_identifier  nrn  checksum invalid\n1 indirect identifier.\n",
        ),
        (
            b'{"a": ["x", "a@b.be"]}',
            1,
            "/a/1 character 1  direct_identifier    email\n1 direct identifier.\n",
        ),
    ],
)
def test_findings_are_told_by_place_and_only_direct_ones_fail(
    archive: Path, given: bytes, code: int, out: str
) -> None:
    assert _scrub(sys.executable, archive, given=given) == Ran(code, out, "")


@requirement("R-SCRUB-12")
def test_findings_as_json_say_all_but_the_text(archive: Path) -> None:
    ran = _scrub(sys.executable, archive, "--json", given=PERSONAL)
    assert ran.code == 1
    assert json.loads(ran.out) == {
        "findings": [
            {"rule": "nrn", "category": "direct_identifier", "start": 12, "end": 27, "checksum": "valid"},
            {"rule": "email", "category": "direct_identifier", "start": 32, "end": 38},
        ]
    }
    assert "85" not in ran.out


def test_the_answer_to_a_clean_text_is_json_too(archive: Path) -> None:
    ran = _scrub(sys.executable, archive, "--json", given=b"clean")
    assert (ran.code, json.loads(ran.out)) == (0, {"findings": []})


def test_redaction_prints_the_content_and_nothing_else(python: str, archive: Path) -> None:
    ran = _scrub(python, archive, "--redact", given=PERSONAL)
    assert ran == Ran(1, "mon numéro: [nrn], ou [email]\n", "")


def test_half_a_surrogate_pair_is_written_as_json_writes_it(python: str, archive: Path) -> None:
    ran = _scrub(python, archive, "--redact", given=b'["\\ud83d a@b.be"]')
    assert (ran.code, ran.err) == (1, "")
    assert json.loads(ran.out) == ["\ud83d [email]"]


def test_a_file_is_read_and_a_batch_answers_line_by_line(python: str, archive: Path, tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    lines = [{"id": 1, "text": "clean"}, {"id": "é", "text": "a@b.be", "lang": "fr"}, {"id": 3, "text": ""}]
    file.write_text("\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    ran = _scrub(python, archive, "--jsonl", "items.jsonl", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {"id": 1, "findings": []},
        {"id": "é", "findings": [{"rule": "email", "category": "direct_identifier", "start": 0, "end": 6}]},
        {"id": 3, "findings": []},
    ]


def test_a_clean_batch_exits_with_nought(archive: Path) -> None:
    ran = _scrub(sys.executable, archive, "--jsonl", "-", given=b'{"id": 1, "text": "clean"}')
    assert ran == Ran(0, '{"id": 1, "findings": []}\n', "")


@requirement("R-SCRUB-12")
def test_a_batch_with_a_broken_line_stops_with_its_number_and_exit_2(archive: Path) -> None:
    ran = _scrub(sys.executable, archive, "--jsonl", given=b'{"id": 1, "text": ""}\n85.07.30-033.28\n')
    assert ran == Ran(
        2, '{"id": 1, "findings": []}\n', "becivic_scrub: line 2 is not JSON in UTF-8 with each key once\n"
    )


def test_a_file_that_is_not_there_exits_2_with_one_line(archive: Path, tmp_path: Path) -> None:
    ran = _scrub(sys.executable, archive, "none.txt", cwd=tmp_path)
    assert ran == Ran(2, "", "becivic_scrub: none.txt: No such file or directory\n")


def test_rules_of_ones_own_are_used_and_those_it_cannot_translate_count_as_fired(
    archive: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.json").write_bytes(file_of(LABELLED, UNTRANSLATABLE))
    ran = _scrub(sys.executable, archive, "--rules", "mine.json", given=b"a@b.be", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith(
        "       1:1  direct_identifier    tomorrows  could not be run here, which counts as fired\n"
    )


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (None, "mine.json: the scrub rules cannot be read (No such file or directory)"),
        (b"{}", "mine.json: is not a rules file of schema_version 2 with rules in it"),
        (file_of(NRN, NRN), "mine.json: two rules are called `nrn`; give each its own name"),
    ],
)
def test_broken_rules_exit_2_with_one_sentence_before_anything_is_read(
    archive: Path, tmp_path: Path, raw: bytes | None, sentence: str
) -> None:
    if raw is not None:
        (tmp_path / "mine.json").write_bytes(raw)
    ran = _scrub(sys.executable, archive, "--rules", "mine.json", given=PERSONAL, cwd=tmp_path)
    assert ran == Ran(2, "", f"becivic_scrub: {sentence}\n")


def test_help_explains_itself_and_two_outputs_at_once_are_refused(python: str, archive: Path) -> None:
    ran = _scrub(python, archive, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert all(
        word in ran.out for word in ("--rules", "--json", "--redact", "--jsonl", "Examples:", "Exit 0")
    )
    both = _scrub(python, archive, "--json", "--redact")
    assert (both.code, both.out) == (2, "")


_WHAT_IS_LOADED = """
import runpy, sys
try:
    runpy.run_path(sys.argv.pop(1), run_name="__main__")
except SystemExit as done:
    ours = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
    print(done.code, sorted(ours - {"__main__", "becivic_scrub"}))
"""


def test_nothing_from_outside_the_standard_library_is_loaded(archive: Path) -> None:
    ran = run([sys.executable, "-I", "-S", "-c", _WHAT_IS_LOADED, str(archive), "--redact"], b"a@b.be\n")
    assert ran == Ran(0, "[email]\n1 []\n", "")


def test_it_keeps_to_what_python_3_9_knows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from vermin.main import main; main()", "--no-tips", "-t=3.9-", str(PACKAGE)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def _given(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(raw)))


@pytest.fixture
def mine(tmp_path: Path) -> str:
    (tmp_path / "mine.json").write_bytes(file_of(*SEVERAL))
    return str(tmp_path / "mine.json")


def test_it_can_be_called_with_its_output_going_anywhere(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    _given(monkeypatch, b"to a@b.be")
    assert main(["--rules", mine, "--redact"]) == 1
    assert out.getvalue() == "to [email]"


@pytest.mark.parametrize(
    ("arguments", "raw", "answer"),
    [
        (["--json"], b"clean", Ran(0, '{\n  "findings": []\n}\n', "")),
        (
            [],
            b"passport: EK123456",
            Ran(0, "      1:11  indirect_identifier  labelled\n1 indirect identifier.\n", ""),
        ),
        ([], b"clean", Ran(0, "Nothing found.\n", "")),
        (["--jsonl"], b'{"id": 1, "text": ""}', Ran(0, '{"id": 1, "findings": []}\n', "")),
        (["--jsonl"], b"{", Ran(2, "", "becivic_scrub: line 1 is not JSON in UTF-8 with each key once\n")),
        (["/"], b"", Ran(2, "", "becivic_scrub: /: Is a directory\n")),
    ],
)
def test_it_answers_within_a_process_as_it_does_in_its_own(
    mine: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    raw: bytes,
    answer: Ran,
) -> None:
    _given(monkeypatch, raw)
    code = main(["--rules", mine, *arguments])
    assert Ran(code, *capsys.readouterr()) == answer


def test_a_file_by_name_is_opened_and_read(
    mine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_bytes(b"a@b.be")
    assert main(["--rules", mine, "--redact", str(tmp_path / "notes.txt")]) == 1
    assert capsys.readouterr().out == "[email]"


def test_json_too_deep_to_be_written_again_exits_2(
    mine: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """How deep Python reads differs by version; so does how deep it writes."""
    document: object = "a@b.be"
    for _ in range(50_000):
        document = [document]
    monkeypatch.setattr("becivic_scrub.__main__.read_content", lambda raw: Content(document, is_json=True))
    _given(monkeypatch, b"")
    assert main(["--rules", mine, "--redact"]) == 2
    assert capsys.readouterr() == ("", "becivic_scrub: the JSON is nested too deeply to be written again\n")


def test_the_module_runs_with_the_packaged_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["becivic_scrub", "--redact"])
    monkeypatch.delitem(sys.modules, "becivic_scrub.__main__")
    _given(monkeypatch, b"clean")
    with pytest.raises(SystemExit) as done:
        runpy.run_module("becivic_scrub", run_name="__main__")
    assert done.value.code == 0
    assert capsys.readouterr().out == "clean"


def test_a_closed_standard_input_is_one_sentence_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main([]) == 2
    assert capsys.readouterr() == ("", "becivic_scrub: standard input is closed; name a file\n")
