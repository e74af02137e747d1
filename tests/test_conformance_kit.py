"""The conformance kit against our own harness, against harnesses that were broken on purpose, and against itself.

Everything goes through `run.py` as a child process, as another project would run it.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stdnum import iban, luhn
from stdnum.be import eid, nn, ogm_vcs, vat

from becivic.rules.routes import AUDITED_CLASS, SourceClass
from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.conformance import serve
from tests.conformance.runner.case import read
from tests.conformance.runner.paths import is_audited, path
from tests.conformance.runner.texts import left_in, missing_from
from tests.requirement import requirement

KIT = Path(__file__).parent / "conformance"
ROOT = Path(__file__).parents[1]
OURS = (sys.executable, str(KIT / "adapter.py"))
SETS = ("scrub", "eligibility", "portals", "traversals", "buffers", "notes")
STAMPS = {"profile_schema_version": "1.0.0", "last_updated_at": "2026-11-18T10:00:00Z"}
OPEN: frozenset[str] = frozenset()
"""Cases that our harness does not pass yet. One that it passes must go from here, and none may be added quietly."""


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def report(self) -> Any:
        return json.loads(self.out)

    @property
    def failed(self) -> set[str]:
        return {f"{each['name']}/{one['case']}" for each in self.report["sets"] for one in each["failures"]}

    @property
    def failed_sets(self) -> set[str]:
        return {each.partition("/")[0] for each in self.failed - OPEN}


def run(*arguments: str, python: str = sys.executable) -> Ran:
    done = subprocess.run(
        [python, "-I", str(KIT / "run.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@requirement(
    "R-TRAV-01",
    "R-TRAV-02",
    "R-TRAV-03",
    "R-TRAV-04",
    "R-TRAV-05",
    "R-TRAV-06",
    "R-TRAV-07",
    "R-TRAV-08",
    "R-TRAV-09",
    "R-TRAV-10",
    "R-TRAV-11",
    "R-TRAV-12",
    "R-TRAV-13",
    "R-TRAV-14",
    "R-TRAV-15",
    "R-TRAV-16",
    "R-PRED-01",
    "R-PRED-02",
    "R-PRED-03",
    "R-PRED-04",
    "R-SCRUB-08",
    "R-SCRUB-09",
    "R-CAP-06",
    "R-BUF-01",
    "R-BUF-03",
    "R-BUF-04",
    "R-BUF-05",
    "R-BUF-06",
    "R-BUF-07",
    "R-BUF-08",
    "R-BUF-09",
    "R-BUF-10",
    "R-BUF-11",
    "R-BUF-12",
    "R-BUF-13",
    "R-BUF-14",
    "R-PROF-10",
    "R-PROF-11",
    "R-PROF-12",
    "R-DOC-02",
    "R-DOC-03",
    "R-DOC-04",
    "R-DOC-05",
    "R-DOC-07",
)
def test_our_own_harness_passes_the_whole_kit() -> None:
    ran = run("--json", "--", *OURS)
    assert ran.failed == OPEN
    assert {each["name"] for each in ran.report["sets"]} == set(SETS)
    assert all(each["cases"] for each in ran.report["sets"])
    assert ran.code == (1 if OPEN else 0)


BROKEN = {
    "the order of sources is turned round": (
        """
from becivic_harness import sources
turn = sources.Source.turn.fget
sources.Source.turn = property(lambda self: tuple(-each for each in turn(self)))
""",
        {"eligibility", "traversals"},
    ),
    "names are left in": (
        "from becivic_harness import people\npeople.find = lambda text: []\n",
        {"scrub", "buffers", "notes"},
    ),
    "it stages without validating": (
        """
from becivic_harness import submitting
answered = submitting._answered
submitting._answered = lambda here, sent: (
    [{"ok": True, "id": "x"}] if sent["mode"] == "validate" else answered(here, sent)
)
""",
        {"buffers"},
    ),
    "a recorded delivery is offered without consent": (
        """
from becivic_harness import settling
gate = settling._gate
settling._gate = lambda traversal, source, scene: (
    settling.AWAITING_HANDOFF if source.is_audited else gate(traversal, source, scene)
)
""",
        {"traversals"},
    ),
    "what is not known counts as yes": (
        """
from becivic_harness import predicates
truth = predicates.truth
predicates.truth = lambda *told: predicates.Truth.YES if truth(*told) is predicates.Truth.UNKNOWN else truth(*told)
""",
        {"eligibility", "traversals"},
    ),
    "any page that loads is a success": (
        """
