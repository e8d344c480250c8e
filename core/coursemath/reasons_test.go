package coursemath

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// eachVariant calls test with 20 variants of an exercise.
func eachVariant(t *testing.T, id string, test func(v Variant)) {
	t.Helper()
	e, ok := Find(id)
	if !ok {
		t.Fatalf("there is no exercise %s", id)
	}
	for seed := range uint64(20) {
		test(e.Variant(seed))
	}
}

// Exercise 9.2, for rates from 0.1 % to 100 %: the reason has the share of samples without an error, (1−p)ⁿ, or it states that the share is
// above a third. About one error is expected only for n·p from 0.75 to 1.25. Only the answer 5 % is the share of wrong statements.
func TestRatesOfErrorHaveTheirShare(t *testing.T) {
	share := regexp.MustCompile(`seen in (.*?)( of the cases)`)
	eachVariant(t, "9.2", func(v Variant) {
		n := v.Params["n"]
		for k := range 1001 {
			x := float64(k) / 10
			got := v.Check(strconv.FormatFloat(x, 'f', 1, 64), nil)
			none := 100 * math.Pow(1-x/100, n) // in per cent
			m := share.FindStringSubmatch(got.Reason)
			if m != nil && m[1] != percent(none) && (m[1] != "more than a third" || none <= 100./3) {
				t.Errorf("n = %v, %v %%: the share is %v %%: %q", n, x, none, got.Reason)
			}
			expectsOne := n*x >= 75 && n*x <= 125
			if strings.Contains(got.Reason, "one error") && !expectsOne || strings.Contains(got.Reason, "may fail") && x != 5 ||
				strings.Contains(got.Reason, "only") && !strings.Contains(got.Reason, "exactly") {
				t.Errorf("n = %v, %v %%: %q", n, x, got.Reason)
			}
		}
	})
}

// Exercise 7a.1, for all numbers of two decimals from −2 to 2: a reason that names a mistake belongs to the nearest mistake.
func TestNearestMistakeHasTheReason(t *testing.T) {
	eachVariant(t, "7a.1", func(v Variant) {
		p := v.Params
		sumU, sumV := p["own"]*p["tu"]+p["other"]*p["tv"], p["own"]*p["tv"]+p["other"]*p["tu"]
		fu, fv := math.Tanh(sumU), math.Tanh(sumV)
		mistakes := map[string][]float64{"its sign": {fu * fv}, "one end": {fu, -fu}, "not squeezed": {-sumU * sumV},
			"far end, is missing": {-math.Tanh(p["own"]*p["tu"]) * math.Tanh(p["own"]*p["tv"])}}
		for k := -200; k <= 200; k++ {
			x := float64(k) / 100
			got := v.Check(strconv.FormatFloat(x, 'f', 2, 64), nil)
			if got.Right {
				continue
			}
			nearest, distance := "three steps", 0.011
			for phrase, values := range mistakes {
				for _, y := range values {
					if math.Abs(x-y) < distance {
						nearest, distance = phrase, math.Abs(x-y)
					}
				}
			}
			// "That is a map of one end, up to its sign" has two of the phrases.
			isMap := strings.Contains(got.Reason, "one end")
			if !strings.Contains(got.Reason, nearest) || isMap != (nearest == "one end") {
				t.Errorf("%v: %v is judged %q, want %q", p, x, got.Reason, nearest)
			}
		}
	})
}

// Exercise 2.2, for all whole turns: an answer is right if every pair is at an angle of 90° or more.
// A wrong answer comes neither to 2 nor to a rounding error.
func TestRightAnglesDisagree(t *testing.T) {
	direction := func(x []float64) int { return int(math.Round(math.Atan2(x[1], x[0]) * 180 / math.Pi)) }
	eachVariant(t, "2.2", func(v Variant) {
		for turn := range 360 {
			got, want := v.Check(withMaps(v.Sheaf, 0, "turn "+strconv.Itoa(turn), "1").Text(), nil), true
			for _, x := range v.Signals {
				angle := ((turn+direction(x[:2])-direction(x[2:]))%360 + 360) % 360
				want = want && angle >= 90 && angle <= 270
			}
			if got.Right != want || hasOne(got.Reason, "comes to 2. A|e−") {
				t.Errorf("a turn by %d°: %+v, want right: %v", turn, got, want)
			}
		}
	})
}

