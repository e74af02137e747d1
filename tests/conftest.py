"""What holds for every test: Hypothesis never judges by the clock on the wall, which a busy machine moves."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("becivic", deadline=None)
settings.load_profile("becivic")
