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

// The CSV of depth has a line for each run, state (trained or not) and layer. It is the same if half of the runs are stored.
// The stored rows have the means of these lines over the two splits. A row of another data set stays. The Markdown has the networks with
// paired differences. A row without fields is an error.
func TestDepthCommand(t *testing.T) {
	dir := t.TempDir()
	file, rows := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "rows.jsonl")
	const otherRow = `{"dataset":"other","net":"gcn","points":[]}` + "\n"
	if err := os.WriteFile(rows, []byte(otherRow), 0o644); err != nil {
		t.Fatal(err)
	}
	// depth returns the output of the command and its messages.
	depth := func(more ...string) (string, string) {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-models", "gcn,nsd",
			"-layers", "1,3", "-epochs", "2", "-results", file}, more...)
		if code := DepthCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return out.String(), msg.String()
	}
	text, _ := depth("-rows", rows)
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	// A heading, then five networks (GCN and four of NSD), two splits, two states, and the layers of the depths 1 and 3.
	if want := 1 + 5*2*2*(1+3); err != nil || len(lines) != want {
		t.Fatalf("%d lines, want %d (%v)", len(lines), want, err)
	}
	if got := strings.Join(lines[0], " "); got != "dataset net layers split seed val test state layer energy own rank cosine norm gap" {
		t.Errorf("the heading of the CSV is %s", got)
	}
	// linesOf has the two lines, one for each split, of a network, a depth, a state and a layer. These four columns are the key.
	linesOf := map[string][][]string{}
	for _, line := range lines[1:] {
		key := strings.Join([]string{line[1], line[2], line[7], line[8]}, " ")
		linesOf[key] = append(linesOf[key], line)
	}
	// Row 0 is the row of the other data set; then each of the five networks has a row with the depths 1 and 3.
	data, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readDepthRows("rows", data)
	if err != nil || len(all) != 6 || all[0].Dataset != "other" {
		t.Fatalf("%d rows, want 6 with the other data set first (%v)", len(all), err)
	}
	for _, r := range all[1:] {
		if r.Version == "" || r.Date == "" || r.Epochs != "2" || len(r.Points) != 2 {
			t.Errorf("%+v, want a version, a date, 2 epochs and 2 points", r)
		}
		for _, p := range r.Points {
			for m := range figures.DepthMeasures {
				for layer := range p.Layers {
					for state, got := range map[string]float64{"trained": p.Trained[m][layer], "untrained": p.Untrained[m][layer]} {
						// The measures are the columns from 9 on. Rows have three significant digits, hence the bound 0.51 %.
						ofLayer := linesOf[strings.Join([]string{r.Net, strconv.Itoa(p.Layers), state, strconv.Itoa(layer + 1)}, " ")]
						sum, n := 0.0, float64(len(ofLayer))
						for _, line := range ofLayer {
							sum += parse64(t, line[9+m])
						}
						if want := sum / n; n != 2 || math.Abs(got-want) > 5.1e-3*math.Abs(want) {
							t.Errorf("%s, %d layers, %s, layer %d: %g, want %g, the mean of %g lines, want 2", r.Net, p.Layers, state, layer+1, got,
								want, n)
						}
					}
				}
			}
		}
	}
	markdown, _ := depth("-markdown")
	for _, want := range []string{"### Depth: karate", "| GCN | 3 | 2 |", "NSD, diagonal with 3 layers: the norm of the disagreement ",
		"Test accuracy of NSD, general,", "| less GCN |", "less itself with 1 |"} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %q in %s", want, markdown)
		}
	}
	// Half of the results file is kept.
	results, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, results[:len(results)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	again, log := depth("-workers", "2", "-rows", rows)
	if again != text || !strings.Contains(log, "from the results file") {
		t.Errorf("from half of the runs the output differs, or no run comes from the results file: %s", log)
	}
	if now, err := os.ReadFile(rows); err != nil || !bytes.Equal(now, data) {
		t.Errorf("from half of the runs the stored rows differ (%v)", err)
	}
	if _, err := readDepthRows("f", []byte("{}\n")); err == nil || !strings.HasPrefix(err.Error(), "f:1: ") {
		t.Errorf("the error of an empty row is %v, want one with file and line", err)
	}
}

// Wrong usage of depth ends with 2 and a reason, without an output. The models sgpc and gcnii with the layers 2 and 32 are four cells.
func TestDepthCommandUsage(t *testing.T) {
	for reason, args := range map[string][]string{"no \"mlp\"": {"-models", "gcn,mlp"}, "1 to 32": {"-layers", "33"},
		"\"x\"": {"-layers", "x"}, "a list is empty": {"-models", ""}, "-splits": {"-splits", "x"},
		"determine the setting maps": {"-set", "maps=identity"}, "-layers determines layers": {"-set", "layers=3"},
		"does not record the setting lr": {"-set", "lr=0.1", "-rows", "rows.jsonl"}} {
		var out, msg bytes.Buffer
		if code := DepthCommand(args, karate, &out, &msg); code != 2 || out.Len() > 0 || !strings.Contains(msg.String(), reason) {
			t.Errorf("depth %v ends with %d, want 2 and the reason %q: %s", args, code, reason, msg.String())
		}
	}
	s := depthStudy{grid: Grid{Datasets: []string{"karate"}, Splits: []string{"0"}, Seeds: []uint64{0}}}
	if err := s.parse([]string{"sgpc", "gcnii"}, []string{"2", "32"}); err != nil || len(s.cells()) != 4 {
		t.Errorf("%d cells, want 4 (%v)", len(s.cells()), err)
	}
}

