// The command holonomy with -task graphs trains a network to predict the numbers of triangles of graphs, and another network to predict the
// communities of nodes. It compares the angles by which both networks turn a vector around a triangle.

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

// manySettings are the settings of the network without the flag -set. Settings and data of this study follow the authors of arXiv
// 2607.19514. The network has stalks of dimension d = 2 with 16 channels. Adam trains it without weight decay.
var manySettings = map[string]string{"d": "2", "layers": "2", "hidden": "16", "dropout": "0", "input_dropout": "0", "lr": "0.01",
	"weight_decay": "0"}

// manyTaskKind is one of the two tasks of the study. Each task has a network.
type manyTaskKind int

const (
	countTriangles  manyTaskKind = iota // predict the logarithm of the number of triangles of each graph
	findCommunities                     // classify the nodes
)

// String returns the name of the task in a report.
func (k manyTaskKind) String() string {
	return [...]string{"number of triangles of a graph", "community of a node"}[k]
}

// manyNet is the network of one task on a disjoint union of graphs. Its weights belong to a store that all networks of a training share.
type manyNet struct {
	kind   manyTaskKind
	tape   *autodiff.Tape // the operations of the network
	out    *autodiff.Var  // graphs × 1 for the triangles, nodes × classes (logits) for the communities
	loss   *autodiff.Var  // 1 × 1
	layers []peer.Layer   // the sheaf layers, for the angles of their maps
}

// netUse states whether a network is built for training, with gradients, or for evaluation.
type netUse int

const (
	forEvaluation netUse = iota
	forTraining
)

// newManyNet returns the network of a task on a union, with weights from the store. It fails if a setting is invalid.
//   - For triangles, the network has one output for each node. The prediction for a graph is the mean of the outputs of its nodes.
//     The loss is the mean squared difference to target, the standardised logarithm of the number of triangles of each graph.
//   - For communities, the loss is the cross-entropy over all nodes, and target is not used.
func newManyNet(kind manyTaskKind, use netUse, u *graphUnion, store *train.Store, cfg *settings.Config,
	target []float64) (*manyNet, error) {
	n, g := &manyNet{kind: kind, tape: new(autodiff.Tape)}, u.graph
	if kind == countTriangles { // a network has an output for each class, so a single class gives one output for each node
		g = g.WithData(make([]int, g.N), []string{"any"}, nil, nil) // nil, nil: the features remain
	}
	s := cfg.PeerSettings()
	s.Watch = func(l peer.Layer) { n.layers = append(n.layers, l) }
	allNodes := make([]int, g.N) // all nodes are training nodes, since the study trains on whole graphs
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
	// The mean over the nodes of a graph is the sum of the outputs, each divided by the number of nodes of the graph.
	sizes := make([]float64, len(target))
	for _, k := range u.graphOf {
		sizes[k]++
	}
	weight := linalg.NewDense(g.N, 1)
	for i, k := range u.graphOf {
		weight.Data[i] = 1 / sizes[k]
	}
	n.out = autodiff.ScatterAddRows(n.tape, autodiff.MulColumn(n.tape, n.tape.Const(weight), out), u.graphOf, len(target))
	// Mean squared error Σ (out − target)² / (number of graphs).
	negated := linalg.NewDense(len(target), 1)
	for k, x := range target {
		negated.Data[k] = -x
	}
	difference := autodiff.Add(n.tape, n.out, n.tape.Const(negated))
	n.loss = autodiff.Scale(n.tape, 1/float64(len(target)), autodiff.SumSquares(n.tape, difference))
	return n, nil
}

// manyTask has the results of a task. Each list has an element for each seed.
type manyTask struct {
	// start and end are the mean angles of the triangles of the test graphs before and after the training, in degrees.
	start, end []float64
	// score is the [manyNet.score] of the test graphs after the training. flat is the score of the same network with all maps equal.
	score, flat []float64
}

// manyStudy is the experiment of `sgpc holonomy -task graphs`, with its results.
type manyStudy struct {
	seeds  []uint64
	epochs int               // number of epochs of each training
	set    map[string]string // settings of the network
	tasks  [2]manyTask       // by manyTaskKind
	// constant and line are the mean squared errors on the test graphs, by seed, of two predictors without a network. Both predict the
	// standardised logarithm of the number of triangles. constant predicts the mean of the training graphs. line predicts from the
	// logarithm of the number of pairs of edges with a common end, by a line that is fitted to the training graphs.
	constant, line []float64
}

