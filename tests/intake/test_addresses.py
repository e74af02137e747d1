"""Addresses as hashes: the same under one salt, strangers under another, and worth nothing without the key."""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import IPv6Network

from hypothesis import given
from hypothesis import strategies as st

from becivic.intake.addresses import AddressHasher, new_salt, widened

KEY = bytes(range(32))
DAILY, OF_AN_ARTEFACT = "aa" * 32, "bb" * 32
ADDRESS = "203.0.113.7"
PREFIXES = st.one_of(st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map("{}/64".format))


def test_a_hash_is_hmac_sha256_over_salt_and_prefix() -> None:
    found = AddressHasher(KEY).hash(DAILY, ADDRESS)
    assert found == hmac.new(KEY, f"{DAILY}\0{ADDRESS}".encode(), hashlib.sha256).hexdigest()


def test_the_hash_for_limits_says_nothing_about_the_hash_for_votes() -> None:
    hasher = AddressHasher(KEY)
    assert hasher.hash(DAILY, ADDRESS) == hasher.hash(DAILY, ADDRESS)
    assert hasher.hash(DAILY, ADDRESS) != hasher.hash(OF_AN_ARTEFACT, ADDRESS)


def test_without_the_key_a_salt_is_not_enough() -> None:
    assert AddressHasher(KEY).hash(DAILY, ADDRESS) != AddressHasher(bytes(32)).hash(DAILY, ADDRESS)


@given(salts=st.tuples(st.text(), st.text()), prefixes=st.tuples(PREFIXES, PREFIXES))
def test_no_two_pairs_are_read_as_one(salts: tuple[str, str], prefixes: tuple[str, str]) -> None:
    hasher = AddressHasher(KEY)
    first, second = (hasher.hash(*pair) for pair in zip(salts, prefixes, strict=True))
    assert (first == second) is (salts[0] == salts[1] and prefixes[0] == prefixes[1])


def test_where_the_salt_ends_is_part_of_what_is_hashed() -> None:
    hasher = AddressHasher(KEY)
    assert hasher.hash("salt2", "03.0.113.7") != hasher.hash("salt", "203.0.113.7")


def test_the_key_does_not_show() -> None:
    shown = repr(AddressHasher(KEY))
    assert KEY.hex() not in shown
    assert repr(KEY) not in shown


def test_a_salt_is_32_random_bytes_from_whoever_is_asked() -> None:
    assert new_salt(lambda size: bytes(range(size))) == bytes(range(32)).hex()


@given(st.integers(0, 2**64 - 1), st.sampled_from([56, 48]))
def test_a_wider_prefix_is_written_as_the_standard_library_writes_it(high: int, bits: int) -> None:
    subnet = IPv6Network((high << 64, 64))
    assert widened(str(subnet), bits) == str(subnet.supernet(new_prefix=bits))
