"""The caller's address: what is believed of it, from whom, and in which form."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.setting_values import Network
from becivic.web.client_address import NO_ADDRESS, client_address, is_on_this_machine
from tests.web.scopes import scope

PROXIES: tuple[Network, ...] = tuple(map(ip_network, ("10.0.0.0/8", "fd00::/8")))
PROXY = ("10.0.0.1", 443)

ADDRESSES = st.ip_addresses().map(str)
HOPS = st.one_of(
    ADDRESSES,
    ADDRESSES.map("[{}]:80".format),
    ADDRESSES.map("{}:80".format),
    st.sampled_from(
        ["10.0.0.9", "fd00::9", "::ffff:10.0.0.9", "", "unknown", "_hidden", "[", "[]", "fe80::1%eth0"]
    ),
    st.text(st.characters(max_codepoint=255), max_size=20),
)
HEADERS = st.lists(st.lists(HOPS, max_size=5).map(", ".join), max_size=3)


def address(peer: str, *forwarded: str) -> str:
    return client_address(
        scope(*(("x-forwarded-for", line) for line in forwarded), client=(peer, 1)), PROXIES
    )


def is_canonical(prefix: str) -> bool:
    if prefix == NO_ADDRESS:
        return True
    if "/" in prefix:
        network = IPv6Network(prefix)
        return (
            str(network) == prefix and network.prefixlen == 64 and network.network_address.ipv4_mapped is None
        )
    return str(IPv4Address(prefix)) == prefix


@pytest.mark.parametrize(
    ("peer", "prefix"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002::", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:cb00:7107", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", NO_ADDRESS),
        ("203.0.113.7%eth0", NO_ADDRESS),
        ("", NO_ADDRESS),
    ],
)
def test_an_address_has_one_form(peer: str, prefix: str) -> None:
    assert address(peer) == prefix


@pytest.mark.parametrize(
    ("wrapped", "prefix"),
    [
        ("2002:cb00:7107:1::1", "203.0.113.7"),  # 6to4
        ("2001:0:4136:e378:8000:63bf:34ff:8ef8", "203.0.113.7"),  # Teredo
        ("64:ff9b::203.0.113.7", "203.0.113.7"),  # NAT64
        ("64:ff9b:1::203.0.113.7", "203.0.113.7"),
        ("64:ff9b:1:aa:bb:cc:203.0.113.7", "203.0.113.7"),
        ("64:ff9b:1:cb00:71:700::", "203.0.113.7"),  # RFC 6052 with a prefix of 48 bits
        ("64:ff9b:1:aacb:0:7107::", "203.0.113.7"),  # of 56
        ("64:ff9b:1:aabb:cb:71:700:0", "203.0.113.7"),  # of 64
        ("::ffff:0:203.0.113.7", "203.0.113.7"),  # translated
        ("::203.0.113.7", "203.0.113.7"),  # compatible
        ("::2", "::/64"),
        ("64:ff9b:2::203.0.113.7", "64:ff9b:2::/64"),
    ],
)
def test_an_ipv6_address_that_wraps_an_ipv4_one_is_the_ipv4_one(wrapped: str, prefix: str) -> None:
    assert address(wrapped) == prefix
    assert address("10.0.0.1", f"[{wrapped}]:443") == prefix


@pytest.mark.parametrize("wrapped", ["2002:a00:1::1", "64:ff9b::10.0.0.1", "::10.0.0.1"])
def test_what_wraps_the_address_of_a_proxy_is_not_believed(wrapped: str) -> None:
    assert address(wrapped, "203.0.113.7") == "10.0.0.1"


def test_what_wraps_loopback_is_not_this_machine() -> None:
    assert not is_on_this_machine(scope(client=("2002:7f00:1::1", 1)))


def test_a_caller_without_an_address_is_a_constant_whatever_it_says() -> None:
    silent = scope(("x-forwarded-for", "203.0.113.7"), client=None)
    assert client_address(silent, PROXIES) == NO_ADDRESS
    assert client_address({"type": "http", "headers": []}, PROXIES) == NO_ADDRESS


@pytest.mark.parametrize(
    ("forwarded", "prefix"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7, 10.0.0.2,\tfd00::2"], "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7", "10.0.0.2"], "203.0.113.7"),
        (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::7]:4711"], "2001:db8::/64"),
        (["[2001:db8::7]"], "2001:db8::/64"),
        (["2001:db8::7"], "2001:db8::/64"),
        (["::ffff:203.0.113.7, ::ffff:10.0.0.2"], "203.0.113.7"),
        (["fe80::7%eth0"], "fe80::/64"),
    ],
)
def test_a_trusted_proxy_is_believed_up_to_the_first_hop_that_is_not_trusted(
    forwarded: list[str], prefix: str
) -> None:
    assert address("10.0.0.1", *forwarded) == prefix


@pytest.mark.parametrize(
    "garbage",
    ["", " ", "unknown", "_hidden", "proxy.example", "203.0.113.7:", "203.0.113.7:999999", "203.0.113.07", "[::1",
     "[]", "[]:80", "::1]", "[203.0.113.7]x", "1.2.3", "٣.1.1.1", "203.0.113.7 198.51.100.1", "\"203.0.113.7\"", "%",
     ":" * 3000],
)  # fmt: skip
def test_what_is_no_address_ends_the_walk_at_the_last_one_believed(garbage: str) -> None:
    assert address("10.0.0.1", garbage.encode("utf-8").decode("latin-1")) == "10.0.0.1"
    line = f"198.51.100.1, {garbage}, 10.0.0.2".encode().decode("latin-1")
    assert address("10.0.0.1", line) == "10.0.0.2"


def test_without_the_header_a_proxy_is_a_caller_like_any_other() -> None:
    assert address("10.0.0.1") == "10.0.0.1"


def test_a_peer_mapped_into_ipv6_is_trusted_by_its_ipv4_range() -> None:
    assert address("::ffff:10.0.0.1", "203.0.113.7") == "203.0.113.7"


def test_rfc_7239_is_not_read() -> None:
    found = client_address(scope(("forwarded", "for=203.0.113.7"), client=PROXY), PROXIES)
    assert found == "10.0.0.1"


@given(peer=st.one_of(ADDRESSES, st.just("10.0.0.1"), st.text(max_size=30)), lines=HEADERS)
@example(peer="10.0.0.1", lines=["1" * 30_000])
@example(peer="10.0.0.1", lines=["10.0.0.2," * 3_000])
def test_whatever_arrives_the_answer_is_a_canonical_prefix(peer: str, lines: list[str]) -> None:
    assert is_canonical(address(peer, *lines))


def _is_trusted(peer: IPv4Address | IPv6Address) -> bool:
    mapped = peer.ipv4_mapped if isinstance(peer, IPv6Address) else None
    return any((mapped or peer) in network for network in PROXIES)


@given(peer=st.ip_addresses().filter(lambda each: not _is_trusted(each)), lines=HEADERS)
def test_what_an_untrusted_peer_says_of_itself_never_matters(
    peer: IPv4Address | IPv6Address, lines: list[str]
) -> None:
    assert address(str(peer), *lines) == address(str(peer))


@given(lines=HEADERS)
def test_without_trusted_proxies_the_header_never_matters(lines: list[str]) -> None:
    forwarded = [("x-forwarded-for", line) for line in lines]
    assert client_address(scope(*forwarded, client=PROXY), ()) == "10.0.0.1"
