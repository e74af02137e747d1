"""`profile get|set|migrate|forget`."""

from __future__ import annotations

import json
from typing import Any

from becivic_harness import files, migrations, profile_edits, profile_file
from becivic_harness.cli.command import Answer, Command, Options, option
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused


def _get(here: Here, options: Options) -> Answer:
    if options.fields:
        from becivic_harness.question_words import FIELDS
        from becivic_harness.questions import questions_about

        asked = questions_about([field for field in FIELDS if "." not in field], profile_file.read(here))
        return {"fields": [each.as_json() for each in asked]}
    profile_file.require_readable(here)
    profile = profile_file.read(here)
    wanted = options.key or list(profile)
    return {"profile": {key: profile[key] for key in wanted if key in profile}, "data_dir": here.home.root}


def _set(here: Here, options: Options) -> Answer:
    if not options.pair:
        raise Refused("usage", "There is nothing to set.", "Write key=value, or pass --json.", code=USAGE)
    here.home.require()
    decided = [pair for pair in options.pair if pair.startswith("consent.")]
    if 0 < len(decided) < len(options.pair):  # first: a no to notes is kept, even where it keeps the rest out
        profile_file.write(here, profile_edits.changed(profile_file.read(here), decided))
    changed, language = profile_edits.with_only_language(
        profile_edits.changed(profile_file.read(here), options.pair)
    )
    profile = profile_file.write(here, changed)
    said = f" The commune works in {language}, so nobody was asked." if language else ""
    return {"profile": profile, "say": f"Kept on this machine alone.{said}"}


def _reads(options: Options, found: dict[str, Any]) -> None:
    options.pair = [*(options.pair or []), *(f"{key}={json.dumps(value)}" for key, value in found.items())]


def _migrate(here: Here, _: Options) -> Answer:
    here.home.require()
    profile_file.require_readable(here)
    raw = files.read_json(here.home.profile) or {}
    changed = migrations.is_legacy(raw)
    profile = profile_file.write(here, migrations.migrated(raw)) if changed else profile_file.read(here)
    return {"migrated": changed, "profile": profile, "unknown_fields": profile_file.unknown_fields(profile)}


def _forget(here: Here, options: Options) -> Answer:
    here.home.require()
    profile = profile_file.read(here)
    if options.all:
        if not options.yes:
            raise Refused(
                "say_yes",
                "This empties the profile.",
                "Ask the person, then pass --yes.",
                code=ASK_THE_PERSON,
            )
        aside = profile_file.set_aside(here) if profile_file.is_unreadable(here) else None
        kept = {key: value for key, value in profile.items() if key in ("consent", "active_procedures")}
        gone = [key for key in profile if key not in (*kept, "profile_schema_version", "last_updated_at")]
        profile_file.write(here, {} if aside else kept)
        return {"forgotten": gone, **({"set_aside": aside} if aside else {})}
    if not options.key:
        raise Refused("usage", "Which field?", "Name fields, or pass --all --yes.", code=USAGE)
    now, gone = profile_edits.without(profile, options.key)
    if gone:
        profile_file.write(here, now)
    return {"forgotten": gone, "not_there": [key for key in options.key if key not in gone]}


COMMANDS = {
    "profile get": Command(
        "The profile, or some of its fields.",
        _get,
        ("profile get", "profile get region commune_nis5 --text", "profile get --fields"),
        (
            option("key", nargs="*", help="fields; all of them if none is named"),
            option(
                "--fields",
                action="store_true",
                help="which fields there are, what each may hold, and how to ask",
            ),
        ),
        writes=False,
    ),
    "profile set": Command(
        "Set fields. Days become months; what is no category, count or month is refused.",
        _set,
        (
            "profile set region=Brussels-Capital commune_nis5=21009 administration_language=FR",
            "profile set document_inventory.has_id_card=yes dependents.minor_children_count=2",
            """profile set 'residency_history+={"start":"2019-09","end":"current","permit_type":"f-card"}'""",
            """profile set --json '{"civic_status": "married"}'""",
        ),
        (
            option(
                "pair",
                nargs="*",
                metavar="KEY=VALUE",
                help="dotted keys reach inside; += adds a row to a list",
            ),
        ),
        reads=_reads,
    ),
    "profile migrate": Command(
        "Bring a profile of an earlier version up to date.", _migrate, ("profile migrate",)
    ),
    "profile forget": Command(
        "Take fields out of the profile.",
        _forget,
        ("profile forget employment_history", "profile forget --all --yes"),
        (
            option("key", nargs="*", help="fields; dotted keys reach inside"),
            option("--all", action="store_true", help="all that is known about the situation"),
            option("--yes", action="store_true", help="the person said so"),
        ),
    ),
}
