package study

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// With -mistakes a table has a row for each node with a mistake: in how many of its test runs it is wrong, for both models together and for
// each model.
// It has, for each two models, the number of nodes that only one predicts correctly, and the share of equal predictions.
// All numbers equal those of runs made here. The text is the same from the results file, and without -mistakes the table is unchanged.
func TestTableMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	// table returns the output of the command after the line of the command, which names its flags.
	table := func(more ...string) string {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-method", "validation", "-splits", "0-2", "-epochs", "4", "-q",
			"-results", file}, more...)
		if code := TableCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		_, text, _ := strings.Cut(out.String(), "\n\n`")
		_, text, _ = strings.Cut(text, "\n\n")
		return text
	}
	plain, got := table(), table("-mistakes")
	if !strings.HasPrefix(got, plain) || got == plain || table("-mistakes") != got || table() != plain {
		t.Fatalf("with -mistakes the table must begin with the plain table, and both must be the same again:\n%s\n---\n%s", plain, got)
	}
	// For model m and node i, tests[m][i] counts the runs with i as a test node, and wrong[m][i] those in which i is wrong.
	// only[m] has the nodes that only model m predicts correctly. cases counts the test nodes of all splits, and agree counts the cases with
	// equal predictions.
	g, _, err := karate("")("karate")
	if err != nil {
		t.Fatal(err)
	}
	const models = 2
	var tests, wrong [models]map[int]int
	only := [models]map[int]bool{{}, {}}
	agree, cases := 0, 0
	for m := range models {
		tests[m], wrong[m] = map[int]int{}, map[int]int{}
	}
	for seed := range uint64(3) {
		split, err := graph.ParseSplit(g, method.DefaultSplit, seed)
		if err != nil {
			t.Fatal(err)
		}
		var pred [models][]int
		for m, name := range []string{"mlp", "gcn"} {
			c, err := method.Configure(g, split, name, "paper", 0)
			if err != nil {
				t.Fatal(err)
			}
			c.Epochs, c.Certify = 4, "fixed" // tables train without a certificate
			r, err := sgpc.New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			for !r.Done() {
				r.StepEpoch()
			}
			r.RestoreBest()
			pred[m] = view.Frame(r, frame.Focus{}).Pred
			for _, i := range split.Test {
				tests[m][i]++
				if pred[m][i] != g.Labels[i] {
					wrong[m][i]++
				}
			}
		}
		for _, i := range split.Test {
			cases++
			if pred[0][i] == pred[1][i] {
				agree++
			}
			for m := range models {
				if pred[m][i] == g.Labels[i] && pred[1-m][i] != g.Labels[i] {
					only[m][i] = true
				}
			}
		}
	}
	wrongNodes := 0
	for i := range g.N {
		testRuns, wrongRuns := tests[0][i]+tests[1][i], wrong[0][i]+wrong[1][i]
		row := fmt.Sprintf("\n| %d (%s) | %d | %d of %d |", i, g.NodeNames[i], g.Labels[i], wrongRuns, testRuns)
		for m := range models {
			row += fmt.Sprintf(" %d of %d |", wrong[m][i], tests[m][i])
		}
		hasRow, wantRow := strings.Contains(got, row), wrongRuns > 0
		if hasRow != wantRow {
			t.Errorf("node %d is wrong in %d of %d runs, and the table has the row %q: %v", i, wrongRuns, testRuns, row, hasRow)
		}
		if wrongRuns > 0 {
			wrongNodes++
		}
	}
	for _, want := range []string{fmt.Sprintf("| MLP | 0 | %d |", len(only[0])), fmt.Sprintf("| GCN | %d | 0 |", len(only[1])),
		fmt.Sprintf("| MLP | 100.0 | %.1f |", 100*float64(agree)/float64(cases))} {
		if !strings.Contains(got, want) {
			t.Errorf("the table has no %q", want)
		}
	}
	// Without wrong nodes the comparison above would prove nothing.
	if wrongNodes == 0 || len(only[0])+len(only[1]) == 0 || t.Failed() {
		t.Errorf("%d nodes are wrong, and %d are right by one model only:\n%s", wrongNodes, len(only[0])+len(only[1]), got)
	}
}
