"""Types of inputs and outputs are those of schemas/types.json, the place where they are extended (schemas 6.1; R-FM-11).

Without the file the types of the law itself hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import TYPES_FILE
from becivic.rules.skills import FormType, IoType


@rule("fm-types", "types of inputs and outputs are known", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    known = _known_types(context.corpus)
    for skill in context.skills:
        for key, types in known.items():
            for entry in skill.fields.children(key):
                if "type" in entry and entry.text("type") not in types:
                    yield Problem(
                        skill.field_place(entry.at("type")),
                        f"the type of {entry.pointer} is not in {TYPES_FILE}",
                        f"Use one of: {', '.join(sorted(types))}.",
                    )


def _known_types(corpus: Corpus) -> dict[str, frozenset[str]]:
    fields = corpus.types.document.fields
    io_types = frozenset(fields.child("io_types").data) or frozenset(IoType)
    form_types = frozenset(fields.child("form_types").data) or frozenset(FormType)
    return {"inputs": io_types | form_types, "outputs": io_types}
