// This file has the small puzzle, a sheaf for work by hand, and all numbers of one network layer on it.

package coursemath

import (
	"math"

	"sheafscope/core/linalg"
)

// SmallPuzzle returns the puzzle for work by hand: six people on two sides, a, b, c and d, e, f, the nodes 0 to 5.
// Each person has a temper, 1 or −1, and a class, A or B, which counts as 1 or −1. On the first side the class equals the temper, and on
// the second side it is the opposite of the temper. Each side is a triangle of ties, and the tie cd joins the sides.
// The 1×1 map of a person at each tie is the temper. The signal is a hint of the class, with the wrong sign for b and e.
func SmallPuzzle() *SheafText {
	s := Barbell(1)
	for e, g := range s.Edges {
		s.Edges[e].Maps = [2]string{decimal(smallTempers[g.I], 0), decimal(smallTempers[g.J], 0)}
	}
	copy(s.X, []string{"0.8", "0.2", "0.6", "-0.6", "-0.2", "0.8"})
	for i := range s.Nodes {
		s.Nodes[i].Class = int(1-SmallClass(i)) / 2 // index 0 for A, 1 for B
	}
	return s
}

// smallTempers are the tempers of the people a to f of [SmallPuzzle].
var smallTempers = [6]float64{1, -1, 1, 1, -1, -1}

// SmallClass returns the class of person i of [SmallPuzzle], 1 for A and −1 for B, 0 ≤ i ≤ 5.
func SmallClass(i int) float64 {
	if i < 3 { // the first side
		return smallTempers[i]
	}
	return -smallTempers[i]
}

// LayerNumbers holds every number of one layer of a sheaf network on [SmallPuzzle].
type LayerNumbers struct {
	// Tempers, Hints and Classes have a number for each node. Tempers determine the maps unless LayerOptions.Plain is set. Hints are the
	// signal x. Classes are 1 for A and −1 for B.
	Tempers, Hints, Classes []float64
	// Maps are F_u and F_v of each edge uv with u < v, and Laplacian is the 6×6 matrix L.
	Maps      [][2]float64
	Laplacian [][]float64
	// For each node, Mixed is x − τ L x with τ = Step, Score is Weight·Mixed, and Probability is the probability of class A, 0 to 1.
	Mixed, Score, Probability []float64
	Step, Weight              float64
}

// Degree returns the number of ties of node i, 0 ≤ i ≤ 5. It is L_ii, since every map is 1 or −1.
func (o *LayerNumbers) Degree(i int) int { return int(math.Round(o.Laplacian[i][i])) }

// LayerOptions are the parameters of the layer: the step τ and the weight. With Plain, all maps are 1 in place of the tempers.
type LayerOptions struct {
	Step, Weight float64
	Plain        bool
}

// OpenLayer returns every number of the layer with the given parameters. It fails if the analysis of the sheaf fails.
func OpenLayer(options LayerOptions) (*LayerNumbers, error) {
	step, weight := options.Step, options.Weight
	s := SmallPuzzle()
	if options.Plain {
		for e := range s.Edges {
			s.Edges[e].Maps = [2]string{"1", "1"}
		}
	}
	a, err := analyseEnergy(s)
	if err != nil {
		return nil, err
	}
	o := &LayerNumbers{Tempers: smallTempers[:], Hints: a.X, Step: step, Weight: weight}
	for e := range s.Edges {
		o.Maps = append(o.Maps, [2]float64{a.maps[2*e].Entries[0], a.maps[2*e+1].Entries[0]}) // each map is 1×1
	}
	for i := range a.N {
		o.Classes = append(o.Classes, SmallClass(i))
	}
	// L = δᵀδ. Each edge adds to four entries of L.
	o.Laplacian = make([][]float64, a.N)
	for i := range a.N {
		o.Laplacian[i] = make([]float64, a.N)
	}
	for e, g := range s.Edges {
		fu, fv := o.Maps[e][0], o.Maps[e][1]
		o.Laplacian[g.I][g.I] += float64(fu * fu)
		o.Laplacian[g.J][g.J] += float64(fv * fv)
		o.Laplacian[g.I][g.J] -= float64(fu * fv)
		o.Laplacian[g.J][g.I] -= float64(fu * fv)
	}
	// Diffusion, weight and softmax. The scores of the classes are ±weight·mixed, so the log odds of class A are 2·weight·mixed.
	for i := range a.N {
		mixed := a.X[i] - float64(step*linalg.Dot(o.Laplacian[i], a.X)) // float64 forbids a fused multiply-add
		o.Mixed = append(o.Mixed, mixed)
		o.Score = append(o.Score, weight*mixed)
		o.Probability = append(o.Probability, 1/(1+linalg.Exp(-2*weight*mixed)))
	}
	return o, nil
}
