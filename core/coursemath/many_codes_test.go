//go:build linux

package coursemath

import (
	"syscall"
	"testing"
	"time"
)

// Three hundred codes, each with an answer to every exercise without training, are judged in at most 700 ms of processor time.
// The fastest of three tries counts. On average at least twelve answers of a code are judged.
// One code takes at most 15 000 allocations; unlike the time, this number does not depend on the machine.
func TestCodesAreJudgedInTime(t *testing.T) {
	// processorTime returns the time that this process has used, in user and system mode.
	processorTime := func() time.Duration {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			t.Fatal(err)
		}
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	// Right or wrong does not matter here: the answers are the first option, the initial sheaf, or zeros.
	var codes []string
	for seed := range uint64(300) {
		w := Work{Edition: Edition, Seed: seed}
		for _, e := range Exercises() {
			v := e.Variant(seed)
			switch {
			case len(v.Runs) > 0: // the exercise needs trained networks
				continue
			case v.Options != nil:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: v.Options[0].Key})
			case v.Kind == KindDrag || v.Kind == KindGraph:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: v.Sheaf.Text()})
			default:
				w.Answers = append(w.Answers, Given{ID: v.ID, Answer: numbersAsAnswer(make([]float64, max(1, v.Entries))...)})
			}
		}
		code, err := Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	check := Checker(nil)
	fastest, judged := time.Hour, 0
	for range 3 {
		begin := processorTime()
		judged = 0
		for _, c := range codes {
			r := check(c)
			judged += r.Right + r.Wrong
		}
		fastest = min(fastest, processorTime()-begin)
	}
	t.Logf("%v for %d answers", fastest, judged)
	// With 700 ms, a browser at a third of the native speed should need about two seconds.
	if fastest > 700*time.Millisecond {
		t.Errorf("300 codes take %v of processor time, want at most 700 ms", fastest)
	}
	if judged < 300*12 {
		t.Errorf("%d answers were judged, want 3600 or more", judged)
	}
	// A full analysis of each sheaf would take 27 500 allocations.
	if n := testing.AllocsPerRun(1, func() { check(codes[0]) }); n > 15000 {
		t.Errorf("a code takes %.0f allocations, want at most 15 000", n)
	}
}
