"""How a page is asked for: what is said about it first, the page itself only where that is not enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import zip_longest
from typing import Final

from becivic.fetching import Answer, Fetcher, NoAnswer, Trouble
from becivic.fetching.web_address import read_address

_OF_THE_METHOD: Final = frozenset((Trouble.UNREACHABLE, Trouble.TOO_SLOW, Trouble.NOT_HTTP))
"""What may come of servers that do not know HEAD."""


def ask(
    fetcher: Fetcher, url: str, is_enough: Callable[[Answer], bool], never: Collection[str] = ()
) -> Answer:
    """Nothing is ever sent but HEAD and GET: what is looked at stays as it was."""
    try:
        answer = fetcher.head(url, never)
    except NoAnswer as nothing:
        if nothing.trouble not in _OF_THE_METHOD:
            raise
        return fetcher.get(url, never)
    return answer if is_enough(answer) else fetcher.get(url, never)


def host_of(url: str) -> str:
    """As the fetcher knows it; empty where it cannot be read."""
    try:
        return read_address(url).host
    except NoAnswer:
        return ""


def in_turns(urls: Iterable[str]) -> list[str]:
    """One of each host, then the next of each: nobody is asked twice while others wait to be asked once."""
    by_host: dict[str, list[str]] = defaultdict(list)
    for url in dict.fromkeys(urls):
        by_host[host_of(url)].append(url)
    rounds = zip_longest(*by_host.values())
    return [url for each in rounds for url in each if url is not None]
