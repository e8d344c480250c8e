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

// deepNSDRuns are the runs of testdata/deepnsd.csv by data set. It has a line a run, of the first and the last trained layer of it: what
// these commands print, a data set each, with four digits.
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
	for _, l := range lines[1:] {
		var x []float64
		for _, text := range l[4:] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			x = append(x, v)
		}
		series := map[string][]float64{}
		for k, name := range []string{"norm", "gap", "own", "rank"} {
			series[name] = x[1+2*k : 3+2*k]
		}
		out[l[0]] = append(out[l[0]], Result{Cell: Cell{Dataset: l[0], Model: l[1], Split: l[3], Set: map[string]string{"layers": l[2]}},
			Outcome: train.Outcome{Test: x[0], Series: series}})
	}
	return out
}

// TestDeepNSD prints what NSD, PolyNSD, GCNII and Deep NSD come to by depth on three data sets, paired by split, and what becomes of the
// disagreement of their features. It fails where CLAIMS.md would say something else.
func TestDeepNSD(t *testing.T) {
	const fades, grows, open = "fades", "grows", "neither fades nor grows for certain"
	runs := deepNSDRuns(t)
	for _, c := range []struct {
		dataset string
		// fate is that of norm and share of the disagreement of NSD with 8, 16 and 32 layers.
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
			for k, l := range []int{8, 16, 32} {
				p := s.point(runs[c.dataset], c.dataset, nsd, l)
				norm, share := p.Signal()
				if got := [2]string{figures.Fate(norm), figures.Fate(share)}; got != c.fate[k] {
					t.Errorf("the disagreement of NSD with %d layers: %q, %v, %v", l, got, norm, share)
				}
			}
		})
	}
}
