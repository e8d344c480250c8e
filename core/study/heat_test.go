package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// The accuracies of a heat map at one point, in the JSON file, the CSV file and the text, equal those of a plain table of the same graphs.
// The text is the same if two shards trained the runs. It has the sentence of the map and, at this point, the verdict.
// Impossible axes, and -heat without axes, end with 2.
func TestMapEqualsPlainTables(t *testing.T) {
	dir := t.TempDir()
	shared := []string{"-models", "mlp,gcn,nsd-diag", "-method", "validation", "-epochs", "8", "-splits", "0-1", "-q"}
	// run returns the output of the command table.
	run := func(args ...string) string {
		t.Helper()
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, shared...), generated, &out, &msg); code != 0 || msg.Len() > 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return out.String()
	}
	// args returns the arguments of a map of 2 × 3 points with three graphs each, with a results file of the given name.
	args := func(name string, more ...string) []string {
		return append([]string{"-datasets", "universe:n=40,seed=5", "-axis", "homophily=0.1,0.9", "-axis", "signal=0.3,1,2", "-graphs", "3",
			"-results", filepath.Join(dir, name+".jsonl")}, more...)
	}
	jsonFile, csvFile := filepath.Join(dir, "one.json"), filepath.Join(dir, "two.csv")
	text := run(args("one", "-heat", jsonFile)...)
	run(args("two", "-shard", "0/2")...)
	run(args("two", "-shard", "1/2")...)
	if merged := run(args("two", "-heat", csvFile)...); withoutCommandLine(merged) != withoutCommandLine(text) {
		t.Errorf("the text from two shards is\n%s\nwant\n%s", merged, text)
	}
	data, err := os.ReadFile(jsonFile)
	if err != nil {
		t.Fatal(err)
	}
	var m heat.Map
	if err := json.Unmarshal(data, &m); err != nil || m.Points() != 6 || len(m.Versions) != 3 || strings.Contains(m.Command, dir) {
		t.Fatalf("the map is %+v, %v, want 6 points, 3 versions, and a command without the folder", m, err)
	}
	table, err := os.ReadFile(csvFile)
	if err != nil {
		t.Fatal(err)
	}
	rows := csvRows(string(table))
	if len(rows) != 6*3*3 {
		t.Fatalf("the CSV has %d rows, want 6 points × 3 models × 3 graphs", len(rows))
	}
	// Point 5 is homophily 0.9 with signal 2. A plain table trains its three graphs.
	ledger := filepath.Join(dir, "plain.jsonl")
	run("-datasets", "universe:n=40,seed=5,homophily=0.9,signal=2,universe:n=40,seed=6,homophily=0.9,signal=2,"+
		"universe:n=40,seed=7,homophily=0.9,signal=2", "-results", ledger)
	data, err = os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	accuracy := map[string]float64{} // mean over both splits in per cent, by model and graph
	for line := range bytes.Lines(data) {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		accuracy[e.Cell.Model+e.Cell.Dataset] += 100 * e.Outcome.Test / 2
	}
	// Accuracies are ordered by point, model and graph. The files have them with one decimal, hence the bound 0.051.
	for k, name := range m.Models {
		var x []float64
		for g := range 3 {
			x = append(x, accuracy[name+fmt.Sprintf("universe:n=40,seed=%d,homophily=0.9,signal=2", 5+g)])
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
			t.Errorf("%s: the table has the row %q, want %v", name, row, s)
		}
	}
	if !strings.Contains(text, "\n\n"+m.Sentence()+"\n\n") {
		t.Errorf("the text does not have the sentence %q", m.Sentence())
	}
	// The verdict of point 5, and the measured statistics of the graphs with homophily 0.1 and signal 0.3. Their first three numbers are
	// homophily, mean degree (8 is the default of universe) and class correlation.
	verdict := m.Verdicts()[5]
	mean := strings.ReplaceAll(fmt.Sprintf("%+.1f ± ", verdict.Mean), "-", "−")
	if row := markdownRow(text, "2"); len(row) != 2 || !strings.HasPrefix(row[1], mean) {
		t.Errorf("the comparison has the row %q, want %+v", row, verdict)
	}
	if row := markdownRow(text[strings.Index(text, "Measured"):], "0.3"); len(row) != 2 || !strings.HasPrefix(row[0], "0.10, 8.0, 0.5") {
		t.Errorf("the measured statistics are %q, want 0.10, 8.0, 0.5 first", row)
	}
	for reason, bad := range map[string][]string{"numbers joined": {"-axis", "homophily=x"}, "needs -axis": {"-heat", "x.json"},
		"no generator": {"-axis", "n=4", "-datasets", "texas"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(append(bad, "-results", ""), generated, &out, &msg); code != 2 || !strings.Contains(msg.String(), reason) {
			t.Errorf("table %v ends with %d, want 2 and the reason %q: %s", bad, code, reason, msg.String())
		}
	}
}

