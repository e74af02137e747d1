"""Templates that were compiled once, kept beside them as Python keeps its modules: reading one takes a twentieth of the time.

What was put in when they were compiled is part of their name: words or assets that have changed make other ones.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from jinja2.bccache import Bucket, BytecodeCache

FOLDER: Final = Path(__file__).parent / "templates" / "__pycache__"


class CompiledTemplates(BytecodeCache):
    """Of one language. `known` is all that is put into them; where nothing can be written, nothing is kept."""

    def __init__(self, language: str, known: str, folder: Path = FOLDER) -> None:
        self._language = language
        self._digest = hashlib.sha256(known.encode()).hexdigest()[:12]
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            with self._file(bucket).open("rb") as file:
                bucket.load_bytecode(file)
        except FileNotFoundError:
            pass
        except Exception:  # noqa: BLE001  whatever a damaged file makes of the reader, the template itself is at hand
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """In one step: whoever reads meanwhile finds the whole of it, or nothing. Earlier ones are of no use any more."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            for earlier in self._folder.glob(f"{self._stem(bucket)}-*"):
                earlier.unlink(missing_ok=True)
            own = self._folder / f".{os.getpid()}-{self._stem(bucket)}"
            try:
                with own.open("wb") as file:
                    bucket.write_bytecode(file)
                own.replace(self._file(bucket))
            finally:
                own.unlink(missing_ok=True)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{self._stem(bucket)}-{self._digest}"

    def _stem(self, bucket: Bucket) -> str:
        return f"{bucket.key}-{self._language}"
