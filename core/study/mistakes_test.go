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

// With -mistakes a table has, for each node, the number of runs in which it is wrong.
// For each two models it has the nodes that only one classifies rightly.
// Both agree with runs by hand, also after a stop; without -mistakes the table is unchanged.
func TestTableMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	table := func(more ...string) string {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-method", "validation", "-splits", "0-2", "-epochs", "4", "-q",
			"-results", file}, more...)
		if code := TableCommand(args, karate, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		_, text, _ := strings.Cut(out.String(), "\n\n`")
		_, text, _ = strings.Cut(text, "\n\n") // the line with the command
		return text
	}
	plain, got := table(), table("-mistakes")
	if !strings.HasPrefix(got, plain) || got == plain || table("-mistakes") != got || table() != plain {
		t.Fatalf("%s\n---\n%s", plain, got)
	}
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
			c.Epochs, c.Certify = 4, "fixed"
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
				if tests[m][i]++; pred[m][i] != g.Labels[i] {
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
	listed := 0
	for i := range g.N {
		all, bad := tests[0][i]+tests[1][i], wrong[0][i]+wrong[1][i]
		row := fmt.Sprintf("\n| %d (%s) | %d | %d of %d |", i, g.NodeNames[i], g.Labels[i], bad, all)
		for m := range models {
			row += fmt.Sprintf(" %d of %d |", wrong[m][i], tests[m][i])
		}
		if strings.Contains(got, row) != (bad > 0) {
			t.Errorf("node %d, wrong in %d of %d: %q", i, bad, all, row)
		}
		if bad > 0 {
			listed++
		}
	}
	for _, want := range []string{fmt.Sprintf("| MLP | 0 | %d |", len(only[0])), fmt.Sprintf("| GCN | %d | 0 |", len(only[1])),
		fmt.Sprintf("| MLP | 100.0 | %.1f |", 100*float64(agree)/float64(cases))} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
	if listed == 0 || len(only[0])+len(only[1]) == 0 || t.Failed() {
		t.Errorf("%d nodes are wrong:\n%s", listed, got)
	}
}
