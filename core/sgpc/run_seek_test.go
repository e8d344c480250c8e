package sgpc

import (
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

func karateRun(t testing.TB, change func(*settings.Config)) *Run {
	t.Helper()
	return sample.Karate(t, New, change)
}

var everything = frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}

// TestSeekEqualsFreshRun seeks back from a later position, and compares the whole
// frame with that of a run that never moved beyond.
func TestSeekEqualsFreshRun(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*settings.Config){
		"defaults": nil,
		"spectral": func(c *settings.Config) { c.LambdaSpec = 0.01 },
		"anchored": func(c *settings.Config) { c.SVR, c.AnchorEvery = "anchored", 3 },
		"matrix":   func(c *settings.Config) { c.GapMode = "matrix" },
		"additive": func(c *settings.Config) { c.GapMode = "additive" },
		"thinned":  nil,
		"no gap":   func(c *settings.Config) { c.GapMode, c.JKOMode = "off", "w2" },
	} {
		r := karateRun(t, change)
		if name == "thinned" {
			r.frames.budget = 1 // four frames, then the memory of those left out serves again
		}
		for range 12 {
			r.StepEpoch()
		}
		if name == "thinned" && (r.frames.stride < 4 || len(r.frames.list)+len(r.frames.spare) > 4) {
			t.Fatalf("every %d-th epoch kept, %d frames and %d spare", r.frames.stride, len(r.frames.list), len(r.frames.spare))
		}
		end := r.Position()
		// One run passes through all positions, as fresh as one that stops there.
		positions := []int{end - 1, end / 2, r.hist.rows[6].position, r.hist.rows[6].position + 9, 3, 0, end}
		frames, kept := map[int]*frame.Frame{}, map[int][]float64{}
		fresh := karateRun(t, change)
		for _, p := range slices.Sorted(slices.Values(positions)) {
			for fresh.Position() < p {
				fresh.StepInner()
			}
			kept[p], frames[p] = slices.Clone(fresh.gap.kept()), Frame(fresh, everything)
		}
		for _, p := range positions {
			if !r.Seek(p, nil) {
				t.Fatalf("%s: no way to position %d", name, p)
			}
			if !slices.Equal(r.gap.kept(), kept[p]) {
				t.Errorf("%s: position %d: what the ascent keeps differs", name, p)
			}
			a, b := Frame(r, everything), frames[p]
			if !reflect.DeepEqual(a, b) {
				va, vb := reflect.ValueOf(*a), reflect.ValueOf(*b)
				for k := range va.NumField() {
					if !reflect.DeepEqual(va.Field(k).Interface(), vb.Field(k).Interface()) {
						t.Errorf("%s: position %d: field %s differs", name, p, va.Type().Field(k).Name)
					}
				}
			}
			if r.Position() < end {
				r.Seek(end, nil)
			}
		}
	}
}

// TestStepsAgree reaches the end of an epoch by inner operations, stages, an epoch
// step, and whole operations. The states must be equal.
func TestStepsAgree(t *testing.T) {
	a, b, c := karateRun(t, nil), karateRun(t, nil), karateRun(t, nil)
	for range 2 {
		c.StepEpoch()
	}
	stages := map[int]bool{}
	for b.Epoch() < 2 {
		b.StepStage()
		stages[b.stage] = true
	}
	o, skipped := karateRun(t, nil), 0
	for o.Epoch() < 2 {
		before := o.Position()
		o.StepOperation()
		skipped += o.Position() - before - 1
	}
	if skipped == 0 {
		t.Error("no operation had several steps")
	}
	for a.Epoch() < 2 {
		before := a.Position()
		a.StepInner()
		if a.Position() != before+1 {
			t.Fatal("an inner step moved the position by more than one")
		}
	}
	fa, fb, fc := Frame(a, everything), Frame(b, everything), Frame(c, everything)
	if !reflect.DeepEqual(fa, fb) || !reflect.DeepEqual(fb, fc) || !reflect.DeepEqual(fc, Frame(o, everything)) {
		t.Error("four ways to the same position, different frames")
	}
	for s := stage.Features; s <= stage.Gap; s++ {
		if !stages[s] {
			t.Errorf("no step ended in stage %d", s)
		}
	}
}

func TestSeekCancelled(t *testing.T) {
	r := karateRun(t, nil)
	asked := 0
	if r.Seek(1000, func() bool { asked++; return asked > 3 }) {
		t.Error("cancelled seek claims to have arrived")
	}
	if r.Epoch() != 0 || r.stage != stage.JKO {
		t.Errorf("asked a fourth time after three stages, it stands in epoch %d, stage %d", r.Epoch(), r.stage)
	}
}

// TestForwardOnly seeks back in a run without key frames.
func TestForwardOnly(t *testing.T) {
	r, fresh := karateRun(t, nil), karateRun(t, nil)
	r.ForwardOnly()
	for range 4 {
		r.StepEpoch()
	}
	if n := len(r.frames.list); n != 0 {
		t.Errorf("%d key frames were kept", n)
	}
	p := r.hist.rows[1].position + 7
	if !r.Seek(p, nil) || !fresh.Seek(p, nil) {
		t.Fatal("no way to the position")
	}
	if !reflect.DeepEqual(Frame(r, everything), Frame(fresh, everything)) {
		t.Error("the replay gives another state")
	}
}

// TestCancelledSeek cancels a seek at every call of cancelled. The run must have
// the state of a new run at the same position, and continue from it.
func TestCancelledSeek(t *testing.T) {
	r := karateRun(t, nil)
	for range 6 {
		r.StepEpoch()
	}
	end, start := r.Position(), r.hist.rows[2].position
	inside := 0
	for _, c := range []struct{ from, to int }{{0, start}, {start, end}, {end, start + 20}} {
		for stop := 0; stop < 60; stop += 3 {
			r.Seek(c.from, nil)
			n := 0
			if r.Seek(c.to, func() bool { n++; return n > stop }) {
				break
			}
			if r.segment != 0 {
				inside++
			}
			if r.epoch == 0 {
				continue // plans that are not there yet are not numbers, which equal nothing
			}
			fresh := karateRun(t, nil)
			fresh.Seek(r.Position(), nil)
			if got, want := Frame(r, everything), Frame(fresh, everything); !reflect.DeepEqual(got, want) {
				t.Fatalf("cancelled on the way from %d to %d at %d: stage %d, loss %v; a fresh run has %v", c.from, c.to, r.Position(), r.stage,
					got.Loss, want.Loss)
			}
		}
	}
	if inside < 10 {
		t.Errorf("only %d cancels were inside an epoch", inside)
	}
}
