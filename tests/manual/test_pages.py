"""Pages that are written from the tables of the program: they say all that is there, in words that a person reads."""

from __future__ import annotations

import re
from typing import Final

import pytest
from tools import api_page, cli_page
from typer.core import TyperGroup
from typer.main import get_command

from becivic.cli import COMMANDS, command_line
from becivic.manual.links import with_links_to_documents
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import Limit
from becivic.settings_page import settings_markdown

API: Final = api_page.page()
COMMAND_LINE: Final = cli_page.page()


def row(page: str, heading: str, first: str) -> list[str]:
    part = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    (found,) = (line for line in part.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", found)[1:-1]]


@pytest.mark.parametrize("category", ErrorCategory)
def test_the_page_of_the_api_says_of_every_category_what_it_means_and_what_to_do(
    category: ErrorCategory,
) -> None:
    _, status, meaning, remedy = row(API, "Errors", f"`{category.value}`")
    assert status.startswith(str(int(category.http_status)))
    assert meaning == category.meaning
    assert remedy == category.remedy


def test_a_body_that_cannot_be_read_has_statuses_of_its_own() -> None:
    assert row(API, "Errors", "`schema_fail`")[1] == "400; of the body as such 408, 413, 415"


@pytest.mark.parametrize("limit", Limit)
def test_the_page_of_the_api_says_what_a_limit_counts_and_in_what_time(limit: Limit) -> None:
    _, number, period, counts = row(API, "Limits", limit.name.lower().replace("_", " "))
    assert number == str(limit.value.number)
    assert period in {"a day", "an hour"}
    assert counts == limit.meaning


def test_what_http_itself_says_is_told_apart_from_the_categories() -> None:
    told = " ".join(API.partition("## Errors")[2].partition("| category")[0].split())
    assert "What is not there is `not_found` (404) or `gone` (410)" in told
    assert "`method_not_allowed` (405)" in told


def test_every_command_has_a_heading_below_its_group() -> None:
    headings = re.findall(r"^(##+) `becivic ([a-z -]+)`$", COMMAND_LINE, re.MULTILINE)
    assert {name for depth, name in headings if depth == "##"} == {*COMMANDS}
    groups = {
        name: [*group.commands]
        for name, group in get_command(command_line()).commands.items()  # type: ignore[attr-defined]
        if isinstance(group, TyperGroup)
    }
    below = [name for depth, name in headings if depth == "###"]
    assert sorted(below) == sorted(f"{group} {name}" for group, names in groups.items() for name in names)


@pytest.mark.parametrize(
    "line",
    [
        "| `FILE`, required |  | Where to write; an earlier export there is replaced. |",
        "| `--limit` | `50` | How many at most. |",
        "| `--outcome done\\|wont_do\\|moved` |  | For feedback: what came of it.",
        "| `--type number\\|integer\\|string` | `integer` | How the value is written. |",
        "| `--json` |  | Print the outcome as JSON and nothing else. |",
        "| `DIR\\|BRANCH` |  |",
        "| `--home DIR` |  | Use this home instead of BECIVIC_HOME or ./var. |",
    ],
)
def test_what_a_command_takes_is_told_with_its_default(line: str) -> None:
    assert f"\n{line}" in COMMAND_LINE


def test_help_names_no_section_of_a_paper_that_is_not_here() -> None:
    assert not re.search(r"\b(?:schemas|privacy|lifecycle|architecture|design) \d", COMMAND_LINE)


def test_a_document_that_a_setting_or_a_command_names_is_led_to() -> None:
    assert with_links_to_documents("(docs/rot.md)") == "([docs/rot.md](rot.md))"
    assert with_links_to_documents("corpus/docs/a.mdx") == "[corpus/docs/a.mdx](../corpus/docs/a.mdx)"
    assert "([docs/github.md](github.md))" in settings_markdown()
    assert "[docs/doctor.md](doctor.md) lists them all" in COMMAND_LINE
