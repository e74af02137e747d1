"""Pure decisions: an artefact, the evidence, a policy and a moment in; what becomes of it out. No database, no clock."""

from becivic.lifecycle.artefact import Artefact, Prior, PriorKind
from becivic.lifecycle.decision import Decision
from becivic.lifecycle.evidence import Evidence, Vote
from becivic.lifecycle.judging import decide, judge
from becivic.lifecycle.tallies import Tally, tally

__all__ = [
    "Artefact",
    "Decision",
    "Evidence",
    "Prior",
    "PriorKind",
    "Tally",
    "Vote",
    "decide",
    "judge",
    "tally",
]