// run trains both tasks with every seed. It calls progress with a line on each training, and stops at the first error.
func (s *manyStudy) run(progress func(string)) error {
	for _, seed := range s.seeds {
		if err := s.runSeed(seed, progress); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	return nil
}

// runSeed draws the graphs of a seed, trains a network for each task on them, and appends the results to the lists of the study.
// It calls progress with a line on each training. After an error the lists of the study may be incomplete.
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
	trainUnion, testUnion := disjointUnion(trainGraphs), disjointUnion(testGraphs)
	// ConfigFor selects defaults by a graph and a split. The split is arbitrary here, since the study trains on whole graphs.
	anySplit := graph.Split{Train: []int{0}, Val: []int{0}, Test: []int{0}}
	cfg, err := ConfigFor(testUnion.graph, anySplit, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	// standardised shifts and scales logarithms of numbers of triangles. The logarithms of the training graphs then have mean 0 and
	// standard deviation 1.
	logs := tables.Summarize(trainUnion.triangles)
	scale := max(logs.Std, 1e-6) // no division by 0 if all graphs have equally many triangles
	standardised := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = (out[k] - logs.Mean) / scale
		}
		return out
	}
	// Errors of the predictors without a network. The standardised mean of the training graphs is 0, so constant predicts 0.
	target := standardised(testUnion.triangles)
	s.constant = append(s.constant, meanSquare(target, make([]float64, len(target))))
	s.line = append(s.line, meanSquare(target, fittedLine(trainUnion.pairs, standardised(trainUnion.triangles), testUnion.pairs)))
	for k := range s.tasks {
		kind, task := manyTaskKind(k), &s.tasks[k]
		training := manyTraining{kind: kind, batches: batches, test: testUnion, cfg: &cfg, seed: seed, epochs: s.epochs,
			standardised: standardised}
		if err := training.addTo(task); err != nil {
			return err
		}
		last := len(task.end) - 1 // index of this seed
		progress(fmt.Sprintf("seed %d, %s: mean %.2f° after %.2f°, score %.3f", seed, kind, task.end[last], task.start[last],
			task.score[last]))
	}
	return nil
}

// manyTraining is one training of the study: the training of one task with one seed.
type manyTraining struct {
	kind    manyTaskKind
	batches []*graphUnion // training graphs
	test    *graphUnion   // union of all test graphs
	cfg     *settings.Config
	seed    uint64
	epochs  int
	// standardised converts logarithms of numbers of triangles to targets.
	standardised func([]float64) []float64
}

// addTo trains the network and appends its results to the lists of the task. It fails if a setting is invalid.
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
	// meanAngle returns the mean angle of the test triangles under the present weights.
	meanAngle := func() float64 {
		angles := turnAngles(eval.openLayers(m.test), m.test.walks)
		return tables.Summarize(angles).Mean
	}
	task.start = append(task.start, meanAngle())
	// Each epoch has the batches in a random order. All tapes have the parameters of the store in one order, so they share an optimiser.
	adam, order := autodiff.NewAdam(nets[0].tape, m.cfg.LR, m.cfg.WeightDecay), rng.New(m.seed, "order of batches")
	for range m.epochs {
		for _, k := range order.Perm(len(nets)) {
			n := nets[k]
			n.tape.Forward()
			n.tape.ZeroGrad()
			n.tape.Backward(n.loss)
			adam.Step(n.tape, nil) // nil: the weights before the step are not recorded
		}
	}
	task.end = append(task.end, meanAngle())
	task.score = append(task.score, eval.score(m.test.graph)) // of the forward pass in meanAngle
	// With zero weights the map learners ignore the features, so that all maps are equal.
	for _, name := range store.Names() {
		if strings.HasSuffix(name, ".learner") {
			clear(store.Value(name).Data)
		}
	}
	eval.openLayers(m.test) // a forward pass with the equal maps
	task.flat = append(task.flat, eval.score(m.test.graph))
	return nil
}

// openLayers runs a forward pass on the network's union u. It returns the layers with their maps, which peer.Layer.Open provides.
func (n *manyNet) openLayers(u *graphUnion) []peer.Layer {
	n.tape.Forward()
	for k := range n.layers {
		n.layers[k].Open(u.graph)
	}
	return n.layers
}

