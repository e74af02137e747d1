"""What the README shows is what the commands print."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from becivic.packaged import corpus_folder
from tests.factories.command import becivic

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
