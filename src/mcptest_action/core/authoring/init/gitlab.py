"""The job for GitLab: a pipeline of its own, or a file for an existing one to include."""

from mcptest_action.core.document.yaml_value import word
from mcptest_action.core.text import HOME
from .config_file import start_line
from .model import Chosen, Http, Image, Stdio, Tool, Variable, secrets_of

PATH, BESIDE = ".gitlab-ci.yml", "mcptest.gitlab-ci.yml"
# Each has git; Python, in which we are written, comes with Debian or is there already.
_IMAGES = {
    Tool.NODE: "node:{}-bookworm",
    Tool.PYTHON: "python:{}-bookworm",
    Tool.GO: "golang:1-bookworm",
    Tool.DOCKER: "docker:28",
    Tool.NOTHING: "python:3.13-bookworm",
}
_OURS = "ghcr.io/org/mcptest-action:1"
_HOME = "/opt/mcptest"
_FROM_ALPINE = "apk add --no-cache git python3"
_FROM_DEBIAN = "apt-get update && apt-get install --yes --no-install-recommends git python3-venv"
_INSTALL = (
    f"python3 -m venv {_HOME}",
    f"{_HOME}/bin/pip install git+{HOME}@v1",
)
_LENT = "FOR_SERVICE_"
_END = """\
  artifacts:
    when: always # also when the gate failed: the files say why
    paths: [mcptest-out/]
    reports:
      junit: mcptest-out/junit.xml
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
"""
_BUILD = """\
mcptest-image:
  stage: build
  image: docker:28
  services: ["docker:28-dind"]
  timeout: 20 minutes
  variables:
    DOCKER_TLS_CERTDIR: /certs
  script:
    - echo "$CI_REGISTRY_PASSWORD" | docker login --username "$CI_REGISTRY_USER" --password-stdin "$CI_REGISTRY"
    - docker build --tag "$CI_REGISTRY_IMAGE/{tag}:$CI_COMMIT_SHA" --file {file} {context}
    - docker push "$CI_REGISTRY_IMAGE/{tag}:$CI_COMMIT_SHA"
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

"""  # noqa: E501 - one command


def pipeline_text(chosen: Chosen) -> str:
    head = "# Gates the MCP server; what it is to do stands in mcptest.yml.\n"
    target = chosen.target
    if isinstance(target, Http) and target.image is not None:
        return head + _with_image(target, target.image) + _END
    return head + _by_command(chosen) + _END


def _by_command(chosen: Chosen) -> str:
    setup, target = chosen.setup, chosen.target
    started = [start_line(target)] if isinstance(target, Http) and target.start else []
    before = [
        _FROM_ALPINE if setup.tool is Tool.DOCKER else _FROM_DEBIAN,
        *_INSTALL,
        *setup.commands,
        *started,
    ]
    lines = [
        "mcptest:",
        "  stage: test",
        f"  image: {_IMAGES[setup.tool].format(setup.version)}",
        *(['  services: ["docker:28-dind"]'] if setup.tool is Tool.DOCKER else []),
        "  timeout: 20 minutes",
        *_secrets(target),
        "  before_script:",
        *(f"    - {word(command)}" for command in before),
        "  script:",
        f"    - {_HOME}/bin/mcptest gate",
    ]
    return "\n".join(lines) + "\n"


def _with_image(target: Http, image: Image) -> str:
    file = image.file
    path = target.url.partition(f":{image.port}")[2]
    values = [f"        {one.name}: {_for_service(one)}" for one in target.variables]
    # GitLab passes variables of the project on to no service, and those of the job to all.
    lent = [f"    {_LENT}{name}: ${name}" for name in secrets_of(target)]
    lines = [
        "mcptest:",
        "  stage: test",
        "  image:",
        f"    name: {_OURS}",
        '    entrypoint: [""] # GitLab starts a shell in the image',
        "  services:",
        f"    - name: $CI_REGISTRY_IMAGE/{image.tag}:$CI_COMMIT_SHA",
        "      alias: server",
        *(["      variables:", *values] if values else []),
        "  timeout: 20 minutes",
        *_secrets(target),
        "  variables:",
        f"    MCPTEST_SERVER_URL: http://server:{image.port}{path}",
        "    MCPTEST_WAIT_FOR_READY: 60s",
        *lent,
        "  script:",
        "    - mcptest-action",
    ]
    return _BUILD.format(tag=image.tag, file=file, context=image.context) + "\n".join(lines) + "\n"


def _for_service(variable: Variable) -> str:
    """A value in which GitLab finds nothing to put in; a secret as the job has it."""
    if variable.value is None:
        return f"${_LENT}{variable.held_in}"
    return word(variable.value.replace("$", "$$"))


def _secrets(target: Stdio | Http) -> list[str]:
    named = secrets_of(target)
    return [f"  # Set as masked variables of the project: {', '.join(named)}."] if named else []
