"""A change as the pipeline would make it, looked at and not made: finished, checked, compared, rendered (R-CI-32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Change, Context, in_order, run_rules
from becivic.corpus.findings import Finding, Severity
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.proposals import errors_between
from becivic.corpus.seed import SEED_FILE, SEED_LISTS, Catalogue
from becivic.publishing.changes.brought_rows import WithBroughtRows
from becivic.publishing.changes.finishing import ChangeOrigin, CitedFirst, Finished, finish
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.previews.comparing import Comparison
from becivic.publishing.previews.known_rows import KnownRows, seeded
from becivic.publishing.previews.pretended import PretendedMint
from becivic.publishing.previews.rendering import Cited, Look
from becivic.publishing.previews.shown import Preview
from becivic.rendering.freshness import SourceReading
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.statuses import Status


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change before it is made: whole files, and whose they are."""

    files: Mapping[str, bytes]
    origin: ChangeOrigin = ChangeOrigin.MAINTAINER
    submission_type: str = ""
    missing: tuple[str, ...] = ()
    refused: str = ""


def preview(base: Corpus, proposal: Proposal, known: KnownRows, now: datetime) -> Preview:
    """What it would make of `base`. Nothing is written, and no uid is given out."""
    mint = PretendedMint(known)
    finished, refused = _finished(base, proposal, mint, now)
    after = Loader().amended(base, finished.files)
    changed = [path for path in finished.files if _differs(base, after, path)]
    comparison = Comparison(base, after, changed, _look(after, finished.cited, known))
    return Preview(
        base=base.commit or base.tree.label,
        artefacts=tuple(comparison.artefacts()),
        files=tuple(comparison.others()),
        findings=tuple(_findings(base, after, finished, proposal.submission_type, known)),
        refused=proposal.refused or refused,
        given={name: uid for (_, name), uid in mint.given.items()},
        missing=proposal.missing,
    )


def _finished(base: Corpus, proposal: Proposal, mint: PretendedMint, now: datetime) -> tuple[Finished, str]:
    """Where the pipeline cannot finish it, it is shown as it was written."""
    try:
        done = finish(base, proposal.files, proposal.origin, mint, now, name_of=mint.name_of)
    except Unpublishable as refused:
        return Finished(dict(proposal.files), (), (), ()), refused.detail
    return done, ""


def _differs(base: Corpus, after: Corpus, path: str) -> bool:
    return path in after.files and (
        path not in base.files or base.tree.blob_id(path) != after.tree.blob_id(path)
    )


def _findings(
    base: Corpus, after: Corpus, finished: Finished, submission_type: str, known: KnownRows
) -> list[Finding]:
    """The errors that it would bring, and what else is said of what it changes."""

    def judge(catalogue: Catalogue) -> list[Finding]:
        rows: Catalogue = WithFirstRows(catalogue, finished.cited)
        if SEED_FILE in finished.files:
            rows = WithBroughtRows(rows, after.catalogue)
        errors = errors_between(base, after, finished.files, submission_type, catalogue=rows)
        context = Context(after, rows, Change(base, BOT_EMAIL, submission_type))
        return in_order([*errors, *_warnings(context, base, finished.files)])

    return known.judge(judge)


def _warnings(context: Context, base: Corpus, files: Mapping[str, bytes]) -> Iterable[Finding]:
    skills = [each for each in context.corpus.skills.values() if each.file in files]
    known = base.paths.entries
    entries = [
        entry
        for key, entry in context.corpus.paths.entries.items()
        if key not in known or known[key].fields.data != entry.fields.data
    ]
    part = replace(context, batch=skills, path_batch=entries, file_batch=[*files])
    for finding in run_rules(ALL_RULES, part):
        if finding.severity is Severity.WARNING and finding.place.file in files:
            yield finding


def _look(after: Corpus, cited: Iterable[CitedFirst], known: KnownRows) -> Look:
    """The records, then what the change itself brings: rows that come with it."""
    first = {
        each.uid: Cited(
            each.title or each.label, Status.ALPHA.value, each.url, SourceReading(each.last_verified)
        )
        for each in cited
    }
    seed = after.documents[SEED_FILE].fields
    brought = {item.text("uid"): item for key in SEED_LISTS.values() for item in seed.children(key)}
    return lambda uid: known.current(uid) or first.get(uid) or seeded(brought.get(uid))
