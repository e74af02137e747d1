"""Private providers that a body or a path never names (architecture 4, the editorial firewall; R-BODY-09).

The corpus says what kind of service somebody needs and where a public list of them stands; it never says whose. The
list is closed and holds the best known names only: it keeps honest writers from slipping, and review sees the rest.

What is not on it, and why:
- public bodies, the public auxiliary fund (CAAMI/HZIV/HKIV), the post, network operators: nobody chooses them;
- means of signing in (itsme, eID) and of paying (Bancontact): authorities ask for them;
- centres that receive applications for an authority: whoever applies there is sent by the authority;
- lawyers and notaries: too many, and a list of some would be a recommendation of the others;
- names that are ordinary words, first names or roads wherever they stand (Allianz, Base, Claude, Codex, Foyer,
  Gemini, Mega, N26, Scarlet, Smart, Synergie, Touring, Unique, Wise) or letters that stand for other things (CM, NN).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ProviderKind(StrEnum):
    """What somebody would be steered to, as a message calls it."""

    HEALTH_FUND = "a health insurance fund"
    BANK = "a bank or payment firm"
    INSURER = "an insurer"
    TELECOM = "a telecom firm"
    ENERGY = "an energy supplier"
    HOUSING = "a housing portal"
    RELOCATION = "a relocation or immigration consultancy"
    TRANSLATION = "a translation or language firm"
    PAYROLL = "a social secretariat or business counter"
    JOBS = "a job agency or job site"
    AI = "a vendor of AI"


PROVIDERS: Final[dict[ProviderKind, tuple[str, ...]]] = {
    ProviderKind.HEALTH_FUND: (
        "Bond Moyson",
        "Christelijke Mutualiteit",
        "Christliche Krankenkasse",
        "Freie Krankenkasse",
        "Helan",
        "Liberale Mutualiteit",
        "Mutualia",
        "Mutualité chrétienne",
        "Mutualité libérale",
        "Mutualité neutre",
        "Mutualités libres",
        "Neutraal Ziekenfonds",
        "Omnimut",
        "Onafhankelijk Ziekenfonds",
        "Onafhankelijke Ziekenfondsen",
        "Partena",
        "Partenamut",
        "Solidaris",
    ),
    ProviderKind.BANK: (
        "Argenta",
        "Belfius",
        "Beobank",
        "BNP Paribas",
        "Bunq",
        "Crelan",
        "Fintro",
        "Hello bank",
        "KBC",
        "Keytrade",
        "MoneyGram",
        "Nagelmackers",
        "PayPal",
        "Revolut",
        "Triodos",
        "Western Union",
    ),
    ProviderKind.INSURER: (
        "AG Insurance",
        "Baloise",
        "Bupa",
        "Cigna",
        "DKV",
        "Ethias",
        "Europ Assistance",
        "P&V",
        "Vivium",
        "Yuzzu",
    ),
    ProviderKind.TELECOM: (
        "Edpnet",
        "Lycamobile",
        "Mobile Vikings",
        "Orange Belgium",  # never "Orange" alone: the orange card is a residence document
        "Proximus",
        "Telenet",
    ),
    ProviderKind.ENERGY: ("Eneco", "Engie", "Luminus", "TotalEnergies"),
    ProviderKind.HOUSING: ("Airbnb", "Immovlan", "Immoweb", "Zimmo"),
    ProviderKind.RELOCATION: (
        "Crown Relocations",
        "Deloitte",
        "Ernst & Young",
        "Fragomen",
        "KPMG",
        "PwC",
        "Santa Fe Relocation",
        "Vialto",
    ),
    ProviderKind.TRANSLATION: (
        "Berlitz",
        "DeepL",
        "ElaN Languages",
        "Google Translate",
        "Lionbridge",
        "TransPerfect",
    ),
    ProviderKind.PAYROLL: (
        "Acerta",
        "Attentia",
        "Eunomia",
        "Formalis",
        "Liantis",
        "SD Worx",
        "Securex",
        "Xerius",
    ),
    ProviderKind.JOBS: (
        "Adecco",
        "Daoust",
        "Jobat",
        "LinkedIn",
        "ManpowerGroup",  # never "Manpower" alone: it is what a firm is short of
        "Michael Page",
        "Randstad",
        "Robert Half",
        "StepStone",
        "Tempo-Team",
        "Vivaldis",
    ),
    ProviderKind.AI: (
        "Anthropic",
        "ChatGPT",
        "DeepSeek",
        "GitHub Copilot",
        "Google Gemini",
        "Microsoft Copilot",
        "Mistral AI",
        "OpenAI",
        "Perplexity AI",
    ),
}
"""Whole words; capitals do not matter."""

PROVIDERS_AS_WRITTEN: Final[dict[ProviderKind, tuple[str, ...]]] = {
    ProviderKind.HEALTH_FUND: ("De Voorzorg", "Symbio"),
    ProviderKind.BANK: ("CBC", "Deutsche Bank", "Fortis", "ING"),
    ProviderKind.INSURER: ("AXA", "Generali"),
    ProviderKind.TELECOM: ("VOO",),
    ProviderKind.PAYROLL: ("Group S", "Groupe S", "UCM"),  # "le groupe s'adresse" names nobody
    ProviderKind.JOBS: ("Accent Jobs", "Start People"),
}
"""Whole words in these very capitals: in others they are words of some language (voorzorg, generali, fortis)."""
