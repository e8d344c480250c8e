package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
)

// TestMapKernelEqualsBlockwise compares the SIMD kernel of the maps for d = 4 with the
// computation block by block in Go. Maps and gradients have the same bits, in both
// conventions, with and without a metric of the gap ascent, on a graph with more edges
// than one batch. A build without SIMD has nothing to compare.
func TestMapKernelEqualsBlockwise(t *testing.T) {
	defer linalg.UseKernel(linalg.Kernel())
	if !linalg.UseKernel("simd") {
		return
	}
	for _, convention := range []string{"preliminaries", "literal"} {
		for _, mode := range []string{"off", "sheaf"} {
			r := karateRun(t, func(c *settings.Config) { c.D, c.GapMode, c.Convention = 4, mode, convention })
			if m := len(r.Graph.Edges); m <= blockEdges {
				t.Fatalf("%d edges fit into one batch of %d", m, blockEdges)
			}
			r.StepEpoch()
			// A random metric and a random gradient of the maps.
			o, src := r.fit.mapping, rng.New(1, "sgpc/op_maps4")
			for k := range o.metric {
				o.metric[k] += 0.1 * src.Norm()
			}
			for k := range o.out.Grad.Data {
				o.out.Grad.Data[k] = src.Norm()
			}
			var want []float64 // results of the kernel "go"
			for _, kernel := range []string{"go", "simd"} {
				linalg.UseKernel(kernel)
				clear(o.plan.Grad.Data)
				clear(o.weight.Grad.Data)
				o.Forward()
				o.Backward()
				got := slices.Concat(o.out.Value.Data, o.plan.Grad.Data, o.weight.Grad.Data)
				if want != nil && !slices.Equal(got, want) {
					t.Errorf("%s, %s: maps or gradients of the kernels differ", convention, mode)
				}
				want = got
			}
		}
	}
}
