"""The way in: bytes and an origin in, outcomes out. Folds the stages, one write for everything a request brings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from becivic.intake import counters
from becivic.intake.addresses import AddressHasher, AddressHashes
from becivic.intake.aside import Aside
from becivic.intake.bans import Bans
from becivic.intake.chance import Chance
from becivic.intake.desk import Desk, Origin, World
from becivic.intake.envelope import Envelope, open_envelope
from becivic.intake.meter import Meter, Room, TripWire
from becivic.intake.outcomes import Applied, Duplicate, Outcome, Staged, Step, Validated
from becivic.intake.refusal import Refusal
from becivic.intake.sitting import Sitting
from becivic.intake.stages import judge
from becivic.intake.stages.dedup import find_duplicate
from becivic.intake.stages.keep import keep
from becivic.intake.stages.parse import parse
from becivic.intake.stages.rate_limits import check_limits, limits_of, over_limit
from becivic.intake.submission import Submission
from becivic.rules.limits import Limit
from becivic.rules.submissions import EnvelopeMode, SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.store import Store, StoreUnavailable

_BREATHE_EVERY: Final = 8
"""Items of a batch after which others get their turn in the event loop."""

_WILL_BE_HELD: Final = (
    "this will be held until a person has looked at it; rewrite the text at the pointer to avoid that"
)

_LARGE: Final = 32 * 1024
"""Bytes of a body above which even reading it is done beside the event loop."""

_SLOW_TARGETS: Final = (TargetType.SKILL, TargetType.PATH, TargetType.PATH_SOURCE)


@dataclass(frozen=True, slots=True)
class Answer:
    """One submission's: what it was, and what became of it."""

    submission: Submission | None
    """None where not even its type was known."""
    outcome: Outcome