// After an interrupt, the file of -heat stays as it was. Without an interrupt it gets the map, whose versions are those under the settings.
func TestInterruptKeepsTheMap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "map.json")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := &tableCommand{options: newOptions("table", "validation", 1, io.Discard), stderr: io.Discard}
	c.points = c.heatFlags()
	args := []string{"-axis", "homophily=0.1,0.9", "-graphs", "2", "-heat", file, "-set", "simcalib=true"}
	if err := c.fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	c.datasets = "universe:n=40,seed=5"
	if err := c.setGrid([]string{"sgpc", "mlp"}); err != nil {
		t.Fatal(err)
	}
	lib := NewLibrary(generated(""))
	if _, err := c.text(lib, nil, nil, "", nil, context.Canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want the interrupt", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("after an interrupt the file has %q, %v, want its old content", data, err)
	}
	if _, err := c.text(lib, nil, nil, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	var m heat.Map
	if err := errors.Join(err, json.Unmarshal(data, &m)); err != nil {
		t.Fatal(err)
	}
	calibrated, err := ModelVersion("sgpc", map[string]string{"simcalib": "true"})
	plain, plainErr := ModelVersion("sgpc", nil)
	if err := errors.Join(err, plainErr); err != nil || calibrated == plain || m.Versions[0] != calibrated {
		t.Errorf("the version of SGPC is %s, %v, want %s, which differs from %s", m.Versions[0], err, calibrated, plain)
	}
}

// withoutCommandLine returns a text without its line “`sgpc …`”, which names files.
func withoutCommandLine(text string) string {
	head, rest, _ := strings.Cut(text, "\n`sgpc")
	_, rest, _ = strings.Cut(rest, "\n")
	return head + rest
}

// markdownRow returns the cells after the first of the first row in a Markdown text whose first cell is name.
func markdownRow(text, name string) []string {
	_, rest, _ := strings.Cut(text, "\n| "+name+" | ")
	row, _, _ := strings.Cut(rest, " |\n")
	return strings.Split(row, " | ")
}

// The stored map of the page has a command, a date, all its numbers, and the present version of each model.
// The MLP and NSD with diagonal maps reach its accuracies again on graph 2 of point 7, up to the rounding to one decimal.
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
		t.Fatalf("the map of %s, %s, has %d test accuracies, want %d", m.Command, m.Date, len(m.Test), m.Points()*len(m.Models)*m.Graphs)
	}
	// The runs have the epochs of the stored command, and the first random split.
	_, epochs, _ := strings.Cut(m.Command, " -epochs ")
	run := NewLibrary(generated("")).Run(false)
	retrained := 0
	for k, name := range m.Models {
		version, err := ModelVersion(name, nil)
		if err != nil || version != m.Versions[k] {
			t.Errorf("%s has the version %s, stored is %s: make the map again by its command (%v)", name, version, m.Versions[k], err)
		}
		if name != "mlp" && name != "nsd-diag" {
			continue
		}
		retrained++
		const point, graphNumber = 7, 2
		o, err := run(Cell{Dataset: m.Spec(point, graphNumber), Model: name, Split: "random:0.48,0.32,0.20@0",
			Set: map[string]string{"epochs": strings.Fields(epochs)[0]}})
		index := (point*len(m.Models)+k)*m.Graphs + graphNumber
		if err != nil || math.Abs(100*o.Test-m.Test[index]) > 0.051 || math.Abs(100*o.Val-m.Val[index]) > 0.051 {
			t.Errorf("%s reaches %v and %v, stored are %v and %v per cent (%v)", name, 100*o.Val, 100*o.Test, m.Val[index], m.Test[index], err)
		}
	}
	if retrained != 2 {
		t.Errorf("%d models of %v were trained again, want 2", retrained, m.Models)
	}
}
