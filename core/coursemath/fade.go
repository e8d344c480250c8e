// This file computes the heat flow on the graph of friends and rivals, for the figure on fading noise.

package coursemath

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// Fading is a graph of friends and rivals as a sheaf with one-dimensional stalks.
// Its nodes are people, and its edges are ties. The maps of a tie are the tempers t_i = ±1 of its two people.
// The sheaf Laplacian is T L T with the graph Laplacian L and T = diag(t), so the tempers span H⁰ of a connected graph.
// The heat flow e^{−t·TLT}x begins with x = Hint, a hint of each person's class.
type Fading struct {
	// Temper, Class and Hint have a number for each person: the temper t_i, the class as ±1, and the hint.
	Temper, Class, Hint []float64
	// Values are the four smallest eigenvalues of T L T, ascending. Vectors[k] is the unit eigenvector of Values[k].
	Values  []float64
	Vectors [][]float64
	// Share, from 0 to 1, is (vᵀc)²/‖c‖² with c = Class and v = Vectors[1]: the share of the class in the direction of v.
	// Rayleigh is the Rayleigh quotient cᵀTLTc/‖c‖². PlainRayleigh is the quotient with all maps 1, cᵀLc/‖c‖².
	Share, Rayleigh, PlainRayleigh float64
	// Broken is the number of ties that break the rule: the classes of the ends are equal, but the tempers are not, or vice versa.
	Broken int

	tempers, plain  signedGraph // the Laplacians T L T and L
	flow, plainFlow [][]float64 // the heat flows of both Laplacians from Hint; element k is the flow at time k·fadeStep
}

// Times of the heat flow of a [Fading], without a unit.
const (
	FadeEnd  = 6.0  // the last time
	fadeStep = 0.05 // distance of the stored times
)

// Fade analyses a connected graph of at least four nodes with two features, hint and temper ±1, and two classes for all nodes.
// It fails for another number of features or classes, for fewer nodes, or if the computation of eigenvalues does not converge.
func Fade(g *graph.Graph) (*Fading, error) {
	if g.X.Cols != 2 || g.Classes != 2 {
		return nil, errors.New("course: the graph is not one of friends and rivals: it needs two features, hint and temper, and two classes")
	}
	x := g.X.Dense()
	f := &Fading{Temper: make([]float64, g.N), Class: make([]float64, g.N), Hint: make([]float64, g.N)}
	for i := range g.N {
		f.Hint[i], f.Temper[i], f.Class[i] = x.At(i, 0), x.At(i, 1), float64(1-2*g.Labels[i]) // label 0 is class 1, label 1 is class −1
	}
	for _, e := range g.Edges {
		if f.Class[e.I]*f.Class[e.J] != f.Temper[e.I]*f.Temper[e.J] {
			f.Broken++
		}
	}
	f.tempers, f.plain = newSigned(g, f.Temper), newSigned(g, nil)
	// The figure shows four eigenvectors: the tempers, nearly the class, and two of noise.
	low, err := spectral.Lowest(f.tempers, 4, spectral.LanczosOptions{Seed: 1})
	if err == nil && !low.Complete {
		err = errors.New("they do not converge")
	}
	if err != nil {
		return nil, fmt.Errorf("course: the lowest eigenvalues of the puzzle: %w", err)
	}
	f.Values, f.Vectors = low.Values, low.Vectors
	// The class is ±1 at each of n nodes, so its squared length is n.
	n := float64(g.N)
	component := linalg.Dot(f.Vectors[1], f.Class)
	f.Share = component * component / n
	f.Rayleigh, f.PlainRayleigh = f.tempers.energy(f.Class)/n, f.plain.energy(f.Class)/n
	f.flow, f.plainFlow = f.tempers.flowTable(f.Hint), f.plain.flowTable(f.Hint)
	return f, nil
}

// Faded describes the heat flow of a [Fading] at one time.
type Faded struct {
	// Tempers, Class and Noise are the lengths of three orthogonal parts of the flow: along the tempers, along Vectors[1], which is nearly
	// the class, and the rest. They are divided by √n, so that a part that is ±1 at all n people has length 1.
	// Right is the share of people at whom the flow has the sign of the class. RightPlain is this share for the flow with all maps 1 and
	// without a step of gap ascent. Both are from 0 to 1.
	Tempers, Class, Noise, Right, RightPlain float64
}

