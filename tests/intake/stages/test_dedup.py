from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection

from becivic.intake.outcomes import Duplicate
from becivic.intake.refusal import Refusal
from becivic.intake.stages.dedup import find_duplicate
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import COMMITTED_CACHE, SubmissionState, SubmissionType
from becivic.store.store import Store
from tests.factories.intake import SOMEBODY, desk, service, submission
from tests.factories.oracle import NOW
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
VOTE = "validations/valid/skill-confirm"


@requirement("R-STAGE-04", "R-PIPE-11")
def test_an_id_is_new_once_then_a_duplicate_for_its_sender_and_refused_for_everybody_else(
    store: Store,
) -> None:
    running, found = service(store), submission(CONCERN)

    def asked(address: str) -> object:
        return store.read(lambda connection: find_duplicate(found, desk(connection, address=address)))

    assert asked(SOMEBODY) is found
    assert running.post(SubmissionType.CONCERN, found.payload).status_code == 200
    again = asked(SOMEBODY)
    assert isinstance(again, Duplicate)
    assert again.known is not None
    assert again.known.state is SubmissionState.STAGED
    refused = asked("203.0.113.9")
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status) == (ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER, 409)
    assert refused.pointer == "/concern_id"


@requirement("R-STAGE-04")
def test_a_committed_id_is_known_for_48_hours(store: Store) -> None:
    running, found = service(store), submission(VOTE)
    assert running.post(SubmissionType.VALIDATION, found.payload).json()["status"] == "applied"

    def asked_after(wait: timedelta) -> object:
        def job(connection: Connection) -> object:
            return find_duplicate(found, desk(connection, now=NOW + wait))

        return store.read(job)

    assert isinstance(asked_after(COMMITTED_CACHE - timedelta(seconds=1)), Duplicate)
    assert asked_after(COMMITTED_CACHE) is found
