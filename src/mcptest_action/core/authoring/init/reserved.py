"""Names of variables that mean something to the job itself: no manifest sets them there.

A job has its own token in one, is told by another what fails it, and starts programs by a third.
"""

import re

_STARTS = (
    # the gate, and the CI systems with what runs their jobs
    "MCPTEST_", "INPUT_", "CI_", "GITLAB_", "FF_", "GITHUB_", "GH_", "ACTIONS_", "RUNNER_",
    "JENKINS_", "HUDSON_",
    # what programs load, and how the tools of a job behave
    "LD_", "DYLD_", "PYTHON", "DOCKER_", "PIP_", "UV_", "POETRY_", "NPM_", "YARN_", "COREPACK_",
    "GIT_", "XDG_", "MALLOC_",
)  # fmt: skip
_NAMES = frozenset(
    (
        "CI", "BUILD_DISPLAY_NAME", "BUILD_ID", "BUILD_NUMBER", "BUILD_TAG", "BUILD_URL",
        "BRANCH_NAME", "CHANGE_ID", "CHANGE_TARGET", "EXECUTOR_NUMBER", "JOB_NAME", "JOB_URL",
        "NODE_LABELS", "NODE_NAME", "WORKSPACE", "WORKSPACE_TMP",
        "PATH", "HOME", "SHELL", "USER", "PWD", "OLDPWD", "IFS", "TMPDIR", "CDPATH", "BASH_ENV",
        "ENV", "BASHOPTS", "SHELLOPTS", "PS4", "PROMPT_COMMAND",
        "NODE_OPTIONS", "NODE_PATH", "NODE_EXTRA_CA_CERTS", "GOFLAGS", "GOPATH", "GOPROXY",
        "GLIBC_TUNABLES", "GCONV_PATH", "SSH_ASKPASS", "SSH_AUTH_SOCK",
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
        "CURL_CA_BUNDLE", "OPENSSL_CONF", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE",
    )
)  # fmt: skip


def is_reserved(name: str) -> bool:
    """In any spelling: npm reads small letters, and to GitHub secrets have neither."""
    upper = name.upper()
    return upper in _NAMES or upper.startswith(_STARTS)


def held_in(name: str) -> str:
    """The variable of the job that holds a secret which the server knows by this name."""
    return f"SERVER_{name}" if is_reserved(name) else name


# `-e NAME`, `-eNAME`, `-e=NAME`, and behind flags that take no value: `-ie NAME`.
_SHORT = re.compile(r"-[diPqt]*e=?(.*)", re.DOTALL)


def open_runtime(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Arguments of `docker run` that pass on no such variable, and the names left out.

    `--env NAME` alone hands over what the job has by that name, and so does a line of a file.
    """
    kept: list[str] = []
    left_out: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        flag, joined, value = word.partition("=")
        if short := _SHORT.fullmatch(word):
            flag, joined, value = "-e", short[1], short[1]
        taken = [word]
        if flag in ("-e", "--env", "--env-file") and not joined and rest:
            value = rest.pop(0)
            taken.append(value)
        name = value.partition("=")[0]
        if flag == "--env-file" or (flag in ("-e", "--env") and is_reserved(name)):
            left_out.append(flag if flag == "--env-file" else name)
        else:
            kept += taken
    return tuple(kept), tuple(left_out)
