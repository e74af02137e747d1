"""The page that stands where no page is: the addresses nearest to the one asked for, and ways on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import partial
from http import HTTPStatus
from typing import Final

from becivic.rendering.markup import bounded
from becivic.rendering.voice import Voice
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.words.sentences import opening

ADDRESS: Final = "/404"
"""Of every missing page: what somebody asked for leads nowhere, and is not written into links."""

_SHOWN: Final = 5
_COMPARED: Final = 40
_COMMON: Final = 500
"""Letters that so many addresses share say nothing."""
_ALIKE: Final = 0.6
_LANGUAGE: Final = re.compile(r"^/(?:en|fr|nl|de)(?=/)")
_NOT_WORD: Final = re.compile(r"[^0-9a-zà-öø-ÿ]+")


class Neighbours:
    """Finds the addresses that look like another one. A few dozen are compared, however many there are."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._with: defaultdict[str, list[str]] = defaultdict(list)
        for address in addresses:
            for three in _threes(address):
                self._with[three].append(address)

    def of(self, address: str) -> list[str]:
        wanted = _LANGUAGE.sub("", bounded(address).lower())
        shared: Counter[str] = Counter()
        for three in _threes(wanted):
            known = self._with.get(three, ())
            if len(known) <= _COMMON:
                shared.update(known)
        near = [(_likeness(wanted, each), each) for each, _ in shared.most_common(_COMPARED)]
        return [each for likeness, each in sorted(near, key=_best_first) if likeness >= _ALIKE][:_SHOWN]


def missing_page(neighbours: Neighbours, address: str) -> Page:
    """`address` is what was asked for, without its query; nothing on the page is made of it but a list and a question."""
    return Page(
        address=ADDRESS,
        html=partial(_html, neighbours, address),
        markdown=partial(_markdown, neighbours, address),
        status=HTTPStatus.NOT_FOUND,
        is_indexed=False,
    )


def _threes(address: str) -> set[str]:
    """What stands together in the last part of it: the folders before it are the same for all."""
    name = address.rstrip("/").rpartition("/")[2].removesuffix(".md").lower()
    return {name[at : at + 3] for at in range(max(1, len(name) - 2))}


def _likeness(one: str, other: str) -> float:
    """Of the names; that the folder is the same counts for a little."""
    first, second = one.rstrip("/").rpartition("/"), other.rstrip("/").rpartition("/")
    same = SequenceMatcher(None, first[2], second[2], autojunk=False).ratio()
    return 0.95 * same + 0.05 * (first[0] == second[0])


def _best_first(found: tuple[float, str]) -> tuple[float, str]:
    return -found[0], found[1]


def _words(address: str) -> str:
    """What somebody may have looked for, as a question."""
    name = bounded(address).rstrip("/").rpartition("/")[2]
    return _NOT_WORD.sub(" ", name.lower()).strip()


def _html(neighbours: Neighbours, address: str, frame: Frame) -> str:
    nearest = [(each, opening(_words(each))) for each in neighbours.of(address)]
    return rendered("missing.html", frame, nearest=nearest, words=_words(address))


def _markdown(neighbours: Neighbours, address: str, voice: Voice) -> str:
    t, near = voice.t, neighbours.of(address)
    nearest = [f"{t('missing.nearest')}:", "", *(f"- <{each}>" for each in near), ""] if near else []
    return "\n".join(
        [f"# {t('missing.title')}", "", t("missing.about"), "", *nearest, "- [/llms.txt](/llms.txt)", ""]
    )