// Exercises 2.1, 2.3 and 4.2. In 2.1, no reason states that the arrow got longer: the squared length of the wrong turn is smaller than the
// initial one for angles above 120°. In 2.3, a stalk of dimension 1 has no angle. In 4.2, an eigenvalue from 0.01 on is not almost 0.
func TestReasonsFitTheVariant(t *testing.T) {
	eachVariant(t, "2.1", func(v Variant) {
		for turn := range 360 {
			got := v.Check(withMaps(v.Sheaf, 0, "turn "+strconv.Itoa(turn), "1").Text(), nil)
			if strings.Contains(got.Reason, "longer") || strings.Contains(got.Reason, "further") {
				t.Errorf("a turn by %d°: %q", turn, got.Reason)
			}
		}
	})
	eachVariant(t, "2.3", func(v Variant) {
		if got := v.Check("turn", nil); strings.Contains(got.Reason, "any angle") != (v.Sheaf.D == 2) {
			t.Errorf("dimension %d: %q", v.Sheaf.D, got.Reason)
		}
	})
	for _, id := range []string{"4.1", "4.2", "4.3"} {
		eachVariant(t, id, func(v Variant) {
			smallest := eigenvalues(v.Sheaf)[0]
			got := v.Check("2", nil)
			saysAlmost := strings.Contains(got.Reason, "almost agreeing")
			if wantAlmost := smallest > 1e-9 && smallest < 0.01; saysAlmost != wantAlmost {
				t.Errorf("%s: the smallest eigenvalue is %v: %q", id, smallest, got.Reason)
			}
		})
	}
}

// Exercise 6.1, for random handles: a wrong measure never reads as the goal 1.15. Only equal maps are "all alike, so the measure is 1".
// "λ₂ itself" is a multiple of λ₂ for maps 1.
func TestMeasureOfTheGapIsNotTheGoal(t *testing.T) {
	e, _ := Find("6.1")
	v := e.Variant(1)
	r := rand.New(rand.NewPCG(4, 5))
	lambda2 := eigenvalues(Barbell(1))[1]
	// check judges the scales of the seven edges, in units of 0.05. The last edge is the bridge.
	check := func(scales []int) {
		s := v.Sheaf.Clone()
		for k := range s.Edges {
			text := decimal(float64(scales[k])/20, 2)
			s.Edges[k].Maps = [2]string{text, text}
		}
		got := v.Check(s.Text(), nil)
		areAlike := !slices.ContainsFunc(scales, func(k int) bool { return k != scales[0] })
		if !got.Right && strings.Contains(got.Reason, "measure is 1.15 times") || strings.Contains(got.Reason, "everywhere") ||
			strings.Contains(got.Reason, "All maps are alike") != areAlike || strings.Contains(got.Reason, "over one edge") {
			t.Errorf("the scales %v: %q", scales, got.Reason)
		}
		if ratio := eigenvalues(s)[1] / lambda2; strings.Contains(got.Reason, "λ₂ itself") &&
			!strings.Contains(got.Reason, "λ₂ itself is "+digits(ratio)+" times that of all maps 1") {
			t.Errorf("the scales %v: λ₂ is %v times that of maps 1: %q", scales, ratio, got.Reason)
		}
	}
	for _, scales := range [][]int{{11, 11, 11, 11, 11, 11, 13}, {10, 10, 10, 10, 10, 10, 30}, {20, 20, 20, 20, 20, 20, 60},
		{22, 22, 22, 22, 22, 22, 26}, {20, 20, 20, 20, 20, 20, 20}, {60, 60, 60, 60, 60, 60, 60}} {
		check(scales)
	}
	for range 300 {
		scales := make([]int, 7)
		for k := range scales {
			scales[k] = 1 + r.IntN(60)
		}
		check(scales)
	}
}

// Exercise 8.1: a gain of −2 is largest in size, not largest. Tiny weights pass as much as large ones. A share above the limit never reads
// as the limit.
func TestGainsHaveASize(t *testing.T) {
	for seed := range uint64(30) {
		e, _ := Find("8.1")
		v := e.Variant(seed)
		if got := v.Check("-1 0 1 0", nil); !strings.Contains(got.Reason, "the size of the gain is largest at λ = 1.") {
			t.Errorf("−T_0 + T_2: %q", got.Reason)
		}
		if got := v.Check("1e-20 -1e-20 1e-20 -1e-20", nil); !got.Right {
			t.Errorf("tiny weights: %+v, want right", got)
		}
		// With a and b, the gain is a + b at λ = 0 and a − b at λ = 2. The ratio is the limit times 1.003.
		ratio := 1.003 * v.Params["share"]
		got := v.Check(numbersAsAnswer(1+ratio, ratio-1, 0, 0), nil)
		if got.Right || strings.Contains(got.Reason, "in size "+percent(100*v.Params["share"])) || !strings.Contains(got.Reason, "in size ") {
			t.Errorf("a share of %v: %+v", ratio, got)
		}
	}
}

