"""Which addresses are public, whatever they are wrapped in."""

from __future__ import annotations

import pytest

from becivic.fetching.public_addresses import is_public


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "193.191.245.244",
        "2a00:1450:4001:830::200e",
        "2606:4700::6810:84e5",
        "::ffff:8.8.8.8",
        "2002:808:808::1",
        "64:ff9b::808:808",
    ],
)
def test_public(address: str) -> None:
    assert is_public(address, 443)
    assert is_public(address, 80)
    assert not is_public(address, 8080)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1", "2001:db8::1", "100::1",
        "3fff::1", "2001::1", "2001:10::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1",
        "2002:7f00:1::1", "2002:a00:1::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808",
        "not an address", "localhost", "",
    ],
)  # fmt: skip
def test_not_public(address: str) -> None:
    assert not is_public(address, 443)
