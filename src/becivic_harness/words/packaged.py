"""Reads the files that lie beside this one, in a folder and inside a zipapp alike."""

from __future__ import annotations

import os
from typing import Final

_HERE: Final = __file__.rpartition(os.sep)[0]


def data(name: str) -> bytes:
    """The bytes of a file of this package. As `pkgutil.get_data`, without what importing that costs."""
    loader = globals()["__loader__"]
    found: bytes = loader.get_data(f"{_HERE}{os.sep}{name}")
    if not found:  # without its list the finder would take nobody for a person
        raise FileNotFoundError(f"becivic_harness/words/{name} is empty: install the harness anew")
    return found
