"""Sentences of people who write about their papers; `{}` is where the identifier goes, `{label}` what it is called."""

from __future__ import annotations

from typing import Final

PHONE: Final = {
    "fr": (
        "Le guichet a noté {} mais personne n'a rappelé.",
        "Merci de prévenir ma sœur au {}, elle garde les enfants.",
        "J'ai laissé mon numéro ({}) à l'accueil mardi.",
        "Le formulaire refuse {} : il exige un numéro belge.",
        "Depuis la France je réponds au {} après 18h.",
        "Contact : {}\nDossier déposé en mars.",
    ),
    "nl": (
        "Het loket noteerde {} maar niemand belde terug.",
        "Verwittig mijn zus op {}, zij past op de kinderen.",
        "Ik liet mijn nummer achter ({}) aan het onthaal.",
        "Het formulier weigert {} omdat het geen Belgisch nummer is.",
        "Na 18 uur neem ik op: {}.",
        "Contact: {}\nDossier ingediend in maart.",
    ),
    "de": (
        "Der Schalter hat {} notiert, aber niemand hat angerufen.",
        "Bitte meiner Schwester Bescheid geben, {}, sie hütet die Kinder.",
        "Meine Nummer ({}) liegt seit Dienstag am Empfang.",
        "Das Formular lehnt {} ab, weil es keine belgische Nummer ist.",
        "Nach 18 Uhr gehe ich ran: {}.",
        "Kontakt: {}\nAkte im März eingereicht.",
    ),
    "en": (
        "The desk wrote down {} but nobody rang back.",
        "Please warn my sister on {}, she minds the children.",
        "I left my number ({}) at reception on Tuesday.",
        "The form refuses {} because it wants a Belgian number.",
        "After six I pick up: {}.",
        "Contact: {}\nFile handed in during March.",
    ),
}

EMAIL: Final = {
    "fr": (
        "Le service a répondu à {} sans pièce jointe.",
        "Mon adresse est {} si quelqu'un veut m'aider.",
        "J'ai donné {} au guichet et rien n'est venu.",
        "Écrivez à {}, c'est ma boîte privée.",
        "L'accusé de réception est parti vers {} hier.",
    ),
    "nl": (
        "De dienst antwoordde naar {} zonder bijlage.",
        "Mijn adres is {} als iemand wil helpen.",
        "Ik gaf {} aan het loket en er kwam niets.",
        "Schrijf naar {}, dat is mijn eigen postbus.",
        "De ontvangstmelding ging gisteren naar {} toe.",
    ),
    "de": (
        "Das Amt antwortete an {} ohne Anhang.",
        "Meine Adresse ist {} falls jemand helfen will.",
        "Ich gab {} am Schalter an und nichts kam.",
        "Schreiben Sie an {}, das ist mein eigenes Postfach.",
        "Die Bestätigung ging gestern an {} raus.",
    ),
    "en": (
        "The office answered to {} without the attachment.",
        "My address is {} if someone wants to help.",
        "I gave {} at the desk and nothing came.",
        "Write to {}, that is my own mailbox.",
        "The receipt went to {} yesterday.",
    ),
}

HOME: Final = {
    "fr": (
        "J'habite {} depuis le mois de juin.",
        "L'agent de quartier est passé {} un samedi.",
        "Ma nouvelle adresse, {}, n'est pas encore encodée.",
        "Le courrier part toujours vers {}.",
        "Domicilié {} avec mes deux enfants.",
    ),
    "nl": (
        "Ik woon sinds juni {} en wacht op de agent.",
        "De wijkagent kwam op zaterdag langs: {}.",
        "Mijn nieuwe adres, {}, staat nog niet in het register.",
        "De post gaat nog altijd naar {}.",
        "Ingeschreven op {} met mijn twee kinderen.",
    ),
    "de": (
        "Ich wohne seit Juni {} und warte auf den Beamten.",
        "Der Polizist kam am Samstag vorbei: {}.",
        "Meine neue Anschrift, {}, ist noch nicht eingetragen.",
        "Die Post geht immer noch an {}.",
        "Gemeldet sind wir {} mit zwei Kindern.",
    ),
    "en": (
        "I have lived at {} since June.",
        "The local officer came round to {} on a Saturday.",
        "My new address, {}, is not in the register yet.",
        "The post still goes to {}.",
        "We are registered at {} with two children.",
    ),
}

