"""Words for submissions to measure with: four languages, nobody named, no two texts alike."""

from __future__ import annotations

import random
from typing import Final

_SENTENCES: Final = {
    "fr": (
        "Le guichet reçoit sur rendez-vous et le délai était de {n} semaines au mois de septembre.",
        "La page ne dit pas que la copie doit être certifiée conforme par l\u2019administration qui garde l\u2019original.",
        "Il a fallu revenir une deuxième fois, parce que le formulaire imprimé portait encore l\u2019ancien montant, et cela {n} mois après le changement.",
        "Le certificat demandé est celui avec l\u2019historique des adresses, et non l\u2019extrait court.",
        "La réponse est arrivée par la poste après {n} jours, alors que la procédure annonce un mois.",
        "À Namur, la Direction générale Office des étrangers et la Banque nationale ont répondu en {n} jours.",
        "Le paiement en ligne est refusé quand la carte vient d\u2019une banque étrangère; le virement fonctionne.",
    ),
    "nl": (
        "Het loket werkt alleen nog op afspraak en de wachttijd bedroeg {n} weken.",
        "Op de pagina staat niet dat de kopie voor eensluidend verklaard moet worden.",
        "Het attest moet de vorige adressen vermelden, anders wordt het dossier niet aanvaard.",
        "De bevestiging kwam na {n} dagen met de post, terwijl er een maand wordt aangekondigd.",
        "In Gent vroeg de Dienst Burgerzaken om het Rijksregister na te kijken, wat {n} dagen duurde.",
        "Wie met een buitenlandse kaart betaalt, moet overschrijven, want de betaling wordt geweigerd.",
        "Voor de handtekening was een tweede bezoek nodig, en het formulier wordt eerst voorgelezen.",
    ),
    "de": (
        "Der Schalter empfängt nur nach Vereinbarung, und die Wartezeit betrug {n} Wochen.",
        "Auf der Seite steht nicht, dass die Kopie beglaubigt sein muss.",
        "Die Bescheinigung muss die früheren Anschriften enthalten, sonst wird der Antrag nicht angenommen.",
        "Die Antwort kam nach {n} Tagen mit der Post, obwohl ein Monat angekündigt wird.",
        "In Eupen verlangte das Standesamt einen Auszug aus dem Nationalregister, was {n} Tage dauerte.",
        "Bei einer ausländischen Karte wird die Zahlung abgelehnt; eine Überweisung geht.",
        "Für die Unterschrift war ein zweiter Besuch nötig, und das Formular wird vorher vorgelesen.",
    ),
    "en": (
        "The desk receives by appointment only, and the wait was {n} weeks long in autumn.",
        "The page does not say that the copy must be certified by the office that keeps the original.",
        "A second visit was needed, because the printed form still showed the old amount, {n} months after the change.",
        "What is asked for is the certificate with the earlier addresses, not the short extract.",
        "The answer came by post after {n} days, although the procedure speaks of a month.",
        "In Ixelles the Federal Public Service Finance sent the receipt to the Immigration Office after {n} days.",
        "Payment online is refused for a card from a foreign bank; a transfer goes through.",
    ),
}
LANGUAGES: Final = tuple(_SENTENCES)


class Words:
    """The same words at every run of a benchmark."""

    def __init__(self, seed: int = 5) -> None:
        self._random = random.Random(seed)
        self._said = 0

    def text(self, language: str, sentences: int) -> str:
        picked = self._random.sample(_SENTENCES[language], k=min(sentences, len(_SENTENCES[language])))
        return " ".join(each.format(n=self._number()) for each in picked)

    def paragraphs(self, language: str, count: int) -> str:
        return "\n\n".join(self.text(language, 4) for _ in range(count)) + "\n"

    def _number(self) -> int:
        self._said += 1
        return 2 + self._said
