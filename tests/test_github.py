"""Talking to GitHub's API over real HTTP: pages, limits, failures, races."""

import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address

import pytest
from github_api import BOT, LONGEST_BODY, SECONDARY, TOKEN, GitHub, serving
from patience import GIVES_UP_S, patiently

from mcptest_action.core.document.utf8 import NoSuchFile
from mcptest_action.core.policy.model import Level
from mcptest_action.core.publish.api import Call, Refused
from mcptest_action.core.publish.comment import Draft
from mcptest_action.core.publish.comments import Thread, marker, own_comments
from mcptest_action.core.publish.digest import Digest, digest_line
from mcptest_action.core.publish.lookup import AtCommit, file_at, find_pull_request
from mcptest_action.core.publish.run_context import BranchSearch, NoPullRequest, PullRequest
from mcptest_action.core.publish.sticky import CommentAction, Commented, publish_comment
from mcptest_action.core.publish.subject import Unknown
from mcptest_action.core.request.options import Mode
from mcptest_action.shell.github.api import Api
from mcptest_action.shell.github.checkout import (
    NotHeld,
    file_in_checkout,
    parents_in_checkout,
    tree_in_checkout,
)
from mcptest_action.shell.github.client import ApiPatience, Client
from mcptest_action.shell.github.repository import Linked, Nested, Outside, Spot, spot_of

pytestmark = pytest.mark.traced  # core/publish is scripts: here they meet an API
MARKER = marker("ci/gate")
THREAD = Thread("octo/server", 7, MARKER)
SHA = "a" * 40
QUICK = ApiPatience(whole_s=GIVES_UP_S, request_s=GIVES_UP_S)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def hub():
    return GitHub()


@pytest.fixture
def address(hub):
    with serving(hub) as url:
        yield url


def client(address, token=TOKEN, patience=QUICK):
    return Client({"GITHUB_API_URL": address}, token, "1", patience)


def draft(text, *, run=1, sha=SHA, failed=False, content="c"):
    digest = Digest(Level.PASS, sha, run, content, {}, {})
    return Draft(f"{MARKER}\n{digest_line(digest)}\n{text}", digest, failed)


def publish(address, text="hello", mode=Mode.ALWAYS, patience=QUICK, **how):
    made = draft(text, **how)
    script = publish_comment(THREAD, mode, lambda _previous: made)
    return client(address, patience=patience).run(script).outcome


def test_a_first_comment_is_created_and_a_second_run_updates_it(hub, address):
    assert publish(address, "one") == Commented(CommentAction.CREATED)
    assert publish(address, "two") == Commented(CommentAction.UPDATED)
    assert [body.split("\n")[2] for body in hub.bodies] == ["two"]
    assert [method for method, _ in hub.writes()] == ["POST", "PATCH"]


def test_a_body_that_is_the_same_is_not_written_again(hub, address):
    publish(address, "same")
    before = list(hub.writes())
    assert publish(address, "same") == Commented(CommentAction.LEFT, "it says the same already")
    assert hub.writes() == before


def test_the_comment_is_found_behind_a_thousand_others(hub, address):
    for number in range(600):
        hub.add_comment(f"comment {number}", login="somebody")
    ours = hub.add_comment(draft("old").body)
    for number in range(400):
        hub.add_comment(f"{number}\n{MARKER}", login=BOT)  # ours by author, but another comment
    assert publish(address, "new") == Commented(CommentAction.UPDATED)
    assert hub.comments[ours]["body"] == draft("new").body
    assert len(hub.comments) == 1001
    assert len(hub.asked("GET")) == 11


def test_somebody_elses_comment_with_our_marker_is_not_touched(hub, address):
    theirs = hub.add_comment(draft("fake").body, login="mallory")
    assert publish(address, "real") == Commented(CommentAction.CREATED)
    assert hub.comments[theirs]["body"] == draft("fake").body
    assert publish(address, "again") == Commented(CommentAction.UPDATED)
    assert hub.comments[theirs]["body"] == draft("fake").body
    assert len(hub.comments) == 2


