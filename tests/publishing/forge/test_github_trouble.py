"""What becomes of trouble on the way to GitHub, and of answers that are none. Against the stand-in."""

from __future__ import annotations

import socket

import pytest

from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable
from tests.publishing.forge.contract import ONE, TWO
from tests.publishing.forge.github_world import World, told
from tests.requirement import requirement


def test_a_network_that_is_gone_may_come_back(world: World) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    said = told(ForgeUnavailable, world.forge(api_url=f"http://127.0.0.1:{port}").main)
    assert said == (
        "becivic/corpus on GitHub: GitHub cannot be reached. Check the network. It is tried again at the next run."
    )


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "4000000000"}),
        (403, {"retry-after": "3600"}),
        (429, {"retry-after": "3600"}),
    ],
)
def test_a_limit_is_left_for_the_next_run_and_never_waited_for(
    world: World, status: int, headers: dict[str, str]
) -> None:
    world.stumble("GET", "/pulls", status, headers=headers)
    said = told(ForgeUnavailable, lambda: world.forge(times=2).find(ONE))
    assert "takes no more questions for now. It is tried again at the next run." in said
    assert world.asked("GET", "/pulls") == 1


def test_what_only_asks_is_asked_again_when_github_stumbles(world: World) -> None:
    world.stumble("GET", "/pulls", 502, times=2)
    assert world.forge(times=2).find(ONE) is None
    world.stumble("GET", "/pulls", 503, times=3)
    assert "GitHub is in trouble (503)." in told(ForgeUnavailable, lambda: world.forge(times=2).find(ONE))


def test_what_changes_something_is_asked_once_a_run(world: World) -> None:
    world.stumble("POST", "/git/blobs", 500)
    assert "(500)" in told(ForgeUnavailable, lambda: world.forge(times=2).open(world.proposed()))
    assert world.asked("POST", "/git/blobs") == 1


@pytest.mark.parametrize(
    "path", ["/git/blobs", "/git/trees", "/git/commits", "/statuses", "/git/refs", "/pulls"]
)
@requirement("R-JOB-10")
def test_an_answer_that_was_lost_while_opening_leads_to_one_change_request(world: World, path: str) -> None:
    world.stumble("POST", path, 502, heard=True)
    told(ForgeUnavailable, lambda: world.harness.forge.open(world.proposed()))
    opened = world.forge().open(world.proposed())
    assert opened.number == "1"
    assert [pull.head for pull in world.github.pulls] == [opened.head]


@requirement("R-JOB-10")
def test_an_answer_that_was_lost_while_merging_leads_to_one_commit(world: World) -> None:
    forge, base = world.harness.forge, world.harness.main()
    forge.open(world.proposed())
    world.stumble("PUT", "/merge", 502, heard=True)
    told(ForgeUnavailable, lambda: forge.merge(ONE, base))
    merged = forge.merge(ONE, base)
    assert merged == world.harness.main()
    assert world.harness.parents(merged) == [base]


def test_an_answer_that_is_not_github_s_is_not_believed(world: World) -> None:
    world.stumble("GET", "/pulls", 200, body=[{"number": 1}])
    said = told(ForgeUnavailable, lambda: world.harness.forge.find(ONE))
    assert "What came back is not an answer of GitHub's." in said


def test_what_is_declined_for_good_is_refused(world: World) -> None:
    for path in ("/git/blobs", "/pulls"):
        world.stumble("POST", path, 422)
        said = told(ForgeRefused, lambda: world.harness.forge.open(world.proposed()))
        assert "GitHub does not take this (422)." in said
    world.stumble("POST", "/git/refs", 409)
    assert "(409)" in told(ForgeRefused, lambda: world.harness.forge.open(world.proposed(TWO)))
    world.harness.forge.open(world.proposed())
    world.stumble("PUT", "/merge", 404)
    assert "(404)" in told(ForgeRefused, lambda: world.harness.forge.merge(ONE, world.harness.main()))
    world.stumble("DELETE", "/git/refs", 409)
    assert "(409)" in told(ForgeRefused, lambda: world.harness.forge.close(ONE))


def test_a_repository_without_main_is_waited_for(world: World) -> None:
    world.github.git.references.delete("refs/heads/main")
    with pytest.raises(ForgeUnavailable, match="There is no branch `main` that the App may see"):
        world.harness.forge.main()


def test_a_copy_here_that_cannot_be_read_may_be_put_right(world: World) -> None:
    forge = world.harness.forge
    forge.main()
    (world.copies[0].path / "refs" / "heads" / "main").write_text("no commit\n")
    with pytest.raises(ForgeUnavailable, match="is damaged"):
        forge.main()
