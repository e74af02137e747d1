"""`make bench`: every benchmark, as one JSON object. Exit 1 when a bar is missed."""

from __future__ import annotations

import json
import sys

from bench import load_and_check, validate_concern

RESULTS = {"load_and_check": load_and_check.run(), "validate_concern": validate_concern.run()}
print(json.dumps(RESULTS, indent=2))
sys.exit(not all(held for result in RESULTS.values() for held in result["bars"].values()))
