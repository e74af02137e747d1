"""Finds loose numbers: six digits or more, whatever separates them, read out in words, or five among letters.

Amounts, years, hours, acts of law, ids of our own catalogue and web addresses are no such numbers. A phone number is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from becivic_harness import numbers_in_words
from becivic_harness.patterns import Pattern
from becivic_harness.plain_text import plain
from becivic_harness.spans import Span
from becivic_harness.words.opaque import stretches, web_addresses

KIND: Final = "number"
_CURRENCY: Final = r"(?:EUR|euros?|€|USD|US\$|\$|dollars?|GBP|£|CHF|MAD|DZD|TND|XAF|XOF|dirhams?|dinars?|francs?|BEF|cents?|centimes?)"
_AMOUNT: Final = r"[0-9]{1,3}(?:[ .,'][0-9]{3}){0,3}(?:[.,][0-9]{1,2})?|[0-9]{1,9}(?:[.,][0-9]{1,2})?"
_COUNTED: Final = (
    r"(?:habitants?|inwoners?|Einwohner(?:n|innen)?|inhabitants?|people|persons?|personnes?|personen|mensen|Menschen|Personen"
    r"|dossiers|files|applications|demandes|cartes|cards|kaarten|Karten|aanvragen|Anträge[n]?|cases|km|m2|m²|kWh|heures|hours|uren|Stunden|jours|days|dagen|Tage[n]?)"
)
_NO_LOOSE_NUMBER: Final = (
    Pattern(
        rf"(?<![0-9])(?:(?:{_AMOUNT})[ ]?(?:-|/|à|to|tot|naar|auf|bis|et|en|and|und|ou|of|or|oder)[ ]?){{0,3}}(?:{_AMOUNT})[ ]?"
        rf"{_CURRENCY}(?![^\W\d_])",
        re.IGNORECASE,
    ),
    Pattern(rf"(?<![^\W_]){_CURRENCY}[ ]?(?:{_AMOUNT})(?![0-9])", re.IGNORECASE),
    Pattern(rf"(?<![0-9.])[0-9]{{1,3}}(?:[ .,'][0-9]{{3}}){{1,3}}[ ]{_COUNTED}", re.IGNORECASE),
    Pattern(r"(?<![0-9])[0-9]+(?:[.,][0-9]+)?[ ]?%"),
    Pattern(r"(?<![0-9./-])(?:1[89]|20)[0-9]{2}(?:[ ]?[-/][ ]?(?:1[89]|20)?[0-9]{2})(?![0-9]|[./-][0-9])"),
    Pattern(r"(?<![0-9])[0-9]{1,2}[.:h][0-9]{2}[ ]?(?:-|/|à|tot|bis|to)[ ]?[0-9]{1,2}[.:h][0-9]{2}(?![0-9])"),
    Pattern(r"24/24(?:[ ,]{1,2}(?:et |en |and |und )?7/7)?|7/7[ ,]{1,2}24/24"),
    Pattern(
        r"(?:directives?|richtlijn(?:en)?|Richtlinien?|r[èe]glements?|verordening(?:en)?|Verordnung(?:en)?|regulations?|d[ée]cisions?|numac"
        r"|EU|UE|CE|EC|EG|EEG|CEE)[^0-9\n;!?]{0,14}[0-9]{1,4}[/-][0-9]{1,4}(?![0-9])",
        re.IGNORECASE,
    ),
    Pattern(r"numac[ =:]{1,3}[0-9]{10}(?![0-9])", re.IGNORECASE),
    Pattern(r"(?<![0-9])(?:19|20)?[0-9]{2,4}/[0-9]{1,4}/(?:CE|EC|EG|EU|UE|EEG|CEE|EWG)\b"),
    Pattern(r"(?<![^\W_])(?:val|ref|pth|con)-[0-9]{5,6}(?![^\W_])"),
    Pattern(r"(?<![0-9./-])[0-9]{1,2}[ ](?:1[89]|20)[0-9]{2}(?![0-9]|[ ./-][0-9])"),
    Pattern(r"\bmod(?:[eè]le|ell?)[ ][0-9]{3}(?:[.-][0-9]{1,2}){1,2}(?![0-9])", re.IGNORECASE),
    Pattern(r"\b[CTF]-[0-9]{1,4}/[0-9]{2}(?![0-9])"),
    Pattern(
        r"(?:constitutional court|cour constitutionnelle|grondwettelijk hof|verfassungsgerichtshofe?s?)[^0-9\n;!?]{0,24}[0-9]{1,3}/[0-9]{4}",
        re.IGNORECASE,
    ),
    Pattern(
        r"\bcodes?[ ][0-9]{4}-[0-9]{2}(?![0-9])|\bCELEX[ :]{1,2}[0-9]{5}[A-Z]{1,2}[0-9]{4}\b", re.IGNORECASE
    ),
)
_RUN: Final = Pattern(
    r"(?:(?<![^\W\d_])[A-Z]{1,3}[ -]?)?[+(]{0,2}(?<![0-9])[0-9](?:(?:[ ./_()-]{0,3}|,)[0-9]){5,}"
)
_MIXED: Final = Pattern(r"(?<![^\W_])(?<![^\W_][./_-])[^\W_](?:[./_-]?[^\W_]){5,}")
_COVER: Final = "¤"
_FEWEST_MIXED: Final = 5
_ALIKE: Final = Pattern(r"(?<![^\W_])(?=[OoIl|]*[0-9])[0-9OoIl|]{2,}(?![^\W_])")
_AS_DIGITS: Final = str.maketrans("OoIl|", "00111")
_SHAPES: Final = Pattern(
    r"(?<![\w-])(?:[1-9]-?[A-Za-z]{3}-?[0-9]{3}"  # plates
    r"|[A-Za-z]{1,4}[-./ ]?[0-9]{2,}[-./][A-Za-z]{1,4}[-./]?[0-9]{2,}"
    r"|(?<!art\. )(?<!rt )(?<![.§v])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?!\.[0-9]))"
    r"(?![\w-])"
)
_LABELS: Final = Pattern(
    r"dossier|aktenz|kenmerk|\bref|réf|referen|\bcase\b|\bzaak|\bfile\b|plate|plaque|plaat|kennzeichen",
    re.IGNORECASE,
)
_LABELLED: Final = Pattern(
    r"(?:dossier(?:nummer|number)?|aktenzeichen|kenmerk|r[ée]f(?:\.|[ée]rence|erence|erentie|erenz)?|case|zaak|file|plate|plaque"
    r"|nummerplaat|kennzeichen)[ :#]{1,3}(?:(?:n[°ro.]{1,2}|num[ée]ro|number|nummer)[ :]{1,2})?"
    r"((?=[A-Za-z0-9./-]*[0-9][./-]?[A-Za-z0-9./-]*[0-9])(?=[0-9./-]*[A-Za-z])[A-Za-z0-9]+(?:[./-][A-Za-z0-9]+)*)",
    re.IGNORECASE,
)
_COLONS: Final = Pattern(
    r"(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:(?<=:)(?:[0-9]{1,3}\.){3}[0-9]{1,3})?(?![\w:])"
)
_COLONS_OF_EIGHT: Final = 7
_ASKED: Final = Pattern(r"[?&;]([^?&;=#]{1,40})=((?:[+(]|%2[bB])?[0-9](?:[ ./_()+-]{0,2}[0-9]){5,})(?![0-9])")
_OFFICIAL: Final = frozenset(
    [
        *(
            "cn",
            "cn_search",
            "numac",
            "numac_search",
            "doc",
            "docid",
            "id",
            "oidn",
            "-dtrf",
            "celex",
            "uri",
            "pd",
            "pd_search",
        ),
        *(
            "replytocom",
            "page",
            "pageid",
            "node",
            "nid",
            "dd",
            "ddd",
            "dt",
            "lg_txt",
            "sum_date",
            "pub_date",
            "v",
        ),
    ]
)
"""How official sites call what is no number of a person."""


def find(text: str, kept: Iterable[tuple[int, int]] = ()) -> list[Span]:
    """Where loose numbers stand. `kept` are stretches that another finder has judged: dates above all."""
    read = plain(text)
    asked = [*_in_queries(read), *(Span(*place, KIND) for place in numbers_in_words.find(read))]
    read = _without(read, sorted((*kept, *stretches(text))))
    alike = _look_alike(read)
    if not _found(alike):
        return asked
    masked = _masked(read)
    return sorted({*asked, *_found(masked), *(_found(_masked(alike)) if alike != read else ())})


def _in_queries(text: str) -> list[Span]:
    """`?d=19850730`: what is asked for by number; but acts of the gazette and ids of pages are asked for so too."""
    return [
        Span(start + asked.start(2), start + asked.end(2), KIND)
        for start, end in web_addresses(text)
        if "?" in text[start:end]
        for asked in _ASKED.finditer(text[start:end])
        if asked[1].casefold() not in _OFFICIAL and not asked[1].casefold().startswith("art.")
    ]


def _look_alike(text: str) -> str:
    """`O475 l2 34 56` with the digits that are meant, mark for mark."""
    if text.isalpha() or not any(mark.isdigit() for mark in text):
        return text
    for found in list(_ALIKE.finditer(text)):
        meant = found.group().translate(_AS_DIGITS)
        text = f"{text[: found.start()]}{meant}{text[found.end() :]}"
    return text


def _found(text: str) -> list[Span]:
    if not any(mark.isdigit() for mark in text) and "::" not in text:
        return []
    return sorted([*_runs(text), *_mixed(text), *_shaped(text)])


def _shaped(text: str) -> Iterator[Span]:
    """What has fewer digits and tells by its shape: plates, numbers of files, addresses of machines."""
    for found in _SHAPES.finditer(text):
        yield Span(found.start(), found.end(), KIND)
    for found in _LABELLED.finditer(text) if _LABELS.search(text) else ():
        yield Span(found.start(1), found.end(1), KIND)
    for found in _COLONS.finditer(text) if text.count(":") > 1 else ():
        if "::" in found.group() or found.group().count(":") == _COLONS_OF_EIGHT:
            yield Span(found.start(), found.end(), KIND)


def _masked(text: str) -> str:
    """With a sign that is no digit and no separator in place of every number that may stay."""
    for pattern in _NO_LOOSE_NUMBER:
        text = pattern.covered(text, _COVER)
    return text


def _without(text: str, kept: Iterable[tuple[int, int]]) -> str:
    pieces: list[str] = []
    place = 0
    for start, end in kept:
        pieces += (text[place:start], _COVER * (end - max(start, place)))
        place = max(place, end)
    return "".join((*pieces, text[place:]))


def _runs(text: str) -> Iterator[Span]:
    for found in _RUN.finditer(text):
        yield Span(found.start(), found.end(), KIND)


def _mixed(text: str) -> Iterator[Span]:
    """`EH123456`, `ab-12-345-c`: letters with so many digits are the number of some paper."""
    for found in _MIXED.finditer(text):
        digits = sum(mark.isdigit() for mark in found.group())
        if digits >= _FEWEST_MIXED and any(mark.isalpha() for mark in found.group()):
            yield Span(found.start(), found.end(), KIND)
