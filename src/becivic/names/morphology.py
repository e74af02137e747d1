"""Owns what the mere form of a word tells: surnames by their ending or prefix, nouns by theirs."""

from __future__ import annotations

import re
from typing import Final

_SURNAME: Final = re.compile(
    r"""^(?:
    [a-z'-]{2,}(?:
      [szc]ki|[szc]ka|[szc]kyi|[szc]kiy|sky|skyi|skaya|wicz|czyk|czak|owski|owska|
      escu|eanu|oiu|ovic|evic|ovich|evich|ovych|ovna|ev|eva|ov|ova|off|enko|chuk|czuk|iuk|
      oglu|yan|ian|yants|shvili|idze|adze|iani|poulos|opoulos|poulou|idou|akis|idis|iadis|ellis|
      sson|sdotter|sdottir|nen|unas|aitis|aite|iene|auskas|auskiene|
      [nrdlmtu]ez|ino|elli|ello|etti|etto|ucci|acci|ardi|aldi|
      ullah|allah|uddin|ur-rahman|zadeh|zada|zai|pour|nejad|
      mans|maekers|maeker|aerts|aert|kens|
      wala|wale|singh|kumar|
      [td]zhi|aj|hoxha|
      [a-z]bhai|esh
    )
    |(?:van|vande|vanden|vander|verh|abdel|abdul|abdou|abder|abdo|abu|abou|bel|ben|bou|mac|mc|fitz|o')[a-z]{4,}
    |(?:ndi|nga|nke|mbu|mba|mvu|nsa|nta|ngu|tshi|kab|kas|ouedra|niy|uwi|muk|haba|nda|hak|nku|nse|oye|ade|olu|chuk|oko)[a-z]{3,}
    |(?:al|el|ait|ben|bin|bou|abu|ul)-[a-z]{3,}
    )$""",
    re.VERBOSE,
)
_NOUN: Final = re.compile(
    r"""^[a-z'-]{2,}(?:
      ung|ungen|heit|heiten|keit|keiten|schaft|schaften|taet|tat|taten|tion|tionen|tions|sion|sionen|sions|nis|nisse|tum|ismus|ling|linge|
      heid|heden|ing|ingen|teit|iteit|schap|schappen|isme|
      ment|ments|ite|ites|ence|ances|ance|ences|ure|ures|age|ages|ique|iques|aire|aires|iste|istes|ologie|graphie|
      ness|ship|ships|ity|ities|able|ible|ful|less|ology|ism|isms|ary|ory|ive|ives|ical|ally|
      strasse|strassen|straat|straten|laan|lei|plein|steenweg|gasse|platz|weg|allee|ring|brug|brucke|kaai|dreef|markt|
      wet|wetten|gesetz|gesetze|recht|rechts|arrest|urteil|decreet|besluit|erlass|
      amt|amter|kasse|kassen|karte|karten|kaart|kaarten|schein|bewijs|attest|ausweis|pass|dienst|diensten|
      haus|huis|huizen|zentrum|centrum|bank|fonds|stelle|stellen|buro|hof|rat|raad|werk|tag|dag|
      er[sn]chaft|bar|lich|liche|lichen|licher|lijk|lijke|isch|ische|ischen|ischer|ig|ige|igen|
      erin|erinnen|eur|eurs|euse|euses|trice|trices
    )$""",
    re.VERBOSE,
)


def is_surname_shaped(folded: str) -> bool:
    """`Kowalczyk`, `Popescu`, `Vandenbulcke`: nobody needs to have listed them."""
    return _SURNAME.match(folded) is not None


def is_noun(folded: str) -> bool:
    """`Aufenthaltskarte`, `Inschrijving`, `Keizerslaan`: things, in any of the four languages."""
    return len(folded) >= 6 and _NOUN.match(folded) is not None
