package study

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"sheafscope/core/train"
)

// Any results file is loaded, cut at its end, or refused with name and line; appended entries are found again.
func FuzzResults(f *testing.F) {
	var real bytes.Buffer
	l := NewLedger(&real)
	for _, o := range []train.Outcome{{Val: 0.5, Test: 0.25, BestEpoch: 3}, {Val: -1, Test: -1, Metrics: map[string]float64{"nrs": 1e-9}},
		{Pred: []int32{0, 1}, Tested: []int32{1}, Series: map[string][]float64{"gap": {1, 2}}}} {
		c := Cell{Dataset: "karate", Model: "sgpc", Split: "per-class:4@1", Seed: uint64(real.Len()), Set: map[string]string{"dt": "2"}}
		if err := l.Put(c, Stamp{Version: "1"}, time.Time{}, o); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(real.Bytes())
	f.Add(real.Bytes()[:real.Len()-7])
	f.Add(append(real.Bytes()[:40:40], real.Bytes()...))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := NewLedger(nil)
		cut, err := l.Load("r.jsonl", data)
		if err != nil {
			return
		}
		if lines := bytes.Count(data, []byte("\n")); cut != 0 && cut != lines+1 {
			t.Fatalf("line %d of %d is cut", cut, lines)
		}
		whole := data[:bytes.LastIndexByte(data, '\n')+1]
		if cut == 0 {
			whole = data
		}
		if len(whole) > 0 && whole[len(whole)-1] != '\n' {
			return // an entry without its end, whole all the same
		}
		line, err := json.Marshal(Entry{Key: Cell{Dataset: "new"}.Key(Stamp{}), Outcome: train.Outcome{Val: 1}})
		if err != nil {
			t.Fatal(err)
		}
		more := NewLedger(nil)
		if cut, err := more.Load("r.jsonl", append(whole[:len(whole):len(whole)], append(line, '\n')...)); err != nil || cut != 0 {
			t.Fatalf("after an appended line: %d, %v", cut, err)
		}
		if o, ok := more.Get(Cell{Dataset: "new"}, Stamp{}); !ok || o.Val != 1 || len(more.done) < len(l.done) {
			t.Fatal("the appended run is lost")
		}
	})
}
