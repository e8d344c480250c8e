package course

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
)

// seeds is how many variants of each exercise are tried.
const seeds = 20

// gram returns L of a sheaf by gonum, without a test.
func gram(s *Sheaf) (delta, l *mat.Dense) { return dense(new(testing.T), s) }

// eigenvalues returns those of L, ascending, by gonum.
func eigenvalues(s *Sheaf) []float64 {
	_, l := gram(s)
	n, _ := l.Dims()
	var e mat.EigenSym
	e.Factorize(mat.NewSymDense(n, l.RawMatrix().Data), false)
	return e.Values(nil)
}

func withMaps(s *Sheaf, e int, first, second string) *Sheaf {
	c := s.Clone()
	c.Edges[e].Maps = [2]string{first, second}
	return c
}

func row(x ...float64) string {
	var t []string
	for _, v := range x {
		t = append(t, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return strings.Join(t, " ")
}

// depth is the answer to 1.1 by powers of the dense operator.
func depth(v Variant) int {
	g, err := graph.Generate(v.Graph)
	if err != nil {
		panic(err)
	}
	a := mat.NewDense(g.N, g.N, nil)
	for i := range g.N {
		a.Set(i, i, 1)
	}
	for _, e := range g.Edges {
		a.Set(int(e.I), int(e.J), 1)
		a.Set(int(e.J), int(e.I), 1)
	}
	size := make([]float64, g.N)
	for i := range size {
		size[i] = math.Sqrt(mat.Sum(a.RowView(i)))
	}
	a.Apply(func(i, j int, x float64) float64 { return x / (size[i] * size[j]) }, a)
	mean := mat.NewDense(1, g.N, nil) // difference of the class means of what is averaged
	count := [2]float64{}
	for _, y := range g.Labels {
		count[y]++
	}
	for i, y := range g.Labels {
		mean.Set(0, i, float64(1-2*y)/count[y])
	}
	x := g.X.Dense()
	h := mat.NewDense(x.Rows, x.Cols, x.Data)
	first := 0.0
	for k := 0; ; k++ {
		var d mat.Dense
		d.Mul(mean, h)
		size := mat.Norm(&d, 2)
		if k == 0 {
			first = size
		}
		if size < first/4 {
			return k
		}
		var next mat.Dense
		next.Mul(a, h)
		h = &next
	}
}

// turned returns the answer of a drag of the first map, by the best of all whole degrees.
func turned(v Variant, score func(x []float64, cos, sin float64) float64, signals ...[]float64) string {
	best, at := math.Inf(-1), 0
	for degrees := range 360 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		least := math.Inf(1)
		for _, x := range signals {
			least = min(least, score(x, cos, sin))
		}
		if least > best {
			best, at = least, degrees
		}
	}
	return withMaps(v.Sheaf, 0, "turn "+strconv.Itoa(at), "1").Text()
}

// apart is the squared length of the disagreement of a pair after a turn of its first vector.
func apart(x []float64, cos, sin float64) float64 {
	a, b := cos*x[0]-sin*x[1]-x[2], sin*x[0]+cos*x[1]-x[3]
	return a*a + b*b
}

func signalOf(s *Sheaf) []float64 {
	var x []float64
	for k := range s.X {
		v, _ := s.signal(k)
		x = append(x, v)
	}
	return x
}

// solve returns a right answer found in another way than the check's; ok is false for
// exercises that need networks to be trained.
func solve(e Exercise, seed uint64) (answer string, ok bool) {
	v := e.Variant(seed)
	entry := func(e, side int) float64 { x, _ := strconv.ParseFloat(v.Sheaf.Edges[e].Maps[side], 64); return x }
	switch v.ID {
	case "1.1":
		return strconv.Itoa(depth(v)), true
	case "2.1":
		return turned(v, func(x []float64, c, s float64) float64 { return -apart(x, c, s) }, signalOf(v.Sheaf)), true
	case "2.2":
		return turned(v, apart, v.Signals...), true
	case "2.3": // δ has d rows and 2d columns
		return "no", true
	case "3.1":
		_, l := gram(v.Sheaf)
		i, j := 2*int(v.Params["i"]), 2*int(v.Params["j"])
		return row(l.At(i, j), l.At(i, j+1), l.At(i+1, j), l.At(i+1, j+1)), true
	case "3.2":
		return row(entry(0, 1)*entry(1, 1), entry(0, 0)*entry(1, 1), entry(0, 0)*entry(1, 0)), true
	case "4.1", "4.2", "4.3":
		dim := 0
		for _, x := range eigenvalues(v.Sheaf) {
			if x < 1e-9 {
				dim++
			}
		}
		return strconv.Itoa(dim), true
	case "4.4":
		return withMaps(v.Sheaf, 0, "mirror 20", "1").Text(), true
	case "5.1":
		_, l := gram(v.Sheaf)
		for k, x := range v.Signals {
			if math.Abs(mat.Inner(col(x), l, col(x))) < 1e-12 {
				return v.Options[k].Key, true
			}
		}
	case "5.2":
		_, l := gram(v.Sheaf)
		x := col(signalOf(v.Sheaf))
		return row(math.Round(1e6*math.Ln2/(2*mat.Inner(x, l, x)/mat.Dot(x, x))) / 1e6), true
	case "6.1":
		last := len(v.Sheaf.Edges) - 1
		start := eigenvalues(v.Sheaf)
		for scale := 0.3; scale < 3; scale += 0.05 {
			t := decimal(scale, 2)
			s := withMaps(v.Sheaf, last, t, t)
			if x := eigenvalues(s); x[1]/sum(x) >= 1.26*start[1]/sum(start) {
				return s.Text(), true
			}
		}
	case "6.2": // eigenvalues of a ring are 2 − 2cos(2πk/n), each but the first twice
		return Ring(len(v.Sheaf.Nodes), 1).Text(), true
	case "8.1": // Σα = 0, and Σ(−1)^q α_q = 4
		return "1 -1 1 -1", true
	case "8.2":
		return "peak", true
	case "9.1":
		return "valid", true
	case "9.2":
		return row(math.Round(1e4*(1-math.Pow(0.05, 1/v.Params["n"]))) / 1e2), true
	}
	return "", false
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// slips are typical wrong answers, with words of the reason that each is given.
func slips(e Exercise, seed uint64) map[string]string {
	v := e.Variant(seed)
	right, _ := solve(e, seed)
	out := map[string]string{}
	switch v.ID {
	case "1.1":
		k := depth(v)
		out[strconv.Itoa(k-1)], out[strconv.Itoa(k+1)], out["0"], out["40"] = "Try more", "already", "still 100 %", "one layer earlier"
	case "2.1":
		s, _ := ParseSheaf(right)
		turn, _ := strconv.ParseFloat(strings.TrimPrefix(s.Edges[0].Maps[0], "turn "), 64)
		for text, words := range map[string]string{decimal(-turn, 2): "the other way", decimal(turn+180, 2): "still disagree",
			decimal(turn+6, 2): "Nearly"} {
			if words != "still disagree" || math.Abs(math.Mod(2*turn, 360)-180) > 6 { // else that is also the other way
				out[withMaps(s, 0, "turn "+text, "1").Text()] = words
			}
		}
		out[withMaps(s, 0, "0", "0").Text()], out[withMaps(s, 0, "turn 10 times 0.1", "1").Text()] = "stays the identity", "only turn"
	case "2.2":
		out[v.Sheaf.Text()] = "still comes to"
		out[withMaps(v.Sheaf, 0, "turn 0 times 5", "1").Text()] = "only turn"
	case "3.1":
		var m [2][]float64
		for side := range m {
			f, _ := ParseMap(v.Sheaf.Edges[int(v.Params["i"])].Maps[side], 2)
			m[side] = f.Entries
		}
		a, b := mat.NewDense(2, 2, m[0]), mat.NewDense(2, 2, m[1])
		var p mat.Dense
		say := func(c float64, x, y mat.Matrix, words string) {
			p.Mul(x, y)
			out[row(c*p.At(0, 0), c*p.At(0, 1), c*p.At(1, 0), c*p.At(1, 1))] = words
		}
		say(1, a.T(), b, "minus")
		say(-1, b.T(), a, "transpose")
		say(-1, a, b, "come back")
		say(1, a.T(), a, "diagonal")
		out["17 0 0 17"] = "column by column"
	case "3.2":
		out["0 0 0"], out["1 1 1"], out["2 2 2"] = "cost nothing", "constant", "constant"
		out["~"+strings.ReplaceAll(right, " ", " ~")] = "exactly 0"
		out["1 0 5"] = "seen as"
	case "4.1", "4.2", "4.3":
		for _, o := range v.Options {
			if o.Key != right {
				out[o.Key] = "Walk round|Which ones|which ones|do they come|does it come|do the maps do|add up"
			}
		}
	case "4.4":
		tree := v.Sheaf.Clone()
		_ = tree.RemoveEdge(0)
		apart := tree.Clone()
		_ = apart.RemoveEdge(0)
		plain := v.Sheaf.Clone()
		_ = plain.SetD(1)
		out[v.Sheaf.Text()], out[withMaps(v.Sheaf, 0, "turn 5", "1").Text()] = "still 2", "no signal"
		out[tree.Text()], out[apart.Text()], out[plain.Text()] = "cycle", "pieces", "back to 2"
	case "5.1":
		out["constant"], out["alternating"], out["spike"] = "plain graph", "every edge", "spreads"
	case "5.2":
		x, _ := strconv.ParseFloat(right, 64)
		out[row(2*x)], out[row(x/math.Ln2)], out[row(2*x/math.Ln2)] = "quadratic", "37 %", "1/λ"
		out["0"], out[row(x/3)], out[row(9*x)] = "Nothing|nothing", "longer", "shorter"
	case "6.1":
		out[v.Sheaf.Text()] = "wanted"
		all, zero, one := v.Sheaf.Clone(), v.Sheaf.Clone(), v.Sheaf.Clone()
		for k := range all.Edges {
			all.Edges[k].Maps, zero.Edges[k].Maps = [2]string{"3", "3"}, [2]string{"0", "0"}
		}
		all.Edges[6].Maps = [2]string{decimal(3*entryOf(v.Sheaf, 6), 2), decimal(3*entryOf(v.Sheaf, 6), 2)}
		one.Edges[0].Maps = [2]string{"2", "1"}
		out[all.Text()], out[zero.Text()], out[one.Text()] = "every eigenvalue alike", "no gap", "another eigenvalue"
	case "6.2":
		n := len(v.Sheaf.Nodes)
		out[v.Sheaf.Text()], out[Ring(3, 1).Text()] = "above λ₂", "fewer nodes"
		out[withMaps(Ring(n, 1), 0, "2", "2").Text()] = "identity"
		two := Ring(n, 1)
		_ = two.RemoveEdge(0)
		_ = two.RemoveEdge(0)
		out[two.Text()] = "fell apart"
	case "8.1":
		out["0 0 0 0"], out["0.25 0.25 0.25 0.25"], out["1 0 0 0"] = "nothing passes", "negative", "negative"
		out["1 -0.6 0.5 0"], out["0 -1 0 1"] = "upper end", "largest at"
		out["-1 0 0 -1"] = "sum of the weights"
	case "8.2":
		out["order"], out["sign"], out["gradient"] = "order 1", "negative above", "Look at λ = 0"
	case "9.1":
		out["chosen"], out["paper"], out["ece"] = "simulation", "assumes nothing", "measurement"
	case "9.2":
		n := v.Params["n"]
		out["0"], out["90"] = "best single guess", "smaller rate"
		out[row(math.Round(1e4/n)/100)] = "more than a third|not the rate itself"
		out[row(2.2*100/n)] = "larger rate|not the rate itself"
		if math.Abs(100*(1-math.Pow(0.05, 1/n))-5) > 1 {
			out["5"] = "may fail|more than a third"
		}
	case "2.3":
		out["turn"], out["scale"] = "how many numbers", "how many numbers"
	}
	delete(out, right)
	return out
}

func entryOf(s *Sheaf, e int) float64 { m, _ := ParseMap(s.Edges[e].Maps[0], s.D); return m.Entries[0] }

// Every exercise takes the right answer and refuses typical wrong ones with their reason, for twenty seeds.
func TestExercises(t *testing.T) {
	answers := map[string]map[string]bool{}
	for _, e := range Exercises() {
		answers[e.ID()] = map[string]bool{}
		for seed := range uint64(seeds) {
			v := e.Variant(seed)
			answer, ok := solve(e, seed)
			answers[e.ID()][describe(v)] = true
			if ok == (len(v.Runs) > 0) {
				t.Errorf("%s, seed %d: no answer in a second way", v.ID, seed)
			}
			if !ok {
				continue
			}
			where := fmt.Sprintf("%s, seed %d", v.ID, seed)
			if got := v.Check(answer, nil); !got.Right || got.Reason == "" || got.Error != "" {
				t.Errorf("%s: %q is right, and is judged %+v", where, answer, got)
			}
			wrong := slips(e, seed)
			if len(wrong) < 2 && v.Kind != KindChoice {
				t.Errorf("%s: %d slips", where, len(wrong))
			}
			for text, words := range wrong {
				got := v.Check(text, nil)
				if got.Right || got.Error != "" || !hasOne(got.Reason, words) {
					t.Errorf("%s: %q is wrong for %q, and is judged %+v", where, text, words, got)
				}
			}
			for _, o := range v.Options {
				if got := v.Check(o.Key, nil); got.Right != (o.Key == answer) || got.Reason == "" {
					t.Errorf("%s: %q: %+v", where, o.Key, got)
				}
			}
		}
	}
	for id, all := range answers {
		if len(all) < 2 {
			t.Errorf("%s has one variant only", id)
		}
	}
}

// describe is all that a reader sees of a variant.
func describe(v Variant) string {
	t := fmt.Sprint(v.Question, v.Options, v.Graph, v.Runs, v.Signals)
	if v.Sheaf != nil {
		t += v.Sheaf.Text()
	}
	return t
}

func hasOne(text, words string) bool {
	for _, w := range strings.Split(words, "|") {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// What cannot be read is an error and never a wrong answer, and nothing panics.
func TestUnreadable(t *testing.T) {
	for _, e := range Exercises() {
		v := e.Variant(1)
		for _, text := range []string{"", " ", "?", "1 2", "node", "node 5000 edge 1 2", "d 2;node", strings.Repeat("9", 1000), "-1",
			"NaN", "d 9;x"} {
			if got := v.Check(text, nil); got.Right || got.Error == "" {
				known := v.Kind == KindNumber && text == "-1" && got.Reason != ""
				if !known {
					t.Errorf("%s: %q is judged %+v", v.ID, text, got)
				}
			}
		}
		if v.Kind == KindDrag {
			if got := v.Check(Ring(5, 2).Text(), nil); got.Error == "" {
				t.Errorf("%s: another graph: %+v", v.ID, got)
			}
		}
		if again := e.Variant(1); fmt.Sprint(again.Question, again.Options, again.Runs) != fmt.Sprint(v.Question, v.Options, v.Runs) {
			t.Errorf("%s: seed 1 has two variants", v.ID)
		}
		if f, ok := Find(v.ID); !ok || f.ID() != v.ID || v.Question == "" || e.Goal == "" {
			t.Errorf("%s: %+v", v.ID, f)
		}
	}
}

// All four graphs with dimension 1 count, not only mirrors.
func TestOtherRightAnswers(t *testing.T) {
	e, _ := Find("4.4")
	v := e.Variant(2)
	for _, m := range []string{"mirror 0", "1 1 0 1", "1 0 0 2", "1 0 0 -1"} {
		if got := v.Check(withMaps(v.Sheaf, 0, m, "1").Text(), nil); !got.Right || got.Value != 1 {
			t.Errorf("%s: %+v", m, got)
		}
	}
	e, _ = Find("6.2")
	v = e.Variant(2)
	for _, s := range []*Sheaf{Complete(6, 1), Star(7, 1), Path(6, 2)} {
		if got := v.Check(s.Text(), nil); !got.Right {
			t.Errorf("%d nodes: %+v", len(s.Nodes), got)
		}
	}
	e, _ = Find("3.2")
	v = e.Variant(2)
	answer, _ := solve(e, 2)
	x, third := strings.Fields(answer), ""
	for _, w := range x {
		third += " " + w + "/3"
	}
	if got := v.Check(third, nil); !got.Right {
		t.Errorf("%s: %+v", third, got)
	}
	e, _ = Find("8.1")
	for _, w := range []string{"1 -1 0 0", "0.5 -0.5 0.5 -0.5", "2 -3 2 -1"} {
		if got := e.Variant(2).Check(w, nil); !got.Right {
			t.Errorf("%s: %+v", w, got)
		}
	}
}

// Exercises about trained networks, with accuracies that decide.
func TestForecasts(t *testing.T) {
	runs := func(v Variant, answer string, accuracy map[string]float64) []Outcome {
		var out []Outcome
		for _, r := range v.NeedRuns(answer) {
			a, ok := accuracy[r.Name]
			if !ok {
				t.Fatalf("%s needs %q", v.ID, r.Name)
			}
			out = append(out, Outcome{Name: r.Name, Accuracy: a})
		}
		return out
	}
	usual := map[string]float64{"mlp": 79, "gcn": 66, learned: 90, "mlp half": 79, "gcn half": 55, learned + " half": 78,
		"sgpc": 90, "cut": 80}
	for _, c := range []struct {
		id, answer, words string
		right             bool
	}{
		{"0.1", "gcn", "GCN 66 %", true}, {"0.1", "mlp", "sees no tie", false}, {"0.1", learned, "most to learn", false},
		{"0.2", "mlp", "MLP 79 % → 79 %", true}, {"0.2", "gcn", "little use", false}, {"0.2", learned, "fall back", false},
		{"7.1", "80", "90 %, without them 80 %", true}, {"7.1", "83.9", "carry", true}, {"7.1", "90", "make up for", false}, {"7.1",
			"70", "each person alone", false},
		{"7.1", "30", "chance", false}, {"7.1", "99", "friends from rivals", false},
	} {
		e, _ := Find(c.id)
		for seed := range uint64(seeds) {
			v := e.Variant(seed)
			got := v.Check(c.answer, runs(v, c.answer, usual))
			if got.Right != c.right || !strings.Contains(got.Reason, c.words) || got.Error != "" {
				t.Errorf("%s, seed %d: %s is judged %+v", c.id, seed, c.answer, got)
			}
		}
	}
	// It is the accuracies that decide, not a key.
	e, _ := Find("0.1")
	v := e.Variant(1)
	other := map[string]float64{"mlp": 50, "gcn": 66, learned: 90}
	if v.Check("gcn", runs(v, "gcn", other)).Right || !v.Check("mlp", runs(v, "mlp", other)).Right {
		t.Error("0.1 does not go by the accuracies")
	}
	if got := v.Check("mlp", nil); got.Error == "" || got.Right {
		t.Errorf("without runs: %+v", got)
	}
}

func TestEdgeThatDoes(t *testing.T) {
	e, _ := Find("10.1")
	v := e.Variant(4)
	labels := []int{0, 1, 0, 1, 1}
	edges, test := [][2]int{{0, 1}, {1, 2}, {2, 4}}, []int{1, 2, 3, 4}
	says := map[string][]int{"mlp": {0, 0, 1, 0, 0}, "gcn": {0, 0, 0, 0, 0}, "sgpc": {0, 1, 0, 0, 1}, "cut": {0, 0, 0, 0, 0}}
	check := func(answer string) Verdict {
		var out []Outcome
		for _, r := range v.NeedRuns(answer) {
			if (r.Without != nil) != (r.Name == "cut") {
				t.Errorf("%+v", r)
			}
			out = append(out, Outcome{Name: r.Name, Predictions: says[r.Name], Labels: labels, Test: test, Edges: edges})
		}
		return v.Check(answer, out)
	}
	for answer, words := range map[string]string{"node 1 edge 1 0": "", "node 0 edge 0 1": "not among the test", "node 3 edge 0 " +
		"1": "wrong there too",
		"node 2 edge 1 2": "the GCN's average"} {
		if got := check(answer); got.Right != (words == "") || !strings.Contains(got.Reason, words) || got.Reason == "" {
			t.Errorf("%s: %+v", answer, got)
		}
	}
	says["mlp"][1] = 1
	if got := check("node 1 edge 0 1"); got.Right || !strings.Contains(got.Reason, "so is the MLP") {
		t.Errorf("%+v", got)
	}
	says["mlp"][1], says["cut"][1] = 0, 1
	if got := check("node 1 edge 0 1"); got.Right || !strings.Contains(got.Reason, "another edge") {
		t.Errorf("%+v", got)
	}
	for _, answer := range []string{"node 1 edge 0 3", "node 9 edge 0 1", "1 0 1", "node x edge 0 1"} {
		if got := check(answer); got.Right || got.Error == "" {
			t.Errorf("%s: %+v", answer, got)
		}
	}
}
