"""The first volatile values and references hold together: uids and names once, sources seeded, addresses and
days well-formed (design 2; schemas 6.10, 6.11; R-CI-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.seed import SEED_FILE, SEED_LISTS
from becivic.rules.freshness import PAGE_DATE, UNDATED
from becivic.rules.identifiers import DATE, UidPrefix, is_calendar_day, matches
from becivic.rules.web_addresses import is_web_address

_ADDRESSES: Final = ("url", "archived_url")


class _Fault(NamedTuple):
    pointer: str
    message: str
    remedy: str


@rule("seed-consistent", "the catalogue seed holds together", section="schemas 6.11")
def check(context: Context) -> Iterator[Problem]:
    document = context.corpus.documents[SEED_FILE]
    refused = {fault.pointer for fault in document.schema_faults}
    for fault in _faults(document.fields):
        if fault.pointer not in refused:
            yield Problem(document.place(fault.pointer), fault.message, fault.remedy)


def _faults(seed: Fields) -> Iterator[_Fault]:
    for prefix, key in SEED_LISTS.items():
        entries = seed.children(key)
        yield from _uid_faults(prefix, entries)
        yield from _name_faults(entries)
        for entry in entries:
            yield from _entry_faults(entry)
    yield from _source_faults(seed)


def _uid_faults(prefix: UidPrefix, entries: list[Fields]) -> Iterator[_Fault]:
    """By number: val-00001 and val-000001 are one uid in two widths."""
    seen: set[int] = set()
    for entry in entries:
        uid = entry.text("uid")
        if not matches(prefix.pattern, uid):
            continue
        if prefix.number(uid) in seen:
            yield _Fault(
                entry.at("uid"), f"the uid {uid} is given out twice", "Mint a new uid for the later entry."
            )
        seen.add(prefix.number(uid))


def _name_faults(entries: list[Fields]) -> Iterator[_Fault]:
    seen: set[str] = set()
    for entry in entries:
        name = entry.text("name")
        if name and name in seen:
            yield _Fault(
                entry.at("name"),
                f"the name `{name}` is used twice",
                "Give each entry of one kind its own name.",
            )
        seen.add(name)


def _entry_faults(entry: Fields) -> Iterator[_Fault]:
    if "last_verified" in entry and not is_calendar_day(entry.raw("last_verified")):
        yield _Fault(
            entry.at("last_verified"),
            "last_verified is a day that does not exist",
            "Write a day of the calendar as YYYY-MM-DD.",
        )
    yield from _page_date_faults(entry)
    for key in _ADDRESSES:
        if key in entry and not is_web_address(entry.raw(key)):
            yield _Fault(
                entry.at(key),
                f"{key} is not a well-formed web address",
                "Write the whole address, from https:// on, with a host name.",
            )


def _page_date_faults(entry: Fields) -> Iterator[_Fault]:
    """A page is not dated by a day that does not exist, nor later than it was read."""
    day, read = entry.text("page_date"), entry.text("last_verified")
    if matches(DATE, day) and not is_calendar_day(day):
        yield _Fault(
            entry.at("page_date"),
            "page_date is a day that does not exist",
            "Write a day of the calendar as YYYY-MM-DD, a month, a year, or `undated`.",
        )
    elif matches(PAGE_DATE, day) and day != UNDATED and read and day > read[: len(day)]:
        yield _Fault(
            entry.at("page_date"),
            "the page is dated later than the day it was read",
            "Correct page_date, or write in last_verified the day on which this version was read.",
        )


def _source_faults(seed: Fields) -> Iterator[_Fault]:
    seeded = {entry.text("uid") for entry in seed.children(SEED_LISTS[UidPrefix.REFERENCE])}
    for entry in seed.children(SEED_LISTS[UidPrefix.VOLATILE_VALUE]):
        source = entry.text("source")
        if source and source not in seeded:
            yield _Fault(
                entry.at("source"),
                "the source of the value is not a reference of this file",
                "Seed the reference first and name its uid as the source.",
            )
