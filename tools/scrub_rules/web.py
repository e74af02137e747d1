"""Personal values in the query of a web address, told by the key before them."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import IGNORE_CASE, QUOTES, ScrubRule, captured, one_of

_NUMBER_KEY: Final = one_of("""
    nrn
    niss
    insz
    rrn
    nn
    ssn
    bsn
    nir
    pesel
    rijksregister(?:nummer|nr)?
    national_?(?:number|id|nr)
    numero_?national
    phone
    phone_?(?:number|no|nr)
    tel
    telephone
    telefoon
    telefon
    gsm
    mobile
    mobiel
    mobil
    handy
    passport
    passport_?(?:no|nr|number|id)
    passeport
    paspoort
    reisepass
    iban
    account
    eid
    card
    card_?(?:number|no|nr)
    dob
    birth_?(?:date|day)
    date_?of_?birth
    date_?naissance
    geboorte_?datum
    naissance
    geburtsdatum
    dossier
    dossier_?(?:nr|no|id|nummer|number)
    case
    case_?(?:id|no|nr|number)
    file
    file_?(?:id|no|nr|number)
    ref
    reference
    referentie
    kenmerk
    aktenzeichen
    akten?_?(?:nr|nummer)
    sp
    sp_?(?:nr|nummer|number)
""")
_NUMBER: Final = captured(
    "[A-Z]{0,4}[%+/._-]{0,4}[0-9]{1,8}[A-Z%+/._-]{0,4}[0-9]{2,8}[A-Z0-9%+/._-]{0,20}[0-9][A-Z0-9]{0,2}"
)
"""At least four digits and few letters before them: ?ref=12 and ?file=guide-2024.pdf are places on a site."""

_PERSON_KEY: Final = one_of("""
    e-?mail
    mail
    courriel
    email_?address
    name
    nom
    naam
    prenom
    pr[eéÉ]nom
    voornaam
    achternaam
    familienaam
    vorname
    nachname
    first_?name
    last_?name
    full_?name
    given_?name
    family_?name
    surname
    user
    user_?(?:id|name)
    username
    gebruiker
    utilisateur
    login
    logon
    account
    token
    (?:access|auth|id|refresh)_?token
    session
    session_?(?:id|key)
    sid
    phpsessid
    jsessionid
""")
_PERSON: Final = captured(
    f"[A-ZÀ-Þà-þ%+{QUOTES}._-]{{0,30}}[A-Z0-9À-Þà-þ@%]{{2}}[A-Z0-9._%+@À-Þà-þ~-]{{0,80}}"
)

RULES: Final = (
    ScrubRule(
        "url_identifier",
        "Number of a person or document in the query of a web address, after a key such as nrn, niss, "
        "phone, passport, dob, dossier, case or ref.",
        "[?&;#](?:[A-Z]{1,10}[_.-])?" + _NUMBER_KEY + "=" + _NUMBER,
        IGNORE_CASE,
    ),
    ScrubRule(
        "url_person",
        "Name, e-mail address, account or session in the query of a web address, after a key such as name, "
        "nom, naam, email, user, login, token or session.",
        "[?&;#](?:(?:user|client|contact|your|my)[_.-]?)?" + _PERSON_KEY + "=" + _PERSON,
        IGNORE_CASE,
    ),
)
