"""What counts as an address, and how it is asked for."""

from __future__ import annotations

import pytest

from becivic.fetching import NoAnswer, Trouble
from becivic.fetching.web_address import LONGEST, WebAddress, read_address


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://page.example", "https://page.example/"),
        ("HTTP://PAGE.example.:80/a?b=c#d", "http://page.example/a?b=c"),
        ("https://page.example:8443/a b/é?q=é", "https://page.example:8443/a%20b/%C3%A9?q=%C3%A9"),
        ("https://page.example/a%20b", "https://page.example/a%20b"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("http://[2001:db8::1]:81/", "http://[2001:db8::1]:81/"),
    ],
)
def test_an_address_is_read_as_it_is_asked_for(text: str, url: str) -> None:
    assert read_address(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "page.example",
        "ftp://page.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "gopher://page.example/",
        "https:///path",
        "https://somebody@page.example/",
        "https://somebody:secret@page.example/",
        "https://page.example:0/",
        "https://page.example:99999/",
        "https://page.example:a/",
        "https://[::1",
        "http://[fe80::1%25eth0]/",
        "https://page.example/\r\nHost: other",
        "https://page.example/\x7f",
        f"https://{'a' * 64}.example/",
        "https://page..example/",
        f"https://page.example/{'a' * LONGEST}",
    ],
)
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(NoAnswer) as caught:
        read_address(text)
    assert caught.value.trouble is Trouble.NOT_AN_ADDRESS


def test_a_redirect_is_read_beside_where_it_came_from() -> None:
    here = read_address("https://page.example/a/b")
    assert read_address("../c", beside=here).url == "https://page.example/c"
    assert read_address("//other.example/d", beside=here).url == "https://other.example/d"
    assert read_address("http://other.example", beside=here).url == "http://other.example/"


def test_the_port_is_said_only_where_it_is_not_the_usual_one() -> None:
    assert WebAddress("http", "page.example", 443, "/").netloc == "page.example:443"
    assert WebAddress("https", "page.example", 443, "/").origin == "https://page.example"
    assert WebAddress("https", "::1", 443, "/").netloc == "[::1]"
