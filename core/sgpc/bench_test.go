package sgpc

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// BenchmarkEpoch measures an epoch with the default settings (d = 4, 16 channels,
// all terms of the loss, gap ascent) on three graphs of growing size. It reports time
// and allocations of an epoch after three epochs, which allocate the buffers.
func BenchmarkEpoch(b *testing.B) {
	for _, name := range []string{"karate", "sbm:n=183,degree=3.2,features=512", "sbm:n=2708,degree=3.9,features=512"} {
		b.Run(name, func(b *testing.B) {
			g, err := graph.Builtin(name)
			if err != nil {
				b.Fatal(err)
			}
			s, err := graph.ParseSplit(g, method.DefaultSplit, 0)
			if err != nil {
				b.Fatal(err)
			}
			cfg, err := method.Configure(g, s, "sgpc", "paper", 0)
			if err != nil {
				b.Fatal(err)
			}
			cfg.Epochs, cfg.Patience = 0, 0 // the run has no last epoch
			r, err := New(g, s, cfg)
			if err != nil {
				b.Fatal(err)
			}
			for range 3 {
				r.StepEpoch()
			}
			b.ReportAllocs()
			for b.Loop() {
				r.StepEpoch()
			}
		})
	}
}
