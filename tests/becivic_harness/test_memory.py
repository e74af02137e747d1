"""The five kinds of files of memory/, their index with its caps, and turning from one procedure to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import memory_index, notes, profile_edits, profile_file, progress, topics
from becivic_harness.cli.main import main
from becivic_harness.refusals import Refused
from becivic_harness.topics import DECISIONS, HISTORY, Topic
from tests.factories.harness import NOW, NOWHERE, machine
from tests.requirement import requirement


def said(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    main([*arguments, "--data-dir", str(folder / "be-civic"), "--api", NOWHERE, "--now", NOW.isoformat()])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@requirement("R-MEM-04", "R-MEM-02")
def test_every_file_has_a_name_a_description_and_one_of_five_types(tmp_path: Path) -> None:
    here = machine(tmp_path)
    notes.tell(here, "Moved from Ghent for work.")
    notes.decide(here, "language-exam", "Chose the employment route.")
    progress.start(here, "no-skill-fallback:pension-abroad")
    topics.write(
        here,
        Topic(
            HISTORY,
            "certificate-of-residence",
            {"name": "Certificate", "path_id": "certificate-of-residence"},
            "",
        ),
    )
    found = list(topics.every(here))
    assert {topic.type for topic in found} == {
        "customer_context",
        "decision_log",
        "procedure_progress",
        "path_history",
    }
    for topic in found:
        assert topic.head["name"]
        assert topic.head["description"]
        assert topic.head["type"] in topics.TYPES


@requirement("R-MEM-04", "R-RET-05")
def test_the_index_keeps_its_caps_and_every_procedure_under_way(tmp_path: Path) -> None:
    here = machine(tmp_path)
    for number in range(120):
        words = f"matter-{chr(97 + number // 26)}{chr(97 + number % 26)}"
        notes.decide(here, words, "A decision with a long explanation that goes on for a while. " * 3)
    progress.start(here, "no-skill-fallback:zz-last")
    lines = memory_index.read(here)
    text = Path(here.home.memory, topics.INDEX).read_text(encoding="utf-8")
    assert len(lines) <= memory_index.MOST_LINES
    assert len(text.encode()) <= memory_index.MOST_BYTES
    assert any("no-skill-fallback--zz-last" in line for line in lines)
    assert any("more files in this folder" in line for line in lines)
    assert len([topic for topic in topics.every(here) if topic.type == DECISIONS]) == 120


@requirement("R-RET-05")
def test_turning_to_another_procedure_loses_nothing_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(tmp_path, capsys, "session", "start", "--consent")
    one, two = "no-skill-fallback:pension-abroad", "no-skill-fallback:school-place"
    said(tmp_path, capsys, "progress", "start", one)
    said(tmp_path, capsys, "progress", "step", one, "--at", "collecting papers")
    said(tmp_path, capsys, "progress", "start", two)
    said(tmp_path, capsys, "progress", "step", two, "--at", "choosing a school")
    turned = said(tmp_path, capsys, "pivot", one)
    assert "collecting papers" in turned["say"]
    assert "school place" in turned["say"]
    assert set(turned["active"]) == {one, two}
    back = said(tmp_path, capsys, "pivot", two)
    assert "choosing a school" in back["say"]
    assert said(tmp_path, capsys, "pivot", "no-skill-fallback:nothing")["error"] == "not_under_way"


@requirement("R-META-03", "R-META-07")
def test_a_matter_without_a_procedure_is_under_way_like_any_other(tmp_path: Path) -> None:
    here = machine(tmp_path)
    progress.start(here, "no-skill-fallback:pension-abroad")
    assert profile_file.read(here)["active_procedures"] == ["no-skill-fallback:pension-abroad"]
    progress.close(here, "no-skill-fallback:pension-abroad", "completed")
    assert profile_file.read(here)["active_procedures"] == []
    assert progress.completed(here) == ["no-skill-fallback:pension-abroad"]
    progress.start(here, "no-skill-fallback:pension-abroad")
    progress.close(here, "no-skill-fallback:pension-abroad", "abandoned")
    assert [name for name, _, _ in progress.archived(here)] == [
        "no-skill-fallback--pension-abroad-2.md",
        "no-skill-fallback--pension-abroad.md",
    ]


@requirement("R-PROF-11")
@pytest.mark.parametrize(("before", "after"), [(True, "yes"), (False, "no")])
def test_a_profile_of_an_earlier_version_is_understood(before: bool, after: str, tmp_path: Path) -> None:
    here = machine(tmp_path)
    old = {
        "profile_schema_version": "0.9",
        "last_updated_at": "2026-01-01T00:00:00Z",
        "document_inventory": {"has_eID": before},
        "other_languages": ["French", "English"],
    }
    Path(here.home.profile).write_text(json.dumps(old), encoding="utf-8")
    read = profile_file.read(here)
    assert read["document_inventory"] == {"has_id_card": after}
    assert read["conversation_language"] == "French"
    profile_file.write(here, read)
    written = Path(here.home.profile).read_text(encoding="utf-8")
    assert "has_eID" not in written
    assert "other_languages" not in written


@requirement("R-PROF-01", "R-PROF-10", "R-PROF-13", "R-PROF-14")
def test_a_profile_is_held_to_its_schema_and_to_months(tmp_path: Path) -> None:
    here = machine(tmp_path)
    profile_file.write(
        here,
        profile_edits.changed(
            {},
            [
                'residency_history+={"start":"2019-09-14","end":"current"}',
                "commune_nis5=Ixelles",
                "region=Brussels-Capital",
            ],
        ),
    )
    kept = profile_file.read(here)
    assert kept["residency_history"] == [{"start": "2019-09", "end": "current"}]
    assert kept["commune_nis5"] == "21009"
    for wrong in (
        {"region": "Atlantis"},
        {"user_name": "x"},
        {"residency_history": [{"start": "2019-09-14"}]},
        {"region": "Flanders", "commune_nis5": "21009"},
    ):
        with pytest.raises(Refused):
            profile_file.write(here, {**kept, **wrong})
    assert profile_file.read(here) == kept


@requirement("R-PROF-12")
@pytest.mark.parametrize(
    "pair",
    [
        "consent.submissions=Amina El Idrissi",
        "consent.amina_el_idrissi=true",
        "conversation_language=Amina El Idrissi",
        'residency_history=[{"start": "2019-09", "permit_type": "Idrissi"}]',
        'education_history=[{"start": "2019-09", "level": "Janssens"}]',
        "transitions_in_progress=amina-el-idrissi",
    ],
)
def test_no_field_of_a_profile_takes_a_name(pair: str, tmp_path: Path) -> None:
    here = machine(tmp_path)
    with pytest.raises(Refused):
        profile_file.write(here, profile_edits.changed({}, [pair]))
    assert not Path(here.home.profile).exists()


def test_active_procedures_are_not_set_by_hand() -> None:
    with pytest.raises(Refused, match="follows the progress files"):
        profile_edits.changed({}, ['active_procedures=["x"]'])


@pytest.mark.parametrize("pair", ["region", "=x", "no_such_field=1", "region+=Flanders", "region.name=x"])
def test_a_change_that_cannot_be_meant_is_refused(pair: str, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        profile_file.write(machine(tmp_path), profile_edits.changed({"region": "Flanders"}, [pair]))
