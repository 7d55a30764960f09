# Needs make and Python 3.11 or newer. Everything else goes into .venv and .tools.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The targets share .venv, the caches and site/, and pytest spreads over the cores by itself.
# One at a time also leaves the terminal to `make play` when make is called with -j.
.NOTPARALLEL:

UV_VERSION := 0.13.7
BIN := .venv/bin
# What is installed: for playing, for working on it, for its tests. Each mark is written last, so an
# interrupted installation never counts as one. The first holds the path of the tree, because an
# environment does not survive being moved or copied.
PLAY := .venv/.play
READY := .venv/.ready
# What only some need, each with a lock file of its own; the tests need all of it.
EXTRAS := openspiel postgres ray report

PYTHONS := $(or $(PYTHON),python3 python3.15 python3.14 python3.13 python3.12 python3.11)
# Version managers put names on PATH that do not run, so every candidate is tried.
find_python = python=; for p in $(PYTHONS); do \
	if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then python=$$p; break; fi; done; \
	if [ -z "$$python" ]; then \
	echo "Ryumon needs Python 3.11 or newer, and none was found (tried: $(PYTHONS))." \
	"Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; fi

# The Python found above is used; a toolchain that fetches another one would hide mistakes.
export UV_PYTHON_DOWNLOADS := never

# A uv on PATH is used if it runs and is new enough to know dependency groups.
UV := $(shell uv pip compile --help 2>/dev/null | grep -q -e '--group' && echo uv)
ifeq ($(UV),)
UV := .tools/bin/uv
UV_READY := .tools/uv-$(UV_VERSION)
endif

# Some containers set this. Every process of the tests would then compile all it imports anew; what
# is kept is ignored by git and goes with `make clean`.
unexport PYTHONDONTWRITEBYTECODE

# The theme greets every build with news about its successor.
export NO_MKDOCS_2_WARNING := 1

PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'More arguments: make terminal GAME=tatsu ARGS="--bots tiger"'

# The address of all networks: friends nearby reach the table by the second link that it prints.
.PHONY: play
play: web ## play in the browser, alone or with others nearby
	@$(BIN)/ryumon serve --host 0.0.0.0 --open $(ARGS)

.PHONY: terminal
terminal: $(PLAY) ## play in the terminal
	@RYUMON_BY_MAKE=1 $(BIN)/ryumon play $(or $(GAME),slaughter) $(ARGS)

# The type checker works on one core: beside the tests it is done sooner than before or after them.
# Its answer comes last, where it is not overlooked.
beside_types = @told=$$(mktemp) && trap 'rm -f "$$told"' EXIT && { \
	$(BIN)/basedpyright > "$$told" 2>&1 & types=$$!; \
	$(1); failed=$$?; \
	wait $$types || failed=1; cat "$$told"; exit $$failed; }

.PHONY: test
test: lint $(EXTRAS) web web-check ## everything: lint, types, all tests, the docs in strict mode
	$(call beside_types,$(PYTEST) $(ARGS))

.PHONY: check
check: lint ## lint, types and the fast tests
	$(call beside_types,$(PYTEST) -m "not slow" $(ARGS))

# Compares the sources with those of the last build, and is done at once if they are the same.
# Whoever only plays gets Node for the length of the build.
.PHONY: web
web: $(PLAY) ## build the browser app
	@$(BIN)/python hatch_build.py is-built || { \
		if test -f $(READY); then $(BIN)/python hatch_build.py; else $(build_and_tidy); fi; }

build_and_tidy = echo 'Building the browser app (once)...'; \
	trap 'rm -rf .node web/node_modules' EXIT; \
	$(UV) venv --quiet --clear --python $(BIN)/python .node && \
	$(UV) pip sync --quiet --python .node/bin/python --require-hashes requirements-web.lock && \
	.node/bin/python hatch_build.py

# An environment of its own with the locked versions, and a link to its command in ~/.local/bin.
.PHONY: install
install: | $(UV_READY) ## put the command ryumon on your path (no root needed)
	@echo 'Building and installing Ryumon...'
	@test -f $(READY) || trap 'rm -rf web/node_modules' EXIT; \
		$(find_python); $(UV) tool install --quiet --force --reinstall-package ryumon \
		--python "$$python" --constraints requirements-play.lock \
		--build-constraints requirements-web.lock .
	@bin=$$($(UV) tool dir --bin); case ":$$PATH:" in \
		*":$$bin:"*) echo 'Now type: ryumon';; \
		*) echo "The command is $$bin/ryumon. To type just ryumon, add $$bin to your PATH.";; esac

.PHONY: uninstall
uninstall: | $(UV_READY) ## remove the installed command; your games stay
	@$(UV) tool uninstall --quiet ryumon

.PHONY: web-dev
web-dev: $(READY) ## show the browser app while writing it
	@$(BIN)/python hatch_build.py run dev $(ARGS)

.PHONY: web-check
web-check: $(READY) ## types and unit tests of the browser app
	@$(BIN)/python hatch_build.py run check
	@$(BIN)/python hatch_build.py run test

