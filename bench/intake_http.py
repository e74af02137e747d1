"""Durable staged POSTs a second, ours beside the obvious stack and beside a bare handler, at 1, 16 and 64 connections;
items validated a second; and what the server weighs after many submissions.

Servers and load generator are processes of their own; rounds take turns, and the best of each counts, so that a busy
neighbour slows all alike. `python -m bench.intake_http --memory` sends 200,000 submissions instead of 30,000.
"""

from __future__ import annotations

import argparse
import json
from typing import Any, Final

from bench.intake_servers import BARE, OBVIOUS, OURS, Running, servers

CONNECTIONS: Final = (1, 16, 64)
ROUNDS: Final = 4
SECONDS: Final = 1.5
SENT: Final = (5_000, 15_000, 30_000)
"""Submissions after which the server is weighed."""
SENT_LONG: Final = (20_000, 100_000, 200_000)


def run(sent: tuple[int, ...] = SENT) -> dict[str, Any]:
    with servers(OURS, OBVIOUS, BARE) as running:
        staged = {str(number): _staged(running, number) for number in CONNECTIONS}
        validated = max(_validated(running[OURS]) for _ in range(ROUNDS))
    memory = weigh(sent)
    crowded = staged[str(CONNECTIONS[-1])]
    return {
        "staged_per_second": staged,
        "validated_items_per_second": round(validated),
        "memory": memory,
        "bars": {
            "64 connections: at least 6 times the obvious stack": crowded["times_obvious_stack"] >= 6,
            "64 connections: at least 40 % of a bare handler": crowded["of_bare_handler"] >= 0.4,
            "memory grows less than 10 % or 30 MB": memory["grown_mb"] < max(30, memory["first_mb"] * 0.1),
        },
    }


def _staged(running: dict[str, Running], connections: int) -> dict[str, Any]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(ROUNDS):
        for name, server in running.items():
            found = server.load(connections, "stage", seconds=SECONDS)
            if name not in best or found["per_second"] > best[name]["per_second"]:
                best[name] = found
    rates = {name: found["per_second"] for name, found in best.items()}
    return {
        **{name: round(rate) for name, rate in rates.items()},
        "times_obvious_stack": round(rates[OURS] / rates[OBVIOUS], 2),
        "of_bare_handler": round(rates[OURS] / rates[BARE], 3),
        "p50_ms": {name: round(found["p50_ms"], 2) for name, found in best.items()},
        "p99_ms": {name: round(found["p99_ms"], 2) for name, found in best.items()},
        "server_cpu_us": {name: round(found["server_cpu_us"]) for name, found in best.items()},
        "generator_busy": {name: round(found["generator_busy"], 2) for name, found in best.items()},
    }


def _validated(server: Running) -> float:
    return float(server.load(16, "validate", seconds=SECONDS)["per_second"])


def weigh(sent: tuple[int, ...]) -> dict[str, Any]:
    """A fresh server, weighed after so many submissions."""
    megabytes: dict[int, float] = {}
    before = 0
    with servers(OURS) as running:
        for total in sent:
            running[OURS].load(64, "stage", most=total - before)
            megabytes[total] = running[OURS].resident_mb()
            before = total
    weights = list(megabytes.values())
    return {
        "resident_mb": {f"{total:,}": round(weight, 1) for total, weight in megabytes.items()},
        "first_mb": round(weights[0], 1),
        "grown_mb": round(weights[-1] - weights[0], 1),
    }


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--memory", action="store_true", help="weigh over 200,000 submissions")
    print(json.dumps(run(SENT_LONG if arguments.parse_args().memory else SENT), indent=2))
