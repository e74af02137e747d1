from __future__ import annotations

import asyncio
import threading

import pytest

from becivic.intake import aside
from becivic.intake.aside import Aside
from becivic.rules.limits import Limit
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store, StoreUnavailable
from tests.factories.intake import DEFAULT_LIMITS, service
from tests.factories.payloads import payload


def test_long_work_runs_in_another_thread_one_after_the_other() -> None:
    async def both() -> tuple[int, int]:
        away = Aside()
        return await asyncio.gather(away.run(threading.get_ident), away.run(threading.get_ident))

    first, second = asyncio.run(both())
    assert first == second != threading.get_ident()


def test_a_queue_that_is_full_refuses_and_empties_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "WAITING", 2)

    async def crowd() -> list[object]:
        away, gate = Aside(), threading.Event()
        waiting = [asyncio.ensure_future(away.run(gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailable):
            await away.run(gate.wait)
        gate.set()
        return [*await asyncio.gather(*waiting), await away.run(gate.wait)]

    assert asyncio.run(crowd()) == [True, True, True]


def test_work_that_fails_gives_its_place_back() -> None:
    async def fails() -> int:
        away = Aside()
        with pytest.raises(ZeroDivisionError):
            await away.run(divmod, 1, 0)
        return away._waiting

    assert asyncio.run(fails()) == 0


def test_refused_proposals_are_looked_at_so_many_times_an_hour_and_no_more(store: Store) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.BURST: 2})
    wrong = payload("drafts/invalid/skill/cross-ref-missing-requires")
    answers = [running.post(SubmissionType.DRAFT, wrong) for _ in range(3)]
    assert [answer.json()["error"] for answer in answers] == ["cross_ref_fail"] * 2 + ["rate_limit_exceeded"]
    assert answers[2].headers["retry-after"]
    running.clock.move(hours=1)
    assert running.post(SubmissionType.DRAFT, wrong).json()["error"] == "cross_ref_fail"


def test_a_large_body_is_read_beside_the_loop_and_answered_all_the_same(store: Store) -> None:
    running = service(store)
    envelope = payload("envelopes/valid/six-types")
    envelope["items"] = [{"type": "unheard-of", "filler": "x" * 400}] * 100
    answer = running.send(envelope)
    assert answer.status_code == 200
    assert {result["error"] for result in answer.json()["results"]} == {"schema_fail"}
    envelope["session_id"] = "none"
    assert running.send(envelope).status_code == 400
    assert running.ask("POST", "/api/feedback", raw=b"{" + b" " * 40_000).status_code == 400
    concern = payload("concerns/valid/skill-commune-ixelles")
    concern["content"]["body"] = "x" * 40_000
    assert running.post(SubmissionType.CONCERN, concern).status_code == 400
    assert running.ask("POST", "/api/concerns", raw=b"[" + b" " * 40_000).status_code == 400
