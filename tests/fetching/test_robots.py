"""robots.txt, read as RFC 9309 reads it."""

from __future__ import annotations

import pytest

from becivic.fetching.robots import ALLOWS_ALL, read_robots

RULES = """\ufeff# a comment
User-agent: other
Disallow: /

user-agent: BECIVIC/2.0   # us
User-agent: someone
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow: /caf%C3%A9
Disallow:
Crawl-delay: 3.5
Sitemap: https://page.example/sitemap.xml

User-agent: *
Disallow: /everybody

User-agent: becivic
Disallow: /later
"""


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("/", True),
        ("/private", False),
        ("/private/x", False),
        ("/private/open", True),
        ("/private/open/door", True),
        ("/form.pdf", False),
        ("/form.pdf?page=2", True),
        ("/a/b.pdf.html", True),
        ("/café", False),
        ("/caf%c3%a9/menu", False),
        ("/everybody", True),
        ("/later", False),
    ],
)
def test_the_rules_of_the_groups_that_name_us_hold(target: str, allowed: bool) -> None:
    assert read_robots(RULES, "BeCivic").allows(target) is allowed


def test_who_is_not_named_is_everybody() -> None:
    robots = read_robots(RULES, "nobody")
    assert not robots.allows("/everybody")
    assert robots.allows("/private")
    assert robots.delay == 0


def test_a_pause_that_is_asked_for_is_read() -> None:
    assert read_robots(RULES, "BeCivic").delay == 3.5
    assert (
        read_robots("User-agent: *\nCrawl-delay: soon\nCrawl-delay: -4\nCrawl-delay: nan", "BeCivic").delay
        == 0
    )


def test_of_two_rules_as_long_as_each_other_the_allowing_one_wins() -> None:
    assert read_robots("User-agent: *\nDisallow: /a\nAllow: /a", "BeCivic").allows("/a")


@pytest.mark.parametrize(
    ("pattern", "target", "allowed"),
    [
        ("/a*c", "/abbbc", False),
        ("/a*c", "/abbb", True),
        ("/a*c$", "/abcbc", False),
        ("/a*c$", "/abcb", True),
        ("/a*bc*d$", "/abcd", False),
        ("/a*aa$", "/aa", True),
        ("/a$", "/a", False),
        ("/a$", "/ab", True),
        ("*", "/anything", False),
        ("/*?", "/a?b", False),
    ],
)
def test_stars_stand_for_anything_and_a_dollar_for_the_end(pattern: str, target: str, allowed: bool) -> None:
    assert read_robots(f"User-agent: *\nDisallow: {pattern}", "BeCivic").allows(target) is allowed


@pytest.mark.parametrize("text", ["", "Disallow: /", "no colon here\n\0\0", "User-agent: *"])
def test_a_file_without_rules_allows_everything(text: str) -> None:
    assert read_robots(text, "BeCivic") == ALLOWS_ALL


def test_many_stars_are_looked_through_once() -> None:
    robots = read_robots(f"User-agent: *\nDisallow: /{'*a' * 2000}b$", "BeCivic")
    assert robots.allows(f"/{'a' * 100_000}")
