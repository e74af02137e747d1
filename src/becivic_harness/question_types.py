"""The kinds of questions there are (schemas 6.1), and what an answer to each looks like where it is written down."""

from __future__ import annotations

from typing import Final

SINGLE_CHOICE: Final = "single_choice"
SEVERAL: Final = "several_choices"
TEXT: Final = "text"
YES_NO: Final = "yes_no"
COUNTRY: Final = "country_code"
COMMUNE: Final = "commune"
MONTH: Final = "month_year"
MONTH_OR_CURRENT: Final = "month_year_or_current"
ROWS: Final = "row_list"
NUMBER: Final = "number"
DATE: Final = "date"
DOCUMENT: Final = "document_artefact"

FORMS: Final = {
    SINGLE_CHOICE: "one of the values",
    SEVERAL: "a list of names; an empty list for none",
    TEXT: "a few words",
    YES_NO: "true or false",
    COUNTRY: "the two letters of the country",
    COMMUNE: "the five digits of the commune's NIS code, as text",
    MONTH: "a month, as YYYY-MM",
    MONTH_OR_CURRENT: 'a month, as YYYY-MM, or "current"',
    ROWS: "a list of rows with these columns",
    NUMBER: "a number",
    DATE: "a day, as YYYY-MM-DD",
    DOCUMENT: "one of: held, to-obtain, not-sure",
}
