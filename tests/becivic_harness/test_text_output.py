"""`--text` is for people: over the whole starter corpus no command prints front matter, tags or placeholders."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from becivic.packaged import corpus_folder
from becivic_harness.cli.main import main
from becivic_harness.cli.traversals import commands_of
from becivic_harness.page_text import page_text, without_tags
from becivic_harness.traversal_states import STATES, TRANSITIONS
from tests.becivic_harness import served
from tests.becivic_harness.test_library import Answers, body, server
from tests.factories.harness import NOW

_MARKUP = re.compile(r"</?[A-Z][A-Za-z]*\b[^<>\n]*>?|<!--|-->|&#x?[0-9a-f]+;|&(?:amp|lt|gt|quot);")
_PLACEHOLDER = re.compile(r"\{[A-Za-z_][A-Za-z0-9_.-]*\}")
_FRONT_MATTER = re.compile(r"^(?:---|schema_version: .*|submission_contract_version: .*)$", re.MULTILINE)


def unwanted(text: str) -> list[str]:
    """Each place where markup, a placeholder or front matter shows, with what is before it."""
    return [
        text[max(0, each.start() - 60) :][:160]
        for pattern in (_MARKUP, _PLACEHOLDER, _FRONT_MATTER)
        for each in pattern.finditer(text)
    ]


def answers() -> Answers:
    """As a server over the packaged corpus answers."""
    said = {"/api/skill-graph": body(served.graph()), "/api/paths": body(served.paths())}
    for name, fields in served.skills().items():
        said[f"/api/skills/{name}"] = body(fields)
        said[f"/skills/{name}.md"] = (200, (corpus_folder() / "skills" / name / "canonical.md").read_bytes())
    return Answers(said)


def ids(kind: str) -> list[str]:
    """Of everything that a command takes."""
    return [
        *(node["id"] for node in served.graph()["nodes"] if kind != "traverse start"),
        *(served.paths()["paths"] if kind in ("eligibility", "traverse start") else ()),
    ]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server(answers()) as (address, _):
        yield address


@pytest.mark.parametrize("kind", ["skill", "plan", "eligibility", "route", "traverse start"])
def test_text_holds_no_front_matter_no_tag_and_no_placeholder(
    kind: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ("--text", "--data-dir", str(tmp_path / "be-civic"), "--api", url, "--now", NOW.isoformat())
    assert main(["session", "start", "--consent", *more]) == 0
    found = []
    for name in ids(kind):
        assert main([*kind.split(), name, *more]) == 0
        lines = capsys.readouterr().out.splitlines()
        said = "\n".join(line for line in lines if not line.startswith("- walk: "))
        assert len(said) > 20
        found += [(name, each) for each in unwanted(said)]
    assert found == []


def test_the_text_of_a_procedure_holds_its_values_and_sources(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ("--text", "--data-dir", str(tmp_path / "be-civic"), "--api", url)
    assert main(["skill", "residence-card-renewal", *more]) == 0
    said = capsys.readouterr().out
    assert "between the 45th and the 30th day before it expires" in said
    assert "City of Ninove, the letters of the cards, https://ninove.be/vreemdelingen" in said
    assert main(["skill", "residence-card-renewal", *more[1:]]) == 0
    assert "\nschema_version: " in json.loads(capsys.readouterr().out)["markdown"], (
        "the published text as it is"
    )


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("---\nid: x\n---\n\nBody.\n", "Body.\n"),
        ('It costs <VV name="fee" uid="val-00001" data-status="alpha">25 EUR</VV>.', "It costs 25 EUR.\n"),
        ('It costs <VolatileValue name="fee" uid="val-00001" />.', "It costs [value not at hand: fee].\n"),
        ('See <Ref name="x" url="https://a.example/" title="A &amp; B" />.', "See A & B.\n"),
        ('See <Reference name="x" url="https://a.example/">A</Reference>.', "See A, https://a.example/.\n"),
        ('<Risk reason="A > B">Ask first.</Risk>', "Take care: Ask first.\n"),
        ("a <!-- hidden --> b < c", "a  b < c\n"),
        ("no rule\n\n---\n\nbelow\n", "no rule\n\n---\n\nbelow\n"),
    ],
)
def test_the_text_of_a_page(markdown: str, text: str) -> None:
    assert page_text(markdown) == text


def test_text_without_a_tag_is_left_alone() -> None:
    assert without_tags("5 < 6 & 7 {x}") == "5 < 6 & 7 {x}"


def test_the_opening_without_a_folder_holds_no_placeholder(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    more = ("--text", "--data-dir", str(tmp_path / "file" / "be-civic"), "--api", url)
    assert main(["session", "start", *more]) == 0
    said = capsys.readouterr().out
    assert "Cowork tab" in said
    assert "{" not in said


@pytest.mark.parametrize(
    ("state", "more", "typed"),
    [
        (
            "asking",
            {"question": {"field": "region"}},
            ["profile set region VALUE", "traverse report a-path --event answer"],
        ),
        ("awaiting-consent", {}, ["traverse report a-path --event consent-yes"]),
        ("awaiting-handoff", {}, ["traverse report a-path --event shown"]),
        (
            "ready",
            {"needed": [{"check": "response-status", "value": 200}]},
            ["traverse report a-path --signal response-status=200"],
        ),
        ("handed-off", {"needed": []}, ["traverse report a-path --event report"]),
        ("advice", {}, ["traverse report a-path --event decline"]),
        ("exhausted", {}, ["traverse report a-path --event choose-commune"]),
        ("unavailable", {}, ["traverse stop a-path"]),
        ("succeeded", {}, ["traverse report a-path --event restart"]),
    ],
)
def test_each_state_of_a_walk_has_the_command_to_type_next(
    state: str, more: dict[str, object], typed: list[str]
) -> None:
    assert commands_of({"state": state, "path": "a-path", **more}) == [
        f"becivic-harness {each}" for each in typed
    ]


def test_every_state_has_a_command_that_the_command_line_takes() -> None:
    for state in STATES:
        for command in commands_of({"state": state, "path": "a-path", "question": {"field": "region"}}):
            words = command.split()[1:]
            assert main([*words[:2], "--help"]) == 0
            if "--event" in words:
                assert (state, words[-1]) in TRANSITIONS


def test_a_walk_prints_the_command_to_type_next(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ("--data-dir", str(tmp_path / "be-civic"), "--api", url, "--now", NOW.isoformat())
    assert main(["session", "start", "--consent", *more]) == 0
    assert main(["traverse", "start", "sworn-translator-register", *more, "--text"]) == 0
    capsys.readouterr()
    assert main(["traverse", "next", "sworn-translator-register", *more, "--text"]) == 0
    assert (
        "- type next: becivic-harness profile set administration_language VALUE\n" in capsys.readouterr().out
    )
    assert main(["traverse", "next", "sworn-translator-register", *more]) == 0
    assert json.loads(capsys.readouterr().out)["commands"][1].endswith("--event answer")
