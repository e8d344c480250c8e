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

// manyConfig returns the settings of a network of the study of many graphs. The split of the graph has no meaning there.
func manyConfig(t *testing.T, g *graph.Graph) settings.Config {
	t.Helper()
	cfg, err := ConfigFor(g, graph.Split{Train: []int{0}, Val: []int{0}, Test: []int{0}}, Cell{Model: holonomyModel, Set: manySettings})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// TestDisjointUnionKeepsGraphs: the nodes of a disjoint union have the classes, a feature and the number of their graph, in order. A graph
// has 100 to 160 nodes.
// exp(triangles[k]) − 1 and exp(pairs[k]) − 1 are the numbers of triangles and of pairs of adjacent edges of graph k, counted here over
// ordered pairs of arcs.
func TestDisjointUnionKeepsGraphs(t *testing.T) {
	graphs, err := drawGraphs(3, "some", 3)
	if err != nil {
		t.Fatal(err)
	}
	u, firstNode := disjointUnion(graphs), 0 // firstNode is the node of the union that is node 0 of graph k
	for k, g := range graphs {
		if g.N < 100 || g.N > 160 || g.Classes != manyClasses || g.X.Cols != manyFeatures {
			t.Fatalf("graph %d has %d nodes, %d classes and %d features, want 100 to 160, %d and %d", k, g.N, g.Classes, g.X.Cols, manyClasses,
				manyFeatures)
		}
		arcs := map[[2]int32]bool{} // both directions of each edge
		for _, e := range g.Edges {
			arcs[[2]int32{e.I, e.J}], arcs[[2]int32{e.J, e.I}] = true, true
		}
		// Two arcs in a row that do not return form a pair. Each pair of edges is counted twice, and each triangle six times.
		triangles, pairs := 0, 0
		for arc := range arcs {
			for next := range arcs {
				if arc[1] == next[0] && arc[0] != next[1] {
					pairs++
					if arcs[[2]int32{next[1], arc[0]}] {
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
			if u.graph.Labels[firstNode+i] != y || u.graphOf[firstNode+i] != int32(k) ||
				u.graph.Feature(4)[firstNode+i] != g.Feature(4)[i] {
				t.Fatalf("node %d of graph %d has another class, graph or feature in the union", i, k)
			}
		}
		firstNode += g.N
	}
	if u.graph.N != firstNode || len(u.walks) == 0 {
		t.Errorf("the union has %d nodes and %d triangles, want %d nodes and some triangles", u.graph.N, len(u.walks), firstNode)
	}
}

// TestNetworkOfUnionIsPerGraph: the network of a union has for each graph the same output as the network of the graph alone. The loss is
// the mean squared error of the outputs. Its gradient in four parameters equals finite differences, and 20 steps of Adam halve the loss at
// least. Then triangles turn, but not with equal maps.
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
			t.Errorf("graph %d has the output %g in the union, want that alone, %g", k, got, want)
		}
	}
	want := (square(net.out.Value.Data[0]-target[0]) + square(net.out.Value.Data[1]-target[1])) / 2
	if got := net.loss.Scalar(); math.Abs(got-want) > 1e-12 {
		t.Errorf("the loss is %g, want %g", got, want)
	}
	// The four parameters whose names end with .left or begin with nsd.class.
	var checked []*autodiff.Var
	for _, p := range net.tape.Params {
		if strings.HasSuffix(p.Name, ".left") || strings.HasPrefix(p.Name, "nsd.class") {
			checked = append(checked, p.Var)
		}
	}
	if difference := autodiff.CheckGrad(net.tape, net.loss, checked...); len(checked) != 4 || difference > 1e-5 {
		t.Errorf("the gradients of %d parameters differ by %g, want 4 and at most 1e-5", len(checked), difference)
	}
	firstLoss, adam := net.loss.Scalar(), autodiff.NewAdam(net.tape, 0.01, 0)
	for range 20 {
		net.tape.Forward()
		net.tape.ZeroGrad()
		net.tape.Backward(net.loss)
		adam.Step(net.tape, nil)
	}
	net.tape.Forward()
	if net.loss.Scalar() > firstLoss/2 {
		t.Errorf("the loss goes from %g to %g, want at most a half", firstLoss, net.loss.Scalar())
	}
	if m := median(turnAngles(net.openLayers(both), both.walks)); m < 0.01 {
		t.Errorf("the median triangle turns by %g°, want 0.01 or more", m)
	}
	// With the weights 0 the map learners give equal maps.
	clear(store.Value("nsd.0.learner").Data)
	clear(store.Value("nsd.1.learner").Data)
	for _, a := range turnAngles(net.openLayers(both), both.walks) {
		if a > 1e-5 {
			t.Fatalf("with equal maps a triangle turns by %g°, want 0", a)
		}
	}
}

// square returns x².
func square(x float64) float64 { return x * x }

// TestFittedLineThroughPoints: the line fitted through points of y = 2x + 3 has the values 3 and 23 at 0 and 10.
// meanSquare of (1, 2) and (3, 5) is (4 + 9)/2.
func TestFittedLineThroughPoints(t *testing.T) {
	got := fittedLine([]float64{1, 2, 4}, []float64{5, 7, 11}, []float64{0, 10})
	if math.Abs(got[0]-3) > 1e-12 || math.Abs(got[1]-23) > 1e-12 {
		t.Errorf("the line has the values %v at 0 and 10, want 3 and 23", got)
	}
	if e := meanSquare([]float64{1, 2}, []float64{3, 5}); e != 6.5 {
		t.Errorf("the mean square is %g, want 6.5", e)
	}
}

// TestManyGraphsCommand: in the text of holonomy -task graphs both networks start with the same angle, the second column of their rows.
// A second time the command prints the same text. Flags of the task nodes, wrong values, and an unknown task end with 2 and a reason.
func TestManyGraphsCommand(t *testing.T) {
	// run returns the status of the command, its output and its messages.
	run := func(args ...string) (int, string, string) {
		var out, msg bytes.Buffer
		code := HolonomyCommand(append([]string{"-task", "graphs"}, args...), &out, &msg)
		return code, out.String(), msg.String()
	}
	code, text, log := run("-seeds", "1", "-epochs", "2", "-set", "lr=0.02")
	lines := strings.Split(text, "\n")
	firstRow := 0 // index of the row of the first task; that of the second task follows
	for k, line := range lines {
		if strings.HasPrefix(line, "| "+manyTaskKind(0).String()) {
			firstRow = k
		}
	}
	if code != 0 || firstRow == 0 || !strings.Contains(log, "seed 1, community of a node") || !strings.Contains(text, "lr=0.02") {
		t.Fatalf("the command ends with %d, want 0, a row of the first task, its progress and the setting: %s%s", code, text, log)
	}
	if strings.Split(lines[firstRow], "|")[2] != strings.Split(lines[firstRow+1], "|")[2] {
		t.Fatalf("the tasks start with different angles:\n%s\n%s", lines[firstRow], lines[firstRow+1])
	}
	if _, again, _ := run("-seeds", "1", "-epochs", "2", "-set", "lr=0.02", "-q"); strings.ReplaceAll(again, " -q", "") != text {
		t.Errorf("a second time the text is\n%s\nwant\n%s", again, text)
	}
	for reason, args := range map[string][]string{"-graph": {"-graph", "sbm"}, "-rows": {"-rows", "x"}, "-epochs 0": {"-epochs", "0"},
		"-seeds": {"-seeds", "x"}, "-set epochs": {"-set", "epochs=3"}, "-set": {"-set", "d=x"}} {
		if code, text, log := run(args...); code != 2 || text != "" || !strings.Contains(log, reason) {
			t.Errorf("%v ends with %d, want 2 and the reason %q: %s%s", args, code, reason, text, log)
		}
	}
	var out, msg bytes.Buffer
	if code := HolonomyCommand([]string{"-task", "edges"}, &out, &msg); code != 2 || !strings.Contains(msg.String(), "nodes or graphs") {
		t.Errorf("-task edges ends with %d, want 2 and the tasks: %s", code, msg.String())
	}
}
