"""The sources of a path as lanes: in the order they are tried, who does what, and how each stands (schemas 6.12).

Conditions are said in words and never evaluated: no profile ever comes here (R-PRED-05).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.reading.readings import PathReading
from becivic.rendering.eligibility_words import eligibility_words
from becivic.rendering.path_markdown import ADDRESSES
from becivic.rendering.standing_words import standing_words
from becivic.rendering.voice import Voice
from becivic.rules.places import COMMUNE_GROUPS, Region
from becivic.rules.routes import OFFLINE_PROCEDURE_KINDS, Actor, AuthMethod, SourceClass
from becivic.rules.web_addresses import is_web_address
from becivic.words import LANGUAGES

_PICTURES: Final[Mapping[str, str]] = {Actor.AGENT: "agent", Actor.USER: "person", Actor.BOTH: "both"}
_PROVIDERS: Final = {"eid": "eID", "eidas": "eIDAS"}
_COMMUNES_NAMED: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    id: str
    title: str
    host: str
    """Of the address, for the eye."""
    address: str
    """A web address, or empty."""
    actor: str
    picture: str
    """The name of a symbol of the sprite."""
    tasks: list[tuple[str, str]]
    """Key of who, and what in English."""
    conditions: list[str]
    """In the reader's language; none: open to all."""
    where: str
    sign_in: str
    languages: str
    state: list[str]
    notes: str
    is_fallback: bool
    is_audited: bool
    is_stale: bool
    is_rejected: bool


def lanes(reading: PathReading, voice: Voice) -> list[Lane]:
    return [
        _lane(source, reading.standing.get(source.id), reading.corpus, voice)
        for source in reading.entry.sources_in_turn
    ]


def _lane(source: Source, standing: SourceStanding | None, corpus: Corpus, voice: Voice) -> Lane:
    fields, address = source.fields, web_address(source)
    actor = _known(Actor, fields.child("actor").text("primary"))
    return Lane(
        id=source.id,
        title=_title(source, voice),
        host=urlsplit(address).hostname or "",
        address=address,
        actor=voice.t(f"path.actor-{actor or 'unknown'}"),
        picture=_PICTURES.get(actor, "info"),
        tasks=list(_tasks(fields)),
        conditions=eligibility_words(source, corpus, voice),
        where=_where(fields.child("audience"), corpus, voice),
        sign_in=_sign_in(fields.child("auth"), voice),
        languages=_languages(fields.child("procedure"), voice),
        state=[] if standing is None else standing_words(standing, voice),
        notes=fields.text("notes"),
        is_fallback=fields.flag("fallback_only"),
        is_audited=source.is_audited,
        is_stale=standing is not None and standing.is_stale,
        is_rejected=standing is not None and not standing.is_viable,
    )


def web_address(source: Source) -> str:
    """The first that a browser may be sent to: http or https, nothing else."""
    procedure = source.fields.child("procedure")
    return next((procedure.text(name) for name in ADDRESSES if is_web_address(procedure.raw(name))), "")


def _known(closed: type[Actor | AuthMethod | SourceClass | Region], value: str) -> str:
    """A value of a closed list, or empty."""
    return value if value in {each.value for each in closed} else ""


def _title(source: Source, voice: Voice) -> str:
    kind = source.fields.child("procedure").text("kind")
    if kind in OFFLINE_PROCEDURE_KINDS:
        return voice.t(f"path.kind-{kind}")
    return voice.t(f"path.class-{_known(SourceClass, source.source_class) or 'unknown'}")


def _tasks(fields: Fields) -> Iterator[tuple[str, str]]:
    handoff = fields.child("actor").child("handoff")
    told = (
        ("path.agent_does", handoff.text("agent_responsibility")),
        ("path.you_do", handoff.text("user_responsibility")),
        ("path.ask_for", fields.child("procedure").text("instructions")),
        ("path.afterwards", handoff.text("resumption")),
    )
    return ((who, what) for who, what in told if what)


def _where(audience: Fields, corpus: Corpus, voice: Voice) -> str:
    """Communes where some are named, otherwise regions. A hint, as the source gives it (C-32)."""
    t = voice.t
    communes = [commune_name(code, corpus, voice) for code, _ in audience.texts("communes")]
    if communes:
        more = ["…"] if len(communes) > _COMMUNES_NAMED else []
        return ", ".join([*communes[:_COMMUNES_NAMED], *more])
    regions = [region for region, _ in audience.texts("regions") if _known(Region, region)]
    if set(regions) == set(Region):
        return t("path.everywhere")
    return ", ".join(t(f"path.region-{region}") for region in regions)


def commune_name(code: str, corpus: Corpus, voice: Voice) -> str:
    """In the reader's language where the commune has a name in it, otherwise in its own; a group by its words."""
    if code in COMMUNE_GROUPS:
        return voice.t(f"path.{code}")
    commune = corpus.communes.by_code.get(code, Fields({}))
    own = [language for language, _ in commune.texts("languages_available")]
    names = (commune.text(f"name_{language}") for language in (voice.language, *own, *LANGUAGES))
    return next(filter(None, names), code)


def _sign_in(auth: Fields, voice: Voice) -> str:
    method = _known(AuthMethod, auth.text("method"))
    if not method:
        return ""
    providers = [
        _PROVIDERS.get(name, name.replace("-", " ")) for name, _ in auth.texts("supported_providers")
    ]
    told = voice.t(f"path.auth-{method}")
    return f"{told} ({', '.join(providers)})" if providers else told


def _languages(procedure: Fields, voice: Voice) -> str:
    told = [code for code, _ in procedure.texts("languages") if code in LANGUAGES]
    return ", ".join(voice.t(f"path.language-{code}") for code in told)
