package tune

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// TestTrialsAreValidAndDistinct: every start sets the same settings, every change is valid, and no two trials are the same run.
// Signed features are never scaled.
func TestTrialsAreValidAndDistinct(t *testing.T) {
	list := allStarts(cost.Shape{})
	plain := list[slices.IndexFunc(list, func(v variant) bool { return v.name == "equal ends" })]
	for _, v := range list[1:] {
		for name := range plain.set {
			if v.set[name] == "" {
				t.Errorf("%s leaves %s open", v.name, name)
			}
		}
	}
	for _, name := range []string{"karate", "florentine", "sbm:n=60,classes=3"} {
		s, seen := of(t, name, 1, nil, 0), map[settings.Config]string{}
		for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
			for _, j := range jobs {
				s.Report(j, alike(invented(j)), nil)
			}
		}
		for k, x := range s.Trials() {
			c := s.Config(k)
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
			e := c.Effective()
			if s.shape.Signed {
				e.Features = ""
			}
			if who, ok := seen[e]; ok {
				t.Errorf("%s computes what %s does", x.From, who)
			}
			seen[e] = x.From
		}
		if len(seen) != MaxTried || s.shape.Signed != strings.HasPrefix(name, "sbm") {
			t.Errorf("%s: %d trials, signed: %v", name, len(seen), s.shape.Signed)
		}
	}
}

