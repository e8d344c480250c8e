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

// TestVerdictsEqualDefinitions: the verdicts equal means, t-tests and Holm's procedure by their definitions, for random accuracies with a
// known difference of the sheaf models at each point. Differences of 0.3 and −0.3 are decided with their sign, and 0 is not.
// On each graph the best sheaf model by validation accuracy is compared with the best other model.
// A graph with a missing accuracy does not count.
func TestVerdictsEqualDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 8))
	axes := []Axis{{"homophily", []float64{0.1, 0.5, 0.9}}, {"signal", []float64{0.5, 1}}}
	m, err := New("universe:n=60,seed=3", axes, 7, []string{"gcn", "sgpc", "mlp", "nsd-diag"})
	if err != nil {
		t.Fatal(err)
	}
	// shift is the difference at each point.
	shift := []float64{0.3, -0.3, 0, 0.02, -0.02, 0.15}
	// The keys are point, model and graph.
	val, test := map[[3]int]float64{}, map[[3]int]float64{}
	for p := range m.Points() {
		for k := range m.Models {
			for g := range m.Graphs {
				key := [3]int{p, k, g}
				val[key], test[key] = float64(r.IntN(1001))/1000, 0.5+float64(r.IntN(100))/1000
				if Sheaf(m.Models[k]) {
					test[key] += shift[p]
				}
				m.Set(p, k, g, val[key], test[key])
			}
		}
	}
	// The verdicts by definition, from the differences on each graph in percentage points. Models 1 and 3 have a sheaf.
	var want []Verdict
	for p := range m.Points() {
		var differences []float64
		for g := range m.Graphs {
			// best returns, in per cent, the test accuracy of model a or b, whichever has the larger validation accuracy.
			best := func(a, b int) float64 {
				if val[[3]int{p, b, g}] > val[[3]int{p, a, g}] {
					a = b
				}
				return 100 * test[[3]int{p, a, g}]
			}
			differences = append(differences, best(1, 3)-best(0, 2))
		}
		s := tables.Summarize(differences)
		want = append(want, Verdict{Summary: s, P: s.PValue()})
	}
	for k, v := range m.Verdicts() {
		// Holm's procedure compares p with Level divided by the number of points without those of smaller p.
		smaller := 0
		for _, other := range want {
			if other.P < want[k].P {
				smaller++
			}
		}
		// One step of an accuracy, 0.1, would change the mean of 7 graphs by 0.014.
		if math.Abs(v.Mean-want[k].Mean) > 1e-2 || math.Abs(v.P-want[k].P) > 1e-2*want[k].P+1e-9 {
			t.Errorf("point %d: %+v, want %+v", k, v, want[k])
		}
		sign := 0
		if want[k].P <= Level/float64(len(want)-smaller) {
			sign = int(math.Copysign(1, want[k].Mean))
		}
		if v.Sign != sign {
			t.Errorf("point %d, shifted by %v: sign %d with p = %v, want %d", k, shift[k], v.Sign, v.P, sign)
		}
		// The first three points, shifted by 0.3, −0.3 and 0, have the signs 1, −1 and 0.
		if k < 3 {
			if shiftSign := math.Copysign(1, shift[k]) * math.Ceil(math.Abs(shift[k])); float64(sign) != shiftSign {
				t.Errorf("point %d, shifted by %v: by definition the sign is %d with p = %v, want %v", k, shift[k], sign, want[k].P, shiftSign)
			}
		}
	}
	// Model 1 at point 5 has accuracies of 0.5 to 0.6, shifted by 0.15. Their mean is about 70 per cent.
	if s := m.Mean(5, 1); s.N != 7 || math.Abs(s.Mean-70) > 5 {
		t.Errorf("the mean of model 1 at point 5 is %+v, want about 70 of 7 graphs", s)
	}
	// Graph 2 of point 4 loses the accuracies of model 0. −1 means missing.
	m.Set(4, 0, 2, -1, -1)
	if v := m.Verdicts()[4]; v.N != 6 || m.Mean(4, 0).N != 6 || m.Mean(4, 1).N != 7 {
		t.Errorf("%+v, want 6 graphs, also in the mean of model 0", v)
	}
}

