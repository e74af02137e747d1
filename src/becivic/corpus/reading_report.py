"""The reading level of every skill of a corpus, hardest first: for the command line and for docs/reading-level.md."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from becivic.corpus.load import Corpus
from becivic.corpus.reading_level import Figures, hardest, sentences, total
from becivic.corpus.skill import Skill

HEADINGS: Final = (
    "skill",
    "ease",
    "words",
    "sentences",
    "words a sentence",
    "long words",
    "hardest sentences: line (words)",
)
LISTED: Final = 3
"""Hard sentences shown of each skill: enough to begin with."""


class HardSentence(NamedTuple):
    """Where a hard sentence begins in its file."""

    line: int
    words: int
    ease: float


class SkillReading(NamedTuple):
    """One line of the report."""

    skill: str
    figures: Figures
    hardest: tuple[HardSentence, ...]

    def cells(self) -> tuple[str, ...]:
        """As text, in the order of `HEADINGS`."""
        figures = self.figures
        return (
            self.skill,
            f"{figures.ease:.0f}",
            f"{figures.words:,}",
            f"{figures.sentences:,}",
            f"{figures.words_a_sentence:.1f}",
            f"{100 * figures.long_share:.0f} %",
            ", ".join(f"{each.line} ({each.words})" for each in self.hardest),
        )

    def as_json(self) -> dict[str, Any]:
        figures = self.figures
        return {
            "skill": self.skill,
            "ease": round(figures.ease, 1),
            "words": figures.words,
            "sentences": figures.sentences,
            "words_a_sentence": round(figures.words_a_sentence, 1),
            "long_words_share": round(figures.long_share, 3),
            "hardest": [
                {"line": each.line, "words": each.words, "ease": round(each.ease, 1)} for each in self.hardest
            ],
        }


def reading_report(corpus: Corpus) -> list[SkillReading]:
    """By rising ease, and by name among those that are alike."""
    found = [_read(skill) for skill in corpus.skills.values()]
    return sorted(found, key=lambda each: (each.figures.ease, each.skill))


def _read(skill: Skill) -> SkillReading:
    every = list(sentences(skill.body))
    worst = (
        HardSentence(skill.body.line(each.offset), each.figures.words, each.figures.ease)
        for each in hardest(every, LISTED)
    )
    return SkillReading(skill.id, total(every), tuple(worst))
