"""The questions about a person's situation, made from the schema of the profile (privacy 8.7.4).

Categories, counts and months: nothing here asks for a name, a document's number, a birth date or an address.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from becivic.onboarding.questions import Group, Kind, Question
from becivic.onboarding.wording import Wording
from becivic.rules.schemas import SchemaFile, packaged_registry

PROFILE: Final = "profile"
PROFILE_SCHEMA_VERSION: Final = "1.0.0"
"""What the form writes into `profile_schema_version` (R-PROF-09)."""

TRANSITIONS: Final = ("marriage-planned", "divorce", "address-change")
"""Those that the section names; a profile may hold others."""

_GROUPS: Final = {
    "place": ("region", "commune_nis5", "administration_language"),
    "person": ("nationality_status", "residency_status", "civic_status", "conversation_language"),
    "family": (
        "dependents.minor_children_count",
        "dependents.adult_dependents_count",
        "dependents.spouse_abroad",
    ),
    "papers": (
        "document_inventory.has_id_card",
        "document_inventory.validity_end_id_card",
        "document_inventory.has_residence_card",
        "document_inventory.validity_end_residence_card",
        "document_inventory.has_work_permit",
        "document_inventory.validity_end_work_permit",
        "document_inventory.has_NN",
        "document_inventory.has_passport_BE",
        "document_inventory.validity_end_passport_BE",
        "document_inventory.has_passport_other",
        "document_inventory.validity_end_passport_other",
    ),
    "plans": ("transitions_in_progress", "browser_driving_preference"),
}
"""Group by group, in the order of the form."""

ASKED: Final = tuple(axis for axes in _GROUPS.values() for axis in axes)
"""Every axis that is always asked about."""

HISTORIES: Final = ("residency_history", "employment_history", "education_history")
"""Asked about only where the procedure uses them: nobody gives more than is needed."""

_HAS: Final = "has_"
_UNTIL: Final = "validity_end_"
"""A document that somebody has, and the month until which it is valid."""

_BY_REFERENCE: Final = {
    "#/$defs/month": Kind.MONTH,
    "#/$defs/month_or_current": Kind.MONTH_OR_CURRENT,
    "#/$defs/country": Kind.COUNTRY,
    "#/$defs/word": Kind.TEXT,
}
_BY_TYPE: Final = {
    "boolean": Kind.FLAG,
    "integer": Kind.NUMBER,
    "number": Kind.NUMBER,
    "array": Kind.NAMES,
    "string": Kind.TEXT,
}


def pointer(axis: str) -> str:
    """Where the schema of the profile speaks of an axis."""
    top, _, below = axis.partition(".")
    if below.startswith(_UNTIL):
        return "/$defs/month"
    return f"/properties/{top}" + (f"/properties/{below}" if below else "")


def schema_of(axis: str) -> Mapping[str, Any]:
    if pointer(axis).startswith("/$defs"):
        return {"$ref": f"#{pointer(axis)}"}
    found: Any = packaged_registry().documents[SchemaFile.PROFILE]
    for part in pointer(axis).split("/")[1:]:
        found = found[part]
    told: Mapping[str, Any] = found
    return told


@dataclass(frozen=True, slots=True)
class ProfileSection:
    """`needs` are the axes that the procedure uses."""

    words: Wording
    needs: Collection[str] = ()

    def groups(self) -> tuple[Group, ...]:
        found = [
            Group(self.words.said("groups", title), tuple(self._question(axis) for axis in axes))
            for title, axes in _GROUPS.items()
        ]
        lists = tuple(self._history(name) for name in HISTORIES if name in self.needs)
        if lists:
            found.append(Group(self.words.said("groups", "history"), lists))
        return tuple(found)

    def _question(self, axis: str) -> Question:
        top, _, below = axis.partition(".")
        asked = self._made(below or top, schema_of(axis))
        if axis == "commune_nis5":
            asked = replace(
                asked, kind=Kind.COMMUNE, pattern="", help=self.words.said("form", "commune_hint")
            )
        return replace(
            asked,
            name=f"{PROFILE}.{axis}",
            needed=top in self.needs or axis in self.needs,
            follows=f"{PROFILE}.{axis.replace(_UNTIL, _HAS)}" if _UNTIL in axis else "",
            # the language that the form is in is the one that was detected (R-FORM-06)
            answer=self.words.own_name if axis == "conversation_language" else None,
        )

    def _history(self, name: str) -> Question:
        rows = schema_of(name)
        told = rows["items"]
        columns = tuple(
            replace(self._made(key, schema), required=key in told["required"])
            for key, schema in told["properties"].items()
        )
        return Question(
            name=f"{PROFILE}.{name}",
            kind=Kind.ROWS,
            label=self.words.said("questions", name),
            needed=True,
            columns=columns,
            least=0,
            most=rows["maxItems"],
        )

    def _made(self, key: str, schema: Mapping[str, Any]) -> Question:
        """A question for what a schema takes."""
        reference = str(schema.get("$ref", ""))
        if reference:
            schema = packaged_registry().documents[SchemaFile.PROFILE]["$defs"][reference.rpartition("/")[2]]
        kind = _kind(reference, schema)
        values = TRANSITIONS if kind is Kind.NAMES else tuple(schema.get("enum", ()))
        is_text = kind is Kind.TEXT
        return Question(
            name=key,
            kind=kind,
            label=self.words.said("questions", key),
            help=self.words.help(key) or self.words.hint(kind),
            choices=self.words.choices(key, values) if values else (),
            least=schema.get("minimum"),
            most=schema.get("maxLength") if is_text else schema.get("maximum"),
            whole=schema.get("type") == "integer",
            pattern=schema["pattern"] if is_text else "",
            banned=schema.get("not", {}).get("pattern", ""),
            fault=("word" if reference else "language") if is_text else "",
        )


def _kind(reference: str, schema: Mapping[str, Any]) -> Kind:
    if "enum" in schema:
        return Kind.CHOICE
    return _BY_REFERENCE.get(reference) or _BY_TYPE[schema["type"]]
