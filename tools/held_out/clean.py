"""Clean sentences about paperwork: fees, days, articles, opening hours, rooms, and the public numbers of offices that
belong to nobody (0800, 070, 078, short numbers)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from re import sub
from typing import Final

from becivic.rules.languages import LANGUAGES
from becivic.score.item import Item

PER_SENTENCE: Final = 12
_MONTHS: Final = {
    "fr": ("janvier", "mars", "mai", "septembre"),
    "nl": ("januari", "maart", "mei", "september"),
    "de": ("Januar", "März", "Mai", "September"),
    "en": ("January", "March", "May", "September"),
}
_COMMUNES: Final = (
    "Namur",
    "Gent",
    "Eupen",
    "Schaerbeek",
    "Anderlecht",
    "Leuven",
    "Charleroi",
    "Mechelen",
    "Verviers",
    "Oostende",
)
_SENTENCES: Final = {
    "fr": (
        "La carte coûte {fee} euros, payables par Bancontact au guichet {room}.",
        "Selon l'article {art} de la loi du {day} {month} {year}, le délai est de {days} jours.",
        "Ouvert de {hour}h30 à {late}h, fermé le mercredi après-midi, à {commune}.",
        "Le formulaire {form} existe depuis {year} ; il compte {pages} pages.",
        "Délai : {days} jours ouvrables, soit {weeks} semaines environ.",
        "Le numéro gratuit 0800 {free} répond de {hour}h à {late}h.",
        "Prenez le ticket {ticket} et patientez près du guichet {room}, {floor}e étage.",
        "Le montant passe de {fee} à {fee2} EUR au 1er {month} {year}.",
        "À {commune}, le rendez-vous se prend en ligne, {days} jours à l'avance au moins.",
        "L'arrêté royal du {day} {month} {year} fixe la redevance à {fee},50 euros.",
        "Il faut {photos} photos d'identité de 35 x 45 mm sur fond clair.",
        "Le point 3 du formulaire demande l'adresse du logement, pas celle du bureau.",
        "Comptez {weeks} à {weeks2} semaines chez le notaire, point final.",
        "La taxe de {fee} euros est due pour chaque enfant de moins de {age} ans.",
        "Guichet {room}, puis bureau {floor}.{room} : demandez le point info.",
        "Passez chez le médecin-conseil avant le {day} {month} {year}.",
        "La redevance du service Population est de {fee} EUR ; le duplicata coûte {fee2} EUR.",
        "Chapitre {floor}, section {weeks}, article {art}, § {photos}, alinéa 2 : voir l'annexe {room}.",
        "Le Moniteur belge du {day}/0{floor}/{year} publie l'arrêté, p. {art}{pages}.",
        "Le rendez-vous dure {pages} minutes, de {hour}h00 à {hour}h{pages}.",
        "La demande introduite le {day}.0{floor}.{year} reste valable {weeks2} mois.",
        "Pour une question générale : 1700 en semaine, 078 15 {free2} pour le helpdesk.",
        "Le tarif social passe à {fee},{pages} euros par mois en {month} {year}.",
        "Le loyer moyen d'un appartement de {days} m2 à {commune} est de {fee2} euros.",
        "La circulaire GPI {art} du {day} {month} {year} ne change rien pour les étudiants.",
        "Code postal et commune suffisent : {commune}, aucun numéro de rue n'est demandé.",
        "Version {photos}.{floor}.{pages} du formulaire, mise à jour en {month} {year}.",
        "Groupe de {age} personnes au maximum, de 06 à 12 ans, à {commune}.",
    ),
    "nl": (
        "De kaart kost {fee} euro, te betalen met Bancontact aan loket {room}.",
        "Volgens artikel {art} van de wet van {day} {month} {year} is de termijn {days} dagen.",
        "Open van {hour}.30 tot {late} uur, gesloten op woensdagnamiddag, in {commune}.",
        "Het formulier {form} bestaat sinds {year} en telt {pages} bladzijden.",
        "Termijn: {days} werkdagen, dus ongeveer {weeks} weken.",
        "Het gratis nummer 0800 {free} antwoordt van {hour} tot {late} uur.",
        "Neem ticket {ticket} en wacht bij loket {room}, {floor}de verdieping.",
        "Het bedrag stijgt van {fee} naar {fee2} EUR op 1 {month} {year}.",
        "In {commune} maak je de afspraak online, minstens {days} dagen vooraf.",
        "Het koninklijk besluit van {day} {month} {year} legt de retributie vast op {fee},50 euro.",
        "Er zijn {photos} pasfoto's van 35 x 45 mm nodig, op lichte achtergrond.",
        "Punt 3 van het formulier vraagt het adres van de woning, niet van het kantoor.",
        "Reken op {weeks} tot {weeks2} weken bij de notaris, dat is een punt van aandacht.",
        "De taks van {fee} euro geldt voor elk kind jonger dan {age} jaar.",
        "Loket {room}, daarna bureau {floor}.{room}: vraag naar het infopunt.",
        "Ga langs bij de adviserend arts voor {day} {month} {year}.",
        "De retributie van de dienst Bevolking is {fee} EUR; een duplicaat kost {fee2} EUR.",
        "Hoofdstuk {floor}, afdeling {weeks}, artikel {art}, § {photos}, tweede lid: zie bijlage {room}.",
        "Het Belgisch Staatsblad van {day}/0{floor}/{year} publiceert het besluit, blz. {art}{pages}.",
        "De afspraak duurt {pages} minuten, van {hour}.00 tot {hour}.{pages} uur.",
        "De aanvraag van {day}.0{floor}.{year} blijft {weeks2} maanden geldig.",
        "Voor een algemene vraag: 1700 op weekdagen, 078 15 {free2} voor de helpdesk.",
        "Het sociaal tarief wordt {fee},{pages} euro per maand in {month} {year}.",
        "De gemiddelde huur van een flat van {days} m2 in {commune} is {fee2} euro.",
        "De omzendbrief GPI {art} van {day} {month} {year} verandert niets voor studenten.",
        "Postcode en gemeente volstaan: {commune}, een huisnummer wordt niet gevraagd.",
        "Versie {photos}.{floor}.{pages} van het formulier, bijgewerkt in {month} {year}.",
        "Groepen van hoogstens {age} personen, van 06 tot 12 jaar, in {commune}.",
    ),
    "de": (
        "Die Karte kostet {fee} Euro, zahlbar mit Bancontact am Schalter {room}.",
        "Nach Artikel {art} des Gesetzes vom {day}. {month} {year} beträgt die Frist {days} Tage.",
        "Geöffnet von {hour}.30 bis {late} Uhr, mittwochnachmittags geschlossen, in {commune}.",
        "Das Formular {form} gibt es seit {year}; es hat {pages} Seiten.",
        "Frist: {days} Werktage, also rund {weeks} Wochen.",
        "Die kostenlose Nummer 0800 {free} antwortet von {hour} bis {late} Uhr.",
        "Ziehen Sie Ticket {ticket} und warten Sie am Schalter {room} im {floor}. Stock.",
        "Der Betrag steigt zum 1. {month} {year} von {fee} auf {fee2} EUR.",
        "In {commune} wird der Termin online vergeben, mindestens {days} Tage vorher.",
        "Der Königliche Erlass vom {day}. {month} {year} setzt die Gebühr auf {fee},50 Euro fest.",
        "Nötig sind {photos} Passfotos von 35 x 45 mm vor hellem Grund.",
        "Im Formular steht unter Punkt 3 die Anschrift der Wohnung, nicht des Büros.",
        "Zur Sicherheit {weeks} Wochen einplanen, im Sommer {weeks2} Wochen.",
        "Am Montag {hour} Uhr öffnet das Rathaus, am Freitag {hour2} Uhr.",
        "Am Schalter {room} nachfragen, danach im Zimmer {floor}{room}.",
        "Gehen Sie vor dem {day}. {month} {year} zum Vertrauensarzt.",
        "Die Gebühr des Bevölkerungsdienstes beträgt {fee} EUR; ein Duplikat kostet {fee2} EUR.",
        "Kapitel {floor}, Abschnitt {weeks}, Artikel {art}, § {photos}, Absatz 2: siehe Anlage {room}.",
        "Das Belgische Staatsblatt vom {day}.0{floor}.{year} veröffentlicht den Erlass, S. {art}{pages}.",
        "Der Termin dauert {pages} Minuten, von {hour}.00 bis {hour}.{pages} Uhr.",
        "Der Antrag vom {day}.0{floor}.{year} bleibt {weeks2} Monate gültig.",
        "Für allgemeine Fragen: 1700 an Werktagen, 078 15 {free2} für den Helpdesk.",
        "Der Sozialtarif beträgt im {month} {year} {fee},{pages} Euro im Monat.",
        "Die mittlere Miete einer Wohnung von {days} m2 in {commune} beträgt {fee2} Euro.",
        "Unter den {age} Kindern der Gruppe braucht jedes einen Kids-ID-Ausweis.",
        "In den {days} Tagen nach dem Umzug, spätestens zum {day}. {month}, ist die Meldung fällig.",
        "Version {photos}.{floor}.{pages} des Formulars, aktualisiert im {month} {year}.",
        "Auf der Seite {pages} und im Anhang {room} steht der Tarif; an den {floor} Standorten gilt er auch.",
    ),
    "en": (
        "The card costs {fee} euros, payable by Bancontact at counter {room}.",
        "Under article {art} of the law of {day} {month} {year} the deadline is {days} days.",
        "Open from {hour}.30 to {late}:00, closed on Wednesday afternoon, in {commune}.",
        "Form {form} has existed since {year} and has {pages} pages.",
        "Deadline: {days} working days, so about {weeks} weeks.",
        "The free number 0800 {free} answers from {hour} to {late}.",
        "Take ticket {ticket} and wait by counter {room} on floor {floor}.",
        "The amount goes from {fee} to {fee2} EUR on 1 {month} {year}.",
        "In {commune} the appointment is booked online, at least {days} days ahead.",
        "The royal decree of {day} {month} {year} sets the fee at {fee}.50 euros.",
        "Bring {photos} photographs of 35 x 45 mm on a light background.",
        "Look at point 3 of the form: the address of the flat, not of the office.",
        "A flat fee of {fee} euros applies to each unit of {pages} copies.",
        "Arrive at {hour} dot on the day; at {late} the doors close.",
        "Counter {room}, then office {floor}.{room}: ask for the info point.",
        "See the medical adviser before {day} {month} {year}.",
        "The fee of the Population office is {fee} EUR; a duplicate costs {fee2} EUR.",
        "Chapter {floor}, section {weeks}, article {art}, § {photos}, second paragraph: see annex {room}.",
        "The Belgian Official Gazette of {day}/0{floor}/{year} publishes the decree, p. {art}{pages}.",
        "The appointment takes {pages} minutes, from {hour}:00 to {hour}:{pages}.",
        "The application of {day}.0{floor}.{year} stays valid for {weeks2} months.",
        "For a general question: 1700 on weekdays, 078 15 {free2} for the helpdesk.",
        "The social tariff becomes {fee}.{pages} euros a month in {month} {year}.",
        "The average rent of a flat of {days} m2 in {commune} is {fee2} euros.",
        "Circular GPI {art} of {day} {month} {year} changes nothing for students.",
        "Postal code and commune are enough: {commune}, no house number is asked for.",
        "Version {photos}.{floor}.{pages} of the form, updated in {month} {year}.",
        "Groups of at most {age} people, from 06 to 12 years, in {commune}.",
    ),
}  # fmt: skip
_FREE_NUMBERS: Final = ("12 033", "14 689", "35 033")


def _values(lang: str, rng: Random) -> Mapping[str, Callable[[], object]]:
    def between(low: int, high: int) -> Callable[[], int]:
        return lambda: rng.randrange(low, high)

    return {
        "fee": between(5, 380), "fee2": between(380, 999), "room": between(1, 40), "art": between(1, 120), "day": between(2, 29),
        "year": between(1962, 2027), "days": between(5, 120), "hour": between(7, 11), "hour2": between(7, 11), "late": between(12, 19),
        "pages": between(2, 30), "weeks": between(2, 6), "weeks2": between(6, 12), "floor": between(2, 7), "photos": between(1, 4),
        "age": between(6, 18), "ticket": lambda: f"{rng.choice('ABCD')}{rng.randrange(100, 999)}",
        "form": lambda: f"{rng.choice(('276', 'A1', 'S1', 'E104', 'B-12'))}", "free": lambda: rng.choice(_FREE_NUMBERS), "free2": lambda: rng.choice(("17 71", "05 56")),
        "month": lambda: rng.choice(_MONTHS[lang]), "commune": lambda: rng.choice(_COMMUNES),
    }  # fmt: skip


def _filled(sentence: str, values: Mapping[str, Callable[[], object]]) -> str:
    return sub(r"\{(\w+)\}", lambda slot: str(values[slot[1]]()), sentence)


def items(rng: Random) -> list[Item]:
    """Every sentence several times, each time with other numbers; more than a thousand different ones in all."""
    found: dict[str, Item] = {}
    for lang in LANGUAGES:
        values = _values(lang, rng)
        for number, sentence in enumerate(_SENTENCES[lang], 1):
            for turn in range(1, PER_SENTENCE + 1):
                text = _filled(sentence, values)
                found.setdefault(
                    text, Item(f"held.clean.{lang}.{number:02d}.{turn:02d}", lang, text, None, ())
                )
    return list(found.values())
