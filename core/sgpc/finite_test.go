package sgpc_test

import (
	"bytes"
	std "encoding/json"
	"math"
	"testing"

	"sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// TestNumbersThatAreNotFinite sets the last number of a parameter to NaN, +Inf or 1e300,
// trains two more epochs, and writes frame and trace as JSON. Both texts are valid JSON.
// After a NaN the trace contains null; this check leaves out the time step svr.logdt0.
func TestNumbersThatAreNotFinite(t *testing.T) {
	for _, name := range []string{"head.weight", "map.weight", "encoder.weight", "measure.weight", "svr.logdt0"} {
		for _, x := range []float64{math.NaN(), math.Inf(1), 1e300} {
			r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.LearnDt = true })
			r.StepEpoch()
			data := sgpc.WeightOf(r, name)
			data[len(data)-1] = x
			// The next epochs compute with the changed parameter.
			for range 2 {
				r.StepEpoch()
			}
			tr, err := trace.Of(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			f := view.Frame(r, frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}, frame.Once{Claims: true, Maps: true, Features: true})
			for what, v := range map[string]any{"trace": tr, "frame": f} {
				text, err := json.Marshal(v)
				if err != nil || !std.Valid(text) {
					t.Errorf("%s = %g: the %s is no JSON: %v", name, x, what, err)
				}
				wantNull := math.IsNaN(x) && what == "trace" && name != "svr.logdt0"
				if wantNull && !bytes.Contains(text, []byte("null")) {
					t.Errorf("%s = %g: the trace has no null", name, x)
				}
			}
		}
	}
}
