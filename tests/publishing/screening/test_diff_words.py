"""Of a diff, only what it brings is new."""

from __future__ import annotations

import pytest

from becivic.publishing.screening.diff_words import brought, there_before

DIFF = """\
diff --git a/x b/x
--- a/canonical.md
+++ b/canonical.md
@@ -1,4 +1,4 @@ A heading
 stays
-goes
--- goes, and looks like a header
+comes
+++ comes, and looks like a header

@@ -9 +9 @@
+@ home
\\ No newline at end of file
"""


def test_added_lines_and_everything_that_is_the_submitters_own_are_brought() -> None:
    assert brought(DIFF).split("\n") == [
        "diff --git a/x b/x", "--- a/canonical.md", "+++ b/canonical.md", "",
        " A heading", "comes", "++ comes, and looks like a header", "", "",
        "", "@ home", "\\ No newline at end of file", "",
    ]  # fmt: skip


def test_lines_that_stay_or_go_were_there_before() -> None:
    assert there_before(DIFF).split("\n") == ["stays", "goes", "-- goes, and looks like a header"]


def test_a_text_that_is_no_diff_is_new_as_a_whole() -> None:
    assert brought("Somebody wrote a letter\nof two lines") == "Somebody wrote a letter\nof two lines"
    assert there_before("Somebody wrote a letter") == ""


def test_a_line_that_fits_nowhere_in_a_hunk_is_new() -> None:
    assert brought("@@ -1 +1 @@\nwithout a mark") == "\n\nwithout a mark"


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("@@ -1 +1 @@ x @@ A name @@", " x @@ A name @@"),
        ("@@ -1,2 +1 @@@@ -3 +3 @@", "@@ -3 +3 @@"),
        ("@@ A name @@", "@@ A name @@"),
    ],
)
def test_only_the_numbers_at_the_start_of_a_hunk_are_not_read(header: str, read: str) -> None:
    assert brought(f"{header}\n stays") == f"\n{read}"
