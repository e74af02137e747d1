"""E-mail addresses, plain and in the disguises people give them."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import IGNORE_CASE, QUOTES, WORD_EDGE, ScrubRule, captured, one_of

_LOCAL: Final = f"[A-Z0-9._%+{QUOTES}À-Þà-þ-]{{1,40}}"
_LABEL: Final = "[A-Z0-9À-Þà-þ-]"
_SIGN: Final = "(?:@|%40|&#64;|[ ]@[ ]?|@[ ])"

_AT_WORD: Final = one_of(
    "arobase|arobas|a[ ]commercial|apenstaart(?:je)?|apestaart(?:je)?|klammeraffe|at-(?:teken|zeichen)|at[ ]sign",
    "[äÄ]t",
)
"""Words that mean nothing but the sign. "at" alone is an English word and needs more around it."""
_AT: Final = one_of(
    rf"[ ]?[(\[{{<][ ]?(?:at|a|@|chez|bei|bij|{_AT_WORD})[ ]?[)\]}}>][ ]?",
    f"[ ](?:{_AT_WORD})[ ]",
    "_at_",
)
_DOT: Final = one_of(
    r"[ ]?[(\[{<][ ]?(?:dot|point|punt|punkt|[.])[ ]?[)\]}>][ ]?",
    "[ ](?:dot|point|punt|punkt)[ ]",
)
_JOIN: Final = one_of(
    _DOT,
    "[ ](?:tiret|underscore|dash|hyphen|streepje|koppelteken|bindestrich|unterstrich)[ ]",
)
"""What else is spoken inside an address."""
_TOP_LEVEL: Final = one_of(
    "be|com|org|net|eu|fr|nl|de|lu|uk|info|brussels|vlaanderen|gent",
    "ch|at|it|es|pt|pl|ro|ma|tr|io|me|gov|edu|biz",
)
"""The ends that make "look at this dot be" an address; any ending would make prose one."""
_NO_WORD_END: Final = "(?:be|com|org|net|eu|fr|nl|lu|uk|info|brussels|vlaanderen|gent|ch|gov|edu)"
"""Those that no sentence goes on with: "stuck at this point it was" is no address."""
_PROVIDER: Final = "(?:gmail|hotmail|outlook|yahoo|telenet|skynet|proximus|icloud)[.](?:com|be|fr)"
_MAILBOX: Final = "(?:gmail|hotmail|outlook|yahoo|live|icloud|gmx|web)[.](?:com|be|fr|nl|de)"
_HOST: Final = "[A-Z0-9-]"
_PREPOSITION: Final = "[ ](?:at|@|chez|bij|bei)[ ]"

_DISGUISED: Final = one_of(
    f"{_AT}{_HOST}{{1,26}}(?:(?:[.]|{_JOIN}){_HOST}{{2,14}}){{1,3}}",
    rf"[ ]@[ ]{_HOST}{{2,30}}[ ]\.[ ]{_TOP_LEVEL}",
    f"[ ](?:at|@)[ ]{_HOST}{{2,30}}(?:(?:[.]|{_JOIN}){_HOST}{{2,20}}){{0,2}}"
    r"(?:[ ]?[(\[{<][ ]?(?:dot|point|punt|punkt|[.])[ ]?[)\]}>][ ]?|[ ](?:dot|punt|punkt)[ ])" + _TOP_LEVEL,
    f"{_PREPOSITION}{_HOST}{{2,30}}(?:(?:[.]|{_JOIN}){_HOST}{{2,20}}){{0,2}}{_DOT}{_NO_WORD_END}",
    f"{_PREPOSITION}{_HOST}{{2,30}}(?:(?:[.]|{_JOIN}){_HOST}{{2,20}}){{0,2}}[ ][(]?punkt[)]?[ ]de",
    f"[ ]at[ ]{_PROVIDER}",
    f"{_PREPOSITION}{_MAILBOX}",
    f"@{_HOST}{{2,30}}{_DOT}{_TOP_LEVEL}",
    f"-at-[A-Z0-9]{{2,30}}-dot-{_TOP_LEVEL}",
)
_SPOKEN_LOCAL: Final = one_of(f"[A-Z0-9._À-Þà-þ-]{{1,20}}(?:{_JOIN}[A-Z0-9À-Þà-þ]{{1,14}}){{1,2}}", _LOCAL)
"""Words before the sign that are joined by a spoken dot go along, so that nothing of the name is left."""

RULES: Final = (
    ScrubRule(
        "email",
        "E-mail address, also with its sign escaped for a web address or set apart by a space.",
        captured(rf"{_LOCAL}{_SIGN}{_LABEL}{{1,40}}(?:\.{_LABEL}{{1,20}}){{0,3}}\.[A-Z]{{2,18}}") + WORD_EDGE,
        IGNORE_CASE,
    ),
    ScrubRule(
        "email_disguised",
        "E-mail address with its sign or dots written as words or in brackets (at, arobase, apenstaartje, "
        "chez, dot, point, punt, punkt), the name before it included.",
        _SPOKEN_LOCAL + _DISGUISED + r"\b",
        IGNORE_CASE,
    ),
)
