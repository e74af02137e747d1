"""Our own harness behind the protocol of the conformance kit, and an example for others: python adapter.py.

What answers is in our_harness/, which is found by its name in this repository from wherever this is started (as in run.py).
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
    import_module("tests.conformance.our_harness.speaking").speak()
