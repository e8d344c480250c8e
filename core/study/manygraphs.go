package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// Sizes of the data, after the authors of arXiv 2607.19514, who test on 8 or 200 graphs: training and test graphs, graphs of a batch,
// classes, features, and the variances of the class centres and within a class.
const (
	manyTrained, manyTested, manyBatch  = 30, 40, 8
	manyClasses, manyFeatures           = 20, 15
	centreVariance, withinClassVariance = 0.2, 0.4
)

// manySettings is the setting of the same authors: 16 channels for each of two stalk coordinates, Adam without decay.
var manySettings = map[string]string{"d": "2", "layers": "2", "hidden": "16", "dropout": "0", "input_dropout": "0", "lr": "0.01",
	"weight_decay": "0"}

// graphUnion is the disjoint union of graphs.
type graphUnion struct {
	graph *graph.Graph
	// of is the index of each node's graph.
	of []int32
	// count and pairs are, by graph, log(1 + triangles) and log(1 + pairs of edges with a common end).
	count, pairs []float64
	// walks are the triangles of the union.
	walks [][]graph.Crossing
}

// drawGraphs returns n random graphs of 100 to 160 nodes and 5 to 7 classes, of homophily 0.9 to 1 and mean degree 5 to 7.
// The class centres depend on the seed alone, so that all graphs of a seed share them.
func drawGraphs(seed uint64, name string, n int) ([]*graph.Graph, error) {
	centres := make([]float64, manyClasses*manyFeatures)
	rng.New(seed, "many centres").FillNorm(centres, math.Sqrt(centreVariance))
	r, out := rng.New(seed, name), make([]*graph.Graph, n)
	for k := range out {
		classes := 5 + r.Intn(3)
		spec := fmt.Sprintf("universe:n=%d,classes=%d,degree=%.3f,homophily=%.3f,correlation=0,seed=%d", 100+r.Intn(61), classes,
			5+2*r.Float64(), 0.9+0.1*r.Float64(), r.Intn(1<<30))
		g, err := graph.Generate(spec)
		if err != nil {
			return nil, err
		}
		which, labels, columns := r.Perm(manyClasses), make([]int, g.N), make([][]float64, manyFeatures)
		for i := range labels {
			labels[i] = which[g.Labels[i]]
		}
		for f := range columns {
			columns[f] = make([]float64, g.N)
			for i := range columns[f] {
				columns[f][i] = centres[labels[i]*manyFeatures+f] + float64(math.Sqrt(withinClassVariance)*r.Norm())
			}
		}
		out[k] = g.WithData(labels, classNames(), columns, nil)
	}
	return out, nil
}

// classNames returns the classes' names, 1 to manyClasses.
func classNames() []string {
	out := make([]string, manyClasses)
	for k := range out {
		out[k] = fmt.Sprint(k + 1)
	}
	return out
}

// disjointUnion returns the disjoint union of graphs.
func disjointUnion(graphs []*graph.Graph) *graphUnion {
	b, labels, columns := &graphUnion{}, []int{}, make([][]float64, manyFeatures)
	var edges []graph.Edge
	for k, g := range graphs {
		from, triangles, pairs := int32(len(labels)), 0, 0
		for _, e := range g.Edges {
			edges = append(edges, graph.Edge{I: from + e.I, J: from + e.J})
		}
		triangles = len(g.Triangles())
		for _, d := range g.Degrees() {
			pairs += d * (d - 1) / 2
		}
		b.count, b.pairs = append(b.count, linalg.Log(float64(1+triangles))), append(b.pairs, linalg.Log(float64(1+pairs)))
		for range g.N {
			b.of = append(b.of, int32(k))
		}
		labels = append(labels, g.Labels...)
		for f := range columns {
			columns[f] = append(columns[f], g.Feature(f)...)
		}
	}
	b.graph = graph.New("many graphs", len(labels), edges).WithData(labels, classNames(), columns, nil)
	for _, c := range b.graph.Triangles() {
		walk, _ := b.graph.Steps(c[:]) // of a triangle of the graph
		b.walks = append(b.walks, walk)
	}
	return b
}

// manyNet is the network of one task on a union; its weights belong to a store that several networks share.
type manyNet struct {
	tape   *autodiff.Tape
	out    *autodiff.Var // a number for each graph, or logits for each node
	loss   *autodiff.Var
	layers []peer.Layer
}

