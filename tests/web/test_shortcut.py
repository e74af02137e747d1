"""Hot reads: filed under everything they depend on, sent while nothing has changed, and never after."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from becivic.web.answers import Prepared
from becivic.web.negotiation import HEADER_MOST, language, ranked, said
from becivic.web.shortcut import QUERY_MOST, Shortcut, Watch, keep
from tests.factories.asking import ask

LANGUAGES = ("en", "fr")


@dataclass
class House:
    """An application that counts what it is asked, and a watch that a test moves."""

    token: Hashable = 1
    is_due: bool = False
    status: int = 200
    asked: list[str] = field(default_factory=list)
    looks: int = 0

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope["type"] if scope["type"] != "http" else scope["path"])
        if scope["type"] == "http":
            answer = Prepared(b"x" * 100, "text/plain", str(len(self.asked)), status=self.status)
            keep(scope, answer)
            await answer(scope, send)

    def current(self) -> Hashable:
        return None if self.is_due else self.token

    async def look(self) -> Hashable:
        self.looks += 1
        self.is_due = False
        return self.token

    def shortcut(self, most: int = 10_000) -> Shortcut:
        watch = Watch(self.current, self.look)
        return Shortcut(self.app, watch, lambda path: path.startswith("/hot"), LANGUAGES, most)


@pytest.fixture
def house() -> House:
    return House()


def tag(answer: httpx.Response) -> str:
    return answer.headers["etag"].strip('"')


def test_an_answer_is_sent_again_without_asking_the_application(house: House) -> None:
    shortcut = house.shortcut()
    assert [tag(ask(shortcut, "/hot")) for _ in range(3)] == ["1", "1", "1"]
    assert house.asked == ["/hot"]


def test_what_is_filed_is_sent_with_safe_headers(house: House) -> None:
    shortcut = house.shortcut()
    answers = [ask(shortcut, "/hot") for _ in range(2)]
    assert [each.headers["x-content-type-options"] for each in answers] == ["nosniff"] * 2
    assert answers[0].headers == answers[1].headers


def test_head_and_what_the_caller_has_are_answered_from_the_same(house: House) -> None:
    shortcut = house.shortcut()
    ask(shortcut, "/hot")
    assert ask(shortcut, "/hot", method="HEAD").content == b""
    assert ask(shortcut, "/hot", headers={"if-none-match": '"1"'}).status_code == 304
    assert house.asked == ["/hot"]


def test_what_has_changed_is_made_anew_and_filed_in_its_place(house: House) -> None:
    shortcut = house.shortcut()
    ask(shortcut, "/hot")
    house.token = 2
    assert [tag(ask(shortcut, "/hot")) for _ in range(2)] == ["2", "2"]
    house.token = 1
    assert tag(ask(shortcut, "/hot")) == "3"


def test_when_a_look_is_due_it_is_taken_before_anything_is_read(house: House) -> None:
    shortcut = house.shortcut()
    ask(shortcut, "/hot")
    house.is_due, house.token = True, 2
    assert [tag(ask(shortcut, "/hot")) for _ in range(2)] == ["2", "2"]
    assert house.looks == 1


def test_while_nobody_knows_what_is_current_nothing_is_filed(house: House) -> None:
    house.is_due, house.token = True, None
    shortcut = house.shortcut()
    assert [tag(ask(shortcut, "/hot")) for _ in range(2)] == ["1", "2"]


def test_a_look_that_fails_is_left_to_the_application(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails() -> Hashable:
        raise RuntimeError("no")

    monkeypatch.setattr(house, "look", fails)
    house.is_due = True
    shortcut = house.shortcut()
    assert [tag(ask(shortcut, "/hot")) for _ in range(2)] == ["1", "2"]


def test_nothing_is_filed_under_other_paths_long_queries_and_for_what_is_no_good_answer(house: House) -> None:
    shortcut = house.shortcut()
    for address in ("/cold", f"/hot?{'x' * (QUERY_MOST + 1)}"):
        assert tag(ask(shortcut, address)) != tag(ask(shortcut, address))
    house.status = 410
    assert tag(ask(shortcut, "/hot/gone")) != tag(ask(shortcut, "/hot/gone"))
    assert not shortcut._filed


def test_writing_and_everything_that_is_not_http_goes_to_the_application(house: House) -> None:
    shortcut = house.shortcut()
    ask(shortcut, "/hot")
    ask(shortcut, "/hot", method="POST")

    async def receive() -> dict[str, str]:
        return {}

    async def send(_: object) -> None:
        return None

    asyncio.run(shortcut({"type": "lifespan"}, receive, send))
    assert house.asked == ["/hot", "/hot", "lifespan"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, {"accept": "text/markdown"}),
        ({}, {"accept-language": "fr"}),
        ({"accept": "application/json, text/html;q=0.2"}, {"accept": "application/json, text/markdown"}),
        ({"accept": "text/html"}, {"accept": "text/html, text/markdown"}),
    ],
)
def test_whoever_reads_something_else_gets_another_answer(
    house: House, first: dict[str, str], second: dict[str, str]
) -> None:
    shortcut = house.shortcut()
    tags = [tag(ask(shortcut, "/hot", headers={"accept": "*/*", **each})) for each in (first, second) * 2]
    assert tags == ["1", "2", "1", "2"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"accept-language": "fr-BE, en;q=0.1"}, {"accept-language": "fr"}),
        ({"accept-language": "es"}, {"accept-language": "en-GB"}),
        ({"accept": "*/*"}, {"accept": "x," * HEADER_MOST}),
        ({"accept-encoding": "br"}, {"accept-encoding": "gzip"}),
    ],
)
def test_whoever_reads_the_same_gets_the_same(
    house: House, first: dict[str, str], second: dict[str, str]
) -> None:
    shortcut = house.shortcut()
    for each in (first, second):
        assert tag(ask(shortcut, "/hot", headers=each)) == "1"


def test_several_lines_of_a_header_count_as_one(house: House) -> None:
    shortcut = house.shortcut()
    lines = [
        (b"accept", b"x/y"),
        (b"accept", b"text/markdown"),
        (b"accept-language", b"x"),
        (b"accept-language", b"fr"),
    ]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": lines}
    assert shortcut._key(scope) == ("/", b"", (("text/markdown",), "fr"))


@pytest.mark.parametrize("name", ["accept", "accept-language"])
@pytest.mark.parametrize(
    "lines", [[b"", b"x"], [b"", b"", b"x"], [b"x", b""], [b"x" * 1023, b""], [b"", b"x" * 1024]]
)
def test_what_an_answer_is_filed_under_is_what_the_application_reads(name: str, lines: list[bytes]) -> None:
    """An empty line counts there too: filed under another reading, an answer would be sent to others."""
    said_by = {"accept": b"text/markdown", "accept-language": b"fr"}[name]
    headers = [(name.encode(), line.replace(b"x", said_by + b",", 1)) for line in lines]
    scope = {"type": "http", "path": "/hot", "query_string": b"", "headers": headers}
    key = House().shortcut()._key(scope)
    accept, language_header = said(scope, b"accept"), said(scope, b"accept-language")
    offers = ("text/html", "text/markdown", "application/json")
    assert key[2] == (ranked(accept, offers), language(language_header, LANGUAGES, LANGUAGES[0]))


def test_other_queries_are_other_answers(house: House) -> None:
    shortcut = house.shortcut()
    assert [tag(ask(shortcut, f"/hot?{query}")) for query in ("a", "b", "a")] == ["1", "2", "1"]


def test_what_nobody_asked_for_longest_leaves_first(house: House) -> None:
    shortcut = house.shortcut(
        most=7 * 1024
    )  # two answers, each a little over 3 KiB with all that belongs to it
    for path in ("/hot/1", "/hot/2", "/hot/1", "/hot/3"):
        ask(shortcut, path)
    assert {key[0] for key in shortcut._filed} == {"/hot/1", "/hot/3"}
    assert shortcut._weight == 2 * Prepared(b"x" * 100, "text/plain", "1").weight


def test_an_answer_too_heavy_for_all_is_not_kept(house: House) -> None:
    shortcut = house.shortcut(most=199)
    assert [tag(ask(shortcut, "/hot")) for _ in range(2)] == ["1", "2"]
    assert (shortcut._weight, len(shortcut._filed)) == (0, 0)


def test_without_a_shortcut_before_it_an_application_files_nothing(house: House) -> None:
    assert [tag(ask(house.app, "/hot")) for _ in range(2)] == ["1", "2"]
