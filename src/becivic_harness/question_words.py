"""The words of the questions about a profile, in plain English, field by field. An agent says them in its own voice."""

from __future__ import annotations

from typing import Final, NamedTuple

Options = tuple[tuple[str, str], ...]


class FieldWords(NamedTuple):
    """`most` is the highest number or the longest text."""

    type: str
    ask: str
    options: Options = ()
    help: str = ""
    most: int = 0

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for value, _ in self.options)


class RowColumn(NamedTuple):
    id: str
    type: str
    label: str
    required: bool = False
    options: Options = ()
    most: int = 0


NOT_YET: Final = "not-in-belgium-yet"
NOT_SURE: Final = "not-sure"
"""An answer that settles nothing: the person has to look."""

ADMINISTRATION_LANGUAGES: Final = {
    "Flanders": ("NL",),
    "Wallonia": ("FR",),
    "Brussels-Capital": ("NL", "FR"),
    "German-speaking-community": ("FR", "DE"),
    NOT_YET: ("NL", "FR", "DE"),
}
"""What every commune of a region takes (R-FORM-06). A commune may take one more."""

_HAS_CARD: Final[Options] = (
    ("yes", "Yes"),
    ("not-yet-waiting", "Not yet, I am waiting for it"),
    ("no", "No"),
    (NOT_SURE, "I am not sure"),
)
_LANGUAGES: Final[Options] = (("NL", "Dutch"), ("FR", "French"), ("DE", "German"))
_MONTH_HELP: Final = "Year and month, for example 2027-05. No day is kept."
_LIST_HELP: Final = "Row by row, or out of a document in your folder, or told in the conversation."


def _valid_until(what: str) -> FieldWords:
    return FieldWords("month_year", f"Until which month is {what} valid?", help=_MONTH_HELP)


def _yes_no(ask: str, note: str = "") -> FieldWords:
    return FieldWords("yes_no", ask, help=note)


