"""Bearer tokens: the one way in, and every way that is not."""

from __future__ import annotations

import hashlib

import pytest

from becivic.setting_values import read_token_hash
from becivic.web.operator import bearer, is_operator
from tests.web.scopes import scope

TOKEN = "a-long.operator_token~+/=="
HASH = read_token_hash(TOKEN)


def operator(*stated: str, token_hash: str | None = HASH) -> bool:
    return is_operator(scope(*(("authorization", each) for each in stated)), token_hash)


@pytest.mark.parametrize(
    "stated", [f"Bearer {TOKEN}", f"bearer {TOKEN}", f"BEARER   {TOKEN}", f" Bearer {TOKEN} "]
)
def test_the_right_token_opens(stated: str) -> None:
    assert operator(stated)


@pytest.mark.parametrize(
    "stated",
    [
        "",
        "Bearer",
        "Bearer ",
        TOKEN,
        f"Basic {TOKEN}",
        f"Bearer{TOKEN}",
        f"Bearer\t{TOKEN}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN} {TOKEN}",
        f"Bearer {TOKEN}, Bearer {TOKEN}",
        f"Bearer {TOKEN}\n",
        f"Bearer {HASH}",
        f"Bearer {TOKEN.upper()}",
        "Bearer töken",
        "Bearer \xff\x00",
        "Bearer ==",
    ],
)
def test_everything_else_stays_outside(stated: str) -> None:
    assert not operator(stated)


def test_two_headers_are_refused_even_when_both_are_right() -> None:
    assert not operator(f"Bearer {TOKEN}", f"Bearer {TOKEN}")
    assert not operator(f"Bearer {TOKEN}", "")


def test_no_header_is_nobody() -> None:
    assert not operator()
    assert bearer(scope(("x-authorization", f"Bearer {TOKEN}"))) is None


def test_without_a_token_set_nobody_is_an_operator() -> None:
    assert not operator(f"Bearer {TOKEN}", token_hash=None)


def test_a_token_in_the_query_or_elsewhere_is_not_seen() -> None:
    elsewhere = scope(("cookie", f"token={TOKEN}"), ("x-token", TOKEN))
    elsewhere["query_string"] = f"access_token={TOKEN}".encode()
    assert bearer(elsewhere) is None


def test_the_comparison_is_of_hashes_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(ours: str, theirs: str) -> bool:
        compared.append((ours, theirs))
        return False

    monkeypatch.setattr("hmac.compare_digest", compare)
    assert not operator("Bearer guess")
    assert compared == [(hashlib.sha256(b"guess").hexdigest(), HASH)]