// score returns the quality of the last forward pass. For triangles it is the mean squared error of the standardised logarithm.
// For communities it is the accuracy in 0..1. g is the graph of the union.
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

// meanSquare returns the mean squared difference Σ (a[k] − b[k])² / n of two lists with n elements.
func meanSquare(a, b []float64) float64 {
	// The conversion float64(…) forbids fused operations, so that results are equal on all processors.
	sum := 0.0
	for k := range a {
		sum += float64((a[k] - b[k]) * (a[k] - b[k]))
	}
	return sum / float64(len(a))
}

// fittedLine fits a line to the points (x[k], y[k]) by least squares. It returns the values of the line at z.
// The line contains the point of the means. Its slope is the covariance of x and y divided by the variance of x.
func fittedLine(x, y, z []float64) []float64 {
	meanX, meanY := tables.Summarize(x).Mean, tables.Summarize(y).Mean
	xy, xx := 0.0, 0.0 // covariance and variance, times the number of points
	for k := range x {
		xy += float64((x[k] - meanX) * (y[k] - meanY))
		xx += float64((x[k] - meanX) * (x[k] - meanX))
	}
	out := make([]float64, len(z))
	for k, v := range z {
		// The bound 1e-12 makes the line constant if all x are equal.
		out[k] = meanY + float64(xy/max(xx, 1e-12)*(v-meanX))
	}
	return out
}

// text returns the results as Markdown: a table of both tasks, and sentences on their comparison. command is the command line.
func (s *manyStudy) text(command string) string {
	var b strings.Builder
	var names []string // settings as name=value, in alphabetical order
	for _, k := range slices.Sorted(maps.Keys(s.set)) {
		names = append(names, k+"="+s.set[k])
	}
	fmt.Fprintf(&b, "### How far triangles turn, by the number of triangles of a graph\n\n`%s`\n\n%d graphs to train on, %d to test on, "+
		"drawn for each of %d seeds: 100 to 160 nodes, 5 to 7 of %d classes.\nNetwork: %s, %s; %d epochs in batches of %d graphs.\n\nAngle: "+
		"mean over the triangles of the test graphs and all layers, in degrees. Intervals of 95 %%.\nScore: mean square error of the "+
		"standardised logarithm of the number, less is better; share of nodes in %%.\n\n", command, manyTrained, manyTested, len(s.seeds),
		manyClasses, peer.Label(holonomyModel), strings.Join(names, ", "), s.epochs, manyBatch)
	// A row for each task.
	var rows [][]string
	for k, scale := range [...]float64{1, 100} { // the error without a unit, the accuracy in per cent
		t := &s.tasks[k]
		decimals := 2 - k // 2 for the error, 1 for the accuracy
		rows = append(rows, []string{manyTaskKind(k).String(), meanText(t.start, 1, 2), meanText(t.end, 1, 2), threeDigits(median(t.end)),
			ratioText(ratioInterval(t.end, t.start)), meanText(t.score, scale, decimals), meanText(t.flat, scale, decimals)})
	}
	b.WriteString(tables.Markdown([]string{"task", "before", "after", "median of seeds", "factor", "score", "with equal maps"}, rows))
	// The comparison of both tasks, and the predictors without a network.
	counting, communities := &s.tasks[countTriangles], &s.tasks[findCommunities]
	fmt.Fprintf(&b, "\nWhere triangles are counted, they turn %s times as far as for communities, paired by seed.\nAfter training, by seed: "+
		"%s for triangles; %s for communities.\nErrors without a network: %s by the mean of the training graphs, %s by a line "+
		"through the logarithm of the number of pairs of edges with a common end.\n",
		ratioText(ratioInterval(counting.end, communities.end)), degreesText(counting.end), degreesText(communities.end),
		meanText(s.constant, 1, 2), meanText(s.line, 1, 2))
	return b.String()
}

// degreesText returns angles in the form of threeDigits with a degree sign each, joined by commas, as in "12.3°, 9.87°".
func degreesText(list []float64) string {
	var out []string
	for _, x := range list {
		out = append(out, threeDigits(x)+"°")
	}
	return strings.Join(out, ", ")
}
