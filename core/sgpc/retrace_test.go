package sgpc_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	house "sheafscope/core/json"
	"sheafscope/core/sgpc"
)

// retrace recomputes every number of a trace from its JSON alone: from the
// graph, the settings, the parameters and what is drawn at random. It shares no
// code with the core. Numbers are compared by their place in the JSON, and at the
// end every place must have been compared, or be one of those given.
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

// given are the places that nothing else in a trace tells.
var given = []string{"schema", "graph.", "config.", "epoch", "parameters.", "shuffle", "sparsified.edges", "sparsified.weights", "guaranteed.edges",
	"guaranteed.weights", "lift.delta_ij", "lift.delta_ji", "gap_ascent.mode", "gap_ascent.metric", "gap_ascent.line_search", "gap_ascent.line_search.", "gap_ascent.eta",
	"gap_ascent.nearest.", "gap_ascent.crude.", "gap_ascent.direction", "gap_ascent.change", "gap_ascent.promised", "gap_ascent.step", "history.", "bound.loss",
	"bound.certificate.method", "bound.certificate.nodes", "bound.certificate.valid", "bound.certificate.reason", "bound.conformal.nodes",
	"bound.conformal.valid", "bound.conformal.reason", "claims.id", "claims.title", "claims.statement", "claims.note", "claims.counterexample",
	"claims.relation", "claims.holds", "claims.assumptions_met", "claims.evaluated", "afm.weights", "layers.afm.weights", "layers.diffusion.of", "claims.case"}

// traced is the trace as a reader of the contract sees it, by the names of the
// JSON.
type traced struct {
	Schema string
	Graph  struct {
		N, Classes int
		Edges      [][2]int
		Labels     []int
		Features   struct {
			Shape     [2]int
			Ptr, Cols []int
			Vals      []float64
		}
		Split struct{ Train, Val, Test []int }
	}
	Config     map[string]any
	Epoch      int
	WTheta     [][]float64 `json:"W_theta"`
	Centered   bool
	Sign       float64
	Parameters map[string]struct {
		Shape  [2]int
		Values []float64
	}
	Encoded               [][]float64
	Lift                  []tracedLift
	Shuffle               []int
	Laplacian, Normalized tracedOperator
	Spectrum              struct {
		Of        string
		Values    []float64
		Complete  bool
		KernelDim *int      `json:"kernel_dim"`
		KernelTol float64   `json:"kernel_tol"`
		NearTol   []float64 `json:"near_tol"`
		Range     [2]int    `json:"kernel_dim_range"`
		Lambda2   *float64
	}
	Diffusion              *tracedDiffusion
	AFM                    *tracedMixing
	Layers                 []tracedLayer
	Sparsified, Guaranteed *struct {
		Edges          []int
		Weights        []float64
		Draws, Entries int
		Kappa, Epsilon *float64
	}
	Probabilities, Calibrated [][]float64
	Posterior                 []struct {
		Edge                                  [2]int
		Alpha0, Beta0, Alpha, Beta, Kappa, KL float64
	}
	Bound struct {
		Empirical, Delta float64
		Total            *float64
		KLSum            float64 `json:"kl_sum"`
		NLabeled         int     `json:"n_labeled"`
		LKL              float64 `json:"L_KL"`
		Pi               [][]float64
		CHet             float64  `json:"c_het"`
		LSpec            *float64 `json:"L_spec"`
		LambdaKL         float64  `json:"lambda_KL"`
		LambdaSpec       float64  `json:"lambda_spec"`
		TestRisk         *float64 `json:"test_risk"`
		TestSameLoss     *float64 `json:"test_same_loss"`
		Certificate      struct {
			Bound      *float64
			Confidence float64
			Nodes      []int
		}
		Conformal struct {
			Level    float64
			Coverage *float64
			MeanSize *float64 `json:"mean_size"`
			Nodes    []int
		}
	}
	GapAscent struct {
		Mode         string
		Before       []float64
		AfterSheaf   []float64 `json:"after_sheaf"`
		AfterMatrix  []float64 `json:"after_matrix"`
		Metric       [][][]float64
		MetricBefore [][][]float64 `json:"metric_before"`
		Nearest      *struct{ Before float64 }
		LineSearch   []tracedTrial `json:"line_search"`
		Direction    [][]float64
		Promised     []float64
		Change       [][][]float64
	} `json:"gap_ascent"`
	History struct {
		Loss, CE, KL, Spec, Train, Val, Test, Bound, Lambda2 []float64
		GradientNorm                                         []float64   `json:"gradient_norm"`
		FirstOutput                                          [][]float64 `json:"first_output"`
	}
	Claims []struct {
		ID        string
		LHS, RHS  float64
		Evaluated bool
	}
}

type tracedTrial struct {
	Step                int
	Eta, Lambda2, Slope float64
	SlopeAt             float64 `json:"slope_at"`
	Armijo, Curvature   bool
}

type tracedLift struct {
	Edge     [2]int
	Mu, Nu   []float64
	Epsilon0 float64
	P0       [][]float64
	Sinkhorn []struct {
		Iteration int
		Error     float64
	}
	JKO struct {
		Mode                string
		Tau, Epsilon, Gamma float64
		Steps               []struct {
			P      [][]float64
			Energy float64
		}
	}
	P, S    [][]float64
	DeltaIJ [][]float64 `json:"delta_ij"`
	DeltaJI [][]float64 `json:"delta_ji"`
	Rij     [][]float64 `json:"R_ij"`
	Rji     [][]float64 `json:"R_ji"`
}

type tracedOperator struct {
	Convention string
	Dim        int
	Rows, Cols []int
	Vals       []float64
	Shift      float64
}

type tracedDiffusion struct {
	Dt            float64
	Of            string
	Input, Output [][]float64
	Iterations    int
	Residuals     []float64
}

type tracedMixing struct {
	Alpha         []float64
	Input, Output [][]float64
}

type tracedLayer struct {
	Diffusion *tracedDiffusion
	AFM       *tracedMixing
}

// recheck writes the trace of a run, which stands between two epochs or not, and
// recomputes it.
func recheck(t *testing.T, r *sgpc.Run, eps float64, between bool) *retrace {
	t.Helper()
	tr, err := r.Trace(nil)
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

// complete sees that every place of the JSON was compared or is given.
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
		if !seen && !slices.ContainsFunc(given, func(g string) bool { return path == g || strings.HasSuffix(g, ".") && strings.HasPrefix(path, g) }) {
			missing[path] = true
		}
	}
	walk("", all)
	for path := range missing {
		f.t.Errorf("%s stands in the trace and was not recomputed", path)
	}
}

// karate is a run on the karate club, a split of which has test nodes or not.
func karate(t *testing.T, split string, change func(*sgpc.Config)) *sgpc.Run {
	t.Helper()
	return runOn(t, graph.Karate(), split, change)
}

func runOn(t *testing.T, g *graph.Graph, split string, change func(*sgpc.Config)) *sgpc.Run {
	t.Helper()
	s, err := graph.ParseSplit(g, split, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := sgpc.DefaultFor(g, s)
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
