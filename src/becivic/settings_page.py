"""docs/settings.md, written from the table of settings: what can be set cannot drift from what is told of it."""

from __future__ import annotations

from typing import Final

from becivic.config import SETTINGS_FILE
from becivic.manual.links import with_links_to_documents
from becivic.settings_table import HOME, SETTINGS, Setting


def settings_markdown() -> str:
    """docs/settings.md, from the table."""
    rows = [
        f"| `{setting.variable}` | {_file_cell(setting)} | {_default_cell(setting)} | {with_links_to_documents(setting.help)} |"
        for setting in SETTINGS
    ]
    return _MARKDOWN.format(file=SETTINGS_FILE, rows="\n".join(rows))


_MARKDOWN: Final = """# Settings

<!-- Generated from becivic.settings_table by `make format`: change the table there. -->

Nothing has to be set. Each setting is an environment variable; all but the home folder may stand in `{file}` in the
home folder instead, and the environment wins. An empty variable counts as not set. A value that cannot be used stops
the start with one sentence that names the variable.

| Variable | In `{file}` | Default | What it does |
|---|---|---|---|
{rows}

An example of `{file}`:

```toml
public_url = "https://becivic.example"
bind = "0.0.0.0"
port = 8080
trusted_proxies = ["10.0.0.0/8", "fd00::/8"]
```
"""


def _file_cell(setting: Setting) -> str:
    return "" if setting is HOME else f"`{setting.key}`"


def _default_cell(setting: Setting) -> str:
    return setting.shown_default or f"`{setting.default}`"