FIELDS: Final = {
    "region": FieldWords(
        "single_choice",
        "In which part of Belgium do you live, or are you not in Belgium yet?",
        (
            ("Flanders", "Flanders"),
            ("Wallonia", "Wallonia"),
            ("Brussels-Capital", "Brussels"),
            ("German-speaking-community", "German-speaking Community"),
            (NOT_YET, "Not in Belgium yet"),
        ),
    ),
    "commune_nis5": FieldWords(
        "commune", "In which commune do you live?", help="Its name is enough. No street and no number."
    ),
    "administration_language": FieldWords(
        "single_choice", "In which language do you deal with the administration?", _LANGUAGES
    ),
    "conversation_language": FieldWords(
        "text", "In which language shall we talk?", help="Any language: write its name.", most=32
    ),
    "civic_status": FieldWords(
        "single_choice",
        "What is your civil status?",
        (
            ("single", "Single"),
            ("cohabitant-legal", "Legally cohabiting"),
            ("married", "Married"),
            ("divorced", "Divorced"),
            ("widowed", "Widowed"),
        ),
    ),
    "nationality_status": FieldWords(
        "single_choice",
        "Which nationality do you have?",
        (
            ("BE", "Belgian"),
            ("EU", "Another EU country"),
            ("non-EU", "A country outside the EU"),
            ("multiple", "More than one"),
        ),
    ),
    "residency_status": FieldWords(
        "single_choice",
        "How do you stay in Belgium?",
        (
            ("registered", "Registered at a commune"),
            ("registering", "Waiting to be registered"),
            ("EU-citizen", "EU citizen with a right to stay"),
            ("non-EU-permit", "Residence permit, from outside the EU"),
            ("asylum", "Asylum asked for or granted"),
            ("undocumented", "Without papers"),
        ),
    ),
    "residency_history": FieldWords(
        "row_list",
        "From which month until which month have you lived in Belgium, and with which right to stay?",
        help=_LIST_HELP,
    ),
    "employment_history": FieldWords("row_list", "When and how have you worked?", help=_LIST_HELP),
    "education_history": FieldWords("row_list", "What have you studied, and when?", help=_LIST_HELP),
    "dependents.minor_children_count": FieldWords(
        "number", "How many children under 18 depend on you?", most=30
    ),
    "dependents.adult_dependents_count": FieldWords("number", "How many adults depend on you?", most=30),
    "dependents.spouse_abroad": _yes_no("Does your spouse or partner live abroad?"),
    "document_inventory.has_id_card": FieldWords(
        "single_choice",
        "Do you have a Belgian identity or residence card with a chip, the kind you can sign in with?",
        _HAS_CARD,
    ),
    "document_inventory.validity_end_id_card": _valid_until("your card with a chip"),
    "document_inventory.has_residence_card": _yes_no("Do you have a Belgian residence card?"),
    "document_inventory.validity_end_residence_card": _valid_until("your residence card"),
    "document_inventory.has_work_permit": _yes_no("Do you have a Belgian work permit or single permit?"),
    "document_inventory.validity_end_work_permit": _valid_until("your work permit"),
    "document_inventory.has_NN": _yes_no(
        "Do you have a national register number?", "Only whether you have one. Never write the number."
    ),
    "document_inventory.has_passport_BE": _yes_no("Do you have a Belgian passport?"),
    "document_inventory.validity_end_passport_BE": _valid_until("your Belgian passport"),
    "document_inventory.has_passport_other": _yes_no("Do you have a passport of another country?"),
    "document_inventory.validity_end_passport_other": _valid_until("your other passport"),
    "browser_driving_preference": FieldWords(
        "single_choice",
        "May I use web sites for you?",
        (
            ("drive-by-default", "Yes, go ahead"),
            ("ask-each-time", "Ask me each time"),
            ("never-drive", "No, give me links"),
        ),
    ),
    "transitions_in_progress": FieldWords(
        "several_choices",
        "Is one of these under way: a marriage, a divorce, a move?",
        (
            ("marriage-planned", "Marriage planned"),
            ("divorce", "Divorce"),
            ("address-change", "Moving house"),
        ),
        "All that apply, or none.",
    ),
}
"""Every field that may be asked about, by its dotted name."""

KEPT_HERE: Final = {
    "active_procedures": FieldWords(
        "several_choices", "Which procedures do you have under way with Be Civic?", help="Their ids, or none."
    )
}
"""What the harness writes down itself. It is asked about only where a condition hangs on it and nothing was written."""

OBJECTS: Final = {
    top: tuple(name for name in FIELDS if name.startswith(f"{top}."))
    for top in ("dependents", "document_inventory")
}

_START: Final = RowColumn("start", "month_year", "From", required=True)
_END: Final = RowColumn("end", "month_year_or_current", "Until")

HISTORIES: Final = {
    "residency_history": (
        _START,
        _END,
        RowColumn("visa_type", "text", "Kind of visa, such as d-visa", most=40),
        RowColumn("permit_type", "text", "Kind of card, such as a-card", most=40),
        RowColumn("country_of_last_residence", "country_code", "Country you lived in before"),
    ),
    "employment_history": (
        _START,
        _END,
        RowColumn(
            "type",
            "single_choice",
            "Kind of work",
            required=True,
            options=(
                ("FT", "Full-time"),
                ("PT", "Part-time"),
                ("self-employed", "Self-employed"),
                ("student", "Student"),
                ("unemployed", "Unemployed"),
                ("retired", "Retired"),
            ),
        ),
        RowColumn("days_per_week", "number", "Days a week", most=7),
        RowColumn("total_days_estimate", "number", "Days in all, roughly", most=30000),
    ),
    "education_history": (
        _START,
        _END,
        RowColumn("level", "text", "Level, such as bachelor", required=True, most=40),
        RowColumn("country_of_institution", "country_code", "Country of the school"),
    ),
}
"""The columns of each list."""
