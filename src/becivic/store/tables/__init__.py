"""Every table of the service; importing this fills METADATA."""

from becivic.store.tables import catalogue, keeping, lifecycle, signals, submissions
from becivic.store.tables.columns import METADATA

__all__ = ["METADATA", "catalogue", "keeping", "lifecycle", "signals", "submissions"]
