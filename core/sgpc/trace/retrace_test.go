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
// the settings, the parameters and what is drawn at random. It shares no code with
// the core. Numbers are compared by their place in the JSON, and at the end every
// place must have been compared, or be one of those given.
type retrace struct {
	t *testing.T
	traced
	n, d, c, classes int
	eps              float64 // tolerance
	// worst is the largest difference by place, relative to max(1, |want|, scale).
	worst map[string]float64

	y      []int // labels of training nodes, −1 elsewhere
	train  map[int]bool
	h0     *mat.Dense
	lap    *mat.SymDense // of the maps
	look   *mat.SymDense // the operator that diffuses
	values []float64
	vec    mat.Dense
	dt     float64
}

// given are the places that nothing else in a trace gives.
var given = []string{"schema", "graph.", "config.", "epoch", "parameters.", "shuffle", "sparsified.edges", "sparsified.weights",
	"guaranteed.edges",
	"guaranteed.weights", "gap_ascent.mode", "gap_ascent.metric_before", "gap_ascent.nearest.eta",
	"gap_ascent.nearest.iterations", "gap_ascent.nearest.tolerance", "gap_ascent.nearest.maps",
	"gap_ascent.direction", "gap_ascent.change", "history.", "bound.loss",
	"bound.certificate.method", "bound.certificate.nodes", "bound.certificate.valid", "bound.certificate.reason", "bound.conformal.nodes",
	"bound.conformal.valid", "bound.conformal.reason", "claims.id", "claims.title", "claims.statement", "claims.note", "claims.answer",
	"claims.reply",
	"claims.relation", "claims.holds", "claims.assumptions_met", "claims.evaluated", "afm.weights", "layers.afm.weights",
	"layers.diffusion.of", "claims.case"}

// recheck writes the trace of a run, which stands between two epochs or not, and
// recomputes it.
func recheck(t *testing.T, r *sgpc.Run, eps float64, between bool) *retrace {
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
	f.encoder()
	f.lifts()
	f.operators()
	f.network()
	f.posterior()
	f.bound()
	f.certificates()
	f.ascent()
	f.search()
	f.draws()
	if between {
		f.history()
	}
	f.claims()
	f.complete(text)
	return f
}

func (f *retrace) number(name string) float64 { return f.Config[name].(float64) }
func (f *retrace) word(name string) string    { return f.Config[name].(string) }

// near compares a number of the trace with its recomputation.
func (f *retrace) near(place string, got, want, scale float64) {
	f.t.Helper()
	diff := math.Abs(got-want) / max(1, math.Abs(want), scale)
	if !(diff <= f.eps) && len(f.worst) < 1000 {
		f.t.Errorf("%s: %.15g, recomputed %.15g", place, got, want)
		f.worst[place+" WRONG"] = diff
		if len(f.worst) > 60 {
			f.t.FailNow()
		}
	}
	f.worst[place] = max(f.worst[place], diff)
}

func (f *retrace) same(place string, got, want any) {
	f.t.Helper()
	f.worst[place] = max(f.worst[place], 0)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.t.Errorf("%s: %v, recomputed %v", place, got, want)
	}
}

// maybe compares a number that is null when want is NaN.
func (f *retrace) maybe(place string, got *float64, want float64) {
	f.t.Helper()
	if (got == nil) != math.IsNaN(want) {
		f.t.Errorf("%s: %v, recomputed %g", place, got, want)
	}
	f.worst[place] = max(f.worst[place], 0)
	if got != nil {
		f.near(place, *got, want, 0)
	}
}

func (f *retrace) matrix(place string, got [][]float64, want mat.Matrix) {
	f.t.Helper()
	r, c := want.Dims()
	f.worst[place] = max(f.worst[place], 0)
	if len(got) != r || r > 0 && len(got[0]) != c {
		f.t.Fatalf("%s: %d rows, want %d×%d", place, len(got), r, c)
	}
	scale := 0.0
	if r > 0 {
		scale = mat.Max(want)
	}
	for i := range r {
		for j := range c {
			f.near(place, got[i][j], want.At(i, j), scale)
		}
	}
}

func (f *retrace) param(name string) *mat.Dense {
	p, ok := f.Parameters[name]
	if !ok {
		f.t.Fatalf("no parameter %s", name)
	}
	return mat.NewDense(p.Shape[0], p.Shape[1], p.Values)
}

// complete fails the test unless every number of the JSON was compared, or is an input.
func (f *retrace) complete(text []byte) {
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		f.t.Fatal(err)
	}
	missing := map[string]bool{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch x := v.(type) {
		case map[string]any:
			for k, v := range x {
				walk(strings.TrimPrefix(path+"."+k, "."), v)
			}
			return
		case []any:
			for _, v := range x {
				walk(path, v)
			}
			if len(x) > 0 {
				return
			}
		}
		_, seen := f.worst[path]
		if !seen && !slices.ContainsFunc(given, func(g string) bool {
			return path == g || strings.HasSuffix(g, ".") && strings.HasPrefix(path,
				g)
		}) {
			missing[path] = true
		}
	}
	walk("", all)
	for path := range missing {
		f.t.Errorf("%s stands in the trace and was not recomputed", path)
	}
}

// karate is a run on the karate club, a split of which has test nodes or not.
func karate(t *testing.T, split string, change func(*settings.Config)) *sgpc.Run {
	t.Helper()
	return runOn(t, graph.Karate(), split, change)
}

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
