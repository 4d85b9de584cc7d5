# `make run` and `make test` are enough on a machine with git and Node.js 20.19 or later.
PORT ?= 8080
DEMO := .demo

.PHONY: run test test-all check watch test-browser torture soak truth docs keep-format platform-names platform-renames platform-manifests platform-orm platform-python screenshots build \
	demo bench built-beside sbom weights \
	lint format clean

run: demo
	@echo
	@echo "Try, in a browser:"
	@echo "  http://127.0.0.1:$(PORT)/"
	@echo "and from programs:"
	@echo "  http://127.0.0.1:$(PORT)/v1/module/rental_core/19.0"
	@echo "  http://127.0.0.1:$(PORT)/v1/search?platform_version=19.0&term=invoice"
	@echo "  http://127.0.0.1:$(PORT)/v1/semantic-search?q=remind%20customers%20who%20have%20not%20paid"
	@echo
	node dist/cli/main.js serve --snapshot $(DEMO)/snapshots --port $(PORT) \
		|| { echo "If the port is taken, choose another: PORT=8081 make run" >&2; exit 1; }

# The demo: the fixtures without those that are odd on purpose, as git repositories, and a snapshot of them.
demo: build
	node dist/fixtures/make-repositories.js --demo --out $(DEMO)/repositories
	node dist/cli/main.js build --sources $(DEMO)/repositories/sources.json --out $(DEMO)/snapshots --cache $(DEMO)/cache --allow-loss

# Compiled and linted at once: each keeps one of two cores busy for half of its time. Without --output-sync, which the make
# of macOS does not have.
test:
	$(MAKE) --jobs=2 build lint
	npm test

# And what takes seconds by its nature, such as killing processes and cloning: `*.heavy.test.ts`.
test-all:
	$(MAKE) --jobs=2 build lint
	npm run test-heavy -- --mode all

# An answer in seconds: compiles what changed since the last commit, and runs the tests nearest to it; one file of tests
# with all its cases with `make check T=test/house/links.test.ts`.
# Without the bundle of `check`, which is of the last build.
COMPILE_CHANGED := rm -f dist/cli/bundle* && npx tsc --incremental --tsBuildInfoFile dist/.tsbuildinfo
check: dist/browser
	$(COMPILE_CHANGED)
	tests="$(if $(T),$(patsubst %.ts,dist/%.js,$(T)),$$(node dist/test/house/related-tests.js))" && $(if $(T),ALL_CASES=1) npx vitest run $(if $(findstring .heavy.,$(T)),--config vitest.heavy.config.js) $$tests

# Compiles what changes, as it changes; `npx vitest dist/test/…` beside it runs what was compiled.
watch: dist/browser
	$(COMPILE_CHANGED) --watch --preserveWatchOutput

dist/browser:
	$(MAKE) build

