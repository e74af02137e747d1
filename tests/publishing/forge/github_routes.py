"""What each endpoint of the stand-in does, and the models that its questions and answers are held to."""

from __future__ import annotations

import base64
import re
from datetime import timedelta
from typing import Any

import pygit2
from githubkit.graphql import GraphQLResponse
from githubkit_schemas.latest import models
from pygit2.enums import FileMode, SortMode

from becivic.clock import SystemClock, rfc3339
from tests.publishing.forge.github_models import filled
from tests.publishing.forge.github_stand_in import (
    INSTALLATION,
    OWNER,
    REPO,
    PullMade,
    Refused,
    Route,
    StandIn,
)

GITHUB = pygit2.Signature("GitHub", "noreply@github.com", 1_800_000_000, 0)
MAIN = "refs/heads/main"


def close_by_hand(github: StandIn, number: int) -> None:
    github.pulls[number - 1].state = "closed"


def merge_by_hand(github: StandIn, number: int) -> str:
    """In the browser. And the branch is deleted, as a repository may be set to do."""
    merged = _rebase(github, github.pulls[number - 1])
    github.git.references.delete(f"refs/heads/{github.pulls[number - 1].branch}")
    return merged


def _sha(model: Any, sha: str, **more: Any) -> dict[str, Any]:
    return {**filled(model), "sha": sha, **more}


def _ref(ref: str, sha: str) -> dict[str, Any]:
    return {**filled(models.GitRef), "ref": ref, "object": {"type": "commit", "sha": sha, "url": "x"}}


def _shown(model: Any, pull: PullMade) -> dict[str, Any]:
    closed = None if pull.state == "open" else "2026-01-02T00:00:00Z"
    shown = {
        **filled(model),
        "number": pull.number,
        "node_id": f"PR_{pull.number}",
        "state": pull.state,
        "title": pull.title,
        "body": pull.body,
        "draft": pull.draft,
        "closed_at": closed,
        "merged_at": closed if pull.merge_commit else None,
    }
    shown["head"] = {
        **shown["head"],
        "ref": pull.branch,
        "sha": pull.head,
        "label": f"{OWNER}:{pull.branch}",
    }
    shown["base"] = {**shown["base"], "ref": "main", "label": f"{OWNER}:main"}
    return shown


