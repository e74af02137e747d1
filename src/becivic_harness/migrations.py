"""Owns how profiles of earlier versions are read: what they said then, in today's fields (privacy 8.7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def migrated(profile: Mapping[str, Any]) -> dict[str, Any]:
    """A profile of any age. Running it again changes nothing."""
    now = dict(profile)
    _chip_card(now)
    _languages(now)
    return now


def is_legacy(profile: Mapping[str, Any]) -> bool:
    return migrated(profile) != dict(profile)


def _chip_card(profile: dict[str, Any]) -> None:
    """has_eID was yes or no; has_id_card knows a card that is on its way (R-PROF-11)."""
    inventory = profile.get("document_inventory")
    if not isinstance(inventory, dict) or "has_eID" not in inventory:
        return
    kept = {key: value for key, value in inventory.items() if key != "has_eID"}
    said = inventory["has_eID"]
    if isinstance(said, bool):
        kept.setdefault("has_id_card", "yes" if said else "no")
    profile["document_inventory"] = kept


def _languages(profile: dict[str, Any]) -> None:
    """Of a list of languages the first was the one to talk in; the rest decided nothing."""
    if "other_languages" not in profile:
        return
    spoken = profile.pop("other_languages")
    if isinstance(spoken, list) and spoken and isinstance(spoken[0], str):
        profile.setdefault("conversation_language", spoken[0][:32])
