package session_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// A file of restriction maps opens with stalks of their dimension. The frame of each numbered sheaf has the trace, kernel and energy of
// that sheaf. The expected trace and kernel come from package sheaf with the maps of the file. The expected energy is the sum of the
// energies that the frames give for single edges. Probabilities and energy differ from those of the run. An unknown number and another
// dimension are refused, and the run continues.
func TestMapsOfFileHaveTheirSpectrum(t *testing.T) {
	// A ring of 9 nodes with random maps for each epoch, layer, edge and end.
	const n, d, epochs, layers = 9, 3, 2, 2
	var ring []graph.Edge
	for i := range int32(n) {
		ring = append(ring, graph.Edge{I: min(i, (i+1)%n), J: max(i, (i+1)%n)})
	}
	g := graph.New("ring", n, ring)
	m := len(g.Edges)
	random := rng.New(1, "maps")
	// The maps by end, then by epoch, layer, edge, row and column.
	all := [2][]float64{make([]float64, epochs*layers*m*d*d), make([]float64, epochs*layers*m*d*d)}
	for side := range all {
		for k := range all[side] {
			all[side][k] = random.Norm()
		}
	}
	index := make([]int64, 2*m) // the first ends, then the second ends
	for e, q := range g.Edges {
		index[e], index[m+e] = int64(q.I), int64(q.J)
	}
	var b bytes.Buffer
	shape := []int{epochs, layers, m, d, d}
	if err := graphio.WriteNPZ(&b, []graphio.Array{{Name: "edge_index", Shape: []int{2, m}, Int: index},
		{Name: "R_ij", Shape: shape, Float: all[0]}, {Name: "R_ji", Shape: shape, Float: all[1]}}); err != nil {
		t.Fatal(err)
	}

	// The file is opened, and its own run trains for an epoch.
	w := &simulatedHost{}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	none := frame.Focus{} // no selected edge or node
	replies := w.do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file", Seed: 1, Method: recipe.MethodOpen},
		Files: []content.File{{Name: "maps.npz", Data: b.Bytes()}}, Focus: none}, flat.Request{Kind: flat.Step, Unit: "epoch"})
	if r := replies[0]; r.Kind != flat.Loaded || r.Graph.Maps != (proto.GivenMaps{D: d, Epochs: epochs, Layers: layers}) || r.Config.D != d {
		t.Fatalf("the file is loaded as %+v, want maps of dimension %d", r, d)
	}
	own := last(t, replies).Frame
	for k := range epochs * layers { // a request counts the sheaves from 1
		r := last(t, w.do(flat.Request{Kind: flat.ReadFrame, Focus: none, Once: frame.Once{Sheaf: k + 1}}))
		if r.Kind != flat.Framed || r.Frame.Spectrum == nil || r.Frame.Position != own.Position {
			t.Fatalf("sheaf %d of the file: %+v, want a frame with a spectrum at position %d", k, r, own.Position)
		}

		// The same sheaf, made of the maps of the file.
		s := sheaf.New(n, d, g.Edges)
		for e := range m {
			for side := range 2 {
				copy(s.Map(e, side), all[side][(k*m+e)*d*d:])
			}
		}
		// Diffusion uses the normalised Laplacian, whose trace is the sum of its eigenvalues. 1 is the shift of the degrees.
		hat := sheaf.New(n, d, g.Edges)
		sheaf.NewNormalizer(n, d, g.Edges).Forward(s, 1, hat)
		sum := 0.0
		for _, v := range r.Frame.Spectrum.Values {
			sum += v
		}
		trace := hat.Trace()
		if math.Abs(sum-trace) > 1e-9 || math.Abs(r.Frame.Stages.Trace-trace) > 1e-9 { // rounding of 27 eigenvalues
			t.Errorf("sheaf %d: eigenvalues sum to %v and the trace is %v, want %v", k, sum, r.Frame.Stages.Trace, trace)
		}
		if slices.Equal(r.Frame.Prob, own.Prob) {
			t.Errorf("sheaf %d: the probabilities are those of the run", k)
		}
		want, err := frame.SpectrumOf(hat)
		if err != nil || r.Frame.Spectrum.KernelDim != want.KernelDim {
			t.Errorf("sheaf %d: the kernel has dimension %d, want that of %+v, %v", k, r.Frame.Spectrum.KernelDim, want, err)
		}
		// The energy of the sheaf is the sum over edges of ‖R_ij x_i − R_ji x_j‖².
		energy := 0.0
		for e := range m {
			focus := none
			focus.Edge = choice.Of(e)
			energy += last(t, w.do(flat.Request{Kind: flat.ReadFrame, Focus: focus, Once: frame.Once{Sheaf: k + 1}})).Frame.Edge.Energy
		}
		if got := r.Frame.Stages.Energy; !(math.Abs(got-energy) <= 1e-9*energy) || energy == own.Stages.Energy { // also for NaN
			t.Errorf("sheaf %d: energy %v, sum over the edges %v, energy of the run %v", k, got, energy, own.Stages.Energy)
		}
	}

	// A number beyond the file, and maps of another dimension than the run.
	unknown := frame.Once{Sheaf: epochs*layers + 1}
	r := last(t, w.do(flat.Request{Kind: flat.ReadFrame, Focus: none, Once: unknown}))
	if r.Kind != flat.Failed || !strings.Contains(r.Message, "maps of the file") {
		t.Errorf("sheaf %d of a file with %d gives %+v, want an error", unknown.Sheaf, epochs*layers, r)
	}
	w.do(flat.Request{Kind: flat.Params, Settings: map[string]string{"d": "2"}})
	if r := last(t, w.do(flat.Request{Kind: flat.ReadFrame, Focus: none, Once: frame.Once{Sheaf: 1}})); r.Kind != flat.Failed {
		t.Errorf("maps of dimension 3 in a run with d=2 give %+v, want an error", r)
	}
	if r := last(t, w.do(flat.Request{Kind: flat.Step, Unit: "epoch"})); r.Kind != flat.Framed || r.Frame.Epoch != 2 || r.Frame.D != 2 {
		t.Errorf("a step after the errors gives %+v, want epoch 2 with d=2", r)
	}
}