SHOTS := page=home game=slaughter&moment=follow game=schadenfreude&moment=follow \
	game=tiger-dragon&moment=defend game=tatsu&moment=black game=bushido&moment=samurai

.PHONY: shots
shots: $(READY) ## take the screenshots of README and docs
	@$(BIN)/python web/shots.py --jpeg --out docs/images/browser --size 1440x900 --scheme light \
		$(foreach page,$(SHOTS),'$(page)')
	@$(BIN)/python web/shots.py --jpeg --out docs/images/browser --size 390x844 --scheme dark \
		$(foreach page,$(SHOTS),'$(page)')

.PHONY: lint
lint: $(READY)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { \
		echo 'Some files are not formatted: make format' >&2; exit 1; }

.PHONY: types
types: $(READY)
	@$(BIN)/basedpyright

.PHONY: format
format: $(READY) ## format the code and repair what ruff can
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format

.PHONY: bench
bench: $(READY) ## measure the speed
	@$(BIN)/python -m bench $(ARGS)

.PHONY: bench-web
bench-web: web $(READY) ## measure the browser app, and play whole games in it
	@$(BIN)/python -m bench.browser $(ARGS)

.PHONY: peers
peers: .venv/.openspiel ## measure our games beside OpenSpiel, PettingZoo, RLCard and Pgx
	@$(BIN)/python -m bench.peers $(ARGS)

.PHONY: load
load: $(READY) ## measure the server under load, beside boardgame.io
	@$(BIN)/python -m bench.load $(ARGS)

.PHONY: strength
strength: $(READY) ## measure how strong the bots are, two hours; it can be resumed
	@$(BIN)/python -m bench.strength $(ARGS)

.PHONY: golden
golden: $(READY) ## write the golden files anew
	@$(BIN)/python -m tests.golden $(ARGS)

# Not --quiet: mkdocs then drops the warnings before --strict can count them.
.PHONY: docs
docs: $(READY) ## build the site into site/
	@$(BIN)/mkdocs build --strict

.PHONY: docs-serve
docs-serve: $(READY) ## show the site while writing it
	@$(BIN)/mkdocs serve $(ARGS)

LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.PHONY: lock
lock: | $(UV_READY) ## write the lock files anew (newer versions: ARGS=--upgrade)
	@$(find_python); $(UV) $(LOCK) --python "$$python" --group dev --group docs \
		--output-file requirements.lock $(ARGS) pyproject.toml && \
	$(UV) $(LOCK) --python "$$python" --group build --constraint requirements.lock \
		--output-file requirements-play.lock $(ARGS) pyproject.toml && \
	$(UV) $(LOCK) --python "$$python" --group web --constraint requirements.lock \
		--output-file requirements-web.lock $(ARGS) && \
	for extra in $(EXTRAS); do \
		$(UV) $(LOCK) --python "$$python" --group $$extra --constraint requirements.lock \
			--output-file requirements-$$extra.lock $(ARGS) || exit; done

.PHONY: clean
clean: ## remove everything that make has made
	@rm -rf .venv .tools .node site dist src/ryumon/web web/node_modules .pytest_cache .ruff_cache .hypothesis
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# .venv is built anew if it is incomplete, comes from elsewhere, or its Python is gone.
ifneq "$(shell test -x $(BIN)/python && cat $(PLAY) 2>/dev/null)" "$(CURDIR)"
$(PLAY): remove-venv
endif

.PHONY: remove-venv
remove-venv:
	@rm -rf .venv

install_ryumon = $(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation \
	--editable .

$(PLAY): pyproject.toml requirements-play.lock | $(UV_READY)
	@rm -f $@
	@test -x $(BIN)/python || { $(find_python); $(UV) venv --quiet --python "$$python" .venv; }
	@echo 'Installing what Ryumon needs into .venv (once)...'
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements-play.lock
	@$(install_ryumon)
	@printf '%s\n' "$(CURDIR)" > $@

$(READY): requirements.lock $(PLAY)
	@rm -f $@
	@echo 'Installing what its tests and docs need into .venv (once)...'
	@$(UV) pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock
	@$(install_ryumon)
	@touch $@

.PHONY: $(EXTRAS)
openspiel: .venv/.openspiel ## install OpenSpiel, for `import ryumon.lab.openspiel`
postgres: .venv/.postgres ## install the driver of PostgreSQL, for `ryumon serve --database`
ray: .venv/.ray ## install Ray, for tournaments on a cluster
report: .venv/.report ## install Arrow, for data sets as Parquet

.venv/.%: requirements-%.lock $(READY)
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r $<
	@touch $@

.tools/uv-$(UV_VERSION):
	@rm -rf .tools
	@$(find_python); "$$python" -m venv .tools || { \
		echo "Python's venv module does not work here (Debian and Ubuntu have it in the" \
		"package python3-venv). Install it, or install uv." >&2; exit 1; }
	@.tools/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@