NUMBER: Final = {
    "fr": (
        "Sur le reçu figure {label} {}, pourtant refusé.",
        "Le site bloque dès que je tape {label} {}.",
        "{label} : {}",
        "J'ai recopié {label} {} deux fois au guichet.",
        "Refus parce que {label} {} serait inconnu.",
    ),
    "nl": (
        "Op het ontvangstbewijs staat {label} {}, toch geweigerd.",
        "De site blokkeert zodra ik {label} {} intik.",
        "{label}: {}",
        "Ik heb {label} {} twee keer overgeschreven.",
        "Geweigerd omdat {label} {} onbekend zou zijn.",
    ),
    "de": (
        "Auf der Quittung steht {label} {}, trotzdem abgelehnt.",
        "Die Seite hängt, sobald ich {label} {} eintippe.",
        "{label}: {}",
        "Ich habe {label} {} zweimal abgeschrieben.",
        "Abgelehnt, weil {label} {} unbekannt sei.",
    ),
    "en": (
        "The receipt shows {label} {}, refused all the same.",
        "The site hangs as soon as I type {label} {}.",
        "{label}: {}",
        "I copied {label} {} twice at the desk.",
        "Refused because {label} {} is said to be unknown.",
    ),
}

BIRTH: Final = {
    "fr": ("Je suis né le {} à Namur.", "Née le {}, mariée en 2015.", "Date de naissance : {}", "Mon fils, né le {}, n'a pas de carte."),
    "nl": ("Ik ben geboren op {} in Gent.", "Geboren op {}, gehuwd in 2015.", "Geboortedatum: {}", "Mijn zoon, geboren op {}, heeft geen kaart."),
    "de": ("Ich bin geboren am {} in Eupen.", "Geboren am {}, verheiratet seit 2015.", "Geburtsdatum: {}", "Mein Sohn, geboren am {}, hat keinen Ausweis."),
    "en": ("I was born on {} in Leeds.", "Born on {}, married in 2015.", "Date of birth: {}", "My son, born on {}, has no card yet."),
}  # fmt: skip

URL: Final = {
    "fr": ("Le lien {} donne une page blanche.", "Lien reçu : {}"),
    "nl": ("De link {} geeft een lege pagina.", "Ontvangen link: {}"),
    "de": ("Der Link {} zeigt eine leere Seite.", "Link erhalten: {}"),
    "en": ("The link {} shows a blank page.", "Link received: {}"),
}

LABELS: Final = {
    "national": {"fr": "le numéro national", "nl": "rijksregisternummer", "de": "die Nationalregisternummer", "en": "national number"},
    "eid": {"fr": "le numéro de carte d'identité", "nl": "identiteitskaartnummer", "de": "die Personalausweisnummer", "en": "identity card number"},
    "residence": {"fr": "le titre de séjour", "nl": "verblijfstitel nr.", "de": "der Aufenthaltstitel Nr.", "en": "residence card number"},
    "passport": {"fr": "le passeport n°", "nl": "paspoortnummer", "de": "die Reisepassnummer", "en": "passport number"},
    "dossier": {"fr": "le dossier n°", "nl": "dossiernummer", "de": "das Aktenzeichen", "en": "case number"},
    "account": {"fr": "le compte", "nl": "rekeningnummer", "de": "das Konto", "en": "account"},
    "communication": {"fr": "la communication structurée", "nl": "gestructureerde mededeling", "de": "die strukturierte Mitteilung", "en": "structured communication"},
    "card": {"fr": "la carte de crédit", "nl": "kredietkaart", "de": "die Kreditkarte", "en": "credit card"},
    "enterprise": {"fr": "le numéro d'entreprise", "nl": "ondernemingsnummer", "de": "die Unternehmensnummer", "en": "enterprise number"},
    "plate": {"fr": "la plaque", "nl": "nummerplaat", "de": "das Kennzeichen", "en": "number plate"},
    "ssn": {"fr": "le SSN américain", "nl": "Amerikaans SSN", "de": "die amerikanische SSN", "en": "SSN"},
    "nino": {"fr": "le National Insurance number", "nl": "National Insurance number", "de": "die National Insurance number", "en": "National Insurance number"},
    "nir": {"fr": "le numéro de sécurité sociale français", "nl": "Frans socialezekerheidsnummer", "de": "die französische Sozialversicherungsnummer", "en": "French social security number"},
    "bsn": {"fr": "le BSN néerlandais", "nl": "BSN", "de": "die BSN", "en": "BSN"},
    "pesel": {"fr": "le PESEL", "nl": "PESEL", "de": "die PESEL", "en": "PESEL"},
}  # fmt: skip
