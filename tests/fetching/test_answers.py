"""What is read out of an answer."""

from __future__ import annotations

import pytest

from becivic.fetching import Answer, Trouble


@pytest.mark.parametrize(
    ("said", "body", "text"),
    [
        ("text/html", "é".encode(), "é"),
        ("text/html; charset=ISO-8859-1", "é".encode("latin-1"), "é"),
        ('text/html; charset="windows-1252"; x=y', "é".encode("cp1252"), "é"),
        ("text/html; charset=punycode", "é".encode(), "é"),
        ("text/html", b"\xff", "�"),
    ],
)
def test_text_is_in_the_charset_that_was_said_where_pages_are_written_in_it(
    said: str, body: bytes, text: str
) -> None:
    assert Answer(200, {"content-type": said}, body).text == text


def test_what_is_compressed_is_not_undone() -> None:
    assert Answer(200, {"content-encoding": "gzip"}, b"\x1f\x8b").text == ""
    assert Answer(200, {"content-encoding": " Identity "}, b"fine").text == "fine"


def test_a_refusal_says_nothing_about_what_is_there() -> None:
    told = {trouble for trouble in Trouble if not trouble.is_refusal}
    assert told == {
        Trouble.NO_SUCH_NAME, Trouble.NAME_UNRESOLVED, Trouble.UNREACHABLE, Trouble.TOO_SLOW, Trouble.TLS,
        Trouble.NOT_HTTP, Trouble.TOO_MANY_REDIRECTS,
    }  # fmt: skip
