"""A path's summary of its audience uses the axes of a profile and their values (schemas 6.12.5; R-PATH-05; C-38)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.axes import AXES
from becivic.rules.routes import APPLIES_TO_KEYS, PREDICATE_FIELD_HINTS

_SUMMARY: Final = "audience_summary"
_HINTS: Final = {
    old.removeprefix("user."): new.removeprefix("user.") for old, new in PREDICATE_FIELD_HINTS.items()
}


@rule("path-applies-to", "applies_to uses the axes of a profile", section="schemas 6.12.5")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        audience = entry.fields.child("applies_to")
        for key, value in audience.data.items():
            if key == _SUMMARY:
                continue
            if key not in AXES:
                yield Problem(directory.place(audience.at(key)), *_unknown(key))
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str | int | float) and not AXES[key].accepts(item):
                    yield Problem(
                        directory.place(audience.at(key)),
                        f"`{key}` does not take this value",
                        f"Write {AXES[key].wants}.",
                    )


def _unknown(key: str) -> tuple[str, str]:
    if key in _HINTS:
        return f"`{key}` is an older name", f"Use {_HINTS[key]}."
    return "the key is no axis of a profile", f"Use {_SUMMARY} or one of: {', '.join(APPLIES_TO_KEYS)}."
