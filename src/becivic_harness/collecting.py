"""Owns how an item gets into the buffer: completed, scrubbed, checked as the server would, and only then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from becivic_harness import buffer_file, library, reading_of, session_facts
from becivic_harness.buffer_file import Item
from becivic_harness.here import Here, agent_name
from becivic_harness.items import Header, completed
from becivic_harness.json_values import texts_at
from becivic_harness.layer_one import Found
from becivic_harness.preflight import Preflight, preflight, with_result
from becivic_harness.public_words import PublicWords
from becivic_harness.refusals import Refused
from becivic_harness.session_facts import Session
from becivic_harness.submission_rules import kinds, rules
from becivic_scrub.strings import strings


class Collected(NamedTuple):
    item: Item
    removed: list[Found]
    checked: Preflight


def add(here: Here, session: Session, given: Mapping[str, Any], vouched: Sequence[str] = ()) -> Collected:
    """One more item, or a refusal with nothing written."""
    done = prepared(here, session, given, vouched)
    _keep_vouched(here, session, done.item, vouched)
    buffer_file.append(here, session, done.item)
    return done


def edit(
    here: Here, session: Session, item_id: str, changes: Mapping[str, Any], vouched: Sequence[str] = ()
) -> Collected:
    """An item with other words. It keeps its id and loses its approval, for nobody has seen the new text yet."""
    item = buffer_file.one(here, session.id, item_id)
    kept = buffer_file.id_of(item)
    vouched = [*_vouched(session, item), *vouched]
    done = prepared(here, session, _merged(item, changes), vouched)
    _keep_vouched(here, session, done.item, vouched)
    items = [
        done.item if buffer_file.id_of(each) == kept else each
        for each in buffer_file.read(here, session.id).items
    ]
    buffer_file.replace(here, session.id, items)
    return done


def prepared(
    here: Here, session: Session, given: Mapping[str, Any], vouched: Sequence[str] = ()
) -> Collected:
    """`vouched` are words of authored text that an agent knows to be public: an office, a law, a place."""
    kind = str(given.get("type"))
    if kind not in buffer_file.ID_FIELDS:
        raise Refused(
            "unknown_type",
            "There is no such kind of submission.",
            f"`type` is one of {', '.join(buffer_file.ID_FIELDS)}.",
        )
    keep = tuple(kinds()[kind].corpus_content)  # cleaning would spoil what may become part of the library
    cleaned = here.layer_one.cleaned_document(_own_words(given), keep, PublicWords(here, kind))
    _refuse_stubborn(cleaned.stubborn)
    _refuse_names(cleaned.document, keep, vouched)
    item = completed(cleaned.document, header(here, session))
    _refuse_below_the_floor(here, session, item)
    checked = preflight(
        item,
        engine=here.layer_one.engine,
        graph=reading_of.listed(here, library.GRAPH),
        paths=reading_of.listed(here, library.PATHS),
        skill_body=reading_of.body_read(here, item),
        skill_fields=reading_of.fields_read(here, item),
        now=here.now,
    )
    if not checked.ok:
        raise Refused(
            "would_be_refused",
            "The service would not take this: " + "; ".join(map(str, checked.errors[:5])),
            "Change what the pointers name and add it again; nothing was written.",
            errors=[each.as_json() for each in checked.errors],
            warnings=[each.as_json() for each in checked.warnings],
        )
    return Collected(with_result(item, checked), cleaned.removed, checked)


def _own_words(item: Mapping[str, Any]) -> Item:
    """Without what the harness fills in by itself: it is no text of anybody's, and is filled in again."""
    return {
        key: value
        for key, value in item.items()
        if key not in (*rules()["envelope"]["header"], "pre_flight_validation_result")
    }