// TestPointsHaveTheirParameters: a graph of a point has the values of the point on the axes and the other parameters of the base. Graph g
// has the seed of the base plus g. New refuses impossible grids with a reason.
func TestPointsHaveTheirParameters(t *testing.T) {
	m, err := New("universe:n=60,seed=3", []Axis{{"homophily", []float64{0.1, 0.5}}, {"degree", []float64{4, 6}}}, 2, []string{"mlp"})
	if err != nil {
		t.Fatal(err)
	}
	// The first axis changes fastest.
	for p, want := range []Axis{{"", []float64{0.1, 4}}, {"", []float64{0.5, 4}}, {"", []float64{0.1, 6}}, {"", []float64{0.5, 6}}} {
		for g := range 2 {
			_, parameters, err := graph.ParseSpec(m.Spec(p, g))
			if err != nil {
				t.Fatal(err)
			}
			if parameters["homophily"] != want.Values[0] || parameters["degree"] != want.Values[1] {
				t.Errorf("point %d, graph %d is %s, want homophily and degree %v", p, g, m.Spec(p, g), want.Values)
			}
			if parameters["n"] != 60 || parameters["seed"] != float64(3+g) {
				t.Errorf("point %d, graph %d is %s, want n = 60 and seed %d", p, g, m.Spec(p, g), 3+g)
			}
		}
	}
	// Refused grids, by words of the error.
	for words, bad := range map[string]struct {
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
		"seed=":         {"universe:seed=2147483648", []Axis{{"degree", []float64{4}}}, 2},
		"homophily=2":   {"universe", []Axis{{"homophily", []float64{0, 2}}}, 1},
	} {
		if _, err := New(bad.base, bad.axes, bad.graphs, nil); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("the error of %+v is %v, want %q in it", bad, err, words)
		}
	}
}

// TestPooledMeanEqualsDefinition: the pooled mean and its 95 % interval equal their definitions for three known differences.
// By definition, each seed gives one number, its mean over all points. A seed with a missing accuracy does not count.
// The sentence begins with the pooled mean and its interval, and has the numbers of seeds and of points.
// It has p < 0.001 exactly if the known difference is not 0.
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
				gcn, sheaf := float64(300+r.IntN(200))/1000, float64(300+r.IntN(200))/1000+shift
				m.Set(p, 0, g, 0.5, gcn)
				m.Set(p, 1, g, 0.5, sheaf)
				means[g] += 100 * (sheaf - gcn) / 6 // 6 points
			}
		}
		m.Set(4, 1, 7, -1, -1) // graph 7 lacks an accuracy, so that its seed does not count
		means = append(means[:7], means[8])
		mean, variance := 0.0, 0.0
		for _, x := range means {
			mean += x / 8
		}
		for _, x := range means {
			variance += (x - mean) * (x - mean) / 7
		}
		const t7 = 2.364624251592785 // the quantile 0.975 of Student's t with 7 degrees of freedom
		s := m.Pooled()
		if half := t7 * math.Sqrt(variance/8); s.N != 8 || math.Abs(s.Mean-mean) > 1e-9 || math.Abs(s.Interval()-half) > 1e-9 {
			t.Errorf("shifted by %v: %v ± %v of %d seeds, want %v ± %v of 8", shift, s.Mean, s.Interval(), s.N, mean, half)
		}
		text := m.Sentence()
		side := "ahead"
		if mean < 0 {
			side = "behind"
		}
		want := fmt.Sprintf("Pooled over all kinds of graphs the sheaf models "+
			"are %.1f ± %.1f points %s (95 %%, p ", math.Abs(mean), s.Interval(), side)
		if !strings.HasPrefix(text, want) || !strings.Contains(text, "8 graph seeds). Of 6 kinds of graphs a sheaf wins on ") {
			t.Errorf("the sentence is %s\nwant first %s, and 8 seeds and 6 kinds of graphs", text, want)
		}
		isDecided, wantDecided := strings.Contains(text, "p < 0.001"), shift != 0
		if isDecided != wantDecided {
			t.Errorf("shifted by %v, the sentence has p < 0.001: %v: %s", shift, isDecided, text)
		}
	}
}

// TestStoredSentence: the stored maps have these sentences, recorded from this program.
// On the first map the pooled mean is below 0, and no point is decided. On the second map sheaf models win at two of four points.
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
			t.Errorf("%s has the sentence %s\nwant %s", name, got, want)
		}
	}
}

// TestSentenceCountsPointsWithoutATest: a point with fewer than three graphs has no test, so the sentence does not call it undecided. On
// every other point the models have equal accuracies.
func TestSentenceCountsPointsWithoutATest(t *testing.T) {
	axes := []Axis{{Name: "homophily", Values: []float64{0.1, 0.5, 0.9}}, {Name: "signal", Values: []float64{0.2, 0.4}}}
	for untested := range 7 { // the number of points with two graphs, of six points
		m, err := New("universe:n=40", axes, 3, []string{"sgpc", "mlp"})
		if err != nil {
			t.Fatal(err)
		}
		for p := range m.Points() {
			for g := range 3 {
				if p < untested && g == 2 {
					continue
				}
				m.Set(p, 0, g, 0.5, 0.5)
				m.Set(p, 1, g, 0.5, 0.5)
			}
		}
		want := fmt.Sprintf("On %d they cannot be told apart.", 6-untested)
		if untested > 0 {
			want += fmt.Sprintf(" %d have too few runs.", untested)
		}
		if text := m.Sentence(); !strings.HasSuffix(text, want) {
			t.Errorf("%d of 6 points have two graphs: the sentence is %q, want %q at its end", untested, text, want)
		}
		if text, want := m.Sentence(), "the sheaf models are 0.0 ± 0.0 points ahead or behind ("; untested == 0 && !strings.Contains(text, want) {
			t.Errorf("all models are equal: the sentence is %q, want %q in it", text, want)
		}
	}
}
