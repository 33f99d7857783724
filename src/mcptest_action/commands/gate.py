"""Connect to a server, probe it, write the artifacts, hold them against the policy, and say so.

Without a server it is the offline gate: the verdict on artifacts that were made elsewhere.
"""

import os
from contextlib import suppress

from mcptest_action.app.context import Context
from mcptest_action.app.deciding_files import IN_CHECKOUT, DecidingFiles
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.app.gate import gate, publish
from mcptest_action.app.gate_request import GateRequest
from mcptest_action.app.policy_file import POLICY
from mcptest_action.app.publisher import Named, Publisher, PublishRequest
from mcptest_action.app.publishing import publisher_of
from mcptest_action.app.report_files import COPIES, ReportFiles
from mcptest_action.app.target import CONFIG, read_config
from mcptest_action.app.whereabouts import Whereabouts, enter, on_github, whereabouts
from mcptest_action.core.facts import ARTIFACTS
from mcptest_action.core.pipeline import FORMAT_OF
from mcptest_action.core.request import Mode, Options
from mcptest_action.core.request.config import NOT_IN_FILE, Config, GateKeys, file_layer
from mcptest_action.core.text import InputError
from mcptest_action.parsing.parser import Each, Parser, Switch
from mcptest_action.parsing.report_flags import (
    OUT,
    add_artifacts,
    add_publishing,
    add_server_json,
    artifact_files,
)
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request
from mcptest_action.shell.our_image import give_back

