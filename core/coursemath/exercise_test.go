package coursemath

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// unreadable are texts that are no answer to any exercise.
var unreadable = []string{"", "“é” or so", "1 2 3 4 5 6 7", "1e99999"}

// seeds is the number of tested variants of each exercise.
const seeds = 100

// For a hundred seeds, every exercise without trained networks marks the answer of solve as right, in each notation of its numbers.
// It marks each slip as wrong, with its reason, and each unreadable text as an error. Of the options, only the right one is right.
// Every exercise has at least two variants. An exercise that is no choice has at least two slips.
func TestRightAndWrongAnswersAreMarked(t *testing.T) {
	variants := map[string]map[string]bool{} // by exercise, the descriptions of its variants
	for _, e := range Exercises() {
		variants[e.ID()] = map[string]bool{}
		for seed := range uint64(seeds) {
			v := e.Variant(seed)
			answer, ok := solve(e, seed)
			variants[e.ID()][describe(v)] = true
			if needsNetworks := len(v.Runs) > 0; ok == needsNetworks {
				t.Errorf("%s, seed %d: solve has an answer: %v, want %v", v.ID, seed, ok, !needsNetworks)
			}
			if !ok {
				continue
			}
			name := fmt.Sprintf("%s, seed %d", v.ID, seed)
			if got := v.Check(answer, nil); !got.Right || got.Reason == "" || got.Error != "" {
				t.Errorf("%s: %q is right, and is judged %+v", name, answer, got)
			}
			wrong := slips(e, seed) // by wrong answer, phrases of which the reason has one
			if len(wrong) < 2 && v.Kind != KindChoice {
				t.Errorf("%s: %d slips, want 2 or more", name, len(wrong))
			}
			for _, text := range notations(v, answer) {
				if got := v.Check(text, nil); !got.Right {
					t.Errorf("%s: %q is %q in another notation, and is judged %+v", name, text, answer, got)
				}
			}
			// There must be at least six kinds of wrong answers: slips, unreadable texts and the other options.
			kinds := len(wrong) + len(unreadable)
			if v.Kind == KindChoice {
				kinds += len(v.Options) - 1
			}
			if kinds < 6 {
				t.Errorf("%s has %d kinds of wrong answers, want 6 or more: %v", name, kinds, wrong)
			}
			for _, text := range unreadable {
				if got := v.Check(text, nil); got.Right || got.Error == "" || !utf8.ValidString(got.Error) {
					t.Errorf("%s: %q cannot be read, and is judged %+v", name, text, got)
				}
			}
			for text, words := range wrong {
				got := v.Check(text, nil)
				if got.Right || got.Error != "" || !hasOne(got.Reason, words) {
					t.Errorf("%s: %q is wrong for %q, and is judged %+v", name, text, words, got)
				}
			}
			for _, o := range v.Options {
				if got := v.Check(o.Key, nil); got.Right != (o.Key == answer) || got.Reason == "" {
					t.Errorf("%s: the option %q is judged %+v, want right: %v", name, o.Key, got, o.Key == answer)
				}
			}
		}
	}
	for id, descriptions := range variants {
		if len(descriptions) < 2 {
			t.Errorf("%s has one variant only", id)
		}
	}
}

