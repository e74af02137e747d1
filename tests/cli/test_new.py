"""`becivic new`: what it writes conforms at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.factories.corpora import Files
from tests.factories.repositories import write_files
from tests.requirement import requirement


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_files(tmp_path / "corpus", Files.valid())
    return tmp_path


def checked(run: Run) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(run("check", "corpus", "--json").out)["findings"]
    return found


@requirement("R-FM-02")
def test_a_new_skill_conforms_and_says_what_to_do_next(run: Run, folder: Path) -> None:
    ran = run("new", "skill", "residence-card-renewal", "--title", 'Renew: a "card"')
    assert ran.code == 0, ran.err
    assert (
        ran.out
        == "corpus/skills/residence-card-renewal/canonical.md\nWrite the body, then: becivic check corpus\n"
    )
    text = (folder / "corpus/skills/residence-card-renewal/canonical.md").read_text(encoding="utf-8")
    assert text.startswith('---\nid: residence-card-renewal\ntitle: "Renew: a \\"card\\""\n')
    assert "status: draft\n" in text
    assert "version: 0.0.0\n" in text
    assert checked(run) == []


def test_a_skill_without_a_title_is_called_after_its_id(run: Run, folder: Path) -> None:
    run("new", "skill", "work-permit")
    assert 'title: "Work permit"' in (folder / "corpus/skills/work-permit/canonical.md").read_text(
        encoding="utf-8"
    )


def test_a_new_path_conforms_and_gets_the_next_uid(run: Run, folder: Path) -> None:
    ran = run("new", "path", "household-certificate", "--authority", "demo-registry")
    assert ran.code == 0, ran.err
    catalogue = json.loads((folder / "corpus/paths/index.json").read_text(encoding="utf-8"))
    assert catalogue["paths"]["household-certificate"]["uid"] == "pth-00002"
    assert list(catalogue["paths"]) == ["demo-certificate", "household-certificate"]
    assert checked(run) == []


def test_the_first_path_of_an_empty_directory_conforms(run: Run, tmp_path: Path) -> None:
    files = Files.valid().without("paths/index.json").without("skills/demo-application/canonical.md")
    write_files(tmp_path / "corpus", files.without("skills/demo-application/process.mmd"))
    ran = run("new", "path", "first-certificate", "--authority", "demo-registry")
    assert ran.code == 0, ran.err
    assert checked(run) == []


@requirement("R-UID-02")
def test_a_new_value_is_minted_once_and_its_tag_printed(run: Run, folder: Path) -> None:
    arguments = ("new", "value", "demo-stamp-fee-eur", "5", "--unit", "EUR", "--source", "ref-00001")
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    assert ran.out == '<VV name="demo-stamp-fee-eur" uid="val-00003">5 EUR</VV>\n'
    seed = json.loads((folder / "corpus/catalogue-seed.json").read_text(encoding="utf-8"))
    assert seed["volatile_values"][-1]["value"] == 5
    assert checked(run) == []
    again = run(*arguments)
    assert again.code == 2
    assert again.err == "becivic: `demo-stamp-fee-eur` already exists as val-00003. Cite that uid instead.\n"


@pytest.mark.parametrize(
    ("text", "kind", "stored"), [("2.5", "number", 2.5), ("one fifth", "string", "one fifth")]
)
def test_a_value_is_stored_by_its_type(run: Run, folder: Path, text: str, kind: str, stored: object) -> None:
    run("new", "value", "demo-share-total", text, "--type", kind, "--source", "ref-00001")
    seed = json.loads((folder / "corpus/catalogue-seed.json").read_text(encoding="utf-8"))
    assert seed["volatile_values"][-1]["value"] == stored
    assert checked(run) == []


def test_a_new_reference_is_minted_and_its_tag_printed(run: Run, folder: Path) -> None:
    url = "https://www.ejustice.just.fgov.be/eli/demo3"
    ran = run(
        "new", "reference", "demo-law-three", "--title", "Law three", "--url", url, "--verified", "2026-11-01"
    )
    assert ran.code == 0, ran.err
    assert ran.out == (
        f'<Ref name="demo-law-three" uid="ref-00003" title="Law three" url="{url}" '
        'last_verified="2026-11-01">Law three</Ref>\n'
    )
    assert checked(run) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("skill", "Bad_Id"), "`Bad_Id` is not an id. Use lowercase letters, digits and dashes"),
        (("skill", "demo-clock"), "There is a skill `demo-clock` already."),
        (
            ("path", "demo-certificate", "--authority", "demo-registry"),
            "There is a path `demo-certificate` already.",
        ),
        (
            ("path", "fresh", "--authority", "nobody"),
            "There is no authority `nobody` in data/authorities.json.",
        ),
        (
            ("skill", "fresh", "--category", "bogus"),
            "There is no category `bogus` in schemas/categories.json.",
        ),
        (("value", "demo-odd-fee", "5", "--source", "ref-09999"), "There is no reference `ref-09999`."),
        (("value", "fee", "5", "--source", "ref-00001"), "`fee` is not a catalogue name."),
        (("value", "demo-odd-fee", "five", "--source", "ref-00001"), "`five` is not of type integer."),
    ],
)
def test_what_cannot_be_made_is_one_sentence_and_exits_2(
    run: Run, folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    ran = run("new", *arguments)
    assert ran.code == 2
    assert ran.err.startswith(f"becivic: {sentence}")
    assert ran.err.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_sentence_and_exits_2(run: Run, folder: Path) -> None:
    (folder / "corpus/skills/blocked").write_text("in the way", encoding="utf-8")
    ran = run("new", "skill", "blocked")
    assert ran.code == 2
    assert "cannot be written" in ran.err


@pytest.mark.parametrize(
    ("file", "arguments"),
    [
        ("paths/index.json", ("path", "fresh-path", "--authority", "demo-registry")),
        ("catalogue-seed.json", ("value", "demo-odd-fee", "5", "--source", "ref-00001")),
        ("catalogue-seed.json", ("reference", "demo-law-x", "--title", "X", "--url", "https://x.be/")),
    ],
)
def test_a_file_that_cannot_be_read_is_never_written_over(
    run: Run, folder: Path, file: str, arguments: tuple[str, ...]
) -> None:
    damaged = (
        (folder / "corpus" / file).read_bytes().replace(b'"schema_version": 1,', b'"schema_version": 1,,', 1)
    )
    (folder / "corpus" / file).write_bytes(damaged)
    ran = run("new", *arguments)
    assert ran.code == 2
    assert ran.err.startswith(f"becivic: {file}:2: is not JSON")
    assert (folder / "corpus" / file).read_bytes() == damaged
