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

// TestTrialsAreValidAndDistinct: every start but the first sets all settings of the start “equal ends”. On three graphs, each of the
// MaxTried trials has valid settings, and no two trials are the same run. The scaling of signed features has no effect, so the test ignores
// it. The features of the generated graph are signed.
func TestTrialsAreValidAndDistinct(t *testing.T) {
	// The first start is the default of the family.
	list := allStarts(cost.Shape{})
	plain := list[slices.IndexFunc(list, func(v variant) bool { return v.name == "equal ends" })]
	for _, v := range list[1:] {
		for name := range plain.set {
			if v.set[name] == "" {
				t.Errorf("the start %s does not set %s", v.name, name)
			}
		}
	}
	for _, name := range []string{"karate", "florentine", "sbm:n=60,classes=3"} {
		s, seen := newSearch(t, name, 1, nil, 0), map[settings.Config]string{}
		for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
			for _, j := range jobs {
				s.Report(j, equalScores(inventedAccuracy(j)), nil)
			}
		}
		for k, x := range s.Trials() {
			c := s.Config(k)
			if err := c.Validate(); err != nil {
				t.Errorf("%s: %s has invalid settings: %v", name, x.From, err)
			}
			effective := c.Effective()
			if s.shape.Signed {
				effective.Features = ""
			}
			if other, ok := seen[effective]; ok {
				t.Errorf("%s: %s is the same run as %s", name, x.From, other)
			}
			seen[effective] = x.From
		}
		if wantSigned := strings.HasPrefix(name, "sbm"); len(seen) != MaxTried || s.shape.Signed != wantSigned {
			t.Errorf("%s: %d trials, signed %v; want %d, %v", name, len(seen), s.shape.Signed, MaxTried, wantSigned)
		}
	}
}

// runFromStart returns a run on a graph with the settings of a start, after three epochs, and these settings.
func runFromStart(t *testing.T, g *graph.Graph, start string) (*sgpc.Run, settings.Config) {
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

// TestStartWithoutSheafIsMLP: without the sheaf a start is the peer MLP, softmax(W₂·ReLU(W₁x + b₁) + b₂), on signed features and on their
// absolute values. Width, dropout and training equal those of the peer, but epochs and patience are fewer.
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
			t.Fatalf("the features are signed: %v, want %v", !signed, signed)
		}
		checkPerceptron(t, g)
	}
}

// checkPerceptron fails unless the start without the sheaf has the settings of the peer MLP, and computes its probabilities, on a graph.
func checkPerceptron(t *testing.T, g *graph.Graph) {
	t.Helper()
	r, c := runFromStart(t, g, "without the sheaf")
	m, err := method.Configure(g, r.Split, "mlp", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	// The start has two dropouts in the place of one of the MLP, with a probability of four decimals. It has a third of the epochs of the MLP
	// and half of its patience.
	bothDropouts := (1 - c.Dropout) * (1 - c.Dropout)
	if c.D*c.Channels != m.Hidden || m.Layers != 2 || math.Abs(bothDropouts-(1-m.Dropout)) > 1e-4 {
		t.Errorf("the network of the start is\n%+v\nwant width and dropout of\n%+v", c, m)
	}
	if c.InputDropout != m.InputDropout || c.LR != m.LR || c.WeightDecay != m.WeightDecay {
		t.Errorf("the start trains with\n%+v\nwant input dropout, learning rate and weight decay of\n%+v", c, m)
	}
	if 3*c.Epochs != m.Epochs || 2*c.Patience != m.Patience {
		t.Errorf("%d epochs with patience %d, want a third of %d and a half of %d", c.Epochs, c.Patience, m.Epochs, m.Patience)
	}
	r.RestoreBest() // also evaluates the network with the restored parameters
	parameters := map[string]sgpc.Parameter{}
	for _, p := range r.Parameters() {
		parameters[p.Name] = p
	}
	// linear returns Wx + b with the weights and the bias of a name.
	linear := func(x []float64, name string) []float64 {
		w, b := parameters[name+".weight"], parameters[name+".bias"].Data
		out := slices.Clone(b)
		for i, v := range x {
			for j := range out {
				out[j] += v * w.Data[i*w.Cols+j]
			}
		}
		return out
	}
	// The probabilities of each node, by the equation of the MLP.
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
				t.Fatalf("node %d has the probability %g of class %d, want %g", i, got, k, z[k]/sum)
			}
		}
	}
}

