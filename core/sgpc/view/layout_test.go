package view

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// TestLayoutByEigenvectors compares the layout of a path under the constant sheaf
// with its eigenvectors in closed form, cos((i+½)kπ/n) for k = 1, 2, up to sign and length.
func TestLayoutByEigenvectors(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil) // only gives a viewer; its graph is not used
	const n = 9
	var edges []graph.Edge
	for i := range int32(n - 1) {
		edges = append(edges, graph.Edge{I: i, J: i + 1})
	}
	places := newViewer(r).viewLayout(sheaf.Constant(n, 1, edges)) // x and y of each node
	for axis := range 2 {
		scale := float64(places[axis]) / math.Cos(0.5*float64(axis+1)*math.Pi/n)
		for i := range n {
			want := scale * math.Cos((float64(i)+0.5)*float64(axis+1)*math.Pi/n)
			if got := float64(places[2*i+axis]); math.Abs(got-want) > 1e-5*math.Abs(scale) {
				t.Errorf("axis %d, node %d: %g, want %g", axis, i, got, want)
			}
		}
	}
}

// TestStalkCoordinates projects three parallel vectors of dimension 2, (3, 4), −2·(3, 4) and 0, to
// one coordinate. The coordinates are their signed lengths.
func TestStalkCoordinates(t *testing.T) {
	got := stalkCoordinates([]float64{3, 4, -6, -8, 0, 0}, 3, 2)
	for i, want := range []float64{5, -10, 0} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("coordinate %d is %g, want %g", i, got[i], want)
		}
	}
}

// TestFrameLayoutAndMaps requests layout and maps. Without a request the frame has neither, and
// no iterates of the diffusion. The squares of the normalised maps sum to the trace of the
// operator, that is, to the sum of its eigenvalues. In the first epoch the maps exist from
// stage 4 on.
func TestFrameLayoutAndMaps(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	for ; r.Epoch() == 0; r.StepInner() {
		f := Frame(r, frame.Focus{}, frame.Once{Maps: true, Alone: true})
		if hasMaps := f.Maps != nil; hasMaps != (f.Stage >= stage.Maps) {
			t.Fatalf("in stage %d the frame has maps: %v", f.Stage, hasMaps)
		}
	}
	f := Frame(r, everything)
	if f.Maps != nil || f.Spectrum.Layout != nil || f.Flow != nil {
		t.Error("the frame has maps, layout or iterates without a request")
	}
	focus := everything
	focus.Layout = true
	f = Frame(r, focus, frame.Once{Maps: true})
	if len(f.Spectrum.Layout) != 2*f.N || len(f.Maps) != 2*f.M*f.D*f.D || len(f.HatMaps) != len(f.Maps) {
		t.Fatalf("%d places, %d and %d numbers of maps", len(f.Spectrum.Layout), len(f.Maps), len(f.HatMaps))
	}
	trace, eigen := 0.0, 0.0
	for _, x := range f.HatMaps {
		trace += float64(x) * float64(x)
	}
	for _, x := range f.Spectrum.Values {
		eigen += x
	}
	if math.Abs(trace-eigen) > 1e-4*eigen { // the maps have 32-bit numbers
		t.Errorf("the squares of the normalised maps sum to %g, the eigenvalues to %g", trace, eigen)
	}
}

