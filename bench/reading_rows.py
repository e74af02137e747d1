"""What is put before the servers that reads are compared with: our answers as bytes, our rows as a database."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import httpx

from bench.reading_servers import ANSWERS, DATABASE

SKILL: Final = "nationality-application"
_WAIT: Final = 60.0
_KEPT: Final = ("content-type", "content-encoding", "etag", "cache-control", "vary")


def prepare(port: int, place: Path) -> str:
    """What we answer for the bare handler, our rows for Datasette; the uid of the row that is asked for."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_WAIT) as client:
        values, after = list[dict[str, Any]](), ""
        while True:
            told = client.get(f"/api/volatile-values?limit=200{after}").json()
            values += told["items"]
            if "next" not in told:
                break
            after = f"&after={told['next']}"
        uid = values[0]["uid"]
        skill = client.get(f"/api/skills/{SKILL}").json()
        _write_rows(place / DATABASE, values, skill)
        paths = (f"/api/volatile-values/{uid}", f"/skills/{SKILL}")
        listed = [_kept(client, path, place / f"body-{number}") for number, path in enumerate(paths)]
    (place / ANSWERS).write_text(json.dumps(listed), encoding="utf-8")
    return str(uid)


def _kept(client: httpx.Client, path: str, file: Path) -> dict[str, Any]:
    """The bytes as they come over the wire, packed as the load generator asks for them."""
    headers = {"accept": "text/html,*/*;q=0.8", "accept-language": "en", "accept-encoding": "gzip, br"}
    with client.stream("GET", path, headers=headers) as answer:
        answer.raise_for_status()
        file.write_bytes(b"".join(answer.iter_raw()))
        kept = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
    return {"path": path, "file": file.name, "headers": kept}


def _write_rows(file: Path, values: list[dict[str, Any]], skill: dict[str, Any]) -> None:
    """One table for the values, one with the skill: every field is a column, what is no text as JSON."""
    database = sqlite3.connect(file)
    with database:
        for table, key, rows in (("volatile_values", "uid", values), ("skills", "id", [skill])):
            columns = sorted({name for row in rows for name in row})
            made = ", ".join(f'"{name}" TEXT{" PRIMARY KEY" if name == key else ""}' for name in columns)
            database.execute(f'CREATE TABLE "{table}" ({made})')
            marks = ", ".join("?" for _ in columns)
            for row in rows:
                cells = [_cell(row.get(name)) for name in columns]
                database.execute(f'INSERT INTO "{table}" VALUES ({marks})', cells)
    database.close()


def _cell(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)
