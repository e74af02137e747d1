"""The crowd: what a day of agents sends and reads, by seeded chance. Whom it is from is made up."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from bench.corpora import FIRST_ROW, ROWS
from bench.publishing_items import Item
from bench.publishing_texts import LANGUAGES, Words

from becivic.clock import rfc3339
from becivic.rules.skills import FALLBACK_SKILL
from becivic.rules.statuses import Status
from becivic.rules.submissions import ENVELOPE_HEADER, SubmissionType, Verdict
from becivic.rules.targets import TargetType
from bench import publishing_items as items
from soak.house import House
from soak.ledger import Ledger

_HEADER: Final = {
    "submitting_agent": "civic-desk/2.0.1",
    "submission_contract_version": "2.1.0",
    "declared_capabilities": ["multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read"],
}
_ADDRESSES: Final = 3000
_IN_FOCUS: Final = 6
"""Skills, and as many values, that people vote on in one week: votes come in bunches."""
_SURPRISES: Final = "## Known surprises\n"

NETWORK: Final = "198.18."
"""How every address of the crowd begins; nothing else looks like it."""
SECRET: Final = "85.07.30-033.28"
"""A made-up national number whose checksum holds: what holds it is refused, and it must be found nowhere."""
REFUSED_WORDS: Final = "quartz-lantern-seven"
"""Stands in every text that must be refused."""

SHARES: Final = {
    "concern": 24,
    "named": 2,
    "value": 8,
    "reference": 4,
    "body": 6,
    "vote": 30,
    "reject": 3,
    "flag": 1,
    "feedback": 5,
    "rating": 7,
    "analytics": 8,
    "draft": 1,
    "again": 3,
    "cancel": 3,
    "personal": 2,
    "malformed": 2,
}
"""Of a hundred or so that are sent, how many are what."""


@dataclass(frozen=True, slots=True)
class Last:
    """What was accepted last, with all that its sender needs to follow it."""

    kind: SubmissionType
    id: str
    body: dict[str, Any]
    address: str
    cancel_token: str

    @property
    def path(self) -> str:
        return f"/api/{self.kind.facts.route}"


@dataclass
class Crowd:
    """Sends to one house, and keeps its own books."""

    house: House
    seed: int
    ledger: Ledger = field(default_factory=Ledger)
    last: Last | None = None
    _numbers: Any = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.words = Words(self.seed)
        self.addresses = [f"{NETWORK}{each // 250}.{each % 250 + 1}" for each in range(_ADDRESSES)]
        self.focus: list[tuple[TargetType, str]] = []

    def new_week(self) -> None:
        """Other things are looked at. Not the floor: it cannot be pulled, and a flag on it waits for a person."""
        voted_on = sorted(self.house.library.edition.corpus.skills.keys() - {FALLBACK_SKILL})
        skills = self.chance.sample(voted_on, _IN_FOCUS)
        rows = self.chance.sample(range(FIRST_ROW, FIRST_ROW + ROWS), _IN_FOCUS)
        self.focus = [(TargetType.SKILL, name) for name in skills]
        self.focus += [(TargetType.VOLATILE_VALUE, f"val-{row:05d}") for row in rows]

    async def sends(self, number: int) -> None:
        """So many submissions, one after the other."""
        kinds = self.chance.choices(list(SHARES), list(SHARES.values()), k=number)
        for kind in kinds:
            await _SENDING[kind](self)

    async def reads(self, number: int) -> None:
        skills = sorted(self.house.library.edition.corpus.skills)
        for _ in range(number):
            skill = self.chance.choice(skills)
            await self._reads_one(self.chance.choice(READ), skill)
        live = [skill for skill in skills if not self._is_pulled(skill)]
        await self.calls("read_skill", {"id": self.chance.choice(live)})

    async def crawls(self) -> None:
        """Everything that is read of any skill, once, as a search engine does: what is kept for good is there from then on."""
        for skill in sorted(self.house.library.edition.corpus.skills):
            if not self._is_pulled(skill):
                await self.calls("read_skill", {"id": skill})
            for form in (*PAGES, OBSERVED):
                await self._reads_one(form, skill)

    async def _reads_one(self, form: str, skill: str) -> None:
        answer = await self.house.ask("GET", form.format(skill=skill), address=self.address())
        expected = 410 if form in PAGES and self._is_pulled(skill) else 200
        self.ledger.expects(answer.status_code == expected, f"{form} {skill} {answer.status_code}")
        self.ledger.reads += 1

    def _is_pulled(self, skill: str) -> bool:
        return self.house.library.edition.corpus.skills[skill].status is Status.QUARANTINED

    async def calls(self, tool: str, arguments: dict[str, Any]) -> None:
        """One call of a tool over MCP."""
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }
        answer = await self.house.ask("POST", "/mcp", address=self.address(), body=message)
        fine = answer.status_code == 200 and not answer.json()["result"].get("isError")
        self.ledger.expects(fine, f"{tool} {answer.text[:300]}")
        self.ledger.reads += 1

    def address(self) -> str:
        return self.chance.choice(self.addresses)

    def language(self) -> str:
        return self.chance.choice(LANGUAGES)

    def skill(self) -> str:
        return self.chance.choice(sorted(self.house.library.edition.corpus.skills))

    def new_id(self, kind: SubmissionType) -> str:
        """A UUIDv7 of the moment, numbered."""
        milliseconds = int(self.house.clock.now().timestamp() * 1000)
        number = next(self._numbers)
        head = f"{milliseconds >> 16:08x}-{milliseconds & 0xFFFF:04x}-7000-8000-{number:012x}"
        return f"{kind.facts.id_prefix}{head}"

    async def send(self, item: Item) -> None:
        kind, _, __, said = item
        number = self.new_id(kind)
        header = _HEADER if kind is not SubmissionType.ANALYTICS else _without_capabilities()
        body = {**header, "submitted_at": rfc3339(self.house.clock.now()), kind.id_field: number, **said}
        await self.post(kind, number, body, self.address())

    async def post(self, kind: SubmissionType, number: str, body: dict[str, Any], address: str) -> None:
        answer = await self.house.ask("POST", f"/api/{kind.facts.route}", address=address, body=body)
        told = answer.json()
        if answer.status_code >= 400:
            self.ledger.expects(answer.status_code < 500, f"{kind.value} {answer.text[:300]}")
            self.ledger.refused[told["error"]] += 1
        elif kind is SubmissionType.ANALYTICS:
            self.ledger.analytics += 1
        else:
            self.ledger.expects(told["status"] in ("staged", "applied"), f"{kind.value} {told}")
            self.ledger.accepted[number] = kind
            self.last = Last(kind, number, body, address, told.get("cancel_token", ""))


def _without_capabilities() -> dict[str, Any]:
    return {name: value for name, value in _HEADER.items() if name != ENVELOPE_HEADER[-1]}


async def _concern(crowd: Crowd) -> None:
    await crowd.send(items.concern(crowd.words, crowd.skill(), 0, crowd.language()))


async def _named(crowd: Crowd) -> None:
    """Somebody is named: a person looks first."""
    item = items.concern(crowd.words, crowd.skill(), 0, "fr")
    item[3]["content"]["body"] += " Madame Jeanne Dupont du guichet a tout expliqué."
    await crowd.send(item)


async def _value(crowd: Crowd) -> None:
    await crowd.send(items.value(crowd.words, "", crowd.chance.randrange(ROWS), crowd.language()))


async def _reference(crowd: Crowd) -> None:
    await crowd.send(items.reference(crowd.words, "", crowd.chance.randrange(ROWS), crowd.language()))


async def _body(crowd: Crowd) -> None:
    """A sentence of a skill is put otherwise. Bodies stay about as long as they are: nothing else would be flat."""
    corpus = crowd.house.library.edition.corpus
    skill = corpus.skills[crowd.skill()]
    before = skill.body.text.splitlines(keepends=True)
    if _SURPRISES not in before:
        return
    at = before.index(_SURPRISES) + 2
    told = f"{crowd.words.text(crowd.language(), 2)} <!-- advice -->\n"
    after = [*before[:at], told, *before[at + 1 :]]
    diff = "".join(difflib.unified_diff(before, after, "a/canonical.md", "b/canonical.md"))
    content = {"amendment_subtype": "body", "skill_commit": corpus.commit, "body_diff": diff}
    rationale = crowd.words.text(crowd.language(), 2)
    await crowd.send(items.amendment(TargetType.SKILL, skill.id, rationale, content))


async def _vote(crowd: Crowd, verdict: Verdict = Verdict.CONFIRM, **more: object) -> None:
    target, target_id = crowd.chance.choice(crowd.focus)
    said = {
        "schema_version": 4,
        "target_type": target.value,
        "target_id": target_id,
        "verdict": verdict.value,
        "injection_flag": False,
        **more,
    }
    await crowd.send((SubmissionType.VALIDATION, target, target_id, said))


async def _reject(crowd: Crowd) -> None:
    await _vote(crowd, Verdict.REJECT, rationale=crowd.words.text("en", 1))


async def _flag(crowd: Crowd) -> None:
    """One in four flags is followed by friends of whoever sent it."""
    reason = "It tells the agent to send the profile away."
    flagged = {"injection_flag": True, "injection_reason": reason, "rationale": crowd.words.text("en", 1)}
    times = crowd.chance.choice((0, 0, 1, 1, 4))
    for _ in range(times):
        await _vote(crowd, Verdict.REJECT, **flagged)


async def _feedback(crowd: Crowd) -> None:
    await crowd.send(items.feedback(crowd.words, "", 0, crowd.language()))


async def _rating(crowd: Crowd) -> None:
    await crowd.send(items.rating(crowd.words, crowd.skill(), crowd.chance.randrange(5), crowd.language()))


async def _analytics(crowd: Crowd) -> None:
    steps = {"from_step": "count-the-years", "to_step": "pay-the-duty"}
    said = {"schema_version": 1, "opt_in_consent": True, "event_type": "step_transition", "content": steps}
    await crowd.send((SubmissionType.ANALYTICS, None, "", said))


async def _draft(crowd: Crowd) -> None:
    """One in five is sent: few people write a whole procedure."""
    if crowd.chance.randrange(5):
        return
    corpus = crowd.house.library.edition.corpus
    like = corpus.skills["generated-00000"]
    await crowd.send(items.draft(crowd.words, like, f"drafted-{len(crowd.ledger.accepted):05d}"))


async def _again(crowd: Crowd) -> None:
    """The last one, by the same hand: told that it is known, and counted once."""
    last = crowd.last
    if last is None:
        return
    answer = await crowd.house.ask("POST", last.path, address=last.address, body=last.body)
    if answer.status_code >= 400:  # whoever was banned since
        crowd.ledger.refused[answer.json()["error"]] += 1
        return
    crowd.ledger.expects(answer.json()["status"] == "duplicate", f"again {answer.text[:300]}")
    crowd.ledger.duplicates += 1


async def _cancel(crowd: Crowd) -> None:
    """Whatever was sent last and waits is taken back."""
    last = crowd.last
    if last is None or not last.cancel_token:
        return
    headers = {"x-forwarded-for": last.address, "authorization": f"Bearer {last.cancel_token}"}
    answer = await crowd.house.client.delete(f"{last.path}/{last.id}", headers=headers)
    if answer.status_code == 200:
        crowd.ledger.cancelled.add(last.id)
        crowd.last = None
    crowd.ledger.counts[f"cancel {answer.status_code}"] += 1


async def _personal(crowd: Crowd) -> None:
    item = items.concern(crowd.words, crowd.skill(), 0, "en")
    item[3]["content"]["body"] += f" The national number was {SECRET}, {REFUSED_WORDS}."
    await crowd.send(item)


async def _malformed(crowd: Crowd) -> None:
    item = items.concern(crowd.words, crowd.skill(), 0, "en")
    item[3]["content"]["scope"] = REFUSED_WORDS
    await crowd.send(item)


_SENDING: Final[dict[str, Callable[[Crowd], Any]]] = {
    "concern": _concern,
    "named": _named,
    "value": _value,
    "reference": _reference,
    "body": _body,
    "vote": _vote,
    "reject": _reject,
    "flag": _flag,
    "feedback": _feedback,
    "rating": _rating,
    "analytics": _analytics,
    "draft": _draft,
    "again": _again,
    "cancel": _cancel,
    "personal": _personal,
    "malformed": _malformed,
}
PAGES: Final = ("/skills/{skill}", "/skills/{skill}.md", "/api/skills/{skill}")
"""A skill in every form. Of one that is pulled they say that it is gone."""
OBSERVED: Final = "/api/skills/{skill}/concerns"
READ: Final = (
    *PAGES,
    OBSERVED,
    "/skills/",
    "/activity",
    "/api/concerns",
    "/api/skill-graph",
    "/search?q=certificate",
    "/paths/",
    "/feed.atom",
    "/api/volatile-values/val-00100/history",
)
