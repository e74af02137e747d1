"""The colours of the house, by what they are for, in light and in dark.

The site's style sheet says them for its pages, and a test holds it to these; what travels alone (the onboarding
form, the picture of the graph) takes its copy from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

LIGHT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "#FBFAF7",
        "raised": "#F3F1EA",
        "ink": "#1B1B1A",
        "muted": "#595852",
        "rule": "#DAD7CE",
        "edge": "#807D74",
        "accent": "#0B5D4E",
        "accent-tint": "#E6EFEB",
        "on-accent": "#FFFFFF",
        "warn": "#8A5A00",
        "warn-tint": "#F8F0DD",
        "stop": "#9B1C1C",
        "stop-tint": "#F9EAE8",
    }
)
DARK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "#141513",
        "raised": "#1E1F1C",
        "ink": "#ECEAE4",
        "muted": "#A9A79F",
        "rule": "#34352F",
        "edge": "#7F7E76",
        "accent": "#6FCBB5",
        "accent-tint": "#1A2B26",
        "on-accent": "#10201B",
        "warn": "#E2B45C",
        "warn-tint": "#2B2415",
        "stop": "#F2A097",
        "stop-tint": "#2F1C1A",
    }
)


def declared(selector: str, names: Sequence[str]) -> str:
    """Some of the colours as custom properties of CSS, for both schemes."""
    return (
        f"{selector}{{color-scheme:light dark;{_properties(LIGHT, names)}}}\n"
        f"@media (prefers-color-scheme:dark){{{selector}{{{_properties(DARK, names)}}}}}\n"
    )


def _properties(colours: Mapping[str, str], names: Sequence[str]) -> str:
    return ";".join(f"--{name}:{colours[name]}" for name in names)
