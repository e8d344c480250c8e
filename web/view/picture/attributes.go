package picture

import (
	"math"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// The flags of a node: a wrong prediction, the sets of the split, and a missing label.
const (
	FlagWrong   = 1
	FlagTrain   = 2
	FlagVal     = 4
	FlagTest    = 8
	FlagUnknown = 16
)

// Attributes are the numbers by node and by edge from which the island draws the graph. Class is −1 for a node without a class.
type Attributes struct {
	Class []int32
	Flags []byte
	// Value is the number of each node in 0..1, in signed colourings in −1..1.
	Value []float32
	// Raw is the number of each edge, and Edge its place on the ramp in 0..1.
	Edge, Raw []float32
	// Far is the place of the second half of each edge, if both halves have a number. Edge and Raw then belong to the first half.
	Far []float32
	// Probs are the class probabilities (N × C). They are nil except in the colouring "pie".
	Probs []float32
	// Low and High are the ends of the edges' ramp. Scale is the largest |value| of a signed colouring.
	Low, High, Scale float64
	// unlabelled reports that the edges are coloured by labels and a label is missing.
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
	a.setClasses(s)
	if paint := nodeModeOf(s.View.Nodes).paint; paint != nil && f != nil {
		paint(&a, s)
	}
	a.Edge = make([]float32, len(g.Edges)/2)
	if s.View.Edges == edgesClass {
		a.unlabelled = classEdges(g, a.Edge)
	} else {
		a.setEdges(s)
	}
	return a
}

// setClasses sets class and correctness of each node. The class is the prediction or, in the colouring "label", the label. If an iterate of
// the diffusion suggests classes, they replace both.
func (a *Attributes) setClasses(s *state.State) {
	g, f := s.Graph, s.Frame
	suggested := nearestClasses(s)
	for i, label := range g.Labels[:g.N] {
		predicted := -1 // before the first prediction
		if view.Predicts(f) && i < len(f.Pred) {
			predicted = f.Pred[i]
		}
		switch {
		case label < 0:
			a.Flags[i] |= FlagUnknown
		case predicted >= 0 && predicted != label:
			a.Flags[i] |= FlagWrong
		}
		a.Class[i] = int32(predicted)
		if s.View.Nodes == "label" {
			a.Class[i] = int32(label)
		}
		if suggested != nil {
			a.Class[i] = suggested[i]
			a.Flags[i] &^= FlagWrong
			if suggested[i] >= 0 && label >= 0 && int(suggested[i]) != label {
				a.Flags[i] |= FlagWrong
			}
		}
	}
}

// setEdges sets the numbers of the edges and their places on the ramp. Edges without numbers have the place [plainEdge].
func (a *Attributes) setEdges(s *state.State) {
	m := len(a.Edge)
	mode := edgeModeOf(s.View.Edges)
	var numbers []float64
	if s.Frame != nil && mode.numbers != nil {
		numbers = mode.numbers(s)
	}
	plain := float32(plainEdge)
	if m > 4*Large {
		plain = 0 // the lightest colour, since so many edges would hide the nodes
	}
	for e := range a.Edge {
		a.Edge[e] = plain
	}
	if expected := words.Either(mode.sides, 2*m, m); len(numbers) != expected || m == 0 {
		return
	}
	a.Raw = make([]float32, m)
	a.Low, a.High = view.MinOf(numbers), view.MaxOf(numbers)
	if mode.zero {
		a.Low = 0
	}
	place := func(number float64) float32 {
		if a.High > a.Low {
			return float32((number - a.Low) / (a.High - a.Low))
		}
		return plain
	}
	if !mode.sides {
		for e, number := range numbers {
			a.Raw[e], a.Edge[e] = float32(number), place(number)
		}
		return
	}
	a.Far = make([]float32, m)
	for e := range m {
		near, far := numbers[2*e], numbers[2*e+1]
		a.Raw[e], a.Edge[e], a.Far[e] = float32(near), place(near), place(far)
	}
}

// plainEdge is the place on the ramp of an edge without a number. Its colour is dark enough to be visible.
const plainEdge = 0.4

// nearestClasses returns the class that the shown iterate of the diffusion suggests for each node. It returns nil if the iterate does not
// colour the nodes by class.
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

// setPrincipal sets Value to the coordinate of each node's d-vector along the first principal direction of all n vectors, in which they
// spread most. v holds the vectors one after the other, dim = n·d numbers. If v is shorter, Value stays as it is.
func (a *Attributes) setPrincipal(v []float64, n, dim int) {
	if n == 0 || len(v) < dim || dim%n != 0 || dim == 0 {
		return
	}
	d := dim / n
	direction := principal(v, n, d)
	coordinates := make([]float64, n)
	for i := range n {
		for k := range d {
			coordinates[i] += direction[k] * v[i*d+k]
		}
		a.Scale = math.Max(a.Scale, math.Abs(coordinates[i]))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = float32(coordinates[i] / a.Scale)
		}
	}
}