from becivic_harness import signals, traversal_events
decide = signals.decide
def pleased(facts, source):
    found = decide(facts, source)
    return signals.Decision("success", "page-loads-200") if found.outcome == "ambiguous" else found
signals.decide = traversal_events.decide = pleased
""",
        {"portals", "traversals"},
    ),
    "an item gets a new id at every try": (
        """
from becivic_harness import submitting
envelopes, count = submitting.envelopes, [0]
def anew(items, header, mode):
    count[0] += 1
    for sent in envelopes(items, header, mode):
        for item in sent["items"]:
            item.update({key: f"{value[:-3]}{count[0]:03d}" for key, value in item.items() if key.endswith("_id") and value[3:4] == "_" and key != "session_id"})
        yield sent
submitting.envelopes = anew
""",
        {"buffers"},
    ),
    "days stay days": (
        "from becivic_harness import profile_edits\nprofile_edits._bucketed = lambda value: value\n",
        {"notes"},
    ),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_harness_fails_where_it_is_broken_and_nowhere_else(how: str, tmp_path: Path) -> None:
    """The kit can fail, and says what is wrong by where it fails."""
    fault, sets = BROKEN[how]
    adapter = tmp_path / "broken.py"
    adapter.write_text(
        f"import runpy\n{fault}\nrunpy.run_path({str(KIT / 'adapter.py')!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    ran = run("--json", "--", sys.executable, str(adapter))
    assert ran.code == 1
    assert ran.failed_sets == sets


def test_a_failure_says_what_was_expected_and_what_came(tmp_path: Path) -> None:
    ran = run(
        "--only",
        "scrub",
        "--case",
        "fr-name-1",
        "--",
        sys.executable,
        "-c",
        _SAYS.format('{"text": "Karim", "protocol": 1}'),
    )
    assert ran.code == 1
    assert 'scrub/fr-name-1: expected "Karim" to be gone; came "Karim"' in ran.out.splitlines()


_SAYS = "import sys\nfor line in sys.stdin: print('{}', flush=True)"


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"steps": [1, None], "sources": 3, "text": 5, "results": "x", "applies": []},
        {
            "ok": True,
            "id": None,
            "steps": {},
            "validations": 7,
            "orphans": [1],
            "said": 3,
            "buffer": 4,
            "items": "abc",
        },
        {
            "ok": False,
            "steps": "no",
            "data_dir": "/nonexistent",
            "buffer": "/nonexistent/b",
            "receipts": "/nonexistent/r",
        },
    ],
)
def test_an_adapter_that_answers_nonsense_fails_every_set_and_never_the_runner(
    answer: dict[str, Any],
) -> None:
    said = json.dumps({**answer, "protocol": 1})
    ran = run("--json", "--", sys.executable, "-c", _SAYS.format(said))
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert {each["name"] for each in ran.report["sets"] if each["failed"]} == set(SETS)


def test_an_adapter_that_keeps_silent_does_not_hold_up_the_run() -> None:
    greets = """
