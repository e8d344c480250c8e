package trace_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	house "sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"

	"gonum.org/v1/gonum/mat"
)

// retrace recomputes every number of a trace from its JSON alone: from the graph,
// the settings, the parameters and the random draws. It shares no code with the core, and
// computes with dense matrices. A place is the path of a number in the JSON, such as
// "lift.P", without indices. At the end every place must have been compared, or be one of givenPlaces.
type retrace struct {
	t *testing.T
	traced
	n, d, c, classes int     // nodes, stalk dimension, channels, classes
	eps              float64 // tolerance
	// worst is the largest difference by place, relative to max(1, |want|, scale) as in
	// checkNear. A place without an entry was not compared. An entry 0 can also mark a place that
	// was compared in another way.
	worst map[string]float64

	y           []int         // labels of training nodes, −1 elsewhere
	train       map[int]bool  // the indices of the training nodes
	h0          *mat.Dense    // encoded features, a row for each node
	laplacian   *mat.SymDense // L of the maps
	diffusionOp *mat.SymDense // the operator that diffuses: L or L̂
	values      []float64     // eigenvalues of diffusionOp, ascending
	vectors     mat.Dense     // its eigenvectors, as columns
	dt          float64       // Δt of the first layer
}

// givenPlaces are the inputs of the recomputation, texts, and numbers that the rest of a trace
// does not determine, or that are compared only in part. A place that ends with a dot stands
// for all places that begin with it.
var givenPlaces = []string{"schema", "graph.", "config.", "epoch", "parameters.", "shuffle", "sparsified.edges", "sparsified.weights",
	"guaranteed.edges",
	"guaranteed.weights", "gap_ascent.mode", "gap_ascent.metric_before", "gap_ascent.nearest.eta",
	"gap_ascent.nearest.iterations", "gap_ascent.nearest.tolerance", "gap_ascent.nearest.maps",
	"gap_ascent.direction", "gap_ascent.change", "history.", "bound.loss",
	"bound.certificate.method", "bound.certificate.nodes", "bound.certificate.valid", "bound.certificate.reason", "bound.conformal.nodes",
	"bound.conformal.valid", "bound.conformal.reason", "claims.id", "claims.title", "claims.statement", "claims.note", "claims.answer",
	"claims.reply",
	"claims.relation", "claims.holds", "claims.assumptions_met", "claims.evaluated", "afm.weights", "layers.afm.weights",
	"layers.diffusion.of", "claims.case"}

// recomputeTrace writes the trace of a run, reads its JSON, and compares every number with
// a recomputation, to the relative tolerance eps. It returns the recomputation.
// betweenEpochs states whether the run is at the end of an epoch: only then the history ends
// with the epoch of the trace and is compared.
func recomputeTrace(t *testing.T, r *sgpc.Run, eps float64, betweenEpochs bool) *retrace {
	t.Helper()
	tr, err := trace.Of(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := house.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	f := &retrace{t: t, eps: eps, worst: map[string]float64{}, train: map[int]bool{}}
	if err := json.Unmarshal(text, &f.traced); err != nil {
		t.Fatal(err)
	}
	if f.Schema != "sheafscope-trace/2" || len(f.Lift) != len(f.Graph.Edges) {
		t.Fatalf("schema %q with %d lifts for %d edges", f.Schema, len(f.Lift), len(f.Graph.Edges))
	}
	f.n, f.classes, f.d, f.c = f.Graph.N, f.Graph.Classes, len(f.WTheta), int(f.number("channels"))
	f.y = make([]int, f.n)
	for i := range f.y {
		f.y[i] = -1
	}
	for _, i := range f.Graph.Split.Train {
		f.y[i], f.train[i] = f.Graph.Labels[i], true
	}
	// In the order of the stages: later steps use recomputed results of earlier ones.
	f.checkEncoder()
	f.checkLifts()
	f.checkOperators()
	f.checkNetwork()
	f.checkPosteriors()
	f.checkBound()
	f.checkCertificates()
	f.checkAscent()
	f.checkSearch()
	f.checkDraws()
	if betweenEpochs {
		f.checkHistory()
	}
	f.checkClaims()
	f.checkComplete(text)
	return f
}

// number returns the value of a setting that is a number.
func (f *retrace) number(name string) float64 { return f.Config[name].(float64) }

// word returns the value of a setting that is a word.
func (f *retrace) word(name string) string { return f.Config[name].(string) }

// checkNear compares a number of the trace with its recomputation. The difference may be at
// most eps·max(1, |want|, scale). It records the difference in worst. A wrong number ends the
// test at once if worst has more than 60 entries.
func (f *retrace) checkNear(place string, got, want, scale float64) {
	f.t.Helper()
	diff := math.Abs(got-want) / max(1, math.Abs(want), scale)
	if !(diff <= f.eps) && len(f.worst) < 1000 { // NaN is a failure, too
		f.t.Errorf("%s: %.15g, recomputed %.15g", place, got, want)
		f.worst[place+" WRONG"] = diff
		if len(f.worst) > 60 {
			f.t.FailNow()
		}
	}
	f.worst[place] = max(f.worst[place], diff)
}

// checkEqual compares a value of the trace with its recomputation, by their texts in fmt.
func (f *retrace) checkEqual(place string, got, want any) {
	f.t.Helper()
	f.worst[place] = max(f.worst[place], 0)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.t.Errorf("%s: %v, recomputed %v", place, got, want)
	}
}

