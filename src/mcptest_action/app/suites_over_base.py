"""Suites under `--policy-ref base`: a pull request may add tests, and take none away."""

from collections.abc import Mapping, Sequence

from mcptest_action.app.deciding_files import DecidingFiles
from mcptest_action.app.suite_environment import for_added
from mcptest_action.app.suite_files import read_suites, suites_among, suites_at
from mcptest_action.core.checks.suite import Environment, SuiteFile, as_added, only_added
from mcptest_action.core.document import decode
from mcptest_action.shell.files import cited, exists


def read_deciding_suites(
    files: DecidingFiles, paths: Sequence[str], environment: Environment, home: str
) -> tuple[SuiteFile, ...]:
    """The suites of the checkout; or those of the base, and what the checkout adds to them."""
    kept = {path: files.kept(path, suites_among) for path in paths}
    texts: dict[str, bytes] = {}
    for found in kept.values():
        if found is None:
            return read_suites(paths, environment, home)
        texts.update(found)
    base = {cited(path, home): _loaded(path, texts[path], environment, home) for path in texts}
    # A path at which neither branch has a suite is an error like any other.
    there = [path for path in paths if not kept[path] or (exists(path) and suites_at(path))]
    for file in (one for path in there for one in suites_at(path)):
        files.kept(file, suites_among)  # refuses what is a link, or in another repository
    allowed = for_added(environment, _variables_named(texts))
    head = read_suites(there, allowed, home) if there else ()
    extra = [one for file in head for one in _added(file, base.get(file.suite.file))]
    return (*base.values(), *extra)


def _loaded(path: str, content: bytes, environment: Environment, home: str) -> SuiteFile:
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415 - as elsewhere

    name = f"{path} of the base branch"
    text = decode(content, name)
    suite = load_suite(text, name, environment)
    return SuiteFile(suite._replace(file=cited(path, home)), text)


def _variables_named(texts: Mapping[str, bytes]) -> set[str]:
    """What the base's suites read from the environment, whether or not it is set."""
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415 - as elsewhere

    forms = (load_suite(decode(text, path), path, None) for path, text in texts.items())
    return {name for form in forms for name in form.environment}


def _added(head: SuiteFile, base: SuiteFile | None) -> list[SuiteFile]:
    """What the head's file has on top of the base's. It names no server: that is not to add."""
    suite = head.suite._replace(servers=())
    if base is None:
        return [head._replace(suite=as_added(suite), added=True)]
    if head.text == base.text:
        return []
    suite = as_added(only_added(base.suite, suite))
    suite = suite._replace(file=f"{suite.file} (this pull request)")
    return [SuiteFile(suite, head.text, partly=True, added=True)] if suite.cases else []
