"""`python -m becivic_harness`, and what the zipapp runs."""

from __future__ import annotations

import sys

from becivic_harness.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
