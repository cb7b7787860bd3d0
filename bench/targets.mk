# Measurements, JSON out; bench/README.md says how to read them. bench-retrieval needs SET=folder and bench-timephrase
# ITEMS=file; for these and bench-stdlib-code PART=dev or PART=test chooses a half.
.PHONY: bench-startup bench-indexing bench-latency bench-meaning bench-embedding bench-daemon bench-endurance \
	bench-retrieval bench-stdlib-code bench-timephrase

PART_OPTION := $(if $(PART),--$(PART))

bench-startup bench-indexing bench-latency bench-meaning bench-embedding bench-daemon bench-endurance: bench-%: $(READY)
	$(PY) -m bench.$* --json

bench-retrieval: $(READY)
	@test -n "$(SET)" || { echo "say which set: make bench-retrieval SET=FOLDER" >&2; exit 2; }
	$(PY) -m bench.retrieval "$(SET)" $(PART_OPTION) --json

bench-stdlib-code: $(READY)
	@room=$$(mktemp -d) && trap 'rm -rf "$$room"' EXIT && \
	$(PY) -m bench.stdlib_code "$$room/stdlib-code" && $(PY) -m bench.retrieval "$$room/stdlib-code" $(PART_OPTION) --json

bench-timephrase: $(READY)
	@test -n "$(ITEMS)" || { echo "say which items: make bench-timephrase ITEMS=FILE" >&2; exit 2; }
	$(PY) -m bench.timephrase "$(ITEMS)" $(PART_OPTION) --json
