package sgpc

import "testing"

// TestEpochAllocations: the loops of an epoch allocate nothing. What is left is
// the key frame that an epoch may leave behind (a dozen slices) and, now and
// then, a longer history.
func TestEpochAllocations(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"defaults":  nil,
		"two terms": func(c *Config) { c.LambdaSpec, c.Layers = 0.01, 2 },
		"no gap":    func(c *Config) { c.GapMode, c.Structure, c.InputDropout = "off", "rows", 0.5 },
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
