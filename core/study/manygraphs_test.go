package study

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// manyConfig returns the settings of a network of the study.
func manyConfig(t *testing.T, g *graph.Graph) settings.Config {
	t.Helper()
	cfg, err := ConfigFor(g, graph.Split{Train: []int{0}, Val: []int{0}, Test: []int{0}}, Cell{Model: holonomyModel, Set: manySettings})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// TestDisjointUnionKeepsGraphs checks edges, classes and features of a union, and its counts against counts by hand.
func TestDisjointUnionKeepsGraphs(t *testing.T) {
	graphs, err := drawGraphs(3, "some", 3)
	if err != nil {
		t.Fatal(err)
	}
	u, from := disjointUnion(graphs), 0
	for k, g := range graphs {
		if g.N < 100 || g.N > 160 || g.Classes != manyClasses || g.X.Cols != manyFeatures {
			t.Fatalf("%d nodes, %d classes, %d features", g.N, g.Classes, g.X.Cols)
		}
		beside := map[[2]int32]bool{}
		for _, e := range g.Edges {
			beside[[2]int32{e.I, e.J}], beside[[2]int32{e.J, e.I}] = true, true
		}
		triangles, pairs := 0, 0
		for pair := range beside {
			for other := range beside {
				if pair[1] == other[0] && pair[0] != other[1] {
					pairs++
					if beside[[2]int32{other[1], pair[0]}] {
						triangles++
					}
				}
			}
		}
		if got := math.Exp(u.triangles[k]) - 1; math.Abs(got-float64(triangles)/6) > 1e-9 {
			t.Errorf("graph %d has %g triangles, want %g", k, got, float64(triangles)/6)
		}
		if got := math.Exp(u.pairs[k]) - 1; math.Abs(got-float64(pairs)/2) > 1e-9*got {
			t.Errorf("graph %d has %g pairs of edges, want %g", k, got, float64(pairs)/2)
		}
		for i, y := range g.Labels {
			if u.graph.Labels[from+i] != y || u.graphOf[from+i] != int32(k) || u.graph.Feature(4)[from+i] != g.Feature(4)[i] {
				t.Fatalf("node %d of graph %d is another", i, k)
			}
		}
		from += g.N
	}
	if u.graph.N != from || len(u.walks) == 0 {
		t.Errorf("%d nodes, %d triangles", u.graph.N, len(u.walks))
	}
}

// TestNetworkOfUnionIsPerGraph checks the number of a graph in a union against the graph alone, as the mean over its nodes.
// It also checks that the loss has the gradient of its differences and falls, and that no triangle turns where all maps are equal.
func TestNetworkOfUnionIsPerGraph(t *testing.T) {
	graphs, err := drawGraphs(4, "some", 2)
	if err != nil {
		t.Fatal(err)
	}
	both, target := disjointUnion(graphs), []float64{-0.7, 1.2}
	cfg, store := manyConfig(t, both.graph), train.NewStore(1)
	net, err := newManyNet(countTriangles, forTraining, both, store, &cfg, target)
	if err != nil {
		t.Fatal(err)
	}
	net.tape.Forward()
	for k, g := range graphs {
		alone, err := newManyNet(countTriangles, forEvaluation, disjointUnion([]*graph.Graph{g}), store, &cfg, target[k:k+1])
		if err != nil {
			t.Fatal(err)
		}
		alone.tape.Forward()
		if got, want := net.out.Value.Data[k], alone.out.Value.Data[0]; math.Abs(got-want) > 1e-12 {
			t.Errorf("graph %d has %g, alone %g", k, got, want)
		}
	}
	want := (square(net.out.Value.Data[0]-target[0]) + square(net.out.Value.Data[1]-target[1])) / 2
	if got := net.loss.Scalar(); math.Abs(got-want) > 1e-12 {
		t.Errorf("the loss is %g, want %g", got, want)
	}
	var some []*autodiff.Var
	for _, p := range net.tape.Params {
		if strings.HasSuffix(p.Name, ".left") || strings.HasPrefix(p.Name, "nsd.class") {
			some = append(some, p.Var)
		}
	}
	if off := autodiff.CheckGrad(net.tape, net.loss, some...); len(some) != 4 || off > 1e-5 {
		t.Errorf("gradients of %d parameters are off by %g", len(some), off)
	}
	first, adam := net.loss.Scalar(), autodiff.NewAdam(net.tape, 0.01, 0)
	for range 20 {
		net.tape.Forward()
		net.tape.ZeroGrad()
		net.tape.Backward(net.loss)
		adam.Step(net.tape, nil)
	}
	if net.tape.Forward(); net.loss.Scalar() > first/2 {
		t.Errorf("the loss goes from %g to %g", first, net.loss.Scalar())
	}
	if m := median(turnAngles(net.openLayers(both), both.walks)); m < 0.01 {
		t.Errorf("the median triangle turns by %g", m)
	}
	clear(store.Value("nsd.0.learner").Data)
	clear(store.Value("nsd.1.learner").Data)
	for _, a := range turnAngles(net.openLayers(both), both.walks) {
		if a > 1e-5 {
			t.Fatalf("with equal maps a triangle turns by %g", a)
		}
	}
}

func square(x float64) float64 { return x * x }

// TestFittedLineThroughPoints checks that points on a line give that line, and that the error of the mean is the variance.
func TestFittedLineThroughPoints(t *testing.T) {
	got := fittedLine([]float64{1, 2, 4}, []float64{5, 7, 11}, []float64{0, 10})
	if math.Abs(got[0]-3) > 1e-12 || math.Abs(got[1]-23) > 1e-12 {
		t.Error(got)
	}
	if e := meanSquare([]float64{1, 2}, []float64{3, 5}); e != 6.5 {
		t.Error(e)
	}
}

// TestManyGraphsCommand checks that both tasks start with the same maps, that the text is reproducible, and that settings of the other
// task are refused.
func TestManyGraphsCommand(t *testing.T) {
	run := func(args ...string) (int, string, string) {
		var out, msg bytes.Buffer
		code := HolonomyCommand(append([]string{"-task", "graphs"}, args...), &out, &msg)
		return code, out.String(), msg.String()
	}
	code, text, log := run("-seeds", "1", "-epochs", "2", "-set", "lr=0.02")
	lines := strings.Split(text, "\n")
	at := 0
	for k, l := range lines {
		if strings.HasPrefix(l, "| "+manyTaskKind(0).String()) {
			at = k
		}
	}
	if code != 0 || at == 0 || !strings.Contains(log, "seed 1, community of a node") || !strings.Contains(text, "lr=0.02") ||
		strings.Split(lines[at], "|")[2] != strings.Split(lines[at+1], "|")[2] {
		t.Fatal(code, text, log)
	}
	if _, again, _ := run("-seeds", "1", "-epochs", "2", "-set", "lr=0.02", "-q"); strings.ReplaceAll(again, " -q", "") != text {
		t.Errorf("another text:\n%s\n%s", text, again)
	}
	for why, args := range map[string][]string{"-graph": {"-graph", "sbm"}, "-rows": {"-rows", "x"}, "-epochs 0": {"-epochs", "0"},
		"-seeds": {"-seeds", "x"}, "-set epochs": {"-set", "epochs=3"}, "-set": {"-set", "d=x"}} {
		if code, text, log := run(args...); code != 2 || text != "" || !strings.Contains(log, why) {
			t.Errorf("%v: %d, %s%s", args, code, text, log)
		}
	}
	var out, msg bytes.Buffer
	if code := HolonomyCommand([]string{"-task", "edges"}, &out, &msg); code != 2 || !strings.Contains(msg.String(), "nodes or graphs") {
		t.Error(code, msg.String())
	}
}
