// The study of triangles on many graphs: -task graphs of the command holonomy.

package study

import (
	"fmt"
	"maps"
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

// manySettings are the settings of the same authors: stalks of dimension 2 with 16 channels, and Adam without weight decay.
var manySettings = map[string]string{"d": "2", "layers": "2", "hidden": "16", "dropout": "0", "input_dropout": "0", "lr": "0.01",
	"weight_decay": "0"}

// manyTaskKind is one of the two tasks.
type manyTaskKind int

const (
	countTriangles  manyTaskKind = iota // predict the logarithm of the number of triangles of each graph
	findCommunities                     // classify the nodes
)

// String returns the name of the task in a report.
func (k manyTaskKind) String() string {
	return [...]string{"number of triangles of a graph", "community of a node"}[k]
}

// manyNet is the network of one task on a union. Its weights belong to a store that the networks of all unions share.
type manyNet struct {
	kind   manyTaskKind
	tape   *autodiff.Tape
	out    *autodiff.Var // a number for each graph, or logits for each node
	loss   *autodiff.Var
	layers []peer.Layer
}

// netUse states whether a network is built for training, with gradients, or for evaluation.
type netUse int

const (
	forEvaluation netUse = iota
	forTraining
)

// newManyNet returns the network of a task on a union.
// For triangles, a graph's prediction is the mean of one number of each of its nodes, and the loss is the mean squared error to target,
// which has a number for each graph. For communities, the loss is the cross-entropy over all nodes.
func newManyNet(kind manyTaskKind, use netUse, u *graphUnion, store *train.Store, cfg *settings.Config,
	target []float64) (*manyNet, error) {
	n, g := &manyNet{kind: kind, tape: new(autodiff.Tape)}, u.graph
	if kind == countTriangles { // a single class gives the network one output for each node
		g = g.WithData(make([]int, g.N), []string{"any"}, nil, nil)
	}
	s := cfg.PeerSettings()
	s.Watch = func(l peer.Layer) { n.layers = append(n.layers, l) }
	allNodes := make([]int, g.N)
	for i := range allNodes {
		allNodes[i] = i
	}
	builder := &train.Builder{Tape: n.tape, Store: store, Train: use == forTraining, Graph: g, Split: graph.Split{Train: allNodes}}
	out, err := peer.Build(holonomyModel, builder, s)
	if err != nil {
		return nil, err
	}
	if kind == findCommunities {
		n.out = out
		n.loss = autodiff.CrossEntropy(n.tape, out, g.Labels, allNodes)
		return n, nil
	}
	// Mean over the nodes of each graph: a sum with the weights 1/size.
	sizes := make([]float64, len(target))
	for _, k := range u.graphOf {
		sizes[k]++
	}
	weight := linalg.NewDense(g.N, 1)
	for i, k := range u.graphOf {
		weight.Data[i] = 1 / sizes[k]
	}
	n.out = autodiff.ScatterAddRows(n.tape, autodiff.MulColumn(n.tape, n.tape.Const(weight), out), u.graphOf, len(target))
	// Mean squared error Σ (out − target)² / graphs.
	negated := linalg.NewDense(len(target), 1)
	for k, x := range target {
		negated.Data[k] = -x
	}
	difference := autodiff.Add(n.tape, n.out, n.tape.Const(negated))
	n.loss = autodiff.Scale(n.tape, 1/float64(len(target)), autodiff.SumSquares(n.tape, difference))
	return n, nil
}

// manyTask has the results of a task, by seed.
// start and end are mean angles of the triangles of the test graphs before and after training, in degrees.
// score is the mean squared error of the standardised logarithm, or the accuracy of the classes. flat is the score with all maps equal.
type manyTask struct{ start, end, score, flat []float64 }

// manyStudy is the experiment of `sgpc holonomy -task graphs`, with its results.
type manyStudy struct {
	seeds  []uint64
	epochs int
	set    map[string]string
	tasks  [2]manyTask // by manyTaskKind
	// constant and line are, by seed, the errors of two predictors of the number of triangles that are no networks: the mean of the
	// training graphs, and a line through the number of pairs of edges with a common end.
	constant, line []float64
}

// run trains both tasks with every seed. It calls progress with a line on each training.
func (s *manyStudy) run(progress func(string)) error {
	for _, seed := range s.seeds {
		if err := s.runSeed(seed, progress); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	return nil
}

// runSeed draws the graphs of a seed, trains both tasks on them and adds the results.
func (s *manyStudy) runSeed(seed uint64, progress func(string)) error {
	trainGraphs, err := drawGraphs(seed, "many graphs, trained", manyTrained)
	if err != nil {
		return err
	}
	testGraphs, err := drawGraphs(seed, "many graphs, tested", manyTested)
	if err != nil {
		return err
	}
	var batches []*graphUnion
	for batch := range slices.Chunk(trainGraphs, manyBatch) {
		batches = append(batches, disjointUnion(batch))
	}
	train, test := disjointUnion(trainGraphs), disjointUnion(testGraphs)
	// The settings need some split, though the study uses none.
	anySplit := graph.Split{Train: []int{0}, Val: []int{0}, Test: []int{0}}
	cfg, err := ConfigFor(test.graph, anySplit, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	// standardised shifts and scales logarithms to mean 0 and standard deviation 1 on the training graphs.
	logs := tables.Summarize(train.triangles)
	standardised := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = (out[k] - logs.Mean) / max(logs.Std, 1e-6)
		}
		return out
	}
	// Predictors without a network.
	target := standardised(test.triangles)
	s.constant = append(s.constant, meanSquare(target, make([]float64, len(target))))
	s.line = append(s.line, meanSquare(target, fittedLine(train.pairs, standardised(train.triangles), test.pairs)))
	for k := range s.tasks {
		kind, task := manyTaskKind(k), &s.tasks[k]
		training := manyTraining{kind: kind, batches: batches, test: test, cfg: &cfg, seed: seed, epochs: s.epochs,
			standardised: standardised}
		if err := training.addTo(task); err != nil {
			return err
		}
		last := len(task.end) - 1
		progress(fmt.Sprintf("seed %d, %s: mean %.2f° after %.2f°, score %.3f", seed, kind, task.end[last], task.start[last],
			task.score[last]))
	}
	return nil
}

// manyTraining is one training of the study: a task with a seed, on batches of training graphs, tested on the union of the test graphs.
// standardised converts logarithms of numbers of triangles to targets.
type manyTraining struct {
	kind         manyTaskKind
	batches      []*graphUnion
	test         *graphUnion
	cfg          *settings.Config
	seed         uint64
	epochs       int
	standardised func([]float64) []float64
}

// addTo trains the network and adds its results to those of the task.
func (m *manyTraining) addTo(task *manyTask) error {
	// One network for each batch and one for the test graphs, all with the same weights.
	store := train.NewStore(m.seed)
	var nets []*manyNet
	for _, batch := range m.batches {
		n, err := newManyNet(m.kind, forTraining, batch, store, m.cfg, m.standardised(batch.triangles))
		if err != nil {
			return err
		}
		nets = append(nets, n)
	}
	eval, err := newManyNet(m.kind, forEvaluation, m.test, store, m.cfg, m.standardised(m.test.triangles))
	if err != nil {
		return err
	}
	meanAngle := func() float64 { return tables.Summarize(turnAngles(eval.openLayers(m.test), m.test.walks)).Mean }
	task.start = append(task.start, meanAngle())
	// Train, with the batches in random order in each epoch.
	adam, order := autodiff.NewAdam(nets[0].tape, m.cfg.LR, m.cfg.WeightDecay), rng.New(m.seed, "order of batches")
	for range m.epochs {
		for _, k := range order.Perm(len(nets)) {
			n := nets[k]
			n.tape.Forward()
			n.tape.ZeroGrad()
			n.tape.Backward(n.loss)
			adam.Step(n.tape, nil)
		}
	}
	task.end = append(task.end, meanAngle())
	task.score = append(task.score, eval.score(m.test.graph))
	// The same network with all maps equal: without its map learner.
	for _, name := range store.Names() {
		if strings.HasSuffix(name, ".learner") {
			clear(store.Value(name).Data)
		}
	}
	eval.openLayers(m.test)
	task.flat = append(task.flat, eval.score(m.test.graph))
	return nil
}

// openLayers runs a forward pass on the network's union and returns the layers with their maps.
func (n *manyNet) openLayers(u *graphUnion) []peer.Layer {
	n.tape.Forward()
	for k := range n.layers {
		n.layers[k].Open(u.graph)
	}
	return n.layers
}

// score returns the mean squared error of the numbers of triangles, or the accuracy of the classes, of the last forward pass.
func (n *manyNet) score(g *graph.Graph) float64 {
	if n.kind == countTriangles {
		return n.loss.Scalar()
	}
	right := 0
	for i, label := range g.Labels {
		if train.ArgMax(n.out.Value.Row(i)) == label {
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

// fittedLine fits a line to the points (x, y) by least squares and returns its values at z.
func fittedLine(x, y, z []float64) []float64 {
	mx, my := tables.Summarize(x).Mean, tables.Summarize(y).Mean
	xy, xx := 0.0, 0.0 // covariance and variance, times the number of points
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

// text returns the results as Markdown: a table of both tasks, and sentences on their comparison.
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
	// A row for each task.
	var rows [][]string
	for k, scale := range [...]float64{1, 100} { // the error as it is, the accuracy in per cent
		t, decimals := &s.tasks[k], 2-k
		rows = append(rows, []string{manyTaskKind(k).String(), meanText(t.start, 1, 2), meanText(t.end, 1, 2), threeDigits(median(t.end)),
			ratioText(ratioInterval(t.end, t.start)), meanText(t.score, scale, decimals), meanText(t.flat, scale, decimals)})
	}
	b.WriteString(tables.Markdown([]string{"task", "before", "after", "median of seeds", "factor", "score", "with equal maps"}, rows))
	// The comparison of both tasks, and the predictors without a network.
	counting, communities := &s.tasks[countTriangles], &s.tasks[findCommunities]
	fmt.Fprintf(&b, "\nWhere triangles are counted, they turn %s times as far as for communities, paired by seed.\nAfter training, by seed: "+
		"%s for triangles; %s for communities.\nErrors without a network: %s by the mean of the training graphs, %s by a line "+
		"through the number of pairs of edges with a common end.\n",
		ratioText(ratioInterval(counting.end, communities.end)), degreesText(counting.end), degreesText(communities.end),
		meanText(s.constant, 1, 2), meanText(s.line, 1, 2))
	return b.String()
}

// degreesText returns a list of angles with degree signs and commas.
func degreesText(list []float64) string {
	var out []string
	for _, x := range list {
		out = append(out, threeDigits(x)+"°")
	}
	return strings.Join(out, ", ")
}
