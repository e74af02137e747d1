"""A path's uid is its own and stays (schemas 6.11; R-UID-05)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathDirectory


@rule("path-uid", "uids of paths are unique and never change", section="schemas 6.11")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    owners: dict[str, str] = {}
    for entry in directory.entries.values():
        uid = entry.fields.text("uid")
        if not uid:
            continue
        owner = owners.setdefault(uid, entry.key)
        if owner != entry.key:
            yield Problem(
                directory.place(entry.fields.at("uid")),
                f"the uid is that of `{owner}` already",
                "Leave the uid out; a fresh one is minted before the merge.",
            )
    if context.change is not None:
        yield from _changed(directory, context.change.base.paths)


def _changed(directory: PathDirectory, base: PathDirectory) -> Iterator[Problem]:
    gone = {
        entry.fields.text("uid"): key for key, entry in base.entries.items() if key not in directory.entries
    }
    for key, entry in directory.entries.items():
        uid, before = entry.fields.text("uid"), base.entries.get(key)
        if before is not None and before.fields.text("uid") not in ("", uid):
            yield Problem(
                directory.place(entry.fields.at("uid")),
                f"the uid of `{key}` was `{before.fields.text('uid')}` and never changes",
                "Put the uid back.",
            )
        elif before is None and uid and uid in gone:
            yield Problem(
                directory.place(entry.fields.at("uid")),
                f"the uid belongs to `{gone[uid]}`, which this change removes",
                "Keep that path and deprecate it, or leave the new path's uid out to get a fresh one.",
            )