EXAMPLES = (
    'mcptest gate --server-command "python server.py"',
    "mcptest gate --server-url http://127.0.0.1:8080/mcp --policy policy.yml --wait-for-ready 60s",
    'mcptest gate --server-command "python server.py" --plan',
    'mcptest gate --server-command "python server.py" --only missing_required --only wrong_type',
    'mcptest gate --server-command "python server.py" --suite suite.yml',
    'mcptest gate --server-command "python server.py" --policy policy.yml --baseline known.json',
    "mcptest gate --policy policy.yml --run-report run.json --security security.json",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("the gate")
    group.add_argument("--policy", metavar="FILE", help="default: policy.yml, or a built-in one")
    group.add_argument(
        "--suite", metavar="FILE", action=Each, default=(),
        help="run these tests as well, before the probes; a folder of suites is fine; "
        "may be repeated",
    )  # fmt: skip
    group.add_argument("--out", metavar="DIR", default=OUT, help=f"for artifacts; default: {OUT}")
    group.add_argument("--plan", action=Switch, help="say what would be called, and stop")
    group.add_argument(
        "--only", metavar="NAME", action=Each, default=(),
        help="run only this probe, or only on this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip", metavar="NAME", action=Each, default=(),
        help="leave out this probe, or this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--deep-scan", action=Switch,
        help="call up to 3 read tools as their schema allows; "
        "also needs MCPTEST_ENABLE_DEEP_SCAN=true",
    )  # fmt: skip
    group.add_argument(
        "--conformance", choices=("on", "off"),
        help="check protocol conformance; default: on, unless --only is given",
    )  # fmt: skip
    group.add_argument(
        "--security-scan", choices=("on", "off"),
        help="look for attacks and mistakes in what it lists and answers; default: on, "
        "unless --security is given",
    )  # fmt: skip
    group.add_argument(
        "--baseline", metavar="FILE",
        help="known findings of the scan, each with an owner, a reason and an expiry; lowers no "
        "count, adds the facts security.new_*",
    )  # fmt: skip
    group.add_argument("--report-only", action=Switch, help="exit 0 whatever the verdict")
    group.add_argument("--working-directory", metavar="DIR", help="go there before anything else")
    group.add_argument(
        "--format", choices=[*FORMAT_OF], default="pretty",
        help="of the report on standard output; all are written to --out; default: pretty",
    )  # fmt: skip
    add_server_json(parser)
    add_publishing(parser)
    add_artifacts(parser)


def run(options: Options, context: Context) -> ExitCode:
    """Fold what `mcptest.yml` says below the options, and gate; reports errors to the publisher."""
    folder = options.text("working-directory")
    here = whereabouts(folder, os.environ)
    token_env, comment = options.word("token-env"), Mode(options.word("comment"))
    publisher = publisher_of(token_env, comment, context, here)
    try:
        enter(folder)
        publisher.remember(_publishing(options).named)
        options, config, deciding = _over_file(options, publisher)
        request = _request(options, config, _files(options, here), deciding)
        outcome = gate(request, context)
    except BaseException as error:  # noqa: BLE001 - the publisher is told, then it goes on
        named = _named(error, options)
        publisher.tell_failure(_publishing(options), named)
        raise named from None
    finally:
        give_back(_files(options, here).every_path(), here.home)
    return publish(request, outcome, publisher)


def on_misuse(error: InputError, options: Options, context: Context) -> None:
    """Called instead of `run` if the words are wrong, before the error is shown.

    Outputs, summary, annotation and comment are as for any gate that ends without a verdict.
    `options` holds the options that could be understood.
    """
    folder = options.text("working-directory")
    here = whereabouts(folder, os.environ)
    with suppress(InputError):
        enter(folder)
    if on_github(os.environ):
        publishing = _publishing(options)
        if "comment" in options.unreadable:  # the user wants one, and an old one must not stay
            publishing = publishing._replace(comment=Mode.ON_CHANGE)
        token_env = options.word("token-env")
        publisher_of(token_env, publishing.comment, context, here).tell_failure(publishing, error)


def _over_file(options: Options, publisher: Publisher) -> tuple[Options, Config, DecidingFiles]:
    """The options on top of what the configuration says for the gate, and where that came from."""
    of_base = options.word("policy-ref") == "base"
    deciding = publisher.files_of_base() if of_base else IN_CHECKOUT
    config = read_config(options.text("config"), GateKeys(options.flags, NOT_IN_FILE), deciding)
    # A file that the base names lies in the checkout, where a pull request can put another.
    refused = [artifact.flag.removeprefix("--") for artifact in ARTIFACTS] if of_base else []
    return options.over(file_layer(config, options, refused)), config, deciding


def _named(error: BaseException, options: Options) -> BaseException:
    """The error with the user's names for the options."""
    if isinstance(error, InputError):
        return options.blamed(error)
    if isinstance(error, NotReadyError):
        error.lines = tuple(map(options.names.in_words, error.lines))
    return error


def _request(
    options: Options, config: Config, files: ReportFiles, deciding: DecidingFiles
) -> GateRequest:
    return GateRequest(
        target=target_request(options, config),
        policy=options.text("policy"),
        deciding=deciding,
        baseline=options.text("baseline"),
        suites=options.texts("suite"),
        artifacts=artifact_files(options),
        files=files,
        publishing=_publishing(options),
        plan=options.switch("plan"),
        only=options.texts("only"),
        skip=options.texts("skip"),
        deep_scan=options.switch("deep-scan"),
        conformance=options.text("conformance"),
        security_scan=options.text("security-scan"),
        server_json=options.text("server-json"),
        token_env=options.word("token-env"),
        form=options.word("format"),
    )


def _files(options: Options, here: Whereabouts) -> ReportFiles:
    rests_on = (
        options.text("policy") or POLICY,
        options.text("config") or CONFIG,
        options.text("baseline"),
        options.text("ca-file"),
        options.text("server-json"),
        *options.texts("suite"),
        *artifact_files(options).values(),
    )
    copies = {name: path for name in COPIES if (path := options.text(name))}
    inputs = tuple(path for path in rests_on if path)
    return ReportFiles(options.word("out"), copies, inputs, here)


def _publishing(options: Options) -> PublishRequest:
    return PublishRequest(
        Mode(options.word("comment")),
        options.word("comment-key"),
        options.switch("report-only"),
        Named(
            options.text("policy") if _is_said(options, "policy") else None,
            options.text("config"),
            options.text("baseline") if _is_said(options, "baseline") else None,
            options.texts("suite") if _is_said(options, "suite") else (),
        ),
    )


def _is_said(options: Options, name: str) -> bool:
    """Whether the value was given when we were started, not in the configuration file."""
    return name in options.given and not options.given[name].origin.file
