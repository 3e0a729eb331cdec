# SPDX-License-Identifier: Apache-2.0
# Thin: every target sets up what it needs, then calls CMake presets, pip or a script.

PYTHON := .venv/bin/python
FUZZ_SECONDS := 300

.PHONY: help demo test bench bench-long bench-check bench-baseline counted-build peers coverage fuzz mutants golden lint format asan \
        abi abi-baseline dist sdist wheels extras recipes deb reproducible portable web web-build serve test-web clean setup-build \
        setup-test setup-bench setup-lint setup-abi setup-portable setup-deb setup-web venv

help: ## Show this list.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: setup-build venv ## Play a game in C, C++ and Python: transcript, record, digests.
	cmake --preset release
	cmake --build --preset demo
	tools/demo.sh

test: setup-test venv ## Build, then run all tests; with GAME=showdown, those of one game.
	cmake --preset dev
ifdef GAME
	cmake --build --preset dev --target chemix_rule_tests chemix_law_tests
	build/dev/tests/chemix_rule_tests --source-file='*/games/$(GAME)/*'
	build/dev/tests/chemix_law_tests --test-case='*chemix::$(GAME)::*'
	$(PYTHON) -m pytest -q -n 2 tests/python/test_reference.py -k '$(GAME)'
else
	cmake --build --preset dev
	LAWS=$${LAWS:-200} ctest --preset dev
	$(PYTHON) -m pytest -q -n 2 --dist worksteal
	$(PYTHON) tools/rules.py check
endif

lint: setup-lint venv ## Check format, clang-tidy, Python style and types, rules and stub.
	cmake --preset asan
	tools/lint.sh

format: setup-lint venv ## Format all sources.
	git ls-files '*.hpp' '*.cpp' '*.h' '*.c' | xargs clang-format -i
	$(PYTHON) -m ruff format
	$(PYTHON) -m ruff check --fix

bench: setup-bench ## Measure speed: build/bench.json.
	cmake --preset bench
	cmake --build --preset bench
	tools/bench.py

bench-long: counted-build ## The same of all numbers of players, and of portable builds.
	cmake --preset bench
	cmake --build --preset bench
	cmake --build --preset bench-check --target chemix_bench
	tools/bench.py --long

bench-check: counted-build ## Compare counted instructions with the committed ones.
	tools/bench.py check

bench-baseline: counted-build ## Write these anew; say why in the commit.
	tools/bench.py baseline

counted-build: setup-bench
	cmake --preset bench-check
	cmake --build --preset bench-check

peers: setup-bench venv ## Measure beside other frameworks, with OPEN_SPIEL=<source tree> in C++ too.
ifdef OPEN_SPIEL
	for preset in bench bench-check; do \
		cmake --preset $$preset -DCHEMIX_OPEN_SPIEL="$(abspath $(OPEN_SPIEL))" && \
		cmake --build --preset $$preset --target open_spiel_peer && \
		build/$$preset/bench/peers/open_spiel_peer || exit 1; \
	done
endif
	$(PYTHON) -m chemix.bench --peers

coverage: setup-test venv ## Measure what the tests reach: tables, and pages in build/coverage.
	cmake --preset coverage
	cmake --build --preset coverage
	tools/coverage.sh

mutants: setup-test venv ## Break the code in some 900 ways, one at a time: which tests notice? (hours)
	$(PYTHON) tools/mutants.py build
	$(PYTHON) tools/mutants.py run; status=$$?; $(PYTHON) tools/mutants.py table && exit $$status

golden: setup-test ## Write the golden files anew; review the difference.
	cmake --preset dev
	cmake --build --preset dev --target update-golden

asan: setup-test ## Run the compiled tests, built with clang, under the address and UB sanitizers.
	cmake --workflow --preset asan

fuzz: setup-test ## Fuzz all that takes foreign input, two fuzzers at a time, FUZZ_SECONDS=300 each.
	cmake --preset asan
	cmake --build --preset fuzz
	tools/fuzz.py --seconds $(FUZZ_SECONDS)

abi: setup-abi ## Compare the ABI of a release build with the committed one.
	cmake --preset release
	cmake --build --preset abi
	tools/abi.sh

abi-baseline: setup-abi ## Write the committed ABI anew; review the difference.
	cmake --preset release
	cmake --build --preset abi
	tools/abi.sh --update

dist: ## Make the source tarball of what is committed, in dist.
	tools/dist.sh

sdist: ## Make the source distribution of the Python package, and build it where only a compiler is.
	tools/sdist.sh

wheels: ## Build manylinux wheels for this processor, with zig, for each Python on the PATH; play with each.
	tools/wheels.sh

extras: setup-build ## Test the oldest and the newest releases that each extra of the Python package allows.
	python3 tools/extras.py

recipes: setup-build ## Run examples/recipes with the newest frameworks; installs gigabytes in build/recipes.
	tools/recipes.sh

deb: setup-deb ## Build the Debian packages from that tarball, in build/deb, and check them.
	tools/deb.sh

reproducible: setup-build ## Build the tarball twice, elsewhere and otherwise, and compare the bytes.
	tools/reproducible.sh

portable: setup-portable ## Play on 32 bits, ARM, big-endian and Windows, and compare with this machine.
	tools/portable.sh

web: web-build ## Build the npm package and the page that plays all games; serve it on port 8000.
	python3 -m http.server 8000 --directory build/web/page

web-build: setup-build setup-web ## Build both, in build/web, without serving.
	tools/web.sh

serve: web-build venv ## Serve the page to people who play over a network, on port 8000.
	$(PYTHON) examples/server/server.py --page build/web/page --data build/web/games.sqlite

test-web: web-build venv ## Test both under node and in Chromium, with the server; replay natively what was played.
	tools/test_web.sh

clean: ## Remove everything that was built.
	rm -rf build .venv dist bindings/web/dist bindings/web/src/files bindings/web/src/values.ts \
	  bindings/web/node_modules examples/web/node_modules

setup-build:
	tools/setup.sh build

setup-test:
	tools/setup.sh build test

setup-bench:
	tools/setup.sh build bench

setup-lint:
	tools/setup.sh build test lint

setup-portable:
	tools/setup.sh build portable

setup-web:
	tools/setup.sh web

setup-abi:
	tools/setup.sh build abi

setup-deb:
	tools/setup.sh build deb

venv: setup-build
	tools/venv.sh
