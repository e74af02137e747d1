"""`make bench`: every benchmark, as one JSON object. Exit 1 when a bar is missed."""

from __future__ import annotations

import json
import sys

from bench import (
    build_site,
    find_names,
    harness_start,
    intake_http,
    lifecycle,
    load_and_check,
    mcp_http,
    mcp_stdio,
    publishing,
    reading_http,
    scrub_start,
    scrub_text,
    validate_concern,
)

RESULTS = {
    bench.__name__.removeprefix("bench."): bench.run()
    for bench in (
        load_and_check,
        validate_concern,
        scrub_text,
        scrub_start,
        find_names,
        harness_start,
        intake_http,
        publishing,
        lifecycle,
        reading_http,
        mcp_http,
        mcp_stdio,
        build_site,
    )
}
print(json.dumps(RESULTS, indent=2))
sys.exit(not all(held for result in RESULTS.values() for held in result["bars"].values()))
