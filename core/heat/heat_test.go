package heat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/tables"
)

// TestVerdictsEqualDefinitions compares the verdicts with means, t-tests and Holm's procedure by their definitions.
// The accuracies are random, with a known difference at each point.
func TestVerdictsEqualDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 8))
	axes := []Axis{{"homophily", []float64{0.1, 0.5, 0.9}}, {"signal", []float64{0.5, 1}}}
	m, err := New("universe:n=60,seed=3", axes, 7, []string{"gcn", "sgpc", "mlp", "nsd-diag"})
	if err != nil {
		t.Fatal(err)
	}
	shift := []float64{0.3, -0.3, 0, 0.02, -0.02, 0.15}
	val, test := map[[3]int]float64{}, map[[3]int]float64{}
	for p := range m.Points() {
		for k := range m.Models {
			for g := range m.Graphs {
				at := [3]int{p, k, g}
				val[at], test[at] = float64(r.IntN(1001))/1000, 0.5+float64(r.IntN(100))/1000
				if Sheaf(m.Models[k]) {
					test[at] += shift[p]
				}
				m.Set(p, k, g, val[at], test[at])
			}
		}
	}
	var want []Verdict
	for p := range m.Points() {
		var d []float64
		for g := range m.Graphs {
			best := func(a, b int) float64 {
				if val[[3]int{p, b, g}] > val[[3]int{p, a, g}] {
					a = b
				}
				return 100 * test[[3]int{p, a, g}]
			}
			d = append(d, best(1, 3)-best(0, 2))
		}
		s := tables.Summarize(d)
		want = append(want, Verdict{Summary: s, P: s.PValue()})
	}
	for k, v := range m.Verdicts() {
		smaller := 0
		for _, w := range want {
			if w.P < want[k].P {
				smaller++
			}
		}
		if math.Abs(v.Mean-want[k].Mean) > 1e-2 || math.Abs(v.P-want[k].P) > 1e-2*want[k].P+1e-9 {
			t.Errorf("point %d: %+v, want %+v", k, v, want[k])
		}
		sign := 0
		if want[k].P <= Level/float64(len(want)-smaller) {
			sign = int(math.Copysign(1, want[k].Mean))
		}
		if v.Sign != sign || k < 3 && float64(sign) != math.Copysign(1, shift[k])*math.Ceil(math.Abs(shift[k])) {
			t.Errorf("point %d, shifted by %v: sign %d, p = %v", k, shift[k], v.Sign, v.P)
		}
	}
	if s := m.Mean(5, 1); s.N != 7 || math.Abs(s.Mean-70) > 5 {
		t.Errorf("%+v", s)
	}
	// A graph with a missing accuracy does not count.
	m.Set(4, 0, 2, -1, -1)
	if v := m.Verdicts()[4]; v.N != 6 || m.Mean(4, 0).N != 6 || m.Mean(4, 1).N != 7 {
		t.Errorf("%+v", v)
	}
}

