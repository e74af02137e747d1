"""The server's side of the scrub engine: the same rules and findings, located in linear time."""

from __future__ import annotations

from becivic.scrub.linear import LinearLocator, linear_engine

__all__ = ["LinearLocator", "linear_engine"]
