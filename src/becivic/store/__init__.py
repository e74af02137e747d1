"""The records: tables and migrations, one writer with group commit, SQLite and PostgreSQL. Knows the law, not HTTP."""
