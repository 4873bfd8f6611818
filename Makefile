# Stellwerk's commands. Everything is installed into .venv: what playing needs from requirements.lock,
# what working on it needs from requirements-dev.lock.
# More words for a command go into ARGS:  make play ARGS="--seats 4"

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
PLAYABLE := .venv/.playable
INSTALLED := .venv/.installed
# Folders with Python code; some come later than others.
CODE := $(wildcard src tests bench tools examples hatch_build.py)

# What changes most days and tells within two minutes whether it still works.
QUICK := tests/board tests/rules tests/game tests/words tests/bots tests/arena tests/review tests/envs

FIND_PYTHON := command -v $(PYTHON) >/dev/null || { \
	echo "stellwerk: no '$(PYTHON)' here; install Python 3.11 or newer, or name one: make PYTHON=python3.12" >&2; \
	exit 1; }

.DEFAULT_GOAL := help
.PHONY: help play test quick e2e screenshots cover check format generate pictures bench soak lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAYABLE) ## Play in the browser, against bots and with friends
	@$(BIN)/stellwerk play $(ARGS)

test: $(INSTALLED) ## Run all tests: compiled on every core, the page's, then the rules interpreted
	@$(BIN)/python -m stellwerk.bots.compile
	@$(BIN)/python -m stellwerk.envs.compile
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)
	@$(BIN)/python -m tools.npm test
	@$(MAKE) --no-print-directory cover

quick: $(INSTALLED) ## Run the tests for every day: everything but servers, browsers and what takes long
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow and not long" $(QUICK) $(ARGS)

e2e: $(INSTALLED) ## Run everything that plays in a real browser
	$(BIN)/python -m pytest -n auto --dist worksteal -m "long or not long" tests/e2e tests/server/web/test_workers.py $(ARGS)

screenshots: $(INSTALLED) ## Take pictures of every screen, in all sizes, themes and languages
	@$(BIN)/python -m tools.screenshots $(ARGS)

cover: $(INSTALLED) ## Run the rules' tests interpreted; every line and branch must be reached
	@$(BIN)/python -m coverage erase
	STELLWERK_INTERPRETED=1 $(BIN)/python -m coverage run -m pytest -n auto --dist worksteal tests/rules
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

check: $(INSTALLED) ## Check style, formatting and types
	$(BIN)/python -m ruff check $(CODE)
	$(BIN)/python -m ruff format --check $(CODE)
	$(BIN)/python -m mypy --strict $(CODE)
	@$(BIN)/python -m tools.npm run check

format: $(INSTALLED) ## Put the code into the house's format
	$(BIN)/python -m ruff check --fix $(CODE)
	$(BIN)/python -m ruff format $(CODE)
	@$(BIN)/python -m tools.npm run format

generate: $(INSTALLED) ## Write all files that are made from others: types and art of the page, tables of the docs
	$(BIN)/python -m tools.web_types
	$(BIN)/python -m tools.web_art
	$(BIN)/python -m tools.envs_page
	$(BIN)/python -m tools.palette_page
	$(BIN)/python -m tools.house_picture

pictures: $(INSTALLED) ## Draw the pictures of docs and start page, with a browser
	$(BIN)/python -m tools.board_pictures
	$(BIN)/python -m tools.page_pictures
	$(BIN)/python -m tools.terminal_picture

bench: $(INSTALLED) ## Measure the speed and print a table
	@$(BIN)/python -m bench $(ARGS)

soak: $(INSTALLED) ## Run the long proofs: millions of games
	@$(BIN)/python -m bench.soak $(ARGS)

LOCK := $(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --custom-compile-command "make lock"

# All extras but `learn`: PyTorch is in no lock file.
EXTRAS := hosting cluster draw envs openspiel data gpu

lock: $(INSTALLED) ## Write all lock files from pyproject.toml
	@$(BIN)/python -m pip install --quiet uv
	$(LOCK) pyproject.toml --group dev $(EXTRAS:%=--extra %) --upgrade --no-emit-package cupy-cuda12x --output-file requirements-dev.lock
	$(LOCK) pyproject.toml --group build --extra hosting --constraint requirements-dev.lock --output-file requirements.lock
	$(LOCK) pyproject.toml --extra hosting --constraint requirements.lock --output-file deploy/requirements.lock
	$(LOCK) --group build --constraint requirements.lock --output-file deploy/build.lock

clean: ## Remove .venv and everything made
	rm -rf .venv build dist web/node_modules src/stellwerk/server/page htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAYABLE): pyproject.toml requirements.lock tools/bootstrap.py
	@$(FIND_PYTHON)
	@$(PYTHON) tools/bootstrap.py requirements.lock
	@touch $@

$(INSTALLED): pyproject.toml requirements.lock requirements-dev.lock tools/bootstrap.py
	@$(FIND_PYTHON)
	@$(PYTHON) tools/bootstrap.py requirements-dev.lock
	@touch $(PLAYABLE) $@
