// This file has the graph of friends and rivals (the puzzle). Each person has a class, and a temper +1 or −1. A tie joins friends, who have
// the same temper, or rivals, who have different tempers. The rule is: friends have the same class, and rivals have different classes. A
// tie may break the rule.

package course

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// puzzleGraph is a graph of friends and rivals with the sample that the puzzle draws.
type puzzleGraph struct {
	spec   string // specification of graph for the generator
	graph  *graph.Graph
	temper []float64 // +1 or −1 for each node
	sample []int     // the drawn nodes; the place of a node is its index in sample
	x, y   []float64 // coordinates in the picture, by place
	edges  [][2]int  // ties inside the sample, as pairs of places, the smaller first
	ties   [][]int32 // neighbours of each node of graph
	// firstMarked is the place of the person that is marked at the start. It is always 0, since the sample begins with this person.
	firstMarked int
}

// sampleSize is the number of people in the sample. It is a multiple of 4, since there are four pairs of class and temper.
const sampleSize = 72

// class returns the sign of a node's class: +1 for class 0, −1 for class 1.
func (p *puzzleGraph) class(i int) float64 { return 1 - 2*float64(p.graph.Labels[i]) }

// puzzleGraph returns the graph of a specification, with its sample and layout. The course stores the newest graph.
func (c *Course) puzzleGraph(spec string) *puzzleGraph {
	if c.puzzle.spec == spec {
		return &c.puzzle
	}
	g, err := graph.Generate(spec)
	if err != nil {
		return &c.puzzle // not reached, since the generator accepts all values of the parameters
	}
	p := puzzleGraph{spec: spec, graph: g, temper: make([]float64, g.N), ties: make([][]int32, g.N)}
	// Feature 0 of a node is the hint, and feature 1 is the temper. Row i of the sparse matrix X has the entries Ptr[i] to Ptr[i+1]−1.
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			if g.X.Col[k] == 1 {
				p.temper[i] = g.X.Val[k]
			}
		}
	}
	for _, e := range g.Edges {
		p.ties[e.I] = append(p.ties[e.I], e.J)
		p.ties[e.J] = append(p.ties[e.J], e.I)
	}
	p.sampleAround(p.bestToMark())
	p.layOut()
	c.puzzle = p
	return &c.puzzle
}

// side returns the side of the picture on which a person is drawn. It is 0 (left) if class and temper have the same sign, and 1 (right) if
// they have different signs. A tie keeps the rule exactly if both ends are on the same side.
func (p *puzzleGraph) side(i int) int {
	if p.class(i)*p.temper[i] > 0 {
		return 0
	}
	return 1
}

// sampleAround sets the sample: the marked person, then neighbours of this person, then people with the most ties to the sample so far, so
// that the sample has many ties. A kind is a pair of class and temper. Each of the four kinds has a quarter of the sample or, if
// the graph has too few people of the kind, all of them.
func (p *puzzleGraph) sampleAround(marked int) {
	kind := func(i int) int { return p.side(i)*2 + int((p.temper[i]+1)/2) } // 0 to 3; side and temper determine the class
	var needed [4]int                                                       // people of each kind that the sample still needs
	for k := range needed {
		needed[k] = sampleSize / 4
	}
	isInSample := make([]bool, p.graph.N)
	tiesToSample := make([]int, p.graph.N)
	add := func(i int) {
		isInSample[i] = true
		needed[kind(i)]--
		p.sample = append(p.sample, i)
		for _, j := range p.ties[i] {
			tiesToSample[j]++
		}
	}
	add(marked)
	for _, neighbour := range p.ties[marked] {
		i := int(neighbour)
		if needed[kind(i)] > 0 { // else the kind is complete, and the neighbour stays outside the sample
			add(i)
		}
	}
	// Further people, until the sample is complete or nobody of a needed kind remains.
	for len(p.sample) < sampleSize {
		best := -1
		for i := range p.graph.N {
			isCandidate := !isInSample[i] && needed[kind(i)] > 0
			if !isCandidate {
				continue
			}
			if best < 0 || tiesToSample[i] > tiesToSample[best] {
				best = i
			}
		}
		if best < 0 {
			break
		}
		add(best)
	}
}

// goldenAngle is the angle between successive points of a sunflower, in radians.
const goldenAngle = 2.39996

// layoutSwaps is the number of swaps that layOut tries.
const layoutSwaps = 6000

