"""Runs the comparisons of docs/consensus.md and stores them; minutes on one core. `make format` then writes the page."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from becivic.simulation.study import study

STORED = Path(__file__).resolve().parent.parent / "docs/consensus/study.json"


def main() -> int:
    found = study(lambda title, done, total: print(f"{title} {done}/{total}", file=sys.stderr))
    STORED.parent.mkdir(exist_ok=True)
    STORED.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8", newline="\n")
    print(f"Wrote {STORED.name}. Run `make format` for the page and its figures, and read what it says now.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