def test_hundreds_of_copied_markers_are_told_apart(hub, address):
    for _ in range(250):
        hub.add_comment(draft("fake").body, login="mallory")
    ours = hub.add_comment(draft("old").body)
    assert publish(address, "new") == Commented(CommentAction.UPDATED)
    assert hub.comments[ours]["body"] == draft("new").body


def test_a_comment_that_somebody_has_hidden_stays_hidden(hub, address):
    hidden = hub.add_comment(draft("old").body)
    hub.minimized.add(hidden)
    assert publish(address, "new") == Commented(CommentAction.CREATED)
    assert hub.comments[hidden]["body"] == draft("old").body


def test_a_token_of_a_person_or_of_an_app_finds_its_own_comment(hub, address):
    hub.tokens["app-token-0123"] = "my-app[bot]"
    publish(address, "by the runner")
    script = publish_comment(THREAD, Mode.ALWAYS, lambda _: draft("by the app"))
    assert client(address, "app-token-0123").run(script).outcome == Commented(CommentAction.CREATED)
    script = publish_comment(THREAD, Mode.ALWAYS, lambda _: draft("by the app again"))
    assert client(address, "app-token-0123").run(script).outcome == Commented(CommentAction.UPDATED)
    assert [body.split("\n")[2] for body in hub.bodies] == ["by the runner", "by the app again"]


def test_two_runs_that_race_end_with_one_comment(hub, address):
    """Both saw no comment; the other one's is there when ours has been written."""
    hub.before_create = lambda: hub.add_comment(draft("the other", run=2).body)
    assert publish(address, "ours", run=3, sha="b" * 40) == Commented(CommentAction.UPDATED)
    assert [body.split("\n")[2] for body in hub.bodies] == ["ours"]


def test_the_later_run_wins_the_race_whoever_is_first(hub, address):
    hub.before_create = lambda: hub.add_comment(draft("later", run=9, sha="b" * 40).body)
    outcome = publish(address, "earlier", run=2)
    assert outcome == Commented(
        CommentAction.LEFT, "a later run on another commit has commented already"
    )
    assert [body.split("\n")[2] for body in hub.bodies] == ["later"]


def test_many_runs_at_once_leave_one_comment(hub, address):
    outcomes = []

    def run(number):
        outcomes.append(publish(address, f"run {number}", run=number, sha=f"{number:040x}"))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(outcome, Commented | Refused) for outcome in outcomes)
    publish(address, "after the storm", run=99, sha="9" * 40)  # clears up whatever was left
    assert [body.split("\n")[2] for body in hub.bodies] == ["after the storm"]


def test_duplicates_of_an_earlier_race_are_cleared_up(hub, address):
    first = hub.add_comment(draft("first").body)
    hub.add_comment(draft("second").body)
    assert publish(address, "new") == Commented(CommentAction.UPDATED)
    assert list(hub.comments) == [first]