// layOut sets p.x, p.y and p.edges. It places the people of each side in an ellipse, like the seeds of a sunflower. Then it tries random
// pairs of people on one side, and swaps their coordinates unless the sum of the squared lengths of their ties grows.
func (p *puzzleGraph) layOut() {
	n := len(p.sample)
	placeOf := slices.Repeat([]int{-1}, p.graph.N) // place of each node, −1 for a node outside the sample
	p.x, p.y = make([]float64, n), make([]float64, n)
	var sides [2][]int // places of the people on each side
	for place, i := range p.sample {
		placeOf[i] = place
		s := p.side(i)
		rank := float64(len(sides[s]))                         // number of the person on this side, from 0
		radius := math.Sqrt((rank + 0.6) / (sampleSize / 2))   // the same area for each person; 0.6 keeps the first off the centre
		sin, cos := math.Sincos(rank*goldenAngle + float64(s)) // the right ellipse begins 1 radian later, so that it is no copy
		// The centres of the two ellipses are 136 units left and right of the middle, x = 260. Their half axes are 113 and 164 units.
		p.x[place] = 260 + (float64(s)*2-1)*136 + 113*radius*cos
		p.y[place] = 186 + 164*radius*sin
		sides[s] = append(sides[s], place)
	}
	// The ties inside the sample: for each place the places of the neighbours.
	neighbours := make([][]int, n)
	for place, i := range p.sample {
		for _, j := range p.ties[i] {
			q := placeOf[j]
			if q < 0 { // the neighbour is outside the sample
				continue
			}
			neighbours[place] = append(neighbours[place], q)
			if q > place { // each tie once
				p.edges = append(p.edges, [2]int{place, q})
			}
		}
	}
	// cost returns the sum of the squared lengths of the ties of the person at a place.
	cost := func(place int) (sum float64) {
		for _, q := range neighbours[place] {
			sum += (p.x[place]-p.x[q])*(p.x[place]-p.x[q]) + (p.y[place]-p.y[q])*(p.y[place]-p.y[q])
		}
		return sum
	}
	swap := func(a, b int) {
		p.x[a], p.x[b] = p.x[b], p.x[a]
		p.y[a], p.y[b] = p.y[b], p.y[a]
	}
	r := rng.New(1, "course layout") // a fixed seed, so that a graph always has the same layout
	for range layoutSwaps {
		places := sides[r.Intn(2)]
		if len(places) < 2 { // nothing to swap
			continue
		}
		a, b := places[r.Intn(len(places))], places[r.Intn(len(places))]
		before := cost(a) + cost(b)
		swap(a, b)
		if cost(a)+cost(b) > before { // undo a swap that makes the ties longer
			swap(a, b)
		}
	}
}

// bestToMark returns the person whose ties show the puzzle best: about eight ties that keep the rule, to as many friends as rivals, so that
// the mean of the neighbours' classes is near 0. It returns person 0 if nobody has from 1 to 17 ties.
func (p *puzzleGraph) bestToMark() (best int) {
	lowest := math.Inf(1) // penalty of the best person
	for i := range p.graph.N {
		t := p.countTies(i)
		n := len(p.ties[i])
		// 0 for eight ties that keep the rule, to four friends and four rivals.
		penalty := math.Abs(t.plain)*60 + math.Abs(float64(n-8)) + float64(t.broken)*3
		hasFewTies := n > 0 && n < sampleSize/4 // at most 17, so that all neighbours have room in the sample
		if hasFewTies && penalty < lowest {
			lowest, best = penalty, i
		}
	}
	return best
}

// tieCounts counts the ties of a person over the whole graph.
type tieCounts struct {
	friends, rivals          int // ties to people of the same temper, and to people of the other temper
	friendsSame, rivalsOther int // friends of the same class, and rivals of the other class: ties that keep the rule
	broken                   int // ties that break the rule
	// plain is a mean over the neighbours. A neighbour of the person's class counts +1, and a neighbour of the other class counts −1. For
	// read, each rival counts with the opposite sign.
	plain, read float64
}

// countTies counts the ties of person i. For a person without ties both means are 0.
func (p *puzzleGraph) countTies(i int) tieCounts {
	var t tieCounts
	for _, j := range p.ties[i] {
		same := p.class(i) * p.class(int(j)) // 1 for the same class, −1 for the other class
		t.plain += same
		t.read += same * p.temper[i] * p.temper[j]
		switch {
		case p.temper[i] == p.temper[j]:
			t.friends++
			t.friendsSame += int((1 + same) / 2) // adds 1 for the same class, else 0
		default:
			t.rivals++
			t.rivalsOther += int((1 - same) / 2) // adds 1 for the other class, else 0
		}
	}
	n := float64(len(p.ties[i]))
	t.broken = len(p.ties[i]) - t.friendsSame - t.rivalsOther
	if n > 0 {
		t.plain, t.read = t.plain/n, t.read/n
	}
	return t
}
