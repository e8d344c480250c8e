package study

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/train"
)

// deepNSDRuns returns the runs of testdata/deepnsd.csv by data set. A line of the file is a run: data set, model, layers, split, test
// accuracy, and the measures norm, gap, own and rank of its first and its last trained layer. These commands printed them, with four
// digits:
//
//	sgpc depth -models gcnii,nsd-diag,polynsd,deep-nsd -datasets texas
//	sgpc depth -models gcnii,nsd-diag,polynsd,deep-nsd -datasets friends -protocol random:0.48,0.32,0.20 -splits 0-2 -epochs 50
//	sgpc depth -models gcnii,nsd-diag,polynsd,deep-nsd -datasets cora -splits 0-2
func deepNSDRuns(t *testing.T) map[string][]Result {
	t.Helper()
	file, err := os.Open("testdata/deepnsd.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]Result{}
	for _, line := range lines[1:] {
		var numbers []float64
		for _, text := range line[4:] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, v)
		}
		// After the test accuracy there are two numbers for each measure: first and last layer.
		series := map[string][]float64{}
		for k, name := range []string{"norm", "gap", "own", "rank"} {
			series[name] = numbers[1+2*k : 3+2*k]
		}
		dataset, model, layers, split := line[0], line[1], line[2], line[3]
		cell := Cell{Dataset: dataset, Model: model, Split: split, Set: map[string]string{"layers": layers}}
		out[dataset] = append(out[dataset], Result{Cell: cell, Outcome: train.Outcome{Test: numbers[0], Series: series}})
	}
	return out
}

// TestDeepNSD: norm and share of the disagreement of NSD fade, grow, or do neither for certain, as CLAIMS.md states. The runs are stored
// (deepNSDRuns), on three data sets with 8, 16 and 32 layers. The test also prints the accuracies of NSD, PolyNSD, GCNII and Deep NSD by
// depth, paired by split.
func TestDeepNSD(t *testing.T) {
	const fades, grows, open = "fades", "grows", "neither fades nor grows for certain"
	runs := deepNSDRuns(t)
	for _, c := range []struct {
		dataset string
		// fate has, for 8, 16 and 32 layers, the fate of the norm and of the share.
		fate [3][2]string
	}{
		{"texas", [3][2]string{{grows, grows}, {open, open}, {grows, grows}}},
		{"friends", [3][2]string{{fades, open}, {grows, open}, {grows, fades}}},
		{"cora", [3][2]string{{grows, grows}, {grows, grows}, {grows, grows}}},
	} {
		t.Run(c.dataset, func(t *testing.T) {
			s := depthStudy{grid: Grid{Datasets: []string{c.dataset}}}
			var layers []string
			for _, l := range figures.Depths {
				layers = append(layers, strconv.Itoa(l))
			}
			if err := s.parse([]string{"gcnii", "nsd-diag", "polynsd", "deep-nsd"}, layers); err != nil {
				t.Fatal(err)
			}
			t.Log(s.markdown(runs[c.dataset]))
			nsd := s.nets[slices.IndexFunc(s.nets, func(n figures.DepthNet) bool { return n.Name == "nsd-diag" })]
			for k, depth := range []int{8, 16, 32} {
				p := s.point(runs[c.dataset], c.dataset, nsd, depth)
				norm, share := p.Signal()
				if got := [2]string{figures.Fate(norm), figures.Fate(share)}; got != c.fate[k] {
					t.Errorf("with %d layers norm %v and share %v of the disagreement of NSD %q, want %q", depth, norm, share, got, c.fate[k])
				}
			}
		})
	}
}
