package tables

import (
	"encoding/csv"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// drawnVotes returns random runs of three models on five splits with n nodes, and random labels from −1 (unknown) to 2.
// The third model has runs on three splits only. Two further runs have no predictions.
// A prediction is the label with probability 1/2 and a random class otherwise. In place of an unknown label it is class 0.
func drawnVotes(r *rand.Rand, n int) (runs []Votes, labels []int) {
	for range n {
		labels = append(labels, r.Intn(4)-1)
	}
	for s := range 5 {
		tested := []int32{}
		for i := range n {
			if i%7 != 0 && r.Intn(3) == 0 { // Every seventh node is never a test node.
				tested = append(tested, int32(i))
			}
		}
		for a, model := range []string{"p", "q", "r"} {
			if a == 2 && s > 2 {
				continue
			}
			pred := make([]int32, n)
			for i := range pred {
				pred[i] = int32(r.Intn(3))
				if r.Intn(2) == 0 {
					pred[i] = int32(max(0, labels[i]))
				}
			}
			runs = append(runs, Votes{Model: model, Split: strconv.Itoa(s), Pred: pred, Tested: tested})
		}
	}
	return append(runs, Votes{Model: "q", Split: "9"}, Votes{Model: "none", Split: "0"}), labels
}

// TestMistakesEqualBruteForce: the counts of NewMistakes equal those of a second count over all pairs of runs and nodes.
// The counts are tests and mistakes of each model at each node, their sums over the models, and the agreements and differences of each two
// models on a split.
// The inputs are random runs of 0, 1 and 40 nodes.
func TestMistakesEqualBruteForce(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for _, n := range []int{0, 1, 40} {
		runs, labels := drawnVotes(r, n)
		m := NewMistakes(runs, labels)
		// Without nodes no run has predictions, so there are no models.
		models := []string{"p", "q", "r"}
		if n == 0 {
			models = nil
		}
		if !slices.Equal(m.Models, models) {
			t.Fatalf("%d nodes: the models are %q, want %q", n, m.Models, models)
		}
		// caseOf returns the predicted class of node i in the run of a model on a split. isCase is false if i is no labelled test node there.
		caseOf := func(model, split string, i int) (pred int, isCase bool) {
			for _, q := range runs {
				if q.Model == model && q.Split == split && len(q.Pred) > 0 && slices.Contains(q.Tested, int32(i)) && labels[i] >= 0 {
					return int(q.Pred[i]), true
				}
			}
			return 0, false
		}
		splits := []string{"0", "1", "2", "3", "4", "9"}
		// byModel counts the mistakes of all models.
		byModel := 0
		for a, model := range m.Models {
			for i := range n {
				tests, wrong := 0, 0
				for _, s := range splits {
					if pred, isCase := caseOf(model, s, i); isCase {
						tests++
						if pred != labels[i] {
							wrong++
						}
					}
				}
				if m.Tests[a*n+i] != tests || m.Wrong[a*n+i] != wrong {
					t.Errorf("%s, node %d: %d mistakes in %d tests, want %d in %d", model, i, m.Wrong[a*n+i], m.Tests[a*n+i], wrong, tests)
				}
				byModel += wrong
			}
			for b, other := range m.Models {
				// Cases counts the nodes that both models tested on one split, Agree those with equal predictions.
				// Only lists the nodes where, on some split, model was right and other was wrong.
				want := MistakePair{}
				for i := range n {
					isAlone := false
					for _, s := range splits {
						ofModel, isCase := caseOf(model, s, i)
						ofOther, isCaseOfOther := caseOf(other, s, i)
						if !isCase || !isCaseOfOther {
							continue
						}
						want.Cases++
						if ofModel == ofOther {
							want.Agree++
						}
						if ofModel == labels[i] && ofOther != labels[i] {
							isAlone = true
						}
					}
					if isAlone {
						want.Only = append(want.Only, i)
					}
				}
				if got := m.Pairs[a*len(m.Models)+b]; !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %+v, want %+v", model, other, got, want)
				}
				// With 40 nodes, the random runs must have both agreements and differences, or the test would compare zeros.
				isEmpty := len(want.Only) == 0 || want.Agree == 0
				if a != b && n == 40 && isEmpty {
					t.Errorf("%s, %s: no agreement or no difference among the random runs: %+v", model, other, want)
				}
			}
		}
		// byNode counts the same mistakes, node by node.
		byNode := 0
		for i := range n {
			tests, wrong := m.Node(i)
			byNode += wrong
			if i%7 == 0 && tests != 0 {
				t.Errorf("node %d is never a test node, and has %d tests", i, tests)
			}
		}
		if byNode != byModel {
			t.Errorf("%d nodes: %d mistakes by node, want %d", n, byNode, byModel)
		}
		if n == 40 && byNode == 0 {
			t.Error("40 nodes: the random runs have no mistakes")
		}
	}
}

// TestMistakesCSV: encoding/csv reads a row for each node from the file, with its name, its class, and the counts of all and of each model.
func TestMistakesCSV(t *testing.T) {
	runs := []Votes{{Model: "gcn", Split: "0", Pred: []int32{0, 1, 1}, Tested: []int32{1, 2}},
		{Model: "mlp", Split: "0", Pred: []int32{0, 0, 0}, Tested: []int32{1, 2}}}
	m := NewMistakes(runs, []int{0, 1, 0})
	text := m.CSV(func(i int) string { return "n," + strconv.Itoa(i) }, func(i int) string { return "c" })
	got, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	want := [][]string{{"node", "name", "label", "tests", "wrong", "tests_gcn", "wrong_gcn", "tests_mlp", "wrong_mlp"},
		{"0", "n,0", "c", "0", "0", "0", "0", "0", "0"}, {"1", "n,1", "c", "2", "1", "1", "0", "1", "1"},
		{"2", "n,2", "c", "2", "1", "1", "1", "1", "0"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the file is read as %q (error %v), want %q", got, err, want)
	}
}

// Node 2 is wrong in one run of two, and only the MLP predicts it correctly. The MLP is model 1, and the GCN model 0.
func ExampleNewMistakes() {
	runs := []Votes{{Model: "gcn", Split: "split 0", Pred: []int32{0, 1, 1}, Tested: []int32{1, 2}},
		{Model: "mlp", Split: "split 0", Pred: []int32{0, 1, 0}, Tested: []int32{1, 2}}}
	labels := []int{0, 1, 0}
	m := NewMistakes(runs, labels)
	tests, wrong := m.Node(2)
	fmt.Println(wrong, "of", tests, m.Pairs[1*len(m.Models)+0].Only)
	// Output: 1 of 2 [2]
}
