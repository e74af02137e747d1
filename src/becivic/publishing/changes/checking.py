"""The checks that a change must pass with everything main holds, and what main holds that it should not
(lifecycle 10.1; schemas 6.1; R-JOB-04, C-06).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from becivic.corpus.findings import Finding
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.proposals import errors_between, errors_on_main
from becivic.corpus.seed import Catalogue
from becivic.corpus.tree import OverlayTree
from becivic.publishing.changes.refused import Unpublishable
from becivic.rules.publishing import Failure


def checked(
    corpus: Corpus, files: Mapping[str, bytes], submission_type: str, catalogue: Catalogue | None = None
) -> Corpus:
    """The corpus with these files, once it is known to break no rule that it keeps now. Raises Unpublishable.

    Versions are judged too: `finish` has counted them.
    """
    after = Loader().amended(corpus, files)
    found = errors_between(corpus, after, files, submission_type, catalogue=catalogue)
    if found:
        rules = ", ".join(dict.fromkeys(finding.rule for finding in found))
        raise Unpublishable(Failure.CHECKS_FAILED, f"With it the corpus would break: {rules}.", found)
    return after


def with_commit(corpus: Corpus, sha: str) -> Corpus:
    """The same corpus, now that git holds it as this commit."""
    known = replace(corpus, tree=OverlayTree(corpus.tree, {}, sha))
    known.remember(corpus, with_paths=True)
    return known


def broken_on_main(before: Corpus, after: Corpus, catalogue: Catalogue | None = None) -> list[Finding]:
    """The errors that main has now and had not before, whoever brought them.

    Two changes that are sound by themselves may not be so together, and what others merge was not checked here.
    """
    return errors_on_main(before, after, catalogue=catalogue)
