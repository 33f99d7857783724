"""What a name says, word by word; and what else tells of a change."""

import pytest

from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import Decision, ExecutionPolicy, Need
from mcptest_action.core.safety.declaration import ToolClass
from mcptest_action.core.safety.description import change_told
from mcptest_action.core.safety.grammar import doubt_in_name, nouns_in
from mcptest_action.core.safety.plan import make_plan

NOTHING = "no word of the name says that it only reads"


@pytest.mark.parametrize(
    "name",
    """
    get_user list_issues github_get_issue API-retrieve-a-page search_code findFiles read_file
    describe_table count_rows list_and_count whoami git_status git_log db-stats logs pods_list
    failed_jobs_list directory_tree web_search fetch_page fetch query_metrics resolve-library-id
    is_alive status_of_job history_for_user schema_info check_permissions current_user health_check
    list_fix_versions search_files issues_search
    """.split(),
)
def test_a_name_that_only_reads(name):
    assert doubt_in_name(name) is None


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("merge_pull_request", "the name contains 'merge'"),
        ("find_replace", "the name contains 'replace'"),
        ("validate_and_submit", "the name contains 'submit'"),
        ("check_in_guest", "the name contains 'checkin'"),
        ("get_or_make", "in the name, 'make' after 'or' may be a verb"),
        ("read_and_ack", "in the name, 'ack' after 'and' may be a verb"),
        ("list_then_frobnicate", "in the name, 'frobnicate' after 'then' may be a verb"),
        ("lint_fix", "the name ends with 'fix'"),
        ("auditFix", "the name ends with 'fix'"),
        ("hide_search_results", NOTHING),
        ("flag_search_result", NOTHING),
        ("recall_message", NOTHING),
        ("frobnicate", NOTHING),
        ("frobnicate_list", NOTHING),
        ("frobnicate_current_user", NOTHING),
        ("amend_status", NOTHING),
        ("star_list", NOTHING),
        ("pin_status", NOTHING),
        ("embed_schema", NOTHING),
        ("and", NOTHING),
        ("", NOTHING),
        ("get_über", "not all of the name is understood"),
        ("log_meal", "'meal' after 'log' in the name may be a verb"),
        ("status_ack", "'ack' after 'status' in the name may be a verb"),
        ("get_rid_of_it", "'get rid' in the name may mean something else"),
        ("resolve_thread", "'resolve' in the name may mean a change"),
        ("resolve_thread_by_id", "'resolve' in the name may mean a change"),
        ("verify_payment", "'verify' in the name may mean a change"),
        ("query", "a query may write"),
        ("mysql_query", NOTHING),
        ("query_database", "a query may write"),
        ("sql_query_all", "a query may write"),
        ("git_fetch", "a fetch changes the clone of a repository"),
    ],
)
def test_a_name_that_may_say_something_else(name, doubt):
    assert doubt_in_name(name) == doubt


def test_what_a_server_uses_as_a_noun_is_no_verb():
    assert doubt_in_name("ticket_search") is not None
    assert doubt_in_name("ticket_search", nouns_in(["list_tickets"])) is None
    nouns = nouns_in(["list_orders", "order_status", "search_all_repositories", "x", ""])
    assert nouns == {"order", "all", "repository"}
    assert doubt_in_name("order_status", nouns) is None
    assert doubt_in_name("order_status") == NOTHING
    assert doubt_in_name("repository_info", nouns) is None
    assert doubt_in_name("amend_status", nouns) == NOTHING


def test_several_verbs_after_a_word_make_a_prefix_of_it():
    assert nouns_in(["jira_get_issue", "jira_move", "jira_list"]) == {"issue", "jira"}
    assert doubt_in_name("jira_status", frozenset({"jira"})) is None
    # Once is no evidence, nor are nouns: these may be things that are taken.
    assert nouns_in(["star_list", "take_status", "take_history", "take_tree"]) == set()


def test_a_verb_after_a_conjunction_is_no_noun():
    assert nouns_in(["get_or_star", "star_list"]) == set()


