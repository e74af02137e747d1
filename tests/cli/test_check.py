"""`becivic check`: what a person sees, what a program reads, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pygit2

from becivic import __version__
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.rules.contract import BOT_EMAIL
from tests.cli.conftest import Run
from tests.factories.command import becivic
from tests.factories.corpora import APPLICATION, Files
from tests.factories.repositories import Clone, write_files
from tests.requirement import requirement


def test_a_clean_corpus_says_what_it_holds_and_exits_0(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path / "corpus", Files.valid())
    ran = run("check")
    assert ran.code == 0, ran.out
    assert ran.out == (
        f"corpus is clean: 3 skills, 1 path, 4 catalogue rows, 2 communes, held to {len(ALL_RULES)} rules.\n"
    )


def test_an_error_is_shown_with_file_line_rule_and_remedy_and_exits_1(run: Run, tmp_path: Path) -> None:
    files = Files.valid().replaced(APPLICATION, '<Path id="demo-certificate" />', '<Path id="demo-lost" />')
    write_files(tmp_path / "corpus", files)
    ran = run("check", "corpus")
    assert ran.code == 1
    assert APPLICATION in ran.out
    assert str(files.line_of(APPLICATION, "demo-lost")) in ran.out
    assert "unresolved-path" in ran.out
    assert "add the path to paths/index.json first" in ran.out
    assert ran.out.rstrip().endswith("warnings") or ran.out.rstrip().endswith("warning")


def test_json_lists_findings_with_exactly_the_promised_keys(run: Run, tmp_path: Path) -> None:
    files = Files.valid().replaced(APPLICATION, '<Path id="demo-certificate" />', '<Path id="demo-lost" />')
    write_files(tmp_path / "corpus", files)
    ran = run("check", "corpus", "--json")
    assert ran.code == 1
    answer = json.loads(ran.out)
    assert set(answer) == {"findings"}
    assert {frozenset(finding) for finding in answer["findings"]} == {
        frozenset({"rule", "severity", "file", "line", "message", "remedy"})
    }
    assert ("unresolved-path", APPLICATION) in {(f["rule"], f["file"]) for f in answer["findings"]}


@requirement("R-CI-29")
def test_warnings_alone_exit_0(run: Run, tmp_path: Path) -> None:
    files = Files.valid().replaced(APPLICATION, "version: 0.1.0\n", "version: 0.1.0\nversion_pin: true\n")
    write_files(tmp_path / "corpus", files)
    ran = run("check", "corpus", "--json")
    assert ran.code == 0
    assert {finding["severity"] for finding in json.loads(ran.out)["findings"]} == {"warning"}


def test_a_folder_that_is_not_there_is_one_sentence_and_exits_2(run: Run) -> None:
    ran = run("check", "nowhere")
    assert ran.code == 2
    assert ran.err == "becivic: nowhere: is not a folder. Name the folder that holds skills/ and paths/.\n"


def test_the_version_is_one_line(tmp_path: Path) -> None:
    ran = becivic("--version", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, f"becivic {__version__}\n")


def test_an_unknown_option_exits_2(tmp_path: Path) -> None:
    assert becivic("check", "--nonsense", cwd=tmp_path).code == 2


def test_help_shows_an_example(run: Run) -> None:
    ran = run("check", "--help")
    assert ran.code == 0
    assert "becivic check corpus --base origin/main" in ran.out


def test_rules_lists_every_rule_once(run: Run) -> None:
    ran = run("check", "--rules", "--json")
    listed = [rule["rule"] for rule in json.loads(ran.out)["rules"]]
    assert listed == [rule.id for rule in ALL_RULES]
    assert len(set(listed)) == len(listed)
    assert "rule-18" in run("check", "--rules").out


def test_reading_shows_how_hard_each_body_is_and_checks_nothing(run: Run, tmp_path: Path) -> None:
    write_files(
        tmp_path / "corpus", Files.valid().replaced(APPLICATION, "Some counters", "They tell us: some")
    )
    ran = run("check", "corpus", "--reading", "--json")
    assert ran.code == 0
    skills = json.loads(ran.out)["skills"]
    assert {skill["skill"] for skill in skills} == {
        "demo-application",
        "demo-clock",
        "meta-no-skill-fallback",
    }
    assert [skill["ease"] for skill in skills] == sorted(skill["ease"] for skill in skills)
    shown = run("check", "corpus", "--reading")
    assert shown.code == 0
    assert all(skill["skill"] in shown.out for skill in skills)


def test_reading_shows_ids_whole_and_as_they_are(run: Run, tmp_path: Path) -> None:
    skill = "[red]" + "a-long-name-" * 8
    files = Files.valid()
    write_files(tmp_path / "corpus", files.with_file(f"skills/{skill}/canonical.md", files[APPLICATION]))
    shown = run("check", "corpus", "--reading").out
    assert f"{skill} " in shown
    assert "sentences " in shown  # nor is any other word cut in two


def test_reading_and_a_base_do_not_go_together(run: Run) -> None:
    ran = run("check", "corpus", "--reading", "--base", "main")
    assert (ran.code, ran.err) == (
        2, "becivic: --reading and --base do not go together. Leave one of them away.\n"
    )  # fmt: skip


def test_a_base_compares_with_that_commit_of_the_same_folder(run: Run, tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    clone.commit(Files.valid().replaced(APPLICATION, "Some counters close early", "Some counters open late"))
    ran = run("check", "corpus", "--base", first, "--json")
    assert ran.code == 1
    assert [finding["rule"] for finding in json.loads(ran.out)["findings"]] == ["rule-18"]
    clean = Files.valid().replaced(APPLICATION, "Some counters close early", "Some counters open late")
    clone.commit(clean.replaced(APPLICATION, "version: 0.1.0", "version: 0.1.1"))
    assert run("check", "corpus", "--base", first).code == 0


def test_a_change_by_the_bot_may_fill_in_uids(run: Run, tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    new_row = '{"uid": "val-00009", "name": "demo-late-fee-eur", "status": "alpha", "superseded_at": null}\n'
    changed = (
        Files.valid()
        .with_file("data-snapshot/volatile-values.jsonl", new_row)
        .replaced(APPLICATION, "version: 0.1.0", "version: 0.1.1")
        .replaced(
            APPLICATION,
            "close early on Fridays.",
            'ask <VV name="demo-late-fee-eur" uid="val-00009">€5</VV>.',
        )
    )
    clone.commit(changed, email=BOT_EMAIL)
    assert run("check", "corpus", "--base", first).code == 0
    clone.repository.reset(first, pygit2.enums.ResetMode.SOFT)
    clone.commit(changed)
    ran = run("check", "corpus", "--base", first, "--json")
    # The snapshot is the service's own too.
    assert [finding["rule"] for finding in json.loads(ran.out)["findings"]] == ["generated-files", "rule-12"]


def test_a_draft_submission_may_not_land_at_status_draft(run: Run, tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    ran = run("new", "skill", "demo-fresh", "--dir", "corpus")
    assert ran.code == 0, ran.err
    clone.commit(
        {}, message="Add a procedure\n\nBe-Civic-Submission: draft drf_01890000-0000-7000-8000-000000000000\n"
    )
    ran = run("check", "corpus", "--base", first, "--json")
    assert "rule-17" in {finding["rule"] for finding in json.loads(ran.out)["findings"]}


def test_a_base_outside_git_is_one_sentence_and_exits_2(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path / "corpus", Files.valid())
    ran = run("check", "corpus", "--base", "main")
    assert ran.code == 2
    assert "is not inside a git repository" in ran.err


def test_a_base_that_does_not_exist_is_one_sentence_and_exits_2(run: Run, tmp_path: Path) -> None:
    Clone(tmp_path).commit(Files.valid())
    ran = run("check", "corpus", "--base", "no-such-branch")
    assert ran.code == 2
    assert "has no commit `no-such-branch`" in ran.err


def test_a_bare_repository_is_checked_at_its_main_branch(run: Run, tmp_path: Path) -> None:
    source = Clone(tmp_path / "clone")
    write_files(source.folder, Files.valid())
    source.commit({})
    bare = tmp_path / "corpus.git"
    pygit2.clone_repository(str(source.folder), str(bare), bare=True)
    ran = run("check", bare)
    assert ran.code == 0, ran.out
    assert "3 skills" in ran.out


def test_a_folder_without_a_corpus_is_one_sentence_and_exits_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    ran = run("check", "docs")
    assert (ran.code, ran.err) == (
        2, "becivic: docs: holds no corpus. Name the folder that holds skills/ and paths/.\n"
    )  # fmt: skip
