"""On which day pages changed: what main and the records say, and nothing where they say nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from becivic.corpus.load import Corpus, Loader
from becivic.publishing.history import FileHistory
from becivic.publishing.repository import open_repository
from becivic.site.book import Book
from becivic.site.last_days import document_days, last_days
from tests.factories.corpora import Files
from tests.factories.homes import NOON, commit, small_home
