"""Names of fields that say who somebody is: banned at every depth of every submission (R-IDB-01..04)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from becivic.rules import pointers

IDENTITY_FIELDS: Final = (
    "submitter_name",
    "submitter_email",
    "session_correlation_id",
    "device_id",
    "user_id",
    "user_email",
    "user_name",
    "ip_address",
    "github_login",
)
"""The nine named ones; path and submission schemas declare each `false` (schemas 6.2, 6.12.9)."""

_WHO: Final = (
    "applicant",
    "author",
    "client",
    "contact",
    "customer",
    "person",
    "reporter",
    "submitter",
    "user",
)
_WHAT: Final = (
    "address",
    "email",
    "emailaddress",
    "id",
    "ip",
    "ipaddress",
    "login",
    "name",
    "phone",
    "phonenumber",
)

_ALONE: Final = (
    "accountid", "bankaccount", "birthdate", "dateofbirth", "deviceid", "dob", "eidnumber", "email",
    "emailaddress", "familyname", "firstname", "fullname", "givenname", "iban", "idcardnumber", "imei", "insz",
    "ip", "ipaddr", "ipaddress", "lastname", "macaddress", "mobile", "mobilenumber", "nationalid",
    "nationalnumber", "nationalregisternumber", "niss", "nrn", "passportnumber", "phone", "phonenumber",
    "placeofbirth", "residencecardnumber", "rijksregisternummer", "ssn", "surname", "telephone", "useragentid",
    "username", "uuiddevice",
)  # fmt: skip

EQUIVALENTS: Final = frozenset(
    {
        *(name.replace("_", "") for name in IDENTITY_FIELDS),
        *_ALONE,
        *(who + what for who in _WHO for what in _WHAT),
    }
)
"""Letters and digits only, in lower case. The harness holds what it keeps to the same list."""


_LONGEST: Final = max(map(len, EQUIVALENTS))
_LONGEST_REMEMBERED: Final = 64


def is_identity_field(name: str) -> bool:
    """Whether a property name is identity-shaped, whatever its case, width and separators ("no equivalent")."""
    return _remembered(name) if len(name) <= _LONGEST_REMEMBERED else _is_identity(name)


@lru_cache(maxsize=4096)  # nearly all names are those of the schemas; what is remembered of others is bounded
def _remembered(name: str) -> bool:
    return _is_identity(name)


def _is_identity(name: str) -> bool:
    """Letter by letter: normalising a whole text takes quadratic time where somebody piles up marks."""
    plain = ""
    for letter in name:
        if letter.isalnum():
            plain += unicodedata.normalize("NFKC", letter).casefold()
            if len(plain) > _LONGEST:
                return False
    return "".join(letter for letter in plain if letter.isalnum()) in EQUIVALENTS


def identity_pointers(value: object) -> list[str]:
    """JSON pointers of every identity-shaped property name at any depth, in document order."""
    found: list[str] = []
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, dict):
            children = [(f"{pointer}/{pointers.escape(key)}", str(key), child) for key, child in node.items()]
            found += [path for path, key, _ in children if is_identity_field(key)]
            waiting += [(path, child) for path, _, child in reversed(children)]
        elif isinstance(node, list):
            waiting += [(f"{pointer}/{index}", child) for index, child in reversed(list(enumerate(node)))]
    return found
