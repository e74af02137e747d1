"""Schema faults in words: what is wrong and what to do. Every rule that reports a schema's faults speaks through this."""

from __future__ import annotations

from typing import Final

from becivic.rules.schemas import SchemaFault

_REMEDIES: Final = {
    "additionalProperties": "Remove the field or correct its name; {schema} lists the fields there are.",
    "const": "Write the one value that {schema} allows here.",
    "enum": "Write one of the values that {schema} lists here.",
    "type": "Write a value of the type that {schema} asks for; quote text that looks like a number.",
    "pattern": "Write the value in the form that {schema} describes.",
    "maxLength": "Shorten the text.",
    "minLength": "Write the text out, or leave the field away.",
    "maxItems": "Remove entries until the list is short enough.",
    "minItems": "Add the entries that are missing, or leave the field away.",
    "uniqueItems": "Remove the entry that repeats another.",
    "false": "Remove the field.",
}
_ANY_REMEDY: Final = "Correct the value so that it fits {schema}."


def describe(fault: SchemaFault, whole: str) -> str:
    """The fault with its place in front; `whole` names the document where the fault is in all of it."""
    return f"{fault.pointer or whole}: {fault.message}"


def remedy(fault: SchemaFault, schema: str) -> str:
    if fault.missing is not None:
        return f"Add the field `{fault.missing}`."
    return _REMEDIES.get(fault.keyword, _ANY_REMEDY).format(schema=f"schemas/{schema}")