def test_a_comment_that_is_deleted_meanwhile_is_written_anew(hub, address):
    hub.add_comment(draft("old").body)
    hub.fault("PATCH", "/issues/comments/", first=hub.comments.clear)
    assert publish(address, "new") == Commented(CommentAction.CREATED)
    assert [body.split("\n")[2] for body in hub.bodies] == ["new"]


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 502},
        {"status": 503, "headers": {"Retry-After": "0"}},
        {"status": 429, "headers": {"Retry-After": "0"}},
        {"status": 403, "headers": {"Retry-After": "1"}, "body": {"message": SECONDARY}},
        {"status": 403, "headers": {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"}},
        {"drop": True},
    ],
    ids=["5xx", "5xx with Retry-After", "429", "secondary limit", "primary limit", "dropped"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_passes_is_waited_for(hub, address, method, fault):
    hub.fault(method, "/comments", **fault)
    assert publish(address, "hello") == Commented(CommentAction.CREATED)
    assert [body.split("\n")[2] for body in hub.bodies] == ["hello"]


def test_an_update_is_tried_again_too(hub, address):
    publish(address, "old")
    hub.fault("PATCH", "/comments/", status=500)
    assert publish(address, "new") == Commented(CommentAction.UPDATED)


@pytest.mark.parametrize("lost", [{"status": 502}, {"drop": True}], ids=["5xx", "dropped"])
def test_a_comment_whose_answer_was_lost_is_not_written_twice(hub, address, lost):
    hub.fault("POST", "/comments", then_do=True, **lost)
    publish(address, "hello")
    assert [body.split("\n")[2] for body in hub.bodies] == ["hello"]
    assert [method for method, _ in hub.writes()] == ["POST"]


def test_graphql_limits_are_waited_for(hub, address):
    publish(address, "old")
    limited = {"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}
    headers = {"Retry-After": "0"}
    hub.fault("POST", "/graphql", status=200, body=limited, headers=headers)
    assert publish(address, "new") == Commented(CommentAction.UPDATED)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"status": 429, "headers": {"Retry-After": "3600"}}, "the API answered 429"),
        ({"status": 403, "body": {"message": SECONDARY}}, f"the API answered 403: {SECONDARY}"),
        ({"status": 500, "body": {"message": "Oops"}}, "the API answered 500: Oops"),
        ({"silent": True}, "no answer from the API: TimeoutError: timed out"),
    ],
    ids=["an hour", "a minute", "5xx for ever", "slow"],
)
def test_patience_ends_and_says_at_what(hub, address, fault, said):
    hub.fault("GET", "/comments", times=99, **fault)

    def ends(whole_s):
        # The last question gets what is left of the time, and so may get no answer.
        request_s = 0.2 if "silent" in fault else whole_s
        outcome = publish(address, patience=ApiPatience(whole_s, request_s))
        assert isinstance(outcome, Refused)
        assert outcome.because == said

    patiently(ends)
    assert hub.writes() == []


@pytest.mark.parametrize("what", ["head", "body"])
def test_an_answer_that_dribbles_is_cut_off(hub, address, what):
    hub.fault("GET", "/comments", dribble=what)
    asked = Api({"GITHUB_API_URL": address}, TOKEN, "1").ask(Call("GET", THREAD.path), 0.3)
    assert (asked.status, asked.text) == (0, "TimeoutError: the answer took too long")


def test_a_bug_while_asking_is_not_taken_for_silence(address):
    with pytest.raises(TypeError):
        Api({"GITHUB_API_URL": address}, TOKEN, "1").ask(Call("POST", "/", {"body": object()}), 5)


@pytest.fixture
def certificate(tmp_path):
    """A certificate for 127.0.0.1 that nobody has signed but itself: PEM file, and SSL context."""
    x509 = pytest.importorskip("cryptography.x509")
    hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes")
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = made.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (tmp_path / "ca.pem").write_bytes(pem)
    (tmp_path / "both.pem").write_bytes(pem + secret)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "both.pem")
    return str(tmp_path / "ca.pem"), context


@pytest.mark.parametrize("variable", ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])
def test_github_enterprise_has_its_own_address_and_certificates(certificate, variable, monkeypatch):
    path, context = certificate
    hub = GitHub(enterprise=True)
    with serving(hub, context) as address:
        env = {
            "GITHUB_API_URL": address,
            "GITHUB_GRAPHQL_URL": address.replace("/api/v3", "/api/graphql"),
        }
        script = publish_comment(THREAD, Mode.ALWAYS, lambda _: draft("first"))
        stranger = Client(env, TOKEN, "1", ApiPatience(0.4, 2)).run(script).outcome
        assert "certificate verify failed" in stranger.because
        monkeypatch.setenv(variable, path)
        env[variable] = path
        for text, action in (("first", CommentAction.CREATED), ("second", CommentAction.UPDATED)):
            made = draft(text)
            script = publish_comment(THREAD, Mode.ALWAYS, lambda _, made=made: made)
            assert Client(env, TOKEN, "1", QUICK).run(script).outcome == Commented(action)
    assert {path.split("/octo/")[0] for _, path, _ in hub.log} == {"/api/v3/repos", "/api/graphql"}


def test_nobody_listening_is_a_reason_like_any_other():
    outcome = publish("http://127.0.0.1:9", patience=ApiPatience(whole_s=0.5, request_s=0.2))
    assert isinstance(outcome, Refused)
    assert "Connection refused" in outcome.because


