// Package cost estimates the cost of a run from its settings: its memory, before the
// run exists, and its work per epoch.
package cost

import (
	"fmt"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// Shape has the sizes of a graph on which the cost of a run depends.
type Shape struct {
	// Features is the number of columns of the feature matrix X, and Entries the number of its
	// stored entries. Both are 0 without features.
	Nodes, Edges, Features, Entries, Classes int
	// Signed reports whether some feature is negative ([train.Signed]).
	Signed bool
}

// ShapeOf returns the shape of a graph.
func ShapeOf(g *graph.Graph) Shape {
	s := Shape{Nodes: g.N, Edges: len(g.Edges), Classes: g.Classes}
	if g.X != nil {
		s.Features, s.Entries, s.Signed = g.X.Cols, g.X.NNZ(), train.Signed(g.X)
	}
	return s
}

// Allocation is one large part of the memory of a run.
type Allocation struct {
	Name  string
	Bytes float64
}

// Memory returns the approximate bytes of a run in training: the sum of [Allocations].
func Memory(s Shape, c settings.Config) float64 {
	sum := 0.0
	for _, a := range Allocations(s, c) {
		sum += a.Bytes
	}
	return sum
}

// Allocations returns the large parts of [Memory]. The formula of a part counts the
// numbers that the code of this part stores.
func Allocations(s Shape, c settings.Config) []Allocation {
	n, m := float64(s.Nodes), float64(s.Edges)
	e := &budget{Shape: s, c: c, n: n, m: m, classes: float64(s.Classes), d: float64(c.D)}
	// An edge and a stored feature take 12 bytes each. A node takes about 40 bytes.
	e.bytes("graph", 12*m+12*float64(s.Entries)+40*n)
	switch {
	case c.Model != "sgpc":
		e.peer()
	case c.Reading == "code":
		e.code()
	default:
		e.paper()
	}
	// The loss has ten numbers per node, and four matrices n×C.
	e.floats("loss", 10*n+4*n*e.classes)
	e.parameters()
	return e.list
}

// budget collects the allocations of a run. In its formulas, n is the number of nodes, m
// is the number of edges, classes is the number of classes, and d is the stalk dimension.
type budget struct {
	Shape
	c                settings.Config
	n, m, classes, d float64
	weights          float64 // number of trainable numbers
	list             []Allocation
}

// maskNumber is the size of a number with its byte in a dropout mask, in units of 8 bytes.
const maskNumber = 1.125

// bytes adds an allocation in bytes.
func (e *budget) bytes(name string, count float64) { e.list = append(e.list, Allocation{name, count}) }

// floats adds an allocation of float64 values.
func (e *budget) floats(name string, count float64) { e.bytes(name, 8*count) }

// parameters adds the parameters, and the key frames: states to which the run can go back.
func (e *budget) parameters() {
	// A parameter has its value, its gradient, two moments of Adam, a copy of the last
	// evaluation and a copy of the best epoch.
	e.floats("parameters", 6*e.weights)
	// A key frame has the values, two moments and the copy of the best epoch.
	keyframe := 8 * 4 * e.weights // in bytes
	// The run saves a key frame per epoch, up to KeyframeBudget or four key frames. A run of
	// fewer than four epochs, or without a last epoch (Epochs = 0), counts with four.
	allFrames := keyframe * float64(max(e.c.Epochs, 4))
	e.bytes("key frames", min(allFrames, max(4*keyframe, 8*KeyframeBudget)))
}

// peer adds the network of a peer, and three matrices n×C of the classes.
func (e *budget) peer() {
	p := peer.Find(e.c.Model)
	if p == nil { // sgpc.Check refuses an unknown model
		return
	}
	s := e.c.PeerSettings()
	e.floats("network", p.Floats(peer.Size{Nodes: e.n, Edges: e.m, Entries: float64(e.Entries), Classes: e.classes}, s))
	// An estimate: an input layer, and a square matrix per layer. s.Of returns 0 for a setting
	// that the peer lacks.
	width := max(1, s.Of("hidden")) * max(1, s.Of("heads"), s.Of("d"))
	e.weights = width * (float64(e.Features) + width*max(1, s.Of("layers")))
	e.floats("classes", 3*e.n*e.classes)
}

// paper adds the parts of the reading "paper". A factor k = [settings.Config.Networks]
// counts the networks that compute a stage, each with a copy. In a factor 1 + k, one copy
// more belongs to the gradient. Dropout exists in the training network alone: a result with
// its mask, and a gradient.
func (e *budget) paper() {
	d, c := e.d, float64(e.c.Channels)
	width := d * c                                // number of features of a node
	features := e.n * width                       // size of a matrix of features
	blocks := e.m * d * d                         // size of a list with one d×d block per edge
	e.weights = width * (float64(e.Features) + d) // the encoder, and the logits of the measures
	e.encoder(features, width)
	e.floats("dropout of the input", (1+maskNumber)*features)
	e.lift(blocks)
	e.floats("maps", (1+e.c.Networks(stage.Maps))*2*blocks)
	e.operator(d * d)
	e.solvers(features)
	// All layers share one sheaf, and every layer has its own branches.
	for l := range e.c.Layers {
		parts := e.branches(features)
		// With a residual connection, or without any branch, the input is a part.
		if e.c.Residual || parts == 0 {
			parts++
		}
		// The joined parts exist once for both networks, with a gradient. Dropout overwrites
		// them, and has a mask.
		e.floats("layer "+strconv.Itoa(l+1)+": joined", parts*(1+maskNumber)*features)
		e.weights += parts * width * float64(e.c.Hidden) // an upper bound: only the last layer has a projector
		isLast := l == e.c.Layers-1
		if !isLast {
			// Dropout takes 1+maskNumber. The linear layer has its values in both networks, and
			// a gradient.
			e.floats("layer "+strconv.Itoa(l+1)+": out", (4+maskNumber)*features)
			e.weights += parts * width * width
		}
	}
	hidden := 0.0
	if e.c.Head != "linear" {
		hidden = float64(e.c.Hidden)
	}
	e.projector(hidden)
	e.posterior()
	e.gapAscent(blocks)
}

// encoder adds stage 1: copies of X, the rows of the adjacency matrix if they are
// features, and H0. H0 has features numbers in width columns.
func (e *budget) encoder(features, width float64) {
	k := e.c.Networks(stage.Features)
	// A stored feature takes 16 bytes in common, and 8 bytes in each network.
	e.bytes("input", (16+8*k)*float64(e.Entries))
	if e.c.Features == "row" {
		e.bytes("scaled features", 16*float64(e.Entries))
	}
	if e.c.Structure != "off" {
		// A has 2m entries of 12 bytes, and its product needs 16 bytes more per entry.
		e.bytes("rows of A", k*2*e.m*(12+16))
		e.floats("product with A", k*features)
		e.weights += e.n * width
	}
	matrices := 1 + k // the gradient, and the result of each of k networks
	if e.c.Norm == "layer" {
		matrices += 2 // workspaces of LayerNorm
	}
	e.floats("encoded features", matrices*features)
}

// lift adds stages 2 and 3: the measures and the plans. blocks is m·d².
func (e *budget) lift(blocks float64) {
	n, m, d := e.n, e.m, e.d
	k := e.c.Networks(stage.JKO)
	e.floats("measures", 3*(1+k)*n*d) // logits, softmax and measures
	// In closed form, an edge has the vectors y, s, A and B and the number z. A node
	// has the vectors √μ and 1/√μ.
	plans := (1+k)*blocks + k*(4*m*d+m+2*n*d)
	if e.c.JKOMode == "w2" && e.c.LiftSteps() > 0 { // one array of blocks, and two arrays per step
		plans += k * (blocks + 2*blocks*float64(e.c.LiftSteps()))
	}
	if e.c.Lift == "scalar" { // weightOp replaces each plan by a multiple of the identity
		plans += (1 + k) * blocks
	}
	e.floats("lift", plans)
}

// operator adds the normalisation and the assembled Laplacian of each network.
// square is d².
func (e *budget) operator(square float64) {
	n, m, d := e.n, e.m, e.d
	blocks := 2*m + n // number of blocks of the Laplacian
	k := e.c.Networks(stage.Laplacian)
	numbers := k * (square*blocks + n*square) // the blocks, and the diagonal blocks during the assembly
	if e.c.Operator == "normalized" {
		// The normalised maps, and for each node three matrices and d eigenvalues.
		numbers += (1+k)*2*m*square + k*n*(3*square+d)
	}
	e.floats("Laplacian", numbers)
	// Indices of 4 bytes: one per block, three per edge and two per node.
	e.bytes("pattern of the Laplacian", k*(4*blocks+12*m+8*n))
	gradient := n * square // workspace of the backward pass, one block per node
	if e.c.D == 2 {        // a kernel of its own
		gradient = float64(linalg.QuadGrad2Work(e.Nodes, e.Edges, e.c.Channels))
	}
	e.floats("gradient of the maps", gradient)
}

// solvers adds the four vectors of conjugate gradients, which all solves share, and
// the workspace of a product with L in each network. features is the size of a vector.
func (e *budget) solvers(features float64) {
	productWork := float64(linalg.BlockWork(e.Nodes, e.c.D, e.c.Channels))
	e.floats("solvers", 4*features+e.c.Networks(stage.Laplacian)*productWork)
}

// branches adds diffusion and frequency mixing of one layer. It omits a branch that the
// settings disable, and returns the number of added branches. A solver has matrices of
// features, blocks per node and, with sampled edges, blocks per edge.
func (e *budget) branches(features float64) (count float64) {
	n, square := e.n, e.d*e.d
	if e.c.SVR != "off" {
		count++
		if e.c.DrawsSparse() { // an estimate: two different solvers, the anchor and the sampled maps
			e.floats("drawn diffusion", 10*features+3*n*square+6*e.m*square)
		} else { // the results of both networks and a gradient; three solvers, one of them adjoint
			e.floats("diffusion", 3*features+3*n*square)
		}
	}
	if e.c.AFMWeights != "off" { // Q+1 Chebyshev terms, and two more matrices
		count++
		e.floats("mixing", (float64(e.c.Q)+3)*features)
	}
	return count
}

// projector adds the classes and a hidden layer. hidden is the number of its units, or 0.
func (e *budget) projector(hidden float64) {
	logits := e.n * e.classes
	if hidden > 0 {
		// Values in two networks and a gradient, and a result of dropout with its mask.
		e.floats("projector", (3+maskNumber)*e.n*hidden)
		e.weights += hidden * e.classes
	}
	numbers := 7 * logits
	if e.c.Head == "gat" {
		// Attention has six matrices n×C, and 3.5 numbers for each of the 2m arcs and n
		// self-loops.
		numbers += 6*logits + 3.5*(2*e.m+e.n)
	}
	e.floats("classes", numbers)
}

// posterior adds stage 9 in both networks.
func (e *budget) posterior() {
	// An edge has κ̄ before and after each fixed-point iteration (one number more than
	// iterations), four results, and two numbers of the backward pass. A node has seven
	// rows of C numbers, κ̄, the degree and the label.
	perEdge := float64(e.c.PosteriorSteps + 7)
	perNode := 7*e.classes + 3
	e.floats("posterior", 2*(e.m*perEdge+e.n*perNode))
}

// Numbers of vectors with n·d numbers in a spectral.Tracker.
const (
	trackerVectors = 17 // the carried eigenvectors, and an eigenvector of the largest eigenvalue
	solverVectors  = 44 // the vectors of the solver of the tracker
)

// gapAscent adds the spectral term of the loss and the gap ascent. blocks is m·d², the
// size of an array of a metric. An array of maps has the size 2m·d².
func (e *budget) gapAscent(blocks float64) {
	if e.Edges == 0 { // a graph without edges has no λ₂
		return
	}
	dim, nodeBlocks := e.n*e.d, e.n*e.d*e.d
	laplacian := (2*e.m + e.n) * e.d * e.d
	tracker := trackerVectors*dim + solverVectors*dim + laplacian
	if e.c.LambdaSpec > 0 {
		mapGradient := 2 * blocks
		e.floats("spectral term", e.c.Networks(stage.Laplacian)*(tracker+mapGradient))
	}
	everyMode := tracker + 4*blocks // the tracker, and the maps origin and lifted of gapState
	switch e.c.Reduced().GapMode {
	case "sheaf":
		state := 4 * blocks       // of gapState: the maps base, and the metrics metric and before
		lineSearch := 5 * blocks  // of spectral.Ascent: two points, a direction and two gradients
		maps := 8 * blocks        // of spectral.Ascent: four arrays of maps
		bothEnds := 2 * blocks    // the metric at both ends of each edge
		perNode := 3 * nodeBlocks // workspaces with a block per node
		e.floats("gap ascent", everyMode+state+lineSearch+maps+bothEnds+perNode)
	case "matrix", "additive":
		maps := 20 * blocks       // ten arrays of maps of mapAscent
		perNode := 6 * nodeBlocks // workspaces with a block per node
		e.floats("gap ascent", everyMode+maps+perNode)
		if e.c.GapMode == "matrix" {
			e.nearestSheaf(blocks, nodeBlocks)
		}
	}
}

// nearestSheaf adds spectral.Reassembler, for a graph too large for its factorisation.
func (e *budget) nearestSheaf(blocks, nodeBlocks float64) {
	unknowns := 2 * blocks // the maps, or one matrix per edge for equal maps at both ends
	if e.c.Convention == "literal" {
		unknowns = blocks
	}
	// Three arrays of maps, six of unknowns, and four block matrices of the graph's pattern.
	e.floats("nearest sheaf", 3*2*blocks+6*unknowns+4*(blocks+nodeBlocks))
}

// code adds the parts of the reading "code", with stalks of dimension 1.
func (e *budget) code() {
	e.d, e.c.D, e.c.Layers = 1, 1, 1
	width := float64(e.c.Channels)
	features := e.n * width
	e.weights = width * (float64(e.Features) + width) // the encoder, and W of the lift
	// Stages 1 to 7. A stored feature takes 16 bytes in common, and 8 bytes in each network.
	e.bytes("input", (16+8*2)*float64(e.Entries))
	// The gradient is a matrix, LayerNorm has two, and each network has its result.
	e.floats("encoded features", (3+e.c.Networks(stage.Features))*features)
	// The lift has hW, three arrays of maps (2m), and C, P0 and P⋆ in both networks.
	e.floats("lift", (1+e.c.Networks(stage.Sinkhorn))*features+3*2*e.m+2*3*e.m)
	e.operator(1)
	e.solvers(features)
	e.branches(features) // only the joined parts of the reading "paper" need the count
	if e.c.AFMWeights != "off" {
		// The mixing has its own Laplacian in each network: 2m+n entries, and a number for
		// each node. The divided maps are three arrays (2m). A product has a workspace.
		productWork := float64(linalg.BlockWork(e.Nodes, 1, e.c.Channels))
		e.floats("degree-normalised Laplacian", 2*(2*e.m+2*e.n)+6*e.m+productWork)
		// The indices, in both networks, counted as in operator.
		e.bytes("its pattern", 2*(4*(2*e.m+e.n)+12*e.m+8*e.n))
	}
	// The fusion of each network, dropout with its mask, and two gradients.
	e.floats("fusion", (2+maskNumber+e.c.Networks(stage.Mixing))*features)
	// Stages 8 and 9.
	if e.c.Head == "gat" {
		const heads, featuresPerHead = settings.CodeHeads, settings.CodeHeads
		outputs := e.n * float64(heads*featuresPerHead) // size of the output of the first attention layer
		arcs := 2*e.m + e.n                             // with self-loops
		// Five results, each with a mask and a gradient, and 3.5 numbers per arc and head.
		e.floats("attention", outputs*(5*(1+maskNumber))+3.5*arcs*heads)
	}
	hidden := 0.0
	if e.c.Head == "mlp" {
		hidden = float64(e.c.Hidden)
	}
	e.projector(hidden)
	e.weights += hidden * width // from the fused features to the hidden layer
	e.posterior()
}

// Gigabytes returns the text of b bytes in gigabytes (10⁹ bytes): from 0.95 GB on with one
// decimal, as in "6.1 GB", and below with two significant digits at most, as in "0.02 GB".
func Gigabytes(b float64) string {
	if b < 0.95e9 {
		return strconv.FormatFloat(b/1e9, 'g', 2, 64) + " GB"
	}
	return fmt.Sprintf("%.1f GB", b/1e9)
}

// KeyframeBudget is the largest number of float64 values in the key frames of a run: 96 MiB.
const KeyframeBudget = 12 << 20
