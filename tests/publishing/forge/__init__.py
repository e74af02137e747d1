"""Forges: one contract, run over each."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.publishing.forge.contract")
