"""`becivic run name-scan`: votes, rows and files, once for every change of the rules."""

from __future__ import annotations

from pathlib import Path

from becivic.publishing.screening.rescan import RescanReport, rescan
from becivic.publishing.screening.screen import screen_for
from becivic.store.store import Store
from becivic.store.tables.keeping import NAME_SCANS
from becivic.store.tables.signals import CONCERNS, VALIDATIONS
from tests.factories.corpora import CLOCK, Files
from tests.factories.homes import NOON
from tests.publishing.screening.places import SENTENCE, workshop
from tests.publishing.screening.shown import all_of, concern, put, vote
from tests.requirement import requirement


@requirement("R-NER-01", "R-NER-04")
def test_a_run_says_what_it_looked_at_and_what_it_found(store: Store, tmp_path: Path) -> None:
    files = Files.valid()
    made = workshop(store, tmp_path, files.with_file(CLOCK, files[CLOCK].decode() + f"\n{SENTENCE}\n"))
    put(store, CONCERNS, [concern(1, "All is well."), concern(2, SENTENCE)])
    put(store, VALIDATIONS, [vote(1, SENTENCE)])
    done = rescan(made, NOON)
    looked = len(all_of(store, NAME_SCANS))
    own = screen_for(made).digest
    assert done == RescanReport(scanner=own, rows=3, files=looked, held=2, asked=1, failed=0)
    again = rescan(made, NOON)
    assert again.as_json() == {"scanner": own, "rows": 0, "files": 0, "held": 0, "asked": 0, "failed": 0}
    assert rescan(made, NOON, everything=True) == RescanReport(own, 1, looked, 0, 0, 0)