class Intake:
    """Takes submissions. Holds no state but the meters and what they remember; the rest is in the store (R-ENV-11)."""

    def __init__(
        self,
        store: Store,
        world: Callable[[], World],
        hasher: AddressHasher,
        limits: Mapping[Limit, int],
        chance: Chance,
    ) -> None:
        self.store = store
        self._world = world
        self._hasher = hasher
        self.limits = limits
        self._chance = chance
        self._own_salt = chance.new_salt()
        self._aside = Aside()
        self._proposals = _meter(Limit.BURST, limits)
        self._meter = _meter(Limit.VALIDATE_MODE, limits)
        self._readers = _meter(Limit.CONCERN_READ, limits)
        self._wire = TripWire(limits[Limit.SERVICE_TRIPWIRE])
        self._sitting = Sitting(chance.new_salt)
        self._bans = Bans()

    async def take_one(self, kind: SubmissionType, raw: bytes, origin: Origin, *, dry_run: bool) -> Answer:
        value = await self._aside.run(parse, raw) if len(raw) > _LARGE else parse(raw)
        if isinstance(value, Refusal):
            self._count_rejected(origin, 1)
            return Answer(None, value)
        submission = Submission(kind, value, session_id=None)
        (outcome,) = await self._take([submission], origin, dry_run=dry_run, large=len(raw) > _LARGE)
        return Answer(submission, outcome)

    async def take_envelope(
        self, raw: bytes, origin: Origin, *, dry_run: bool
    ) -> tuple[Envelope, list[Answer]] | Refusal:
        large = len(raw) > _LARGE
        opened = await self._aside.run(self._opened, raw, dry_run) if large else self._opened(raw, dry_run)
        if isinstance(opened, Refusal):
            self._count_rejected(origin, 1)
            return opened
        dry_run = opened.mode is EnvelopeMode.VALIDATE
        outcomes = await self._take(opened.items, origin, dry_run=dry_run, large=large)
        answers = [
            Answer(item if isinstance(item, Submission) else None, outcome)
            for item, outcome in zip(opened.items, outcomes, strict=True)
        ]
        return opened, answers

    def _opened(self, raw: bytes, dry_run: bool) -> Envelope | Refusal:  # noqa: FBT001  handed to a thread by place
        value = parse(raw)
        if isinstance(value, Refusal):
            return value
        return open_envelope(value, self._world().registry, dry_run=dry_run)

    async def _take(
        self, items: Sequence[Submission | Refusal], origin: Origin, *, dry_run: bool, large: bool
    ) -> list[Outcome]:
        if dry_run:
            return await self._validate(items, origin, large=large)
        steps = [await self._judged(item, origin, index, large=large) for index, item in enumerate(items)]
        if any(isinstance(step, Submission) for step in steps):
            outcomes = await self.store.writing(lambda connection: self._settle(steps, origin, connection))
            self._wire.passed(
                origin.received_at, sum(isinstance(each, Staged | Applied) for each in outcomes)
            )
        else:
            outcomes = [step for step in steps if not isinstance(step, Submission)]
        self._count_rejected(origin, sum(isinstance(each, Refusal) for each in outcomes))
        return outcomes

    def refused_to_read(self, origin: Origin) -> Refusal | None:
        """Whether an address has asked for concerns too often: they have the regime of submissions (R-READ-13)."""
        return self._refused_by(self._readers, origin, "")

    async def _validate(
        self, items: Sequence[Submission | Refusal], origin: Origin, *, large: bool
    ) -> list[Outcome]:
        """The same stages without the last two, at a limit of its own (R-PIPE-14, design 7.3)."""
        room = self._meter.take(self._own_hashes(origin), origin.received_at, len(items))
        seen: set[tuple[SubmissionType, str]] = set()
        outcomes: list[Outcome] = []
        for index, item in enumerate(items):
            if index >= room.fitting:
                outcomes.append(_no_room(self._meter, room, _pointer(item)))
                continue
            step = await self._judged(item, origin, index, large=large)
            outcomes.append(_validated(await self._foreseen(step), origin, seen))
        return outcomes

    async def _foreseen(self, step: Step) -> Step:
        """With a warning for each place that a person will have to look at before it is published: the category and
        the place, never the text (R-NER-01)."""
        if not isinstance(step, Submission):
            return step
        held = await self._aside.run(self._world().foresee, step.type, step.payload)
        warnings = tuple(
            {"rule": reason, "summary": _WILL_BE_HELD, "schema_pointer": step.at(pointer)}
            for pointer, reason in held
        )
        return replace(step, warnings=(*step.warnings, *warnings)) if warnings else step

    async def _judged(self, item: Submission | Refusal, origin: Origin, index: int, *, large: bool) -> Step:
        if isinstance(item, Refusal):
            return item
        is_slow = _is_slow(item)
        if is_slow and (refused := self._too_many_proposals(item, origin)):
            return refused
        if index % _BREATHE_EVERY == _BREATHE_EVERY - 1:
            await asyncio.sleep(0)
        world = self._world()

        def job(connection: Connection) -> Step:
            return judge(item, Desk(world, origin, self._hasher, connection))

        if is_slow or large:
            return await self._aside.run(self.store.read, job)
        return await self.store.reading(job)

    def _too_many_proposals(self, item: Submission, origin: Origin) -> Refusal | None:
        """Judging a proposal takes long, and a refused one costs no quota: so many an hour are looked at."""
        return self._refused_by(self._proposals, origin, item.pointer)

    def _refused_by(self, meter: Meter, origin: Origin, pointer: str) -> Refusal | None:
        room = meter.take(self._own_hashes(origin), origin.received_at, 1)
        return None if room.fitting else _no_room(meter, room, pointer)

    def _own_hashes(self, origin: Origin) -> AddressHashes:
        """Under a salt that never leaves this process."""
        return self._hasher.hashes(self._own_salt, origin.address)

    def _settle(self, steps: Sequence[Step], origin: Origin, connection: Connection) -> list[Outcome]:
        """One transaction for a whole request, item by item, so that each sees what those before it did."""
        desk = Desk(self._world(), origin, self._hasher, connection)
        hashes = desk.hashes(self._sitting.daily_salt(connection, origin.received_at))
        return [self._settled(step, desk, hashes) if isinstance(step, Submission) else step for step in steps]

    def _settled(self, submission: Submission, desk: Desk, hashes: AddressHashes) -> Outcome:
        again = find_duplicate(submission, desk)
        if not isinstance(again, Submission):
            return again
        before = check_limits(submission, desk, hashes, self.limits, self._bans)
        if isinstance(before, Refusal):
            return before
        kept = keep(submission, desk, self._chance)
        if isinstance(kept, Staged | Applied):
            counters.count(desk.connection, before, limits_of(submission))
        return kept

    def _count_rejected(self, origin: Origin, number: int) -> None:
        """All that is kept of what was refused (R-PIPE-12)."""
        if not number:
            return

        def job(connection: Connection) -> None:
            daily = self._sitting.daily_salt(connection, origin.received_at)
            hashed = self._hasher.hash(daily, origin.address)
            counters.count_rejected(connection, hashed, origin.received_at, number)

        with suppress(StoreUnavailable):  # a number is not worth an answer that is already true
            self.store.write_soon(job)


def _meter(limit: Limit, limits: Mapping[Limit, int]) -> Meter:
    return Meter(limit, limits[limit])


def _no_room(meter: Meter, room: Room, pointer: str) -> Refusal:
    return over_limit(meter.limit, room.most, room.wait, pointer, room.width)


def _validated(step: Step, origin: Origin, seen: set[tuple[SubmissionType, str]]) -> Outcome:
    if not isinstance(step, Submission):
        return step
    key = step.type, step.id
    if key in seen:
        return Duplicate(step.id)
    seen.add(key)
    eta = step.commit_eta(origin.received_at) if step.type.facts.staged else origin.received_at
    return Validated(step.id, eta, step.warnings)


def _pointer(item: Submission | Refusal) -> str:
    if isinstance(item, Submission):
        return item.pointer
    return (item.pointer or "").removesuffix("/type")


def _is_slow(item: Submission) -> bool:
    """Whether the corpus checks may run over it: one at a time, beside the event loop, whatever many send."""
    proposes = item.type in (SubmissionType.DRAFT, SubmissionType.AMENDMENT)
    return proposes and item.payload.get("target_type") in _SLOW_TARGETS
