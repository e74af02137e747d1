"""The shelf: which files stand under which address, and what is kept from one commit to the next."""

from __future__ import annotations

import json
from http import HTTPStatus

import pytest

from becivic.corpus.generated import DASHBOARD, DASHBOARD_PAGE, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.corpus.load import Corpus
from becivic.site.shelf import SCHEMAS, Shelf, as_files
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.requirement import requirement


def corpus() -> Corpus:
    return Files.valid().load()


def test_every_public_file_has_its_address_and_nothing_else_does() -> None:
    found = corpus()
    schemas = {f"/{file}" for file in found.files if file.startswith("schemas/")}
    skills = {f"/skills/{name}.md" for name in found.skills}
    data = {"/communes.json", "/scrub-rules.json", "/schemas/index.json"}
    assert set(Shelf(found).answers) == data | schemas | skills


def test_the_index_of_schemas_names_every_one() -> None:
    answers = Shelf(corpus()).answers
    named = json.loads(answers[SCHEMAS].body)["items"]
    assert named == sorted(set(answers) & {f"/{file}" for file in corpus().files if "schemas/" in file})


@requirement("R-IDX-01", "R-IDX-03", "R-IDX-04")
@pytest.mark.parametrize("file", [SKILLS_INDEX, PATHS_ACTIVITY, DASHBOARD, DASHBOARD_PAGE])
def test_what_the_service_writes_stands_where_main_has_it(file: str) -> None:
    answers = Shelf(Files.valid().with_file(file, "{}").load()).answers
    assert answers[f"/{file}"].body == b"{}"
    assert f"/{file}" not in Shelf(corpus()).answers


def test_what_lies_deeper_or_is_not_json_in_schemas_is_not_served() -> None:
    files = Files.valid().with_file("schemas/old/a.json", "{}").with_file("schemas/README.md", "read\n")
    assert not {"/schemas/old/a.json", "/schemas/README.md"} & set(Shelf(files.load()).answers)


def test_a_skill_that_cannot_be_read_has_no_address() -> None:
    answers = Shelf(Files.valid().with_file(APPLICATION, "nothing").load()).answers
    assert "/skills/demo-application.md" not in answers
    assert "/skills/demo-clock.md" in answers


def test_what_did_not_change_is_not_prepared_again() -> None:
    before = Shelf(corpus())
    after = Shelf(Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days").load(), before)
    changed = {address for address in after.answers if after.answers[address] is not before.answers[address]}
    assert changed == {"/skills/demo-clock.md"}


def test_what_main_no_longer_has_is_gone() -> None:
    after = Shelf(Files.valid().without(APPLICATION).load(), Shelf(corpus()))
    assert "/skills/demo-application.md" not in after.answers


def test_whoever_writes_files_gets_what_is_served_but_for_notices() -> None:
    files = (
        Files.valid()
        .replaced(CLOCK, "status: beta", "status: quarantined")
        .with_file("schemas/index.json", "{}")
    )
    found = files.load()
    served = {address: each for address, each in Shelf(found).answers.items() if each.status == HTTPStatus.OK}
    written = {address: make() for address, make in as_files(found)}
    assert "/skills/demo-clock.md" not in written
    assert written == {address: each.body for address, each in served.items()}
    assert json.loads(written["/schemas/index.json"])["items"]