// newManyNet returns a network that counts triangles, or one that finds communities.
// Counting averages one number of each node over a graph; the loss is the mean squared error to target.
// fit reports whether the network is for training.
func newManyNet(b *graphUnion, store *train.Store, cfg *settings.Config, counting, fit bool, target []float64) (*manyNet, error) {
	n, g := &manyNet{tape: new(autodiff.Tape)}, b.graph
	if counting {
		g = g.WithData(make([]int, g.N), []string{"any"}, nil, nil)
	}
	s := cfg.PeerSettings()
	s.Watch = func(l peer.Layer) { n.layers = append(n.layers, l) }
	all := make([]int, g.N)
	for i := range all {
		all[i] = i
	}
	out, err := peer.Build(holonomyModel, &train.Builder{Tape: n.tape, Store: store, Train: fit, Graph: g, Split: graph.Split{Train: all}}, s)
	if err != nil {
		return nil, err
	}
	if n.out = out; !counting {
		n.loss = autodiff.CrossEntropy(n.tape, out, g.Labels, all)
		return n, nil
	}
	share, want := linalg.NewDense(g.N, 1), linalg.NewDense(len(target), 1)
	sizes := make([]float64, len(target))
	for _, k := range b.of {
		sizes[k]++
	}
	for i, k := range b.of {
		share.Data[i] = 1 / sizes[k]
	}
	for k, x := range target {
		want.Data[k] = -x
	}
	n.out = autodiff.ScatterAddRows(n.tape, autodiff.MulColumn(n.tape, n.tape.Const(share), out), b.of, len(target))
	n.loss = autodiff.Scale(n.tape, 1/float64(len(target)), autodiff.SumSquares(n.tape, autodiff.Add(n.tape, n.out, n.tape.Const(want))))
	return n, nil
}

// manyTask holds the results of a task by seed.
// start and end are the mean angles of the test graphs' triangles before and after training, in degrees.
// score is the mean squared error of the standardised logarithms, or the accuracy; flat is the score with all maps equal.
type manyTask struct{ start, end, score, flat []float64 }

// manyStudy is the study of `sgpc holonomy -task graphs`.
type manyStudy struct {
	seeds  []uint64
	epochs int
	set    map[string]string
	tasks  [2]manyTask
	// constant and line are the errors of two predictors without a network: the training mean, and a line in the number of edge pairs.
	constant, line []float64
}

// run trains both tasks with every seed.
func (s *manyStudy) run(progress func(string)) error {
	for _, seed := range s.seeds {
		if err := s.runSeed(seed, progress); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	return nil
}

// runSeed trains both tasks with a seed and adds the results.
func (s *manyStudy) runSeed(seed uint64, progress func(string)) error {
	graphs, err := drawGraphs(seed, "many graphs, trained", manyTrained)
	if err != nil {
		return err
	}
	tested, err := drawGraphs(seed, "many graphs, tested", manyTested)
	if err != nil {
		return err
	}
	var batches []*graphUnion
	for part := range slices.Chunk(graphs, manyBatch) {
		batches = append(batches, disjointUnion(part))
	}
	train, test := disjointUnion(graphs), disjointUnion(tested)
	cfg, err := ConfigFor(test.graph, graph.Split{Train: []int{0}, Val: []int{0}, Test: []int{0}}, Cell{Model: holonomyModel, Seed: seed,
		Set: s.set})
	if err != nil {
		return err
	}
	// Numbers of triangles become logarithms of mean 0 and deviation 1 on the training graphs.
	own := tables.Summarize(train.count)
	standard := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = (out[k] - own.Mean) / max(own.Std, 1e-6)
		}
		return out
	}
	goal := standard(test.count)
	s.constant = append(s.constant, meanSquare(goal, make([]float64, len(goal))))
	s.line = append(s.line, meanSquare(goal, fittedLine(train.pairs, standard(train.count), test.pairs)))
	for k := range s.tasks {
		if err := s.tasks[k].fit(batches, test, &cfg, seed, s.epochs, k == 0, standard); err != nil {
			return err
		}
		t := &s.tasks[k]
		last := len(t.end) - 1
		progress(fmt.Sprintf("seed %d, %s: mean %.2f° after %.2f°, score %.3f", seed, manyNames[k], t.end[last], t.start[last], t.score[last]))
	}
	return nil
}

// manyNames are the names of the two tasks.
var manyNames = [...]string{"number of triangles of a graph", "community of a node"}

