"""Tell GitHub the result of a gate. No failure in here changes a verdict or exit code."""

import os
from collections.abc import Mapping

from mcptest_action.app.changes import compare
from mcptest_action.app.context import Context
from mcptest_action.app.deciding_files import BASE, IN_CHECKOUT, DecidingFiles
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.app.files_at_base import AtBase
from mcptest_action.app.github_base import GitHubBase
from mcptest_action.app.head_files import HeadFiles, read_head
from mcptest_action.app.publisher import GateResult, Named, PublishRequest
from mcptest_action.app.pull_requests import PullRequests
from mcptest_action.app.whereabouts import Whereabouts
from mcptest_action.core.publish import (
    LIMIT,
    NO_TOKEN,
    Comparison,
    NoPullRequest,
    NoVerdict,
    Refused,
    Subject,
    caption,
    comment_refused,
    delta_lines,
    output_lines,
    outputs_of,
    render_summary,
    run_context,
    server_of,
)
from mcptest_action.core.render import Report
from mcptest_action.core.request import Mode
from mcptest_action.core.text import (
    InputError,
    for_command,
    for_markdown,
    for_terminal_line,
    unusable,
)
from mcptest_action.shell.github.runner import (
    OUTPUT,
    SUMMARY,
    append,
    event_payload,
    size_of,
    unguessable,
)
from mcptest_action.shell.redaction import Redactor

_BASE_IN_FORCE = (
    "Policy, configuration and suites are those of the base branch (policy-ref: base), "
    "and so is a baseline. "
    "What this pull request changes in them is not in force yet; tests that it adds are run."
)