// TestPointsHaveTheirParameters checks that a point has the parameters of the axes, that each graph has another seed, and that New rejects
// wrong grids.
func TestPointsHaveTheirParameters(t *testing.T) {
	m, err := New("universe:n=60,seed=3", []Axis{{"homophily", []float64{0.1, 0.5}}, {"degree", []float64{4, 6}}}, 2, []string{"mlp"})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []Axis{{"", []float64{0.1, 4}}, {"", []float64{0.5, 4}}, {"", []float64{0.1, 6}}, {"", []float64{0.5, 6}}} {
		for g := range 2 {
			_, v, err := graph.ParseSpec(m.Spec(p, g))
			if err != nil || v["homophily"] != want.Values[0] || v["degree"] != want.Values[1] || v["n"] != 60 || v["seed"] != float64(3+g) {
				t.Errorf("%d, %d: %s, %v", p, g, m.Spec(p, g), err)
			}
		}
	}
	for why, bad := range map[string]struct {
		base   string
		axes   []Axis
		graphs int
	}{
		"no generator":  {"nothing", []Axis{{"n", []float64{4}}}, 2},
		"draws nothing": {"ring", []Axis{{"n", []float64{4}}}, 2},
		"one axis":      {"universe", nil, 2},
		"different":     {"universe", []Axis{{"n", []float64{40}}, {"n", []float64{50}}}, 2},
		"but its seed":  {"universe", []Axis{{"seed", []float64{4}}}, 2},
		"and values":    {"universe", []Axis{{"degree", nil}}, 2},
		"100 points":    {"universe", []Axis{{"degree", make([]float64, 101)}}, 2},
		"100 graphs":    {"universe", []Axis{{"degree", []float64{4}}}, 101},
		"homophily=2":   {"universe", []Axis{{"homophily", []float64{0, 2}}}, 1},
	} {
		if _, err := New(bad.base, bad.axes, bad.graphs, nil); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// TestPooledMeanEqualsDefinition compares the pooled mean and its interval with their definitions, and checks that the sentence begins
// with them.
func TestPooledMeanEqualsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 11))
	for _, shift := range []float64{-0.2, 0, 0.2} {
		axes := []Axis{{"homophily", []float64{0.1, 0.5, 0.9}}, {"signal", []float64{0.5, 1}}}
		m, err := New("universe:n=60,seed=3", axes, 9, []string{"gcn", "nsd-diag"})
		if err != nil {
			t.Fatal(err)
		}
		means := make([]float64, m.Graphs)
		for p := range m.Points() {
			for g := range m.Graphs {
				graph, sheaf := float64(300+r.IntN(200))/1000, float64(300+r.IntN(200))/1000+shift
				m.Set(p, 0, g, 0.5, graph)
				m.Set(p, 1, g, 0.5, sheaf)
				means[g] += 100 * (sheaf - graph) / 6
			}
		}
		m.Set(4, 1, 7, -1, -1) // a seed that is not whole
		means = append(means[:7], means[8])
		mean, squares := 0.0, 0.0
		for _, x := range means {
			mean += x / 8
		}
		for _, x := range means {
			squares += (x - mean) * (x - mean) / 7
		}
		const t7 = 2.364624251592785 // the quantile 0.975 of Student's t with 7 degrees of freedom
		s := m.Pooled()
		if half := t7 * math.Sqrt(squares/8); s.N != 8 || math.Abs(s.Mean-mean) > 1e-9 || math.Abs(s.Interval()-half) > 1e-9 {
			t.Errorf("%v ± %v, want %v ± %v", s.Mean, s.Interval(), mean, half)
		}
		text := m.Sentence()
		side := map[bool]string{true: "behind", false: "ahead"}[mean < 0]
		want := fmt.Sprintf("Pooled over all kinds of graphs the sheaf "+
			"models are %.1f ± %.1f points %s (95 %%, p ", math.Abs(mean), s.Interval(), side)
		if !strings.HasPrefix(text, want) ||
			!strings.Contains(text, "8 graph seeds). Of 6 kinds of graphs a sheaf wins on ") ||
			(shift != 0) != strings.Contains(text, "p < 0.001") {
			t.Errorf("%s\nwant %s", text, want)
		}
	}
}

// TestStoredSentence checks the sentences of the stored maps.
// On the first map the pooled mean is below 0, and no point is decided.
// On the second map sheaf models win at two of four points: those where ties keep their rule. At the others, ties carry no information.
func TestStoredSentence(t *testing.T) {
	for name, want := range map[string]string{
		"stored.json": "Pooled over all kinds of graphs the sheaf models are 5.5 ± 3.4 points behind (95 %, p = 0.007, 8 graph seeds). " +
			"Of 15 kinds of graphs a sheaf wins on 0 and a graph on 0. On 15 they cannot be told apart.",
		"ties.json": "Pooled over all kinds of graphs the sheaf models are 8.0 ± 2.3 points ahead (95 %, p < 0.001, 30 graph seeds). " +
			"Of 4 kinds of graphs a sheaf wins on 2 and a graph on 0. On 2 they cannot be told apart."} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Sentence(); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}
