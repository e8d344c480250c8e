package coursemath

import (
	"math"

	"sheafscope/core/linalg"
)

// SmallPuzzle is the puzzle for work by hand: six people on two sides, a, b, c and d, e, f, each side a triangle of ties that keep the
// rule. On the first side the class is the temper, on the second its opposite, so that no temper says the class. The tie cd joins the two
// sides and breaks the rule. The map of a person is their temper, and the signal a hint of the class; those of b and e point the wrong way.
func SmallPuzzle() *SheafText {
	s := Barbell(1)
	for e, g := range s.Edges {
		s.Edges[e].Maps = [2]string{decimal(smallTempers[g.I], 0), decimal(smallTempers[g.J], 0)}
	}
	copy(s.X, []string{"0.8", "0.2", "0.6", "-0.6", "-0.2", "0.8"})
	for i := range s.Nodes {
		s.Nodes[i].Class = int(1-SmallClass(i)) / 2
	}
	return s
}

// smallTempers are those of the six.
var smallTempers = [6]float64{1, -1, 1, 1, -1, -1}

// SmallClass is the class of a person of [SmallPuzzle], 1 for A and −1 for B.
func SmallClass(i int) float64 {
	if i < 3 {
		return smallTempers[i]
	}
	return -smallTempers[i]
}

// Opened is a layer of a sheaf network on the small puzzle, number by number: what every node's number is at each stage.
type Opened struct {
	// Tempers are the features that make the maps, Hints those that flow, Classes 1 for A and −1 for B, by node.
	Tempers, Hints, Classes []float64
	// Maps are F_u and F_v of each edge, Mixed the hints after the step x − τ L x, Score the weight times that, and
	// Probability that of the first class.
	Maps                      [][2]float64
	Laplacian                 [][]float64
	Mixed, Score, Probability []float64
	Step, Weight              float64
}

// Degree is how many ties a node has.
func (o *Opened) Degree(i int) int { return int(math.Round(o.Laplacian[i][i])) }

// Open computes the layer with a step τ and a weight; plain takes all maps as 1.
func Open(step, weight float64, plain bool) (*Opened, error) {
	s := SmallPuzzle()
	if plain {
		for e := range s.Edges {
			s.Edges[e].Maps = [2]string{"1", "1"}
		}
	}
	a, err := measure(s)
	if err != nil {
		return nil, err
	}
	o := &Opened{Tempers: smallTempers[:], Hints: a.X, Step: step, Weight: weight}
	for e := range s.Edges {
		o.Maps = append(o.Maps, [2]float64{a.maps[2*e].Entries[0], a.maps[2*e+1].Entries[0]})
	}
	for i := range a.N {
		o.Classes = append(o.Classes, SmallClass(i))
	}
	o.Laplacian = make([][]float64, a.N)
	for i := range a.N {
		o.Laplacian[i] = make([]float64, a.N)
	}
	for e, g := range s.Edges {
		fu, fv := o.Maps[e][0], o.Maps[e][1]
		o.Laplacian[g.I][g.I] += fu * fu
		o.Laplacian[g.J][g.J] += fv * fv
		o.Laplacian[g.I][g.J] -= fu * fv
		o.Laplacian[g.J][g.I] -= fu * fv
	}
	for i := range a.N {
		mixed := a.X[i] - float64(step*linalg.Dot(o.Laplacian[i], a.X))
		o.Mixed = append(o.Mixed, mixed)
		o.Score = append(o.Score, weight*mixed)
		o.Probability = append(o.Probability, 1/(1+linalg.Exp(-2*weight*mixed)))
	}
	return o, nil
}

// rounded is v to two decimals.
func rounded(v float64) float64 { return math.Round(100*v) / 100 }
