"""Screening: what is read, what is found in it, and what becomes of it."""

from __future__ import annotations
