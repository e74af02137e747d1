"""What a request for a page asks for: which page, in which form, in which language. Only reads; finds nothing.

`/fr/paths/x` is `/paths/x` in French; `/paths/x/index.md` and `?format=md` are its markdown; what an address does not say,
the headers do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import parse_qsl

from starlette.types import Scope

from becivic.rendering.voice import Voice
from becivic.site.twins import TWIN
from becivic.web.negotiation import HTML, JSON, MARKDOWN, language, preferred, said
from becivic.words import LANGUAGES

_SUFFIX: Final = ".md"
_PARAMETERS_MOST: Final = 32
_FORMAT: Final = "format"
_DEFAULT: Final = "en"


class Form(StrEnum):
    """In which form a page is sent; the value is what `?format=` says."""

    HTML = "html"
    MARKDOWN = "md"
    JSON = "json"


_OFFERS: Final = {HTML: Form.HTML, MARKDOWN: Form.MARKDOWN, JSON: Form.JSON}


@dataclass(frozen=True, slots=True)
class Asked:
    address: str
    """Of the page, without language and form."""
    voice: Voice
    form: Form | None
    """None where neither the address nor the query says one."""
    accept: bytes
    query: tuple[tuple[str, str], ...] = ()
    """Without the form, in the order it was written."""
    has_unknown_form: bool = False
    """`?format=` names a form that no page has."""

    def best(self, *, has_markdown: bool, has_json: bool) -> Form:
        """The form that the caller likes best of those there are. A browser's image, or anything odd, gets the page."""
        if self.form is not None:
            return self.form
        offers = [HTML, *([MARKDOWN] if has_markdown else []), *([JSON] if has_json else [])]
        return _OFFERS[preferred(self.accept, tuple(offers)) or HTML]


def asked_of(scope: Scope) -> Asked:
    address, chosen = _without_language(scope["path"])
    address, form = _without_form(address)
    query = _query(scope.get("query_string", b""))
    named = dict(query).get(_FORMAT)
    is_unknown = named is not None and named not in tuple(Form)
    if named is not None and not is_unknown:
        form = Form(named)
    tongue = chosen or language(said(scope, b"accept-language"), LANGUAGES, _DEFAULT)
    return Asked(
        address=address,
        voice=Voice(tongue, is_chosen=chosen is not None),
        form=form,
        accept=said(scope, b"accept"),
        query=tuple(pair for pair in query if pair[0] != _FORMAT),
        has_unknown_form=is_unknown,
    )


def _without_language(path: str) -> tuple[str, str | None]:
    first, _, rest = path[1:].partition("/")
    return (f"/{rest}", first) if first in LANGUAGES else (path, None)


def _without_form(address: str) -> tuple[str, Form | None]:
    if address.endswith(TWIN):
        return address.removesuffix(TWIN) or "/", Form.MARKDOWN
    if address.endswith(_SUFFIX):
        return address.removesuffix(_SUFFIX), Form.MARKDOWN
    return address, None


def _query(text: bytes) -> list[tuple[str, str]]:
    """What cannot be read is as if nobody had said it."""
    try:
        return parse_qsl(
            text.decode("ascii"), keep_blank_values=True, max_num_fields=_PARAMETERS_MOST, errors="replace"
        )
    except ValueError:
        return []
