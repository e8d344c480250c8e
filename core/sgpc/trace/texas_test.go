//go:build !js

package trace_test

import (
	"testing"

	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
)

// TestTraceOfTexas recomputes every number of a trace of Texas after two epochs. The case is
// hard: the kernel has at least 50 dimensions, and at least 8 eigenvalues are near its
// tolerance. Both bounds are round numbers, not exact counts.
func TestTraceOfTexas(t *testing.T) {
	res, err := graphio.Reader{}.ReadFolder("../../../../shared/datasets/texas", graphio.Correction{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(res.Graph, res.Splits[0], "sgpc", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	c.D, c.Channels, c.Hidden, c.GapMode, c.CGTol = 2, 4, 16, "sheaf", 1e-12 // small widths, since the recomputation is dense
	r, err := sgpc.New(res.Graph, res.Splits[0], c)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r.StepEpoch()
	}
	f := recomputeTrace(t, r, 1e-9, true)
	if len(f.Spectrum.NearTol) < 8 || *f.Spectrum.KernelDim < 50 {
		t.Errorf("the kernel has dimension %d, and %d eigenvalues are near its tolerance, want at least 50 and 8",
			*f.Spectrum.KernelDim, len(f.Spectrum.NearTol))
	}
	t.Logf("%d places; kernel %d, with other tolerances %v", len(f.worst), *f.Spectrum.KernelDim, f.Spectrum.Range)
}
