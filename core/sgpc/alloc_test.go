package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// TestEpochAllocations counts the allocations of an epoch, as a mean of ten epochs, after
// five epochs that allocate the buffers. With a key frame they are at most 16: a key frame
// has a dozen slices. Without a key frame they are at most 2, since the history grows now
// and then.
func TestEpochAllocations(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"defaults":  nil,
		"two terms": func(c *settings.Config) { c.LambdaSpec, c.Layers = 0.01, 2 },
		"no gap":    func(c *settings.Config) { c.GapMode, c.Structure, c.InputDropout = "off", "rows", 0.5 },
	} {
		r := karateRun(t, change)
		for range 5 {
			r.StepEpoch()
		}
		framesBefore := len(r.frames.list)
		if n := testing.AllocsPerRun(10, r.StepEpoch); n > 16 {
			t.Errorf("%s: %v allocations per epoch with a key frame, want at most 16", name, n)
		}
		if len(r.frames.list) <= framesBefore {
			t.Errorf("%s: no key frame was kept", name)
		}
		r.frames.stride = 1 << 20 // no later epoch is a multiple of the stride: no key frame
		if n := testing.AllocsPerRun(10, r.StepEpoch); n > 2 {
			t.Errorf("%s: %v allocations per epoch without a key frame, want at most 2", name, n)
		}
	}
}

// TestShownParameters checks r.shown, the parameters that the update of an epoch saves
// before it changes them. For every model, in each of two epochs, they equal a snapshot of
// the store before the epoch, in the order of the store.
func TestShownParameters(t *testing.T) {
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	s, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(peer.Names(), "sgpc") {
		cfg, err := method.Configure(g, s, m, "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := New(g, s, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			before := r.store.Snapshot(nil)
			r.StepEpoch()
			if !slices.Equal(r.shown, before) {
				t.Errorf("%s: the shown parameters differ from the parameters before the update", m)
			}
		}
	}
}
