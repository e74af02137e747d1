"""Procedures as Agent Skills."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest

from becivic.corpus import frontmatter
from becivic.site.agents.skill_packages import (
    INDEX_ADDRESS,
    description,
    is_nameable,
    skill_package,
    skills_index,
)
from becivic.site.agents.skill_packages import packaged as packaged_skills
from becivic.site.agents.surface import Surface
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.grounds import URL, packaged
from tests.requirement import requirement

ALLOWED = ["name", "description", "license", "compatibility", "metadata"]


def made(files: Files | None = None) -> dict[str, Surface]:
    corpus = packaged() if files is None else files.load()
    packages = [skill_package(skill, URL) for skill in packaged_skills(corpus).values()]
    return {each.address: each for each in (skills_index(corpus, URL), *packages)}


def index(packages: dict[str, Surface]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(packages[INDEX_ADDRESS].body)["skills"]
    return found


def test_every_package_is_in_the_index_with_its_digest() -> None:
    packages = made()
    listed = index(packages)
    assert len(listed) == len(packages) - 1 == len(packaged().skills)
    for each in listed:
        package = packages[each["url"].removeprefix(URL)]
        assert each["type"] == "skill-md"
        assert each["digest"] == f"sha256:{hashlib.sha256(package.body).hexdigest()}"
        assert package.address == f"/.well-known/agent-skills/{each['name']}/SKILL.md"


def test_a_package_has_exactly_the_fields_of_the_format() -> None:
    packages = made()
    for each in index(packages):
        head, body, _ = frontmatter.split(packages[each["url"].removeprefix(URL)].text)
        assert list(head.fields.data) == ALLOWED
        assert head.fields.text("name") == each["name"]
        assert head.fields.text("description") == each["description"]
        assert 1 <= len(each["description"]) <= 1024
        assert len(head.fields.text("compatibility")) <= 500
        assert all(isinstance(value, str) for value in head.fields.child("metadata").data.values())
        assert packaged().skills[each["name"]].body.text.strip() in body


def test_a_package_tells_where_todays_values_are_and_to_verify() -> None:
    text = made()["/.well-known/agent-skills/nationality-application/SKILL.md"].text
    assert "verify with your commune" in text
    assert f"{URL}/agents" in text
    assert f"{URL}/skills/nationality-application/index.md" in text
    assert f"{URL}/api/skills/nationality-application/concerns" in text


def test_what_is_withheld_or_not_ready_is_no_package() -> None:
    files = (
        Files.valid()
        .replaced(APPLICATION, "status: alpha", "status: quarantined")
        .replaced(CLOCK, "status: beta", "status: draft")
    )
    assert [each["name"] for each in index(made(files))] == ["meta-no-skill-fallback"]


def test_an_id_that_the_format_does_not_take_is_left_out() -> None:
    files = Files.valid()
    text = files[CLOCK].decode().replace("id: demo-clock", "id: demo--clock", 1)
    assert "demo--clock" not in [
        each["name"] for each in index(made(files.with_file("skills/demo--clock/canonical.md", text)))
    ]


@pytest.mark.parametrize(
    ("name", "fits"), [("a" * 64, True), ("a" * 65, False), ("a--b", False), ("a-", False), ("a-1", True)]
)
def test_names_are_those_of_the_format(name: str, fits: bool) -> None:
    assert is_nameable(name) is fits


def test_a_long_description_is_cut_and_an_absent_one_is_the_title() -> None:
    files = Files.valid()
    tags = "tags:\n" + "".join(f"  - {'long-tag-' * 8}{each}\n" for each in range(20))
    text = re.sub(r"^tags:\n(?:  - .*\n)+", "", files[CLOCK].decode(), flags=re.MULTILINE)
    skill = (
        files.with_file(CLOCK, text.replace("category:", f"{tags}category:", 1)).load().skills["demo-clock"]
    )
    assert len(description(skill)) <= 1024
    assert description(skill).endswith("…")
    bare = re.sub(r"^summary: .*\n", "", text, flags=re.MULTILINE)
    skill = files.with_file(CLOCK, bare).load().skills["demo-clock"]
    assert description(skill) == skill.title
    own = bare.replace("category:", 'description: "What people call it."\ncategory:', 1)
    assert description(files.with_file(CLOCK, own).load().skills["demo-clock"]) == "What people call it."


def test_a_title_with_marks_stays_in_its_field() -> None:
    files = Files.valid()
    text = re.sub(
        r"^title: .*$", r'title: "Say: \"no\" # and\\n more"', files[CLOCK].decode(), flags=re.MULTILINE
    )
    packages = made(files.with_file(CLOCK, text))
    head, body, _ = frontmatter.split(packages["/.well-known/agent-skills/demo-clock/SKILL.md"].text)
    assert head.fields.child("metadata").text("title") == 'Say: "no" # and\n more'
    assert '# Say: "no" # and more\n' in body


@requirement("R-HARN-13")
def test_the_client_is_described_in_the_words_people_use_and_says_what_it_keeps() -> None:
    text = made()["/.well-known/agent-skills/becivic/SKILL.md"].text
    head, _, _ = frontmatter.split(text)
    for word in (
        *("residence card", "commune", "address", "nationality", "health insurance"),
        *("titre de séjour", "carte de séjour", "domicile"),
        *("verblijfskaart", "verblijfsvergunning", "gemeente"),
        *("Aufenthaltstitel", "Anmeldung", "Gemeinde"),
    ):
        assert word in head.fields.text("description"), word
    metadata = head.fields.child("metadata")
    assert metadata.text("privacy-contact") == f"{URL}/docs/privacy"
    assert "24 hours" in metadata.text("data-retention")
    assert metadata.text("opt-in-required") == "true"
