"""Full names of several words, in sentences: the whole name must be found, particles included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from becivic.rules.languages import LANGUAGES
from becivic.score.item import Item

PER_LANGUAGE: Final = 11
_GIVEN: Final[Mapping[str, Sequence[str]]] = {
    "brazilian": ("João Pedro", "Maria Eduarda", "Luiz Felipe", "Ana Beatriz", "Thiago", "Larissa", "José Carlos", "Rayssa"),
    "portuguese": ("Rui Miguel", "Inês", "Gonçalo", "Maria da Luz", "Vasco", "Leonor"),
    "spanish": ("María del Carmen", "José Luis", "Ana Belén", "Juan Ignacio", "Rocío", "Francisco Javier", "María José", "Iker"),
    "vietnamese": ("Nguyễn Thị", "Trần Văn", "Lê Thị Hồng", "Phạm Minh", "Đặng Quốc", "Hoàng Thị Thu", "Võ Thành", "Bùi Ngọc"),
    "flemish": ("Griet", "Maarten", "Lieselot", "Jan-Willem", "Hilde", "Stef"),
    "walloon": ("Jean-François", "Marie-Paule", "Anne-Catherine", "Olivier", "Lucienne", "Gaëtan"),
    "arabic": ("Abdel Karim", "Fatima Zohra", "Mohammed Amine", "Khadija", "Omar", "Lalla Meryem"),
    "italian": ("Maria Grazia", "Gian Luca", "Pier Paolo", "Chiara", "Salvatore", "Anna Maria"),
    "turkish": ("Mehmet Ali", "Ayşe Nur", "Hüseyin", "Elif Su", "Mustafa Kemal", "Gülay"),
    "filipino": ("Maria Cristina", "Jose Mari", "Rowena", "Angelito", "Mary Grace", "Reynaldo"),
}  # fmt: skip
_SURNAMES: Final[Mapping[str, Sequence[str]]] = {
    "brazilian": ("da Silva Santos", "de Oliveira Souza", "dos Santos Ferreira", "Pereira da Costa", "Alves do Nascimento", "de Araújo Lima", "Cavalcanti de Albuquerque", "Ribeiro e Silva"),
    "portuguese": ("de Sousa Mendes", "Vaz da Cunha", "dos Reis Carvalho", "Pinto de Magalhães", "Teixeira Lopes", "e Castro"),
    "spanish": ("García López", "de la Fuente Ortiz", "Fernández de Córdoba", "Ruiz y Gallardo", "Martínez del Río", "Sánchez Pérez", "de los Ríos Vega", "Etxeberria Agirre"),
    "vietnamese": ("Minh Khai", "Hùng", "Nhung", "Quang Huy", "Bảo", "Thảo Vy", "Đạt", "Lan Anh"),
    "flemish": ("Van de Velde", "De Clercq", "van der Auwera", "Verstraeten", "Vanden Berghe", "Op de Beeck"),
    "walloon": ("de la Vallée Poussin", "du Bois d'Aische", "Delfosse", "Van Hove", "Le Grelle", "d'Oultremont"),
    "arabic": ("El Mansouri", "Ben Abdallah", "Al-Hassani", "Bouazza", "Aït Benhaddou", "El Ouafi Idrissi"),
    "italian": ("Di Benedetto", "De Santis", "Lo Presti", "Dalla Costa", "Esposito Russo", "Della Valle"),
    "turkish": ("Yıldırım", "Öztürk Kaya", "Karadağ", "Şahinoğlu", "Çelik", "Demirci Aydın"),  # noqa: RUF001  Turkish
    "filipino": ("dela Cruz", "de los Santos Reyes", "Bautista Ramos", "San Juan", "Macaraeg", "Villanueva Castillo"),
}  # fmt: skip
_FRAMES: Final = {
    "fr": (
        "J'accompagne {} au guichet pour son titre de séjour.", "Le dossier de {} est bloqué depuis mars.", "{} attend toujours sa carte d'identité.",
        "Demandeur : {}", "La commune a convoqué {} pour vendredi.", "Hier, {} a reçu un refus sans motif.",
    ),
    "nl": (
        "Ik ga met {} naar het loket voor de verblijfskaart.", "Het dossier van {} ligt stil sinds maart.", "{} wacht nog altijd op een identiteitskaart.",
        "Aanvrager: {}", "De gemeente riep {} op voor vrijdag.", "Gisteren kreeg {} een weigering zonder reden.",
    ),
    "de": (
        "Ich begleite {} zum Schalter wegen der Aufenthaltskarte.", "Die Akte von {} liegt seit März still.", "{} wartet immer noch auf den Ausweis.",
        "Antragsteller: {}", "Die Gemeinde hat {} für Freitag vorgeladen.", "Gestern bekam {} eine Ablehnung ohne Grund.",
    ),
    "en": (
        "I am going with {} to the counter for the residence card.", "The file of {} has been stuck since March.", "{} is still waiting for an identity card.",
        "Applicant: {}", "The commune summoned {} for Friday.", "Yesterday {} got a refusal without a reason.",
    ),
}  # fmt: skip


def items(rng: Random) -> list[Item]:
    found = []
    for origin, given in _GIVEN.items():
        for lang in LANGUAGES:
            for number in range(1, PER_LANGUAGE + 1):
                name = f"{rng.choice(given)} {rng.choice(_SURNAMES[origin])}"
                before, after = rng.choice(_FRAMES[lang]).split("{}")
                span = (len(before), len(before) + len(name))
                identity = f"held.name.{origin}.{lang}.{number:02d}"
                found.append(Item(identity, lang, before + name + after, origin, (span,)))
    return found
