"""What gets into the buffer on a machine that has read the library: its own ids and texts are never taken for a person's."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic_harness import buffer_file, collecting, files, library, session_facts, submitting
from becivic_harness.diffing import body_of
from becivic_harness.here import Here
from becivic_harness.observations import ALWAYS_FAILURES, Signal
from becivic_harness.refusals import Refused
from becivic_harness.session_facts import Session
from becivic_harness.signal_words import _WORDS
from becivic_harness.signals import FAILED, Decision
from becivic_harness.sources import sources_of
from becivic_harness.validations import validation
from tests.becivic_harness import served
from tests.factories.harness import machine
from tests.requirement import requirement

ABLE = ["multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read", "path_traversal"]


def stocked(root: Path) -> tuple[Here, Session]:
    """A machine with an open session that has read the whole library today."""
    here = machine(root)
    for name, document in ((library.GRAPH, served.graph()), (library.PATHS, served.paths())):
        files.write(here.home.cached(name), json.dumps({"fetched_at": here.stamp, "document": document}))
    about = {"capabilities": ABLE, "rules": "2026-11"}
    session = Session("ses_01a1de8a-98a1-71f5-93cf-d3cf8460ed39", {"session": about})
    return here, session_facts.write(here, session)


def concern(**fields: Any) -> dict[str, Any]:
    return {
        "type": "concern",
        "target_type": "skill",
        "target_id": "nationality-application",
        "context": {"language_used": "fr"},
        "content": {
            "scope": "general",
            "body": "The desk asked for two copies.",
            "evidence_date": "2026-11-10",
            "evidence_source": "customer-report",
        },
        **fields,
    }


def amendment(skill_id: str, diff: str) -> dict[str, Any]:
    return {
        "type": "amendment",
        "target_type": "skill",
        "target_id": skill_id,
        "rationale": "The desk works by appointment only.",
        "content": {"amendment_subtype": "body", "skill_commit": "0" * 40, "body_diff": diff},
    }


def one_line_more(body: str) -> str:
    """A diff that puts a line below the first one."""
    lines = body.splitlines(keepends=True)
    after = [lines[0], "Book a visit early. <!-- advice -->\n", *lines[1:]]
    return "".join(difflib.unified_diff(lines, after, "a/canonical.md", "b/canonical.md"))


@requirement("R-AMD-04")
@pytest.mark.parametrize("skill_id", sorted(served.skills()))
def test_a_correction_of_any_procedure_that_was_read_here_is_taken(skill_id: str, tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    text = (Path(corpus_folder()) / "skills" / skill_id / "canonical.md").read_text(encoding="utf-8")
    files.write(here.home.skill(skill_id), text)
    files.write(str(Path(here.home.skill(skill_id)).parent / ".cached-at"), here.stamp)
    done = collecting.add(here, session, amendment(skill_id, one_line_more(body_of(text))))
    assert not [each for each in done.checked.warnings if each.error == "diff_apply_failed"]
    with pytest.raises(Refused, match="diff_apply_failed"):
        collecting.add(here, session, amendment(skill_id, one_line_more(f"Else.\n{body_of(text)}")))


def library_ids() -> Iterator[tuple[str, str]]:
    yield from (("skill", node["id"]) for node in served.graph()["nodes"])
    for path_id, entry in served.paths()["paths"].items():
        yield "path", path_id
        yield from (("path_source", f"{path_id}:{source.id}") for source in sources_of(entry))


@requirement("R-SCRUB-08")
def test_every_id_of_the_library_can_be_spoken_of(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    for target_type, target_id in library_ids():
        item = concern(target_type=target_type, target_id=target_id)
        assert collecting.personal_places(here, session, item) == [], target_id
        if target_type == "skill":
            assert collecting.add(here, session, item).item["target_id"] == target_id


def all_signals() -> Iterator[Signal]:
    yield from (Signal(check, value, outcome) for (check, value), outcome in ALWAYS_FAILURES.items())
    yield from (Signal(check, value=True) for check in _WORDS)
    for entry in served.paths()["paths"].values():
        for source in sources_of(entry):
            for each in source.validation_path["failure_signals"]:
                yield Signal(each["check"], each["value"], each["outcome"])


@requirement("R-TRAV-06")
def test_an_attempt_that_any_signal_ended_yields_a_vote_that_names_it(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    path_id, entry = next(iter(served.paths()["paths"].items()))
    source = sources_of(entry)[0]
    for signal in dict.fromkeys(all_signals()):
        decided = Decision(FAILED, signal.check, signal.value, signal.outcome)
        vote = {"type": "validation", **validation(path_id, source, decided, attempted_on="2026-11-18")}
        done = collecting.add(here, session, vote)
        assert done.item["traversal_metadata"]["signal"] == signal.check
        assert done.removed == [], signal


def test_the_tags_of_a_procedure_may_be_proposed_again_and_a_name_never(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    tags = sorted({tag for node in served.graph()["nodes"] for tag in node["tags"]})
    asked = {tag: collecting.personal_places(here, session, concern(context={"tag": tag})) for tag in tags}
    assert [tag for tag, places in asked.items() if places] == []
    for target_id in ("visa-for-jean-dupont", "eu-2016-1192-jean", "captcha-dupont"):
        with pytest.raises(Refused) as refused:
            collecting.add(here, session, concern(target_id=target_id))
        assert refused.value.error == "personal_word"
    assert buffer_file.read(here, session.id).items == []


@requirement("R-SCRUB-08", "R-BUF-02")
def test_a_name_put_by_hand_into_text_for_the_library_is_found_before_it_leaves(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    body = "Go to the desk.\n"
    diff = "".join(
        difflib.unified_diff([body], ["Go to the desk of Europol.\n"], "a/canonical.md", "b/canonical.md")
    )
    given = {**amendment("nationality-application", diff)}
    files.write(here.home.skill("nationality-application"), body)
    added = collecting.add(here, session, given, ["Europol"]).item
    session = session_facts.read(here, session.id)
    assert collecting.personal_places(here, session, added) == []
    content = {**added["content"], "body_diff": diff.replace("Europol", "Europol, ask for Jean Dupont")}
    by_hand = {**added, "content": content}
    assert collecting.personal_places(here, session, by_hand) == ["/content/body_diff"]
    buffer_file.replace(here, session.id, [by_hand])
    session = buffer_file.approve(here, session, [by_hand])
    with pytest.raises(Refused) as refused:
        submitting.submit(here, session, only_validate=True)
    assert refused.value.error == "personal_in_buffer"


def test_words_that_were_vouched_for_stay_so_and_no_others_are_written_down(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    diff = "--- a/canonical.md\n+++ b/canonical.md\n@@ -0,0 +1 @@\n+Ask at the Vandersloot counter.\n"
    with pytest.raises(Refused) as refused:
        collecting.add(here, session, amendment("birth-registration", diff))
    assert refused.value.error == "names_in_content"
    item = collecting.add(here, session, amendment("birth-registration", diff), ["Vandersloot", "Amina"]).item
    session = session_facts.read(here, session.id)
    assert session.vouched == {item["amendment_id"]: ["Vandersloot"]}
    collecting.edit(here, session, item["amendment_id"], {"rationale": "The counter has moved."})
    assert collecting.personal_places(here, session, buffer_file.read(here, session.id).items[0]) == []
