"""Asking other people's web servers, politely and without being led astray. Knows nothing of what is asked for.

Only public addresses are connected to, redirects are checked like first addresses, and nothing is larger or slower than allowed.
"""

from becivic.fetching.answers import Answer, NoAnswer, Trouble
from becivic.fetching.fetcher import Fetcher

__all__ = ["Answer", "Fetcher", "NoAnswer", "Trouble"]