# Attacks with thousands of wrong inputs, one script after the other; no network. `make torture SEED=7 ROUNDS=500`
# tries others; what it means is in docs/security.md. Fails when any script does, after all have run.
torture: build
	@failed=0; for script in dist/test/torture/*-torture.js; do \
		echo; echo "== $$script"; \
		node "$$script" $(if $(SEED),--seed $(SEED)) $(if $(ROUNDS),--rounds $(ROUNDS)) || failed=1; \
	done; exit $$failed

# A service among slow readers, leavers, broken requests and snapshots that change, for a quarter of an hour: what of it is told
# in docs/security.md. `make soak MINUTES=2 SEED=7`.
soak: build
	node dist/test/torture/soak.js $(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES))

# Answers on real repositories beside those of CPython, running Odoos and others; test/truth/README.md says what is needed.
truth: build
	python3 test/truth/truth.py $(if $(MIRRORS),--mirrors $(MIRRORS))

# The pages of docs/ that follow from declarations; a test compares them.
docs: build
	node dist/docs/tools/write-reference-pages.js

# Trains the second embedder, see docs/tools/weights/README.md: MODULES is what `module-lookup export` wrote, BASE the folder of what it
# starts from (none: a tiny one of chance), OUT the folder that it writes.
PYTHON ?= python3
WEIGHTS := docs/tools/weights
BASE ?=
weights:
	@test -n "$(MODULES)" -a -n "$(OUT)" || { echo "make weights wants MODULES=FILE and OUT=DIR; see $(WEIGHTS)/README.md" >&2; exit 2; }
	test -n "$(BASE)" || $(PYTHON) $(WEIGHTS)/tiny_base.py --needs data/needs/needs.tsv --out $(OUT).base
	$(PYTHON) $(WEIGHTS)/train.py --modules $(MODULES) --needs data/needs/needs.tsv $(WEIGHTS)/more-needs.tsv --base $(or $(BASE),$(OUT).base) \
		--out $(OUT).safetensors $(if $(BASE),,--from-nothing --steps 100 --rate 2e-3)
	$(PYTHON) $(WEIGHTS)/export.py --modules $(MODULES) --needs data/needs/needs.tsv $(WEIGHTS)/more-needs.tsv --base $(or $(BASE),$(OUT).base) \
		--trained $(OUT).safetensors --out $(OUT) $(if $(BASE),,--dimensions 64)

# Keeps a snapshot of the format that this program writes, once its layout is final; see fixtures/README.md.
KEPT := fixtures/snapshots
keep-format: build
	node dist/fixtures/make-repositories.js --out $(DEMO)/fixtures
	node dist/cli/main.js build --sources $(DEMO)/fixtures/sources.json --embedder none --out $(DEMO)/kept --cache $(DEMO)/cache
	format=format-$$(sed -n 's/^  "format": \([0-9]*\),$$/\1/p' $(DEMO)/kept/current/snapshot.json); \
		mkdir $(KEPT)/$$format && install -m 644 $(DEMO)/kept/current/* $(KEPT)/$$format/ \
		&& cd $(KEPT) && sha256sum $$format/* >> SHA256SUMS

# What the program is made of, as CycloneDX: every package that ships, out of the lock file alone.
sbom: build
	node dist/deploy/write-bill-of-materials.js dist/sbom.cdx.json

# Updates the names of Odoo's own modules (data/platform/module-names.txt) from a clone of acsone/manifestoo-core,
# or with MIRROR=path/to/manifestoo-core from a copy on this machine.
platform-names: build
	node dist/builder/platform/refresh-module-names.js $(if $(MIRROR),--mirror "$(MIRROR)")

# Updates renames of modules and models by version (data/platform/module-renames.txt) from a clone of OCA/OpenUpgrade,
# or with MIRROR=path/to/OpenUpgrade from a copy on this machine.
platform-renames: build
	node dist/builder/platform/refresh-module-renames.js $(if $(MIRROR),--mirror "$(MIRROR)")

# Updates dependencies and models of Odoo's own modules (module-manifests.txt, model-makers.txt in data/platform/) from clones of
# Odoo without history, or from the copies that SOURCES=file.json names.
platform-manifests: build
	node dist/cli/main.js build --sources "$(or $(SOURCES),data/platform/sources.json)" --embedder none \
		--out .module-lookup/platform --cache .module-lookup/cache
	node dist/docs/tools/write-platform-manifests.js .module-lookup/platform
	node dist/docs/tools/write-platform-makers.js .module-lookup/platform

# Updates methods that every model has from Odoo's own classes (data/platform/orm-methods.txt) from the repositories of
# Odoo that SOURCES=file.json names.
platform-orm: build
	node dist/builder/platform/refresh-orm-methods.js --sources "$(SOURCES)"

# Updates names of Odoo's own Python packages (data/platform/python-names.txt), likewise.
platform-python: build
	node dist/builder/platform/refresh-python-names.js --sources "$(SOURCES)"

# Pages in a real browser: needs a Chromium on the machine, which CHROMIUM may name.
test-browser: build
	npm run test-browser

# Updates the pictures in docs/: pages of the demo in a Chromium of the machine.
screenshots: demo
	node dist/docs/tools/write-screenshots.js

# Every measurement, one after the other, in less than ten minutes; one table to the terminal, each figure as JSON to
# $(BENCH). `make bench SNAPSHOT=path/to/snapshots`, default the demo; ONLY=requests,mixed some of them; with
# SOURCES=file.json also how long builds take; AGAINST=path puts another checkout, which is built, beside this one
# (AGAINST_SNAPSHOT=path where it cannot read the same snapshot). BESIDE=commit checks that commit out and builds it; both build
# the SOURCES, and each measurement is made five times.
BENCH := .module-lookup/bench
ifdef BESIDE
ifndef SOURCES
$(error BESIDE=$(BESIDE) needs SOURCES=file.json, which both programs build)
endif
AGAINST := $(BENCH)/$(shell git rev-parse $(BESIDE))
AGAINST_SNAPSHOT := $(AGAINST)/snapshots
SNAPSHOT := $(BENCH)/snapshots
RUNS ?= 5
bench: built-beside
built-beside: build
	test -d $(AGAINST)/dist || { git worktree prune; git worktree add --force --detach $(AGAINST) $(BESIDE); cd $(AGAINST) && npm ci && npm run build; }
	node $(AGAINST)/dist/cli/main.js build --sources "$(SOURCES)" --out $(AGAINST_SNAPSHOT) --cache $(AGAINST)/cache
	node dist/cli/main.js build --sources "$(SOURCES)" --out $(SNAPSHOT) --cache $(BENCH)/cache
endif
SNAPSHOT ?= $(DEMO)/snapshots
bench: $(if $(filter $(DEMO)/%,$(SNAPSHOT)),demo,build)
	mkdir -p $(BENCH)
	node --single-threaded-gc dist/bench/run.js --snapshot "$(SNAPSHOT)" --json $(BENCH)/bench.json \
		$(if $(ONLY),--only "$(ONLY)") $(if $(SOURCES),--sources "$(SOURCES)") $(if $(RUNS),--runs $(RUNS)) \
		$(if $(AGAINST),--against "$(AGAINST)") $(if $(AGAINST_SNAPSHOT),--against-snapshot "$(AGAINST_SNAPSHOT)")

# Compiler and linter are written in Go: they end before its garbage is worth collecting.
build lint: export GOGC := off
build lint: export GOMEMLIMIT := 2GiB

# Compiled beside `dist` and then renamed, so that a service which runs from it keeps its files.
build: node_modules/.package-lock.json
	npm run build

lint: node_modules/.package-lock.json
	npm run lint

format: node_modules/.package-lock.json
	npm run format

# What is compiled needs the headers of Node.js: where they lie beside it, nothing is asked of nodejs.org.
NODE_HOME := $(shell node -p "require('node:path').resolve(process.execPath, '../..')")
node_modules/.package-lock.json: export npm_config_nodedir := $(if $(wildcard $(NODE_HOME)/include/node/node_api.h),$(NODE_HOME),$(npm_config_nodedir))
node_modules/.package-lock.json: package.json package-lock.json
	@echo "Installing packages. A C++ compiler makes one of them, hnswlib-node, in about a minute; without it, the program does without."
	npm ci
	@test -d node_modules/tree-sitter || { rm $@; echo "tree-sitter has no binary for this Node.js. Install a C++ toolchain (Debian: apt install g++ make python3), or another Node.js, and try again." >&2; exit 1; }
	@touch $@

clean:
	-chmod -R u+w $(DEMO) 2>/dev/null
	rm -rf dist dist.new dist.old $(DEMO) node_modules
