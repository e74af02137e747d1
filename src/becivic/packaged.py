"""Where the corpus and the manual that ship with this program lie: inside the package, or at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def corpus_folder() -> Path:
    """The packaged `corpus/`. A wheel carries it inside the package; a checkout has it at its top."""
    installed = _HERE / "_corpus"
    return installed if installed.is_dir() else _HERE.parent.parent / "corpus"


def manual_folder() -> Path:
    """Where `docs/` and the documents beside it lie: inside the package of a wheel, at the top of a checkout."""
    installed = _HERE / "_manual"
    return installed if installed.is_dir() else _HERE.parent.parent
