"""What a condition says, in plain words: `you live in Flanders`, `you have a card with a chip`. For whoever is asked or told."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

from becivic_harness.predicate_holds import Predicate, axis_name
from becivic_harness.residence import YEARS

_VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    "region": {
        "Flanders": "you live in Flanders",
        "Wallonia": "you live in Wallonia",
        "Brussels-Capital": "you live in Brussels",
        "German-speaking-community": "you live in the German-speaking Community",
        "not-in-belgium-yet": "you are not in Belgium yet",
    },
    "administration_language": {
        "NL": "you deal with the administration in Dutch",
        "FR": "you deal with the administration in French",
        "DE": "you deal with the administration in German",
    },
    "civic_status": {
        "single": "you are single",
        "cohabitant-legal": "you live in legal cohabitation",
        "married": "you are married",
        "divorced": "you are divorced",
        "widowed": "you are widowed",
    },
    "nationality_status": {
        "BE": "you are Belgian",
        "EU": "you have the nationality of another EU country",
        "non-EU": "you have the nationality of a country outside the EU",
        "multiple": "you have more than one nationality",
    },
    "residency_status": {
        "registered": "you are registered at a commune",
        "registering": "you are waiting to be registered",
        "EU-citizen": "you stay as an EU citizen",
        "non-EU-permit": "you stay with a permit, from outside the EU",
        "asylum": "you have asked for or been granted asylum",
        "undocumented": "you stay without papers",
    },
    "dependents.spouse_abroad": {
        True: "your spouse or partner lives abroad",
        False: "your spouse or partner does not live abroad",
    },
    "document_inventory.has_id_card": {
        "yes": "you have a Belgian card with a chip",
        "not-yet-waiting": "you are waiting for a Belgian card with a chip",
        "no": "you have no Belgian card with a chip",
        "not-sure": "you are not sure whether your card has a chip",
    },
    "document_inventory.has_residence_card": {
        True: "you have a residence card",
        False: "you have no residence card",
    },
    "document_inventory.has_work_permit": {True: "you have a work permit", False: "you have no work permit"},
    "document_inventory.has_NN": {
        True: "you have a national register number",
        False: "you have no national register number",
    },
    "document_inventory.has_passport_BE": {
        True: "you have a Belgian passport",
        False: "you have no Belgian passport",
    },
    "document_inventory.has_passport_other": {
        True: "you have a passport of another country",
        False: "you have no passport of another country",
    },
}
_OTHERS: Final = {
    "commune_nis5": "you live in the commune with the code {}",
    "dependents.minor_children_count": "the number of your children under 18 is {}",
    "dependents.adult_dependents_count": "the number of adults who depend on you is {}",
    "active_procedures": "you have this under way: {}",
    "transitions_in_progress": "you have this ahead of you: {}",
    YEARS: "your years of unbroken legal residence are {}",
    "origin_country": "your papers come from {}",
    "visa_category": "your visa is of the kind {}",
    "sponsor_type": "your sponsor is of the kind {}",
    "entry_type": "you came, or will come, by {}",
    "card_outcome": "your card is, or will be, {}",
    "sub_category": "your route is {}",
}
_BELGIUM: Final = frozenset(_VALUES["region"]) - {"not-in-belgium-yet"}


def clause(predicate: Predicate) -> str:
    """Without a full stop, to follow `if`. What has no words of its own is told as it is written."""
    axis, op, wanted = axis_name(predicate), predicate.get("op"), predicate.get("value")
    if op == "exists":
        return f"it is known what `{axis}` is"
    if op in ("gte", "lte"):
        bound = "at least" if op == "gte" else "at most"
        return _OTHERS.get(axis, f"`{axis}` is {{}}").format(f"{bound} {wanted}")
    return one_of(axis, wanted if isinstance(wanted, list) else [wanted])


def one_of(axis: str, told: Sequence[Any]) -> str:
    values = [each if isinstance(each, Hashable) else str(each) for each in told]  # a page may say anything
    if axis == "region" and _BELGIUM.issubset(values):
        return "you live in Belgium" if set(values) == _BELGIUM else "you live anywhere"
    known = _VALUES.get(axis)
    if known is None:
        return _OTHERS.get(axis, f"`{axis}` is {{}}").format(" or ".join(map(str, values)))
    return " or ".join(known.get(each, f"`{axis}` is {each}") for each in values)