class GitHub:
    """Made before anything else, because it hides the token; used when all is done."""

    def __init__(self, token_env: str, context: Context, here: Whereabouts) -> None:
        self._console, self._here = context.console, here
        self._env = dict(os.environ)
        self._token = self._env.get(token_env, "").strip()
        self._redactor = Redactor([self._token])
        self._console.mask(self._redactor.secrets, self._redactor.text)
        self._place = run_context(self._env, event_payload(self._env))
        self._pulls = PullRequests(self._env, self._token, self._place, context.version)
        self._base: GitHubBase | None = None
        self._is_the_change = self._place.is_the_change(self._pulls.checked_out(here.folder))
        self._head: tuple[Named, HeadFiles] | None = None
        self._by_base = False
        self._remarks: list[str] = []

    def files_of_base(self) -> DecidingFiles:
        """For `--policy-ref base`; the checkout's if there is no other branch to take them from."""
        about, sha = self._pulls.about(), self._pulls.base_sha
        if isinstance(about, Refused):
            raise unusable(BASE, f"the pull request is not known: {about.because}")
        if isinstance(about, NoPullRequest) and not about.doubt and not sha:
            self._remarks.append(f"policy-ref: base makes no difference: {about.because}")
            return IN_CHECKOUT
        if not sha:
            why = f": {about.doubt}" if isinstance(about, NoPullRequest) else ""
            raise unusable(BASE, f"the event does not name the base commit{why}")
        self._by_base = True
        return AtBase(self._base_branch(), self._remarks.append)

    def remember(self, named: Named) -> None:
        if self._is_the_change:
            self._head = named, read_head(named)

    def tell(self, request: PublishRequest, result: GateResult) -> None:
        self._tell_safely(request, *result)

    def _tell_safely(
        self,
        request: PublishRequest,
        result: Report | NoVerdict,
        code: int,
        paths: Mapping[str, str],
        annotations: str,
    ) -> None:
        """Outputs, annotations, comment and summary; a failure is reported, nothing else."""
        try:
            self._append(OUTPUT, output_lines(outputs_of(result, code, paths), unguessable()))
            if annotations:
                self._console.note(annotations.removesuffix("\n"))
            self._publish(request, result)
        except Exception:  # noqa: BLE001 - a bug in here must not look like a verdict
            import traceback

            self._console.note(traceback.format_exc())
            self._say("publishing failed, which changes nothing about the verdict; see above")

    def tell_failure(self, request: PublishRequest, error: BaseException) -> None:
        """Report that there is no verdict, and why."""
        match error:
            case InputError(problems=problems):
                code, lines = ExitCode.BAD_INPUT, [f"{p.where}: {p.sentence}" for p in problems]
            case NotReadyError(lines=given):
                code, lines = ExitCode.NOT_READY, list(given)
            case KeyboardInterrupt():
                code, lines = ExitCode.INTERRUPTED, ["the run was interrupted"]
            case _:
                code = ExitCode.INTERNAL_ERROR
                lines = ["this is a bug in mcptest-action; the log has its traceback"]
        annotation = f"::error title=mcptest::{for_command(self._redactor.text(lines[0]))}\n"
        if code is ExitCode.INTERRUPTED or _is_located(error):
            annotation = ""
        self._tell_safely(request, NoVerdict(code, tuple(lines)), code, {}, annotation)

    def tell_plan(self, request: PublishRequest) -> None:
        said = "plan: true shows what would be called, in the log, and judges nothing"
        result = NoVerdict(ExitCode.OK, (said,))
        self._tell_safely(request, result, ExitCode.OK, {}, "")

    def _publish(self, request: PublishRequest, result: Report | NoVerdict) -> None:
        if self._by_base and not isinstance(result, NoVerdict):
            self._remarks.insert(0, _BASE_IN_FORCE)
        if request.report_only:
            self._remarks.append("report-only: the exit code does not follow the verdict.")
        server = server_of(result)
        subject, news = Subject(result, None, tuple(self._remarks), server), []
        try:
            if not _is_quiet(result):
                subject = subject._replace(comparison=self._comparison(request.named))
                news = self._comment(request, subject)
        finally:
            subject = subject._replace(remarks=tuple(self._remarks))
            room = LIMIT - size_of(self._env.get(SUMMARY, ""))
            about = tuple(caption(server, self._place.head_sha, self._place.run.url))
            if self._base is not None:
                about += (for_markdown(self._base.commit.sentence),)
            self._append(SUMMARY, render_summary(subject, tuple(news), about, room))

    def _comparison(self, named: Named) -> Comparison | None:
        """What the pull request changes in what judges it, if there is a change to review."""
        if not self._pulls.base_sha or not self._is_the_change:
            return None
        if self._head is None:  # the words are wrong, and nothing was started
            self.remember(named)
        return self._head and compare(self._base_branch(), self._head[1], self._head[0])

    def _base_branch(self) -> GitHubBase:
        if self._base is None:
            self._base = self._pulls.base(self._here.folder)
            self._console.note(for_terminal_line(f"note: {self._base.commit.sentence}"))
        return self._base

    def _comment(self, request: PublishRequest, subject: Subject) -> list[str]:
        """Comment as the mode says; returns what is new since the last comment."""
        if request.comment is Mode.OFF:
            return []
        if isinstance(self._place.about, NoPullRequest):
            self._console.note(f"note: no comment: {self._place.about.because}")
            return []
        if not self._token:
            self._say(NO_TOKEN)
            return []
        commented = self._pulls.comment(
            subject, request.comment, request.comment_key, self._redactor.text
        )
        if isinstance(commented, NoPullRequest):
            self._say(f"no comment: {commented.because}")
            return []
        if isinstance(commented.outcome, Refused):
            self._say(comment_refused(commented.outcome, self._place))
        else:
            because = f": {commented.outcome.because}" if commented.outcome.because else ""
            self._console.note(f"comment {commented.outcome.action}{because}")
        return delta_lines(subject.result, self._place.head_sha, commented.previous)

    def _say(self, what: str) -> None:
        """To the log, where the runner turns it into a warning, and to the summary."""
        self._remarks.append(what)
        self._console.note(f"::warning title=mcptest::{for_command(self._redactor.text(what))}")

    def _append(self, variable: str, text: str) -> None:
        path = self._env.get(variable, "")
        problem = append(path, self._redactor.text(text)) if path else ""
        if problem:
            self._console.note(for_terminal_line(f"warning: {problem}"))


def _is_quiet(result: Report | NoVerdict) -> bool:
    """After a signal the runner waits for seconds, not for the API; a plan isn't news."""
    quiet = (ExitCode.INTERRUPTED, ExitCode.OK)
    return isinstance(result, NoVerdict) and result.exit_code in quiet


def _is_located(error: BaseException) -> bool:
    """Whether the error is about a line in a file; then it already becomes an annotation."""
    return isinstance(error, InputError) and error.problems[0].line > 0
