"""What the steps of a procedure are called."""

from __future__ import annotations

import re

from becivic.site.agents.process_steps import step_names
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.grounds import packaged
from tests.requirement import requirement


def names(process: str, files: Files | None = None) -> list[str]:
    files = files or Files.valid()
    text = files[APPLICATION].decode()
    text = re.sub(
        r"^## Process\n.*?(?=^## )",
        lambda _: f"## Process\n\n{process}\n\n",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    corpus = files.with_file(APPLICATION, text).load()
    return step_names(corpus.skills["demo-application"], corpus)


def test_a_step_is_called_by_its_first_sentence_in_plain_words() -> None:
    assert names("1. **Ask** the [commune](https://example.be) for `annex 3` [a-source]. Then wait.") == [
        "Ask the commune for annex 3"
    ]


def test_a_value_that_may_change_is_never_part_of_a_name() -> None:
    assert names(
        '1. Pay <VV name="x" uid="val-00001">150</VV> euro.\n2. Wait. It takes <VV name="y">2</VV> weeks.'
    ) == [
        "Step 1",
        "Wait",
    ]


def test_sources_fall_away_and_what_is_linked_has_its_title() -> None:
    told = names(
        '1. Read it (<Ref name="a" uid="ref-00001" title="A" url="https://a.be">on a page</Ref>).\n'
        '2. <Risk reason="r">Count with <Skill id="demo-clock" /></Risk>.\n'
        '3. See <Path id="nothing" /><Skill id="nothing" /> there <!-- advice -->.\n'
    )
    clock = Files.valid().load().skills["demo-clock"].title
    assert told == ["Read it", f"Count with {clock}", "See there"]


def test_a_path_has_its_title_and_what_follows_a_step_is_not_part_of_it() -> None:
    key, entry = next(iter(Files.valid().load().paths.entries.items()))
    assert names(f'- Not a step.\n1. Get <Path id="{key}" />\n\n### Costs\n\nNone.') == [f"Get {entry.title}"]


@requirement("R-QUAR-06")
def test_what_is_withheld_gives_a_step_no_words() -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    assert names('1. Count with <Skill id="demo-clock" /> first.', files) == ["Count with first"]


def test_a_page_without_a_process_has_no_steps() -> None:
    files = Files.valid()
    text = files[APPLICATION].decode().replace("## Process\n", "## Other\n")
    corpus = files.with_file(APPLICATION, text).load()
    assert step_names(corpus.skills["demo-application"], corpus) == []


def test_no_step_of_the_packaged_procedures_is_called_by_a_remnant() -> None:
    found = [name for skill in packaged().skills.values() for name in step_names(skill, packaged())]
    assert len(found) > 150
    assert not [name for name in found if len(name) < 5 or name.startswith((")", ".", ",", ";", "#"))]
