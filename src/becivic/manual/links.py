"""Links between files of the repository become links between pages of the site. Prose in, prose out.

A file that the site does not serve keeps its words and loses its link: nobody is led to nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Final

_LINK: Final = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<mark>!?)\[(?P<label>(?:[^\[\]\\]|\\.)*)\]\((?P<target>[^()\s]+)\)"
)
_FENCE: Final = re.compile(r" {0,3}(```+|~~~+)")
_ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|[/#]")
_NAMED: Final = re.compile(r"\b(corpus/)?docs/([a-z-]+\.mdx?)\b")
_CORPUS: Final = "corpus/"
_CORPUS_FILES: Final = (
    (re.compile(r"skills/([^/]+)/canonical\.md"), r"/skills/\1"),
    (re.compile(r"((?:docs|agents)(?:/[a-z0-9-]+)*)\.mdx?"), r"/\1"),
    (re.compile(r"(schemas/[a-z-]+(?:\.schema)?\.json)"), r"/\1"),
    (re.compile(r"scrub/regex-rules\.json"), "/scrub-rules.json"),
    (re.compile(r"data/communes\.json"), "/communes.json"),
    (re.compile(r"index\.mdx"), "/"),
)
"""Files of the corpus, and where the site has them."""

Served = Callable[[str], str | None]
"""The address of a file of the repository, or None where it is not served."""


def with_site_links(text: str, file: str, served: Served) -> str:
    """`file` is where the text lies in the repository."""
    return "".join(
        line if is_code else _LINK.sub(lambda found: _written(found, file, served), line)
        for line, is_code in prose_lines(text)
    )


def with_links_to_documents(text: str) -> str:
    """For a page in `docs/` made of words that are shown elsewhere too, where nothing can be a link."""
    return _NAMED.sub(lambda named: f"[{named[0]}]({f'../{named[0]}' if named[1] else named[2]})", text)


def prose_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Every line with its end, and whether it belongs to a block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        if fence:
            yield line, True
            if found and found.group(1).startswith(fence):
                fence = ""
        else:
            fence = found.group(1) if found else ""
            yield line, bool(fence)


def _written(found: re.Match[str], file: str, served: Served) -> str:
    target = found["target"]
    if found["code"] or _ELSEWHERE.match(target):
        return found.group()
    path, mark, fragment = target.partition("#")
    lies = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    address = served(lies) or corpus_address(lies)
    if address is None:
        return found["label"]
    return f"{found['mark']}[{found['label']}]({address}{mark}{fragment})"


def corpus_address(file: str) -> str | None:
    if file.startswith(_CORPUS):
        for pattern, address in _CORPUS_FILES:
            match = pattern.fullmatch(file.removeprefix(_CORPUS))
            if match:
                return match.expand(address)
    return None
