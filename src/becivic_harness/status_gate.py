"""Owns the gate before a procedure that is in testing: nobody is led into one without having said yes to it (R-HARN-06)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from becivic_harness import session_facts, topics
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, Refused
from becivic_harness.session_facts import Session
from becivic_harness.statuses import IN_TESTING, TESTING

_STATUS: Final = re.compile(r"^status: *[\"']?([a-z]+)", re.MULTILINE)


def status_in(text: str) -> str:
    """What the head of a procedure's page says its status is."""
    head = text.split("\n---", 1)[0]
    found = _STATUS.search(head) if head.startswith("---") else None
    return found.group(1) if found else ""


def has_agreed(here: Here, session: Session | None, identifier: str) -> bool:
    """In this session, or when it was begun: what is under way went through the gate once."""
    if session is not None and identifier in session.opted_in:
        return True
    return here.home.exists and topics.read(here, topics.PROGRESS, identifier) is not None


def pass_through(here: Here, session: Session | None, node: Mapping[str, Any], *, opted_in: bool) -> None:
    """Refuses what is in testing until the person agreed, and keeps in the session that they did."""
    identifier, status = str(node.get("id")), str(node.get("status"))
    if status not in TESTING or has_agreed(here, session, identifier):
        return
    if not opted_in:
        raise Refused(
            "in_testing",
            IN_TESTING,
            "Ask the person that, in these words. With a yes, pass --opted-in. With a no, `route` names the closest procedure"
            " that is ready, or says that there is none.",
            code=ASK_THE_PERSON,
            status=status,
        )
    if session is not None:
        session_facts.changed(here, session, opted_in=[*session.opted_in, identifier])
