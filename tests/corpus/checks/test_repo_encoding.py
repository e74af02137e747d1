"""repo-encoding: UTF-8 without a mark, LF, JSON laid out by two spaces."""

from __future__ import annotations

import json

import pytest

from becivic.corpus.checks import repo_encoding
from tests.factories.corpora import APPLICATION, COMMUNES, Files, assert_caught, assert_clean
from tests.requirement import requirement

DIAGRAM = "skills/demo-application/process.mmd"
TEXT_FILES = [
    "docs/a.md",
    "docs/a.mdx",
    "docs/a.yml",
    "docs/a.yaml",
    "docs/a.mmd",
    "docs/a.txt",
    "docs/a.jsonl",
]
LONG = {"key": ["a value of some length"] * 12}


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), repo_encoding.check)


@requirement("R-REPO-08")
@pytest.mark.parametrize("file", [*TEXT_FILES, "docs/a.json"])
def test_a_byte_order_mark_is_caught_in_every_kind_of_text(file: str) -> None:
    files = Files.valid().with_file(file, b"\xef\xbb\xbf{}\n")
    assert_caught(files, repo_encoding.check, file, 1, says="byte order mark")


@requirement("R-REPO-08")
@pytest.mark.parametrize("file", TEXT_FILES)
@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_a_line_end_other_than_lf_is_caught_at_its_line(file: str, end: bytes) -> None:
    files = Files.valid().with_file(file, b"one\ntwo" + end + b"three\n")
    assert_caught(files, repo_encoding.check, file, 2, says="LF")


@requirement("R-REPO-08")
def test_a_skill_with_crlf_or_a_mark_is_read_and_caught() -> None:
    body = Files.valid()[APPLICATION]
    crlf = Files.valid().with_file(APPLICATION, body.replace(b"\n", b"\r\n"))
    assert_caught(crlf, repo_encoding.check, APPLICATION, 1, says="LF")
    marked = Files.valid().with_file(APPLICATION, b"\xef\xbb\xbf" + body)
    assert_caught(marked, repo_encoding.check, APPLICATION, 1, says="byte order mark")


@requirement("R-REPO-08")
def test_bytes_that_are_not_utf_8_are_caught_at_their_line() -> None:
    files = Files.valid().with_file(DIAGRAM, b"flowchart TD\n  A[\xe9t\xe9]\n")
    assert_caught(files, repo_encoding.check, DIAGRAM, 2, says="UTF-8")


def test_what_the_loader_refused_is_reported_once() -> None:
    files = Files.valid().with_file(COMMUNES, b"\xef\xbb\xbf{}")
    assert [finding.rule for finding in files.findings([repo_encoding.check])] == ["unreadable"]


@requirement("R-REPO-08")
@pytest.mark.parametrize(
    ("file", "content"), [("docs/a.json", "{\n}"), ("docs/a.jsonl", '{"a": 1}\n{"a": 2}')]
)
def test_json_that_does_not_end_with_a_newline_is_caught_at_its_last_line(file: str, content: str) -> None:
    assert_caught(Files.valid().with_file(file, content), repo_encoding.check, file, 2, says="newline")


@requirement("R-REPO-08")
@pytest.mark.parametrize(
    ("indent", "line", "says"),
    [(4, 2, "two spaces"), (1, 2, "two spaces"), ("\t", 2, "tabs"), (None, 1, "without"), (0, 1, "without")],
)
def test_json_that_is_not_laid_out_by_two_spaces_is_caught(
    indent: int | str | None, line: int, says: str
) -> None:
    files = Files.valid().with_file("docs/a.json", json.dumps(LONG, indent=indent) + "\n")
    assert_caught(files, repo_encoding.check, "docs/a.json", line, says=says)


@requirement("R-REPO-08")
def test_a_tab_further_down_is_caught_at_its_line() -> None:
    files = Files.valid().with_file("docs/a.json", '{\n  "a": [\n  \t1\n  ]\n}\n')
    assert_caught(files, repo_encoding.check, "docs/a.json", 3, says="tabs")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("docs/a.json", json.dumps(LONG, indent=2) + "\n"),
        ("docs/a.json", '{"short": true}\n'),
        ("docs/a.json", '{\n  "list": ["on", "one", "line"],\n  "tab": "a\\tb"\n}\n'),
        ("docs/a.jsonl", json.dumps(LONG) + "\n"),
        ("docs/a.jsonl", ""),
        ("docs/a.md", ""),
        ("docs/a.md", "\tété\n    code"),
        ("docs/a.png", b"\x89PNG\r\n\xff"),
    ],
)
def test_well_written_files_and_other_kinds_of_files_are_fine(file: str, content: str | bytes) -> None:
    assert_clean(Files.valid().with_file(file, content), repo_encoding.check)