@pytest.mark.parametrize(
    ("permission", "status"), [("read", 403), ("none", 404)], ids=["read only", "none at all"]
)
def test_a_missing_permission_is_not_tried_again(hub, address, permission, status):
    hub.permissions["pull-requests"] = permission
    outcome = publish(address)
    assert outcome.answer.status == status
    assert len(hub.log) <= 2


def test_a_wrong_token_is_not_tried_again(hub, address):
    outcome = client(address, "wrong-token").run(own_comments(THREAD))
    assert outcome.because == "the API answered 401: Bad credentials"
    assert len(hub.log) == 1


def test_what_github_finds_too_long_is_said_as_github_says_it(hub, address):
    outcome = publish(address, "x" * (LONGEST_BODY + 1))
    assert outcome.because == (
        "the API answered 422: Validation Failed: Body is too long (maximum is 65536 characters)"
    )
    assert hub.bodies == []


def test_the_token_follows_no_redirect(hub, address):
    with serving(GitHub()) as elsewhere:
        headers = {"Location": f"{elsewhere}/stolen"}
        hub.fault("GET", "/comments", status=301, headers=headers, body={"message": "Moved"})
        outcome = publish(address)
    assert outcome.because == "the API answered 301: Moved"


def test_modes_decide_whether_anything_is_written(hub, address):
    assert publish(address, mode=Mode.ON_FAILURE).action is CommentAction.LEFT
    assert hub.bodies == []
    assert (
        publish(address, "red", mode=Mode.ON_FAILURE, failed=True).action is CommentAction.CREATED
    )
    assert (
        publish(address, "green", mode=Mode.ON_FAILURE, content="d").action is CommentAction.UPDATED
    )
    assert (
        publish(address, "green", mode=Mode.ON_CHANGE, content="d", run=5).action
        is CommentAction.LEFT
    )
    assert (
        publish(address, "other", mode=Mode.ON_CHANGE, content="e").action is CommentAction.UPDATED
    )


def test_a_pull_request_of_a_fork_is_found_by_its_branch_and_commit(hub, address):
    def entry(number, sha):
        return {
            "number": number,
            "head": {"sha": sha, "ref": "fix", "user": {"login": "fan"}, "repo": {"id": 2}},
            "base": {"sha": "c" * 40, "repo": {"id": 1}},
        }

    hub.pulls = [entry(6, "d" * 40), entry(7, SHA)]
    search = BranchSearch("fan", "fix", SHA)
    found = client(address).run(find_pull_request("octo/server", search))
    assert found == PullRequest(7, SHA, "c" * 40, from_fork=True)
    gone = client(address).run(
        find_pull_request("octo/server", BranchSearch("fan", "fix", "e" * 40))
    )
    assert isinstance(gone, NoPullRequest)


def test_a_file_of_the_base_comes_from_the_api(hub, address):
    hub.commits.add(SHA)
    hub.files[SHA, "a folder/policy.yml"] = b"version: 1\n"
    ask = client(address).run
    assert ask(file_at("octo/server", SHA, "a folder/policy.yml")) == AtCommit(b"version: 1\n")
    assert ask(file_at("octo/server", SHA, "other.yml")) == NoSuchFile()
    hub.permissions["contents"] = "none"
    assert isinstance(ask(file_at("octo/server", SHA, "other.yml")), Refused)


def test_what_is_a_folder_at_the_base_is_asked_before_a_file_counts_as_absent(hub, address):
    hub.commits.add(SHA)
    hub.files[SHA, "a/b/other.yml"] = b""
    hub.links[SHA, "a/link"] = "b"
    ask = client(address).run
    assert ask(file_at("octo/server", SHA, "a/b/policy.yml")) == NoSuchFile()
    assert ask(file_at("octo/server", SHA, "a/c/policy.yml")) == NoSuchFile()
    linked = ask(file_at("octo/server", SHA, "a/link/policy.yml"))
    assert linked == Unknown("a/link is no folder at the base commit")
    hub.fault("GET", "/contents/a[?]", status=403, body={"message": "No"})
    assert isinstance(ask(file_at("octo/server", SHA, "a/c/policy.yml")), Refused)


