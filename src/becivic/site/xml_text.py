"""Which characters XML has no place for, however they are written, and ours none either: those that turn the direction of
what follows. What stands instead is for whoever writes it to say."""

from __future__ import annotations

import re
from typing import Final

from becivic.rendering.markup import TURNS

NOT_XML: Final = re.compile(f"[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]|[{TURNS}]")
