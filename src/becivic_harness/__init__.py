"""What an agent runs on a person's own machine: everything personal stays there, and nothing else of ours is needed.

Standard library only and Python 3.9; of the house it knows the scrub engine alone. `python -m becivic_harness --help`
shows it as a command, docs/harness.md as a library.
"""

from __future__ import annotations

__version__ = "0.1.0"
