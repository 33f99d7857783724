# Everything a contributor runs; CI runs `test`, `demo` and `test-real-quick`, see .ci/run.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: help demo test lint unit test-real-quick test-real fmt golden docs bench lock clean
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

test: lint unit  ## everything CI checks

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --check-metaschema src/mcptest_action/schemas/*.json
	$(BIN)/python scripts/docs.py --check
	$(BIN)/zizmor --quiet --offline --persona pedantic .github

unit: $(READY)
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

# The servers are installed into .real/, each version once.
test-real-quick: $(READY) ## three real servers: we see what the official client sees
	$(BIN)/python -m pytest -q -m "real and quick" tests/real

test-real: $(READY) ## the same for all real servers
	$(BIN)/python -m pytest -q -m real tests/real

fmt: $(READY)    ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(READY) ## rewrite the golden files; read the diff before you commit it
	$(BIN)/python -m pytest -q --update-golden

docs: $(READY)   ## rewrite the generated pages of docs/
	$(BIN)/python scripts/docs.py

bench: $(READY)  ## ratios, measured side by side in one run
	$(BIN)/python bench/policy.py
	$(BIN)/python bench/wire.py
	$(BIN)/python bench/gate.py

lock: $(READY)   ## resolve the dependencies again, with hashes
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --upgrade pyproject.toml -o requirements/runtime.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --upgrade --extra dev pyproject.toml -o requirements/dev.txt

clean:           ## remove what the targets above made
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis .real mcptest-out