// TestAveragingStartsHaveGCNLaplacian: after three epochs, the averaging starts have the Laplacian I − Â of a GCN in each coordinate of the
// stalks, with Â = D̃^{−1/2}(A+I)D̃^{−1/2}. The initial filter of the start of two steps is (Â + 2Â²)/3.
func TestAveragingStartsHaveGCNLaplacian(t *testing.T) {
	g := graph.Karate()
	for _, start := range []string{"averages", "averages of two steps", "averages beside features"} {
		// The normalized sheaf Laplacian of the maps of the run.
		r, c := runFromStart(t, g, start)
		maps, d := r.Maps()
		s := sheaf.New(g.N, d, g.Edges)
		copy(s.R, maps)
		hat := sheaf.New(g.N, d, g.Edges)
		sheaf.NewNormalizer(g.N, d, g.Edges).Forward(s, c.Shift, hat)
		l := sheaf.NewLaplacian(g.N, d, g.Edges)
		l.Assemble(hat)
		degree := make([]float64, g.N)
		isEdge := map[[2]int]bool{}
		for _, e := range g.Edges {
			i, j := int(e.I), int(e.J)
			degree[i]++
			degree[j]++
			isEdge[[2]int{i, j}], isEdge[[2]int{j, i}] = true, true
		}
		// Each d×d block is a multiple of the identity.
		dense := l.Dense()
		for i := range g.N {
			for j := range g.N {
				for k := range d * d {
					row, column, want := k/d, k%d, 0.0
					if row == column && i == j {
						want = 1 - 1/(degree[i]+1)
					} else if row == column && isEdge[[2]int{i, j}] {
						want = -1 / math.Sqrt((degree[i]+1)*(degree[j]+1))
					}
					if got := dense.Row(i*d + row)[j*d+column]; math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s: block (%d, %d) has %g at (%d, %d), want %g", start, i, j, got, row, column, want)
					}
				}
			}
		}
		if c.Q == 2 {
			checkInitialFilter(t, r, c, hat, l)
		}
	}
}

// checkInitialFilter fails unless each filter of an untrained run with the settings c maps a signal x to (Âx + 2Â²x)/3, where Â = I − L̂.
// hat is the normalized sheaf and l is L̂. trained has the graph and the split.
func checkInitialFilter(t *testing.T, trained *sgpc.Run, c settings.Config, hat *sheaf.Sheaf, l *sheaf.Laplacian) {
	t.Helper()
	r, err := sgpc.New(trained.Graph, trained.Split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.StepStage() // creates the parameters
	x := make([]float64, l.Dim())
	for k := range x {
		x[k] = math.Sin(float64(k))
	}
	// average returns x − L̂x.
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
	twice, filters := average(once), 0
	for _, p := range r.Parameters() {
		if !strings.HasPrefix(p.Name, "afm.gamma") {
			continue
		}
		filters++
		f := diffusion.NewFilter(new(diffusion.Workspace), func(n int) []float64 { return make([]float64, n) }, hat, l, 1, c.Q,
			diffusion.SignedWeights)
		for k, got := range f.Forward(p.Data, x) {
			if want := (once[k] + 2*twice[k]) / 3; math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s: row %d becomes %g, want %g", p.Name, k, got, want)
			}
		}
	}
	if filters != c.Layers || c.AFMWeights != "signed" {
		t.Errorf("%d filters with %s weights, want %d with signed weights", filters, c.AFMWeights, c.Layers)
	}
}

