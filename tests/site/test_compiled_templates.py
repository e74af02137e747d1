"""Compiled templates beside their sources: found again, renewed with what was put in, and never the end of a page."""

from __future__ import annotations

import marshal
import os
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from jinja2.bccache import bc_magic

from becivic.site.compiled_templates import CompiledTemplates

SOURCE = {"page.html": "Bonjour {{ name }}"}


@pytest.fixture(autouse=True)
def _writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine prefers of Python's own."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def shown(folder: Path, known: str = "words", language: str = "fr") -> str:
    kept = CompiledTemplates(language, known, folder)
    environment = Environment(loader=DictLoader(SOURCE), bytecode_cache=kept, autoescape=True)
    return environment.get_template("page.html").render(name="Anna")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_template_is_compiled_once_for_a_language_and_what_is_known(tmp_path: Path) -> None:
    assert shown(tmp_path) == "Bonjour Anna"
    (first,) = files(tmp_path)
    before = (tmp_path / first).stat().st_mtime_ns
    assert shown(tmp_path) == "Bonjour Anna"
    assert (tmp_path / first).stat().st_mtime_ns == before
    shown(tmp_path, language="nl")
    assert len(files(tmp_path)) == 2


def test_other_words_make_another_and_the_earlier_one_goes(tmp_path: Path) -> None:
    shown(tmp_path)
    before = files(tmp_path)
    shown(tmp_path, known="other words")
    assert len(files(tmp_path)) == 1
    assert files(tmp_path) != before


@pytest.mark.parametrize("length", [0, 3, 20, 30, 60, 200])
def test_a_file_that_was_cut_is_compiled_anew(tmp_path: Path, length: int) -> None:
    shown(tmp_path)
    (name,) = files(tmp_path)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[:length])
    assert shown(tmp_path) == "Bonjour Anna"
    assert (tmp_path / name).read_bytes() == whole


def test_a_file_that_holds_something_else_is_compiled_anew(tmp_path: Path) -> None:
    shown(tmp_path)
    (name,) = files(tmp_path)
    whole = (tmp_path / name).read_bytes()
    code = whole.index(marshal.dumps(compile("", "", "exec"))[:1], len(bc_magic))
    (tmp_path / name).write_bytes(whole[:code] + marshal.dumps(["no code"]))
    assert shown(tmp_path) == "Bonjour Anna"


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(tmp_path / "absent" / "deeper") == "Bonjour Anna"
    assert not (tmp_path / "absent").exists()
    (tmp_path / "file").write_text("mine")
    assert shown(tmp_path / "file") == "Bonjour Anna"

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("jinja2.bccache.Bucket.write_bytecode", full)
    assert shown(tmp_path / "kept") == "Bonjour Anna"
    assert files(tmp_path / "kept") == []


def test_nothing_is_written_where_python_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert shown(tmp_path) == "Bonjour Anna"
    assert files(tmp_path) == []