def personal_places(here: Here, session: Session, item: Item) -> list[str]:
    """Where an item that lies in the buffer holds somebody all the same: it may have been changed by hand."""
    kind = str(item.get("type"))
    keep = tuple(kinds()[kind].corpus_content)
    found = here.layer_one.cleaned_document(_own_words(item), keep, PublicWords(here, kind))
    places = [each.pointer for each in (*found.removed, *found.stubborn)]
    return list(dict.fromkeys([*places, *_named_places(item, keep, _vouched(session, item))]))


def _vouched(session: Session, item: Item) -> list[str]:
    return texts_at(session.vouched, buffer_file.id_of(item))


def _keep_vouched(here: Here, session: Session, item: Item, words: Sequence[str]) -> None:
    """With the session, for the text is looked at again when it is sent. What is not in it is not written down."""
    there = [each.text for each in strings(dict(item), lambda _: False)]
    used = [word for word in dict.fromkeys(words) if any(word in text for text in there)]
    if used:
        vouched = {**session.vouched, buffer_file.id_of(item): used}
        session_facts.changed(here, session, vouched=vouched)


def header(here: Here, session: Session) -> Header:
    about = session.about
    return Header(
        session_id=session.id,
        now=here.now,
        submitting_agent=agent_name(str(about.get("agent") or "")),
        declared_capabilities=tuple(session.capabilities),
        random=here.random,
    )


def _refuse_below_the_floor(here: Here, session: Session, item: Item) -> None:
    """A skill may say what an agent needs for it; below that it is read out, and only concerns are filed on it (R-FM-17)."""
    target = item.get("target_id")  # a draft has none, and one that is missing is told with what else is
    if item.get("type") == "concern" or item.get("target_type") != "skill" or not isinstance(target, str):
        return
    lacking = library.lacking(here, target, session.capabilities)
    if lacking:
        raise Refused(
            "below_the_floor",
            f"The procedure asks for an agent that has {', '.join(lacking)}; this one may only file a concern on it.",
            "File a concern if something is wrong, or leave it to another agent.",
            lacking=lacking,
        )


def _refuse_stubborn(found: Sequence[Found]) -> None:
    if found:
        raise Refused(
            "personal_word",
            "An id or address holds something that identifies a person: "
            + ", ".join(dict.fromkeys(f"`{each.pointer}` ({each.kind})" for each in found)),
            "Name the artefact by its own id, or leave the field out. Nothing was written.",
            found=[each._asdict() for each in found],
        )


def _refuse_names(item: Mapping[str, Any], keep: tuple[str, ...], vouched: Sequence[str]) -> None:
    places = _named_places(item, keep, vouched)
    if places:
        raise Refused(
            "names_in_content",
            "Text that would become part of the library seems to name somebody: "
            + ", ".join(f"`{place}`" for place in places),
            "Write it without names of people. Where a word is the name of an office, a law or a place, pass --public WORD for each. Nothing was written.",
            pointers=places,
        )


def _named_places(item: Mapping[str, Any], keep: tuple[str, ...], vouched: Sequence[str]) -> list[str]:
    """Of text for the library the rules are told by the pre-flight check; names no rule knows, so they are looked for here."""
    if not keep:
        return []
    from becivic_harness import people

    places = []
    for each in strings(dict(item), lambda _: False):
        if each.is_key or not each.pointer.startswith(keep):
            continue
        text = _added(each.text) if each.pointer.endswith("/body_diff") else each.text
        for word in vouched:
            text = text.replace(word, "it")
        if people.find(text):
            places.append(each.pointer)
    return list(dict.fromkeys(places))


def _added(diff: str) -> str:
    """Of a diff only what it brings is new: the rest is published already."""
    return "\n".join(
        line[1:] for line in diff.split("\n") if line.startswith("+") and not line.startswith("+++")
    )


def _merged(item: Item, changes: Mapping[str, Any]) -> Item:
    now = dict(item)
    for key, value in changes.items():
        there = now.get(key)
        now[key] = _merged(there, value) if isinstance(there, dict) and isinstance(value, Mapping) else value
    return now