// checkOptional compares a number that is null when want is NaN.
func (f *retrace) checkOptional(place string, got *float64, want float64) {
	f.t.Helper()
	if (got == nil) != math.IsNaN(want) {
		f.t.Errorf("%s: %v, recomputed %g", place, got, want)
	}
	f.worst[place] = max(f.worst[place], 0)
	if got != nil {
		f.checkNear(place, *got, want, 0)
	}
}

// checkMatrix compares a matrix of the trace entry by entry. The scale of checkNear is the
// largest entry of want.
func (f *retrace) checkMatrix(place string, got [][]float64, want mat.Matrix) {
	f.t.Helper()
	r, c := want.Dims()
	f.worst[place] = max(f.worst[place], 0)
	if len(got) != r {
		f.t.Fatalf("%s: %d rows, want %d×%d", place, len(got), r, c)
	}
	if r > 0 && len(got[0]) != c {
		f.t.Fatalf("%s: %d columns, want %d×%d", place, len(got[0]), r, c)
	}
	scale := 0.0
	if r > 0 {
		scale = mat.Max(want)
	}
	for i := range r {
		for j := range c {
			f.checkNear(place, got[i][j], want.At(i, j), scale)
		}
	}
}

// param returns a parameter of the trace.
func (f *retrace) param(name string) *mat.Dense {
	p, ok := f.Parameters[name]
	if !ok {
		f.t.Fatalf("no parameter %s", name)
	}
	return mat.NewDense(p.Shape[0], p.Shape[1], p.Values)
}

// checkComplete fails the test unless every place of the JSON was compared, or is one of
// givenPlaces.
func (f *retrace) checkComplete(text []byte) {
	var root any
	if err := json.Unmarshal(text, &root); err != nil {
		f.t.Fatal(err)
	}
	// isGiven reports whether a place is one of givenPlaces.
	isGiven := func(place string) bool {
		return slices.ContainsFunc(givenPlaces, func(g string) bool {
			isPrefix := strings.HasSuffix(g, ".") && strings.HasPrefix(place, g)
			return place == g || isPrefix
		})
	}
	missing := map[string]bool{}
	// visit visits all values below v, whose place is path. All elements of a list have the
	// place of the list. An empty list counts as a value.
	var visit func(path string, v any)
	visit = func(path string, v any) {
		switch x := v.(type) {
		case map[string]any:
			for k, v := range x {
				visit(strings.TrimPrefix(path+"."+k, "."), v)
			}
			return
		case []any:
			for _, v := range x {
				visit(path, v)
			}
			if len(x) > 0 {
				return
			}
		}
		_, compared := f.worst[path]
		if !compared && !isGiven(path) {
			missing[path] = true
		}
	}
	visit("", root)
	for path := range missing {
		f.t.Errorf("%s is in the trace and was not recomputed", path)
	}
}

// karateRun returns a run at position 0 on the karate club with the given split. change
// may change the settings.
func karateRun(t *testing.T, split string, change func(*settings.Config)) *sgpc.Run {
	t.Helper()
	return runOn(t, graph.Karate(), split, change)
}

// runOn returns a run at position 0 on a graph. Widths are small, which saves time. Solves have
// the tolerance 1e-12, since tests compare to 1e-9. change may change the settings.
func runOn(t *testing.T, g *graph.Graph, split string, change func(*settings.Config)) *sgpc.Run {
	t.Helper()
	s, err := graph.ParseSplit(g, split, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := method.DefaultFor(g, s)
	c.Channels, c.Hidden, c.CGTol = 6, 12, 1e-12
	if change != nil {
		change(&c)
	}
	r, err := sgpc.New(g, s, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
