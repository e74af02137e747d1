"""Which characters XML has no place for, however they are written. What stands instead is for whoever writes it to say."""

from __future__ import annotations

import re
from typing import Final

NOT_XML: Final = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