def test_a_file_of_the_base_comes_from_the_checkout_if_it_goes_back_so_far(tmp_path, git):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "policy.yml").write_text("old\n")
    base = git("first")
    (tmp_path / "sub" / "policy.yml").write_text("new\n")
    (tmp_path / "sub" / "later.yml").write_text("x\n")
    git("second")

    def at(path, sha=base):
        spot = spot_of(path, str(tmp_path), str(tmp_path))
        assert spot == Spot(str(tmp_path), path)
        return file_in_checkout(sha, spot)

    assert at("sub/policy.yml") == AtCommit(b"old\n")
    assert at("sub/later.yml") == at("nowhere/policy.yml") == NoSuchFile()
    assert at("sub/policy.yml", "f" * 40) == NotHeld(git=True)
    assert isinstance(at("sub"), Unknown)
    assert isinstance(at("sub/policy.yml/x"), Unknown)


def test_a_shallow_checkout_still_tells_the_parents_of_its_commit(tmp_path, git):
    """As `actions/checkout` makes it: one commit deep, of the merge."""
    words = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org"]

    def run(*more, cwd=tmp_path):
        done = subprocess.run([*words, *more], cwd=cwd, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    (tmp_path / "suites").mkdir()
    (tmp_path / "suites" / "a.yml").write_text("a\n")
    git("first")
    run("checkout", "--quiet", "-b", "topic")
    (tmp_path / "b.yml").write_text("b\n")
    head = git("second")
    run("checkout", "--quiet", "-")
    (tmp_path / "c.yml").write_text("c\n")
    base = git("third")
    run("merge", "--quiet", "--no-ff", "-m", "merge\n\nparent " + "f" * 40, "topic")
    merge, shallow = run("rev-parse", "HEAD"), tmp_path / "shallow"
    run("clone", "--quiet", "--depth", "1", f"file://{tmp_path}", str(shallow))
    spot = Spot(str(shallow), "")
    assert parents_in_checkout(merge, spot) == (base, head)
    assert parents_in_checkout(base, spot) == tree_in_checkout(base, spot) == NotHeld(git=True)
    names = {entry.path: entry.mode for entry in tree_in_checkout(merge, spot)}
    assert names == dict.fromkeys(("suites/a.yml", "b.yml", "c.yml"), "100644") | {"suites": "040000"}  # fmt: skip
    held = [entry for entry in tree_in_checkout(merge, spot) if entry.holds(b"a\n")]
    assert [entry.path for entry in held] == ["suites/a.yml"]


def test_without_a_repository_or_git_there_is_no_base(tmp_path, monkeypatch):
    spot = spot_of("policy.yml", str(tmp_path), str(tmp_path))
    assert file_in_checkout(SHA, spot) == NotHeld(git=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    for read in (file_in_checkout, parents_in_checkout, tree_in_checkout):
        assert read(SHA, spot) == NotHeld(git=False)


def test_a_path_is_walked_in_its_own_words(tmp_path):
    workspace = tmp_path / "work"
    (workspace / "a" / ".git").mkdir(parents=True)
    (tmp_path / "machine").symlink_to(workspace)
    (workspace / "link").symlink_to("a")
    through = str(tmp_path / "machine")
    home = str(workspace)
    assert spot_of("a/p.yml", home, through) == Spot(f"{home}/a", "p.yml")
    assert spot_of(f"{through}/./a/../b/p.yml", "/", home) == Spot(home, "b/p.yml")
    assert spot_of("link/../p.yml", home, home) == Linked("link")
    assert spot_of("../p.yml", home, home) == Outside()
    (workspace / "a" / "b" / "c").mkdir(parents=True)
    (workspace / "a" / "b" / ".git").touch()
    assert spot_of("a/b/c/p.yml", home, home) == Nested("a", "a/b")
    assert spot_of("a/b", home, home) == Spot(f"{home}/a", "b")
    assert spot_of("p.yml", home, "") == Outside()
