package figures_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// TestDepthPoint: the means and the interval of three runs are those computed by hand. The factors follow from their logarithms.
// Fate names a factor by its interval: one below 1 fades, one above 1 grows. Signal returns the factors of the measures "gap" and "own".
// The indices of measures count from 0. Without test nodes the point has no accuracy.
func TestDepthPoint(t *testing.T) {
	// run returns an outcome of two layers. Measure k has the series x, k after training, and 2x, −1 before.
	run := func(test float64, x float64) train.Outcome {
		s := map[string][]float64{}
		for k, name := range figures.DepthMeasures {
			s[name], s["untrained_"+name] = []float64{x, float64(k)}, []float64{2 * x, -1}
		}
		return train.Outcome{Test: test, Series: s}
	}
	p := figures.NewDepthPoint(2, []train.Outcome{run(0.5, 1), run(0.6, 2), run(0.7, 6)})
	// The accuracies 0.5, 0.6 and 0.7 have the standard deviation 0.1. The 97.5 % quantile of t_2 is 4.303.
	if p.Layers != 2 || p.N != 3 || p.Test != 0.6 || math.Abs(p.Half-4.303*0.1/math.Sqrt(3)) > 1e-3 {
		t.Errorf("the point is %+v, want 2 layers, 3 runs, accuracy 0.6 and half an interval of 4.303·0.1/√3", p)
	}
	for k := range figures.DepthMeasures {
		if !reflect.DeepEqual(p.Trained[k], []float64{3, float64(k)}) || !reflect.DeepEqual(p.Untrained[k], []float64{6, -1}) {
			t.Errorf("measure %d: the means are %v and untrained %v, want [3 %d] and [6 -1]", k, p.Trained[k], p.Untrained[k], k)
		}
	}
	// Measure 4 ends at 4 after 1, 2 and 6, so the runs have the factors 4, 2 and 4/6. Measure 0 ends at 0, so it has no factor.
	// Kept has the factor and the ends of its interval, rounded to three digits: the relative error is at most 5e-3.
	logs := tables.Summarize([]float64{math.Log(4), math.Log(2), math.Log(4. / 6)})
	factor, upper := p.Kept[4][0], p.Kept[4][2]
	if math.Abs(factor-math.Exp(logs.Mean)) > 5e-3 {
		t.Errorf("the factor of measure 4 is %v, want %v", factor, math.Exp(logs.Mean))
	}
	if math.Abs(upper-math.Exp(logs.Mean+logs.Interval()))/upper > 5e-3 {
		t.Errorf("the upper end of the factor of measure 4 is %v, want %v", upper, math.Exp(logs.Mean+logs.Interval()))
	}
	if p.Kept[0] != [3]float64{} {
		t.Errorf("measure 0 has the factor %v, want none", p.Kept[0])
	}
	// Factor, lower and upper end.
	for want, f := range map[string][3]float64{"fades": {0.5, 0.3, 0.9}, "grows": {2, 1.1, 3}, "neither": {1.2, 0.9, 1.5}} {
		if got := figures.Fate(f); !strings.HasPrefix(got, want) {
			t.Errorf("the fate of the factor %v is %q, want %q", f, got, want)
		}
	}
	if norm, share := p.Signal(); norm != p.Kept[5] || share != p.Kept[1] {
		t.Errorf("the signal is %v and %v, want the factors of the measures 5 and 1 of %v", norm, share, p.Kept)
	}
	// The accuracies 50 to 70 % as text. Without labelled test nodes, whose accuracy is −1, there is no accuracy.
	if text := p.Accuracy(); text != "60.0 ± 24.8" {
		t.Errorf("the accuracy is %q, want 60.0 ± 24.8", text)
	}
	untested := figures.NewDepthPoint(2, []train.Outcome{run(-1, 1), run(-1, 2)})
	if untested.Test != -1 || untested.Accuracy() != "–" {
		t.Errorf("without test nodes the accuracy is %v, %q, want −1 and a dash", untested.Test, untested.Accuracy())
	}
	// Rows of stored results from before these measures have no factors.
	if norm, share := new(figures.DepthPoint).Signal(); norm != [3]float64{} || share != norm {
		t.Errorf("a point without factors has the signal %v and %v, want zeros", norm, share)
	}
}

// TestDepthFigureEqualsMeasures: for every network of the study, the series of a run are the measures of its layers (view.Depth) before and
// after training. The CSV file has a line for each of the 3 layers before and after. Every network reads its settings. Labels are distinct.
func TestDepthFigureEqualsMeasures(t *testing.T) {
	g := graph.Karate()
	split, err := graph.PerClass(g, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]bool{}
	for _, n := range figures.DepthNets() {
		cfg, err := method.Configure(g, split, n.Model, "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range n.Set(3) {
			if err := cfg.Override(name, v); err != nil || !cfg.Reads(name) {
				t.Errorf("%s does not read the setting %s (error %v)", n.Name, name, err)
			}
		}
		cfg.Epochs = 3
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		// figures.Depth measures the untrained run; finish measures it when trained and returns the outcome.
		before, finish := view.Depth(r), figures.Depth(r)
		for !r.Done() {
			r.StepEpoch()
		}
		o := finish()
		after := view.Depth(r)
		if len(before) != 3 || o.Test < 0 || o.BestEpoch < 1 {
			t.Errorf("%s: %d layers and the outcome %+v, want 3 layers, an accuracy and a best epoch", n.Name, len(before), o)
		}
		for k := range before {
			for prefix, s := range map[string]frame.Spread{"": after[k], "untrained_": before[k]} {
				var got [6]float64
				for m, name := range figures.DepthMeasures {
					got[m] = o.Series[prefix+name][k]
				}
				if got != [6]float64{s.Energy, s.Own, s.Rank, s.Cosine, s.Norm, s.Gap} {
					t.Errorf("%s: layer %d has the measures %v, want %+v", n.Name, k+1, got, s)
				}
			}
		}
		var c tables.CSV
		figures.DepthCSV(&c, []string{n.Name}, &o)
		if text := string(c.File()); strings.Count(text, "\n") != 6 || strings.Count(text, "untrained,") != 3 {
			t.Errorf("%s: the CSV file does not have 6 lines, 3 of them untrained:\n%s", n.Name, text)
		}
		labels[n.Label()] = true
	}
	if len(labels) != len(figures.DepthNets()) || !labels["NSD, identity"] || !labels["SGPC, identity"] || !labels["GCNII"] {
		t.Errorf("the labels %v are not one for each network, or lack a known one", labels)
	}
}
