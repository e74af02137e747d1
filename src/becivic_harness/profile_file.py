"""Owns profile.json: categories, counts and months, held to its schema and scrubbed on every write (privacy 8.7.4).

What another version put there and this one does not know stays, as long as nothing personal is in it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from becivic_harness import files, migrations
from becivic_harness.here import Here
from becivic_harness.home import UNREADABLE
from becivic_harness.refusals import ASK_THE_PERSON, Refused
from becivic_harness.resources import resource

if TYPE_CHECKING:
    from becivic_harness.sentences import Sentence

SCHEMA: Final = "profile.schema.json"
VERSION: Final = "1.0.0"
_CLOSED: Final = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])|[a-z]{2}|[0-9]{1,3}(\.[0-9]{1,3}){1,2}|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z|current",
    re.ASCII,
)
_LANGUAGE: Final = "conversation_language"
_OPEN: Final = (_LANGUAGE, "residency_history", "education_history", "transitions_in_progress")
"""Every other field is a list of choices, a count or a code: the schema alone says what it may be. Which procedures are
under way is written by `progress` alone, which has looked at their ids."""
CONSENTS: Final = ("data_dir", "submissions", "analytics", "alpha_bundle")
_BUNDLED: Final = ("submissions", "analytics")
_NO_NOTES: Final = re.compile(r'"data_dir"\s*:\s*(?!true\b|\s)')
"""In a file that is broken elsewhere a no may still be legible."""
_TIMES: Final = tuple(f"{each}_at" for each in CONSENTS)
_KNOWN_KEYS: Final = (
    "start",
    "end",
    "visa_type",
    "permit_type",
    "country_of_last_residence",
    "level",
    "country_of_institution",
)
_UNREADABLE: Final = (
    "Your profile, {place}, cannot be read any more; perhaps a slip while it was edited. I leave it as it is and share nothing "
    "until it is mended in a text editor. Or we begin a new one with `profile forget --all --yes`, which keeps the old one beside it."
)
_EMPTIED: Final = (
    "Your profile, {place}, is empty: what you told me about your situation is not in it. If nobody meant to empty it, put a "
    "copy of it back; otherwise we fill it in as we go."
)
_METADATA: Final = frozenset(("profile_schema_version", "last_updated_at", "consent"))

Profile = dict[str, Any]


def read(here: Here) -> Profile:
    """The profile as it is understood today; empty where there is none.

    One that nobody can read any more may have said no: then nothing is shared until it is mended.
    """
    if is_unreadable(here):
        said = {"data_dir": False} if _NO_NOTES.search(files.read_text(here.home.profile) or "") else {}
        return {"consent": {**dict.fromkeys(_BUNDLED, False), **said}}
    return migrations.migrated(files.read_json(here.home.profile) or {})


def is_unreadable(here: Here) -> bool:
    return files.read_json(here.home.profile) is None and os.path.lexists(here.home.profile)


def require_readable(here: Here) -> None:
    """Nothing is read out of a broken file, and none is written over."""
    if is_unreadable(here):
        raise Refused(
            "profile_unreadable",
            "profile.json cannot be read any more (a slip while editing?), and is not written over.",
            "Mend it in a text editor. Or begin anew with `profile forget --all --yes`; the old one is kept beside it.",
        )


def require_sharing(here: Here) -> Profile:
    """The profile of somebody who has not said no to sending anything (R-HARN-21)."""
    require_readable(here)
    profile = read(here)
    if consented(profile, "submissions") is False:
        raise Refused(
            "no_consent",
            "The person chose not to share anything.",
            "Respect it. Should they change their mind: `profile set consent.submissions=true`.",
            code=ASK_THE_PERSON,
        )
    return profile


def trouble(here: Here) -> Sentence | None:
    """What to say of a file that a hand broke or emptied: what it held is not known any more, and nobody noticed."""
    from becivic_harness.sentences import Sentence

    if is_unreadable(here):
        return Sentence("profile_unreadable", _UNREADABLE.format(place=here.home.profile))
    if files.read_json(here.home.profile) == {}:
        return Sentence("profile_emptied", _EMPTIED.format(place=here.home.profile))
    return None


def set_aside(here: Here) -> str:
    """Puts a profile that cannot be read where the person finds it, and makes room for a new one."""
    kept = here.home.path(UNREADABLE)
    number, aside = 1, kept
    while os.path.lexists(aside):  # an earlier one may be all there is of what they told
        number += 1
        aside = f"{kept}-{number}"
    os.replace(here.home.profile, aside)
    return aside


def write(here: Here, profile: Profile) -> Profile:
    """Whole, or refused with the place of each fault. What a person may not keep here is never written."""
    here.home.require()
    require_readable(here)
    before = files.read_json(here.home.profile) or {}
    _refuse_new_notes(before, profile)
    timed = _with_times(profile, before, here.stamp)
    stamped = {**timed, "profile_schema_version": VERSION, "last_updated_at": here.stamp}
    known = {key: value for key, value in stamped.items() if key in _known()}
    faults = [*_schema_faults(known), *_personal(here, stamped)] or list(_disagreements(known))
    if faults:
        raise Refused(
            "profile_refused",
            "The profile was not changed: "
            + "; ".join(f"`{fault['pointer']}` {fault['detail']}" for fault in faults[:5]),
            "Keep to categories, counts and months (`profile get --fields` lists them). Names, numbers and days belong nowhere.",
            faults=faults,
        )
    ordered = {key: stamped[key] for key in (*_known(), *stamped) if key in stamped}
    files.write_json(here.home.profile, ordered)
    return ordered


def consented(profile: Mapping[str, Any], what: str) -> bool | None:
    """Yes, no, or never asked. The bundled flag of the alpha stands for both (C-52).

    Whatever stands there and is not `true` is a no: a person may have written it in words of their own.
    """
    if "consent" not in profile:
        return None
    consent = profile["consent"]
    if not isinstance(consent, Mapping):
        return False
    names = (what, "alpha_bundle") if what in _BUNDLED else (what,)
    return next((consent[name] is True for name in names if name in consent), None)


def with_consent(here: Here, profile: Profile, **said: bool) -> Profile:
    """The profile with a decision of the person and when it was taken."""
    kept = profile.get("consent", {})
    if not isinstance(kept, dict):
        kept = dict.fromkeys(_BUNDLED, False)  # written by hand, and no yes to either
    stamped = {key + "_at": here.stamp for key in said}
    return {**profile, "consent": {**kept, **said, **stamped}}


def may_keep_notes(here: Here) -> bool:
    """A folder is there, and the person has not taken back their yes to it."""
    return here.home.exists and consented(read(here), "data_dir") is not False


def require_notes(here: Here) -> None:
    """Before anything new about somebody is written. Reading, taking back and deleting need no yes."""
    here.home.require()
    if not may_keep_notes(here):
        raise _no_notes()


def _no_notes() -> Refused:
    return Refused(
        "no_consent",
        "The person said no to notes on this machine, so nothing new is written.",
        "Respect it and go on in the conversation. Should they say yes again: `profile set consent.data_dir=true`,"
        " or `session start --consent`. `forget --yes` deletes what is there.",
        code=ASK_THE_PERSON,
    )


def _refuse_new_notes(before: Profile, now: Profile) -> None:
    """After a no the profile may lose what it says, and decisions may be taken."""
    if consented(now, "data_dir") is False and not all(
        _is_left_of(value, before.get(key)) for key, value in now.items() if key not in _METADATA
    ):
        raise _no_notes()


def _is_left_of(now: object, before: object) -> bool:
    if isinstance(now, dict) and isinstance(before, dict):
        return all(key in before and _is_left_of(value, before[key]) for key, value in now.items())
    if isinstance(now, list) and isinstance(before, list):
        return all(each in before for each in now)
    return now == before


def _with_times(profile: Profile, before: Mapping[str, Any], stamp: str) -> Profile:
    """Every yes and no with its time, whichever command took it; what is no decision any more has none."""
    now, then = profile.get("consent"), before.get("consent")
    if not isinstance(now, dict):
        return profile
    known = then if isinstance(then, Mapping) else {}
    timed = {key: value for key, value in now.items() if key not in _TIMES or key[:-3] in now}
    for what in CONSENTS:
        is_new = what in now and (what not in known or now[what] is not known[what])
        if is_new and now.get(f"{what}_at") == known.get(f"{what}_at"):
            timed[f"{what}_at"] = stamp
    return {**profile, "consent": timed}


def unknown_fields(profile: Mapping[str, Any]) -> list[str]:
    return [key for key in profile if key not in _known()]


@lru_cache(maxsize=1)
def _fields() -> dict[str, bool]:
    """In the order of the schema; a field whose schema is `false` is a ban, not a field."""
    schema = json.loads(resource(f"schemas/{SCHEMA}"))
    return {key: below is not False for key, below in schema["properties"].items()}


def _known() -> list[str]:
    return [key for key, is_field in _fields().items() if is_field]


def banned() -> list[str]:
    return [key for key, is_field in _fields().items() if not is_field]


def _schema_faults(known: Profile) -> Iterator[dict[str, str]]:
    from becivic_harness.schema import faults

    for fault in faults("profile", known):
        made_up = fault.keyword in (
            "additionalProperties",
            "patternProperties",
        )  # a key may be anything, and is not repeated
        pointer = f"{fault.pointer.rpartition('/')[0]}/*" if made_up else fault.pointer
        yield {"pointer": pointer, "detail": fault.detail}


def _open_texts(profile: Mapping[str, Any]) -> dict[str, Any]:
    """What could hold anything: texts that no list and no form rules."""
    kept = {key: _without_closed(profile[key]) for key in _OPEN if key in profile}
    return {key: value for key, value in kept.items() if value not in (None, [], {})}


def _without_closed(value: Any) -> Any:  # noqa: ANN401  JSON
    if isinstance(value, dict):
        below = {key: _without_closed(each) for key, each in value.items()}
        return {key: each for key, each in below.items() if each is not None or key not in _KNOWN_KEYS}
    if isinstance(value, list):
        return [_without_closed(below) for below in value]
    return None if isinstance(value, str) and _CLOSED.fullmatch(value) else value


def _disagreements(known: Profile) -> Iterator[dict[str, str]]:
    """A commune lies in one region and speaks its languages (R-PROF-02)."""
    from becivic_harness.communes import disagreements

    for fault in disagreements(known):
        yield {"pointer": fault.pointer, "detail": fault.detail}


def _personal(here: Here, profile: Profile) -> Iterator[dict[str, str]]:
    """What no schema can say: that nothing names anybody, and that nobody made up a field to put a name in."""
    before = files.read_json(here.home.profile) or {}
    known = _fields()
    for key, value in profile.items():
        if key in banned():
            yield {"pointer": f"/{key}", "detail": "would hold who somebody is, and has no place here"}
        elif key not in known and value != before.get(key):
            yield {"pointer": "/*", "detail": "is no field of the profile"}
    yield from _of_consent(profile.get("consent"), before.get("consent"))
    texts = _open_texts(profile)
    language = {_LANGUAGE: texts.pop(_LANGUAGE)} if _LANGUAGE in texts else {}  # Frans and Danish speak too
    for found in (*here.layer_one.in_document(language), *here.layer_one.in_document(texts, spelled=True)):
        yield {"pointer": found.pointer, "detail": f"holds what looks like {found.kind}"}


def _of_consent(said: object, before: object) -> Iterator[dict[str, str]]:
    """A yes or a no, and when; what another version keeps there stays as it is."""
    kept = before if isinstance(before, dict) else {}
    for key, value in said.items() if isinstance(said, dict) else ():
        is_decision = key in CONSENTS and isinstance(value, bool)
        is_time = key in _TIMES and isinstance(value, str) and bool(_CLOSED.fullmatch(value))
        if not is_decision and not is_time and (key not in kept or kept[key] != value):
            yield {
                "pointer": "/consent/*",
                "detail": f"is neither yes nor no to one of {', '.join(CONSENTS)}",
            }
