"""The headings of a resolved body under the ids that they have on its page. Pure.

A page makes its ids from rendered HTML and goes through all headings in their order; so does this.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from becivic.corpus.body import Body
from becivic.rendering.headings import Headings
from becivic.rendering.markup import to_html
from becivic.rendering.slugs import Slugs
from becivic.rules.tags import Tag

_OURS: Final = re.compile(rf"</?(?:{'|'.join(tag.value for tag in Tag)})\b[^>]*>")
"""Tags of ours are no words of a heading: on a page stands what they wrap."""
_TOP: Final = 1


class Outlined(NamedTuple):
    """A heading, and the stretch up to the next of its level or a higher one, in characters."""

    id: str
    title: str
    level: int
    start: int
    end: int


def outline(text: str) -> tuple[Outlined, ...]:
    """Every heading outside of code, in order."""
    slugs = Slugs()
    words = Headings(slugs, (), _TOP)
    found = []
    for heading in Body(text).headings:
        title = words.plain(to_html(f"# {_OURS.sub('', heading.title)}"))
        found.append(Outlined(slugs.of(title), title, heading.level, heading.start, heading.end))
    return tuple(found)
