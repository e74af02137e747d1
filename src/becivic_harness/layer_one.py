"""Owns layer 1 on this machine: what every free text goes through before it touches the disk (R-SCRUB-05, -08, -09).

The rules are those that were fetched last, or those this program came with. A rule that cannot run counts as fired.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from becivic_harness import files
from becivic_harness.home import Home
from becivic_harness.resources import resource

if TYPE_CHECKING:
    from becivic_scrub.engine import Engine

RULES: Final = "scrub-rules.json"
_OUR_ID: Final = re.compile(
    r"[a-z]{3}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|(?:con|pth|ref|val)-[0-9]{5,6}"
)
"""An id of a submission or session, of a row of the library, or a commit: chance and a time, though its digits may look like a number of somebody's."""
_DAY_FIELDS: Final = re.compile(
    r"evidence_date|attempted_on|(proposed_)?last_verified|(first|last)_session_at|[a-z]+ed_at"
)
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,18}(Z|[+-][0-9]{2}:[0-9]{2}))?")
"""Days of a submission, not of a person: when something was seen, tried or read."""
_TOKEN: Final = re.compile(r"[a-z0-9/][^\s]*|https?://[^\s]*")
FACTS: Final = "scrub-rules.prepared.json"


class Found(NamedTuple):
    """Something personal, by its place and kind. Never the text."""

    pointer: str
    kind: str


class Cleaned(NamedTuple):
    text: str
    removed: list[str]
    """The kinds of what was taken out, one for each."""


class DocumentCleaned(NamedTuple):
    document: Any
    removed: list[Found]
    stubborn: list[Found]
    """Personal, and in a word that cannot be cleaned without breaking it."""


class LayerOne:
    def __init__(self, home: Home, today: date) -> None:
        self._home = home
        self._today = today
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = _engine(self._home)
        return self._engine

    def clean(self, text: str) -> Cleaned:
        """The text without what identifies anybody, each thing replaced by its kind in brackets."""
        from becivic_harness import free_text

        done = free_text.clean(text, self.engine, self._today)
        return Cleaned(done.text, [each.kind for each in done.removed for _ in range(each.count)])

    def kinds(self, text: str) -> list[str]:
        from becivic_harness import free_text

        return free_text.personal(text, self.engine, self._today)

    def kinds_alone(self, text: str) -> list[str]:
        """Of an id or a category, where nothing round a word says that it is no name."""
        from becivic_harness import people
        from becivic_harness.names import alone

        return self.kinds(_spelled(text)) or ([people.KIND] if alone.has_name(text) else [])

    def in_document(self, document: object, *, spelled: bool = False) -> Iterator[Found]:
        """What is personal in the texts and keys of a JSON value.

        `spelled`: a value such as `jean-dupont` is read as two words, for categories are written so.
        """
        from becivic_scrub.strings import strings

        for each in strings(document, lambda key: bool(self.kinds(key))):
            kinds = self.kinds(each.text)
            if spelled and not kinds:
                kinds = self.kinds_alone(each.text)
            for kind in dict.fromkeys(kinds):
                yield Found(each.pointer, kind)

    def cleaned_document(
        self,
        document: Any,  # noqa: ANN401  JSON
        keep: Iterable[str] = (),
        public: Container[str] = (),
    ) -> DocumentCleaned:
        """A JSON value with every text cleaned, but for those whose pointers begin with one of `keep`.

        Words without a blank, such as ids and addresses, are not rewritten: what is personal in them is told, to be refused,
        unless the word as a whole is one of `public`.
        """
        kept = tuple(keep)
        done = DocumentCleaned(None, [], [])

        def cleaned(value: Any, pointer: str) -> Any:  # noqa: ANN401  JSON
            if isinstance(value, dict):
                return {key: cleaned(below, f"{pointer}/{key}") for key, below in value.items()}
            if isinstance(value, list):
                return [cleaned(below, f"{pointer}/{number}") for number, below in enumerate(value)]
            if not isinstance(value, str) or pointer.startswith(kept) or _is_ours(pointer, value):
                return value
            if _TOKEN.fullmatch(value):
                kinds = self.kinds(_spelled(value)) or self.kinds(value)
                if kinds and value not in public:
                    done.stubborn.extend(Found(pointer, kind) for kind in kinds)
                return value
            found = self.clean(value)
            done.removed.extend(Found(pointer, kind) for kind in found.removed)
            return found.text

        return done._replace(document=cleaned(document, ""))


def _spelled(text: str) -> str:
    """`jean-dupont` as two words."""
    return re.sub(r"[-_./#:?&=+]+", " ", text)


def _is_ours(pointer: str, value: str) -> bool:
    name = pointer.rpartition("/")[2]
    return bool(_OUR_ID.fullmatch(value) or (_DAY_FIELDS.fullmatch(name) and _MOMENT.fullmatch(value)))


def _engine(home: Home) -> Engine:
    from becivic_scrub.quick import quick_engine

    raw = _bytes(home.cached(RULES)) if home.exists else None
    if raw is not None:
        facts = files.read_json(home.cached(FACTS))
        if facts is not None:
            return quick_engine(raw, facts, lenient=True)
    import json

    return quick_engine(resource("scrub/regex-rules.json"), json.loads(resource("scrub-prepared.json")))


def _bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
