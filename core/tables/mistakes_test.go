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

// drawnVotes returns random runs of three models on five splits, and random labels. The third model has runs on three splits only.
// Two further runs have no predictions.
func drawnVotes(r *rand.Rand, n int) (runs []Votes, labels []int) {
	for range n {
		labels = append(labels, r.Intn(4)-1)
	}
	for s := range 5 {
		tested := []int32{}
		for i := range n {
			if i%7 != 0 && r.Intn(3) == 0 { // every seventh is never tested
				tested = append(tested, int32(i))
			}
		}
		for a, model := range []string{"p", "q", "r"} {
			if a == 2 && s > 2 {
				continue
			}
			pred := make([]int32, n)
			for i := range pred {
				if pred[i] = int32(r.Intn(3)); r.Intn(2) == 0 {
					pred[i] = int32(max(0, labels[i]))
				}
			}
			runs = append(runs, Votes{model, strconv.Itoa(s), pred, tested})
		}
	}
	return append(runs, Votes{Model: "q", Split: "9"}, Votes{Model: "none", Split: "0"}), labels
}

// TestMistakesEqualBruteForce counts every case again from all pairs of runs and nodes.
func TestMistakesEqualBruteForce(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for _, n := range []int{0, 1, 40} {
		runs, labels := drawnVotes(r, n)
		m := NewMistakes(runs, labels)
		if want := []string{"p", "q", "r"}; n > 0 && !slices.Equal(m.Models, want) || n == 0 && len(m.Models) > 0 {
			t.Fatalf("models %q", m.Models)
		}
		// caseOf returns the predicted class of node i in the run of a model on a split. ok is false if the node is no case of the run.
		caseOf := func(model, split string, i int) (pred int, ok bool) {
			for _, q := range runs {
				if q.Model == model && q.Split == split && len(q.Pred) > 0 && slices.Contains(q.Tested, int32(i)) && labels[i] >= 0 {
					return int(q.Pred[i]), true
				}
			}
			return 0, false
		}
		splits := []string{"0", "1", "2", "3", "4", "9"}
		sum := 0
		for a, model := range m.Models {
			for i := range n {
				tests, wrong := 0, 0
				for _, s := range splits {
					if c, ok := caseOf(model, s, i); ok {
						tests++
						if c != labels[i] {
							wrong++
						}
					}
				}
				if m.Tests[a*n+i] != tests || m.Wrong[a*n+i] != wrong {
					t.Errorf("%s, node %d: %d of %d, not %d of %d", model, i, m.Wrong[a*n+i], m.Tests[a*n+i], wrong, tests)
				}
				sum += wrong
			}
			for b, other := range m.Models {
				want := MistakePair{}
				for i := range n {
					alone := false
					for _, s := range splits {
						p, ok := caseOf(model, s, i)
						q, too := caseOf(other, s, i)
						if !ok || !too {
							continue
						}
						want.Cases++
						if p == q {
							want.Agree++
						}
						if p == labels[i] && q != labels[i] {
							alone = true
						}
					}
					if alone {
						want.Only = append(want.Only, i)
					}
				}
				if got := m.Pairs[a*len(m.Models)+b]; !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %+v, not %+v", model, other, got, want)
				}
				if a != b && n == 40 && (len(want.Only) == 0 || want.Agree == 0) {
					t.Error("nothing is told apart; the test tells nothing")
				}
			}
		}
		all := 0
		for i := range n {
			tests, wrong := m.Node(i)
			all += wrong
			if i%7 == 0 && tests != 0 {
				t.Errorf("node %d is never a test node, and has %d tests", i, tests)
			}
		}
		if all != sum || n == 40 && all == 0 {
			t.Errorf("%d mistakes, by node %d", sum, all)
		}
	}
}

// TestMistakesCSV: the file has a row for each node, with the counts of every model.
func TestMistakesCSV(t *testing.T) {
	runs := []Votes{{"gcn", "0", []int32{0, 1, 1}, []int32{1, 2}}, {"mlp", "0", []int32{0, 0, 0}, []int32{1, 2}}}
	m := NewMistakes(runs, []int{0, 1, 0})
	text := m.CSV(func(i int) string { return "n," + strconv.Itoa(i) }, func(i int) string { return "c" })
	got, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	want := [][]string{{"node", "name", "label", "tests", "wrong", "tests_gcn", "wrong_gcn", "tests_mlp", "wrong_mlp"},
		{"0", "n,0", "c", "0", "0", "0", "0", "0", "0"}, {"1", "n,1", "c", "2", "1", "1", "0", "1", "1"},
		{"2", "n,2", "c", "2", "1", "1", "1", "1", "0"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// Node 2 is wrong in one run of two, and only MLP gets it right.
func ExampleNewMistakes() {
	runs := []Votes{{"gcn", "split 0", []int32{0, 1, 1}, []int32{1, 2}}, {"mlp", "split 0", []int32{0, 1, 0}, []int32{1, 2}}}
	labels := []int{0, 1, 0}
	m := NewMistakes(runs, labels)
	tests, wrong := m.Node(2)
	fmt.Println(wrong, "of", tests, m.Pairs[1*len(m.Models)+0].Only)
	// Output: 1 of 2 [2]
}
