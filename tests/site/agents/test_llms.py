"""llms.txt and its whole."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from becivic.corpus.generated import SKILLS_INDEX
from becivic.rules import caps
from becivic.site.agents.listing import documents, listed_paths, listed_skills
from becivic.site.agents.llms import llms_full_txt, llms_txt
from tests.factories.corpora import CLOCK, Files
from tests.factories.grounds import URL, grounds, packaged
from tests.requirement import requirement


def large(number: int, summary: str, title: str = "A procedure") -> Files:
    """A corpus of many procedures, all alike."""
    files = Files.valid()
    text = re.sub(r"^title: .*$", f"title: {title}", files[CLOCK].decode("utf-8"), flags=re.MULTILINE)
    text = re.sub(r"^summary: .*$", f"summary: {summary}", text, flags=re.MULTILINE)
    return Files(
        {
            **files,
            **{
                f"skills/demo-{each:05}/canonical.md": text.replace(
                    "id: demo-clock", f"id: demo-{each:05}", 1
                ).encode()
                for each in range(number)
            },
        }
    )


@requirement("R-SITE-07")
def test_the_first_line_sends_agents_to_their_page_and_their_pages_come_first() -> None:
    lines = llms_txt(grounds()).text.splitlines()
    assert lines[0] == f"# Be Civic. AI agents: read {URL}/agents before anything else"
    headings = [line for line in lines if line.startswith("## ")]
    assert headings == ["## For agents", "## For machines", "## Procedures", "## Paths", "## Documents"]
    first = next(line for line in lines if line.startswith("- "))
    assert first.startswith(f"- [For AI agents]({URL}/agents/index.md)")


@requirement("R-SITE-05")
def test_every_procedure_and_path_is_there_with_its_status_and_summary() -> None:
    text = llms_txt(grounds()).text
    for skill in listed_skills(packaged()):
        assert re.search(rf"\({URL}/skills/{skill.id}/index\.md\) \(`{skill.status}`\): .", text), skill.id
    for entry in listed_paths(packaged()):
        assert f"({URL}/paths/{entry.key}/index.md)" in text
    assert len(text) < caps.LLMS_TXT


def test_what_the_service_writes_is_named_once_it_is_there() -> None:
    line = f"- [/{SKILLS_INDEX}]({URL}/{SKILLS_INDEX}): "
    assert line in llms_txt(grounds(Files.valid().with_file(SKILLS_INDEX, "{}").load())).text
    assert line not in llms_txt(grounds()).text


def test_a_larger_corpus_is_told_without_summaries() -> None:
    text = llms_txt(grounds(large(300, "x" * 180).load())).text
    assert len(text) < caps.LLMS_TXT
    assert "demo-00299" in text
    assert "xxx" not in text


def test_a_corpus_too_large_for_that_says_where_the_rest_is() -> None:
    text = llms_txt(grounds(large(300, "Short.", "y" * 150).load())).text
    assert len(text) < caps.LLMS_TXT
    assert "demo-00299" not in text
    assert f"- The rest is in [the list]({URL}/skills/index.md)." in text
    assert "## Documents" in text


def test_an_empty_corpus_has_no_empty_sections() -> None:
    corpus = Files({"docs/plain.md": b"Text.\n"}).load()
    assert "## Procedures" not in llms_txt(grounds(corpus)).text


def test_a_title_cannot_lead_a_link_elsewhere() -> None:
    files = Files.valid().replaced(CLOCK, "title: ", 'title: "x](https://evil.example) [y" #')
    assert re.findall(r"(.)\]\(https://evil", llms_txt(grounds(files.load())).text) == ["\\"]


@requirement("R-SITE-05")
def test_the_whole_holds_every_page_and_says_how_large_it_is() -> None:
    pages = {
        **{each.address: f"Prose of {each.address}.".encode() for each in documents(packaged())},
        **{f"/skills/{each.id}": f"# {each.title}".encode() for each in listed_skills(packaged())},
    }
    text = llms_full_txt(grounds(), pages.get).text
    assert text.startswith(f"# Be Civic, whole. AI agents: read {URL}/agents before anything else\n")
    assert f"{len(pages)} pages, {sum(map(len, pages.values())):,} bytes" in text
    assert all(page.decode() in text for page in pages.values())
    order = re.findall(rf"^<!-- {URL}(\S+) \(", text, re.MULTILINE)
    assert order[0] == "/agents"
    assert order.index("/skills/becivic") < order.index("/docs/privacy")
    assert not [address for address in order if address.startswith("/paths/")]


@pytest.mark.parametrize("url", ["https://becivic.be", "http://127.0.0.1:8000"])
def test_the_same_grounds_give_the_same_bytes(url: str) -> None:
    one = replace(grounds(), public_url=url)
    assert llms_txt(one) == llms_txt(one)
    assert f"({url}/agents/index.md)" in llms_txt(one).text
