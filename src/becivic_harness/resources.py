"""The files that the harness came with: schemas, scrub rules, and tables generated from the server's own.

Inside a zipapp or a wheel they lie in the package's `data` folder, under the names that they have in the corpus. In a
checkout the corpus itself is read, so that nobody tries a copy that has gone stale; only what is generated lies in `data`.
"""

# pathlib is slow to import, and a path inside a zipapp is no path to it.
from __future__ import annotations

import os
from typing import Any, Final

_HERE: Final = os.path.dirname(__file__)
"""As it was given: the loader of a zipapp that was named by a relative path knows its files by that."""
_LOADER: Final[Any] = __spec__.loader


class ResourceMissing(LookupError):
    """The program is not whole: a file that it came with is not there."""


def resource(name: str) -> bytes:
    """The content of a file by its name, such as `schemas/concern.schema.json`; raises ResourceMissing."""
    parts = name.split("/")
    try:
        # As pkgutil.get_data does it; importing that takes longer than reading everything that a command needs.
        found: bytes = _LOADER.get_data(os.path.join(_HERE, "data", *parts))
    except OSError:
        found = _of_checkout(name, parts)
    return found


def _of_checkout(name: str, parts: list[str]) -> bytes:
    top = os.path.dirname(os.path.dirname(os.path.abspath(_HERE)))
    try:
        with open(os.path.join(top, "corpus", *parts), "rb") as file:
            return file.read()
    except OSError:
        raise ResourceMissing(
            f"{name} is missing: this copy of the harness is not whole. Fetch it again."
        ) from None
