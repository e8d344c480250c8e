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

// TestDepthPoint: the means and the interval of three runs are those computed by hand.
func TestDepthPoint(t *testing.T) {
	run := func(test float64, x float64) train.Outcome {
		s := map[string][]float64{}
		for k, name := range figures.DepthMeasures {
			s[name], s["untrained_"+name] = []float64{x, float64(k)}, []float64{2 * x, -1}
		}
		return train.Outcome{Test: test, Series: s}
	}
	p := figures.NewDepthPoint(2, []train.Outcome{run(0.5, 1), run(0.6, 2), run(0.7, 6)})
	// The standard deviation is 0.1, t of two degrees of freedom 4.303.
	if p.Layers != 2 || p.N != 3 || p.Test != 0.6 || math.Abs(p.Half-4.303*0.1/math.Sqrt(3)) > 1e-3 {
		t.Errorf("%+v", p)
	}
	for k := range figures.DepthMeasures {
		if !reflect.DeepEqual(p.Trained[k], []float64{3, float64(k)}) || !reflect.DeepEqual(p.Untrained[k], []float64{6, -1}) {
			t.Errorf("measure %d: %v, %v", k, p.Trained[k], p.Untrained[k])
		}
	}
	// The fifth measure, the norm, has the factors 4, 2 and 4/6 between the layers. The first measure ends at 0, so it has no factor.
	logs := tables.Summarize([]float64{math.Log(4), math.Log(2), math.Log(4. / 6)})
	if f := p.Kept[4]; math.Abs(f[0]-math.Exp(logs.Mean)) > 5e-3 || math.Abs(f[2]-math.Exp(logs.Mean+logs.Interval()))/f[2] > 5e-3 ||
		p.Kept[0] != [3]float64{} {
		t.Errorf("%v", p.Kept)
	}
	for want, f := range map[string][3]float64{"fades": {0.5, 0.3, 0.9}, "grows": {2, 1.1, 3}, "neither": {1.2, 0.9, 1.5}} {
		if got := figures.Fate(f); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %s", f, got)
		}
	}
	if norm, share := p.Signal(); norm != p.Kept[5] || share != p.Kept[1] {
		t.Errorf("%v, %v of %v", norm, share, p.Kept)
	}
	if norm, share := new(figures.DepthPoint).Signal(); norm != [3]float64{} || share != norm {
		t.Errorf("a row of before has the factors %v and %v", norm, share)
	}
}

// TestDepthFigureEqualsMeasures: for every network of the study, the series of a run are the measures of its layers before and after
// training. The CSV file has a line for each layer and state.
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
				t.Errorf("%s does not read %s: %v", n.Name, name, err)
			}
		}
		cfg.Epochs = 3
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		before, finish := view.Depth(r), figures.Depth(r)
		for !r.Done() {
			r.StepEpoch()
		}
		o := finish()
		after := view.Depth(r)
		if len(before) != 3 || o.Test < 0 || o.BestEpoch < 1 {
			t.Errorf("%s: %d layers, %+v", n.Name, len(before), o)
		}
		for k := range before {
			for when, s := range map[string]frame.Spread{"": after[k], "untrained_": before[k]} {
				var got [6]float64
				for m, name := range figures.DepthMeasures {
					got[m] = o.Series[when+name][k]
				}
				if got != [6]float64{s.Energy, s.Own, s.Rank, s.Cosine, s.Norm, s.Gap} {
					t.Errorf("%s: layer %d is %v, want %+v", n.Name, k+1, got, s)
				}
			}
		}
		var c tables.CSV
		figures.DepthCSV(&c, []string{n.Name}, &o)
		if text := string(c.File()); strings.Count(text, "\n") != 6 || strings.Count(text, "untrained,") != 3 {
			t.Error(text)
		}
		labels[n.Label()] = true
	}
	if len(labels) != len(figures.DepthNets()) || !labels["NSD, identity"] || !labels["SGPC, identity"] || !labels["GCNII"] {
		t.Error(labels)
	}
}
