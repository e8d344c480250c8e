// Package cost estimates the cost of a run from its settings: its memory, before the
// run exists, and its work per epoch.
package cost

// This file counts the memory of a run.

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

// Shape holds the sizes of a graph that decide the cost of a run.
type Shape struct {
	// Features is the number of feature columns, Entries the number of stored
	// features.
	Nodes, Edges, Features, Entries, Classes int
	// Signed reports whether a feature is negative ([train.Signed]).
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

// Memory returns the approximate number of bytes of a trained run: the graph, the
// two networks and the gap ascent.
func Memory(s Shape, c settings.Config) float64 {
	sum := 0.0
	for _, a := range Allocations(s, c) {
		sum += a.Bytes
	}
	return sum
}

// Allocations returns the large parts of [Memory]. Each formula counts the numbers
// that the code of the named part stores; nothing is allocated here.
func Allocations(s Shape, c settings.Config) []Allocation {
	n, m := float64(s.Nodes), float64(s.Edges)
	e := &budget{Shape: s, c: c, n: n, m: m, classes: float64(s.Classes), d: float64(c.D)}
	// An edge and a stored feature take 12 bytes each, a node about 40.
	e.bytes("graph", 12*m+12*float64(s.Entries)+40*n)
	switch {
	case c.Model != "sgpc":
		e.peer()
	case c.Reading == "code":
		e.code()
	default:
		e.paper()
	}
	e.floats("loss", 10*n+4*n*e.classes)
	e.parameters()
	return e.list
}

// budget collects the allocations of a run. In its formulas, n is the number of
// nodes, m of edges and d the stalk dimension.
type budget struct {
	Shape
	c                settings.Config
	n, m, classes, d float64
	weights          float64 // number of trainable numbers
	list             []Allocation
}

// maskNumber is the size of one number with its byte in the mask of dropout, in
// float64 values.
const maskNumber = 1.125

// bytes adds an allocation in bytes.
func (e *budget) bytes(name string, count float64) { e.list = append(e.list, Allocation{name, count}) }

// floats adds an allocation of float64 values.
func (e *budget) floats(name string, count float64) { e.bytes(name, 8*count) }

// parameters adds the parameters and the key frames.
func (e *budget) parameters() {
	// value, gradient, two moments of Adam, the copy of the last evaluation and the
	// copy of the best epoch
	e.floats("parameters", 6*e.weights)
	// A key frame has the value, two moments and the copy of the best epoch. Up to
	// four key frames may exceed the budget.
	keyframe := 8 * 4 * e.weights
	e.bytes("key frames", min(keyframe*float64(max(e.c.Epochs, 4)), max(4*keyframe, 8*KeyframeBudget)))
}

// peer adds the parts of a peer: its network, whose package counts it, and the
// classes.
func (e *budget) peer() {
	p := peer.Find(e.c.Model)
	if p == nil {
		return
	}
	s := e.c.PeerSettings()
	e.floats("network", p.Floats(peer.Size{Nodes: e.n, Edges: e.m, Entries: float64(e.Entries), Classes: e.classes}, s))
	width := max(1, s.Of("hidden")) * max(1, s.Of("heads"), s.Of("d"))
	e.weights = width * (float64(e.Features) + width*max(1, s.Of("layers")))
	e.floats("classes", 3*e.n*e.classes)
}

// paper adds the parts of the reading "paper". Several quantities exist once per
// network that computes their stage ([settings.Config.Networks]).
func (e *budget) paper() {
	d, c := e.d, float64(e.c.Channels)
	width := d * c          // features of a node
	features := e.n * width // a matrix of features
	blocks := e.m * d * d   // one d×d block per edge
	e.weights = width * (float64(e.Features) + d)
	e.encoder(features, width)
	e.floats("dropout of the input", (1+maskNumber)*features)
	e.lift(blocks)
	e.floats("maps", (1+e.c.Networks(stage.Maps))*2*blocks)
	e.operator(d * d)
	e.solvers(features)
	// The sheaf above is common to all layers; every layer has its own branches.
	for l := range e.c.Layers {
		parts := e.branches(features)
		if e.c.Residual || parts == 0 {
			parts++
		}
		e.floats("layer "+strconv.Itoa(l+1)+": joined", parts*(1+maskNumber)*features)
		e.weights += parts * width * float64(e.c.Hidden)
		if isLast := l == e.c.Layers-1; !isLast {
			e.floats("layer "+strconv.Itoa(l+1)+": out", (4+maskNumber)*features)
			e.weights += parts * width * width
		}
	}
	e.projector(e.c.Head != "linear", float64(e.c.Hidden))
	e.posterior()
	e.gapAscent(blocks)
}

// encoder adds stage 1: copies of X, the adjacency rows if they are features, and
// H0. features is the size of H0, width the number of its columns.
func (e *budget) encoder(features, width float64) {
	k := e.c.Networks(stage.Features)
	e.bytes("input", (16+8*k)*float64(e.Entries))
	if e.c.Features == "row" {
		e.bytes("scaled features", 16*float64(e.Entries))
	}
	if e.c.Structure != "off" {
		e.bytes("rows of A", k*2*e.m*(12+16))
		e.floats("product with A", k*features)
		e.weights += e.n * width
	}
	matrices := 1 + k
	if e.c.Norm == "layer" {
		matrices += 2
	}
	e.floats("encoded features", matrices*features)
}

// lift adds stages 2 and 3: the measures and the plans. blocks is m·d².
func (e *budget) lift(blocks float64) {
	n, m, d := e.n, e.m, e.d
	k := e.c.Networks(stage.JKO)
	e.floats("measures", 3*(1+k)*n*d)
	// In closed form, an edge has the vectors y, s, A and B and the number z, a node
	// has √μ and 1/√μ.
	plans := (1+k)*blocks + k*(4*m*d+m+2*n*d)
	if e.c.JKOMode == "w2" && e.c.LiftSteps() > 0 { // the scalings of every step
		plans += k * (blocks + 2*blocks*float64(e.c.LiftSteps()))
	}
	if e.c.Lift == "scalar" {
		plans += (1 + k) * blocks
	}
	e.floats("lift", plans)
}

// operator adds the normalisation and the assembled Laplacian of each network.
// square is d².
func (e *budget) operator(square float64) {
	n, m, d := e.n, e.m, e.d
	blocks := 2*m + n // of the Laplacian
	k := e.c.Networks(stage.Laplacian)
	numbers := k * (square*blocks + n*square)
	if e.c.Operator == "normalized" {
		numbers += (1+k)*2*m*square + k*n*(3*square+d)
	}
	e.floats("Laplacian", numbers)
	e.bytes("pattern of the Laplacian", k*(4*blocks+12*m+8*n))
	gradient := n * square
	if e.c.D == 2 {
		gradient = float64(linalg.QuadGrad2Work(e.Nodes, e.Edges, e.c.Channels))
	}
	e.floats("gradient of the maps", gradient)
}

// solvers adds the four vectors of conjugate gradients, which all solves share, and
// the workspace of a product with L in each network.
func (e *budget) solvers(features float64) {
	e.floats("solvers", 4*features+e.c.Networks(stage.Laplacian)*float64(linalg.BlockWork(e.Nodes, e.c.D, e.c.Channels)))
}

// branches adds diffusion and frequency mixing of one layer. It returns the number
// of branches that are on.
func (e *budget) branches(features float64) (branches float64) {
	n, square := e.n, e.d*e.d
	if e.c.SVR != "off" {
		branches++
		if e.c.DrawsSparse() {
			e.floats("drawn diffusion", 10*features+3*n*square+6*e.m*square)
		} else {
			e.floats("diffusion", 3*features+3*n*square)
		}
	}
	if e.c.AFMWeights != "off" {
		branches++
		e.floats("mixing", (float64(e.c.Q)+3)*features)
	}
	return branches
}

// projector adds a hidden layer of the given width, if the head has one, and the
// classes.
func (e *budget) projector(hasHidden bool, hidden float64) {
	logits := e.n * e.classes
	if hasHidden {
		e.floats("projector", (3+maskNumber)*e.n*hidden)
		e.weights += hidden * e.classes
	}
	numbers := 7 * logits
	if e.c.Head == "gat" {
		numbers += 6*logits + 3.5*(2*e.m+e.n) // attention of every arc and self-loop
	}
	e.floats("classes", numbers)
}

// posterior adds stage 9 in both networks: numbers per edge for every fixed-point
// iteration, and numbers per node and class.
func (e *budget) posterior() {
	e.floats("posterior", 2*(e.m*float64(e.c.PosteriorSteps+7)+e.n*(7*e.classes+3)))
}

// gapAscent adds the spectral term of the loss and the gap ascent. blocks is m·d².
func (e *budget) gapAscent(blocks float64) {
	if e.Edges == 0 {
		return
	}
	dim, nodeBlocks := e.n*e.d, e.n*e.d*e.d
	// The tracker of λ₂ has 17 vectors of n·d numbers (x and top), the vectors of its solver, and a Laplacian.
	tracker := 17*dim + 44*dim + (2*e.m+e.n)*e.d*e.d
	if e.c.LambdaSpec > 0 {
		e.floats("spectral term", e.c.Networks(stage.Laplacian)*(tracker+2*blocks))
	}
	// An array of a metric has m·d² numbers (one of blocks), and an array of maps has 2m·d².
	everyMode := tracker + 4*blocks // the maps origin and lifted of gapState
	switch e.c.Reduced().GapMode {
	case "sheaf":
		// gapState has base, metric and before (4 of blocks). spectral.Ascent has the others.
		e.floats("gap ascent", everyMode+4*blocks+5*blocks+8*blocks+2*blocks+3*nodeBlocks)
	case "matrix", "additive":
		// mapAscent has ten arrays of maps.
		e.floats("gap ascent", everyMode+20*blocks+6*nodeBlocks)
	}
}

// code adds the parts of the reading "code", with stalks of dimension 1.
func (e *budget) code() {
	e.d, e.c.D, e.c.Layers = 1, 1, 1
	width := float64(e.c.Channels)
	features := e.n * width
	e.weights = width * (float64(e.Features) + width)
	// stages 1 to 7
	e.bytes("input", 32*float64(e.Entries))
	e.floats("encoded features", (3+e.c.Networks(stage.Features))*features)
	e.floats("lift", (1+e.c.Networks(stage.Sinkhorn))*features+3*2*e.m+2*3*e.m)
	e.operator(1)
	e.solvers(features)
	e.branches(features)
	if e.c.AFMWeights != "off" { // mixing has its own Laplacian
		e.floats("degree-normalised Laplacian", 2*(2*e.m+2*e.n)+6*e.m+float64(linalg.BlockWork(e.Nodes, 1, e.c.Channels)))
		e.bytes("its pattern", 2*(4*(2*e.m+e.n)+12*e.m+8*e.n))
	}
	e.floats("fusion", (2+maskNumber+e.c.Networks(stage.Mixing))*features)
	// stages 8 and 9
	if e.c.Head == "gat" {
		hidden := float64(settings.CodeHeads * settings.CodeHeads)
		e.floats("attention", e.n*hidden*(5*(1+maskNumber))+3.5*(2*e.m+e.n)*settings.CodeHeads)
	}
	hasHidden, hidden := e.c.Head == "mlp", float64(e.c.Hidden)
	e.projector(hasHidden, hidden)
	if hasHidden {
		e.weights += hidden * width
	}
	e.posterior()
}

// Gigabytes formats a number of bytes with one decimal, as in "6.1 GB", or below
// 0.95 GB with two significant digits, as in "0.02 GB".
func Gigabytes(b float64) string {
	if b < 0.95e9 {
		return strconv.FormatFloat(b/1e9, 'g', 2, 64) + " GB"
	}
	return fmt.Sprintf("%.1f GB", b/1e9)
}

// KeyframeBudget is the largest number of float64 values in the key frames of one
// run: 96 MB.
const KeyframeBudget = 12 << 20
