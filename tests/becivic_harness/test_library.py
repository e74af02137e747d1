"""The copy of the library: by the first way that gives something usable, and whatever a server says nothing breaks."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import library, scrub_rules, session
from becivic_harness.cli.main import main
from becivic_harness.session import Probes
from becivic_harness.wire import Unreachable, get
from tests.becivic_harness import served
from tests.factories.harness import NOW, NOWHERE, later, machine
from tests.requirement import requirement

FALLBACK = {"id": "meta-no-skill-fallback", "title": "None", "status": "stable"}
GRAPH = {"nodes": [{"id": "demo-skill", "title": "Demo", "status": "stable"}, FALLBACK], "edges": []}
PATHS = {"paths": {"demo-path": {"id": "demo-path", "sources": []}}}
RULES = (Path(__file__).resolve().parents[2] / "corpus/scrub/regex-rules.json").read_bytes()


class Answers(dict[str, tuple[int, bytes]]):
    """What a made-up server says, by path; anything else is 404."""

    def __init__(self, said: dict[str, tuple[int, bytes]]) -> None:
        super().__init__(said)
        self.once: dict[str, tuple[int, bytes]] = {}
        """Said before that, one time."""


@contextmanager
def server(answers: Answers) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def _answer(self) -> None:
            asked.append(f"{self.command} {self.path}")
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            path = self.path.split("?")[0]
            status, body = answers.once.pop(path, answers.get(path, (404, b"{}")))
            self.send_response(status)
            if status in (301, 302):
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_DELETE = _answer  # noqa: N815  as the library calls them

        def log_message(self, *_: Any) -> None:
            pass

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{running.server_port}", asked
    finally:
        running.shutdown()
        running.server_close()


def body(document: object) -> tuple[int, bytes]:
    return 200, json.dumps(document).encode()


@requirement("R-HARN-10", "R-HARN-04")
def test_the_library_comes_by_the_first_way_that_works_and_else_from_the_copy(tmp_path: Path) -> None:
    web = Answers(
        {
            "/skills/index.json": body(
                {
                    "skills": [
                        {
                            "id": "demo-skill",
                            "title": "Demo",
                            "status": "beta",
                            "applies_to": {"regions": []},
                        },
                        FALLBACK,
                    ]
                }
            ),
            "/paths/index.json": body(PATHS),
        }
    )
    with server(web) as (url, asked):
        here = machine(tmp_path, api=url)
        graph, paths = library.graph(here, mcp=True), library.directory(here, mcp=True)
        assert graph is not None
        assert paths is not None
        assert (graph.via, paths.via) == ("web", "web")
        assert graph.document["nodes"] == [
            {"id": "demo-skill", "title": "Demo", "status": "beta"},
            FALLBACK,
        ]
        assert [each.split("?")[0] for each in asked] == [
            "POST /mcp", "GET /api/skill-graph", "GET /skills/index.json",
            "POST /mcp", "GET /api/paths", "GET /paths/index.json",
        ]  # fmt: skip
    gone = library.graph(later(here, hours=1))
    assert gone is not None
    assert (gone.via, gone.fetched_at) == ("cache", here.stamp)
    assert library.is_fresh(later(here, hours=1), gone.fetched_at)
    assert not library.is_fresh(later(here, days=2), gone.fetched_at)
    assert not library.is_fresh(later(here, days=-2), gone.fetched_at)
    assert not library.is_fresh(here, "yesterday")


@pytest.mark.parametrize(
    "said",
    [
        (200, b""), (200, b"<html>"), (200, b"[1]"), (200, b"{}"), (200, b'{"nodes": 3, "paths": 4}'), (200, b'{"nodes": [], "paths": {}}'),
        (200, b"\xff\xfe"), (200, b"{" * 5000), (302, b""), (404, b"{}"), (410, b"{}"), (429, b"{}"), (500, b"{}"), (503, b"<html>"),
    ],
)  # fmt: skip
def test_whatever_a_server_says_the_copy_of_last_time_serves(said: tuple[int, bytes], tmp_path: Path) -> None:
    good = Answers(
        {"/api/skill-graph": body(GRAPH), "/api/paths": body(PATHS), "/scrub-rules.json": (200, RULES)}
    )
    with server(good) as (url, _):
        assert session.start(machine(tmp_path, api=url), Probes())["submissions_possible"]
    bad = Answers(
        dict.fromkeys(
            (
                "/api/skill-graph",
                "/api/paths",
                "/skills/index.json",
                "/paths/index.json",
                "/scrub-rules.json",
                "/api/skills/x",
                "/skills/x.md",
            ),
            said,
        )
    )
    with server(bad) as (url, _):
        here = machine(tmp_path, api=url)
        told = session.start(here, Probes())
        assert told["graph"]["via"] == told["paths"]["via"] == "cache"
        assert not told["submissions_possible"]
        assert library.known_graph(here) == GRAPH
        assert set(library.known_paths(here)) == {"demo-path"}


@requirement("R-HARN-03", "R-BUF-09")
def test_rules_are_asked_for_three_times_and_no_more(tmp_path: Path) -> None:
    with server(Answers({"/scrub-rules.json": (503, b"")})) as (url, asked):
        assert scrub_rules.fetch(machine(tmp_path, api=url)) is None
        assert asked == ["GET /scrub-rules.json"] * 3


@requirement("R-SCRUB-05")
def test_rules_that_are_newer_are_prepared_once_and_kept_and_those_that_cannot_run_count_as_fired(
    tmp_path: Path,
) -> None:
    rules = json.loads(RULES)
    one = {**rules["rules"][0], "name": "of_tomorrow", "pattern": r"(?<name>secret)", "checksum": None}
    newer = {**rules, "rules": [one, *rules["rules"][:2]]}
    with server(Answers({"/scrub-rules.json": body(newer)})) as (url, _):
        here = machine(tmp_path, api=url)
        fetched = scrub_rules.fetch(here)
        assert fetched is not None
        kept = json.loads(Path(here.home.cached("scrub-rules.prepared.json")).read_text(encoding="utf-8"))
        assert kept["sha256"] == fetched["sha256"]
        assert scrub_rules.fetch(here) == fetched
    assert machine(tmp_path).layer_one.kinds("Any text at all.")
    assert machine(tmp_path).layer_one.clean("Any text at all.").text == "[withheld]"


def test_nothing_follows_a_server_elsewhere(tmp_path: Path) -> None:
    with (
        server(Answers({"/api/paths": (302, b"")})) as (url, _),
        pytest.raises(Unreachable, match="elsewhere"),
    ):
        get(machine(tmp_path, api=url), "/api/paths")


@requirement("R-PRED-05", "R-PRIN-21")
def test_no_answer_of_the_person_is_in_any_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    skill = {
        "id": "demo-skill",
        "title": "Demo",
        "applies_to": {"regions": ["brussels"]},
        "requires_paths": [{"id": "demo-path"}],
    }
    answers = Answers(
        {
            "/api/skill-graph": body(
                {
                    "nodes": [
                        {
                            "id": "demo-skill",
                            "title": "Become Belgian",
                            "status": "stable",
                            "tags": ["nationality"],
                        },
                        FALLBACK,
                    ],
                    "edges": [],
                }
            ),
            "/api/paths": body(PATHS),
            "/scrub-rules.json": (200, RULES),
            "/api/skills/demo-skill": body(skill),
            "/skills/demo-skill.md": (200, b"# Demo"),
        }
    )
    with server(answers) as (url, asked):
        common = ["--data-dir", str(tmp_path / "d"), "--api", url, "--now", NOW.isoformat()]
        for words in (
            ["session", "start", "--consent"],
            ["profile", "set", "region=Brussels-Capital", "commune_nis5=21009"],
            ["route", "nationality please"],
            ["progress", "start", "demo-skill"],
            ["eligibility", "demo-path"],
            ["plan", "demo-skill"],
            ["traverse", "start", "demo-path"],
        ):
            assert main([*words, *common]) == 0, capsys.readouterr().out
    assert all(each.startswith("GET ") for each in asked)
    told = " ".join(asked).lower()
    for word in ("brussels", "21009", "nationality", "ses_"):
        assert word not in told


PAGE = b"---\nid: demo-skill\ntitle: Demo\n---\n\n# Demo\n"
PORTAL = b"<!doctype html><title>Log in</title><p>id: demo-skill"


@requirement("R-HARN-04", "R-HARN-10")
@pytest.mark.parametrize(
    "said",
    [
        (200, PORTAL), (200, b""), (200, PAGE.replace(b"demo-skill", b"other-skill")), (200, b"---\ntitle: Demo\n---\n"),
        (200, b'{"id": "demo-skill"}'), (401, PORTAL), (403, PORTAL), (429, b"{}"), (302, b""), (511, PORTAL),
    ],
)  # fmt: skip
def test_what_stands_in_the_servers_place_is_not_read_out_as_the_procedure(
    said: tuple[int, bytes], tmp_path: Path
) -> None:
    answers = Answers({"/skills/demo-skill.md": (200, PAGE), "/api/skill-graph": body(GRAPH)})
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        assert library.skill(here, "demo-skill") == (PAGE.decode(), "web", here.stamp)
        answers["/skills/demo-skill.md"] = said
        assert library.skill(later(here, hours=1), "demo-skill") == (PAGE.decode(), "cache", here.stamp)
    assert Path(here.home.skill("demo-skill")).read_bytes() == PAGE


def test_every_procedure_of_the_library_is_known_by_its_head(tmp_path: Path) -> None:
    found = sorted((Path(__file__).resolve().parents[2] / "corpus/skills").glob("*/canonical.md"))
    answers = Answers({f"/skills/{each.parent.name}.md": (200, each.read_bytes()) for each in found})
    answers["/api/skill-graph"] = body(served.graph())
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        library.graph(here)
        for each in found:
            assert library.skill(here, each.parent.name)[1] == "web"
    assert len(found) > 15


@pytest.mark.parametrize(
    "junk",
    [
        {"nodes": [{"id": "x"}], "paths": {"x": {"sources": []}}},
        {"nodes": [{"id": "meta-no-skill-fallback-not"}], "paths": {"x": {"id": "y", "sources": []}}},
        {"nodes": {"id": "meta-no-skill-fallback"}, "paths": [{"id": "x", "sources": []}]},
    ],
)
def test_junk_in_the_form_of_a_library_replaces_no_copy(junk: dict[str, Any], tmp_path: Path) -> None:
    answers = Answers({"/api/skill-graph": body(GRAPH), "/api/paths": body(PATHS)})
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        library.graph(here), library.directory(here)
        answers.update({"/api/skill-graph": body(junk), "/api/paths": body(junk)})
        graph, paths = library.graph(here), library.directory(here)
    assert graph is not None
    assert paths is not None
    assert (graph.via, graph.document) == ("cache", GRAPH)
    assert (paths.via, paths.document) == ("cache", PATHS)


@pytest.mark.parametrize(
    "said", [{"nodes": 5}, {"nodes": [], "paths": {"x": 5}}, {"paths": 5}, {"paths": {"x": {}}}]
)
def test_tools_that_answer_nonsense_are_passed_by(said: dict[str, Any], tmp_path: Path) -> None:
    told = body({"result": {"structuredContent": said}})
    answers = Answers({"/mcp": told, "/api/skill-graph": body(GRAPH), "/api/paths": body(PATHS)})
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        graph, paths = library.graph(here, mcp=True), library.directory(here, mcp=True)
    assert graph is not None
    assert paths is not None
    assert (graph.via, paths.via) == ("http", "http")


SPOILED: list[object] = [
    {}, {"document": {}, "fetched_at": 5}, {"document": 5}, {"document": {"nodes": [5], "paths": {"demo-path": 5}}}, [1], "x",
    {"document": {"nodes": None, "paths": {"demo-path": {"sources": []}}}}, {"document": {"id": 5}},
    {"document": {"id": "demo-skill", "applies_to": 5, "requires_paths": 5, "eligibility": [5], "prerequisites": "x"}},
]  # fmt: skip


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_copy_that_was_spoiled_by_hand_is_as_good_as_none(
    spoiled: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    for name in (library.GRAPH, library.PATHS, "skill-demo-skill.json"):
        path = Path(here.home.cached(name))
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(spoiled), encoding="utf-8")
    for words in (
        ["skill", "demo-skill"], ["eligibility", "demo-path"], ["eligibility", "demo-skill"], ["plan", "demo-skill"],
        ["route", "become Belgian"], ["traverse", "start", "demo-path"], ["buffer", "list"], ["session", "status"],
        ["progress", "start", "demo-skill"],
    ):  # fmt: skip
        main([*words, "--data-dir", here.home.root, "--api", NOWHERE, "--now", NOW.isoformat()])
        told = json.loads(capsys.readouterr().out)
        assert told.get("error") != "fault", (words, told)
        assert told.get("id") != "None"