def _token(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    if int(given["id"]) != INSTALLATION:
        raise Refused(404)
    wanted = {**body.get("permissions", github.granted), "metadata": "read"}
    lacking = {what for what, level in wanted.items() if github.granted.get(what) not in (level, "write")}
    if lacking or body.get("repositories", [REPO]) != [REPO]:
        raise Refused(422, "The permissions requested are not granted", models.ValidationError)
    token = f"ghs_{len(github.tokens)}secret"
    github.tokens[token] = wanted
    return {"token": token, "expires_at": rfc3339(SystemClock().now() + timedelta(hours=1))}


def _repository(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    return {**filled(models.FullRepository), "name": REPO, "clone_url": github.clone_url}


def _get_ref(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    at = github.target(f"refs/{given['ref']}")
    if at is None:
        raise Refused(404)
    return _ref(f"refs/{given['ref']}", at)


def _create_ref(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    if github.target(body["ref"]) is not None:
        raise Refused(422, "Reference already exists", models.ValidationError)
    github.git.references.create(body["ref"], body["sha"])
    return _ref(body["ref"], body["sha"])


def _update_ref(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    known = github.git.references.get(f"refs/{given['ref']}")
    if known is None:
        raise Refused(422, "Reference does not exist", models.ValidationError)
    if not body.get("force") and not github.git.descendant_of(body["sha"], known.target):
        raise Refused(422, "Update is not a fast forward", models.ValidationError)
    known.set_target(body["sha"])
    return _ref(known.name, body["sha"])


def _delete_ref(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> None:
    if github.target(f"refs/{given['ref']}") is None:
        raise Refused(422, "Reference does not exist", models.ValidationError)
    github.git.references.delete(f"refs/{given['ref']}")
    github.refresh()


def _blob(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    assert body["encoding"] == "base64"
    return _sha(models.ShortBlob, str(github.git.create_blob(base64.b64decode(body["content"]))))


def _tree(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    index = pygit2.Index()
    index.read_tree(github.git[body["base_tree"]].peel(pygit2.Tree))
    for entry in body["tree"]:
        index.add(pygit2.IndexEntry(entry["path"], pygit2.Oid(hex=entry["sha"]), FileMode.BLOB))
    return _sha(models.GitTree, str(index.write_tree(github.git)))


def _commit(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    author, committer = (_signature(body[key]) for key in ("author", "committer"))
    made = github.git.create_commit(
        None, author, committer, body["message"], pygit2.Oid(hex=body["tree"]), body["parents"]
    )
    return _sha(models.GitCommit, str(made), message=body["message"])


def _signature(said: dict[str, Any]) -> pygit2.Signature:
    read = models.ReposOwnerRepoGitCommitsPostBodyPropCommitter.model_validate(said)
    assert read.date
    return pygit2.Signature(said["name"], said["email"], int(read.date.timestamp()), 0)


def _list_pulls(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> list[dict[str, Any]]:
    assert (given["state"], given["base"], given["direction"]) == ("all", "main", "desc")
    github.refresh()
    found = [pull for pull in github.pulls if f"{OWNER}:{pull.branch}" == given["head"]]
    return [_shown(models.PullRequestSimple, pull) for pull in reversed(found)]


def _create_pull(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    github.refresh()
    head = github.target(f"refs/heads/{body['head']}")
    taken = any(pull.branch == body["head"] and pull.state == "open" for pull in github.pulls)
    if head is None or taken or body["base"] != "main":
        raise Refused(422, "A pull request already exists", models.ValidationError)
    number = len(github.pulls) + 1
    github.pulls.append(
        PullMade(number, body["title"], body["body"], body["head"], head, body.get("draft", False))
    )
    return _shown(models.PullRequest, github.pulls[-1])


def _update_pull(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    pull = github.pull(given["number"])
    pull.state = body.get("state", pull.state)
    pull.body = body.get("body", pull.body)
    return _shown(models.PullRequest, pull)


def _merge(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    pull = github.pull(given["number"])
    if pull.head != body["sha"]:
        raise Refused(
            409, "Head branch was modified", models.ReposOwnerRepoPullsPullNumberMergePutResponse409
        )
    passed = {context for context, state in github.statuses.get(pull.head, {}).items() if state == "success"}
    base = github.git.merge_base(pull.head, github.target(MAIN) or "")
    behind = github.strict and str(base) != github.target(MAIN)
    if (
        pull.state != "open"
        or pull.draft
        or body.get("merge_method") != "rebase"
        or behind
        or github.required - passed
    ):
        raise Refused(405, "Not mergeable", models.ReposOwnerRepoPullsPullNumberMergePutResponse405)
    return {"sha": _rebase(github, pull), "merged": True, "message": "Pull Request successfully merged"}


def _rebase(github: StandIn, pull: PullMade) -> str:
    """Every commit of the branch anew on main: the author stays, the committer does not."""
    github.refresh()
    git = github.git
    onto = git.references[MAIN].peel(pygit2.Commit)
    walk = git.walk(pull.head, SortMode.TOPOLOGICAL | SortMode.REVERSE)
    walk.hide(onto.id)
    for commit in list(walk):
        index = git.merge_trees(commit.parents[0].tree, onto.tree, commit.tree)
        if index.conflicts is not None:
            raise Refused(405, "Not mergeable", models.ReposOwnerRepoPullsPullNumberMergePutResponse405)
        made = git.create_commit(
            None, commit.author, GITHUB, commit.message, index.write_tree(git), [onto.id]
        )
        onto = git[made].peel(pygit2.Commit)
    git.references[MAIN].set_target(onto.id)
    pull.state, pull.merge_commit = "closed", str(onto.id)
    return str(onto.id)


def _status(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    github.statuses.setdefault(given["sha"], {})[body["context"]] = body["state"]
    return {**filled(models.Status), "state": body["state"], "context": body["context"]}


def _graphql(github: StandIn, given: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    said = body["variables"]
    if "markPullRequestReadyForReview" in body["query"]:
        github.pull(said["id"].removeprefix("PR_")).draft = False
        return {"data": {"markPullRequestReadyForReview": {"clientMutationId": None}}}
    assert (said["owner"], said["name"]) == (OWNER, REPO)
    merged = github.pull(str(said["number"])).merge_commit
    return {"data": {"repository": {"pullRequest": {"mergeCommit": merged and {"oid": merged}}}}}


def _route(  # noqa: PLR0917  a row of the table below
    method: str, path: str, needs: tuple[str, str] | None, asked: Any, answered: Any, status: int, do: Any
) -> Route:
    place = path.replace("REPO", f"/repos/{OWNER}/{REPO}")
    return Route(method, re.compile(place), needs, asked, answered, status, do)


READ, WRITE = ("contents", "read"), ("contents", "write")
ASKS, CHANGES = ("pull_requests", "read"), ("pull_requests", "write")
ROUTES = (
    _route(
        "POST",
        r"/app/installations/(?P<id>\d+)/access_tokens",
        None,
        models.AppInstallationsInstallationIdAccessTokensPostBody,
        models.InstallationToken,
        201,
        _token,
    ),
    _route("GET", "REPO", READ, None, models.FullRepository, 200, _repository),
    _route("GET", "REPO/git/ref/(?P<ref>heads/.+)", READ, None, models.GitRef, 200, _get_ref),
    _route(
        "POST",
        "REPO/git/refs",
        WRITE,
        models.ReposOwnerRepoGitRefsPostBody,
        models.GitRef,
        201,
        _create_ref,
    ),
    _route(
        "PATCH",
        "REPO/git/refs/(?P<ref>heads/.+)",
        WRITE,
        models.ReposOwnerRepoGitRefsRefPatchBody,
        models.GitRef,
        200,
        _update_ref,
    ),
    _route("DELETE", "REPO/git/refs/(?P<ref>heads/.+)", WRITE, None, None, 204, _delete_ref),
    _route(
        "POST",
        "REPO/git/blobs",
        WRITE,
        models.ReposOwnerRepoGitBlobsPostBody,
        models.ShortBlob,
        201,
        _blob,
    ),
    _route(
        "POST", "REPO/git/trees", WRITE, models.ReposOwnerRepoGitTreesPostBody, models.GitTree, 201, _tree
    ),
    _route(
        "POST",
        "REPO/git/commits",
        WRITE,
        models.ReposOwnerRepoGitCommitsPostBody,
        models.GitCommit,
        201,
        _commit,
    ),
    _route("GET", "REPO/pulls", ASKS, None, list[models.PullRequestSimple], 200, _list_pulls),
    _route(
        "POST",
        "REPO/pulls",
        CHANGES,
        models.ReposOwnerRepoPullsPostBody,
        models.PullRequest,
        201,
        _create_pull,
    ),
    _route(
        "PATCH",
        r"REPO/pulls/(?P<number>\d+)",
        CHANGES,
        models.ReposOwnerRepoPullsPullNumberPatchBody,
        models.PullRequest,
        200,
        _update_pull,
    ),
    _route(
        "PUT",
        r"REPO/pulls/(?P<number>\d+)/merge",
        WRITE,
        models.ReposOwnerRepoPullsPullNumberMergePutBody,
        models.PullRequestMergeResult,
        200,
        _merge,
    ),
    _route(
        "POST",
        "REPO/statuses/(?P<sha>[0-9a-f]{40})",
        ("statuses", "write"),
        models.ReposOwnerRepoStatusesShaPostBody,
        models.Status,
        201,
        _status,
    ),
    _route("POST", "/graphql", CHANGES, None, GraphQLResponse, 200, _graphql),
)
