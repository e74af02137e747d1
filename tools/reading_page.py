"""Writes docs/reading-level.md: how hard each body of the packaged corpus is to read, and where to begin."""

from __future__ import annotations

from becivic.corpus.reading_level import LONG, TOO_SHORT
from becivic.corpus.reading_report import HEADINGS, LISTED, reading_report
from tools.packaged_corpus import packaged

PAGE = "docs/reading-level.md"
_ABOUT = f"""# How hard the corpus is to read

Written by `make format`; `becivic check corpus --reading` prints the same table, of any corpus. It is a report and
refuses nothing: a body that cites a law cannot read like a postcard, but it need not read like the law.

- **ease** is Flesch reading ease: 206.835 less 1.015 for each word a sentence and 84.6 for each syllable a word. From 60 up it is plain
  English, from 50 fairly hard, below 30 hard for most people. Hardest first.
- **long words** have {LONG} letters or more.
- **hardest sentences** are the {LISTED} with the lowest ease among those of {TOO_SHORT} words or more: the line of `canonical.md`
  where each begins, and its words. Shorten these first.

Counted are paragraphs, list items and table rows, each at least one sentence. Left out are headings, tags, code,
the labels of references, which are the sources' own names, and italics, which gloss a term in another language.
Syllables are counted by a rule of thumb of our own: a syllable for each run of vowels, less an e that is not heard
(`src/becivic/corpus/reading_level.py`).

"""


def page() -> str:
    rows = [each.cells() for each in reading_report(packaged())]
    marks = ("---", *["---:"] * (len(HEADINGS) - 2), "---")
    lines = (HEADINGS, marks, *((f"`{name}`", *rest) for name, *rest in rows))
    return _ABOUT + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
