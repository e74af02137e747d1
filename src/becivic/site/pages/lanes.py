"""The sources of a path as lanes: in the order they are tried, who does what, and how each stands (schemas 6.12).

Conditions are said in words and never evaluated: no profile ever comes here (R-PRED-05).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.reading.readings import PathReading
from becivic.rendering.notices import sources_as_offered
from becivic.rendering.path_markdown import ADDRESSES
from becivic.rendering.standing_words import standing_words
from becivic.rendering.voice import Voice
from becivic.rules.places import COMMUNE_GROUPS, Region
from becivic.rules.routes import OFFLINE_PROCEDURE_KINDS, Actor, AuthMethod, SourceClass
from becivic.rules.web_addresses import is_web_address
from becivic.site.pages.conditions import condition
from becivic.words import LANGUAGES
from becivic.words.sentences import opening

_PICTURES: Final[Mapping[str, str]] = {Actor.AGENT: "agent", Actor.USER: "person", Actor.BOTH: "both"}
_PROVIDERS: Final = {"eid": "eID", "eidas": "eIDAS"}
_COMMUNES_NAMED: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    id: str
    title: str
    named: str = ""
    """What tells it from a lane of the same title and condition, where there is one."""
    condition: str
    """For whom, in the reader's language."""
    host: str
    """Of the address, for the eye."""
    address: str
    """A web address, or empty."""
    actor: str
    picture: str
    """The name of a symbol of the sprite."""
    tasks: list[tuple[str, str]]
    """What the person does: a key, and what in English."""
    for_agent: list[tuple[str, str]]
    """What the assistant does and what the authors noted, in the same way; folded away (R-SITE-04)."""
    where: str
    sign_in: str
    languages: str
    state: list[str]
    is_fallback: bool
    is_audited: bool
    is_stale: bool
    is_rejected: bool
    is_reported: bool
    """Whether it is an anonymous report that nobody has confirmed: its words are quoted."""


def lanes(reading: PathReading, voice: Voice) -> list[Lane]:
    found = [
        _lane(source, reading.standing.get(source.id), reading.corpus, voice)
        for source in sources_as_offered(reading.entry, reading.standing)
    ]
    looks = Counter((lane.title, lane.condition) for lane in found)
    hosts = Counter((lane.title, lane.condition, lane.host) for lane in found)

    def named(lane: Lane) -> str:
        if looks[lane.title, lane.condition] == 1:
            return ""
        is_told_by_host = lane.host and hosts[lane.title, lane.condition, lane.host] == 1
        return lane.host if is_told_by_host else opening(lane.id.replace("-", " "))

    return [replace(lane, named=named(lane)) for lane in found]


def _lane(source: Source, standing: SourceStanding | None, corpus: Corpus, voice: Voice) -> Lane:
    fields, address = source.fields, web_address(source)
    actor = _known(Actor, fields.child("actor").text("primary"))
    handoff = fields.child("actor").child("handoff")
    return Lane(
        id=source.id,
        title=_title(source, voice),
        condition=condition(source, corpus, voice),
        host=urlsplit(address).hostname or "",
        address=address,
        actor=voice.t(f"path.actor-{actor or 'unknown'}"),
        picture=_PICTURES.get(actor, "info"),
        tasks=_told(
            ("path.you_do", handoff.text("user_responsibility")),
            ("path.ask_for", fields.child("procedure").text("instructions")),
        ),
        for_agent=_told(
            ("path.agent_does", handoff.text("agent_responsibility")),
            ("path.afterwards", handoff.text("resumption")),
            ("path.notes", fields.text("notes")),
        ),
        where=_where(fields.child("audience"), corpus, voice),
        sign_in=_sign_in(fields.child("auth"), voice, is_offline=_is_offline(source)),
        languages=_languages(fields.child("procedure"), voice),
        state=[] if standing is None else standing_words(standing, voice),
        is_fallback=fields.flag("fallback_only"),
        is_audited=source.is_audited,
        is_stale=standing is not None and standing.is_stale,
        is_rejected=standing is not None and not standing.is_viable,
        is_reported=source.is_unconfirmed,
    )


def web_address(source: Source) -> str:
    """The first that a browser may be sent to: http or https, nothing else."""
    procedure = source.fields.child("procedure")
    return next((procedure.text(name) for name in ADDRESSES if is_web_address(procedure.raw(name))), "")


def _known(closed: type[Actor | AuthMethod | SourceClass | Region], value: str) -> str:
    """A value of a closed list, or empty."""
    return value if value in {each.value for each in closed} else ""


def _is_offline(source: Source) -> bool:
    return source.fields.child("procedure").text("kind") in OFFLINE_PROCEDURE_KINDS


def _title(source: Source, voice: Voice) -> str:
    if _is_offline(source):
        return voice.t(f"path.kind-{source.fields.child('procedure').text('kind')}")
    return voice.t(f"path.class-{_known(SourceClass, source.source_class) or 'unknown'}")


def _told(*sayings: tuple[str, str]) -> list[tuple[str, str]]:
    return [(key, text) for key, text in sayings if text]


def _where(audience: Fields, corpus: Corpus, voice: Voice) -> str:
    """Communes where some are named, otherwise regions; nothing where it is the whole country. A hint (C-32)."""
    t = voice.t
    communes = [commune_name(code, corpus, voice) for code, _ in audience.texts("communes")]
    if communes:
        more = ["…"] if len(communes) > _COMMUNES_NAMED else []
        return ", ".join([*communes[:_COMMUNES_NAMED], *more])
    regions = [region for region, _ in audience.texts("regions") if _known(Region, region)]
    if set(regions) == set(Region):
        return ""
    return ", ".join(t(f"path.region-{region}") for region in regions)


def commune_name(code: str, corpus: Corpus, voice: Voice) -> str:
    """In the reader's language where the commune has a name in it, otherwise in its own; a group by its words."""
    if code in COMMUNE_GROUPS:
        return voice.t(f"path.{code}")
    commune = corpus.communes.by_code.get(code, Fields({}))
    own = [language for language, _ in commune.texts("languages_available")]
    names = (commune.text(f"name_{language}") for language in (voice.language, *own, *LANGUAGES))
    return next(filter(None, names), code)


def _sign_in(auth: Fields, voice: Voice, *, is_offline: bool) -> str:
    """How one signs in; at a desk nobody expects to."""
    method = _known(AuthMethod, auth.text("method"))
    if not method or (method == AuthMethod.NONE and is_offline):
        return ""
    providers = [
        _PROVIDERS.get(name, name.replace("-", " ")) for name, _ in auth.texts("supported_providers")
    ]
    told = voice.t(f"path.auth-{method}")
    return f"{told} ({', '.join(providers)})" if providers else told


def _languages(procedure: Fields, voice: Voice) -> str:
    told = [code for code, _ in procedure.texts("languages") if code in LANGUAGES]
    return ", ".join(voice.t(f"path.language-{code}") for code in told)
