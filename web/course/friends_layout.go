// The graph of friends and rivals: the drawn sample, its layout, and counts of ties.

package course

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// puzzleGraph is a graph of friends and rivals with the sample that the puzzle draws.
type puzzleGraph struct {
	spec   string
	graph  *graph.Graph
	temper []float64 // ±1 for each node
	sample []int     // the drawn nodes
	x, y   []float64 // coordinates by place in sample
	edges  [][2]int  // pairs of places in sample
	ties   [][]int32 // neighbours of every node
	// firstMarked is the place in sample of the person that is marked at the start: 0, since the sample begins with it.
	firstMarked int
}

// sampleSize is the number of people in the sample.
const sampleSize = 72

// class returns the sign of a node's class, +1 or −1.
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
	// Feature 1 is the temper.
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			if g.X.Col[k] == 1 {
				p.temper[i] = g.X.Val[k]
			}
		}
	}
	for _, e := range g.Edges {
		p.ties[e.I], p.ties[e.J] = append(p.ties[e.I], e.J), append(p.ties[e.J], e.I)
	}
	p.sampleAround(p.bestToMark())
	p.layOut()
	c.puzzle = p
	return &c.puzzle
}

// side returns the side of the picture on which a person is drawn: 0 if class and temper have the same sign, and 1 otherwise. A tie keeps
// the rule exactly if both ends are on the same side.
func (p *puzzleGraph) side(i int) int {
	if p.class(i)*p.temper[i] > 0 {
		return 0
	}
	return 1
}

// sampleAround sets the sample: as many people of each class and temper, beginning with the marked person. The neighbours of that person
// come next, then in each step the person with the most ties to the sample, so that the sample is connected if possible.
func (p *puzzleGraph) sampleAround(marked int) {
	var room [4]int // people of each kind that the sample still needs
	kind := func(i int) int { return p.side(i)*2 + int((p.temper[i]+1)/2) }
	// Whether a person is in the sample, and the number of ties to the sample.
	taken, links := make([]bool, p.graph.N), make([]int, p.graph.N)
	for k := range room {
		room[k] = sampleSize / 4
	}
	add := func(i int) {
		taken[i] = true
		room[kind(i)]--
		p.sample = append(p.sample, i)
		for _, j := range p.ties[i] {
			links[j]++
		}
	}
	add(marked)
	for _, j := range p.ties[marked] {
		if i := int(j); room[kind(i)] > 0 {
			add(i)
		}
	}
	for len(p.sample) < sampleSize {
		best := -1
		for i := range p.graph.N {
			if !taken[i] && room[kind(i)] > 0 && (best < 0 || links[i] > links[best]) {
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

// layOut places the people of each side like the seeds of a sunflower. Then it swaps random pairs of a side if that shortens their ties.
func (p *puzzleGraph) layOut() {
	n := len(p.sample)
	// Places, side by side. at has the place in the sample of each node, −1 for a node outside.
	at := slices.Repeat([]int{-1}, p.graph.N)
	p.x, p.y = make([]float64, n), make([]float64, n)
	var sides [2][]int
	for k, i := range p.sample {
		at[i] = k
		s := p.side(i)
		seed := float64(len(sides[s])) // number of the person on its side
		r := math.Sqrt((seed + 0.6) / (sampleSize / 2))
		sin, cos := math.Sincos(seed*goldenAngle + float64(s))
		p.x[k] = 260 + (float64(s)*2-1)*136 + 113*r*cos
		p.y[k] = 186 + 164*r*sin
		sides[s] = append(sides[s], k)
	}
	// Ties inside the sample.
	near := make([][]int, n)
	for k, i := range p.sample {
		for _, j := range p.ties[i] {
			if q := at[j]; q >= 0 {
				near[k] = append(near[k], q)
				if q > k {
					p.edges = append(p.edges, [2]int{k, q})
				}
			}
		}
	}
	// cost is the sum of the squared lengths of the ties at place k.
	cost := func(k int) (sum float64) {
		for _, q := range near[k] {
			sum += (p.x[k]-p.x[q])*(p.x[k]-p.x[q]) + (p.y[k]-p.y[q])*(p.y[k]-p.y[q])
		}
		return sum
	}
	swap := func(a, b int) { p.x[a], p.x[b], p.y[a], p.y[b] = p.x[b], p.x[a], p.y[b], p.y[a] }
	r := rng.New(1, "course layout")
	for range 6000 {
		side := sides[r.Intn(2)]
		if len(side) < 2 {
			continue
		}
		a, b := side[r.Intn(len(side))], side[r.Intn(len(side))]
		before := cost(a) + cost(b)
		if swap(a, b); cost(a)+cost(b) > before {
			swap(a, b)
		}
	}
}

// bestToMark returns the person whose ties show the puzzle best: about eight ties that keep the rule, to as many friends as rivals, so that
// the plain average of their classes is near 0.
func (p *puzzleGraph) bestToMark() (marked int) {
	best := math.Inf(1)
	for i := range p.graph.N {
		t := p.countTies(i)
		n := len(p.ties[i])
		score := math.Abs(t.plain)*60 + math.Abs(float64(n-8)) + float64(t.broken)*3
		if n > 0 && n < sampleSize/4 && score < best {
			best, marked = score, i
		}
	}
	return marked
}

// tieCounts counts the ties of a person over the whole graph.
type tieCounts struct {
	friends, rivals          int // ties to people of the same temper and of the other temper
	friendsSame, rivalsOther int // friends of the same class, and rivals of the other class: ties that keep the rule
	broken                   int // ties that break the rule
	// plain is the mean over the neighbours of +1 for the person's class and −1 for the other class.
	// read is that mean after the sign of each rival was flipped.
	plain, read float64
}

// countTies counts the ties of person i.
func (p *puzzleGraph) countTies(i int) tieCounts {
	var t tieCounts
	for _, j := range p.ties[i] {
		same := p.class(i) * p.class(int(j))
		t.plain += same
		t.read += same * p.temper[i] * p.temper[j]
		switch {
		case p.temper[i] == p.temper[j]:
			t.friends++
			t.friendsSame += int((1 + same) / 2)
		default:
			t.rivals++
			t.rivalsOther += int((1 - same) / 2)
		}
	}
	n := float64(len(p.ties[i]))
	t.broken = len(p.ties[i]) - t.friendsSame - t.rivalsOther
	if n > 0 {
		t.plain, t.read = t.plain/n, t.read/n
	}
	return t
}
