"""The job `name-scan`: what is public already is looked at again when rules or models are others (R-NER-01, R-NER-04).

It may stop anywhere: what was looked at is written down as it goes, and the next run begins behind it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from becivic.publishing.screening.public_files import FileScan
from becivic.publishing.screening.public_rows import RowScan
from becivic.publishing.screening.screen import screen_for
from becivic.publishing.screening.votes import OnProgress, VotesScanned, scan_votes
from becivic.publishing.workshop import Workshop

__all__ = ["RescanReport", "VotesScanned", "rescan", "scan_votes"]


@dataclass(frozen=True, slots=True)
class RescanReport:
    """What one run did."""

    scanner: str
    """By which rules and models, as rows and files say it too."""
    rows: int
    files: int
    held: int
    asked: int
    """Files of main that a person is newly asked about."""
    failed: int
    """What could not be looked at, and is tried again at the next run."""

    def as_json(self) -> dict[str, str | int]:
        return asdict(self)


def rescan(
    workshop: Workshop, now: datetime, on_progress: OnProgress = lambda _: None, *, everything: bool = False
) -> RescanReport:
    """Everything that these rules and models have not seen, or simply everything."""
    screen = screen_for(workshop)
    votes = scan_votes(workshop, screen, now, on_progress)
    rows = RowScan(workshop, screen, now, everything).run(on_progress)
    files = FileScan(workshop, screen, now, everything).run(on_progress)
    return RescanReport(
        scanner=screen.digest,
        rows=votes.looked + rows.looked,
        files=files.looked,
        held=votes.held + rows.held,
        asked=files.asked,
        failed=rows.failed + files.failed,
    )
