"""Alembic runs this file: the versions, on the connection it was given and in the transaction that is open there."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
