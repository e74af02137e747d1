"""Where the demo listens: where it was told to; else where a server usually does; else at a port of its own."""

from __future__ import annotations

import sys
from typing import Final

from becivic.settings_table import PORT
from becivic.web.server import ListenRefused, listen

USUAL: Final = int(PORT.default or 0)
_HERE: Final = "127.0.0.1"


def free_port(said: int | None) -> int:
    """Raises ListenRefused where it was told to listen and cannot. 0 stands for whichever is free."""
    if said is not None:
        listen(_HERE, said).close()
        return said
    try:
        listen(_HERE, USUAL).close()
    except ListenRefused:
        print(f"Port {USUAL} is taken, so the demo listens at another one.", file=sys.stderr)
        return 0
    return USUAL
