"""A diff applies exactly where it says, as `patch` would apply it, or it is refused with a reason and a line."""

from __future__ import annotations

import difflib
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from unidiff.patch import PatchSet

from becivic.corpus.diffs import DiffRefused, apply_diff
from becivic.rules import caps
from tests.factories.oracle import body_before
from tests.factories.payloads import Fixture, fixtures
from tests.pace import within
from tests.requirement import requirement

HEAD = "--- a/canonical.md\n+++ b/canonical.md\n"
BODY = "one\ntwo\nthree\nfour\nfive\n"

_LINES = st.lists(
    st.sampled_from(
        (
            "",
            "one",
            "two",
            " three",
            "- item",
            "+ plus",
            "@@ -1 +1 @@",
            "--- a",
            "+++ b",
            "\\ x",
            "é\u2028\x0c",
        )
    )
)
_BODIES = st.builds(
    lambda lines, ends: "\n".join(lines) + ("\n" if ends and lines else ""), _LINES, st.booleans()
)


def _made(before: str, after: str, context: int = 3) -> str:
    """What `diff -u` says, written by difflib and the remark about newlines that difflib leaves out."""
    old, new = before.split("\n"), after.split("\n")
    old, new = _with_ends(old), _with_ends(new)
    lines = difflib.unified_diff(old, new, "a/canonical.md", "b/canonical.md", n=context)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _with_ends(parts: list[str]) -> list[str]:
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


@requirement("R-AMD-04", "R-XREF-07")
@given(_BODIES, _BODIES, st.integers(0, 4))
@example("", "one\n", 3)
@example("one", "", 3)
@example("one", "one\n", 3)
@example("one\n", "one", 0)
def test_what_a_diff_was_made_from_comes_out_of_it(before: str, after: str, context: int) -> None:
    diff = _made(before, after, context)
    if before == after:
        with pytest.raises(DiffRefused):
            apply_diff(before, diff)
    else:
        assert apply_diff(before, diff) == after


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (shutil.which("diff") and shutil.which("patch")):
        pytest.skip("no diff and patch here")
    return tmp_path_factory.mktemp("diffs")


@requirement("R-AMD-04")
@settings(max_examples=40)
@given(before=_BODIES, after=_BODIES, context=st.sampled_from(("-u", "-U0", "-U1")))
def test_the_result_is_that_of_patch_for_what_diff_makes(
    desk: Path, before: str, after: str, context: str
) -> None:
    (desk / "a").write_bytes(before.encode())
    (desk / "b").write_bytes(after.encode())
    made = subprocess.run(["diff", context, "a", "b"], cwd=desk, capture_output=True, check=False).stdout
    if before == after:
        return
    (desk / "change").write_bytes(made)
    subprocess.run(["patch", "-s", "-o", "c", "a", "change"], cwd=desk, capture_output=True, check=True)
    assert apply_diff(before, made.decode()).encode() == (desk / "c").read_bytes() == after.encode()


def _through_unidiff(before: str, diff: str) -> str:
    """The same by way of unidiff's reading, for diffs that are known to be sound."""
    old, passed = _with_ends(before.split("\n")), 0
    new: list[str] = []
    (patched,) = PatchSet(diff)
    for hunk in patched:
        start = hunk.source_start - bool(hunk.source_length)
        new += old[passed:start]
        passed = start + hunk.source_length
        for line, following in zip(hunk, [*hunk[1:], None], strict=True):
            ends = following is not None and following.line_type == "\\"
            if line.line_type in ("+", " "):
                new.append(line.value.removesuffix("\n") if ends else line.value)
    return "".join(new + old[passed:])


@given(_BODIES, _BODIES)
def test_it_reads_a_diff_as_unidiff_does(before: str, after: str) -> None:
    if before != after:
        diff = _made(before, after)
        assert apply_diff(before, diff) == _through_unidiff(before, diff)


@requirement("R-AMD-04")
@pytest.mark.parametrize(
    "fixture",
    [each for each in fixtures("amendments/valid/skill/*.json") if "body_diff" in each.read()["content"]],
    ids=str,
)
def test_the_diff_of_a_valid_amendment_applies(fixture: Fixture) -> None:
    assert apply_diff(body_before(), fixture.read()["content"]["body_diff"]) != body_before()


