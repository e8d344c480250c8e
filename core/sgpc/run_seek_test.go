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

// karateRun returns sample.Karate: a small run on the karate club at position 0.
func karateRun(t testing.TB, change func(*settings.Config)) *Run {
	t.Helper()
	return sample.Karate(t, New, change)
}

// everything selects an edge, a node and an eigenvector, so that frames have all results.
var everything = frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}

// differingFields returns the names of the fields in which two frames differ.
func differingFields(a, b *frame.Frame) (names []string) {
	valueA, valueB := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for k := range valueA.NumField() {
		if !reflect.DeepEqual(valueA.Field(k).Interface(), valueB.Field(k).Interface()) {
			names = append(names, valueA.Type().Field(k).Name)
		}
	}
	return names
}

// TestSeekEqualsFreshRun seeks from the end of epoch 12 to seven positions. Frame, shown
// parameters and state of the gap ascent equal those of a run that only moves forwards. In the
// case "thinned" the budget is so small that most key frames are dropped.
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
			r.frames.budget = 1 // keeps at most four key frames, and reuses the memory of dropped ones
		}
		for range 12 {
			r.StepEpoch()
		}
		held := len(r.frames.list) + len(r.frames.spare)
		if name == "thinned" && (r.frames.stride < 4 || held > 4) {
			t.Fatalf("every %d-th epoch has a key frame, %d are held; want a stride of at least 4, and at most 4", r.frames.stride, held)
		}
		end := r.Position()
		// One forward run passes all positions in their order. frames, kept and shown have its
		// states by position.
		positions := []int{end - 1, end / 2, r.hist.rows[6].position, r.hist.rows[6].position + 9, 3, 0, end}
		frames, kept, shown := map[int]*frame.Frame{}, map[int][]float64{}, map[int][]Parameter{}
		fresh := karateRun(t, change)
		for _, p := range slices.Sorted(slices.Values(positions)) {
			for fresh.Position() < p {
				fresh.StepInner()
			}
			kept[p], frames[p], shown[p] = slices.Clone(fresh.gap.kept()), Frame(fresh, everything), fresh.ParametersShown()
		}
		for _, p := range positions {
			if !r.Seek(p, nil) {
				t.Fatalf("%s: no way to position %d", name, p)
			}
			if !slices.Equal(r.gap.kept(), kept[p]) {
				t.Errorf("%s: position %d: the state of the gap ascent differs", name, p)
			}
			if !reflect.DeepEqual(r.ParametersShown(), shown[p]) {
				t.Errorf("%s: position %d: the shown parameters differ", name, p)
			}
			if fields := differingFields(Frame(r, everything), frames[p]); len(fields) > 0 {
				t.Errorf("%s: position %d: the frames differ in %v", name, p, fields)
			}
			if r.Position() < end {
				r.Seek(end, nil)
			}
		}
	}
}

// TestStepsAgree reaches the end of epoch 2 by inner steps, stages, epochs, and whole
// operations. The four frames are equal. An inner step moves the position by one, at least
// one operation has several steps, and a step by stages ends in each stage.
func TestStepsAgree(t *testing.T) {
	byEpoch := karateRun(t, nil)
	for range 2 {
		byEpoch.StepEpoch()
	}
	byStage, stages := karateRun(t, nil), map[int]bool{}
	for byStage.Epoch() < 2 {
		byStage.StepStage()
		stages[byStage.stage] = true
	}
	byOperation, skipped := karateRun(t, nil), 0
	for byOperation.Epoch() < 2 {
		before := byOperation.Position()
		byOperation.StepOperation()
		skipped += byOperation.Position() - before - 1
	}
	if skipped == 0 {
		t.Error("no operation had several steps")
	}
	byInner := karateRun(t, nil)
	for byInner.Epoch() < 2 {
		before := byInner.Position()
		byInner.StepInner()
		if byInner.Position() != before+1 {
			t.Fatalf("an inner step moved the position from %d to %d", before, byInner.Position())
		}
	}
	// All four runs are at the same position.
	want := Frame(byEpoch, everything)
	for name, r := range map[string]*Run{"inner steps": byInner, "stages": byStage, "operations": byOperation} {
		if fields := differingFields(Frame(r, everything), want); len(fields) > 0 {
			t.Errorf("by %s the frame differs from the frame by epochs in %v", name, fields)
		}
	}
	for s := stage.Features; s <= stage.Gap; s++ {
		if !stages[s] {
			t.Errorf("no step ended in stage %d", s)
		}
	}
}

// TestCancelledSeekReturnsFalse cancels a seek at the fourth call of cancelled, that is, after
// three stages. Seek returns false, and the run is in stage 3 of epoch 0.
func TestCancelledSeekReturnsFalse(t *testing.T) {
	r := karateRun(t, nil)
	calls := 0
	if r.Seek(1000, func() bool { calls++; return calls > 3 }) {
		t.Error("a cancelled seek returns true")
	}
	if r.Epoch() != 0 || r.stage != stage.JKO {
		t.Errorf("cancelled after three stages, the run is in epoch %d, stage %d, want epoch 0, stage %d", r.Epoch(), r.stage, stage.JKO)
	}
}

// TestForwardOnly seeks back in a run without key frames. The frame equals that of a run
// that only moved forwards, and no key frame was kept.
func TestForwardOnly(t *testing.T) {
	r, fresh := karateRun(t, nil), karateRun(t, nil)
	r.ForwardOnly()
	for range 4 {
		r.StepEpoch()
	}
	if n := len(r.frames.list); n != 0 {
		t.Errorf("%d key frames were kept, want 0", n)
	}
	p := r.hist.rows[1].position + 7
	if !r.Seek(p, nil) || !fresh.Seek(p, nil) {
		t.Fatal("no way to the position")
	}
	if !reflect.DeepEqual(Frame(r, everything), Frame(fresh, everything)) {
		t.Error("the frame of the replay differs from that of a forward run")
	}
}

// TestCancelledSeekEqualsFreshRun cancels three seeks, each at call 1, 4, …, 58 of cancelled,
// or until the seek ends before. The frame of the run then equals the frame of a new run at
// this position. The next seek starts from this state.
func TestCancelledSeekEqualsFreshRun(t *testing.T) {
	r := karateRun(t, nil)
	for range 6 {
		r.StepEpoch()
	}
	end, start := r.Position(), r.hist.rows[2].position
	withinEpoch := 0
	for _, c := range []struct{ from, to int }{{0, start}, {start, end}, {end, start + 20}} {
		for stop := 0; stop < 60; stop += 3 {
			r.Seek(c.from, nil)
			calls := 0
			if r.Seek(c.to, func() bool { calls++; return calls > stop }) {
				break // the seek ends before it is cancelled
			}
			if r.segment != 0 {
				withinEpoch++
			}
			if r.epoch == 0 {
				continue // frames of the first epoch have NaN for missing plans, and NaN equals nothing
			}
			// A new run at the position of the cancelled one.
			fresh := karateRun(t, nil)
			fresh.Seek(r.Position(), nil)
			if got, want := Frame(r, everything), Frame(fresh, everything); !reflect.DeepEqual(got, want) {
				t.Fatalf("cancelled on the way from %d to %d at %d: stage %d, loss %v; a fresh run has %v", c.from, c.to, r.Position(), r.stage,
					got.Loss, want.Loss)
			}
		}
	}
	if withinEpoch < 10 {
		t.Errorf("only %d seeks were cancelled within an epoch, want at least 10", withinEpoch)
	}
}