// Exercise 3.2: "Nearly" depends on the size of the energy relative to the signal, so that a tiny signal has the reason of its multiples.
// A rounded number with the energy 0 is named. Reasons have the typographic minus.
func TestTinySignalsAreNotNearlySections(t *testing.T) {
	eachVariant(t, "3.2", func(v Variant) {
		tiny, large := v.Check("0.001 0 0", nil).Reason, v.Check("1 0 0", nil).Reason
		if strings.Contains(tiny, "Nearly") || strings.Contains(large, "Nearly") {
			t.Errorf("%q and %q, want the images of both ends", tiny, large)
		}
		if got := v.Check("1 1 1", nil).Reason; strings.Contains(got, "-") {
			t.Errorf("%q has an ASCII minus", got)
		}
		entry := func(e, side int) float64 { x, _ := strconv.ParseFloat(v.Sheaf.Edges[e].Maps[side], 64); return x }
		section := numbersAsAnswer(entry(0, 1)*entry(1, 1), entry(0, 0)*entry(1, 1), entry(0, 0)*entry(1, 0))
		got := v.Check("~"+strings.ReplaceAll(section, " ", " ~"), nil).Reason
		if !strings.Contains(got, "0 up to rounding") || !strings.Contains(got, "~ counts as rounded") {
			t.Errorf("the rounded section %s: %q", section, got)
		}
	})
}

// Exercise 5.2: the reason has the share e^{−2λt} of the energy, also where it is tiny. Before the start there is no flow.
func TestEnergyOfTheAnsweredTime(t *testing.T) {
	eachVariant(t, "5.2", func(v Variant) {
		for _, x := range []float64{0.001, 0.01, 3, 20, 1000, 1e6} {
			share := percent(max(100*math.Exp(-2*v.Params["lambda"]*x), math.SmallestNonzeroFloat64))
			got := v.Check(numbersAsAnswer(x), nil)
			isHint := !strings.HasPrefix(got.Reason, "Then")
			if !isHint && !strings.HasPrefix(got.Reason, "Then "+share+" of the energy") || strings.Contains(got.Reason, "sensible") {
				t.Errorf("λ = %v, t = %v: %q, want the share %s", v.Params["lambda"], x, got.Reason, share)
			}
		}
		if got := v.Check("-3", nil); !strings.Contains(got.Reason, "begins at time 0") {
			t.Errorf("t = −3: %q", got.Reason)
		}
	})
}

// In exercise 1.1 one averaging is singular, and a distance below the share does not read as the share.
func TestOneAveragingIsSingular(t *testing.T) {
	singular := 0
	eachVariant(t, "1.1", func(v Variant) {
		got := v.Check(strconv.Itoa(depth(v)), nil)
		if strings.Contains(got.Reason, " 1 averagings") || !got.Right {
			t.Errorf("%+v", got)
		}
		if strings.Contains(got.Reason, "After 1 averaging ") {
			singular++
		}
	})
	if singular == 0 {
		t.Error("no variant has the answer 1")
	}
	if got := percentUnlike(19.96, 20); got != "19.96 %" {
		t.Errorf("19.96 %% beside 20 %% is %q", got)
	}
}

// Reasons about accuracies, here invented ones. Exercise 7b.1: 45 points are less than the 50 from guessing to no mistake, and “10 %” is 10
// points. Exercise 0.1: the explanation of a last GCN is not given if NSD is last.
func TestReasonsFitTheAccuracies(t *testing.T) {
	accuracies := func(v Variant, accuracy func(name string) float64) (out []Trained) {
		for _, r := range v.NeedRuns("") {
			out = append(out, Trained{Name: r.Name, Accuracy: accuracy(r.Name)})
		}
		return out
	}
	eachVariant(t, "7b.1", func(v Variant) {
		gains := map[string]float64{"own1": 92, "own2": 88, "own3": 90, "own4": 89, "own5": 91}
		runs := accuracies(v, func(name string) float64 { return max(80, gains[name]) })
		for answer, want := range map[string]string{"45": "less is lost", "51": "no mistake", "10 %": "Yes", "10": "Yes"} {
			if got := v.Check(answer, runs); !strings.Contains(got.Reason, want) {
				t.Errorf("7b.1: %s is judged %+v, want %q", answer, got, want)
			}
		}
		if strings.Contains(v.Question, "each edge has") {
			t.Errorf("a shuffle may leave the plan of an edge: %q", v.Question)
		}
	})
	eachVariant(t, "0.1", func(v Variant) {
		for _, last := range []string{"mlp", "gcn", nsdGeneral} {
			runs := accuracies(v, func(name string) float64 { return map[bool]float64{true: 60, false: 80}[name == last] })
			for _, o := range v.Options {
				got := v.Check(o.Key, runs)
				explains := hasOne(got.Reason, "pull a plain average|Ask what the average|voices of friends|lowest bar")
				wantExplained := last == "gcn"
				if explains != wantExplained {
					t.Errorf("0.1, last is %s, answer %s: %q", last, o.Key, got.Reason)
				}
			}
		}
	})
}
