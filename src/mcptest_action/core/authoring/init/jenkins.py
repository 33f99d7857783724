"""The pipeline for Jenkins."""

from mcptest_action.core.text import HOME
from .config_file import start_line
from .model import Chosen, Http, Image, Tool, secrets_of

PATH, BESIDE = "Jenkinsfile", "mcptest.Jenkinsfile"
_NEEDS = {
    Tool.NODE: "Node {} and Python 3.11 or newer",
    Tool.PYTHON: "Python {}",
    Tool.GO: "Go, and Python 3.11 or newer",
    Tool.DOCKER: "Docker, and Python 3.11 or newer",
    Tool.NOTHING: "Python 3.11 or newer",
}
# The agent's own Python may refuse packages, and ours should not meet those of the server.
_OWN = {
    Tool.PYTHON: (
        'python3 -m venv "$WORKSPACE_TMP/server"',
        '. "$WORKSPACE_TMP/server/bin/activate"',
    )
}
_GATE = """\
                    python3 -m venv "$WORKSPACE_TMP/mcptest"
                    "$WORKSPACE_TMP/mcptest/bin/pip" install --quiet 'git+{home}@v1'
{commands}                    "$WORKSPACE_TMP/mcptest/bin/mcptest" gate
"""
_STAGE = """\
// Gates the MCP server; what it is to do stands in mcptest.yml. The agent needs {needs},
// and Jenkins the plugins Pipeline and JUnit.
pipeline {{
    agent any
    options {{
        timeout(time: 20, unit: 'MINUTES')
    }}
    stages {{
        stage('Gate the MCP server') {{
            steps {{
{secrets}                sh '''
{script}                '''
            }}
        }}
    }}
    post {{
        always {{
{tidy}            junit testResults: 'mcptest-out/junit.xml', allowEmptyResults: true
            archiveArtifacts artifacts: 'mcptest-out/**', allowEmptyArchive: true
        }}
    }}
}}
"""


def pipeline_text(chosen: Chosen) -> str:
    setup, target = chosen.setup, chosen.target
    image = target.image if isinstance(target, Http) else None
    commands = [*setup.commands, *([_start(target, image)] if isinstance(target, Http) else [])]
    # Groovy reads the text before a shell does.
    literal = (command.replace("\\", "\\\\") for command in (*_OWN.get(setup.tool, ()), *commands))
    lines = "".join(f"{' ' * 20}{command}\n" for command in literal if command)
    return _STAGE.format(
        needs=_NEEDS[setup.tool].format(setup.version),
        secrets=_secrets(chosen),
        script=_GATE.format(home=HOME, commands=lines),
        tidy="" if image is None else f"            sh 'docker rm --force {image.tag} || true'\n",
    )


def _start(target: Http, image: Image | None) -> str:
    if image is None:
        return start_line(target) if target.start else ""
    return start_line(target).replace("--rm ", f"--name {image.tag} ", 1)


def _secrets(chosen: Chosen) -> str:
    named = secrets_of(chosen.target)
    what = "// Wrap this in withCredentials, which sets"
    return f"{' ' * 16}{what} {', '.join(named)}.\n" if named else ""
