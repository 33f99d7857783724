"""Look at a repository, and propose the files that make it gate its MCP server.

It reads package.json, pyproject.toml, go.mod, Dockerfile and server.json, and says which of them
made it choose a server and a command. The proposal is a diff: policy.yml, mcptest.yml, a workflow,
and lines for .gitignore. Only --write writes; a file that is there is never changed, except that
.gitignore gets the lines that it lacks. Nothing is started, and no connection is opened.
"""

from mcptest_action.app import init
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.authoring.init import SYSTEMS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser, Switch

EXAMPLES = (
    "mcptest init",
    "mcptest init --write",
    "mcptest init --ci gitlab --transport http > proposal.diff && git apply proposal.diff",
    'mcptest init --server-command "node dist/index.js --stdio" --write',
    'mcptest init --server-command "node index.js http" --server-url http://127.0.0.1:3000/mcp',
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--ci", choices=SYSTEMS, help="default: what the repository has, or github")
    parser.add_argument("--server", metavar="NAME", help="the one of several servers found here")
    parser.add_argument("--server-command", metavar="COMMAND", help="this starts it")
    parser.add_argument(
        "--server-url", metavar="URL", help="it runs there; with --server-command: once started"
    )
    parser.add_argument(
        "--transport", choices=("stdio", "http"), help="default: stdio, unless only HTTP is offered"
    )
    parser.add_argument(
        "--working-directory", metavar="DIR", default=".", help="the top of the repository"
    )
    parser.add_argument("--write", action=Switch, help="write the files, as the diff says")
    parser.add_argument(
        "--format", choices=("pretty", "json"), default="pretty", help="default: pretty"
    )


def run(options: Options, context: Context) -> ExitCode:
    request = init.Request(
        options.word("working-directory"),
        options.text("ci"),
        options.text("server"),
        options.text("transport"),
        options.text("server-command"),
        options.text("server-url"),
        options.switch("write"),
        options.word("format"),
    )
    return init.run(request, context)
