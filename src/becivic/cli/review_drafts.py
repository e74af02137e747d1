"""Drafts wait for a maintainer: their change requests are merged or closed on the forge (C-78)."""

from __future__ import annotations

import typer

from becivic.cli.review_desk import Desk, Told, refuse
from becivic.cli.review_output import plain
from becivic.publishing.commit import merging
from becivic.publishing.commit.merging import RequestRefused, Resolved
from becivic.publishing.review import queues
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import Failure
from becivic.store.tables.keeping import Queue


def merge_draft(desk: Desk, change_request_id: str) -> Told:
    if desk.store.read(lambda connection: queues.found(connection, change_request_id, Queue.HELD)):
        raise refuse("It is held.", "Release or discard it first.")
    workshop = desk.workshop()
    try:
        resolved = merging.merge(workshop, change_request_id, desk.now)
    except RequestRefused as refused:
        raise refuse(str(refused)) from None
    if resolved.failure is not None:
        raise _not_merged(resolved, resolved.failure)
    return Told(change_request_id, "merged", f"Merged as {resolved.commit}.", {"commit": resolved.commit})


def close_draft(desk: Desk, change_request_id: str) -> Told:
    workshop = desk.workshop()
    try:
        resolved = merging.close(workshop, change_request_id, desk.now)
    except RequestRefused as refused:
        raise refuse(str(refused)) from None
    if resolved.commit is not None:
        raise refuse(f"It was merged already, as {resolved.commit}.")
    return Told(change_request_id, ChangeState.CLOSED.value, "Closed. Its branch is not merged.")


def _not_merged(resolved: Resolved, failure: Failure) -> typer.Exit:
    lines = [f"{each.place}: {plain(each.message)} [{each.rule}]" for each in resolved.findings]
    return refuse("\n".join([f"Not merged ({failure}). {failure.meaning}", *lines]))
