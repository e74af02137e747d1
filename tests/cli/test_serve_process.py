"""`becivic serve` as a real process on loopback: start, answer, follow, refuse, stop."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from becivic.config import read_settings
from becivic.publishing.repository import REPOSITORY
from becivic.store.store import open_store
from becivic.store.tables.submissions import STAGED
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.homes import commit, filled_home, home_at
from tests.factories.prometheus import value
from tests.factories.records import record
from tests.factories.repositories import write_files
from tests.factories.servers import Serving, serving
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
RULES = Files.valid()[SCRUB].decode()


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small corpus as what comes with the package: no start has anything to take up."""
    return write_files(tmp_path_factory.mktemp("packaged"), Files.valid())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, packaged: Path) -> Iterator[Serving]:
    """One server for everything that only asks."""
    home = tmp_path_factory.mktemp("home")
    filled_home(home)
    with serving(home, packaged=packaged) as running:
        yield running


def refused(home: Path, **env: str) -> str:
    """The one sentence of a start that is refused with exit 2."""
    with Serving(home, env=env) as server:
        assert server.ended() == 2
        assert server.said.count("\n") == 1
        assert server.said.startswith("becivic: ")
        return server.said.removeprefix("becivic: ").rstrip("\n")


def raw(server: Serving, target: str, method: str = "GET") -> tuple[int, bytes]:
    """A request whose target goes out exactly as written."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    try:
        connection.request(method, target)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.children_measured
def test_another_key_is_refused_until_it_is_accepted_by_name(tmp_path: Path, packaged: Path) -> None:
    """Missing, and then another one in its place: a start never goes on as if nothing had happened."""
    filled_home(tmp_path)
    key_file = read_settings({"BECIVIC_HOME": str(tmp_path)}).key_file
    with serving(tmp_path, packaged=packaged) as server:
        assert server.stop() == 0
    with closing(open_store(f"sqlite:///{tmp_path / 'becivic.db'}")) as store:
        store.write(lambda connection: connection.execute(STAGED.insert(), record(STAGED)).rowcount)
    former = key_file.with_suffix(".former")
    key_file.rename(former)
    assert refused(tmp_path).startswith(f"BECIVIC_KEY_FILE: `{key_file}` is missing")
    assert not key_file.exists()
    key_file.write_text("ab" * 32)
    key_file.chmod(0o600)
    said = refused(tmp_path)
    assert f"`{key_file}` holds another key than the one that the records were made with." in said
    accepted = said.partition("--accept-key ")[2].partition("`")[0]
    with serving(tmp_path, packaged=packaged, arguments=("--accept-key", accepted)) as server:
        assert server.stop() == 0
        assert server.said.count("WARNING BECIVIC_KEY_FILE: from now on") == 1
    with serving(tmp_path, packaged=packaged) as server:
        assert server.stop() == 0
        assert "WARNING" not in server.said
    former.replace(key_file)
    assert "holds another key" in refused(tmp_path)


@pytest.mark.children_measured
def test_half_a_home_is_not_filled_up_in_silence(tmp_path: Path, packaged: Path) -> None:
    home, away = tmp_path / "var", tmp_path / "away"
    with serving(home, packaged=packaged) as server:
        assert server.stop() == 0
        assert "WARNING" not in server.said
    (home / REPOSITORY).rename(away)
    said = refused(home)
    assert said.startswith(f"{home / REPOSITORY}: is gone, and the database knows what was published in it.")
    assert not (home / REPOSITORY).exists()
    away.rename(home / REPOSITORY)
    (home / "becivic.db").unlink()
    for warnings in (1, 0):
        with serving(home, packaged=packaged) as server:
            assert server.stop() == 0
            assert server.said.count("WARNING BECIVIC_DATABASE_URL: the database is empty") == warnings


@pytest.mark.children_measured
@requirement("R-REPO-01")
def test_a_first_start_fills_the_home_and_a_second_opens_it(tmp_path: Path, packaged: Path) -> None:
    home = tmp_path / "var"
    with serving(home, packaged=packaged) as server:
        first = server.get("/api/health").json()
        assert server.get("/skills/demo-clock.md").content == Files.valid()[CLOCK]
        assert server.stop() == 0
        assert "commit " + first["commit"][:7] in server.said
        assert "BECIVIC_KEY_FILE" not in server.said, "a new home has a new key"
    assert (first["status"], first["skills"], first["corpus_errors"]) == ("ok", 3, 0)
    with serving(home, packaged=packaged) as server:
        assert server.get("/api/health").json()["commit"] == first["commit"]
        assert server.stop(signal.SIGINT) == 0
    count = subprocess.run(
        ["git", "-C", home / REPOSITORY, "rev-list", "--count", "main"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert count.stdout == "1\n"


def test_the_packaged_corpus_itself_can_be_served(tmp_path: Path) -> None:
    with serving(tmp_path / "var") as server:
        health = server.get("/api/health").json()
        assert health["status"] == "ok"
        assert health["corpus_errors"] == 0
        assert server.get("/communes.json").status_code == 200
        assert server.stop() == 0


def test_a_server_on_loopback_tells_its_numbers_and_that_it_is_ready(server: Serving) -> None:
    assert server.get("/api/health/live").json() == {"live": True}
    assert server.get("/api/health/ready").json() == {"ready": True}
    page = server.get("/metrics").text
    assert value(page, "becivic_up", part="service") == 1
    assert value(page, "becivic_job_overdue", job="commit") == 0


def test_main_moves_and_the_new_content_is_served(tmp_path: Path, packaged: Path) -> None:
    repository = filled_home(tmp_path)
    with serving(tmp_path, packaged=packaged) as server:
        moved = commit(repository, Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days"))
        server.eventually(lambda: server.get("/api/health").json()["commit"] == moved)
        assert b"Count the days" in server.get("/skills/demo-clock.md").content


@requirement("R-SCRUB-01", "R-SCRUB-05")
def test_main_moves_to_something_broken_and_the_old_content_stays(tmp_path: Path, packaged: Path) -> None:
    repository = filled_home(tmp_path)
    broken = {PATHS: ("/paths/index.json", "{"), SCRUB: ("/scrub-rules.json", RULES.replace("@[", "@(["))}
    with serving(tmp_path, packaged=packaged) as server:
        for file, (address, content) in broken.items():
            commit(repository, Files.valid().with_file(file, content))
            server.until(lambda line: "Still serving commit" in line)
            server.eventually(lambda: bool(server.get("/api/health").json()["status"] == "stale"))
            answer = server.get(address)
            assert answer.content == Files.valid()[file], file
            assert answer.headers["content-type"] == "application/json", file
        assert server.stop() == 0
        assert server.said.count("Still serving commit") == len(broken), "each is told once"


def test_a_stop_waits_for_an_answer_on_its_way_and_not_for_an_idle_connection(
    tmp_path: Path, packaged: Path
) -> None:
    filled_home(tmp_path)
    with serving(tmp_path, packaged=packaged) as server:
        host = urlsplit(server.url)
        address = (host.hostname or "", host.port or 0)
        with socket.create_connection(address), socket.create_connection(address, timeout=30) as connection:
            connection.sendall(f"GET /communes.json HTTP/1.1\r\nHost: {host.netloc}\r\n\r\n".encode())
            received = connection.recv(1)
            server.process.send_signal(signal.SIGTERM)
            while chunk := connection.recv(65536):
                received += chunk
            assert received.endswith(Files.valid()["data/communes.json"])
            assert server.ended() == 0


def test_a_busy_port_is_one_sentence_and_touches_no_home(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        said = refused(tmp_path / "var", PORT=port)
    assert said == f"PORT: {port} is already in use on 127.0.0.1. Stop what uses it, or set another port."
    assert not (tmp_path / "var").exists()


def test_a_log_of_objects_holds_nothing_else_from_the_first_line_to_the_last(
    tmp_path: Path, packaged: Path
) -> None:
    filled_home(tmp_path)
    env = {"BECIVIC_LOG_FORMAT": "json", "BECIVIC_PROT": "80"}
    with Serving(tmp_path, packaged=packaged, env=env) as server:
        server.until(lambda line: "listens on" in line)
        with Serving(tmp_path, packaged=packaged, env=env) as second:
            assert second.ended() == 2
        assert server.stop() == 0
    for run, last in ((server, "The service has stopped."), (second, "is in use by another server")):
        lines = [json.loads(line) for line in run.lines]
        assert lines[0]["message"] == "BECIVIC_PROT is set, and no setting has that name."
        assert last in lines[-1]["message"]


def test_a_second_server_on_the_same_home_is_one_sentence(server: Serving) -> None:
    line = next(line for line in server.lines if line.strip().startswith("home"))
    said = refused(Path(line.split()[1]))
    assert f"is in use by another server (process {server.process.pid})." in said
    assert server.get("/api/health").status_code == 200


def test_a_skill_that_cannot_be_read_is_a_warning_and_the_rest_is_served(
    tmp_path: Path, packaged: Path
) -> None:
    home_at(tmp_path, Files.valid().with_file(APPLICATION, "no frontmatter\n"))
    with serving(tmp_path, packaged=packaged) as server:
        assert f"WARNING {APPLICATION}:1: " in server.said
        assert server.get("/skills/demo-application.md").status_code == 404
        assert server.get("/skills/demo-clock.md").status_code == 200
        assert server.get("/api/health").json()["corpus_errors"] == 1


def test_a_rehearsal_moves_the_clock_and_says_so_and_a_setting_nobody_knows_is_a_warning(
    tmp_path: Path, packaged: Path
) -> None:
    filled_home(tmp_path)
    with serving(
        tmp_path, packaged=packaged, env={"BECIVIC_CLOCK_OFFSET": "3155760000", "BECIVIC_PROT": "80"}
    ) as server:
        assert "moved by +3,155,760,000 s" in server.said
        assert "WARNING BECIVIC_PROT is set, and no setting has that name.\n" in server.said
        assert server.get("/api/health").json()["now"] > "2120"


@pytest.mark.parametrize("proxies", ["0.0.0.0/0", "127.0.0.1, ::/1, 8000::/1"])
def test_proxies_that_are_everywhere_are_a_warning(tmp_path: Path, packaged: Path, proxies: str) -> None:
    filled_home(tmp_path)
    with serving(tmp_path, packaged=packaged, env={"BECIVIC_TRUSTED_PROXIES": proxies}) as server:
        assert "WARNING BECIVIC_TRUSTED_PROXIES: every address counts as a trusted proxy" in server.said
        assert "anybody can choose their own address" in server.said


def test_conditional_requests_and_gzip_work_over_the_wire(server: Serving) -> None:
    plain = server.get("/communes.json", accept_encoding="identity")
    packed = server.get("/communes.json", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content == Files.valid()["data/communes.json"]
    for encoding, answer in (("identity", plain), ("gzip", packed)):
        again = server.get("/communes.json", accept_encoding=encoding, if_none_match=answer.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")


def test_head_works_over_the_wire(server: Serving) -> None:
    answer = httpx.head(server.url + "/communes.json", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(Files.valid()["data/communes.json"])


def test_the_server_does_not_say_what_it_is_made_of(server: Serving) -> None:
    assert "server" not in server.get("/api/health").headers


@pytest.mark.parametrize(
    "target",
    [
        "/schemas/../paths/index.json",
        "/schemas/../../etc/passwd",
        "/schemas/..%2fcatalogue-seed.json",
        "/schemas/%2e%2e/catalogue-seed.json",
        "/schemas/%2e%2e%2fcatalogue-seed.json",
        "/schemas/..%5ccatalogue-seed.json",
        "/schemas/types.json%00",
        "/schemas//types.json",
        "/skills/..%2f..%2fcatalogue-seed.md",
        "/skills/%ff%fe.md",
        "/skills/" + "a" * 30_000 + ".md",
        "/./communes.json",
        "/catalogue-seed.json",
        "/COMMUNES.JSON",
    ],
)
def test_nothing_but_what_is_published_can_be_reached(server: Serving, target: str) -> None:
    status, body = raw(server, target)
    assert status == 404
    assert not any(told in body for told in (b"val-00001", b"root:", b"nis_code", b'"$id"'))
    assert len(body) < 30_000, "what was asked for is not said again and again"


@pytest.mark.parametrize("target", ["/skills/demo-clock/canonical.md", "/skills/demo-clock%2fcanonical.md"])
def test_a_file_of_the_corpus_leads_to_its_page(server: Serving, target: str) -> None:
    assert raw(server, target)[0] == 308


def test_a_target_too_long_to_read_is_refused(server: Serving) -> None:
    with suppress(ConnectionError):  # it hangs up as soon as it has read enough
        assert raw(server, "/skills/" + "a" * 200_000 + ".md")[0] == 431
    assert server.get("/api/health").status_code == 200


def test_a_method_nobody_knows_is_405(server: Serving) -> None:
    status, body = raw(server, "/communes.json", "DELETE")
    assert (status, json.loads(body)["error"]) == (405, "method_not_allowed")


@requirement("R-PRIN-19")
def test_nothing_about_a_request_is_ever_written(tmp_path: Path, packaged: Path) -> None:
    filled_home(tmp_path)
    with serving(tmp_path, packaged=packaged) as server:
        silence = len(server.lines)
        for path in ("/communes.json?q=s3cret", "/s3cret", "/skills/s3cret.md"):
            server.get(path, x_forwarded_for="192.0.2.99", user_agent="s3cret")
        assert server.stop() == 0
        assert server.lines[silence:] == ["INFO The service has stopped.\n"]
        assert server.process.stdout is not None
        assert server.process.stdout.read() == ""
