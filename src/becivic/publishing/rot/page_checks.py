"""The signals of a source that a machine can see on a page it loads, and those it cannot (schemas 6.12.3).

What takes a person, a submitted form or a script that runs is not here. Nor is what a page lacks: scripts may bring it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import re2

from becivic.fetching import Answer
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.rot import WALLS

Check = Callable[["Page"], bool]

_TAG: Final = re.compile(r"<([a-zA-Z][a-zA-Z0-9-]*)((?:\s[^<>]*)?)/?>")
_ANY_TAG: Final = re.compile(r"<[^<>]*>")
_SELECTOR: Final = re.compile(
    r"(?P<tag>[a-z][a-z0-9-]*)?(?P<parts>(?:[#.][\w-]+|\[[\w-]+(?:=[\"']?[^\"'\]]*[\"']?)?\])*)",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"([#.])([\w-]+)|\[([\w-]+)(?:=[\"']?([^\"'\]]*)[\"']?)?\]")
_STEP: Final = re.compile(r"\.([A-Za-z_][\w-]*)|\[([0-9]{1,6})\]|\[\"([^\"]+)\"\]")
_SIGN_IN: Final = re.compile(
    r"(?i)iamfas|csam|itsme|eidas|log-?[io]n|sign-?in|/sso|/auth|\bidp\b|aanmelden|connexion"
)
_PASSWORD: Final = re.compile(r"(?i)<input[^<>]*type=[\"']?password")


@dataclass(frozen=True, slots=True)
class Page:
    """What was loaded, and the sitemap beside it where one is listed."""

    answer: Answer
    sitemap: str = ""

    @property
    def words(self) -> str:
        """What a page says, without tags, in small letters and single spaces."""
        return _plain(_ANY_TAG.sub(" ", self.answer.text))


def check_of(name: str, value: object) -> Check | None:
    """How to look for a signal; None where no machine can."""
    maker = _MAKERS.get(name)
    return None if maker is None or isinstance(value, bool) is not (name == _AUTH_WALL) else maker(value)


_AUTH_WALL: Final = "deeplink-reaches-auth-wall"


def _plain(text: str) -> str:
    return " ".join(html.unescape(text).casefold().split())


def _status(value: Any) -> Check | None:  # noqa: ANN401  any JSON scalar
    """A wall says nothing: people may well get through."""
    wanted = str(value).removesuffix(".0")
    return (
        None
        if not wanted.isdecimal()
        else lambda page: str(page.answer.status) == wanted and page.answer.status not in WALLS
    )


def _contains(value: Any) -> Check | None:  # noqa: ANN401
    sought = _plain(str(value))
    return (lambda page: sought in page.words) if sought else None


def _content_type(value: Any) -> Check | None:  # noqa: ANN401
    return lambda page: str(value).lower() in page.answer.content_type


def _begins(value: Any) -> Check | None:  # noqa: ANN401
    return lambda page: page.answer.body.startswith(str(value).encode())


def _redirects_to(value: Any) -> Check | None:  # noqa: ANN401
    """The last address, if it is another than the first."""
    pattern = _pattern(value)
    return pattern and (
        lambda page: len(page.answer.chain) > 1 and bool(pattern.search(page.answer.chain[-1]))
    )


def _chain_matches(value: Any) -> Check | None:  # noqa: ANN401
    pattern = _pattern(value)
    return pattern and (lambda page: any(pattern.search(url) for url in page.answer.chain))


def _pattern(value: Any) -> Any:  # noqa: ANN401  a compiled pattern of RE2: linear, whoever wrote it
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(str(value), options)
    except re2.error:
        return None


def _auth_wall(value: Any) -> Check | None:  # noqa: ANN401
    """We are asked who we are: by the status, by where we were sent, or by a field for a password."""
    return _asks_to_sign_in if value is True else None


def _asks_to_sign_in(page: Page) -> bool:
    answer = page.answer
    if answer.status == HTTPStatus.UNAUTHORIZED:
        return True
    sent = any(_SIGN_IN.search(url) for url in answer.chain[1:])
    return answer.is_success and (sent or bool(_PASSWORD.search(answer.text)))


def _selector(value: Any) -> Check | None:  # noqa: ANN401
    """One element by name, id, classes and attributes. What needs more than one is left to browsers."""
    found = _SELECTOR.fullmatch(str(value).strip())
    if found is None or not found.group():
        return None
    tag, parts = (found["tag"] or "").lower(), list(_wanted(found["parts"]))

    def is_there(page: Page) -> bool:
        return any(
            (not tag or tag == name.lower()) and all(part.search(attributes) for part in parts)
            for name, attributes in _TAG.findall(page.answer.text)
        )

    return is_there


def _wanted(parts: str) -> Iterator[Any]:
    """What must stand among the attributes of a tag."""
    for kind, word, attribute, value in _PART.findall(parts):
        if kind:
            name = "id" if kind == "#" else "class"
            yield re2.compile(
                rf"(?i)(?:^|\s){name}\s*=\s*(?:[\"'](?:[^\"']*\s)?)?{re.escape(word)}(?:[\s\"']|$)"
            )
        elif value:
            yield re2.compile(
                rf"(?i)(?:^|\s){re.escape(attribute)}\s*=\s*[\"']?{re.escape(value)}(?:[\s\"']|$)"
            )
        else:
            yield re2.compile(rf"(?i)(?:^|\s){re.escape(attribute)}(?:[\s=/]|$)")


def _json_path(value: Any) -> Check | None:  # noqa: ANN401
    steps = [key or quoted or int(index) for key, index, quoted in _STEP.findall(str(value))]
    if not steps or _STEP.sub("", str(value)) not in ("", "."):
        return None
    return lambda page: _resolves(page.answer.body, steps)


def _resolves(body: bytes, steps: list[str | int]) -> bool:
    try:
        found: Any = parse_json(body)
        for step in steps:
            found = found[step]
    except (JsonRefused, KeyError, IndexError, TypeError):
        return False
    return found is not None


def _in_sitemap(value: Any) -> Check | None:  # noqa: ANN401
    return lambda page: str(value) in page.sitemap


_MAKERS: Final[dict[str, Callable[[Any], Check | None]]] = {
    "response-status": _status,
    "api-returns-200": _status,
    "page-loads-200": _status,
    "page-text-contains": _contains,
    "response-content-type-includes": _content_type,
    "downloaded-bytes-start-with": _begins,
    "redirects-to": _redirects_to,
    "redirect-chain-matches-pattern": _chain_matches,
    _AUTH_WALL: _auth_wall,
    "form-loaded-selector-visible": _selector,
    "json-path-resolves": _json_path,
    "sitemap-contains-path": _in_sitemap,
}
