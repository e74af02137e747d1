"""What every page stands in: the templates, the voice, the address, and which other forms the page has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from becivic.rendering.markup import shown
from becivic.rendering.voice import Voice
from becivic.rules.reading import QUESTION
from becivic.site.static_files import static_url
from becivic.site.twins import twin
from becivic.words import LANGUAGES, OWN_NAMES
from becivic.words.dates import written_day

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The policy of every page: nothing from elsewhere, nothing inline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One page in one language. Addresses have no language in front; `voice.link` puts it there."""

    voice: Voice
    address: str
    """`/skills/nationality-application`; lists end in a slash."""
    public_url: str
    """Without a slash at its end."""
    is_indexed: bool = True
    """Only stable content is for search engines (R-SITE-03)."""
    stands_for: str = ""
    """The address of the page that this one is another version of."""
    query: str = ""
    """What was asked for beside the address, encoded by us: the same page in another language keeps it."""

    @property
    def language(self) -> str:
        return self.voice.language

    @property
    def canonical(self) -> str:
        return self.public_url + (self.stands_for or self.address)

    @property
    def switches(self) -> list[tuple[str, str, str]]:
        """Every language: its code, its own name, and this page in it."""
        return [(code, OWN_NAMES[code], f"/{code}{self.address}") for code in LANGUAGES]

    @property
    def markdown(self) -> str:
        """The markdown twin of the page, facts in place."""
        return twin(self.address)


@cache
def templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("becivic.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates do not change under a running program, and looking costs more than most of them
    )
    environment.globals["static_url"] = static_url
    environment.globals["question_most"] = QUESTION
    return environment


def rendered(template: str, frame: Frame, /, **view: object) -> str:
    """A page. Templates extend base.html and get `frame`, `t` (the words), `link`, `day` and what `view` holds."""
    voice = frame.voice
    given = {
        "frame": frame,
        "t": voice.t,
        "link": voice.link,
        "day": partial(written_day, language=voice.language),
    }
    return shown(templates().get_template(template).render(given | view))
