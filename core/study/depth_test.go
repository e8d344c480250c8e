package study

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/figures"
)

// The output has a line for each run, state and layer, and is the same when half of the runs are stored.
// Rows hold the means of these lines, and rows of other data sets are unchanged.
func TestDepthCommand(t *testing.T) {
	dir := t.TempDir()
	file, rows := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "rows.jsonl")
	const kept = `{"dataset":"other","net":"gcn","points":[]}` + "\n"
	if err := os.WriteFile(rows, []byte(kept), 0o644); err != nil {
		t.Fatal(err)
	}
	depth := func(more ...string) (string, string) {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-models", "gcn,nsd",
			"-layers", "1,3", "-epochs", "2", "-results", file}, more...)
		if code := DepthCommand(args, karate, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		return out.String(), msg.String()
	}
	text, _ := depth("-rows", rows)
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	// Five networks, two splits, two states, one and three layers.
	if err != nil || len(lines) != 1+5*2*2*4 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	if got := strings.Join(lines[0], " "); got != "dataset net layers split seed val test state layer energy own rank cosine norm gap" {
		t.Error(got)
	}
	data, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readDepthRows("rows", data)
	if err != nil || len(all) != 6 || all[0].Dataset != "other" {
		t.Fatal(len(all), err)
	}
	for _, r := range all[1:] {
		if r.Version == "" || r.Date == "" || r.Epochs != "2" || len(r.Points) != 2 {
			t.Errorf("%+v", r)
		}
		for _, p := range r.Points {
			for m := range figures.DepthMeasures {
				for layer := range p.Layers {
					for state, got := range map[string]float64{"trained": p.Trained[m][layer], "untrained": p.Untrained[m][layer]} {
						sum, n := 0.0, 0.0
						for _, l := range lines {
							if l[1] == r.Net && l[2] == strconv.Itoa(p.Layers) && l[7] == state && l[8] == strconv.Itoa(layer+1) {
								x, err := strconv.ParseFloat(l[9+m], 64)
								if err != nil {
									t.Fatal(err)
								}
								sum, n = sum+x, n+1
							}
						}
						if want := sum / n; n != 2 || math.Abs(got-want) > 5.1e-3*math.Abs(want) {
							t.Errorf("%s, %d layers, %s, layer %d: %g, want %g of %g", r.Net, p.Layers, state, layer+1, got, want, n)
						}
					}
				}
			}
		}
	}
	said, _ := depth("-markdown")
	for _, want := range []string{"### Depth: karate", "| GCN | 3 | 2 |", "NSD, diagonal with 3 layers: the norm of the disagreement ",
		"Test accuracy of NSD, general,", "| less GCN |", "less itself with 1 |"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	half, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, half[:len(half)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	again, log := depth("-workers", "2", "-rows", rows)
	if again != text || !strings.Contains(log, "from the results file") {
		t.Error("another result from half of the runs")
	}
	if now, err := os.ReadFile(rows); err != nil || !bytes.Equal(now, data) {
		t.Errorf("other rows: %v", err)
	}
	if _, err := readDepthRows("f", []byte("{}\n")); err == nil || !strings.HasPrefix(err.Error(), "f:1: ") {
		t.Error(err)
	}
}

// Wrong usage ends with 2 and a reason.
func TestDepthCommandUsage(t *testing.T) {
	for why, args := range map[string][]string{"no \"mlp\"": {"-models", "gcn,mlp"}, "1 to 32": {"-layers", "33"}, "\"x\"": {"-layers", "x"},
		"a list is empty": {"-models", ""}, "-splits": {"-splits", "x"}} {
		var out, msg bytes.Buffer
		if code := DepthCommand(args, karate, &out, &msg); code != 2 || out.Len() > 0 || !strings.Contains(msg.String(), why) {
			t.Errorf("%v: %d, %s", args, code, msg.String())
		}
	}
	s := depthStudy{grid: Grid{Datasets: []string{"karate"}, Splits: []string{"0"}, Seeds: []uint64{0}}}
	if err := s.parse([]string{"sgpc", "gcnii"}, []string{"2", "32"}); err != nil || len(s.cells()) != 4 {
		t.Error(err, len(s.cells()))
	}
}

// The stored rows belong to networks of the study and have all numbers of layers.
// They agree with the statements of chapter 1 of the course on NSD on Texas.
func TestStoredDepth(t *testing.T) {
	data, err := os.ReadFile("depth.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readDepthRows("depth.jsonl", data)
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]int{}
	for _, r := range rows {
		sets[r.Dataset]++
		known := slices.ContainsFunc(figures.DepthNets(), func(n figures.DepthNet) bool { return n.Name == r.Net })
		if !known || r.Version == "" || r.Date == "" {
			t.Errorf("%s, %s: version %q, date %q", r.Dataset, r.Net, r.Version, r.Date)
		}
		for _, p := range r.Points {
			if p.N < 2 || p.Test <= 0 || p.Half < 0 || len(p.Trained) != 4 && len(p.Kept) != len(figures.DepthMeasures) ||
				len(p.Trained[0]) != p.Layers || len(p.Untrained[3]) != p.Layers {
				t.Errorf("%s, %s, %d layers: %d runs, %g", r.Dataset, r.Net, p.Layers, p.N, p.Test)
			}
		}
		if r.Dataset == "texas" && r.Net == "nsd-diag" {
			first, deep := r.Points[0], r.Points[len(r.Points)-1]
			energy, rank := deep.Trained[0][31]/deep.Untrained[0][0], deep.Trained[2][31]/deep.Untrained[2][0]
			t.Logf("NSD on Texas with %d layers keeps %.2f of its energy and %.2f of its rank; right on %.3f, with one layer on %.3f", deep.Layers,
				energy, rank, deep.Test, first.Test)
			if deep.Layers != 32 || energy < 0.5 || rank > 0.5 || deep.Test+deep.Half > first.Test {
				t.Errorf("NSD on Texas keeps %g of its energy and %g of its rank, and is right on %g after %g", energy, rank, deep.Test, first.Test)
			}
		}
	}
	if sets["texas"] < 8 || sets["cora"] == 0 || sets["friends"] == 0 {
		t.Error(sets)
	}
}
