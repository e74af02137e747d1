"""From when on a run tells of our own line."""

from __future__ import annotations

import pytest

from becivic.publishing.rot.own_trouble import HostLook, is_ours

FINE, WRONG, SILENT = (True, True), (True, False), (False, False)


def looks(*hosts: tuple[bool, bool]) -> list[HostLook]:
    return [HostLook(f"host-{number}", *each) for number, each in enumerate(hosts)]


@pytest.mark.parametrize(
    ("hosts", "ours"),
    [
        ([], False),
        ([WRONG], False),
        ([WRONG, WRONG], False),
        ([SILENT], True),
        ([SILENT, WRONG], False),
        ([WRONG, WRONG, WRONG], True),
        ([SILENT, WRONG, SILENT], True),
        ([FINE, WRONG, SILENT], False),
        ([FINE] + 9 * [WRONG], True),
        ([FINE] + 8 * [WRONG], False),
    ],
)
def test_nobody_answered_or_nearly_all_of_several_failed(hosts: list[tuple[bool, bool]], ours: bool) -> None:
    assert is_ours(looks(*hosts)) is ours


def test_a_host_is_fine_where_anything_on_it_is() -> None:
    both = [
        HostLook("one", *WRONG),
        HostLook("one", *FINE),
        HostLook("two", *SILENT),
        HostLook("three", *WRONG),
    ]
    assert not is_ours(both)
