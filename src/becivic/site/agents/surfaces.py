"""Every file that a corpus and the manual alone decide, under its address; each is made when it is first asked for.

Not here, for they need to know more: the full text, the sitemap, the feeds, and whom to write to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from becivic.corpus.skill import Skill
from becivic.site.agents import llms, robots, skill_packages, triggers, well_known
from becivic.site.agents import manifest as manifests
from becivic.site.agents.manifest import Grounds
from becivic.site.agents.surface import Surface
from becivic.site.pages.manual import manual_files

_MAKERS: Final[Mapping[str, Callable[[Grounds], Surface]]] = {
    manifests.ADDRESS: manifests.manifest,
    triggers.ADDRESS: triggers.triggers,
    llms.ADDRESS: llms.llms_txt,
    robots.ADDRESS: lambda grounds: robots.robots_txt(grounds.public_url),
    well_known.CATALOG_ADDRESS: well_known.api_catalog,
    skill_packages.INDEX_ADDRESS: lambda grounds: skill_packages.skills_index(
        grounds.corpus, grounds.public_url
    ),
}


class CorpusSurfaces(Mapping[str, Surface]):
    """Packages are made anew each time: all of them together are as large as the library."""

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds
        self._made: dict[str, Surface] = {}

    @cached_property
    def _packages(self) -> Mapping[str, Skill]:
        return skill_packages.packaged(self._grounds.corpus)

    @cached_property
    def _shown(self) -> Mapping[str, Surface]:
        """What the pages of the manual show."""
        return manual_files(self._grounds.manual)

    def __contains__(self, address: object) -> bool:
        """Asked for every page: nothing is made for it."""
        return address in _MAKERS or address in self._packages or address in self._shown

    def __getitem__(self, address: str) -> Surface:
        if address in self._packages:
            return skill_packages.skill_package(self._packages[address], self._grounds.public_url)
        if address in self._shown:
            return self._shown[address]
        if address not in self._made:
            self._made[address] = _MAKERS[address](self._grounds)
        return self._made[address]

    def __iter__(self) -> Iterator[str]:
        yield from _MAKERS
        yield from self._packages
        yield from self._shown

    def __len__(self) -> int:
        return len(_MAKERS) + len(self._packages) + len(self._shown)
