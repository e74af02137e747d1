"""Owns one reading of one text: which words are names by themselves, which only beside one, which never."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.names import senses, things
from becivic_harness.names.cues import PARTICLES
from becivic_harness.words import languages
from becivic_harness.words.groups import group
from becivic_harness.words.lists import (
    ELSE,
    GIVEN,
    GROWS,
    KIN,
    LISTS,
    NAME,
    PROPER,
    ROLE,
    SURNAME,
    TOWN,
    WORD,
)
from becivic_harness.words.tokens import Token

_PLACE_WORDS: Final = group("before a place")
_YEARS_OF_AGE: Final = group("years of age")
_GLUE: Final = frozenset(
    ["%20", "+", "=", "|", '"', "~", "*", "\\", "&", "#", "/", "@", "^", ";", ":", ",", "%2B"]
)
"""Signs without a blank, as in `Jean|Dupont`: between two words nobody else writes them so."""
_WITH: Final = group("with somebody")
_DONE: Final = group("done by somebody")
_TIMES: Final = group("weekdays").union(*(group(f"month {number}") for number in range(1, 13)))
_SHORT_FORMS: Final = frozenset(["ph", "th", "chr", "jos", "yv"])  # Ph. Lardinois


class Reading:
    """One text: its words, what each may be, and the words that something else of ours covers."""

    def __init__(self, tokens: Sequence[Token], covered: frozenset[int]) -> None:
        self.tokens = tokens
        self.covered = covered
        self.senses = [0 if at in covered else senses.of(token) for at, token in enumerate(tokens)]
        self.languages = languages.of_words(tokens)

    def is_name(self, at: int) -> bool:
        """By itself, whatever stands round it but the name of a thing."""
        token, sense = self.tokens[at], self.senses[at]
        if at in self.covered:
            return False
        if not token.latin:
            return True
        if len(token.folded) < 2:
            return False
        if sense & NAME:
            found = self._known_is_name(at)
        elif sense & ELSE:
            found = not sense & PROPER and self._behind_large_particle(at)
        else:
            found = senses.unknown_is_name(token) and not self._is_abbreviation(at)
        return found and not (token.capital and things.is_thing(self.tokens, at))

    def is_strange(self, at: int) -> bool:
        """On no list and built like nothing we know, however it is written."""
        token = self.tokens[at]
        return (
            len(token.folded) > 2
            and not self.senses[at]
            and at not in self.covered
            and not senses.is_built(token.folded)
        )

    def _known_is_name(self, at: int) -> bool:
        token, sense = self.tokens[at], self.senses[at]
        if self._behind_initial(at) or self._before_age(at) or self._is_somebody_here(at):
            return True
        if not sense & ELSE and not sense & TOWN:
            return token.capital or len(token.folded) > 2
        if not token.capital or sense & PROPER:
            return False
        if sense & TOWN:
            return not (token.joined and self.tokens[at - 1].folded in _PLACE_WORDS)
        return not token.opens and self.languages[at] != languages.DE and not self._beside_title_words(at)

    def _is_abbreviation(self, at: int) -> bool:
        """`276 Conv. pour`: short, a dot, and the sentence goes on."""
        if len(self.tokens[at].text) > 5 or at + 1 >= len(self.tokens):
            return False
        behind = self.tokens[at + 1]
        return behind.gap[:2] == ". " and (behind.gap[2:3].isdigit() or not behind.capital)

    def _is_somebody_here(self, at: int) -> bool:
        """`Sam came`, `with Sam`, `Blanche Fontaine`: a given name that is a word too, where only a person can be."""
        token, sense = self.tokens[at], self.senses[at]
        if not token.capital or token.shout or not languages.is_open(token.folded) or token.folded in _TIMES:
            return False
        if self._beside_other_name(at):
            return True
        if not sense & GIVEN or sense & ROLE:
            return False
        behind = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if token.opens and behind is not None and behind.joined and behind.folded in _DONE:
            return True
        german = self.languages[at] == languages.DE and sense & GROWS
        return token.joined and not german and self.tokens[at - 1].folded in _WITH and not self._is_titled(at)

    def _is_titled(self, at: int) -> bool:
        """More words written large go on behind it: a title of something."""
        return at + 1 < len(self.tokens) and self.tokens[at + 1].joined and self.tokens[at + 1].capital

    def _beside_other_name(self, at: int) -> bool:
        """Two words written large, a given name and a surname, though each is a word as well."""
        for first in (at - 1, at):
            if first < 0 or first + 1 >= len(self.tokens) or not {first, first + 1}.isdisjoint(self.covered):
                continue
            given, surname = self.senses[first], self.senses[first + 1]
            words = self.tokens[first : first + 2]
            if not (given & GIVEN and surname & SURNAME) or (given | surname) & ROLE or given & PROPER:
                continue
            if not all(word.capital and not word.shout and languages.is_open(word.folded) for word in words):
                continue
            glued = words[1].joined or words[1].gap in _GLUE
            if glued and not (self.languages[at] == languages.DE and given & surname & GROWS):
                return True
        return False

    def _behind_large_particle(self, at: int) -> bool:
        """`with De Backer`: inside a sentence nobody writes an article large."""
        token, before = self.tokens[at], self.tokens[at - 1]
        if at == 0 or not (token.capital and token.joined and before.capital) or before.opens or before.shout:
            return False
        return (
            before.folded in PARTICLES
            and self.languages[at] != languages.DE
            and languages.is_open(token.folded)
        )

    def _before_age(self, at: int) -> bool:
        """`Inès, 17 ans`."""
        if at + 1 >= len(self.tokens) or not self.tokens[at].capital:
            return False
        behind = self.tokens[at + 1]
        return behind.folded in _YEARS_OF_AGE and behind.gap.strip(" ,(-").isdigit()

    def _behind_initial(self, at: int) -> bool:
        token = self.tokens[at]
        return token.capital and token.after_a_dot and at > 0 and self.is_initial(at - 1)

    def _beside_title_words(self, at: int) -> bool:
        """`Carte Blanche`, `Single Permit Page`: who writes things large writes words large."""
        for near in (at - 1, at + 1):
            if 0 <= near < len(self.tokens) and self.tokens[max(at, near)].joined:
                token, sense = self.tokens[near], self.senses[near]
                things_word = sense & ELSE and not sense & (NAME | ROLE)
                if token.capital and not token.opens and things_word and token.folded not in PARTICLES:
                    return True
        return False

    def may_be_announced(self, at: int, *, sure: bool, titled: bool = False) -> bool:
        """Whether a word behind a cue is a name. Small words that are nothing but words never are."""
        token, sense = self.tokens[at], self.senses[at]
        if len(token.folded) < 2 or at in self.covered:
            return False
        if not sense & ELSE:
            return bool(sense & NAME) or not senses.is_built(token.folded)
        if sense & ROLE:
            return False
        if titled and sense & PROPER and languages.is_open(token.folded):
            return True  # Mr London, dr. van damme: people are called after places
        if sense & NAME:
            if sure and token.folded not in languages.SMALL_WORDS:
                return True
            kin = sense & GIVEN and LISTS.sense(self.tokens[at - 1].folded) & KIN
            return token.capital or bool(kin and languages.is_open(token.folded))
        foreign = self.languages[at] != languages.DE or not sense & GROWS
        return sure and token.capital and foreign and not sense & PROPER and languages.is_open(token.folded)

    def flows(self, at: int) -> bool:
        """The word goes on where the one before stops: a blank, or the dot of an initial."""
        token = self.tokens[at]
        return at > 0 and (
            token.joined
            or token.gap == "."
            or token.gap in _GLUE
            or (token.after_a_dot and self.is_initial(at - 1))
        )

    def is_initial(self, at: int) -> bool:
        token = self.tokens[at]
        return token.capital and (len(token.text) == 1 or token.folded in _SHORT_FORMS)

    def belongs_behind(self, at: int, name: int) -> bool:
        """Part of the name whose last word, particles aside, is `name`."""
        token, sense = self.tokens[at], self.senses[at]
        if at in self.covered:
            return False
        if self.is_initial(at):
            return True
        if not sense & ELSE:
            return bool(sense & (NAME | TOWN)) or not senses.is_built(token.folded)
        if token.capital:
            return bool(sense & NAME and not self._is_from_here(at)) or self._is_surname_here(at, name)
        return bool(sense & SURNAME) and bool(self.senses[name] & GIVEN) and languages.is_open(token.folded)

    def _is_from_here(self, at: int) -> bool:
        """`Aleksandra de Namur` comes from there."""
        before = self.tokens[at - 1]
        own = not languages.holds(before.folded, self.languages[at])
        return bool(self.senses[at] & PROPER) and before.folded in PARTICLES and own and not before.capital

    def _is_surname_here(self, at: int, name: int) -> bool:
        """`Katerina Pappa`, `Jan Van Gent`, `Rocío del Río`: it is a word or a place elsewhere."""
        token, sense, before = self.tokens[at], self.senses[at], self.tokens[at - 1]
        if at - 1 > name or before.folded in PARTICLES:
            return before.capital or languages.holds(before.folded, self.languages[at])
        if things.is_saint(token.folded):
            return True
        if self.languages[at] == languages.DE and sense & GROWS:
            return False
        place = sense & PROPER and not sense & WORD
        return not place and not sense & ROLE and not languages.is_small(token.folded, self.languages[at])

    def belongs_before(self, at: int, name: int) -> bool:
        """Part of the name that begins at `name`."""
        token, sense = self.tokens[at], self.senses[at]
        if at in self.covered:
            return False
        if self.is_initial(at):
            return not (token.folded == "m" and self.tokens[name].after_a_dot)
        if len(token.text) == 1 and self.tokens[name].after_a_dot:
            return True
        if token.capital:
            return (
                bool(sense & NAME)
                or (not sense & ELSE and senses.unknown_is_name(token))
                or self._is_given_here(at)
            )
        given = sense & GIVEN and not sense & ROLE
        return bool(given and self.senses[name] & SURNAME) and languages.is_open(token.folded)

    def _is_given_here(self, at: int) -> bool:
        """`Shun Saito`: to shun is a word elsewhere."""
        token, sense = self.tokens[at], self.senses[at]
        if token.opens or sense & (PROPER | ROLE) or not languages.is_open(token.folded):
            return False
        return not (self.languages[at] == languages.DE and sense & GROWS)
