"""Opens a fetcher on the real network: here its clock, its patience and its certificates become arguments."""

from __future__ import annotations

import ssl
import time

from becivic import __version__
from becivic.fetching import Fetcher
from becivic.fetching.pace import Pace
from becivic.fetching.wire import Wire
from becivic.rules.rot import AGENT_NAME, MANNERS
from becivic.setting_values import is_loopback


def open_fetcher(public_url: str) -> Fetcher:
    """For one run. Named by the address of the service, which who finds it in a log can look up; on loopback by name alone."""
    known_by = "" if is_loopback(public_url) else f" (+{public_url})"
    user_agent = f"{AGENT_NAME}/{__version__}{known_by}"
    wire = Wire(ssl.create_default_context(), time.monotonic, user_agent, MANNERS)
    return Fetcher(wire, Pace(time.monotonic, time.sleep, MANNERS))
