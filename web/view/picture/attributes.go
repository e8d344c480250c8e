package picture

import (
	"math"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Flags of a node.
const (
	FlagWrong   = 1
	FlagTrain   = 2
	FlagVal     = 4
	FlagTest    = 8
	FlagUnknown = 16
)

// Attributes are the numbers of a frame that the graph island draws, by node and by edge.
type Attributes struct {
	Class []int32
	Flags []byte
	// Value is in 0..1, or in −1..1 for signed colourings.
	Value []float32
	// Edge is the place on the ramp, 0..1, of the number Raw.
	Edge, Raw []float32
	// Far is the place of the second half of an edge whose halves have a number each; Edge and Raw then belong to the first half.
	Far []float32
	// Probs is N × C in the pie colouring, else empty.
	Probs []float32
	// Low and High are the ends of the edge ramp; Scale is the largest |value| of a signed colouring.
	Low, High, Scale float64
	// unlabelled reports that an edge coloured by labels has an unlabelled end.
	unlabelled bool
}

// NewAttributes computes the attributes of the present frame.
func NewAttributes(s *state.State) Attributes {
	g, f := s.Graph, s.Frame
	a := Attributes{Class: make([]int32, g.N), Flags: make([]byte, g.N), Value: make([]float32, g.N)}
	for flag, list := range map[byte][]int{FlagTrain: g.Train, FlagVal: g.Val, FlagTest: g.Test} {
		for _, i := range list {
			a.Flags[i] |= flag
		}
	}
	near := nearestClasses(s)
	for i := range g.N {
		a.Class[i] = int32(g.Labels[i])
		pred := -1
		if view.Predicts(f) && i < len(f.Pred) {
			pred = f.Pred[i]
		}
		switch {
		case g.Labels[i] < 0:
			a.Flags[i] |= FlagUnknown
		case pred >= 0 && pred != g.Labels[i]:
			a.Flags[i] |= FlagWrong
		}
		if s.View.Nodes != "label" {
			a.Class[i] = int32(pred) // −1 before the first prediction
		}
		if near != nil {
			a.Class[i] = near[i]
			if a.Flags[i] &^= FlagWrong; near[i] >= 0 && g.Labels[i] >= 0 && int(near[i]) != g.Labels[i] {
				a.Flags[i] |= FlagWrong
			}
		}
	}
	if paint := nodeModeOf(s.View.Nodes).paint; paint != nil && f != nil {
		paint(&a, s)
	}
	m := len(g.Edges) / 2
	a.Edge = make([]float32, m)
	if s.View.Edges == edgesClass {
		a.unlabelled = classEdges(g, a.Edge)
		return a
	}
	mode := edgeModeOf(s.View.Edges)
	var raw []float64
	if f != nil && mode.numbers != nil {
		raw = mode.numbers(s)
	}
	plain := float32(plainEdge)
	if m > 4*Large {
		plain = 0 // the lightest colour: so many edges would hide the nodes
	}
	for e := range a.Edge {
		a.Edge[e] = plain
	}
	if each := words.Either(mode.sides, 2*m, m); len(raw) != each || m == 0 {
		return a
	}
	a.Raw = make([]float32, m)
	a.Low, a.High = view.MinOf(raw), view.MaxOf(raw)
	if mode.zero {
		a.Low = 0
	}
	at := func(v float64) float32 {
		if a.High > a.Low {
			return float32((v - a.Low) / (a.High - a.Low))
		}
		return plain
	}
	if mode.sides {
		a.Far = make([]float32, m)
	}
	for e := range m {
		k := e
		if mode.sides {
			k = 2 * e
			a.Far[e] = at(raw[k+1])
		}
		a.Raw[e], a.Edge[e] = float32(raw[k]), at(raw[k])
	}
	return a
}

// plainEdge is the place on the ramp of edges without a number, dark enough to be visible.
const plainEdge = 0.4

// nearestClasses returns the classes suggested by the shown iterate of the diffusion, nil for none.
func nearestClasses(s *state.State) []int32 {
	if !flowClasses(s) {
		return nil
	}
	k, n := s.FlowAt(), s.Graph.N
	if (k+1)*n > len(s.Flow.View.Class) {
		return nil
	}
	return s.Flow.View.Class[k*n : (k+1)*n]
}

// signed sets Value to the first principal coordinate of each node's stalk: along the direction of the largest spread of all
// d-vectors, which keeps most of their variance in one number.
func (a *Attributes) signed(v []float64, n, dim int) {
	if n == 0 || len(v) < dim || dim%n != 0 || dim == 0 {
		return
	}
	d := dim / n
	u := principal(v, n, d)
	vals := make([]float64, n)
	for i := range n {
		for k := range d {
			vals[i] += u[k] * v[i*d+k]
		}
		a.Scale = math.Max(a.Scale, math.Abs(vals[i]))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = float32(vals[i] / a.Scale)
		}
	}
}
