"""A library that nobody asked about for months: with a real server on a moved clock, and the job by hand beside it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.factories.command import becivic
from tests.factories.servers import serving
from tests.requirement import requirement

A_DAY = 24 * 60 * 60


@requirement("R-PLC-07")
def test_with_probes_off_no_path_is_deprecated_by_silence_and_pages_say_that_it_is_stale(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    with serving(home) as server:
        paths = list(server.get("/api/paths").json()["paths"])
    assert paths
    for days in (91, 200):
        env = {"BECIVIC_CLOCK_OFFSET": str(days * A_DAY)}
        with serving(home, env=env) as server:
            done = becivic("run", "promote", "--json", cwd=tmp_path, env={"BECIVIC_HOME": str(home), **env})
            assert (done.code, json.loads(done.out)["decisions"]) == (0, []), done.err
            offered = server.get("/api/paths").json()["paths"]
            assert {key: entry["status"] for key, entry in offered.items()} == dict.fromkeys(paths, "alpha")
            name = paths[0]
            told = server.get(f"/api/paths/{name}").json()
            assert all(each["is_stale"] for each in told["standing"])
            assert "not confirmed for a while" in server.get(f"/paths/{name}?format=md").text
            assert "not confirmed lately" in server.get(f"/paths/{name}").text
            directory = server.get("/paths/index.json").json()["paths"][name]
            assert directory["status"] == "alpha"