// TestLargeGraphsGetLessWork: on three large graphs a search trains for fewer epochs in its first rung, tries fewer configurations, and its
// work is at most 1.2 times boundedWork. On three other graphs it trains for all epochs and tries
// all 24, and its work is at most 1.1 times affordableInAll.
// With fewer than manyNodes validation nodes a single run never ranks configurations.
// The share of the work that is left begins at 1, ends at 0, and grows only in stages that add configurations.
func TestLargeGraphsGetLessWork(t *testing.T) {
	// The last two columns are recorded from this program.
	for _, x := range []struct {
		shape   cost.Shape
		bounded bool
		missing int // starts that are not tried
		tried   int // configurations
	}{{cost.Shape{Nodes: 183, Edges: 280, Features: 1703, Entries: 15000, Classes: 5}, false, 0, 24},
		{cost.Shape{Nodes: 2708, Edges: 5278, Features: 1433, Entries: 49000, Classes: 7}, false, 0, 24},
		{cost.Shape{Nodes: 2277, Edges: 31371, Features: 2325, Entries: 50000, Classes: 5}, false, 0, 24},
		{cost.Shape{Nodes: 7500, Edges: 120000, Features: 745, Entries: 1800000, Classes: 8}, true, 0, 22},
		{cost.Shape{Nodes: 12000, Edges: 500000, Features: 16, Entries: 192000, Classes: 5}, true, 1, 15},
		{cost.Shape{Nodes: 12000, Edges: 1200000, Features: 16, Entries: 192000, Classes: 5}, true, 5, 13}} {
		s := searchOnTenSplits(t, Version, x.shape)
		for n := 0; ; n++ {
			jobs := s.Pending()
			if len(jobs) == 0 {
				break
			}
			before := s.Left()
			s.Report(jobs[0], equalScores(inventedAccuracy(jobs[0])), nil)
			left := s.Left()
			beginsBelow1 := n == 0 && before != 1
			if left < 0 || before > 1 || beginsBelow1 {
				t.Fatalf("%d edges, run %d: %g of the work is left, then %g, want shares from 1 to 0", x.shape.Edges, n, before, left)
			}
			// A stage with keep = 0 adds configurations. At the end of the search left is 0 and s.stage is no index, so that the second
			// condition is not evaluated.
			if left > before+1e-9 && s.stages[s.stage].keep > 0 {
				t.Fatalf("%d edges, run %d: the share of the work left grows from %g to %g in a rung", x.shape.Edges, n, before, left)
			}
		}
		bound, seen := 1.1*affordableInAll, map[string]bool{}
		if x.bounded {
			bound = 1.2 * boundedWork // configurations that are tried in any case may exceed the share of a rung
		}
		for _, trial := range s.Trials() {
			seen[trial.From] = true
			first := trial.Rungs[0]
			if first.Runs < 2 && s.splits[0].Val < manyNodes {
				t.Errorf("%d nodes: %s is ranked by %d runs on %d validation nodes", x.shape.Nodes, trial.From, first.Runs, s.splits[0].Val)
			}
			if isBounded := first.Epochs > 0; isBounded != x.bounded {
				t.Errorf("%d nodes: %s has limited epochs: %v, want %v: %v", x.shape.Nodes, trial.From, isBounded, x.bounded, trial.Rungs)
			}
		}
		missing := 0
		for _, v := range allStarts(cost.Shape{}) {
			if !seen[v.name] {
				missing++
			}
		}
		if s.trained > bound || s.Left() != 0 {
			t.Errorf("%d edges: %.2g multiplications, want at most %.2g; %g of the work is left, want 0", x.shape.Edges, s.trained, bound, s.Left())
		}
		if missing != x.missing || len(s.Trials()) != x.tried {
			t.Errorf("%d edges: %d configurations without %d starts, want %d without %d", x.shape.Edges, len(s.Trials()), missing, x.tried,
				x.missing)
		}
		t.Logf("%d edges: %d configurations, %d starts are not tried, %.2g multiplications, stages %v", x.shape.Edges, len(s.Trials()), missing,
			s.trained, s.stages)
	}
}