// notations returns an answer of numbers in four other notations: decimal comma, fraction, exponent and per cent with six decimals.
// It returns nil for other kinds of answers.
func notations(v Variant, answer string) (out []string) {
	if v.Kind != KindNumber && v.Kind != KindEntries {
		return nil
	}
	var comma, fraction, power, share []string
	for _, number := range strings.Fields(answer) {
		_, exact, err := parseNumber(number)
		if err != nil {
			panic(err)
		}
		x, _ := exact.Float64()
		comma = append(comma, strings.Replace(strconv.FormatFloat(x, 'f', -1, 64), ".", ",", 1))
		fraction = append(fraction, strings.Replace(exact.RatString(), "-", "−", 1))
		power = append(power, strconv.FormatFloat(x, 'e', -1, 64))
		if v.Unit == "%" { // the answer is in per cent already
			x /= 100
		}
		share = append(share, strconv.FormatFloat(math.Round(1e8*x)/1e6, 'f', -1, 64)+" %")
	}
	for _, words := range [][]string{comma, fraction, power, share} {
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// describe returns everything that a reader sees of a variant.
func describe(v Variant) string {
	t := fmt.Sprint(v.Question, v.Options, v.Graph, v.Runs, v.Signals)
	if v.Sheaf != nil {
		t += v.Sheaf.Text()
	}
	return t
}

// hasOne reports whether a text contains one of the phrases, which are joined by |.
func hasOne(text, phrases string) bool {
	for _, phrase := range strings.Split(phrases, "|") {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

// An answer that cannot be read is an error, not a wrong answer. Where a number is expected, −1 may be judged.
// A drag on another graph is an error. A seed gives the same variant twice. Find returns an exercise by its id.
// Every exercise has a question and a goal.
func TestUnreadableAnswersAreErrors(t *testing.T) {
	for _, e := range Exercises() {
		v := e.Variant(1)
		for _, text := range []string{"", " ", "?", "1 2", "node", "node 5000 edge 1 2", "d 2;node", strings.Repeat("9", 1000), "-1",
			"NaN", "d 9;x"} {
			got := v.Check(text, nil)
			isJudgedNumber := v.Kind == KindNumber && text == "-1" && got.Reason != ""
			isRefused := !got.Right && got.Error != ""
			if !isRefused && !isJudgedNumber {
				t.Errorf("%s: %q is judged %+v, want an error", v.ID, text, got)
			}
		}
		if v.Kind == KindDrag {
			if got := v.Check(Ring(5, 2).Text(), nil); got.Error == "" {
				t.Errorf("%s: a sheaf on another graph is judged %+v, want an error", v.ID, got)
			}
		}
		if again := e.Variant(1); fmt.Sprint(again.Question, again.Options, again.Runs) != fmt.Sprint(v.Question, v.Options, v.Runs) {
			t.Errorf("%s: seed 1 gives two different variants", v.ID)
		}
		if f, ok := Find(v.ID); !ok || f.ID() != v.ID || v.Question == "" || e.Goal == "" {
			t.Errorf("%s: found %+v, want this exercise with a question and a goal", v.ID, f)
		}
	}
}

// Exercises with several right answers accept some that solve does not give. In 4.4 a right answer is any sheaf of
// dimension 1; in 6.2 a graph of one piece that no step can improve; in 3.2 any multiple of a section; in 8.1 any filter that passes
// most at λ = 2 and little at λ = 0.
func TestOtherRightAnswersAreAccepted(t *testing.T) {
	// Four maps of a ring, each with one fixed dimension.
	e, _ := Find("4.4")
	v := e.Variant(2)
	for _, m := range []string{"mirror 0", "1 1 0 1", "1 0 0 2", "1 0 0 -1"} {
		if got := v.Check(withMaps(v.Sheaf, 0, m, "1").Text(), nil); !got.Right || got.Value != 1 {
			t.Errorf("4.4: the map %s is judged %+v, want right with dimension 1", m, got)
		}
	}
	// A complete graph and a star, where λ₂ = λ₃, and a path with stalks of dimension 2, where each eigenvalue occurs twice.
	e, _ = Find("6.2")
	v = e.Variant(2)
	for _, s := range []*SheafText{Complete(6, 1), Star(7, 1), Path(6, 2)} {
		if got := v.Check(s.Text(), nil); !got.Right {
			t.Errorf("6.2: a graph of %d nodes is judged %+v, want right", len(s.Nodes), got)
		}
	}
	// A third of the section of solve.
	e, _ = Find("3.2")
	v = e.Variant(2)
	answer, _ := solve(e, 2)
	third := ""
	for _, number := range strings.Fields(answer) {
		third += " " + number + "/3"
	}
	if got := v.Check(third, nil); !got.Right {
		t.Errorf("3.2: a third of the section, %s, is judged %+v, want right", third, got)
	}
	// Filters whose weights sum to 0, the response at λ = 0. The response at λ = 2 is Σ(−1)^q α_q: 2, 2 and 8.
	e, _ = Find("8.1")
	for _, w := range []string{"1 -1 0 0", "0.5 -0.5 0.5 -0.5", "2 -3 2 -1"} {
		if got := e.Variant(2).Check(w, nil); !got.Right {
			t.Errorf("8.1: the weights %s are judged %+v, want right", w, got)
		}
	}
}

// Exercises about trained networks are judged by the accuracies of the networks, here invented ones. Each answer has its reason.
// In exercise 0.1 at most one answer is right, and none if two models share the lowest accuracy. In 0.2 "mlp" alone is right.
// Without networks an answer is an error.
func TestAccuraciesDecideForecasts(t *testing.T) {
	// runs returns the networks that an answer needs, with the accuracies by name.
	runs := func(v Variant, answer string, accuracy map[string]float64) []Trained {
		var out []Trained
		for _, r := range v.NeedRuns(answer) {
			a, ok := accuracy[r.Name]
			if !ok {
				t.Fatalf("%s needs %q", v.ID, r.Name)
			}
			out = append(out, Trained{Name: r.Name, Accuracy: a})
		}
		return out
	}
	usual := map[string]float64{"mlp": 79, "gcn": 66, nsdGeneral: 90, "mlp half": 79, "gcn half": 55, nsdGeneral + " half": 78,
		"cut": 80, "sgpc": 90}
	// Exercise 7b.1: on five graphs, SGPC gains these points by its plans. A number in the 95 % interval of the mean gain, about 8 to 12, is
	// right.
	for k, gain := range []float64{12, 8, 10, 9, 11} {
		usual["own"+strconv.Itoa(k+1)], usual["cut"+strconv.Itoa(k+1)] = 80+gain, 80
	}
	for _, c := range []struct {
		id, answer, words string // words is a phrase of the reason
		right             bool
	}{
		{"0.1", "gcn", "GCN 66 %", true}, {"0.1", "mlp", "sees no tie", false}, {"0.1", nsdGeneral, "most to learn", false},
		{"0.2", "mlp", "MLP 79 % → 79 %", true}, {"0.2", "gcn", "little use", false}, {"0.2", nsdGeneral, "fall back", false},
		{"7b.1", "10", "12, 8, 10, 9, 11 points, on average 10", true}, {"7b.1", "11,9", "5 of 5 graphs", true},
		{"7b.1", "0", "make up for", false}, {"7b.1", "-9", "other way", false}, {"7b.1", "30", "less is lost", false},
		{"7b.1", "3", "more is lost", false}, {"7b.1", "60", "no mistake", false},
	} {
		e, _ := Find(c.id)
		for seed := range uint64(seeds) {
			v := e.Variant(seed)
			got := v.Check(c.answer, runs(v, c.answer, usual))
			if got.Right != c.right || !strings.Contains(got.Reason, c.words) || got.Error != "" {
				t.Errorf("%s, seed %d: %s is judged %+v, want right: %v and the words %q", c.id, seed, c.answer, got, c.right, c.words)
			}
		}
	}
	// acceptedKeys returns the keys of the right options of a variant, one after the other.
	acceptedKeys := func(v Variant, accuracy map[string]float64) (keys string) {
		for _, o := range v.Options {
			if v.Check(o.Key, runs(v, o.Key, accuracy)).Right {
				keys += o.Key
			}
		}
		return keys
	}
	// All 64 combinations of accuracies 60 and 70 for the six networks. Bit i of k is 1 if network i has the accuracy 70.
	for _, id := range []string{"0.1", "0.2"} {
		e, _ := Find(id)
		for k := range 64 {
			accuracy, lowest := map[string]float64{}, 0 // lowest is the number of models that share the lowest accuracy
			for bit, name := range []string{"mlp", "gcn", nsdGeneral, "mlp half", "gcn half", nsdGeneral + " half"} {
				accuracy[name] = 60 + 10*float64(k>>bit&1)
			}
			low := min(accuracy["mlp"], accuracy["gcn"], accuracy[nsdGeneral])
			for _, m := range []string{"mlp", "gcn", nsdGeneral} {
				if accuracy[m] == low {
					lowest++
				}
			}
			for seed := range uint64(100) {
				accepted := acceptedKeys(e.Variant(seed), accuracy)
				if id == "0.2" && accepted != "mlp" {
					t.Fatalf("%s, seed %d, %v: accepts %q, want mlp", id, seed, accuracy, accepted)
				}
				isTie, acceptsNone := lowest > 1, accepted == ""
				if id == "0.1" && acceptsNone != isTie {
					t.Fatalf("%s, seed %d, %v: accepts %q, and %d models share the lowest accuracy", id, seed, accuracy, accepted, lowest)
				}
				if !slices.Contains([]string{"", "mlp", "gcn", nsdGeneral}, accepted) {
					t.Fatalf("%s, seed %d, %v: accepts %q, want at most one answer", id, seed, accuracy, accepted)
				}
			}
		}
	}
	// The accuracies decide, not the key of an option.
	e, _ := Find("0.1")
	v := e.Variant(1)
	other := map[string]float64{"mlp": 50, "gcn": 66, nsdGeneral: 90}
	if v.Check("gcn", runs(v, "gcn", other)).Right || !v.Check("mlp", runs(v, "mlp", other)).Right {
		t.Error("exercise 0.1 is not judged by the accuracies: the MLP is lowest, want mlp right and gcn wrong")
	}
	if got := v.Check("mlp", nil); got.Error == "" || got.Right {
		t.Errorf("without networks the answer is judged %+v, want an error", got)
	}
}

// TestRightEdgeIsNeededBySGPC: a right answer to exercise 11.1 names a test node that only SGPC predicts correctly, and an edge.
// Without the edge SGPC must be wrong at the node. Each other answer has its reason; unknown nodes and edges are errors.
func TestRightEdgeIsNeededBySGPC(t *testing.T) {
	e, _ := Find("11.1")
	v := e.Variant(4)
	labels := []int{0, 1, 0, 1, 1}
	edges, test := [][2]int{{0, 1}, {1, 2}, {2, 4}}, []int{1, 2, 3, 4}
	// The predicted class of each of the five nodes, by network. Only SGPC is right at node 1, thanks to edge 0–1.
	predictions := map[string][]int{"mlp": {0, 0, 1, 0, 0}, "gcn": {0, 0, 0, 0, 0}, "sgpc": {0, 1, 0, 0, 1}, "cut": {0, 0, 0, 0, 0}}
	// check judges an answer by the predictions above. The network "cut" is SGPC without the edge.
	check := func(answer string) Marking {
		var out []Trained
		for _, r := range v.NeedRuns(answer) {
			if hasCut := r.Without != nil; hasCut != (r.Name == "cut") {
				t.Errorf("network %+v: an edge is cut: %v", r, hasCut)
			}
			out = append(out, Trained{Name: r.Name, Predictions: predictions[r.Name], Labels: labels, Test: test, Edges: edges})
		}
		return v.Check(answer, out)
	}
	// The words of the reason, by answer; "" marks the right answer.
	for answer, words := range map[string]string{
		"node 1 edge 1 0": "",
		"node 0 edge 0 1": "not among the test",
		"node 3 edge 0 1": "wrong there too",
		"node 2 edge 1 2": "the GCN's average",
	} {
		if got := check(answer); got.Right != (words == "") || !strings.Contains(got.Reason, words) || got.Reason == "" {
			t.Errorf("%s is judged %+v, want the words %q", answer, got, words)
		}
	}
	// The MLP is right at node 1, too.
	predictions["mlp"][1] = 1
	if got := check("node 1 edge 0 1"); got.Right || !strings.Contains(got.Reason, "so is the MLP") {
		t.Errorf("where the MLP is right, too, the answer is judged %+v, want the words “so is the MLP”", got)
	}
	// Only the MLP is right at node 3, where SGPC is wrong.
	predictions["mlp"][3] = 1
	if got := check("node 3 edge 0 1"); got.Right || !strings.Contains(got.Reason, "SGPC is wrong there.") {
		t.Errorf("where the MLP is right and SGPC wrong, the answer is judged %+v, want no “too”", got)
	}
	// The network "gcn" has no predictions, so the page may exist.
	known := predictions["gcn"]
	predictions["gcn"] = nil
	if got := check("node 1 edge 0 1"); !strings.Contains(got.Error, "no predictions") {
		t.Errorf("without predictions of the GCN the answer is judged %+v, want an error about predictions", got)
	}
	predictions["gcn"] = known
	// SGPC without the edge is still right at node 1.
	predictions["mlp"][1], predictions["cut"][1] = 0, 1
	if got := check("node 1 edge 0 1"); got.Right || !strings.Contains(got.Reason, "another edge") {
		t.Errorf("where SGPC does not need the edge, the answer is judged %+v, want the words “another edge”", got)
	}
	for _, answer := range []string{"node 1 edge 0 3", "node 9 edge 0 1", "1 0 1", "node x edge 0 1"} {
		if got := check(answer); got.Right || got.Error == "" {
			t.Errorf("%s is judged %+v, want an error", answer, got)
		}
	}
}
