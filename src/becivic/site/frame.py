"""What every page stands in: the templates, the voice, the address, and which other forms the page has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import ClassVar, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from becivic.rendering.voice import Voice
from becivic.rules.reading import QUESTION
from becivic.site import direct_code, folding
from becivic.site.compiled_templates import CompiledTemplates
from becivic.site.folding import FoldingEnvironment
from becivic.site.static_files import files, static_url
from becivic.site.twins import twin
from becivic.words import LANGUAGES, OWN_NAMES, words
from becivic.words.dates import written_day
from becivic.words.sentences import opening

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The policy of every page: nothing from elsewhere, nothing inline."""

_SECTIONS: Final = (
    ("/skills/", "procedures"),
    ("/paths/", "paths"),
    ("/search", "search"),
    ("/activity", "activity"),
    ("/docs/", "documents"),
    ("/agents", "agents"),
)
"""The parts of the site, each with its word."""


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
    is_guest: bool = False
    """A page that the site only frames: it has one language, and no markdown of its own."""
    query: str = ""
    """What was asked for beside the address, encoded by us: the same page in another language keeps it."""

    is_served: ClassVar[bool] = True
    """By a service that reads queries: filters work, and parts of a list are asked for."""

    @property
    def language(self) -> str:
        return self.voice.language

    @property
    def canonical(self) -> str:
        return self.public_url + (self.stands_for or self.address)

    @property
    def switches(self) -> list[tuple[str, str, str]]:
        """Every language that the page has: its code, its own name, and this page in it."""
        if self.is_guest:
            return []
        return [(code, OWN_NAMES[code], f"/{code}{self.address}") for code in LANGUAGES]

    def part(self, address: str, number: int, query: str) -> str:
        """Another part of a list: its address without a language, its number, and what a service is asked for it."""
        del number
        return f"{self.voice.link(address)}?{query}"

    @property
    def markdown(self) -> str:
        """The markdown twin of the page, facts in place; empty where there is none."""
        return "" if self.is_guest else twin(self.address)


@cache
def icon(name: str) -> Markup:
    """One of the sprite. It says nothing by itself: words stand beside it."""
    drawn = Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>')
    return drawn.format(static_url("sprite.svg"), name)


def _english(language: str) -> Markup:
    """What marks English words on a page in another language."""
    return Markup("") if language == "en" else Markup(' lang="en"')


@cache
def templates(language: str) -> Environment:
    """Those of one language: its words are in them."""
    environment = FoldingEnvironment(
        {
            "t": words(language),
            "static_url": static_url,
            "icon": icon,
            "english": partial(_english, language),
        },
        loader=PackageLoader("becivic.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates do not change under a running program, and looking costs more than most of them
        bytecode_cache=CompiledTemplates(language, _known(language)),
    )
    environment.globals["question_most"] = QUESTION
    environment.filters["opening"] = opening
    return environment


def _known(language: str) -> str:
    """All that is put into templates when they are compiled, and who compiles them."""
    compilers = [Path(str(module.__file__)).read_bytes() for module in (direct_code, folding)]
    return repr((words(language).said, sorted(files()), icon("x"), _english(language), compilers))


@lru_cache
def _navigation(voice: Voice, here: str, is_page: bool) -> Markup:  # noqa: FBT001  kept by place
    template = templates(voice.language).get_template("navigation.html")
    told = template.render(sections=_SECTIONS, here=here, is_page=is_page, link=voice.link)
    return Markup(told)  # noqa: S704  a template of ours


def _section(address: str) -> str:
    return next((each for each, _ in _SECTIONS if address.startswith(each)), "")


def rendered(template: str, frame: Frame, /, **view: object) -> str:
    """A page, to be sent by `as_page`. Templates extend base.html and get `frame`, `link`, `day` and what `view` holds."""
    voice, here = frame.voice, _section(frame.address)
    given = {
        "frame": frame,
        "link": voice.link,
        "navigation": _navigation(voice, here, here == frame.address),
        "day": partial(written_day, language=voice.language),
    }
    environment = templates(voice.language)
    known = environment.get_template(template)
    try:  # as `render` does, which would look for every name in two places, one after the other
        context = known.new_context({**environment.globals, **given, **view}, shared=True)
        return environment.concat(known.root_render_func(context))
    except Exception:  # noqa: BLE001  said with the lines of the template
        return environment.handle_exception()
