# What a developer types; `make` alone lists it. The building is CMake's: see CMakePresets.json.
JOBS ?= $(shell nproc)
BOOTSTRAP ?= scripts/bootstrap

release = cmake --preset release && cmake --build --preset release -j $(JOBS) --target
define sanitized
	cmake --preset $(1)
	cmake --build --preset $(1) -j $(JOBS) --target $(2)
	ctest --preset $(1) $(3) -LE '^long$$' -j2 --no-tests=error
endef

.DEFAULT_GOAL := help
PANEL ?= $(firstword $(wildcard shared/data/panel ../shared/data/panel))
race = CGGIBBS_PANEL='$(PANEL)' build/bench-venv/bin/python

.PHONY: help build test test-long demo bench bench-kernels bench-setup bench-panel bench-quick bench-scaling bench-memory bench-nuts bench-auto bench-bugs bench-groups format lint tidy sanitize sanitize-quick install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo '  JOBS=N       compile N files at a time (default: one per core)'
	@echo '  BOOTSTRAP=:  install no packages'
	@echo '  PREFIX=DIR   where make install puts things'

build: ## the program, build/release/bin/cggibbs
	$(BOOTSTRAP)
	$(release) product

test: ## all checks and tests but the long ones
	$(BOOTSTRAP) --dev
	$(release) all
	scripts/check build/release

test-long: ## the tests that take minutes each
	$(BOOTSTRAP)
	$(release) all
	ctest --test-dir build/release -L '^long$$' -j $(JOBS) --output-on-failure

demo: build ## build the program, then show what it does
	scripts/demo

bench: ## the micro-benchmarks
	$(BOOTSTRAP)
	$(release) benches
	@for bench in build/release/bin/*_bench; do if [ -x "$$bench" ]; then echo "== $$bench"; "$$bench" || exit 1; fi; done

bench-kernels: ## nanoseconds per row of every likelihood, beside the ceilings
	$(BOOTSTRAP)
	$(release) kernels_bench
	build/release/bin/kernels_bench --benchmark_format=json --benchmark_repetitions=3 > build/bench-kernels.json
	@python3 bench/kernels/table.py build/bench-kernels.json

bench-setup: ## install the other programs of the races
	scripts/bench-setup

bench-panel: build ## the race on the paper's panel (hours); ARGS='--only colon --limit 60', PANEL=DIR
	scripts/bench-setup --core
	$(race) bench/panel/race.py $(ARGS)

bench-quick: build ## the same on three data sets against Stan, 5 minutes
	scripts/bench-setup --core
	$(race) bench/panel/race.py --quick --out build/bench-quick $(ARGS)

bench-scaling: build ## 1000 sweeps against the dimension, beside JAGS (minutes)
	scripts/bench-setup --core
	$(race) bench/panel/scaling.py $(ARGS)

bench-memory: build ## peak memory of large fits against data and draws
	scripts/bench-setup --core
	$(race) bench/memory/memory.py $(ARGS)

bench-nuts: build ## a leapfrog step, step sizes and tree depths beside Stan's; ARGS='--only colon'
	scripts/bench-setup
	$(release) nuts_cases
	$(race) bench/nuts/nuts.py $(ARGS)

bench-auto: build ## --sampler auto against samplers by name
	python3 bench/auto/auto.py $(ARGS)

bench-bugs: build ## the race of BUGS models beside JAGS; ARGS='--only rats,seeds'
	scripts/bench-setup --core
	CGGIBBS=build/release/bin/cggibbs $(race) bench/bugs/race.py $(ARGS)

bench-groups: build ## the race on hierarchical models beside Stan, nutpie and JAGS; ARGS='--quick --only sites'
	scripts/bench-setup --core
	$(release) builder_cases
	$(race) bench/groups/groups.py $(ARGS)

format: ## let clang-format lay out the sources
	scripts/check-format --fix

lint: ## every header compiles alone, micro-benchmarks compile, clang-tidy over what changed
	$(BOOTSTRAP) --dev
	$(release) header_check benches
	JOBS=$(JOBS) scripts/tidy

tidy: ## clang-tidy over all of src
	$(BOOTSTRAP) --dev
	JOBS=$(JOBS) scripts/tidy --all

sanitize: sanitize-quick ## the same, and what runs in threads under the thread sanitizer
	$(call sanitized,tsan,run_test parallel_test io_test,-R '^(run|parallel|io)[.]')

sanitize-quick: ## unit tests under the address and undefined-behaviour sanitizers
	$(BOOTSTRAP)
	$(call sanitized,asan,unit_tests,-L unit)

install: build ## install the program, the libraries and the headers
	cmake --install build/release $(if $(PREFIX),--prefix '$(PREFIX)')

clean: ## remove everything built
	rm -rf build
