"""Every rule, in the order a reader would want to be told."""

from __future__ import annotations

from typing import Final

from becivic.corpus.checks import fm_id_folder, unresolved_path
from becivic.corpus.checks.rule import Rule

ALL_RULES: Final[tuple[Rule, ...]] = (
    fm_id_folder.check,
    unresolved_path.check,
)