// At describes the heat flow at a time from 0 to [FadeEnd]. A time outside counts as the nearer end.
// The flow has the Laplacian after a step of gap ascent of length eta, T L T + eta·v vᵀ with v = Vectors[1]; eta = 0 means no step.
// Since v is an eigenvector of T L T, the step multiplies the part of the flow along v by e^{−eta·t}, and changes no other part.
func (f *Fading) At(time, eta float64) Faded {
	t := min(max(time, 0), FadeEnd)
	x := f.tempers.flowAt(f.flow, t) // a copy, to which the step is applied below
	rootN := math.Sqrt(float64(len(x)))
	component := linalg.Dot(f.Vectors[1], x) // along v, without the step
	linalg.Axpy(component*(linalg.Exp(-eta*t)-1), f.Vectors[1], x)
	// The part along the tempers is divided by their length √n, and then by √n as every part.
	out := Faded{Tempers: math.Abs(linalg.Dot(f.Temper, x)) / (rootN * rootN), Class: math.Abs(component) * linalg.Exp(-eta*t) / rootN}
	// The rest by Pythagoras. Rounding can make its square negative.
	out.Noise = math.Sqrt(max(0, linalg.Dot(x, x)/(rootN*rootN)-float64(out.Tempers*out.Tempers)-float64(out.Class*out.Class)))
	out.Right, out.RightPlain = f.accuracy(x), f.accuracy(f.plain.flowAt(f.plainFlow, t))
	return out
}

// accuracy returns the share of people at whom a signal has the sign of the class.
func (f *Fading) accuracy(x []float64) float64 {
	count := 0
	for i, y := range f.Class {
		if x[i]*y > 0 {
			count++
		}
	}
	return float64(count) / float64(len(x))
}

// Window returns the first and the last of the stored times at which [Faded].Right is at least share, for the eta of [Fading.At].
// If there is no such time, it returns first = −1 and last = 0.
func (f *Fading) Window(share, eta float64) (first, last float64) {
	first = -1
	for k := range f.flow {
		t := float64(k) * fadeStep
		if f.At(t, eta).Right < share {
			continue
		}
		if first < 0 {
			first = t
		}
		last = t
	}
	return first, last
}

// signedGraph is the Laplacian T L T with a sign t_i at each node, as a linalg.Operator. If all signs are +1, it is L.
type signedGraph struct {
	edges  []graph.Edge
	sign   []float64 // +1 or −1 for each node
	degree []float64 // number of edges of each node
}

// newSigned returns the Laplacian for the given signs. nil stands for +1 at every node.
func newSigned(g *graph.Graph, sign []float64) signedGraph {
	s := signedGraph{g.Edges, sign, make([]float64, g.N)}
	if sign == nil {
		s.sign = make([]float64, g.N)
		for i := range s.sign {
			s.sign[i] = 1
		}
	}
	for _, e := range g.Edges {
		s.degree[e.I]++
		s.degree[e.J]++
	}
	return s
}

// Dim returns the number of nodes.
func (s signedGraph) Dim() int { return len(s.degree) }

// Apply sets dst to T L T src.
func (s signedGraph) Apply(dst, src []float64) {
	for i, d := range s.degree {
		dst[i] = d * src[i]
	}
	for _, e := range s.edges {
		w := s.sign[e.I] * s.sign[e.J]
		dst[e.I] -= float64(w * src[e.J])
		dst[e.J] -= float64(w * src[e.I])
	}
}

// energy returns xᵀ T L T x.
func (s signedGraph) energy(x []float64) float64 {
	y := make([]float64, len(x))
	s.Apply(y, x)
	return linalg.Dot(x, y)
}

// flowTable returns the heat flow from x at the times k·fadeStep ≤ FadeEnd. Element 0 is x itself.
func (s signedGraph) flowTable(x []float64) [][]float64 {
	table := [][]float64{x}
	for k := 1; float64(k)*fadeStep <= FadeEnd+fadeStep/2; k++ { // half a step more, so that rounding does not drop FadeEnd
		table = append(table, s.heat(table[k-1], fadeStep))
	}
	return table
}

// flowAt returns the heat flow at time t ≥ 0 in a new slice. It continues from the last time of the table that is at most t.
func (s signedGraph) flowAt(table [][]float64, t float64) []float64 {
	k := min(int(t/fadeStep+1e-9), len(table)-1) // with 1e-9, rounding does not move a stored time to the one before
	return s.heat(table[k], max(0, t-float64(float64(k)*fadeStep)))
}

// heat returns e^{−t·TLT}x by the Taylor series of the exponential, with at most 60 terms after x. For t = 0 it returns a copy of x.
// No eigenvalue exceeds twice the largest degree. So for t ≤ fadeStep and at most 30 edges at a node, the terms decrease from the third on.
func (s signedGraph) heat(x []float64, t float64) []float64 {
	sum, term, next := slices.Clone(x), slices.Clone(x), make([]float64, len(x))
	for k := 1.0; t > 0 && k <= 60; k++ {
		s.Apply(next, term)
		linalg.Scal(-t/k, next)
		linalg.Axpy(1, next, sum)
		term, next = next, term
		if linalg.Dot(term, term) <= 1e-30*linalg.Dot(sum, sum) { // further terms are below the rounding errors of sum
			break
		}
	}
	return sum
}
