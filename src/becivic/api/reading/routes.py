"""Every read route, over what they all read from."""

from __future__ import annotations

import re
from typing import Final

from starlette.routing import Route

from becivic.api.reading.answers import Serving
from becivic.api.reading.catalogue import CatalogueRoutes
from becivic.api.reading.concerns import Admission, ConcernRoutes
from becivic.api.reading.graph import GraphRoutes
from becivic.api.reading.paths import PathRoutes
from becivic.api.reading.skills import SkillRoutes
from becivic.publishing.path_history import PathHistory
from becivic.reading.graph_moment import GraphMoment
from becivic.reading.path_votes import PathVotes
from becivic.reading.reader import Reader
from becivic.reading.walker import Walker

_HOT: Final = re.compile(r"/api/(?:skill-graph|paths(?:/[^/]+)?|(?:skills|volatile-values|references)/[^/]+)")


def is_hot(path: str) -> bool:
    """Whether an answer here changes only with main, the revision of the records, or the hour.

    Concerns do not: how many wait changes with every submission.
    """
    return _HOT.fullmatch(path) is not None


def reading_routes(
    reader: Reader, serving: Serving, walker: Walker, public_url: str, admit: Admission
) -> list[Route]:
    """Over the reader that the site reads with too."""
    store, paths = reader.store, PathHistory(walker.history)
    return [
        *SkillRoutes(reader, serving, walker, public_url).routes(),
        *ConcernRoutes(store, serving, reader.policy, admit).routes(),
        *CatalogueRoutes(store, reader.freshness).routes(),
        *GraphRoutes(serving, GraphMoment(store), public_url).routes(),
        *PathRoutes(serving, PathVotes(store), reader.path, walker, paths, public_url).routes(),
    ]
