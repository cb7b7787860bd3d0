# Measurements, JSON out; bench/README.md says how to read them. bench-retrieval needs SET=folder.
.PHONY: bench-startup bench-indexing bench-latency bench-retrieval

bench-startup bench-indexing bench-latency: bench-%: $(READY)
	$(PY) -m bench.$* --json

bench-retrieval: $(READY)
	@test -n "$(SET)" || { echo "say which set: make bench-retrieval SET=FOLDER" >&2; exit 2; }
	$(PY) -m bench.retrieval "$(SET)" --json
