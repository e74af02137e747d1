"""Owns changes to a profile as they are asked for: `key=value`, dotted keys, one more row of a list, taking something out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from becivic_harness.profile_file import Profile, consented
from becivic_harness.refusals import USAGE, Refused

_CONSENT: Final = "consent"


def changed(profile: Profile, pairs: Iterable[str]) -> Profile:
    """The profile with every `key=value` in it; nothing is written yet."""
    now: Profile = json.loads(json.dumps(profile))
    for pair in pairs:
        key, is_pair, text = pair.partition("=")
        if not is_pair or not key.strip("+"):
            raise _usage("A change of the profile is written key=value.")
        _put(now, key.rstrip("+").split("."), _value(key.rstrip("+"), text, now), more=key.endswith("+"))
    _refuse_procedures(profile, now)
    return now


def with_only_language(profile: Profile) -> tuple[Profile, str]:
    """Where a commune takes one language nobody is asked; where it takes several the person is (R-COMM-03, -06)."""
    is_settled = profile.get("administration_language") or not profile.get("commune_nis5")
    if is_settled or consented(profile, "data_dir") is False:
        return profile, ""
    from becivic_harness.communes import commune

    there = commune(str(profile["commune_nis5"]))
    if there is None or len(there.languages) != 1:
        return profile, ""
    language = there.languages[0].upper()
    return {**profile, "administration_language": language}, language


def without(profile: Profile, keys: Sequence[str]) -> tuple[Profile, list[str]]:
    """The profile without some fields, and those that were there."""
    now: Profile = json.loads(json.dumps(profile))
    gone = []
    for key in keys:
        *above, last = key.split(".")
        holder: Any = now
        for step in above:
            holder = holder.get(step) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and last in holder:
            del holder[last]
            gone.append(key)
    return now, gone


def _value(key: str, text: str, profile: Profile) -> Any:  # noqa: ANN401  JSON
    """JSON where it looks like JSON, else the answer as a person writes it: `2026-05-14` is a month here."""
    written = text.strip()
    _refuse_unknown(key)
    if written[:1] in ("[", "{", '"'):
        try:
            return _bucketed(json.loads(written))
        except (ValueError, RecursionError):
            raise _usage("The value looks like JSON and is none.") from None
    if key.partition(".")[0] == _CONSENT:
        return {"true": True, "yes": True, "false": False, "no": False}.get(written.lower(), written)
    from becivic_harness.answer_readers import FoundCommune
    from becivic_harness.answers import parse_answer
    from becivic_harness.communes import by_name, commune

    def communes(said: str) -> list[FoundCommune]:
        by_code = commune(said)
        found = [by_code] if by_code is not None else by_name(said)
        return [FoundCommune(each.nis5, each.names[0]) for each in found]

    return parse_answer(key, written, profile=profile, communes=communes)


def _bucketed(value: Any) -> Any:  # noqa: ANN401  JSON
    """Every day in it becomes its month (R-PROF-10)."""
    if isinstance(value, list):
        return [_bucketed(each) for each in value]
    if isinstance(value, dict):
        return {key: _bucketed(each) for key, each in value.items()}
    if (
        isinstance(value, str)
        and len(value) >= 10
        and value[4:5] == value[7:8] == "-"
        and value[:4].isdigit()
    ):
        return value[:7]
    return value


def _put(profile: Profile, steps: Sequence[str], value: object, *, more: bool) -> None:
    holder = profile
    for step in steps[:-1]:
        below = holder.setdefault(step, {})
        if not isinstance(below, dict):
            raise _usage(f"`{step}` holds no fields of its own.")
        holder = below
    if not more:
        there = holder.get(steps[-1])
        is_merged = steps == [_CONSENT] and isinstance(value, dict) and isinstance(there, dict)
        holder[steps[-1]] = {**there, **value} if is_merged else value  # type: ignore[dict-item]  # both are objects
        return
    rows = holder.setdefault(steps[-1], [])
    if not isinstance(rows, list):
        raise _usage("Only a list takes one more with +=.")
    rows.extend(value if isinstance(value, list) else [value])


def _refuse_unknown(key: str) -> None:
    from becivic_harness.question_words import FIELDS

    top = key.partition(".")[0]
    if (
        key not in FIELDS
        and top not in (_CONSENT, "active_procedures")
        and ("." in key or not any(each.startswith(f"{top}.") for each in FIELDS))
    ):
        raise Refused(
            "no_such_field",
            "The profile has no such field.",
            f"It has {', '.join(FIELDS)}. What fits none of them is not kept there; a story goes into `memory note`.",
        )


def _refuse_procedures(before: Profile, now: Profile) -> None:
    """Which procedures are under way is kept by `progress`, with their files."""
    if before.get("active_procedures") != now.get("active_procedures"):
        raise Refused(
            "kept_elsewhere",
            "active_procedures follows the progress files and is not set by hand.",
            "Use `progress start ID` and `progress close ID`.",
        )


def _usage(detail: str) -> Refused:
    return Refused("usage", detail, "See `profile set --help` for examples.", code=USAGE)
