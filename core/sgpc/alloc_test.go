package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// TestEpochAllocations counts the allocations of an epoch. Its loops allocate
// nothing. The remaining ones are those of a key frame (a dozen slices) and, now
// and then, of a longer history.
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
		kept := len(r.frames.list)
		if n := testing.AllocsPerRun(10, r.StepEpoch); n > 16 {
			t.Errorf("%s: %v allocations per epoch with a key frame", name, n)
		}
		if len(r.frames.list) <= kept {
			t.Errorf("%s: no key frame was kept", name)
		}
		r.frames.stride = 1 << 20 // from here on none is
		if n := testing.AllocsPerRun(10, r.StepEpoch); n > 2 {
			t.Errorf("%s: %v allocations per epoch", name, n)
		}
	}
}

// TestShownParameters compares the parameters that the update saves with a snapshot
// of the store before the update, in the same order, for every model.
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
				t.Errorf("%s: what is shown has not the parameters from before the update", m)
			}
		}
	}
}
