"""The conformance kit's command: python run.py -- ADAPTER [ARGUMENTS]. Needs Python 3.9 and nothing else.

The modules of the kit call one another by their place in this repository. Wherever the folder is copied to, that name
leads to it, so that it can be run there as it is.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent


def _named(name: str, *folders: Path) -> None:
    package = ModuleType(name)
    package.__path__ = [str(each) for each in folders]
    sys.modules[name] = package


if __name__ == "__main__":
    _named("tests", HERE.parent)
    _named("tests.conformance", HERE)
    try:
        sys.exit(import_module("tests.conformance.runner.command").main(sys.argv[1:], HERE))
    except BrokenPipeError:  # whoever read has gone
        sys.stdout = None
        sys.exit(2)
