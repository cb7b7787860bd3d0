# Two commands for everybody: `make demo` and `make test`. Everything runs in one environment, .venv.

SHELL := /bin/sh
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# What the caller's own shell says about Python or about a memory must not leak into ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
unexport $(filter-out HITHERTO_SHARED,$(filter HITHERTO_%,$(.VARIABLES)))

# A name on PATH is not enough: version managers leave names there that do not run, and some systems
# split venv off. So each candidate has to show that it is new enough and can make an environment.
CAN := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c '$(CAN)' >/dev/null 2>&1 && { echo $$p; break; }; done)

BIN := .venv/bin
PY := $(BIN)/python
READY := .venv/ready

.PHONY: help demo test check fmt docs clean

help: ## Say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r target does; do \
		printf '%-14s %s\n' "$$target" "$$does"; done

demo: $(READY) ## Run the main job on real input in a throw-away home
	@$(BIN)/python demo/run.py

test: $(READY) ## Run every test
	@$(BIN)/pytest -q

check: $(READY) ## Linters, types, contracts, licences, documents, and every test under coverage
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.licences
	$(BIN)/python -m tools.cli_reference --check
	$(BIN)/python -m tools.time_words --check
	$(BIN)/pytest -q --cov --cov-report=
	$(BIN)/coverage json -q -o .coverage.json
	$(BIN)/python -m tools.coverage_gate .coverage.json

fmt: $(READY) ## Format, and put right what can be put right by machine
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(READY) ## Write the generated documents and tables anew
	$(BIN)/python -m tools.cli_reference
	$(BIN)/python -m tools.time_words

clean: ## Remove the environment and everything else that can be made again
	rm -rf .venv build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/made:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer that can make a virtual environment was found." >&2; \
		echo "Install one (on Debian and Ubuntu: python3 and python3-venv), or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c '$(CAN)' || { echo "$(PYTHON) is older than 3.11, or lacks venv (on Debian and Ubuntu: install python3-venv)." >&2; exit 1; }
	@echo "Making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

$(READY): .venv/made requirements/dev.txt pyproject.toml
	@echo "Installing what requirements/dev.txt pins"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

-include bench/targets.mk
