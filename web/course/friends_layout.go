package course

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// people is the part of a graph of friends and rivals that the puzzle draws.
type people struct {
	spec    string
	graph   *graph.Graph
	temper  []float64 // of all nodes
	sample  []int     // the nodes that are drawn
	x, y    []float64 // where, by place in sample
	edges   [][2]int  // between places in sample
	ties    [][]int32 // neighbours of every node
	balance int       // the place of the marked person, who is drawn first
}

const drawn = 72

// sign of the class of a node: +1 or −1.
func (p *people) class(i int) float64 { return 1 - 2*float64(p.graph.Labels[i]) }

// draw makes the graph, takes part of it and lays that out. What it drew last is kept.
func (c *Course) draw(spec string) *people {
	if c.people.spec == spec {
		return &c.people
	}
	g, err := graph.Generate(spec)
	if err != nil {
		return &c.people // the parameters hold what the generator takes
	}
	p := people{spec: spec, graph: g, temper: make([]float64, g.N), ties: make([][]int32, g.N)}
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
	p.choose(p.mark())
	p.place()
	c.people = p
	return &c.people
}

// side is 0 or 1, the side of the picture: on one side are the people in whom
// class and temper agree. There the rule joins everybody with everybody.
func (p *people) side(i int) int {
	if p.class(i)*p.temper[i] > 0 {
		return 0
	}
	return 1
}

// choose takes 18 people of each class and temper: first the one to mark with all neighbours, then one after the other the
// one with most ties to those taken before, so that what is drawn hangs together.
func (p *people) choose(marked int) {
	var room [4]int
	kind := func(i int) int { return p.side(i)*2 + int((p.temper[i]+1)/2) }
	taken, links := make([]bool, p.graph.N), make([]int, p.graph.N)
	for k := range room {
		room[k] = drawn / 4
	}
	take := func(i int) {
		taken[i] = true
		room[kind(i)]--
		p.sample = append(p.sample, i)
		for _, j := range p.ties[i] {
			links[j]++
		}
	}
	take(marked)
	for _, j := range p.ties[marked] {
		if i := int(j); room[kind(i)] > 0 {
			take(i)
		}
	}
	for len(p.sample) < drawn {
		best := -1
		for i := range p.graph.N {
			if !taken[i] && room[kind(i)] > 0 && (best < 0 || links[i] > links[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		take(best)
	}
}

// place puts the two sides on two sunflower discs and swaps people of a side as long as that shortens the ties.
func (p *people) place() {
	n := len(p.sample)
	at := slices.Repeat([]int{-1}, p.graph.N)
	p.x, p.y = make([]float64, n), make([]float64, n)
	var sides [2][]int
	for k, i := range p.sample {
		at[i] = k
		s := p.side(i)
		r := math.Sqrt((float64(len(sides[s])) + 0.6) / (drawn / 2))
		sin, cos := math.Sincos(float64(len(sides[s]))*2.39996 + float64(s))
		p.x[k] = 260 + (float64(s)*2-1)*136 + 113*r*cos
		p.y[k] = 186 + 164*r*sin
		sides[s] = append(sides[s], k)
	}
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

// mark finds the person to mark: with about eight ties that keep the rule, to as many friends as rivals, so that an average
// cancels.
func (p *people) mark() (marked int) {
	best := math.Inf(1)
	for i := range p.graph.N {
		t := p.count(i)
		n := len(p.ties[i])
		score := math.Abs(t.plain)*60 + math.Abs(float64(n-8)) + float64(t.broken)*3
		if n > 0 && n < drawn/4 && score < best {
			best, marked = score, i
		}
	}
	return marked
}

// tally counts the ties of a person.
type tally struct {
	friends, rivals          int // ties to equal and to unequal temper
	friendsSame, rivalsOther int // of these, with the class that the rule says
	broken                   int
	plain, read              float64
}

// count counts them over the whole graph. plain is the mean over the neighbours
// of +1 for the person's own class and −1 for the other; read is the same after
// each neighbour's class was turned over where the tempers differ.
func (p *people) count(i int) tally {
	var t tally
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