import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"protocol": 1}', flush=True)
"""
    ran = run("--json", "--timeout", "0.3", "--only", "eligibility", "--", sys.executable, "-c", greets)
    assert ran.code == 1
    (told,) = ran.report["sets"]
    assert told["failed"] == told["cases"]
    assert "no answer within 0.3 seconds" in told["failures"][0]["came"]
    assert "not asked any more" in told["failures"][-1]["came"]


def test_an_adapter_that_dies_is_started_again_for_the_next_case() -> None:
    dies = "import sys\nprint('{\"protocol\": 1}', flush=True)\nsys.stdin.readline()\nsys.stdin.readline()\nsys.exit(9)"
    ran = run("--json", "--only", "portals", "--case", "offline/", "--", sys.executable, "-c", dies)
    assert ran.code == 1
    assert len(ran.failed) == ran.report["sets"][0]["cases"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Which adapter?"),
        (("--only", "nonsense", "--", "true"), "invalid choice"),
        (("--case", "nonsense", "--", "true"), "No case has that in its id"),
        (("--", "/nonexistent/adapter"), "cannot be started"),
        (("--", sys.executable, "-c", _SAYS.format("{}")), "does not say that it speaks protocol 1"),
        (("--", sys.executable, "-c", _SAYS.format("not JSON")), "no JSON object"),
    ],
)
def test_what_cannot_be_run_ends_with_code_two_and_says_why(arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_help_has_examples_and_the_list_names_every_case_with_what_it_proves() -> None:
    assert "python run.py -- ./my-adapter --flag" in run("--help").out
    told = run("--list", "--json").report
    assert set(told) == set(SETS)
    proved = {each for cases in told.values() for proves in cases.values() for each in proves}
    numbers = (ROOT / "docs/requirements.tsv").read_text(encoding="utf-8")
    assert {each for each in proved if f"{each}\t" not in numbers} == set()
    wanted = {f"R-TRAV-{number:02d}" for number in range(1, 17)}
    assert wanted <= proved
    assert {f"R-BUF-{number:02d}" for number in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)} <= proved
    assert f"traversals ({len(told['traversals'])}): whole walks along a path" in run("--list").out


def test_the_kit_runs_alone_wherever_it_is_copied_to(tmp_path: Path) -> None:
    """Without our packages: nothing but the standard library is imported, in the syntax of Python 3.9."""
    for file in [KIT / "run.py", KIT / "serve.py", *(KIT / "runner").glob("*.py")]:
        tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
        names = {
            name.partition(".")[0]
            for node in ast.walk(tree)
            for name in (
                [each.name for each in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert names <= sys.stdlib_module_names | {"tests"}, file
        assert not re.search(r"\bimport becivic|from becivic", file.read_text(encoding="utf-8")), file
    copied = tmp_path / "kit"
    for file in KIT.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts and "our_harness" not in file.parts:
            (copied / file.relative_to(KIT)).parent.mkdir(parents=True, exist_ok=True)
            (copied / file.relative_to(KIT)).write_bytes(file.read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(copied / "run.py"), "--only", "portals", "--", *OURS],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": f"{ROOT / 'src'}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passes what was run, which is not the whole kit" in done.stdout


@pytest.mark.parametrize("source_class", [each.value for each in SourceClass])
def test_every_class_has_a_portal_whose_source_the_library_would_take(source_class: str) -> None:
    source = read(KIT / "portals" / source_class / "source.json")
    assert source["source_class"] == source_class
    assert packaged_registry().faults(SchemaFile.PATH_SOURCE, source) == []
    assert is_audited(source) == (source_class == AUDITED_CLASS.value)
    told = read(KIT / "portals" / source_class / "observations.json")["observations"]
    outcomes = [each["expect"]["outcome"] for each in told]
    assert {"success", "failed", "ambiguous"} <= {each for each in outcomes if isinstance(each, str)}


def test_every_path_and_profile_of_the_kit_is_one_that_the_library_and_a_harness_would_take() -> None:
    walks = [read(file) for file in sorted((KIT / "traversals").glob("*.json"))]
    changed = [
        step["event"].get("path")
        for walk in walks
        for step in walk["steps"]
        if isinstance(step["event"], dict)
    ]
    for told in filter(None, [*(walk["path"] for walk in walks), *changed]):
        assert packaged_registry().faults(SchemaFile.PATH, path(KIT, told)) == []
    profiles = [
        *(walk["profile"] for walk in walks),
        *(case["profile"] for case in read(KIT / "eligibility/cases.json")["cases"]),
    ]
    for profile in profiles:
        assert packaged_registry().faults(SchemaFile.PROFILE, {**STAMPS, **profile}) == []
    for entry in read(KIT / "library/paths.json")["paths"].values():
        assert packaged_registry().faults(SchemaFile.PATH, entry) == []
    for file, schema in (
        ("skill-graph.json", SchemaFile.SKILL_GRAPH),
        ("scrub-rules.json", SchemaFile.REGEX_RULES),
    ):
        assert packaged_registry().faults(schema, read(KIT / "library" / file)) == []


@requirement("R-TEST-09")
def test_no_walk_calls_a_delivery_and_the_server_refuses_to_play_one(
    capfd: pytest.CaptureFixture[str],
) -> None:
    bound, portals = serve.server(0)
    thread = threading.Thread(target=bound.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        asked = HTTPConnection("127.0.0.1", bound.server_address[1], timeout=5)
        asked.request("GET", f"/{AUDITED_CLASS.value}/quickLinks/residence-certificate")
        assert asked.getresponse().status == 403
    finally:
        bound.shutdown()
        bound.server_close()
        thread.join()
    assert "never in a test" in capfd.readouterr().err
    assert AUDITED_CLASS.value not in {each["source_class"] for each in portals.sources()}


@pytest.fixture(scope="module")
def portals() -> Iterator[str]:
    """serve.py as a child, and where it listens."""
    child = subprocess.Popen([sys.executable, "-I", str(KIT / "serve.py")], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        yield json.loads(child.stdout.readline())["base"]
    finally:
        child.kill()
        child.communicate()


def _got(base: str, address: str) -> tuple[int, str, str, bytes]:
    asked = HTTPConnection(base.rpartition("/")[2], timeout=5)
    asked.request("GET", address)
    answer = asked.getresponse()
    body = answer.read()
    asked.close()
    return answer.status, answer.headers.get("Content-Type", ""), answer.headers.get("Location", ""), body


@pytest.mark.parametrize("source_class", [each.value for each in SourceClass if each is not AUDITED_CLASS])
def test_what_an_agent_is_said_to_see_is_what_the_page_shows(source_class: str, portals: str) -> None:
    index = read(KIT / "portals/index.json")["portals"][source_class]
    pages = {page["file"].rpartition("/")[2]: page for page in index["pages"] if "file" in page}
    for page in index["pages"]:
        status, _, location, _ = _got(portals, f"/{source_class}{page['path']}")
        assert status == page["status"]
        assert location == (f"/{source_class}{page['redirect']}" if "redirect" in page else "")
    for each in read(KIT / "portals" / source_class / "observations.json")["observations"]:
        if "page" not in each:
            continue
        page, observed = pages[each["page"]], each["observed"]
        status, kind, _, body = _got(portals, f"/{source_class}{page['path']}")
        assert observed.get("response-status", status) == status
        assert observed.get("content-type", kind) == kind
        shown = " ".join(re.sub(r"<[^>]+>", " ", body.decode()).split())
        assert missing_from(shown, [observed.get("page-text", "")]) == []
        assert body.decode().startswith(observed.get("first-bytes", ""))


def test_the_addresses_of_the_sources_lead_to_pages_that_are_there(portals: str) -> None:
    _, _, _, body = _got(portals, "/sources.json")
    for source in json.loads(body):
        for name, address in source["procedure"].items():
            if name in ("deeplink", "form_url", "url", "api_url", "sitemap_url"):
                status, *_ = _got(portals, address[len(portals) :])
                assert status in (200, 302), address


def test_the_vectors_hold_valid_numbers_four_languages_and_notes_about_nobody() -> None:
    vectors = [
        json.loads(line) for line in (KIT / "scrub/vectors.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert len(vectors) >= 120
    assert len({each["id"] for each in vectors}) == len(vectors)
    assert {each["lang"] for each in vectors} == {"fr", "nl", "de", "en"}
    for each in vectors:
        assert left_in(each["text"], each["must_go"]) == each["must_go"], each["id"]
        assert missing_from(each["text"], each["must_stay"]) == [], each["id"]
        kind = each["id"].split("-")[1]
        assert (kind == "nobody") == (each["must_go"] == [])
        if kind in ("nrn", "several"):
            assert any(nn.is_valid(re.sub(r"\D", "", one)) for one in each["must_go"]), each["id"]
        if kind == "iban":
            assert all(map(iban.is_valid, each["must_go"]))
        if kind == "business":
            assert any(map(vat.is_valid, each["must_go"]))
        for one in each["must_go"]:
            if one.startswith("+++"):
                assert ogm_vcs.is_valid(one)
            if re.fullmatch(r"59\d-\d{7}-\d\d", one):
                assert eid.is_valid(one)
            if re.fullmatch(r"(\d{4} ){3}\d{4}", one):
                assert luhn.is_valid(one.replace(" ", ""))


def test_every_eligibility_fixture_of_ours_is_in_the_kit_in_substance() -> None:
    """The same people, with as many sources open to them."""
    cases = [
        (case["profile"], len(case["expect"].get("order", ())))
        for case in read(KIT / "eligibility/cases.json")["cases"]
    ]
    for file in sorted((ROOT / "tests/fixtures/path-eligibility").glob("*.json")):
        fixture = read(file)
        profile = {name: value for name, value in fixture["profile"].items() if name not in STAMPS}
        count = len(fixture["expected"]) if isinstance(fixture["expected"], list) else 0
        assert (profile, count) in cases, file.stem


def test_a_case_is_named_once_and_tells_what_it_is_about() -> None:
    told = [
        *(read(file) for file in sorted((KIT / "traversals").glob("*.json"))),
        *(read(file) for file in sorted((KIT / "buffers").glob("*.json"))),
        *read(KIT / "eligibility/cases.json")["cases"],
        *read(KIT / "notes/cases.json")["cases"],
    ]
    assert all(each["tells"].endswith((".", "?")) and each["proves"] for each in told)
    listed = run("--list", "--json").report
    assert sum(len(cases) for cases in listed.values()) >= len(told) + 120