@pytest.mark.parametrize(
    ("diff", "after"),
    [
        (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\n", "one\nTWO\nthree\nfour\nfive\n"),
        ("--- \n+++ \n@@ -2 +2 @@\n-two\n+TWO\n", "one\nTWO\nthree\nfour\nfive\n"),
        (f"{HEAD}@@ -2 +2 @@ ## Process\n-two\n+TWO\n", "one\nTWO\nthree\nfour\nfive\n"),
        (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO", "one\nTWO\nthree\nfour\nfive\n"),
        (f"diff --git a/x b/x\nindex 0a1b..2c3d 100644\n{HEAD}@@ -2 +2 @@\n-two\n+TWO\n", "one\nTWO\nthree\nfour\nfive\n"),
        (f"diff --git a/x b/x\n{HEAD}@@ -2 +2 @@\n-two\n+TWO\n", "one\nTWO\nthree\nfour\nfive\n"),
        (f"{HEAD}@@ -0,0 +1 @@\n+zero\n", "zero\none\ntwo\nthree\nfour\nfive\n"),
        (f"{HEAD}@@ -5,0 +6 @@\n+six\n", "one\ntwo\nthree\nfour\nfive\nsix\n"),
        (f"{HEAD}@@ -1,2 +0,0 @@\n-one\n-two\n", "three\nfour\nfive\n"),
        (f"{HEAD}@@ -1,5 +0,0 @@\n-one\n-two\n-three\n-four\n-five\n", ""),
        (f"{HEAD}@@ -5 +5 @@\n-five\n+five\n\\ No newline at end of file\n", "one\ntwo\nthree\nfour\nfive"),
        (f"{HEAD}@@ -5 +5 @@\n-five\n+five\n\\ Kein Zeilenumbruch am Dateiende.\n", "one\ntwo\nthree\nfour\nfive"),
    ],
)  # fmt: skip
def test_forms_that_say_the_same_are_read(diff: str, after: str) -> None:
    assert apply_diff(BODY, diff) == after


def test_an_empty_line_of_context_may_have_lost_its_space() -> None:
    assert apply_diff("a\n\nb\n", f"{HEAD}@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n") == "a\n\nc\n"


def test_a_last_line_without_newline_is_context_only_when_the_diff_says_so() -> None:
    said = f"{HEAD}@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n"
    assert apply_diff("a\nb", said) == "A\nb"
    for body, diff in (("a\nb\n", said), ("a\nb", said.replace("\\ No newline at end of file\n", ""))):
        with pytest.raises(DiffRefused, match="other lines"):
            apply_diff(body, diff)


REFUSED = {
    "nothing": ("", 1, "`---`"),
    "prose": ("Please change the second line.\n", 1, "`---`"),
    "junk before": (f"hello\n{HEAD}@@ -2 +2 @@\n-two\n+TWO\n", 1, "`---`"),
    "one name only": ("--- a\n@@ -2 +2 @@\n-two\n+TWO\n", 2, "`---`"),
    "names only": (HEAD, 3, "no hunk"),
    "junk below the names": (f"{HEAD}hello\n@@ -2 +2 @@\n-two\n+TWO\n", 3, "no hunk"),
    "junk after": (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\nhello\n", 3, "belongs to no hunk"),
    "an empty line after": (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\n\n", 3, "counts"),
    "a second file": (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\n{HEAD}@@ -4 +4 @@\n-four\n+FOUR\n", 3, "counts"),
    "a rename": (f"diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n{HEAD}", 2, "`---`"),
    "a new mode": (f"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n{HEAD}", 2, "`---`"),
    "a binary": ("Binary files a/x and b/x differ\n", 1, "`---`"),
    "a git binary": ("diff --git a/x b/x\nindex 0..1\nGIT binary patch\nliteral 1\n", 3, "`---`"),
    "a combined header": (f"{HEAD}@@@ -2 -2 +2 @@@\n-two\n+TWO\n", 3, "header"),
    "a header of huge numbers": (f"{HEAD}@@ -{'1' * 5000} +2 @@\n-two\n+TWO\n", 3, "header"),
    "a header of other digits": (f"{HEAD}@@ -\u0662 +\u0662 @@\n-two\n+TWO\n", 3, "header"),
    "CRLF": (f"{HEAD}@@ -2 +2 @@\r\n-two\r\n+TWO\r\n", 3, "LF"),
    "one line too few": (f"{HEAD}@@ -2,2 +2,2 @@\n-two\n+TWO\n", 3, "counts"),
    "one line too many": (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\n three\n", 3, "counts"),
    "another removed line": (f"{HEAD}@@ -2 +2 @@\n-zwei\n+TWO\n", 3, "other lines"),
    "another context line": (f"{HEAD}@@ -1,2 +1,2 @@\n eins\n-two\n+TWO\n", 3, "other lines"),
    "a shifted hunk": (f"{HEAD}@@ -3 +3 @@\n-two\n+TWO\n", 3, "other lines"),
    "a shifted new side": (f"{HEAD}@@ -2 +3 @@\n-two\n+TWO\n", 3, "wrong place"),
    "beyond the end": (f"{HEAD}@@ -9,0 +10 @@\n+ten\n", 3, "beyond"),
    "removing beyond the end": (f"{HEAD}@@ -5,2 +5 @@\n five\n-six\n", 3, "other lines"),
    "a line nought": (f"{HEAD}@@ -0 +0 @@\n-one\n+ONE\n", 3, "out of order"),
    "hunks out of order": (f"{HEAD}@@ -4 +4 @@\n-four\n+FOUR\n@@ -2 +2 @@\n-two\n+TWO\n", 6, "out of order"),
    "hunks that overlap": (f"{HEAD}@@ -2,2 +2,2 @@\n-two\n+TWO\n three\n@@ -3 +3 @@\n-three\n+3\n", 7, "out of order"),
    "context alone": (f"{HEAD}@@ -2 +2 @@\n two\n", 3, "nothing"),
    "the same again": (f"{HEAD}@@ -2 +2 @@\n-two\n+two\n", 3, "nothing"),
    "nothing at all": (f"{HEAD}@@ -2,0 +2,0 @@\n", 3, "nothing"),
    "an end in the middle": (f"{HEAD}@@ -2 +2 @@\n-two\n+TWO\n\\ No newline at end of file\n", 1, "follows"),
    "an end that is not there": (f"{HEAD}@@ -5 +5 @@\n-five\n\\ No newline at end of file\n+FIVE\n", 3, "other lines"),
    "an end below nothing": (f"{HEAD}@@ -5 +5 @@\n\\ No newline at end of file\n-five\n+FIVE\n", 4, "below no line"),
    "an end of an empty line": (f"{HEAD}@@ -5,0 +6 @@\n+\n\\ No newline at end of file\n", 5, "below no line"),
    "an end without its space": (f"{HEAD}@@ -5 +5 @@\n-five\n+FIVE\n\\No newline\n", 6, "below no line"),
    "two ends of one line": (f"{HEAD}@@ -5 +5 @@\n-five\n+FIVE\n\\ No newline\n\\ No newline\n", 7, "below no line"),
    "three ends": (f"{HEAD}@@ -5 +5 @@\n-five\n\\ x\n+FIVE\n\\ x\n+6\n\\ x\n", 3, "more lines than two"),
}  # fmt: skip


@requirement("R-AMD-04")
@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_apply_exactly_is_refused_at_its_line(case: str) -> None:
    diff, line, says = REFUSED[case]
    with pytest.raises(DiffRefused) as refused:
        apply_diff(BODY, diff)
    assert (refused.value.line, says in refused.value.reason) == (line, True), refused.value.reason


@given(st.text(max_size=60), st.text(max_size=200) | st.lists(st.sampled_from((
    "--- a", "+++ b", "@@ -1 +1 @@", "@@ -0,0 +1 @@", "@@ -1,2 +1 @@", " a", "-a", "+b", "", "\\ x", "diff --git a b", "index 0..1",
)), max_size=9).map("\n".join))  # fmt: skip
def test_any_text_is_applied_or_refused_and_nothing_else(body: str, diff: str) -> None:
    try:
        after = apply_diff(body, diff)
    except DiffRefused as refused:
        assert 1 <= refused.line <= diff.count("\n") + 2
    else:
        assert after != body


_MOST = caps.BODY_BYTES


@pytest.mark.parametrize(
    "diff",
    [
        "Binary files a" + " and a" * (_MOST // 6),
        "diff --git " + "a b/" * (_MOST // 4),
        "index " + "0" * _MOST,
        f"{HEAD}@@ -1 +1 @@" + " @@" * (_MOST // 3),
        f"{HEAD}@@ -" + "9" * _MOST,
        HEAD + "@@ -1 +1 @@\n-a\n+b\n" * (_MOST // 19),
        f"{HEAD}@@ -1 +1 @@\n" + "\\ \n" * (_MOST // 3),
        "\n" * _MOST,
        "--- \n+++ \n" * (_MOST // 10),
    ],
    ids=range(9),
)
def test_a_hostile_diff_of_the_largest_size_is_refused_at_once(diff: str) -> None:
    with within(100), pytest.raises(DiffRefused):
        apply_diff(BODY, diff)


def test_a_diff_of_a_hundred_thousand_lines_applies() -> None:
    count = 100_000
    with within(100):
        assert apply_diff("", f"{HEAD}@@ -0,0 +1,{count} @@\n" + "+\n" * count) == "\n" * count
