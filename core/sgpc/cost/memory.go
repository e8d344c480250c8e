// Package cost estimates the cost of a run from its settings: memory, before the
// run exists, and work per epoch.
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

// Shape holds the sizes of a graph that decide the cost of a run: numbers of nodes,
// edges, feature columns, stored features (Entries) and classes. Signed reports
// whether a feature is negative ([train.Signed]).
type Shape struct {
	Nodes, Edges, Features, Entries, Classes int
	Signed                                   bool
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

// Allocations returns the large parts of Memory. Each formula counts the float64
// values of the named part; nothing is allocated.
func Allocations(s Shape, c settings.Config) []Allocation {
	n, m := float64(s.Nodes), float64(s.Edges)
	e := &budget{Shape: s, c: c, n: n, m: m, classes: float64(s.Classes), d: float64(c.D)}
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

// budget collects the allocations of a run.
type budget struct {
	Shape
	c                settings.Config
	n, m, classes, d float64
	weights          float64 // number of trainable numbers
	list             []Allocation
}

func (e *budget) bytes(name string, b float64) { e.list = append(e.list, Allocation{name, b}) }
func (e *budget) floats(name string, f float64) {
	e.bytes(name, 8*f)
}

// parameters adds the parameters with gradient, two moments, the copy of the last
// evaluation and the copy of the best epoch, and the key frames.
func (e *budget) parameters() {
	e.floats("parameters", 6*e.weights)
	frame := 8 * 4 * e.weights
	e.bytes("key frames", min(frame*float64(max(e.c.Epochs, 4)), max(4*frame, 8*KeyframeBudget)))
}

// peer adds the parts of a peer.
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

// paper adds the parts of the reading "paper". w = n·d·c numbers are a matrix of
// features, p = m·d² one block per edge.
func (e *budget) paper() {
	n, m, d, q := e.n, e.m, e.d, e.d*e.d
	w, p := n*d*float64(e.c.Channels), m*q
	width := d * float64(e.c.Channels)
	e.weights = width * (float64(e.Features) + d)
	e.encoder(w, width)
	e.floats("dropout of the input", 2.125*w)
	k := e.c.Networks(stage.JKO)
	e.floats("measures", 3*(1+k)*n*d)
	lift := (1+k)*p + k*(4*m*d+m+2*n*d)
	if e.c.JKOMode == "w2" && e.c.LiftSteps() > 0 {
		lift += k * (p + 2*p*float64(e.c.LiftSteps()))
	}
	if e.c.Lift == "scalar" {
		lift += (1 + k) * p
	}
	e.floats("lift", lift)
	e.floats("maps", (1+e.c.Networks(stage.Maps))*2*p)
	e.operator(q)
	e.solvers(w)
	for l := range e.c.Layers {
		parts := e.branches(w)
		if e.c.Residual || parts == 0 {
			parts++
		}
		e.floats("layer "+strconv.Itoa(l+1)+": joined", parts*2.125*w)
		e.weights += parts * width * float64(e.c.Hidden)
		if l < e.c.Layers-1 {
			e.floats("layer "+strconv.Itoa(l+1)+": out", 5.125*w)
			e.weights += parts * width * width
		}
	}
	e.head(e.c.Head != "linear", float64(e.c.Hidden))
	e.posterior()
	e.gapAscent(p)
}

// encoder adds stage 1: copies of X, the adjacency rows if they are features, and
// H0.
func (e *budget) encoder(w, width float64) {
	k := e.c.Networks(stage.Features)
	e.bytes("input", (16+8*k)*float64(e.Entries))
	if e.c.Features == "row" {
		e.bytes("scaled features", 16*float64(e.Entries))
	}
	if e.c.Structure != "off" {
		e.bytes("rows of A", k*2*e.m*(12+16))
		e.floats("product with A", k*w)
		e.weights += e.n * width
	}
	h := 1 + k
	if e.c.Norm == "layer" {
		h += 2
	}
	e.floats("encoded features", h*w)
}

// operator adds the normalisation and the assembled Laplacian of each network.
func (e *budget) operator(q float64) {
	n, m, d := e.n, e.m, e.d
	blocks := 2*m + n
	k := e.c.Networks(stage.Laplacian)
	f := k * (q*blocks + n*q)
	if e.c.Operator == "normalized" {
		f += (1+k)*2*m*q + k*n*(3*q+d)
	}
	e.floats("Laplacian", f)
	e.bytes("pattern of the Laplacian", k*(4*blocks+12*m+8*n))
	gram := n * q
	if e.c.D == 2 {
		gram = float64(linalg.QuadGrad2Work(e.Nodes, e.Edges, e.c.Channels))
	}
	e.floats("gradient of the maps", gram)
}

// solvers adds the common vectors of the solves and the workspace of a product with
// L.
func (e *budget) solvers(w float64) {
	e.floats("solvers", 4*w+e.c.Networks(stage.Laplacian)*float64(linalg.BlockWork(e.Nodes, e.c.D, e.c.Channels)))
}

// branches adds diffusion and frequency mixing of one layer on w numbers and
// returns the number of branches that are on.
func (e *budget) branches(w float64) (parts float64) {
	n, q := e.n, e.d*e.d
	if e.c.SVR != "off" {
		parts++
		if e.c.DrawsSparse() {
			e.floats("drawn diffusion", 10*w+3*n*q+6*e.m*q)
		} else {
			e.floats("diffusion", 3*w+3*n*q)
		}
	}
	if e.c.AFMWeights != "off" {
		parts++
		e.floats("mixing", (float64(e.c.Q)+3)*w)
	}
	return parts
}

// head adds the projector of the given width, if any, and the classes.
func (e *budget) head(projector bool, hidden float64) {
	nc := e.n * e.classes
	if projector {
		e.floats("projector", 4.125*e.n*hidden)
		e.weights += hidden * e.classes
	}
	f := 7 * nc
	if e.c.Head == "gat" {
		f += 6*nc + 3.5*(2*e.m+e.n)
	}
	e.floats("classes", f)
}

func (e *budget) posterior() {
	e.floats("posterior", 2*(e.m*float64(e.c.PosteriorSteps+7)+e.n*(7*e.classes+3)))
}

// gapAscent adds the spectral term of the loss and the gap ascent; p = m·d².
func (e *budget) gapAscent(p float64) {
	if e.Edges == 0 {
		return
	}
	nd := e.n * e.d
	tracker := 17*nd + 44*nd + (2*e.m+e.n)*e.d*e.d
	if e.c.LambdaSpec > 0 {
		e.floats("spectral term", e.c.Networks(stage.Laplacian)*(tracker+2*p))
	}
	switch e.c.Reduced().GapMode {
	case "sheaf":
		e.floats("gap ascent", tracker+4*p+4*p+5*p+8*p+2*p+3*e.n*e.d*e.d)
	case "matrix", "additive":
		e.floats("gap ascent", tracker+4*p+20*p+6*e.n*e.d*e.d)
	}
}

// code adds the parts of the reading "code", with stalks of dimension 1.
func (e *budget) code() {
	e.d, e.c.D, e.c.Layers = 1, 1, 1
	width := float64(e.c.Channels)
	w := e.n * width
	e.weights = width * (float64(e.Features) + width)
	e.bytes("input", 32*float64(e.Entries))
	e.floats("encoded features", (3+e.c.Networks(stage.Features))*w)
	e.floats("lift", (1+e.c.Networks(stage.Sinkhorn))*w+3*2*e.m+2*3*e.m)
	e.operator(1)
	e.solvers(w)
	e.branches(w)
	if e.c.AFMWeights != "off" { // an operator of its own
		e.floats("degree-normalised Laplacian", 2*(2*e.m+2*e.n)+6*e.m+float64(linalg.BlockWork(e.Nodes, 1, e.c.Channels)))
		e.bytes("its pattern", 2*(4*(2*e.m+e.n)+12*e.m+8*e.n))
	}
	e.floats("fusion", (3.125+e.c.Networks(stage.Mixing))*w)
	if e.c.Head == "gat" {
		wide := float64(settings.CodeHeads * settings.CodeHeads)
		e.floats("attention", e.n*wide*(5*2.125)+3.5*(2*e.m+e.n)*settings.CodeHeads)
	}
	hidden := float64(e.c.Hidden)
	e.head(e.c.Head == "mlp", hidden)
	if e.c.Head == "mlp" {
		e.weights += hidden * width
	}
	e.posterior()
}

// Gigabytes formats a number of bytes as in "6.1 GB" or "0.02 GB".
func Gigabytes(b float64) string {
	if b < 0.95e9 {
		return strconv.FormatFloat(b/1e9, 'g', 2, 64) + " GB"
	}
	return fmt.Sprintf("%.1f GB", b/1e9)
}

// KeyframeBudget bounds the number of float64 values in the key frames of one run
// (96 MB).
const KeyframeBudget = 12 << 20