// fit trains the network of a task with a seed and adds its results.
func (t *manyTask) fit(batches []*graphUnion, test *graphUnion, cfg *settings.Config, seed uint64, epochs int, counting bool,
	standard func([]float64) []float64) error {
	store := train.NewStore(seed)
	var nets []*manyNet
	for _, b := range batches {
		n, err := newManyNet(b, store, cfg, counting, true, standard(b.count))
		if err != nil {
			return err
		}
		nets = append(nets, n)
	}
	eval, err := newManyNet(test, store, cfg, counting, false, standard(test.count))
	if err != nil {
		return err
	}
	angle := func() float64 { return tables.Summarize(turnAngles(eval.openLayers(test), test.walks)).Mean }
	t.start = append(t.start, angle())
	adam, order := autodiff.NewAdam(nets[0].tape, cfg.LR, cfg.WeightDecay), rng.New(seed, "order of batches")
	for range epochs {
		for _, k := range order.Perm(len(nets)) {
			n := nets[k]
			n.tape.Forward()
			n.tape.ZeroGrad()
			n.tape.Backward(n.loss)
			adam.Step(n.tape, nil)
		}
	}
	t.end = append(t.end, angle())
	t.score = append(t.score, eval.score(test.graph, counting))
	for _, name := range store.Names() {
		if strings.HasSuffix(name, ".learner") {
			clear(store.Value(name).Data)
		}
	}
	eval.openLayers(test)
	t.flat = append(t.flat, eval.score(test.graph, counting))
	return nil
}

// openLayers runs a forward pass and returns the layers with their maps.
func (n *manyNet) openLayers(b *graphUnion) []peer.Layer {
	n.tape.Forward()
	for k := range n.layers {
		n.layers[k].Open(b.graph)
	}
	return n.layers
}

// score returns the loss of a counting network after its forward pass, or the accuracy of any other.
func (n *manyNet) score(g *graph.Graph, counting bool) float64 {
	if counting {
		return n.loss.Scalar()
	}
	right := 0
	for i, y := range g.Labels {
		if train.ArgMax(n.out.Value.Row(i)) == y {
			right++
		}
	}
	return float64(right) / float64(g.N)
}

// meanSquare returns the mean squared difference of a and b.
func meanSquare(a, b []float64) float64 {
	sum := 0.0
	for k := range a {
		sum += float64((a[k] - b[k]) * (a[k] - b[k]))
	}
	return sum / float64(len(a))
}

// fittedLine returns the values at z of the least-squares line through the points (x, y).
func fittedLine(x, y, z []float64) []float64 {
	mx, my := tables.Summarize(x).Mean, tables.Summarize(y).Mean
	xy, xx := 0.0, 0.0
	for k := range x {
		xy += float64((x[k] - mx) * (y[k] - my))
		xx += float64((x[k] - mx) * (x[k] - mx))
	}
	out := make([]float64, len(z))
	for k, v := range z {
		out[k] = my + float64(xy/max(xx, 1e-12)*(v-mx))
	}
	return out
}

// text returns the results in Markdown.
func (s *manyStudy) text(command string) string {
	var b strings.Builder
	var names []string
	for _, k := range slices.Sorted(maps.Keys(s.set)) {
		names = append(names, k+"="+s.set[k])
	}
	fmt.Fprintf(&b, "### How far triangles turn, by the number of triangles of a graph\n\n`%s`\n\n%d graphs to train on, %d to test on, "+
		"drawn for each of %d seeds: 100 to 160 nodes, 5 to 7 of %d classes.\nNetwork: %s, %s; %d epochs in batches of %d graphs.\n\nAngle: "+
		"mean over the triangles of the test graphs and both layers, in degrees. Intervals of 95 %%.\nScore: mean square error of the "+
		"standardised logarithm of the number, less is better; share of nodes in %%.\n\n", command, manyTrained, manyTested, len(s.seeds),
		manyClasses, peer.Label(holonomyModel), strings.Join(names, ", "), s.epochs, manyBatch)
	var rows [][]string
	for k, unit := range [...]float64{1, 100} {
		t, digits := &s.tasks[k], 2-k
		rows = append(rows, []string{manyNames[k], meanText(t.start, 1, 2), meanText(t.end, 1, 2), threeDigits(median(t.end)),
			ratioText(ratioInterval(t.end, t.start)), meanText(t.score, unit, digits), meanText(t.flat, unit, digits)})
	}
	b.WriteString(tables.Markdown([]string{"task", "before", "after", "median of seeds", "factor", "score", "with equal maps"}, rows))
	own, other := &s.tasks[0], &s.tasks[1]
	fmt.Fprintf(&b, "\nWhere triangles are counted, they turn %s times as far as for communities, paired by seed.\nAfter training, by seed: "+
		"%s for triangles; %s for communities.\nErrors without a network: %s by the mean of the training graphs, %s by a line "+
		"through the number of pairs of edges with a common end.\n",
		ratioText(ratioInterval(own.end, other.end)), degreesText(own.end), degreesText(other.end),
		meanText(s.constant, 1, 2), meanText(s.line, 1, 2))
	return b.String()
}

// degreesText returns a list of angles with degree signs.
func degreesText(list []float64) string {
	var out []string
	for _, x := range list {
		out = append(out, threeDigits(x)+"°")
	}
	return strings.Join(out, ", ")
}
