# Every target makes .venv by itself, and installs anew when pyproject.toml or the pins change.
# PIP_ARGS go to every `pip install` (for example PIP_ARGS="--no-index --find-links wheels").

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
EXTRAS ?= train,render,dev
PIP_ARGS ?=
# pip inside the environment where it has one, else this Python's own pip aimed at it
PIP = $$(test -x $(VENV)/bin/pip && echo $(PY) -m pip || echo $(PYTHON) -m pip --python $(PY))
INSTALL = $(PIP) install $(PIP_ARGS) -c constraints.txt
PACKAGES := uno_env rummi_env tabletop baselines
CODE := $(PACKAGES) tests docs
# seconds of `make fuzz` for each game
FUZZ_SECONDS ?= 300

.PHONY: demo test check lint types format bench fuzz signatures golden docs compile clean
.DELETE_ON_ERROR:

$(PY):
	$(PYTHON) -m venv $(VENV) || $(PYTHON) -m venv --clear --without-pip $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(PY)
	$(INSTALL) $$(grep '^torch==' constraints.txt) -e ".[$(EXTRAS)]"
	@touch $@

$(VENV)/.docs: pyproject.toml constraints.txt | $(VENV)/.installed
	$(INSTALL) -e ".[$(EXTRAS),docs]"
	@touch $@

# Train a small UNO agent, evaluate it and write a report: about three minutes.
demo: $(VENV)/.installed
	$(PY) -m baselines.demo

# The compiled functions are made once, before the workers would each make them.
compile: $(VENV)/.installed
	@$(PY) -m tabletop.precompile

test: compile
	$(PY) -m pytest -n 2

lint: $(VENV)/.installed
	$(VENV)/bin/ruff check $(CODE)
	$(VENV)/bin/ruff format --check $(CODE)

types: $(VENV)/.installed
	$(VENV)/bin/mypy

check: lint types test

format: $(VENV)/.installed
	$(VENV)/bin/ruff check --fix $(CODE)
	$(VENV)/bin/ruff format $(CODE)

# Speed table; beside RLCard and rummikub-solver where these can be installed.
bench: $(VENV)/.installed
	@$(PY) -c "import rlcard" 2>/dev/null || $(INSTALL) -q rlcard==1.2.0 || echo "without RLCard"
	@$(PY) -c "import rummikub_solver" 2>/dev/null || $(INSTALL) -q rummikub-solver==1.0.0 \
		|| echo "without rummikub-solver"
	$(VENV)/bin/meldstack bench

# Each engine against its reference for as long as asked: make fuzz FUZZ_SECONDS=3600
fuzz: compile
	$(PY) -m tests.engine.fuzz_uno --seconds $$(( $(FUZZ_SECONDS) / 3 ))
	$(PY) -m tests.engine.fuzz_rummikub --seconds $$(( $(FUZZ_SECONDS) / 3 ))
	$(PY) -m tests.engine.fuzz_solver --seconds $$(( $(FUZZ_SECONDS) / 3 ))

# Five minutes: 10,000 games of each preset, every difference from the committed signatures named.
signatures: compile
	$(PY) -m tests.golden.signature --check

# Written anew on purpose only, in the commit that changes behaviour and says why.
golden: compile
	$(PY) -m tests.golden.transcripts
	$(PY) -m tests.golden.signature --write

docs: $(VENV)/.docs
	$(VENV)/bin/sphinx-build -W -b html docs docs/_build/html

clean:
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
