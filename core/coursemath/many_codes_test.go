//go:build linux

package coursemath

import (
	"syscall"
	"testing"
	"time"
)

// Three hundred codes, each with an answer to every exercise without training, are judged within a bound.
// With it a browser, at a third of the native speed, needs less than a second.
// Allocated bytes are bounded as well, since they do not depend on the machine; of three tries the fastest counts.
func TestCodesAreJudgedInTime(t *testing.T) {
	used := func() time.Duration {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			t.Fatal(err)
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	var codes []string
	for seed := range uint64(300) {
		w := Work{Edition: Edition, Seed: seed}
		for _, e := range Exercises() {
			v := e.Variant(seed)
			switch {
			case len(v.Runs) > 0:
				continue
			case v.Options != nil:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: v.Options[0].Key})
			case v.Kind == KindDrag || v.Kind == KindGraph:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: v.Sheaf.Text()})
			default:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: row(make([]float64, max(1, v.Entries))...)})
			}
		}
		code, err := Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	check := Checker(nil)
	took, judged := time.Hour, 0
	for range 3 {
		begin := used()
		judged = 0
		for _, c := range codes {
			r := check(c)
			judged += r.Right + r.Wrong
		}
		took = min(took, used()-begin)
	}
	if t.Logf("%v for %d answers", took, judged); took > 700*time.Millisecond || judged < 300*12 {
		t.Errorf("300 codes with %d judged answers take %v of a processor", judged, took)
	}
	if n := testing.AllocsPerRun(1, func() { check(codes[0]) }); n > 15000 { // 27 500 with all that follows from each sheaf
		t.Errorf("a code takes %.0f allocations", n)
	}
}
