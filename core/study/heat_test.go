package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// generated returns a loader of built-in and generated graphs.
func generated(string) Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		g, err := graph.Builtin(name)
		return g, nil, err
	}
}

// The numbers of a map equal those of plain tables of the same graphs, in file and text, also when two shards trained them.
func TestMapEqualsPlainTables(t *testing.T) {
	dir := t.TempDir()
	common := []string{"-models", "mlp,gcn,nsd-diag", "-method", "validation", "-epochs", "8", "-splits", "0-1", "-q"}
	run := func(args ...string) string {
		t.Helper()
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, common...), generated, &out, &msg); code != 0 || msg.Len() > 0 {
			t.Fatal(code, msg.String())
		}
		return out.String()
	}
	args := func(name string, more ...string) []string {
		return append([]string{"-datasets", "universe:n=40,seed=5", "-axis", "homophily=0.1,0.9", "-axis", "signal=0.3,1,2", "-graphs", "3",
			"-results", filepath.Join(dir, name+".jsonl")}, more...)
	}
	json1, csv1 := filepath.Join(dir, "one.json"), filepath.Join(dir, "two.csv")
	text := run(args("one", "-heat", json1)...)
	run(args("two", "-shard", "0/2")...)
	run(args("two", "-shard", "1/2")...)
	if two := run(args("two", "-heat", csv1)...); day(two) != day(text) {
		t.Errorf("%s\nfrom shares\n%s", text, two)
	}
	data, err := os.ReadFile(json1)
	if err != nil {
		t.Fatal(err)
	}
	var m heat.Map
	if err := json.Unmarshal(data, &m); err != nil || m.Points() != 6 || len(m.Versions) != 3 || strings.Contains(m.Command, dir) {
		t.Fatalf("%v, %+v", err, m)
	}
	table, err := os.ReadFile(csv1)
	if err != nil {
		t.Fatal(err)
	}
	rows := csvRows(string(table))
	if len(rows) != 6*3*3 {
		t.Fatalf("%d rows", len(rows))
	}
	// Point 5 is homophily 0.9 with signal 2, in a plain table of its three graphs.
	ledger := filepath.Join(dir, "plain.jsonl")
	run("-datasets", "universe:n=40,seed=5,homophily=0.9,signal=2,universe:n=40,seed=6,homophily=0.9,signal=2,"+
		"universe:n=40,seed=7,homophily=0.9,signal=2", "-results", ledger)
	data, err = os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]float64{}
	for line := range bytes.Lines(data) {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		of[e.Cell.Model+e.Cell.Dataset] += 100 * e.Outcome.Test / 2
	}
	for k, name := range m.Models {
		var x []float64
		for g := range 3 {
			x = append(x, of[name+fmt.Sprintf("universe:n=40,seed=%d,homophily=0.9,signal=2", 5+g)])
			if got := m.Test[(5*3+k)*3+g]; math.Abs(got-x[g]) > 0.051 {
				t.Errorf("%s, graph %d: %v, want %v", name, g, got, x[g])
			}
			if got := 100 * parse64(t, rows[(5*3+k)*3+g]["test"]); math.Abs(got-x[g]) > 0.051 {
				t.Errorf("%s, graph %d: %v in the CSV, want %v", name, g, got, x[g])
			}
		}
		_, part, _ := strings.Cut(text, peer.Label(name)+", test accuracy")
		row := markdownRow(part, "2")
		if s := tables.Summarize(x); len(row) != 2 || row[1] != s.String() {
			t.Errorf("%s: row %q, want %v", name, row, s)
		}
	}
	if !strings.Contains(text, "\n\n"+m.Sentence()+"\n\n") {
		t.Errorf("the text has not %q", m.Sentence())
	}
	v := m.Verdicts()[5]
	mean := strings.ReplaceAll(fmt.Sprintf("%+.1f ± ", v.Mean), "-", "−")
	if row := markdownRow(text, "2"); len(row) != 2 || !strings.HasPrefix(row[1], mean) {
		t.Errorf("the comparison has the row %q, want %+v", row, v)
	}
	if row := markdownRow(text[strings.Index(text, "Measured"):], "0.3"); len(row) != 2 || !strings.HasPrefix(row[0], "0.10, 8.0, 0.5") {
		t.Errorf("measured are %q", row)
	}
	for why, bad := range map[string][]string{"numbers joined": {"-axis", "homophily=x"}, "needs -axis": {"-heat", "x.json"},
		"no generator": {"-axis", "n=4", "-datasets", "texas"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(append(bad, "-results", ""), generated, &out, &msg); code != 2 || !strings.Contains(msg.String(), why) {
			t.Errorf("%v: %d, %s", bad, code, msg.String())
		}
	}
}

// day leaves out the line of the command, which names files.
func day(text string) string {
	head, rest, _ := strings.Cut(text, "\n`sgpc")
	_, rest, _ = strings.Cut(rest, "\n")
	return head + rest
}

// markdownRow are the cells of the first row of a Markdown table that begins with a name.
func markdownRow(text, name string) []string {
	_, rest, _ := strings.Cut(text, "\n| "+name+" | ")
	row, _, _ := strings.Cut(rest, " |\n")
	return strings.Split(row, " | ")
}

// The stored map of the page has the accuracies that two of its models reach today on one of its graphs.
func TestStoredMapIsReached(t *testing.T) {
	text, err := os.ReadFile("../heat/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := heat.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if m.Date == "" || !strings.HasPrefix(m.Command, "sgpc table -datasets "+m.Base+" -axis ") ||
		len(m.Test) != m.Points()*len(m.Models)*m.Graphs || len(m.Val) != len(m.Test) || len(m.Versions) != len(m.Models) {
		t.Fatalf("%s, %s: %d numbers", m.Command, m.Date, len(m.Test))
	}
	_, epochs, _ := strings.Cut(m.Command, " -epochs ")
	run := NewLibrary(generated("")).Run(false)
	again := 0
	for k, name := range m.Models {
		version, err := ModelVersion(name, nil)
		if err != nil || version != m.Versions[k] {
			t.Errorf("%s has the version %s, stored is %s: make the map again, %v", name, version, m.Versions[k], err)
		}
		if name != "mlp" && name != "nsd-diag" {
			continue
		}
		again++
		const p, g = 7, 2
		o, err := run(Cell{Dataset: m.Spec(p, g), Model: name, Split: "random:0.48,0.32,0.20@0",
			Set: map[string]string{"epochs": strings.Fields(epochs)[0]}})
		at := (p*len(m.Models)+k)*m.Graphs + g
		if err != nil || math.Abs(100*o.Test-m.Test[at]) > 0.051 || math.Abs(100*o.Val-m.Val[at]) > 0.051 {
			t.Errorf("%s: %v and %v, stored are %v and %v, %v", name, o.Val, o.Test, m.Val[at], m.Test[at], err)
		}
	}
	if again != 2 {
		t.Errorf("%d models were trained again of %v", again, m.Models)
	}
}
