"""What the catalogue refuses. No message repeats what somebody sent."""

from __future__ import annotations

from becivic.rules.errors import BeCivicError


class CatalogueRefused(BeCivicError):
    """Nothing was written."""


class NotMinted(CatalogueRefused):
    """A row for a uid that the catalogue never gave out (R-UID-02)."""

    def __init__(self) -> None:
        super().__init__("The uid was never given out.", remedy="Mint one by name first.")


class HasRow(CatalogueRefused):
    """A first row for a uid that has one: a correction supersedes (R-CATL-03)."""

    def __init__(self) -> None:
        super().__init__("The uid has a row already.", remedy="Supersede its current row.")


class NoCurrentRow(CatalogueRefused):
    """A correction of something that is not there."""

    def __init__(self) -> None:
        super().__init__("The uid has no current row.", remedy="Check the uid, or insert its first row.")


class SupersededMeanwhile(CatalogueRefused):
    """Another correction came first; the one at hand was made for a row that is history now."""

    def __init__(self) -> None:
        super().__init__("The row was superseded meanwhile.", remedy="Read the current row and decide again.")


class NameTaken(CatalogueRefused):
    """A rename onto the name of another entry."""

    def __init__(self) -> None:
        super().__init__("Another entry has this name.", remedy="Choose another name.")


class NotAScalar(CatalogueRefused):
    """A value that is not a named scalar of its type (R-CATL-02)."""

    def __init__(self) -> None:
        super().__init__(
            "The value is not a scalar of its type.",
            remedy="Keep structured values in prose; a volatile value is one number or one text.",
        )
