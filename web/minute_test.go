package web

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/web/view"
)

// minuteStop trains what the greeting says that it shows, without page and worker, to the epoch that
// validation chose.
func minuteStop(t *testing.T, seed uint64, maps string) (*graph.Graph, *sgpc.Frame) {
	t.Helper()
	g, err := graph.Builtin(strings.Replace(minuteRun.Graph, "seed=1", "seed="+view.Int(int(seed)), 1))
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, sgpc.DefaultSplit, seed)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sgpc.Configure(g, split, minuteRun.Model, "paper", seed)
	if err != nil {
		t.Fatal(err)
	}
	c.Maps, c.Epochs = maps, 200
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for !r.Done() {
		r.StepEpoch()
	}
	r.RestoreBest()
	return g, r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1, Spectrum: true})
}

// The greeting's numbers are those of the runs that it names, and its stops differ: the first has far more
// nodes wrong than the last.
func TestMinute(t *testing.T) {
	m, err := NewMinute()
	if err != nil {
		t.Fatal(err)
	}
	stops := m.Dial.Stops
	if len(stops) != 5 || len(m.Dial.Places) != 320 || len(m.Dial.Edges) != 1600 {
		t.Fatalf("%d stops, %d coordinates, %d ends", len(stops), len(m.Dial.Places), len(m.Dial.Edges))
	}
	var g *graph.Graph
	for _, k := range []int{4, 0} {
		var f *sgpc.Frame
		g, f = minuteStop(t, m.Run.Seed, stops[k].Name)
		wrong := 0
		for i, y := range g.Labels {
			if f.Pred[i] != y {
				wrong++
			}
			if stops[k].Pred[i] != f.Pred[i] {
				t.Errorf("%s: node %d is of class %d, shown as %d", stops[k].Name, i, f.Pred[i], stops[k].Pred[i])
			}
		}
		if s := stops[k]; s.Test != view.Pct(f.Accuracy.Test) || s.Wrong != view.Int(wrong)+" of 160 nodes" ||
			s.Kernel != view.Int(f.Spectrum.KernelDim) || s.Lambda != view.Num(f.Spectrum.Lambda2) || s.Energy != view.Fix(f.Layers.Before[1], 3) {
			t.Errorf("%s: %s, %s, %s, %s, %s; the run has %+v", s.Name, s.Test, s.Wrong, s.Kernel, s.Lambda, s.Energy, f.Accuracy)
		}
	}
	if !(stops[4].Share-stops[0].Share > 0.2) {
		t.Errorf("turning the dial shows little: %s and %s", stops[0].Test, stops[4].Test)
	}
	script, err := m.Script()
	if text := string(script); err != nil || !strings.HasPrefix(text, "globalThis.sheafscopeMinute = {") || len(text) > 30_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if !json.Valid(script[strings.IndexByte(string(script), '{') : len(script)-2]) {
		t.Error("the script is no JSON")
	}
	// What it says of the graph and of others.
	if _, f := minuteStop(t, 2, "identity"); view.Pct(f.Accuracy.Test) == stops[0].Test {
		t.Errorf("another seed gives %v, too", f.Accuracy.Test)
	}
	kept, x := 0, g.X.Dense()
	for _, e := range g.Edges {
		if (x.At(int(e.I), 1) == x.At(int(e.J), 1)) == (g.Labels[e.I] == g.Labels[e.J]) {
			kept++
		}
	}
	if 10*kept < 9*len(g.Edges) {
		t.Errorf("%d of %d edges keep the rule", kept, len(g.Edges))
	}
}
