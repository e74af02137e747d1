"""`make demo`, or `python -m demo`: plays the story and leaves the server running until Ctrl+C."""

from __future__ import annotations

import signal
import sys
from typing import Final

CUT_OFF: Final = 130
"""As a shell says it of what ended by Ctrl+C. A play that was over ends with its own code."""


def main(given: list[str] | None = None) -> int:
    """Asked to end by either signal, it leaves nothing of its own behind."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins deaf to it
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        from demo.command import run  # noqa: PLC0415  takes a second, in which it may be stopped already

        return run(given)
    except KeyboardInterrupt:
        print("The demo was stopped before its end.", file=sys.stderr)
        return CUT_OFF


if __name__ == "__main__":
    sys.exit(main())
