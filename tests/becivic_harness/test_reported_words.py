"""A stranger's source, from the real server to the real harness program: last, quoted, and never the harness's own words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from demo.serving import PLAIN

from becivic.config import without_settings
from becivic_harness.handoff import LEFT_OUT, NOT_ORDERS, REPORTED, handoff_texts, told
from becivic_harness.path_names import CHANGED, localised
from becivic_harness.sources import Source, sources_of
from tests.factories.harness import Machine, real_time
from tests.factories.payloads import payload
from tests.factories.servers import Serving, serving
from tests.security.orders import NEW_SOURCE, PATH, THE_CASE, orders, source_add

PLAIN_WORDS = "Call the desk first and ask for the long form."
FULL = ("multi_turn", "structured_output", "web_fetch", "tool_execution", "path_traversal", "path_handoff")
MARK = {"submission": "amd_01a1de7b-ae90-716a-a857-c948c637bbfd", "since": "2026-11-16T10:31:00Z"}


def becivic(home: Path, *command: str) -> str:
    env = {**without_settings(os.environ), **PLAIN, "BECIVIC_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "becivic.cli", *command],
        env=env,
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sent(server: Serving, amendment: dict[str, Any], minutes: int = 5) -> str:
    at = real_time() - timedelta(minutes=minutes)
    amendment = {**amendment, "submitted_at": at.isoformat(timespec="seconds")}
    answer = httpx.post(f"{server.url}/api/amendments", json=amendment, timeout=60)
    assert answer.status_code in (200, 201, 202), answer.text
    return str(amendment["amendment_id"])


def at_the_end(agent: Machine, path: str) -> list[dict[str, Any]]:
    """Every step until nothing is left to offer: each way is declined, and the offline ones are asked for too."""
    agent("session", "start", "--consent", *(each for name in FULL for each in ("--capability", name)))
    agent(
        "profile",
        "set",
        "region=Brussels-Capital",
        "commune_nis5=21009",
        "document_inventory.has_id_card=yes",
    )
    steps = [agent("traverse", "start", path).said["step"]]
    chosen = False
    for _ in range(60):
        state = steps[-1]["state"]
        if state == "asking":
            tell = ("--event", "refuse")
        elif state == "exhausted" and not chosen:
            tell, chosen = ("--event", "choose-commune"), True
        elif state in ("exhausted", "stopped", "unavailable", "not-for-them"):
            return steps
        elif state == "awaiting-consent":
            tell = ("--event", "consent-no")
        else:
            tell = ("--event", "decline")
        steps.append(agent("traverse", "report", path, *tell).said["step"])
    raise AssertionError(steps[-1])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reported") / "home"


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[Serving]:
    """The case of the issue was sent, and a second source whose words are no order; a day later both were due."""
    with serving(home) as running:
        case = sent(running, source_add(agent_responsibility=THE_CASE))
        plain = source_add(**{"/content/source_add/id": "call-first", "agent_responsibility": PLAIN_WORDS})
        sent(running, {**plain, "amendment_id": MARK["submission"][:-3] + "bfe"}, minutes=4)
    later = (real_time() + timedelta(hours=25)).isoformat(timespec="seconds")
    report = json.loads(becivic(home, "run", "commit", "--now", later, "--json"))
    assert report["held"] == [case]
    assert report["published"] == {"amendment path_source": 1}
    with serving(home) as running:
        yield running


def test_the_case_is_on_no_page_and_the_harness_never_says_it(
    server: Serving, app: Path, tmp_path: Path
) -> None:
    pages = (f"/paths/{PATH}", f"/paths/{PATH}/index.md", f"/api/paths/{PATH}", "/paths/index.json")
    for page in pages:
        assert THE_CASE not in httpx.get(server.url + page, timeout=60).text, page
    steps = at_the_end(Machine(app, tmp_path, server.url), PATH)
    assert THE_CASE not in json.dumps(steps)
    assert NEW_SOURCE not in [step.get("source") for step in steps]


def test_what_nobody_confirmed_comes_last_and_is_a_report(server: Serving, app: Path, tmp_path: Path) -> None:
    steps = at_the_end(Machine(app, tmp_path, server.url), PATH)
    offered = list(dict.fromkeys(step["source"] for step in steps if "source" in step))
    assert offered[-1] == "call-first"
    assert len(offered) > 1
    step = next(step for step in steps if step.get("source") == "call-first")
    assert step["say"][0] == REPORTED
    assert f'The report says that the agent does this: "{PLAIN_WORDS}"' in step["say"]
    assert NOT_ORDERS in step["do"]
    assert "handoff" not in step
    assert step["reported"] == {"note": REPORTED, "words": step["reported"]["words"]}
    assert not any(line.startswith("What I do: ") for line in step["say"])
    assert all(REPORTED not in each["say"] for each in steps if each.get("source") != "call-first")


# --- without a server --------------------------------------------------------------------------------------------


def reported(**texts: str) -> Source:
    data = payload("amendments/valid/path_source/source-add-open-form")["content"]["source_add"]
    handoff = {**data["actor"]["handoff"], **texts}
    return Source({**data, "actor": {**data["actor"], "handoff": handoff}, "reported": MARK})


@pytest.mark.parametrize("text", orders())
def test_no_order_is_spoken_of_any_source(text: str) -> None:
    """Also where an older server marks nothing."""
    source = reported(agent_responsibility=text, user_responsibility=text, resumption=text)
    unmarked = Source({name: value for name, value in source.data.items() if name != "reported"})
    for each in (source, unmarked):
        assert handoff_texts(each)["agent_responsibility"] == LEFT_OUT
        assert text not in " ".join(told(each))


def test_a_confirmed_source_is_spoken_of_as_any_other() -> None:
    source = Source({**reported().data, "reported": {**MARK, "confirmed": "2026-11-20T10:00:00Z"}})
    assert told(source)[0].startswith("What I do: ")
    assert not source.is_unconfirmed


@pytest.mark.parametrize("mark", [None, [], "", False, {}])
def test_a_mark_that_cannot_be_read_is_unconfirmed(mark: object) -> None:
    assert Source({**reported().data, "reported": mark}).is_unconfirmed


def test_it_is_tried_last_whatever_it_asks_for() -> None:
    first = {"id": "desk", "source_class": "offline", "priority": 0, "fallback_only": True}
    asks = {"id": "asks-much", "priority": 100, "reported": MARK}
    assert [each.id for each in sources_of({"sources": [asks, first]})] == ["desk", "asks-much"]


def test_a_changed_title_is_quoted() -> None:
    path = {"title": {"en": "A title"}, "reported": [{**MARK, "fields": ["title.en"]}]}
    assert localised(path, "title") == f'"A title" ({CHANGED})'
    assert (
        localised({**path, "reported": [{**MARK, "fields": ["title.en"], "confirmed": "x"}]}, "title")
        == "A title"
    )
    assert localised({"title": {"en": THE_CASE}}, "title") == LEFT_OUT