// trained is a run of a start after three epochs, with its settings.
func trained(t *testing.T, g *graph.Graph, start string) (*sgpc.Run, settings.Config) {
	t.Helper()
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(g, split, "sgpc", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range allStarts(cost.ShapeOf(g)) {
		if v.name == start {
			c, _ = withVariant(c, v, nil, cost.ShapeOf(g))
		}
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r.StepEpoch()
	}
	return r, c
}

// TestStartWithoutSheafIsMLP: without the sheaf a start is the peer MLP, softmax(W₂·ReLU(W₁x + b₁) + b₂), on measurements and on word
// counts. Width, dropout and training are those of the peer, except for fewer epochs.
func TestStartWithoutSheafIsMLP(t *testing.T) {
	for _, signed := range []bool{true, false} {
		g, err := graph.Builtin("sbm:n=120,classes=3,homophily=0.1")
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range g.X.Val {
			if !signed {
				g.X.Val[k] = math.Abs(v)
			}
		}
		if train.Signed(g.X) != signed {
			t.Fatal("features of the wrong sign")
		}
		isPerceptron(t, g)
	}
}

// isPerceptron fails the test unless the start without the sheaf computes the peer MLP.
func isPerceptron(t *testing.T, g *graph.Graph) {
	t.Helper()
	r, c := trained(t, g, "without the sheaf")
	m, err := method.Configure(g, r.Split, "mlp", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	if c.D*c.Channels != m.Hidden || m.Layers != 2 || math.Abs((1-c.Dropout)*(1-c.Dropout)-(1-m.Dropout)) > 1e-4 ||
		c.InputDropout != m.InputDropout || c.LR != m.LR || c.WeightDecay != m.WeightDecay ||
		3*c.Epochs != m.Epochs || 2*c.Patience != m.Patience {
		t.Errorf("trained otherwise:\n%+v\n%+v", c, m)
	}
	r.RestoreBest() // evaluates the parameters that are restored
	at := map[string]sgpc.Parameter{}
	for _, p := range r.Parameters() {
		at[p.Name] = p
	}
	linear := func(x []float64, name string) []float64 {
		w, b := at[name+".weight"], at[name+".bias"].Data
		out := slices.Clone(b)
		for i, v := range x {
			for j := range out {
				out[j] += v * w.Data[i*w.Cols+j]
			}
		}
		return out
	}
	x := g.X.Dense()
	prob := view.Frame(r, frame.Focus{}).Prob
	for i := range g.N {
		h := linear(x.Row(i), "encoder")
		for k := range h {
			h[k] = max(0, h[k])
		}
		z, sum := linear(h, "head"), 0.0
		for k := range z {
			z[k] = math.Exp(z[k])
			sum += z[k]
		}
		for k := range z {
			if got := prob[i*g.Classes+k]; math.Abs(got-z[k]/sum) > 1e-9 {
				t.Fatalf("node %d has %g for class %d, by hand %g", i, got, k, z[k]/sum)
			}
		}
	}
}

// TestAveragingStartsHaveGCNLaplacian: the averaging starts have the Laplacian I − Â with Â = D̃^{−1/2}(A+I)D̃^{−1/2} of a GCN.
// The initial filter of two steps is (Â + 2Â²)/3.
func TestAveragingStartsHaveGCNLaplacian(t *testing.T) {
	g := graph.Karate()
	for _, start := range []string{"averages", "averages of two steps", "averages beside features"} {
		r, c := trained(t, g, start)
		maps, d := r.Maps()
		s := sheaf.New(g.N, d, g.Edges)
		copy(s.R, maps)
		hat := sheaf.New(g.N, d, g.Edges)
		sheaf.NewNormalizer(g.N, d, g.Edges).Forward(s, c.Shift, hat)
		l := sheaf.NewLaplacian(g.N, d, g.Edges)
		l.Assemble(hat)
		degree := make([]float64, g.N)
		joined := map[[2]int]bool{}
		for _, e := range g.Edges {
			i, j := int(e.I), int(e.J)
			degree[i]++
			degree[j]++
			joined[[2]int{i, j}], joined[[2]int{j, i}] = true, true
		}
		dense := l.Dense()
		for i := range g.N {
			for j := range g.N {
				for k := range d * d {
					want := 0.0
					if a, b := k/d, k%d; a == b && i == j {
						want = 1 - 1/(degree[i]+1)
					} else if a == b && joined[[2]int{i, j}] {
						want = -1 / math.Sqrt((degree[i]+1)*(degree[j]+1))
					}
					if got := dense.Row(i*d + k/d)[j*d+k%d]; math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s: block of %d and %d has %g, want %g", start, i, j, got, want)
					}
				}
			}
		}
		if c.Q == 2 {
			beginsInSteps(t, r, c, hat, l)
		}
	}
}

// beginsInSteps: the filter of an untrained run makes (Â + 2Â²)/3 of any input, Â = I − L̂.
func beginsInSteps(t *testing.T, trained *sgpc.Run, c settings.Config, hat *sheaf.Sheaf, l *sheaf.Laplacian) {
	t.Helper()
	r, err := sgpc.New(trained.Graph, trained.Split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.StepStage() // makes the parameters
	x := make([]float64, l.Dim())
	for k := range x {
		x[k] = math.Sin(float64(k))
	}
	average := func(x []float64) []float64 {
		out := slices.Clone(x)
		for i := range out {
			for j, v := range l.Dense().Row(i) {
				out[i] -= v * x[j]
			}
		}
		return out
	}
	once := average(x)
	twice, seen := average(once), 0
	for _, p := range r.Parameters() {
		if !strings.HasPrefix(p.Name, "afm.gamma") {
			continue
		}
		seen++
		f := diffusion.NewFilter(new(diffusion.Workspace), func(n int) []float64 { return make([]float64, n) }, hat, l, 1, c.Q,
			diffusion.SignedWeights)
		for k, got := range f.Forward(p.Data, x) {
			if want := (once[k] + 2*twice[k]) / 3; math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s: row %d becomes %g, want %g", p.Name, k, got, want)
			}
		}
	}
	if seen != c.Layers || c.AFMWeights != "signed" {
		t.Errorf("%d filters with %s weights", seen, c.AFMWeights)
	}
}

// TestLargeGraphsGetLessWork: on a large graph a search has fewer epochs and fewer runs, and takes about half an hour. On other graphs it
// is complete. On small validation sets a single run never ranks configurations.
func TestLargeGraphsGetLessWork(t *testing.T) {
	for _, x := range []struct {
		shape   cost.Shape
		bounded bool
		missing int // starts
		tried   int
	}{{cost.Shape{Nodes: 183, Edges: 280, Features: 1703, Entries: 15000, Classes: 5}, false, 0, 24},
		{cost.Shape{Nodes: 2708, Edges: 5278, Features: 1433, Entries: 49000, Classes: 7}, false, 0, 24},
		{cost.Shape{Nodes: 2277, Edges: 31371, Features: 2325, Entries: 50000, Classes: 5}, false, 0, 24},
		{cost.Shape{Nodes: 7500, Edges: 120000, Features: 745, Entries: 1800000, Classes: 8}, true, 0, 22},
		{cost.Shape{Nodes: 12000, Edges: 500000, Features: 16, Entries: 192000, Classes: 5}, true, 1, 15},
		{cost.Shape{Nodes: 12000, Edges: 1200000, Features: 16, Entries: 192000, Classes: 5}, true, 5, 13}} {
		s := tenSplits(t, Version, x.shape)
		for n := 0; ; n++ {
			jobs := s.Pending()
			if len(jobs) == 0 {
				break
			}
			before := s.Left()
			s.Report(jobs[0], alike(invented(jobs[0])), nil)
			if left := s.Left(); left < 0 || before > 1 || n == 0 && before != 1 || left > before+1e-9 && s.stages[s.stage].keep > 0 {
				t.Fatalf("%d edges, run %d: %g of the work is left, then %g", x.shape.Edges, n, before, left)
			}
		}
		bound, seen := 1.1*affordableInAll, map[string]bool{}
		if x.bounded {
			bound = 1.2 * boundedWork // what is tried in any case may pass a part
		}
		for _, y := range s.Trials() {
			seen[y.From] = true
			if y.Rungs[0].Runs < 2 && s.splits[0].Val < manyNodes || y.Rungs[0].Epochs > 0 != x.bounded {
				t.Errorf("%d nodes: %s is judged by %v", x.shape.Nodes, y.From, y.Rungs)
			}
		}
		missing := 0
		for _, v := range allStarts(cost.Shape{}) {
			if !seen[v.name] {
				missing++
			}
		}
		if s.trained > bound || missing != x.missing || len(s.Trials()) != x.tried || s.Left() != 0 {
			t.Errorf("%d edges: %d configurations, %d starts missing, %.2g multiplications", x.shape.Edges, len(s.Trials()), missing, s.trained)
		}
		t.Logf("%d edges: %d configurations, %d starts are not, %.2g multiplications, stages %v", x.shape.Edges, len(s.Trials()), missing,
			s.trained, s.stages)
	}
}
