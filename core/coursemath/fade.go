package coursemath

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// Fading is a graph of friends and rivals as a sheaf with stalks of one number: the map at a person is their temper t_i = ±1, on every tie.
// Its Laplacian is T L T with L the graph's own and T = diag(t), so the tempers span H⁰ of a connected graph. The hints of the
// classes are the signal that flows.
type Fading struct {
	// Temper, Class and Hint have a number a person: t_i, the class as ±1, and the first feature.
	Temper, Class, Hint []float64
	// Values are the lowest four eigenvalues, Vectors[k] the unit eigenvector of the k-th.
	Values  []float64
	Vectors [][]float64
	// Share is the share of the classes' squared length that lies along Vectors[1]. Rayleigh is the quotient of the classes,
	// PlainRayleigh the same with all maps 1.
	Share, Rayleigh, PlainRayleigh float64
	// Broken counts the ties that break the rule: at their ends either the classes are equal or the tempers, not both.
	Broken int

	tempers, plain signedGraph
	flow, level    [][]float64 // e^{−tL}x at multiples of fadeStep, with the tempers as maps and with all maps 1
}

// FadeEnd is the last time for which a Fading is computed, fadeStep the distance of the times that it keeps.
const (
	FadeEnd  = 6.0
	fadeStep = 0.05
)

// Fade analyses a graph whose features are the hint and the temper, with two classes.
func Fade(g *graph.Graph) (*Fading, error) {
	if g.X.Cols != 2 || g.Classes != 2 {
		return nil, errors.New("course: the graph is not one of friends and rivals: it needs two features, hint and temper, and two classes")
	}
	x := g.X.Dense()
	f := &Fading{Temper: make([]float64, g.N), Class: make([]float64, g.N), Hint: make([]float64, g.N)}
	for i := range g.N {
		f.Hint[i], f.Temper[i], f.Class[i] = x.At(i, 0), x.At(i, 1), float64(1-2*g.Labels[i])
	}
	for _, e := range g.Edges {
		if f.Class[e.I]*f.Class[e.J] != f.Temper[e.I]*f.Temper[e.J] {
			f.Broken++
		}
	}
	f.tempers, f.plain = newSigned(g, f.Temper), newSigned(g, nil)
	low, err := spectral.Lowest(f.tempers, 4, spectral.LanczosOptions{Seed: 1})
	if err != nil {
		return nil, fmt.Errorf("course: the lowest eigenvalues of the puzzle: %w", err)
	}
	f.Values, f.Vectors = low.Values, low.Vectors
	n := float64(g.N)
	c := linalg.Dot(f.Vectors[1], f.Class)
	f.Share = c * c / n
	f.Rayleigh, f.PlainRayleigh = f.tempers.energy(f.Class)/n, f.plain.energy(f.Class)/n
	f.flow, f.level = f.tempers.flows(f.Hint), f.plain.flows(f.Hint)
	return f, nil
}

// Faded is the signal of a [Fading] at a time: the lengths of its three parts, each divided by √n, so that a part that is ±1 at every
// person has length 1, and the share of people at whom its sign is the class. Even is that share with all maps 1.
type Faded struct {
	Tempers, Class, Noise, Right, Even float64
}

// At is the heat flow at a time from 0 to [FadeEnd] after a step of gap ascent of length eta, L + η v vᵀ with v the eigenvector of λ₂.
// As v is an eigenvector of both matrices, the step changes one thing: the part along v fades by e^{−ηt} more.
func (f *Fading) At(t, eta float64) Faded {
	t = min(max(t, 0), FadeEnd)
	x := f.tempers.at(f.flow, t)
	n := math.Sqrt(float64(len(x)))
	along := linalg.Dot(f.Vectors[1], x)
	linalg.Axpy(along*(linalg.Exp(-eta*t)-1), f.Vectors[1], x)
	out := Faded{Tempers: math.Abs(linalg.Dot(f.Temper, x)) / (n * n), Class: math.Abs(along) * linalg.Exp(-eta*t) / n}
	out.Noise = math.Sqrt(max(0, linalg.Dot(x, x)/(n*n)-out.Tempers*out.Tempers-out.Class*out.Class))
	out.Right, out.Even = f.right(x), f.right(f.plain.at(f.level, t))
	return out
}

// right is the share of people at whom a signal has the sign of the class.
func (f *Fading) right(x []float64) float64 {
	count := 0
	for i, y := range f.Class {
		if x[i]*y > 0 {
			count++
		}
	}
	return float64(count) / float64(len(x))
}

// Window is the first and the last time, of the multiples of 0.05 up to [FadeEnd], at which at least a share of the signs is right.
func (f *Fading) Window(share, eta float64) (from, to float64) {
	from = -1
	for k := range f.flow {
		if t := float64(k) * fadeStep; f.At(t, eta).Right >= share {
			if from < 0 {
				from = t
			}
			to = t
		}
	}
	return from, to
}

// signedGraph is the Laplacian T L T of a graph with a sign a node.
type signedGraph struct {
	edges  []graph.Edge
	sign   []float64
	degree []float64
}

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

// Dim and Apply implement linalg.Operator.
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

func (s signedGraph) energy(x []float64) float64 {
	y := make([]float64, len(x))
	s.Apply(y, x)
	return linalg.Dot(x, y)
}

// flows returns e^{−tL}x at the multiples of fadeStep up to FadeEnd.
func (s signedGraph) flows(x []float64) (out [][]float64) {
	for k := 0; float64(k)*fadeStep <= FadeEnd+fadeStep/2; k++ {
		if k > 0 {
			x = s.heat(x, fadeStep)
		}
		out = append(out, x)
	}
	return out
}

// at is the flow at any time: from the time kept before it.
func (s signedGraph) at(flows [][]float64, t float64) []float64 {
	k := min(int(t/fadeStep+1e-9), len(flows)-1)
	return s.heat(flows[k], max(0, t-float64(k)*fadeStep))
}

// heat returns e^{−tL}x by the series of the exponential. No eigenvalue exceeds twice the largest degree, so with t = 0.05 the terms fall
// from the third on where a node has up to 30 edges.
func (s signedGraph) heat(x []float64, t float64) []float64 {
	sum, term, next := append([]float64(nil), x...), append([]float64(nil), x...), make([]float64, len(x))
	for k := 1.0; t > 0 && k <= 60; k++ {
		s.Apply(next, term)
		linalg.Scal(-t/k, next)
		linalg.Axpy(1, next, sum)
		if term, next = next, term; linalg.Dot(term, term) <= 1e-30*linalg.Dot(sum, sum) {
			break
		}
	}
	return sum
}
