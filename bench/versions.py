"""The versions of what is compared, as they are installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:  # what ours stand beside is installed by `make bench` alone
        return "(not installed)"
