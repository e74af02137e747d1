"""The settings file without its secrets, as a backup keeps it. Comments are left out too: nobody knows what is in them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from becivic.settings_table import SETTINGS


def plain_settings(file: Path) -> str | None:
    """What the file says, except for what a setting calls secret; None where there is no file.

    It has been read as settings before, so it holds texts, numbers and lists of texts in known names.
    """
    if not file.is_file():
        return None
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    public = {setting.key for setting in SETTINGS if not setting.secret}
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items() if key in public
    )


def secret_settings() -> list[str]:
    """The variables whose values are in no backup."""
    return [setting.variable for setting in SETTINGS if setting.secret]
