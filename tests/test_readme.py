"""What the README shows is what the commands print."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from becivic.packaged import corpus_folder
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.command import becivic
from tests.factories.intake import service

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def shown(command: str) -> list[str]:
    """What the README prints below each `$ command`, up to the next prompt or the end of the block."""
    return [
        text.strip("\n")
        for text in re.findall(
            rf"^\$ {re.escape(command)}\n(.*?)(?=^\$ |^```)", README, re.MULTILINE | re.DOTALL
        )
    ]


def test_the_first_thing_to_try_prints_what_the_readme_says(tmp_path: Path) -> None:
    shutil.copytree(corpus_folder(), tmp_path / "corpus")
    clean, broken = shown(".venv/bin/becivic check corpus")
    ran = becivic("check", "corpus", cwd=tmp_path)
    assert (ran.code, ran.out.strip("\n")) == (0, clean)
    skill = tmp_path / "corpus/skills/nationality-application/canonical.md"
    skill.write_text(
        skill.read_text(encoding="utf-8").replace("status: alpha", "status: beta"), encoding="utf-8"
    )
    ran = becivic("check", "corpus", cwd=tmp_path)
    assert (ran.code, ran.out.strip("\n")) == (1, broken)


def test_building_prints_what_the_readme_says(tmp_path: Path) -> None:
    shutil.copytree(corpus_folder(), tmp_path / "corpus")
    (printed,) = shown(".venv/bin/becivic build pages --corpus corpus")
    ran = becivic("build", "pages", "--corpus", "corpus", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    pages = re.compile(r"pages: [0-9]+ pages,")  # how many files there are depends on what a machine can draw
    assert pages.findall(ran.out) == pages.findall(printed) != []


def test_the_skill_it_shows_is_the_one_in_the_corpus() -> None:
    (head,) = shown("curl -s http://127.0.0.1:8000/skills/nationality-application.md | head -4")
    canonical = (corpus_folder() / "skills/nationality-application/canonical.md").read_text(encoding="utf-8")
    assert canonical.splitlines()[:4] == head.splitlines()


def test_what_it_shows_of_scrubbing_is_what_the_command_prints(tmp_path: Path) -> None:
    asked = re.findall(r'^\$ echo "(.*)" \| \.venv/bin/becivic (scrub.*)$', README, re.MULTILINE)
    assert len(asked) == 2
    for text, command in asked:
        note = tmp_path / "note.txt"
        note.write_text(f"{text}\n", encoding="utf-8")
        ran = becivic(*command.split(), note, cwd=tmp_path)
        (expected,) = shown(f'echo "{text}" | .venv/bin/becivic {command}')
        assert (ran.code, ran.out.strip("\n")) == (1, expected)


def test_the_concern_it_shows_is_taken_and_answered_as_it_says(store: Store) -> None:
    (written,) = re.findall(r"<<END\n(.*?)^END$", README, re.MULTILINE | re.DOTALL)
    concern = json.loads(written.replace("$(date -u +%Y-%m-%dT%H:%M:%SZ)", "2026-11-15T10:30:00Z"))
    running = service(store)
    address = "http://127.0.0.1:8000/api/concerns"
    post = 'curl -s -H "content-type: application/json" -d @concern.json'
    (validated,) = (json.loads(text) for text in shown(f'{post} "{address}?dry_run=1"'))
    (staged,) = (json.loads(text) for text in shown(f"{post} {address}"))
    said = running.post(SubmissionType.CONCERN, concern, query="?dry_run=1").json()
    assert said == {**validated, "would_stage_for": "2026-11-16T10:30:00Z"}
    said = running.post(SubmissionType.CONCERN, concern).json()
    assert (list(said), said["status"]) == (list(staged), staged["status"])
    cancelled = running.ask(
        "DELETE",
        f"/api/concerns/{said['concern_id']}",
        headers={"authorization": f"Bearer {said['cancel_token']}"},
    )
    assert cancelled.json() == {"cancelled": True}
