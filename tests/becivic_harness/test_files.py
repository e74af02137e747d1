"""What is on the disk is whole, and what a hand, an editor or a kill did to it is no reason to stop."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness import files
from becivic_harness.refusals import NOT_WRITABLE, Refused


def test_a_file_is_written_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "profile.json"
    files.write_json(str(path), {"region": "Flanders", "note": "é"})
    assert json.loads(path.read_text(encoding="utf-8")) == {"region": "Flanders", "note": "é"}
    assert path.stat().st_mode & 0o077 == 0
    assert os.listdir(path.parent) == ["profile.json"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.json"
    files.write(str(path), "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused) as refused:
        files.write(str(path), "new")
    assert refused.value.code == NOT_WRITABLE
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["profile.json"]


def test_a_log_survives_a_cut_off_last_line_windows_line_ends_and_notes_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": 1}\r\n\r\nmy own note\r\n[1]\r\n{"id": 2, "text": "cut o')
    files.append(str(path), {"id": 3})
    found = files.read_lines(str(path))
    assert [item["id"] for item in found.items] == [1, 3]
    assert found.damaged == ["my own note", "[1]", '{"id": 2, "text": "cut o']


def test_rewriting_a_log_throws_away_no_line_that_could_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('by hand\n{"id": 1}\n{"id": 2}\n', encoding="utf-8")
    found = files.read_lines(str(path))
    files.rewrite(str(path), found.items[1:], found.damaged)
    assert path.read_text(encoding="utf-8") == 'by hand\n{"id":2}\n'


@pytest.mark.parametrize("content", [b"", b"null", b"[1]", b'{"a":', b"\xff\xfe", b"{" * 100_000])
def test_an_object_that_cannot_be_read_is_none(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    assert files.read_json(str(path)) is None


def test_what_is_not_there_reads_as_nothing(tmp_path: Path) -> None:
    assert files.read_text(str(tmp_path / "none")) is None
    assert files.read_text(str(tmp_path)) is None
    assert files.read_lines(str(tmp_path / "none")) == files.Lines([], [])
    assert files.names(str(tmp_path / "none")) == []
    assert not files.remove(str(tmp_path / "none"))


def test_removing_a_folder_follows_no_link_out_of_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("keep", encoding="utf-8")
    inside = tmp_path / "inside"
    (inside / "below").mkdir(parents=True)
    (inside / "below" / "a").write_text("x", encoding="utf-8")
    (inside / "link").symlink_to(outside, target_is_directory=True)
    assert files.remove_folder(str(inside)) == 2
    assert not inside.exists()
    assert (outside / "mine.txt").read_text(encoding="utf-8") == "keep"


def test_what_a_kill_left_half_written_is_swept_up(tmp_path: Path) -> None:
    (tmp_path / f"profile.json.123{files.HALF_WRITTEN}").write_text("x", encoding="utf-8")
    (tmp_path / "profile.json").write_text("x", encoding="utf-8")
    files.sweep(str(tmp_path))
    assert os.listdir(tmp_path) == ["profile.json"]


@given(
    st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=20), max_size=3), max_size=5),
    st.integers(0, 400),
)
def test_however_a_log_is_cut_every_whole_line_is_read_and_the_next_one_too(
    items: list[dict[str, str]], cut: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log.jsonl")
        files.append(path, *items)
        raw = Path(path).read_bytes() if items else b""
        kept = raw[:cut]
        Path(path).write_bytes(kept)
        files.append(path, {"last": "one"})
        whole = kept.count(b"\n")
        found = files.read_lines(path).items
        assert found[:whole] == items[:whole]
        assert found[-1] == {"last": "one"}
