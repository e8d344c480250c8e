package study

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"sheafscope/core/train"
)

// Load refuses a file, or loads all its lines, or omits an incomplete last line only: cut is then the number of this line.
// After a run is appended to the complete lines, the file loads again with all runs, and the new run is found.
func FuzzResults(f *testing.F) {
	var valid bytes.Buffer // a results file of three runs
	l := NewLedger(&valid)
	for _, o := range []train.Outcome{{Val: 0.5, Test: 0.25, BestEpoch: 3}, {Val: -1, Test: -1, Metrics: map[string]float64{"nrs": 1e-9}},
		{Pred: []int32{0, 1}, Tested: []int32{1}, Series: map[string][]float64{"gap": {1, 2}}}} {
		c := Cell{Dataset: "karate", Model: "sgpc", Split: "per-class:4@1", Seed: uint64(valid.Len()), Set: map[string]string{"dt": "2"}}
		if err := l.Put(c, Stamp{Version: "1"}, time.Time{}, o); err != nil {
			f.Fatal(err)
		}
	}
	// Inputs: the whole file, a file cut in its last line, a cut line followed by the whole file, and empty lines.
	f.Add(valid.Bytes())
	f.Add(valid.Bytes()[:valid.Len()-7])
	f.Add(append(valid.Bytes()[:40:40], valid.Bytes()...))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := NewLedger(nil)
		cut, err := l.Load("r.jsonl", data)
		if err != nil {
			return
		}
		if lines := bytes.Count(data, []byte("\n")); cut != 0 && cut != lines+1 {
			t.Fatalf("line %d of %d is cut, want the last line or none", cut, lines)
		}
		whole := data[:bytes.LastIndexByte(data, '\n')+1]
		if cut == 0 {
			whole = data
		}
		if len(whole) > 0 && whole[len(whole)-1] != '\n' {
			return // the last entry is whole but has no line break, so that no line can be appended
		}
		line, err := json.Marshal(Entry{Key: Cell{Dataset: "new"}.Key(Stamp{}), Outcome: train.Outcome{Val: 1}})
		if err != nil {
			t.Fatal(err)
		}
		longer := NewLedger(nil)
		appended := append(whole[:len(whole):len(whole)], append(line, '\n')...)
		if cut, err := longer.Load("r.jsonl", appended); err != nil || cut != 0 {
			t.Fatalf("with an appended line, line %d is cut, %v; want none", cut, err)
		}
		if o, ok := longer.Get(Cell{Dataset: "new"}, Stamp{}); !ok || o.Val != 1 || len(longer.done) < len(l.done) {
			t.Fatalf("the appended run is found: %v, with %d runs, want it and at least the %d before", ok, len(longer.done), len(l.done))
		}
	})
}
