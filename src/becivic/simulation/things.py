"""One artefact of the model: what it holds now and held before, its votes, and how the real decisions see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from becivic.lifecycle import Artefact, Evidence, Prior, PriorKind, Vote
from becivic.rules.consensus import TRANSITIONS
from becivic.rules.statuses import Status
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.simulation.calendar import moment
from becivic.simulation.contents import Content

EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class Earlier:
    """What it could go back to."""

    kind: PriorKind
    status: Status
    content: Content
    before: Earlier | None = None


@dataclass(slots=True, kw_only=True, eq=False)
class Thing:
    number: int
    target: TargetType
    content: Content
    status: Status = Status.ALPHA
    earlier: Earlier | None = None
    weight: float = 1
    """How often it is met, beside the others."""
    is_probed: bool = False
    _votes: dict[tuple[str | None, str, bool], Vote] = field(default_factory=dict)
    """Of the current cohort. A later verdict of an address on the same source takes the place of its earlier one, which
    would not count; a flag stays beside it."""
    cohort: datetime = field(init=False)
    last_confirmed: datetime | None = None
    changed_at: int = field(init=False)
    """Since when readers have had what they have."""
    lost: int = 0
    """Ticks that it was withdrawn although its content was good."""
    due: int | None = None

    def __post_init__(self) -> None:
        self.changed_at = self.content.born
        self.cohort = moment(self.content.born)
        self._arrive()

    @property
    def is_published(self) -> bool:
        return self.status in TRANSITIONS

    @property
    def is_row(self) -> bool:
        return self.target not in COHORT_ANCHORED

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(f"source-{number}" for number in range(len(self.content.works)))

    @property
    def line(self) -> str:
        """Rows carry no version."""
        major, minor = self.status.version_line or (0, 0)
        return "" if self.is_row else f"{major}.{minor}"

    def artefact(self) -> Artefact:
        earlier = self.earlier
        return Artefact(
            target=self.target,
            id=f"thing-{self.number}",
            status=self.status,
            cohort_started_at=self.cohort,
            line=self.line,
            prior=Prior(earlier.kind, earlier.status, EARLIER) if earlier else None,
            sources=self.sources,
            last_confirmed=self.last_confirmed,
        )

    @property
    def votes(self) -> tuple[Vote, ...]:
        return tuple(self._votes.values())

    def evidence(self) -> Evidence:
        return Evidence(self.votes)

    def take(self, vote: Vote) -> None:
        self._votes[vote.voter, vote.source, vote.flagged] = vote
        if vote.confirms:
            self.last_confirmed = vote.at

    def keep(self, votes: Sequence[Vote]) -> None:
        """Opens the cohort earlier, with votes that were given to another."""
        self.cohort = min((vote.at for vote in votes), default=self.cohort)
        for vote in votes:
            self.take(vote)

    def settle_spell(self, tick: int) -> None:
        """Writes down who had what since the last change."""
        spell, self.changed_at = tick - self.changed_at, tick
        if self.is_published:
            self.content.served[self.content.is_good, self.status] += spell
        elif self.content.is_good:
            self.lost += spell

    def rise(self, status: Status, cohort: datetime, tick: int) -> None:
        """The same content at another status; its votes go on counting where the cohort does."""
        self.settle_spell(tick)
        self.status = status
        if cohort != self.cohort:
            self._open_cohort(cohort)
        self._arrive()

    def put(self, content: Content, status: Status, earlier: Earlier | None, tick: int) -> None:
        """Another content, or the same one again: judged anew."""
        self.settle_spell(tick)
        self.content.left_at = tick
        self.content, self.status, self.earlier = content, status, earlier
        self._open_cohort(moment(tick))
        self._arrive()

    def amended(self, content: Content, tick: int) -> None:
        """An amendment starts at alpha; what was stable stays within reach (C-03)."""
        self.put(content, Status.ALPHA, self._left_behind(), tick)

    def _left_behind(self) -> Earlier | None:
        if self.status is Status.STABLE:
            return Earlier(PriorKind.STABLE, Status.STABLE, self.content, self.earlier)
        if self.is_row or (self.earlier is not None and self.earlier.kind is PriorKind.STABLE):
            return self.earlier
        return Earlier(PriorKind.AMENDED, self.status, self.content)

    def _open_cohort(self, began: datetime) -> None:
        self.cohort, self.due = began, None
        self._votes = {}

    def _arrive(self) -> None:
        content = self.content
        if self.is_published:
            content.left_at = None
            content.reached.setdefault((content.is_good, self.status), self.changed_at)
        else:
            content.left_at = self.changed_at
