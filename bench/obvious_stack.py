"""The same endpoint as one would write it on the first day: FastAPI, pydantic, a SQLAlchemy session a request, SQLite.

It checks the shape of a concern, runs the same scrub rules one after the other with `re`, counts by address and day,
refuses a known id, and keeps what we keep of a submission. What it leaves out (capabilities, references, cohorts,
several types, strict JSON) is work that it does not have to do.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, HTTPException, Request
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from becivic.scrub.linear import with_flags
from becivic_scrub import packaged_rules
from bench.uvicorn_process import serve

DAILY_LIMIT = 10_000_000
STAGING_WINDOW = timedelta(hours=24)
KEY = secrets.token_bytes(32)
RULES = [re.compile(with_flags(rule.pattern, rule.flags)) for rule in packaged_rules()]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Context(Strict):
    language_used: Literal["fr", "nl", "de", "en"]
    country: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = "be"
    region: Literal["brussels", "flanders", "wallonia", "german-speaking-community"] | None = None
    commune: Annotated[str, Field(max_length=66)] | None = None
    applies_to_match: dict[str, str | bool | int | list[str]] = {}


class Content(Strict):
    scope: Literal["general", "commune-specific", "regional-specific", "role-specific"]
    specifier: Annotated[str, Field(max_length=100)] | None = None
    body: Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\r\n]*$")]
    evidence_date: Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    evidence_source: Literal["customer-report", "citation", "corroboration"]


class Concern(Strict):
    schema_version: Literal[4]
    concern_id: Annotated[
        str, Field(pattern=r"^con_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
    ]
    submitted_at: AwareDatetime
    submitting_agent: Annotated[
        str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}/[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$")
    ]
    submission_contract_version: Annotated[str, Field(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")]
    declared_capabilities: list[str]
    target_type: Literal["skill", "volatile_value", "reference", "path", "path_source", "skill_graph"]
    target_id: Annotated[str, Field(max_length=201)]
    context: Context
    content: Content


class Answer(BaseModel):
    concern_id: str
    status: Literal["staged", "duplicate"]
    cancel_token: str | None = None
    commit_eta: datetime | None = None


class Base(DeclarativeBase):
    pass


class Staged(Base):
    __tablename__ = "staged"

    id: Mapped[str] = mapped_column(primary_key=True)
    payload: Mapped[str]
    commit_eta: Mapped[datetime] = mapped_column(index=True)
    token_hash: Mapped[str]
    address_hash: Mapped[str]


class DailyCount(Base):
    __tablename__ = "daily_counts"

    day: Mapped[str] = mapped_column(primary_key=True)
    address_hash: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]


def open_database(file: str) -> Engine:
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": 30, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # Begun as a reader it would fail as soon as two requests write at the same time.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    Base.metadata.create_all(engine)
    return engine


def strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from strings(each)
        case list():
            for each in value:
                yield from strings(each)


def scrub(concern: Concern) -> None:
    """Everything but the id and the times, which their patterns hold."""
    free = concern.model_dump(
        exclude={"concern_id": True, "submitted_at": True, "content": {"evidence_date"}}
    )
    for text in strings(free):
        for rule in RULES:
            if rule.search(text):
                raise HTTPException(422, "The text looks like it identifies a person.")


def address_hash(request: Request) -> str:
    client = request.client.host if request.client else "none"
    address = request.headers.get("x-forwarded-for", client).rpartition(",")[2].strip()
    return hmac.digest(KEY, address.encode(), "sha256").hex()


def count(session: Session, now: datetime, address: str) -> None:
    day = f"{now:%Y-%m-%d}"
    today = session.get(DailyCount, (day, address))
    if today is None:
        session.add(DailyCount(day=day, address_hash=address, count=1))
    elif today.count >= DAILY_LIMIT:
        raise HTTPException(429, "The daily limit is reached.")
    else:
        today.count += 1


def open_session(request: Request) -> Iterator[Session]:
    with Session(request.app.state.engine) as session:
        yield session


app = FastAPI()


@app.post("/api/concerns")
def post(
    concern: Concern,
    session: Annotated[Session, Depends(open_session)],
    address: Annotated[str, Depends(address_hash)],
) -> Answer:
    scrub(concern)
    now = datetime.now(UTC)  # noqa: TID251  an application of its own
    known = session.get(Staged, concern.concern_id)
    if known is not None:
        if known.address_hash != address:
            raise HTTPException(409, "This id is known already, from another submitter.")
        return Answer(concern_id=known.id, status="duplicate")
    count(session, now, address)
    token = secrets.token_urlsafe(32)
    eta = max(now, concern.submitted_at) + STAGING_WINDOW
    session.add(
        Staged(
            id=concern.concern_id,
            payload=concern.model_dump_json(),
            commit_eta=eta,
            token_hash=hashlib.sha256(token.encode()).hexdigest(),
            address_hash=address,
        )
    )
    session.commit()
    return Answer(concern_id=concern.concern_id, status="staged", cancel_token=token, commit_eta=eta)


if __name__ == "__main__":
    app.state.engine = open_database(sys.argv[1])
    serve(app)
