"""Owns which official spaCy models this machine has, told from package metadata alone: nothing is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

OWN_RECOGNISERS: Final = "own recognisers"
# The larger the better; transformer models have no place here: `en-core-web-trf` is a squatted name.
_FAMILIES: Final[Mapping[str, str]] = {
    "fr": "fr-core-news",
    "nl": "nl-core-news",
    "de": "de-core-news",
    "en": "en-core-web",
}
_SIZES: Final = ("lg", "md", "sm")
_VERSION: Final = re.compile(r"(\d+\.\d+)\.\d+")

VersionOf = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Model:
    package: str
    version: str

    @property
    def module(self) -> str:
        return self.package.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Coverage:
    """What finds names in one language, and what was found installed but not trusted."""

    language: str
    model: Model | None
    refused: tuple[Model, ...] = ()

    @property
    def source(self) -> str:
        """What `becivic doctor` says."""
        return f"{self.model.package} {self.model.version}" if self.model else OWN_RECOGNISERS

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(
            f"{model.package} {model.version} is not used: spaCy's own models carry the version of spaCy itself."
            for model in self.refused
        )


def installed_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def coverage_of(language: str, version_of: VersionOf = installed_version) -> Coverage:
    """The best trusted model of a language: a model is released under the major and minor version of its spaCy."""
    packages = [f"{_FAMILIES[language]}-{size}" for size in _SIZES]
    present = [Model(package, found) for package in packages if (found := version_of(package)) is not None]
    spacy = version_of("spacy")
    trusted = [model for model in present if _same_release(model.version, spacy)]
    refused = tuple(model for model in present if model not in trusted)
    return Coverage(language, trusted[0] if trusted else None, refused)


def _same_release(model: str, spacy: str | None) -> bool:
    ours, theirs = _VERSION.fullmatch(model), _VERSION.match(spacy or "")
    return ours is not None and theirs is not None and ours.group(1) == theirs.group(1)
