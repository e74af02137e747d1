"""What a retraction would do, without doing it: counts and places, never the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from becivic.corpus.load import Loader
from becivic.corpus.tree import OverlayTree
from becivic.publishing.backup.objects import open_git
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.retraction.records import find_rows
from becivic.publishing.retraction.rewriting import Rewritten, led_on, only_hashed, rewrite
from becivic.publishing.retraction.submissions import rows_of_submission
from becivic.publishing.retraction.texts import Texts

_SHOWN: Final = 12
"""Letters of a commit's id that a phrase holds."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was found. It is all there is to decide by."""

    head: str
    commits: int
    """That would get a new id."""
    messages: int
    refs: tuple[str, ...]
    files: Mapping[str, int]
    """By path: how often a text stands there, in all versions together."""
    lines: Mapping[str, tuple[int, ...]]
    """By path: on which lines of main."""
    rows: Mapping[str, int]
    unreadable: tuple[str, ...]
    """Files of main that could not be read afterwards, and would have to be corrected."""

    @property
    def is_clean(self) -> bool:
        return not (self.commits or self.rows)

    @property
    def phrase(self) -> str:
        """Names what it is about, so that nobody types it without having looked."""
        noun = "commit" if self.commits == 1 else "commits"
        return f"retract {self.commits} {noun} from {self.head[:_SHOWN]}"


def look(
    repository: CorpusRepository,
    connection: Connection,
    texts: Texts,
    loader: Loader,
    *,
    submission: str | None = None,
    on_done: Callable[[int], None] = lambda _: None,
) -> Look:
    rows = Counter(find_rows(connection, texts))
    if submission is not None:
        rows |= Counter(rows_of_submission(connection, submission))
    with repository.reading():
        found = rewrite(open_git(repository.path), texts, only_hashed, on_done)
        head = repository.head()
        changed = _changed_on_main(repository, head, texts, found)
        return Look(
            head=head,
            commits=found.commits,
            messages=found.messages,
            refs=tuple(found.refs),
            files=dict(sorted(found.files.items())),
            lines={path: lines for path, (lines, _) in changed.items() if lines},
            rows=dict(sorted(rows.items())),
            unreadable=_unreadable(
                repository, head, loader, {path: new for path, (_, new) in changed.items()}
            ),
        )


def _changed_on_main(
    repository: CorpusRepository, head: str, texts: Texts, found: Rewritten
) -> dict[str, tuple[tuple[int, ...], bytes]]:
    """By path: the lines with a text, and what the file becomes."""
    tree = repository.at(head)
    changed = {}
    for path in tree.paths():
        if tree.blob_id(path) in found.ids:
            raw = tree.read(path)
            lines = tuple(number for number, line in enumerate(raw.split(b"\n"), 1) if texts.are_in(line))
            changed[path] = lines, led_on(texts.taken_from(raw), found.ids)
    return changed


def _unreadable(
    repository: CorpusRepository, head: str, loader: Loader, changed: Mapping[str, bytes]
) -> tuple[str, ...]:
    if not changed:
        return ()
    tree = repository.at(head)
    before = {finding.place.file for finding in loader.load(tree).findings}
    after = {finding.place.file for finding in loader.load(OverlayTree(tree, changed)).findings}
    return tuple(sorted(after - before))
