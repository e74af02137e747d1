"""How the read routes answer: kept by what is in it, found by no search engine."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.reading.answers import Sent, listed, prepared, without_nothing
from tests.factories.asking import ask

BODY = {"title": "Vérité", "items": [1]}


def app(tag: str = "") -> Starlette:
    async def get(_: Request) -> Response:
        return Sent(prepared(BODY, tag, "public, max-age=5"))

    return Starlette(routes=[Route("/", get, methods=["GET"])])


def test_an_answer_is_json_that_may_be_kept() -> None:
    answer = ask(app(), "/")
    assert (answer.status_code, answer.json()) == (200, BODY)
    assert answer.text.endswith("}\n")
    assert "é" in answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "public, max-age=5"
    assert answer.headers["x-robots-tag"] == "noindex"
    again = ask(app(), "/", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "public, max-age=5"


def test_head_is_answered_without_a_body() -> None:
    answer = ask(app(), "/", method="HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) > 0


def test_an_answer_may_be_kept_by_a_weak_tag_of_its_own() -> None:
    answer = ask(app("W/abc"), "/")
    assert answer.headers["etag"] == 'W/"abc"'
    for said in ('W/"abc"', '"abc"', '"x", W/"abc"'):
        assert ask(app("W/abc"), "/", headers={"if-none-match": said}).status_code == 304
    assert ask(app("W/abc"), "/", headers={"if-none-match": 'W/"abd"'}).status_code == 200


def test_other_content_has_another_tag() -> None:
    assert prepared({"a": 1}).tag != prepared({"a": 2}).tag


def test_a_list_says_where_to_go_on_only_where_there_is_more() -> None:
    assert listed([{"a": 1}], None) == {"items": [{"a": 1}]}
    assert listed([], "con-00001", pending={}) == {"items": [], "next": "con-00001", "pending": {}}


def test_what_is_not_known_is_left_out_and_what_is_nothing_is_not() -> None:
    assert without_nothing({"a": None, "b": 0, "c": "", "d": False}) == {"b": 0, "c": "", "d": False}
