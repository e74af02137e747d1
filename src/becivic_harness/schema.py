"""Whether a document is what its schema asks for, judged on this machine as the server would judge it.

A validator for JSON Schema 2020-12, for the keywords that our schemas use and no others. It reads the files that a
question needs and no more, and compiles the patterns that it comes upon: a command asks one question and ends.
"""

from __future__ import annotations

from itertools import islice

from becivic_harness.json_values import Json
from becivic_harness.schema_applicators import faults_of, holds
from becivic_harness.schema_keywords import Fault
from becivic_harness.schema_loading import SUFFIX, SchemaRefused, located

__all__ = ["Fault", "SchemaRefused", "faults", "is_valid"]


def faults(schema_name: str, document: Json, *, at: str = "", most: int = 50) -> list[Fault]:
    """What is wrong with a document, at most so much of it, by place; nothing where it is valid.

    `schema_name` is the name before `.schema.json`; `at` a JSON pointer to the part of the schema that is asked.
    Raises SchemaRefused where the schema cannot be judged here.
    """
    try:
        found = set(islice(faults_of(located(schema_name + SUFFIX, at), document, ()), most))
    except RecursionError:
        return [Fault("", "depth", "Nests deeper than anything that can be sent.")]
    return sorted(found, key=lambda fault: fault[:3])


def is_valid(schema_name: str, document: Json, *, at: str = "") -> bool:
    """Whether nothing is wrong with it."""
    return holds(located(schema_name + SUFFIX, at), document)
