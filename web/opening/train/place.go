package train

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/web/opening"
)

// place sets the drawn part: the test nodes, their edges and their places. Camps are left and right. Inside a camp the tempers are
// above and below, so that a tie by the rule is level.
func (l *Opening) place(g *graph.Graph, pred [][]int) {
	split := l.test(g)
	x, index := g.X.Dense(), map[int]int{}
	for k, i := range split {
		index[i] = k
		l.IDs, l.Y = append(l.IDs, i), append(l.Y, g.Labels[i])
		t := 0
		if x.At(i, 1) < 0 {
			t = 1
		}
		l.T = append(l.T, t)
	}
	l.scatter()
	for _, e := range g.Edges {
		a, in := index[int(e.I)]
		b, too := index[int(e.J)]
		if in && too {
			l.Edges = append(l.Edges, a, b)
		}
	}
	l.pair(pred)
}

// test returns the test nodes in ascending order.
func (l *Opening) test(g *graph.Graph) []int {
	split, err := graph.ParseSplit(g, opening.Split, l.Seed)
	if err != nil {
		return nil // New has parsed the split before
	}
	return slices.Sorted(slices.Values(split.Test))
}

// candidates is the number of random places for a node. The place farthest from earlier nodes is chosen.
const candidates = 24

// scatter places each of the four groups in an ellipse.
func (l *Opening) scatter() {
	r := rng.New(l.Seed, "look places")
	l.Places = make([]int, 2*len(l.IDs))
	var done [][2]float64
	for i := range l.IDs {
		row := l.T[i]
		if l.Y[i] == 1 {
			row = 1 - row
		}
		var best [2]float64
		most := -1.0
		for range candidates {
			angle, far := 2*math.Pi*r.Float64(), math.Sqrt(r.Float64())
			at := [2]float64{0.18 + 0.64*float64(l.Y[i]) + 0.18*far*math.Cos(angle), 0.22 + 0.56*float64(1-row) + 0.22*far*math.Sin(angle)}
			near := math.Inf(1)
			for _, q := range done {
				near = min(near, math.Hypot(1.6*(at[0]-q[0]), at[1]-q[1]))
			}
			if near > most {
				best, most = at, near
			}
		}
		done = append(done, best)
		l.Places[2*i], l.Places[2*i+1] = int(1000*best[0]), int(1000*best[1])
	}
}

// pair chooses the edge of the inset: two rivals of different camps, both wrong at the first stop and both right at the last. A
// pair that is right at earlier stops is preferred, then the lower one in the drawing.
func (l *Opening) pair(pred [][]int) {
	best := math.Inf(-1)
	for e := 0; e < len(l.Edges); e += 2 {
		a, b := l.Edges[e], l.Edges[e+1]
		if l.T[a] == l.T[b] || l.Y[a] == l.Y[b] {
			continue
		}
		if l.Y[a] == 1 {
			a, b = b, a
		}
		worth := float64(l.Places[2*a+1]+l.Places[2*b+1]) / 250
		for k, p := range pred {
			for _, i := range []int{a, b} {
				right := p[l.IDs[i]] == l.Y[i]
				if k == 0 && right || k == len(pred)-1 && !right {
					worth -= 100
				}
				if right && k > 0 {
					worth += 3
				}
			}
		}
		if worth > best {
			best, l.Pair = worth, [2]int{a, b}
		}
	}
}
