package view

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// TestLayoutByEigenvectors compares the layout of a path under the constant sheaf
// with the closed form cos((i+½)kπ/n), k = 1, 2, up to sign and length.
func TestLayoutByEigenvectors(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	const n = 9
	var edges []graph.Edge
	for i := range int32(n - 1) {
		edges = append(edges, graph.Edge{I: i, J: i + 1})
	}
	at := newViewer(r).viewLayout(sheaf.Constant(n, 1, edges))
	for axis := range 2 {
		scale := float64(at[axis]) / math.Cos(0.5*float64(axis+1)*math.Pi/n)
		for i := range n {
			want := scale * math.Cos((float64(i)+0.5)*float64(axis+1)*math.Pi/n)
			if got := float64(at[2*i+axis]); math.Abs(got-want) > 1e-5*math.Abs(scale) {
				t.Errorf("axis %d, node %d: %g, want %g", axis, i, got, want)
			}
		}
	}
}

// TestStalkCoordinates projects blocks that are parallel: their coordinates are their
// signed lengths.
func TestStalkCoordinates(t *testing.T) {
	got := stalkCoordinates([]float64{3, 4, -6, -8, 0, 0}, 3, 2)
	for i, want := range []float64{5, -10, 0} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("coordinate %d is %g, want %g", i, got[i], want)
		}
	}
}

// TestFrameLayoutAndMaps requests layout and maps. Both are absent without a request, and
// the maps reproduce the trace of L.
func TestFrameLayoutAndMaps(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	f := Frame(r, everything)
	if f.Maps != nil || f.Spectrum.Layout != nil || f.Flow != nil {
		t.Error("what nobody asked for is in the frame")
	}
	look := everything
	look.Layout = true
	f = Frame(r, look, frame.Once{Maps: true})
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
	if math.Abs(trace-eigen) > 1e-4*eigen {
		t.Errorf("the squares of the normalised maps sum to %g, the eigenvalues to %g", trace, eigen)
	}
}

// TestScalingsKeepMarginals checks the marginals of every plan. After a row scaling the rows are exact,
// after a column scaling the columns. The last plan is the present one.
func TestScalingsKeepMarginals(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	e := Frame(r, everything).Edge
	d := len(e.Mu)
	if len(e.Scalings) != (r.Config().SinkhornSteps+1)*d*d || len(e.RowErrors) != r.Config().SinkhornSteps+1 {
		t.Fatalf("%d numbers for %d scalings", len(e.Scalings), r.Config().SinkhornSteps)
	}
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
		if math.Abs(rows-e.RowErrors[k]) > 1e-12 || math.Abs(cols-e.ColErrors[k]) > 1e-12 || min(rows, cols) > 1e-12 {
			t.Errorf("scaling %d: errors %g and %g, told %g and %g", k, rows, cols, e.RowErrors[k], e.ColErrors[k])
		}
	}
	for k, x := range e.Current {
		if x != e.Scalings[r.Config().SinkhornSteps*d*d+k] {
			t.Error("the present plan is not that after the last scaling")
		}
	}
}

// TestGammaByHand evaluates with other mixing weights. The weights of the run change
// nothing; others change weights and classes. The run stays unchanged.
func TestGammaByHand(t *testing.T) {
	r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.GapMode = "off" })
	for range 20 {
		r.StepEpoch()
	}
	look := frame.Focus{Edge: 4}
	plain := Frame(r, look)
	for k, p := range Frame(r, look, frame.Once{Gamma: plain.Stages.Gamma}).Prob {
		if math.Abs(p-plain.Prob[k]) > 1e-9 {
			t.Fatalf("probability %d: %g with the run's own weights, %g without", k, p, plain.Prob[k])
		}
	}
	f := Frame(r, look, frame.Once{Gamma: []float64{-9, -9, -9, 9}})
	if math.Abs(f.Stages.Alpha[3]-1) > 1e-6 || f.Stages.Gamma[3] != 9 {
		t.Errorf("weights %v of logits %v", f.Stages.Alpha, f.Stages.Gamma)
	}
	same := true
	for k, p := range f.Prob {
		same = same && math.Abs(p-plain.Prob[k]) < 1e-6
	}
	if same {
		t.Error("the classes did not answer")
	}
	for _, bad := range [][]float64{{1}, {math.NaN(), 0, 0, 0}, {math.Inf(1), 0, 0, 0}} {
		if g := Frame(r, look, frame.Once{Gamma: bad}).Stages.Gamma; g[0] != plain.Stages.Gamma[0] {
			t.Errorf("the logits %v were taken", bad)
		}
	}
}

// TestFrameFeatures compares the shown features with the rows of X, and the encoded
// features with the width of the run.
func TestFrameFeatures(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	v, x := Frame(r, everything, frame.Once{Features: true}).Features, r.Graph.X
	if v == nil || v.Cols != x.Cols || len(v.Val) != x.NNZ() || v.Width != r.Config().D*r.Config().Channels ||
		len(v.Encoded) != r.Graph.N*v.Width {
		t.Fatalf("features %+v", v)
	}
	for k, want := range x.Val {
		if v.Val[k] != float32(want) || v.Col[k] != x.Col[k] {
			t.Fatalf("entry %d is %v in column %d", k, v.Val[k], v.Col[k])
		}
	}
	v.Col[0]++
	if v.Col[0] == x.Col[0] {
		t.Error("the frame shares the graph's memory")
	}
}
