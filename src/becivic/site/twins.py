"""Where the markdown of a page lies: beside it, since `.md` of a skill is its source (C-60)."""

from __future__ import annotations

from typing import Final

TWIN: Final = "/index.md"


def twin(address: str) -> str:
    """`/skills/x` to `/skills/x/index.md`; a list and the landing page lose the slash at their end."""
    return f"{address.rstrip('/')}{TWIN}"
