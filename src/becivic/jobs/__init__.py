"""The jobs: what a running server does by the clock, and what `becivic run` does by hand. Thin: publishing does the work."""

from becivic.jobs.workshops import open_workshop

__all__ = ["open_workshop"]