// A repeated number of layers counts once. Runs without test nodes have no difference. The sentence above the paired differences names the
// last network with its maps. The setting epochs replaces the default of -epochs. The version of a row is that of its settings.
func TestDepthCountsEachRunOnce(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows.jsonl")
	// depth returns the Markdown of two networks on two splits of the protocol.
	depth := func(protocol string) string {
		var out, msg bytes.Buffer
		args := []string{"-datasets", "karate", "-protocol", protocol, "-splits", "0-1", "-models", "gcn,nsd-identity", "-layers", "2,1,2",
			"-set", "epochs=2", "-set", "simcalib=true", "-results", "", "-rows", rows, "-markdown", "-q"}
		if code := DepthCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return out.String()
	}
	text := depth("random:0.5,0.3,0.2")
	if strings.Count(text, "| GCN | 2 | 2 |") != 1 || !strings.Contains(text, "Test accuracy of NSD, identity, in points") {
		t.Errorf("GCN with two layers has not one row of two runs, or the sentence does not name NSD with identity maps:\n%s", text)
	}
	if text := depth("random:0.6,0.4,0"); !strings.Contains(text, "\n| 2 | – | – |\n| 1 | – |  |\n") {
		t.Errorf("without test nodes there are differences:\n%s", text)
	}
	data, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readDepthRows("rows", data)
	if err != nil || len(all) != 2 || all[0].Epochs != "2" || len(all[0].Points) != 2 {
		t.Errorf("%+v, want two rows of 2 epochs with two points (%v)", all, err)
	}
	if want, _ := ModelVersion("gcn", map[string]string{"simcalib": "true"}); len(all) > 0 && all[0].Version != want {
		t.Errorf("the row of GCN has version %s, want %s, the version under the settings of the command", all[0].Version, want)
	}
}

// The stored rows belong to networks of the study and have a version, a date and measures of each layer.
// On Texas, the last of 32 layers of NSD keeps half or more of the energy of the first untrained layer, and at most half of its rank.
// NSD with 32 layers is less accurate than with one layer. Chapter 1 of the course states these facts.
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
			t.Errorf("%s, %s: version %q, date %q; want a network of the study, a version and a date", r.Dataset, r.Net, r.Version, r.Date)
		}
		for _, p := range r.Points {
			if p.N < 2 || p.Test <= 0 || p.Half < 0 {
				t.Errorf("%s, %s, %d layers: accuracy %g ± %g of %d runs, want one of 2 runs or more", r.Dataset, r.Net, p.Layers, p.Test, p.Half, p.N)
			}
			// Old rows have four measures. Present rows have all measures, with the factors Kept.
			hasMeasures := len(p.Trained) == 4 || len(p.Kept) == len(figures.DepthMeasures)
			if !hasMeasures || len(p.Trained[0]) != p.Layers || len(p.Untrained[3]) != p.Layers {
				t.Errorf("%s, %s, %d layers: measures are missing, or have another number of layers: %+v", r.Dataset, r.Net, p.Layers, p)
			}
		}
		if r.Dataset == "texas" && r.Net == "nsd-diag" {
			first, deep := r.Points[0], r.Points[len(r.Points)-1]
			// Measure 0 is the energy and measure 2 the rank (figures.DepthMeasures). Index 31 is layer 32.
			energy, rank := deep.Trained[0][31]/deep.Untrained[0][0], deep.Trained[2][31]/deep.Untrained[2][0]
			t.Logf("NSD on Texas with %d layers keeps %.2f of its energy and %.2f of its rank; right on %.3f, with one layer on %.3f", deep.Layers,
				energy, rank, deep.Test, first.Test)
			if deep.Layers != 32 || energy < 0.5 || rank > 0.5 {
				t.Errorf("NSD on Texas with %d layers keeps %g of its energy and %g of its rank, want 32 layers, 0.5 or more, at most 0.5",
					deep.Layers, energy, rank)
			}
			if deep.Test+deep.Half > first.Test {
				t.Errorf("NSD on Texas with %d layers is right on %g ± %g, want less than the %g with one layer", deep.Layers, deep.Test, deep.Half,
					first.Test)
			}
		}
	}
	if sets["texas"] < 8 || sets["cora"] == 0 || sets["friends"] == 0 {
		t.Errorf("the rows by data set are %v, want 8 or more of texas, and some of cora and friends", sets)
	}
}
