"""One scrub engine for both sides of the wire: text in, findings out, never the text itself.

Standard library only and Python 3.9, because it runs on people's own machines; it knows nothing of
the server. `python -m becivic_scrub --help` shows it alone.
"""

from __future__ import annotations

from becivic_scrub.engine import Engine
from becivic_scrub.finding import Finding
from becivic_scrub.rules import Rule, RulesRefused, load_rules, packaged_rules, parse_rules

__all__ = ["Engine", "Finding", "Rule", "RulesRefused", "load_rules", "packaged_rules", "parse_rules"]
