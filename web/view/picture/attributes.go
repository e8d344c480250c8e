package picture

// This file has the numbers by node and by edge from which the island (the code in assets/src) draws the graph. The frame has the numbers
// of the run at the shown position. An iterate is an approximate solution of the diffusion, after some steps of its solver.

import (
	"math"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// The flags of a node, one bit each.
const (
	FlagWrong   = 1 // the prediction, or the class that an iterate suggests, differs from the label
	FlagTrain   = 2
	FlagVal     = 4
	FlagTest    = 8
	FlagUnknown = 16 // the node has no label
)

// Attributes are the numbers by node and by edge from which the island draws the graph. A colouring shows one quantity of the nodes or of
// the edges by colours. It is signed if the quantity can be negative. A ramp is a continuous colour scale.
type Attributes struct {
	// Class is the class of each node, −1 for a node without a class.
	Class []int32
	// Flags are the flags of each node.
	Flags []byte
	// Value is the number of each node: in −1..1 for a signed colouring, and in 0..1 for any other colouring. In the colouring by mistakes,
	// −1 stands for a node without a number.
	Value []float32
	// Edge is the place of each edge on the ramp in 0..1. Raw is the number of each edge, nil if the colouring or the frame has no numbers.
	Edge, Raw []float32
	// Far is the place of the second half of each edge in a colouring with a number for each half. Edge and Raw then belong to the first
	// half. In all other colourings Far is nil.
	Far []float32
	// Probs are the class probabilities (N × C). They are nil except in the colouring "pie".
	Probs []float32
	// Low and High are the numbers at the ends of the edges' ramp, 0 for edges without numbers. Scale is the |number| for which Value is 1 or
	// −1 in a signed colouring, usually the largest |number| of a node. In the colouring by traces it is the largest trace. In all other
	// colourings it is 0.
	Low, High, Scale float64
	// unlabelled reports that the edges are coloured by labels and a label is missing.
	unlabelled bool
}

// NewAttributes returns the attributes of the present frame in the colourings that the user has chosen.
func NewAttributes(s *state.State) Attributes {
	g, f := s.Graph, s.Frame
	a := Attributes{Class: make([]int32, g.N), Flags: make([]byte, g.N), Value: make([]float32, g.N)}
	// The order of the lists does not matter: each sets a bit of its own.
	for flag, list := range map[byte][]int{FlagTrain: g.Train, FlagVal: g.Val, FlagTest: g.Test} {
		for _, i := range list {
			a.Flags[i] |= flag
		}
	}

	a.setClasses(s)
	hasNumbers := f != nil || s.View.Nodes == state.NodesMistakes // the mistakes are not of the page's run
	if paint := nodeModeOf(s.View.Nodes).paint; paint != nil && hasNumbers {
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

// setClasses sets the class of each node, and the flags FlagUnknown and FlagWrong. The class is the label in the colouring "label". In all
// other colourings it is the prediction, or the class that an iterate of the diffusion suggests if the colouring shows such classes.
func (a *Attributes) setClasses(s *state.State) {
	g, f := s.Graph, s.Frame
	suggested := nearestClasses(s) // nil in the colouring "label"
	for i, label := range g.Labels[:g.N] {
		predicted := -1 // before the first prediction
		switch {
		case suggested != nil:
			predicted = int(suggested[i])
		case view.Predicts(f) && i < len(f.Pred): // the frame may belong to another graph
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
	}
}

// setEdges sets the numbers of the edges and their places on the ramp. The place is 0 for the least number, or for the number 0 if the ramp
// begins there, and 1 for the largest number. All edges have the place of a plain edge if the numbers are missing, or if all
// numbers equal the number at which the ramp begins, up to rounding errors.
func (a *Attributes) setEdges(s *state.State) {
	m := len(a.Edge)
	mode := edgeModeOf(s.View.Edges)
	var numbers []float64
	if s.Frame != nil && mode.numbers != nil {
		numbers = mode.numbers(s)
	}
	plain := float32(plainEdge) // the place of an edge without a number
	const manyEdges = 4 * Large // four edges for each of Large nodes
	if m > manyEdges {
		plain = 0 // the lightest colour, since so many edges would hide the nodes
	}
	for e := range a.Edge {
		a.Edge[e] = plain
	}

	// The frame may lack the numbers, or belong to another graph. A graph without edges has no ramp.
	expected := words.Either(mode.sides, 2*m, m) // length of numbers
	if len(numbers) != expected || m == 0 {
		return
	}

	// The ramp from Low to High, and the places of the edges on it.
	a.Raw = make([]float32, m)
	a.Low, a.High = view.MinOf(numbers), view.MaxOf(numbers)
	if mode.zero {
		a.Low = 0
	}
	if a.High-a.Low < 1e-6*a.High { // equal up to rounding errors, as the norms of orthogonal maps
		a.High = a.Low
	}
	place := func(number float64) float32 {
		if a.High > a.Low {
			return float32((number - a.Low) / (a.High - a.Low))
		}
		return plain // all numbers equal Low
	}
	if !mode.sides {
		for e, number := range numbers {
			a.Raw[e], a.Edge[e] = float32(number), place(number)
		}
		return
	}
	a.Far = make([]float32, m)
	for e := range m {
		first, second := numbers[2*e], numbers[2*e+1] // the numbers of the two halves
		a.Raw[e], a.Edge[e], a.Far[e] = float32(first), place(first), place(second)
	}
}

// plainEdge is the place on the ramp of an edge without a number. The colour there is dark enough to be visible.
const plainEdge = 0.4

// nearestClasses returns the class that the shown iterate of the diffusion suggests for each node: the class whose training nodes have the
// mean nearest to the features of the node. It is −1 if these features equal the means of all classes, or without labelled training nodes.
// nearestClasses returns nil if the colouring does not show these classes, or if the iterates lack them.
func nearestClasses(s *state.State) []int32 {
	if !flowClasses(s) {
		return nil
	}
	k, n := s.FlowAt(), s.Graph.N // iterate k, counted from 0; Class has n numbers for each iterate
	if (k+1)*n > len(s.Flow.View.Class) {
		return nil
	}
	return s.Flow.View.Class[k*n : (k+1)*n]
}

// setPrincipal sets Value to the main coordinate of each node's d-vector, divided by Scale, the largest absolute main coordinate. The main
// coordinate is the coordinate along the leading right singular vector of the n × d matrix v, row-major. dim is n·d. If v has fewer than
// dim numbers, if n does not divide dim, or if all coordinates are 0, setPrincipal changes nothing.
func (a *Attributes) setPrincipal(v []float64, n, dim int) {
	isMatrix := n > 0 && dim > 0 && dim%n == 0 && len(v) >= dim
	if !isMatrix {
		return
	}
	// The main coordinate is the inner product with the singular vector.
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
