"""Identifiers that ride along in the query string of an address somebody pastes."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers import birth_dates, documents, mail_addresses, national, phones
from becivic.score.makers.banking import belgian_iban
from becivic.score.makers.spelling import Maker, Spelling

_NAMES: Final = ("Brumelle+Tarabisco", "Knikkerd+Zilvermus", "Quastel+Murmelbach", "Noisettine+Hollowacre")


def _mobile(rng: Random) -> str:
    return f"0{phones.mobile(rng)}"


def _escaped_mobile(rng: Random) -> str:
    return f"%2B32{phones.mobile(rng)}"


def _escaped_mail(rng: Random) -> str:
    return mail_addresses.plain(rng).replace("@", "%40")


def _name(rng: Random) -> str:
    return rng.choice(_NAMES)


def _session(rng: Random) -> str:
    return "".join(rng.choice("0123456789abcdef") for _ in range(32))


def _spelling(name: str, make: Maker, around: str) -> Spelling:
    return Spelling("url_identifier", name, "url", make, around=around)


SPELLINGS: Final = (
    _spelling("nrn", national.born_before_2000, "https://guichet.example.org/suivi?nrn={}&lang=fr"),
    _spelling("niss", national.official, "https://guichet.example.org/rdv?lang=fr&niss={}"),
    _spelling("insz", national.born_since_2000, "https://loket.example.org/aanvraag?insz={}"),
    _spelling("email", mail_addresses.plain, "https://portal.example.net/account?email={}&step=2"),
    _spelling("escaped mail", _escaped_mail, "https://portal.example.net/reset?lang=de&mail={}"),
    _spelling("phone", _mobile, "https://portal.example.net/confirm?phone={}"),
    _spelling("escaped phone", _escaped_mobile, "https://loket.example.org/sms?gsm={}&retry=1"),
    _spelling("dossier", documents.foreigner_file, "https://files.example.org/status?dossier={}"),
    _spelling("name", _name, "https://portal.example.net/book?name={}&slot=morning"),
    _spelling("dob", birth_dates.iso, "https://portal.example.net/check?dob={}"),
    _spelling("passport", documents.belgian_passport, "http://visa.example.com/track?lang=en&passport={}"),
    _spelling("iban", belgian_iban, "https://pay.example.com/refund?iban={}"),
    _spelling("session", _session, "https://portal.example.net/form?page=3&session={}"),
)
