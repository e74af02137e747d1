"""How JSON goes out, wherever it is asked for: one line, letters as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)


def json_bytes(body: Mapping[str, Any]) -> bytes:
    return _ENCODER.encode(body).encode("utf-8") + b"\n"