// TestScalingsKeepMarginals recomputes the errors of the marginals of the plan after every
// Sinkhorn scaling. A scaling fits the rows or the columns, and these are exact to 1e-12. The
// present plan is the plan after the last scaling.
func TestScalingsKeepMarginals(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	e := Frame(r, everything).Edge
	d := len(e.Mu)
	if len(e.Scalings) != (r.Config().SinkhornSteps+1)*d*d || len(e.RowErrors) != r.Config().SinkhornSteps+1 {
		t.Fatalf("%d numbers and %d errors for %d scalings of %d×%d", len(e.Scalings), len(e.RowErrors), r.Config().SinkhornSteps, d, d)
	}
	// The plan after scaling k begins at number k·d²; for k = 0 it is the plan before all scalings.
	for k := 1; k <= r.Config().SinkhornSteps; k++ {
		rows, cols := 0.0, 0.0
		for a := range d {
			row, col := -e.Mu[a], -e.Nu[a]
			for b := range d {
				row += e.Scalings[k*d*d+a*d+b]
				col += e.Scalings[k*d*d+b*d+a]
			}
			rows += math.Abs(row)
			cols += math.Abs(col)
		}
		if math.Abs(rows-e.RowErrors[k]) > 1e-12 || math.Abs(cols-e.ColErrors[k]) > 1e-12 {
			t.Errorf("scaling %d: the errors in the frame are %g and %g, want %g and %g", k, e.RowErrors[k], e.ColErrors[k], rows, cols)
		}
		if min(rows, cols) > 1e-12 {
			t.Errorf("scaling %d: neither rows nor columns are exact: errors %g and %g", k, rows, cols)
		}
	}
	for k, x := range e.Current {
		if x != e.Scalings[r.Config().SinkhornSteps*d*d+k] {
			t.Errorf("number %d of the present plan is %g, after the last scaling %g", k, x, e.Scalings[r.Config().SinkhornSteps*d*d+k])
		}
	}
}

// TestGammaByHand evaluates with given logits γ of the mixing weights. The run's own γ gives
// the run's probabilities. Another γ gives other weights α and other probabilities. A list of
// another length, or with NaN or +Inf, is ignored: the frame has the run's first γ.
func TestGammaByHand(t *testing.T) {
	r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.GapMode = "off" })
	for range 20 {
		r.StepEpoch()
	}
	focus := frame.Focus{Edge: 4}
	plain := Frame(r, focus)
	for k, p := range Frame(r, focus, frame.Once{Gamma: plain.Stages.Gamma}).Prob {
		if math.Abs(p-plain.Prob[k]) > 1e-9 {
			t.Fatalf("probability %d: %g with the run's own weights, %g without", k, p, plain.Prob[k])
		}
	}
	// These logits give nearly the whole weight to the last polynomial.
	f := Frame(r, focus, frame.Once{Gamma: []float64{-9, -9, -9, 9}})
	if math.Abs(f.Stages.Alpha[3]-1) > 1e-6 || f.Stages.Gamma[3] != 9 {
		t.Errorf("weights %v of logits %v, want nearly 1 and 9 at the end", f.Stages.Alpha, f.Stages.Gamma)
	}
	same := true
	for k, p := range f.Prob {
		same = same && math.Abs(p-plain.Prob[k]) < 1e-6
	}
	if same {
		t.Error("other weights give the same probabilities")
	}
	for _, bad := range [][]float64{{1}, {math.NaN(), 0, 0, 0}, {math.Inf(1), 0, 0, 0}} {
		if g := Frame(r, focus, frame.Once{Gamma: bad}).Stages.Gamma; g[0] != plain.Stages.Gamma[0] {
			t.Errorf("the invalid logits %v are used", bad)
		}
	}
}

// TestFrameFeatures compares the features of a frame with X, entry by entry, and the number
// of encoded features with the width of the run. The frame has a copy: a change of the frame
// does not change the graph.
func TestFrameFeatures(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	v, x := Frame(r, everything, frame.Once{Features: true}).Features, r.Graph.X
	if v == nil || v.Cols != x.Cols || len(v.Val) != x.NNZ() {
		t.Fatalf("the features are %+v, want %d columns and %d entries", v, x.Cols, x.NNZ())
	}
	if v.Width != r.Config().D*r.Config().Channels || len(v.Encoded) != r.Graph.N*v.Width {
		t.Fatalf("%d encoded numbers of the width %d, want the width %d at each node", len(v.Encoded), v.Width,
			r.Config().D*r.Config().Channels)
	}
	for k, want := range x.Val {
		if v.Val[k] != float32(want) || v.Col[k] != x.Col[k] {
			t.Fatalf("entry %d is %v in column %d, want %v in column %d", k, v.Val[k], v.Col[k], float32(want), x.Col[k])
		}
	}
	v.Col[0]++
	if v.Col[0] == x.Col[0] {
		t.Error("the frame shares the graph's memory")
	}
}
