"""What makes a corpus servable, and what a broken one is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.packaged import corpus_folder
from becivic.publishing.servable import REQUIRED_FILES, CorpusBroken, load_servable, packaged_loader
from tests.factories.corpora import APPLICATION, PATHS, Files
from tests.factories.homes import home_at
from tests.requirement import requirement


def refusal(home: Path, files: Files, origin: str = "") -> str:
    repository = home_at(home, files)
    with pytest.raises(CorpusBroken) as caught:
        load_servable(repository, repository.head(), Loader(), origin)
    return str(caught.value)


def test_a_valid_corpus_is_servable(tmp_path: Path) -> None:
    repository = home_at(tmp_path, Files.valid())
    corpus = load_servable(repository, repository.head(), Loader())
    assert corpus.commit == repository.head()
    assert corpus.findings == ()


@pytest.mark.parametrize("file", REQUIRED_FILES)
def test_a_required_file_that_cannot_be_read_is_named_with_its_line(tmp_path: Path, file: str) -> None:
    message = refusal(tmp_path, Files.valid().with_file(file, '{\n  "a": 1,\n  oops\n}\n'))
    assert message.startswith(f"{file}:3: is not JSON: ")
    assert f"of {tmp_path}/corpus.git)." in message
    assert message.endswith("Correct the file: nothing can be served without it.")


@pytest.mark.parametrize("file", REQUIRED_FILES)
def test_a_required_file_that_is_missing_is_named(tmp_path: Path, file: str) -> None:
    assert refusal(tmp_path, Files.valid().without(file)).startswith(f"{file}:1: is missing (commit ")


@pytest.mark.parametrize("value", ["null", "[]", '"text"'])
def test_a_required_file_that_is_no_object_is_named(tmp_path: Path, value: str) -> None:
    assert refusal(tmp_path, Files.valid().with_file(PATHS, value)).startswith(
        f"{PATHS}:1: is not a JSON object"
    )


@requirement("R-SCRUB-05")
@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ('"name": "iban"', '"name": "email"', '"rules"', "two rules are called `email`"),
        ('"pattern": "', '"pattern": "(', '"pattern"', "the pattern of `belgian_nrn` opens a group"),
        ('"pattern": "', '"pattern": "x*', '"pattern"', "the pattern of `belgian_nrn` repeats without bound"),
        ('"schema_version": 2', '"schema_version": 3', '"rules"', "is not a rules file of schema_version 2"),
    ],
)
def test_scrub_rules_that_cannot_all_run_are_not_servable(
    tmp_path: Path, old: str, new: str, at: str, says: str
) -> None:
    files = Files.valid().replaced(SCRUB_RULES_FILE, old, new)
    message = refusal(tmp_path, files)
    assert message.startswith(f"{SCRUB_RULES_FILE}:{files.line_of(SCRUB_RULES_FILE, at)}: {says}")
    assert message.endswith("Correct the file: nothing can be served without it.")


def test_the_place_to_correct_can_be_said(tmp_path: Path) -> None:
    assert "(/opt/corpus)" in refusal(tmp_path, Files.valid().with_file(PATHS, "{"), "/opt/corpus")


def test_a_skill_that_cannot_be_read_is_only_left_out(tmp_path: Path) -> None:
    repository = home_at(tmp_path, Files.valid().with_file(APPLICATION, "no frontmatter\n"))
    corpus = load_servable(repository, repository.head(), Loader())
    assert sorted(corpus.skills) == ["demo-clock", "meta-no-skill-fallback"]
    assert [finding.place.file for finding in corpus.findings] == [APPLICATION]


@pytest.fixture
def packaged(tmp_path: Path) -> Path:
    shutil.copytree(corpus_folder() / "schemas", tmp_path / "schemas")
    return tmp_path


def packaged_refusal(packaged: Path) -> str:
    with pytest.raises(CorpusBroken) as caught:
        packaged_loader(packaged)
    return str(caught.value)


def test_the_packaged_law_is_sound() -> None:
    assert isinstance(packaged_loader(corpus_folder()), Loader)


def test_a_packaged_schema_that_is_not_json_is_named_with_its_line(packaged: Path) -> None:
    (packaged / "schemas" / "common.schema.json").write_text("{\n")
    assert packaged_refusal(packaged).startswith(f"{packaged}/schemas/common.schema.json:2: is not JSON")


def test_a_packaged_schema_that_is_missing_is_named(packaged: Path) -> None:
    (packaged / "schemas" / "path.schema.json").unlink()
    message = packaged_refusal(packaged)
    assert message.startswith(
        f"{packaged}/schemas/path.schema.json: cannot be read (No such file or directory)."
    )


def test_packaged_schemas_that_do_not_compile_are_refused(packaged: Path) -> None:
    (packaged / "schemas" / "skill.schema.json").write_text('{"$id": "https://a/b", "type": 7}')
    assert packaged_refusal(packaged).startswith(f"{packaged}/schemas: the schemas cannot be compiled (")
