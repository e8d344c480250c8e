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
// The Laplacian is T L T with the graph Laplacian L and T = diag(t), so the tempers span H⁰ of a connected graph.
// The heat flow begins with a hint of each person's class.
type Fading struct {
	// Temper, Class and Hint have a number for each person: the temper t_i, the class as ±1, and the hint.
	Temper, Class, Hint []float64
	// Values are the four smallest eigenvalues of T L T, ascending. Vectors[k] is the unit eigenvector of Values[k].
	Values  []float64
	Vectors [][]float64
	// Share is from 0 to 1: the squared length of the part of Class in the direction of Vectors[1], divided by the squared length of Class.
	// Rayleigh is the Rayleigh quotient of Class with the tempers as maps. PlainRayleigh is the quotient of Class with all maps 1.
	Share, Rayleigh, PlainRayleigh float64
	// Broken is the number of ties that break the rule: their ends have equal classes and different tempers, or different classes and equal
	// tempers.
	Broken int

	tempers, plain  signedGraph // the Laplacians with the tempers as maps, and with all maps 1
	flow, plainFlow [][]float64 // e^{−tL}x at multiples of fadeStep, where x is Hint and L is one of the Laplacians
}

// Times of the heat flow of a [Fading].
const (
	// FadeEnd is the last time of the heat flow of a [Fading].
	FadeEnd = 6.0
	// fadeStep is the distance of the times at which a [Fading] stores the flow.
	fadeStep = 0.05
)

// Fade analyses a graph with two features, hint and temper, and two classes. It fails for a graph with other numbers of features or
// classes or with fewer than four nodes, or if the computation of eigenvalues does not converge.
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
	f.tempers, f.plain = newSigned(g, f.Temper), newSigned(g, nil) // nil: the sign +1 everywhere
	// Four eigenvalues suffice for the figure. Their eigenvectors are the tempers, nearly the class, and two vectors of noise.
	low, err := spectral.Lowest(f.tempers, 4, spectral.LanczosOptions{Seed: 1})
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
// Tempers, Class and Noise are the lengths of three orthogonal parts of the flow, divided by √n:
//   - Tempers belongs to the part along the tempers;
//   - Class belongs to the part along Vectors[1], the eigenvector of λ₂, which is nearly the class;
//   - Noise belongs to the rest.
//
// A part that is ±1 everywhere has the divided length 1.
// Right is the share of people at whom the flow has the sign of the class. RightPlain is the same share for the flow with all maps 1
// and without a step of gap ascent.
type Faded struct {
	Tempers, Class, Noise, Right, RightPlain float64
}

// At describes the heat flow at a time from 0 to [FadeEnd], with the Laplacian after a step of gap ascent of length eta. If eta is 0, there
// is no step. A time below 0 counts as 0, and a time above FadeEnd as FadeEnd.
// The step adds η v vᵀ to T L T, where v is Vectors[1] and η is eta. v is an eigenvector of both matrices, before and after the step.
// So the step multiplies the part of the flow in the direction of v by e^{−ηt}, and changes no other part.
func (f *Fading) At(time, eta float64) Faded {
	t := min(max(time, 0), FadeEnd)
	x := f.tempers.flowAt(f.flow, t) // a copy, to which the step is applied below
	rootN := math.Sqrt(float64(len(x)))
	component := linalg.Dot(f.Vectors[1], x) // in the direction of v, before the step
	linalg.Axpy(component*(linalg.Exp(-eta*t)-1), f.Vectors[1], x)
	// The tempers have length √n, and v has length 1.
	out := Faded{Tempers: math.Abs(linalg.Dot(f.Temper, x)) / (rootN * rootN), Class: math.Abs(component) * linalg.Exp(-eta*t) / rootN}
	// The rest by Pythagoras. Rounding can make its square negative.
	out.Noise = math.Sqrt(max(0, linalg.Dot(x, x)/(rootN*rootN)-out.Tempers*out.Tempers-out.Class*out.Class))
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

// Window returns the first and the last time at which [Faded].Right is at least share, for the eta of [Fading.At].
// If Right is smaller at all times, it returns first = −1 and last = 0. Times are the multiples of fadeStep up to [FadeEnd].
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

// signedGraph is the Laplacian T L T of a graph with a sign at each node, as a linalg.Operator.
type signedGraph struct {
	edges  []graph.Edge
	sign   []float64 // +1 or −1 for each node
	degree []float64 // number of edges of each node
}

// newSigned returns the operator for the given signs, or for +1 at every node if sign is nil.
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

// Apply sets dst to the Laplacian times src.
func (s signedGraph) Apply(dst, src []float64) {
	for i, d := range s.degree {
		dst[i] = d * src[i]
	}
	for _, e := range s.edges {
		w := s.sign[e.I] * s.sign[e.J]
		dst[e.I] -= w * src[e.J]
		dst[e.J] -= w * src[e.I]
	}
}

// energy returns xᵀ T L T x.
func (s signedGraph) energy(x []float64) float64 {
	y := make([]float64, len(x))
	s.Apply(y, x)
	return linalg.Dot(x, y)
}

// flowTable returns e^{−tL}x at the multiples of fadeStep up to FadeEnd: element k of the table is the flow at k·fadeStep.
// The bound of the loop is half a step later, so that rounding does not drop the last time.
func (s signedGraph) flowTable(x []float64) [][]float64 {
	table := [][]float64{x}
	for k := 1; float64(k)*fadeStep <= FadeEnd+fadeStep/2; k++ {
		table = append(table, s.heat(table[k-1], fadeStep))
	}
	return table
}

// flowAt returns the flow at time t ≥ 0. It continues the flow of the table from the last stored time that is not after t.
// The 1e-9 keeps rounding from moving a multiple of fadeStep to the time before.
func (s signedGraph) flowAt(table [][]float64, t float64) []float64 {
	k := min(int(t/fadeStep+1e-9), len(table)-1)
	return s.heat(table[k], max(0, t-float64(k)*fadeStep))
}

// heat returns e^{−tL}x by the Taylor series of the exponential, with at most 60 terms after x. For t = 0 it returns a copy of x.
// No eigenvalue exceeds twice the largest degree. For t ≤ 0.05 and at most 30 edges at a node, the terms decrease from the third on.
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
