# One door to the house. `make help` explains itself.

.DEFAULT_GOAL := help
.PHONY: help install serve demo harness test check lint types imports fresh spec bench soak format lock clean

# The newest Python 3.11+ on the machine; `make PYTHON=/path/to/python` overrides.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
# Options of the demo, as in `make demo DEMO=--stop`.
DEMO ?=
# The address of the server that a packed harness speaks to, written as for --server of tools/harness_app.py.
SERVER ?=
# Of the suite; one more than the machine has processors when left out.
WORKERS ?=

help: ## Show what can be made
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(RUN_STAMP): requirements.lock pyproject.toml tools/install.py
	@test -n "$(PYTHON)" || { echo "Be Civic needs Python 3.11 or newer; none was found. Install one, or name it: make PYTHON=/path/to/python" >&2; exit 2; }
	@$(PYTHON) tools/install.py run
	@touch $@

$(DEV_STAMP): requirements-dev.lock tools/inspector.py $(RUN_STAMP)
	@$(PYTHON) tools/install.py dev
	@$(BIN)/python tools/inspector.py
	@touch $@

install: $(RUN_STAMP) ## Set up .venv in the clone, and nothing else

serve: $(RUN_STAMP) ## Start the service on http://127.0.0.1:8000 (PORT and BECIVIC_HOME move it)
	@$(BIN)/becivic serve

demo: $(RUN_STAMP) ## Play the whole story on an empty home, and leave the server running (PORT moves it)
	@$(BIN)/python -m demo $(DEMO)

harness: ## Pack dist/becivic-harness.pyz, the client for people's machines (SERVER=address writes its server into it)
	@$(PYTHON) tools/harness_app.py $(if $(SERVER),--server $(SERVER))

test: $(DEV_STAMP) ## Run the whole suite with branch coverage and its gates
	@$(BIN)/python tools/run_tests.py $(if $(WORKERS),--workers $(WORKERS))

check: lint types imports fresh ## Everything else that must hold before a change lands

lint: $(DEV_STAMP) ## Ruff: lint and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(DEV_STAMP) ## mypy --strict, tests included
	@$(BIN)/mypy

imports: $(DEV_STAMP) ## The import contracts
	@$(BIN)/lint-imports

fresh: $(DEV_STAMP) ## Generated files are what their generators write; the corpus is clean
	@$(BIN)/python tools/generate.py --check
	@$(BIN)/becivic check corpus

spec: $(DEV_STAMP) ## The requirement map: what the tests prove, what is still open
	@$(BIN)/python tools/spec_map.py

bench: $(DEV_STAMP) ## Ours beside what one would use instead, into docs/benchmarks.md; installs that too
	@$(PYTHON) tools/install.py bench
	@$(BIN)/python -m bench --write

soak: $(DEV_STAMP) ## Two years of traffic in a quarter of an hour; writes docs/soak.json
	@$(BIN)/python -m soak months --keep

format: $(DEV_STAMP) ## Let ruff and the generators rewrite what they own
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python tools/generate.py

lock: ## Resolve the versions anew and write the lock files
	@$(PYTHON) tools/lock.py

clean: ## Remove the environment and caches; never touches var/
	@rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .coverage* htmlcov build dist .demo