def tool(name="get_x", description=None, **properties):
    return {"name": name, "description": description, "inputSchema": {"properties": properties}}


@pytest.mark.parametrize(
    "description",
    [
        None,
        7,
        "",
        "123",
        "Get the user.",
        "Returns all open issues, commits and branches.",
        "Run a query and return the rows.",
        "This tool is used to list files. Create a folder first. Updates are shown, too.",
        "Given an id, finds it.",
        "Has no side effects, and isn't destructive.",
        "Records of the day",
        "Search and filter issues.",
        "Get names and the addresses of users.",
        "Get the types that can be created.",
    ],
)
def test_a_description_that_tells_of_no_change(description):
    assert change_told(tool(description=description)) is None


@pytest.mark.parametrize(
    ("description", "word"),
    [
        ("Creates a user.", "creates"),
        ("  Create a user", "create"),
        ("This tool will permanently archive the thread.", "archive"),
        ("Claims the next job.", "claims"),
        ("Use this tool to star a repository.", "star"),
        ("Get a user or create one.", "create"),
        ("Gets the job and then marks it.", "marks"),
        ("Get the analysis.\n2. Starts a new one if there is none", "starts"),
        ("Get the analysis. It is there. Checks it and applies it.", "applies"),
        ("Finds it. This cannot be undone.", "cannot be undone"),
        ("Get it. Pushes it.", "pushes"),
        ("Discover and pair", "pair"),
        ("Check and hold a domain", "hold"),
        ("Calculates payroll and books it", "books"),
        ("Translate a document, and store the result", "store"),
        ("Get messages. What was received is removed.", "is removed"),
        ("Extract a zip into a folder.", "into a folder"),
    ],
)
def test_a_description_that_tells_of_a_change(description, word):
    assert change_told(tool(description=description)) == f"its description says '{word}'"


@pytest.mark.parametrize(
    ("name", "described"),
    [
        ("sql", None),
        ("dryRun", None),
        ("new_name", None),
        ("delete_after", None),
        ("outputPath", None),
        ("filename", "File to save the page to. If left out, it is returned."),
        ("where", "The result is written into this file."),
    ],
)
def test_a_parameter_that_only_a_change_needs(name, described):
    said = change_told(tool(**{"q": {}, name: {"description": described}}))
    assert said == f"its parameter '{name}' is for a change"


@pytest.mark.parametrize(
    "name", ["query", "post_id", "set_id", "output", "new", "include_body", "7"]
)
def test_a_parameter_of_whoever_reads(name):
    said = {"description": "The name of a saved search to look at."}
    assert change_told(tool(**{name: said, "x": True})) is None


def test_there_may_be_no_parameters():
    assert change_told({"inputSchema": []}) is None
    assert change_told({"inputSchema": {"properties": []}}) is None


def test_a_plan_looks_at_the_tools_beside_and_at_all_that_is_told():
    tools = [tool("list_tickets"), tool("ticket_status"), tool("get_next", "Claims the next job.")]
    rows = make_plan(tools, ExecutionPolicy(), {})
    assert [row.live.decision for row in rows] == [
        Decision.EXECUTE, Decision.EXECUTE, Decision.REFUSE,
    ]  # fmt: skip
    held = rows[2].live
    assert held.because == "it is not declared read-only, and its description says 'claims'"
    assert held.way_out.startswith("declare readOnlyHint, set allow: true for it")
    alone = make_plan([tools[1]], ExecutionPolicy(), {})
    assert alone[0].live.because == f"it is not declared read-only, and {NOTHING}"


def test_what_is_told_has_no_say_in_the_class_nor_against_a_declaration():
    told = tool("get_x", "Deletes everything.", sql={})
    assert classify(told).tool_class is ToolClass.READ_ONLY_PRESUMED
    declared = classify({**told, "annotations": {"readOnlyHint": True}})
    assert ExecutionPolicy().decide(declared, Need.LIVE_CALL).decision is Decision.EXECUTE
