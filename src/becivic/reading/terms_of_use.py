"""Where an artefact is read, and under which licence: what every JSON form of one says of itself."""

from __future__ import annotations

from typing import Final

LICENSE: Final = "CC-BY-4.0"
LICENSE_URL: Final = "https://creativecommons.org/licenses/by/4.0/"
"""For everything (design 7.6)."""


def published_at(public_url: str, folder: str, name: str) -> dict[str, str]:
    """Its page, whatever form of it somebody holds."""
    return {"canonical_url": f"{public_url}/{folder}/{name}", "license": LICENSE}
