"""`becivic run communes`: facts in, the pinned list out, never silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.packaged import corpus_folder
from becivic.rules.json_text import parse_json
from tests.cli.conftest import Run
from tests.factories.corpora import Files
from tests.factories.repositories import write_files
from tests.requirement import requirement

HEADER = "nis_code\tslug\tname_fr\tname_nl\tname_de\tregion\tprovince\tpostal_codes\tlanguages_available\n"
IXELLES = "21009\tixelles\tIxelles\tElsene\t\tbrussels\t\t1050\tfr,nl\n"
AARTSELAAR = "11001\taartselaar\t\tAartselaar\t\tflanders\tantwerp\t2630\tnl\n"
EUPEN = "63023\teupen\tEupen\t\tEupen\twallonia\tliege\t4700,4701\tde,fr\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_files(tmp_path / "corpus", Files.valid())
    return tmp_path


def table(folder: Path, *rows: str) -> Path:
    path = folder / "facts.tsv"
    path.write_text(HEADER + "".join(rows), encoding="utf-8")
    return path


def communes(folder: Path) -> dict[str, dict[str, object]]:
    document = json.loads((folder / "corpus/data/communes.json").read_text(encoding="utf-8"))
    return {entry["nis_code"]: entry for entry in document["communes"]}


@requirement("R-COMM-04")
def test_a_refresh_prints_what_changed_and_writes_the_list(run: Run, folder: Path) -> None:
    renamed = IXELLES.replace("1050", "1050,1000")
    ran = run("run", "communes", "--from", table(folder, renamed, EUPEN))
    assert ran.code == 0, ran.err
    assert ran.out == (
        "+ 63023 eupen\n- 11001 aartselaar\n"
        "~ 21009 ixelles: postal_codes ['1050'] -> ['1050', '1000']\n"
        "1 added, 1 removed, 1 changed; 2 communes in the list of 2025-01-01.\n"
    )
    assert communes(folder)["63023"] == {
        "nis_code": "63023", "slug": "eupen", "name_fr": "Eupen", "name_nl": None, "name_de": "Eupen",
        "region": "wallonia", "province": "liege", "postal_codes": ["4700", "4701"], "languages_available": ["de", "fr"],
    }  # fmt: skip


def test_a_dry_run_writes_nothing(run: Run, folder: Path) -> None:
    before = (folder / "corpus/data/communes.json").read_bytes()
    ran = run("run", "communes", "--from", table(folder, IXELLES), "--dry-run")
    assert ran.code == 0
    assert "Nothing was written." in ran.out
    assert (folder / "corpus/data/communes.json").read_bytes() == before


def test_the_same_facts_again_leave_the_file_alone(run: Run, folder: Path) -> None:
    before = (folder / "corpus/data/communes.json").read_bytes()
    ran = run(
        "run", "communes", "--from", table(folder, IXELLES, AARTSELAAR), "--now", "2027-01-01T00:00:00Z"
    )
    assert ran.out == "0 added, 0 removed, 0 changed; 2 communes in the list of 2025-01-01.\n"
    assert (folder / "corpus/data/communes.json").read_bytes() == before


def test_json_reports_the_outcome(run: Run, folder: Path) -> None:
    ran = run("run", "communes", "--from", table(folder, IXELLES), "--json")
    assert json.loads(ran.out) == {
        "job": "communes", "communes": 1, "added": [], "removed": ["11001"], "changed": []
    }  # fmt: skip


@requirement("R-COMM-02")
@pytest.mark.parametrize(
    ("row", "message"),
    [
        (IXELLES.replace("21009", "2109"), "nis_code must match"),
        (IXELLES.replace("ixelles", "Ixelles"), "slug must"),
        (IXELLES.replace("\tixelles", "\tixélles"), "slug must"),
        (IXELLES.replace("fr,nl", "fr,en"), "languages_available must be one of: fr, nl, de"),
        (IXELLES.replace("fr,nl", "fr"), "a commune of Brussels is written to in French or Dutch"),
        (IXELLES.replace("\tfr,nl", "\t"), "languages_available must be at least 1"),
        (IXELLES.replace("\t\t1050", "\tantwerp\t1050"), "a commune of Brussels belongs to no province"),
        (IXELLES.replace("1050", "105"), "must match"),
        (IXELLES.replace("brussels", "bruxelles"), "region must be one of"),
        (IXELLES.replace("\tIxelles\tElsene", "\t\t"), "a commune needs a name"),
        (AARTSELAAR, "nis_code `11001` already belongs to another commune"),
        (AARTSELAAR.replace("11001", "11002"), "slug `aartselaar` already belongs to another commune"),
        (EUPEN.replace("liege", ""), "a commune of this region belongs to one of"),
        (EUPEN.replace("wallonia", "flanders"), "a commune of this region belongs to one of"),
        (EUPEN.replace("de,fr", "nl"), "the language of the region is missing"),
        ("21009\tixelles\n", "has 2 columns instead of 9"),
    ],
)
def test_a_row_that_breaks_a_rule_refuses_the_whole_table(
    run: Run, folder: Path, row: str, message: str
) -> None:
    before = (folder / "corpus/data/communes.json").read_bytes()
    path = table(folder, AARTSELAAR, row)
    ran = run("run", "communes", "--from", path)
    assert ran.code == 1
    assert f"{path}:3: " in ran.err
    assert message in ran.err
    assert ran.err.endswith("Nothing was written.\n")
    assert (folder / "corpus/data/communes.json").read_bytes() == before


def test_a_wrong_header_is_refused(run: Run, folder: Path) -> None:
    (folder / "facts.tsv").write_text("code\tname\n", encoding="utf-8")
    ran = run("run", "communes", "--from", "facts.tsv")
    assert ran.code == 1
    assert "the header must name these columns" in ran.err


def test_an_empty_file_is_refused(run: Run, folder: Path) -> None:
    (folder / "facts.tsv").write_text("", encoding="utf-8")
    assert run("run", "communes", "--from", "facts.tsv").code == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--from", "nowhere.tsv"), "nowhere.tsv: cannot be read"),
        (("--from", "facts.tsv", "--now", "yesterday"), "--now is not a moment with its offset."),
    ],
)
def test_wrong_use_is_one_sentence_and_exits_2(
    run: Run, folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    table(folder, IXELLES)
    ran = run("run", "communes", *arguments)
    assert ran.code == 2
    assert ran.err.startswith(f"becivic: {sentence}")


def test_text_that_is_not_utf8_is_one_sentence(run: Run, folder: Path) -> None:
    (folder / "facts.tsv").write_bytes(b"\xff\xfe")
    ran = run("run", "communes", "--from", "facts.tsv")
    assert (ran.code, "it is not UTF-8" in ran.err) == (2, True)


def test_a_first_list_needs_its_date_and_then_is_made(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path / "corpus", Files.valid().without("data/communes.json"))
    path = table(tmp_path, IXELLES)
    ran = run("run", "communes", "--from", path)
    assert (ran.code, "Say which nomenclature" in ran.err) == (2, True)
    ran = run("run", "communes", "--from", path, "--nomenclature-date", "2025-01-01")
    assert (ran.code, ran.out) == (0, "1 added, 0 removed, 0 changed; 1 commune in the list of 2025-01-01.\n")


def test_a_pinned_list_that_cannot_be_read_is_one_sentence(run: Run, folder: Path) -> None:
    (folder / "corpus/data/communes.json").write_text("{", encoding="utf-8")
    ran = run("run", "communes", "--from", table(folder, IXELLES))
    assert (ran.code, "Restore the pinned list." in ran.err) == (2, True)


def test_a_list_that_cannot_be_written_is_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus").write_text("in the way", encoding="utf-8")
    ran = run("run", "communes", "--from", table(tmp_path, IXELLES), "--nomenclature-date", "2025-01-01")
    assert (ran.code, "cannot be written" in ran.err) == (2, True)


@requirement("R-COMM-01", "R-COMM-02")
def test_the_packaged_list_holds_the_565_communes_of_2025() -> None:
    document = parse_json((corpus_folder() / "data/communes.json").read_bytes())
    assert document["nomenclature_date"] == "2025-01-01"
    entries = {entry["nis_code"]: entry for entry in document["communes"]}
    assert len(entries) == len(document["communes"]) == 565
    regions = [entry["region"] for entry in entries.values()]
    assert {name: regions.count(name) for name in set(regions)} == {
        "brussels": 19,
        "flanders": 285,
        "wallonia": 261,
    }
    assert sum(len(entry["languages_available"]) > 1 for entry in entries.values()) == 27 + 19
    assert entries["21009"]["slug"] == "ixelles"
    assert entries["21009"]["languages_available"] == ["fr", "nl"]
    assert entries["21005"]["slug"] == "etterbeek"
    assert all(len(entry) == 9 for entry in entries.values())
    assert entries["11002"]["languages_available"] == ["nl"], "one language: use it without asking"
    # The first entry is the commune's own language: every German-speaking commune starts with German.
    german = [entry for entry in entries.values() if entry["languages_available"][0] == "de"]
    assert len(german) == 9


def test_a_fault_names_the_row_as_it_came_however_the_list_is_sorted(run: Run, folder: Path) -> None:
    path = table(folder, EUPEN, IXELLES.replace("1050", "105"), AARTSELAAR)
    ran = run("run", "communes", "--from", path)
    assert ran.err.startswith(f"{path}:3: postal_codes must match")
