package train

// This file places the drawn nodes, and chooses the edge of the inset.

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/web/opening"
)

// place sets the drawn part of the graph. pred has the predictions of each stop, by node.
//
//   - IDs are the test nodes. Y are their camps (classes), and T their tempers: 0 for the feature 1, and 1 for the feature −1.
//   - Places has camp 0 on the left and camp 1 on the right. Temper 1 is the upper group in the left camp, and the lower group in the right
//     camp. So a tie by the rule is level: it joins friends of one camp, or rivals of different camps.
//   - Edges are the edges between test nodes.
//   - Pair is the edge in the inset, a small picture of one edge.
func (l *Opening) place(g *graph.Graph, pred [][]int) {
	x, index := g.X.Dense(), map[int]int{} // index in IDs by node
	for k, i := range l.test(g) {
		index[i] = k
		l.IDs, l.Y = append(l.IDs, i), append(l.Y, g.Labels[i])
		temper := 0
		if x.At(i, 1) < 0 { // the second feature is the temper
			temper = 1
		}
		l.T = append(l.T, temper)
	}
	l.scatter()

	// The edges with both ends in the drawing.
	for _, e := range g.Edges {
		a, drawsA := index[int(e.I)]
		b, drawsB := index[int(e.J)]
		if drawsA && drawsB {
			l.Edges = append(l.Edges, a, b)
		}
	}
	l.pair(pred)
}

// test returns the test nodes in ascending order.
func (l *Opening) test(g *graph.Graph) []int {
	split, err := graph.ParseSplit(g, opening.Split, l.Seed)
	if err != nil {
		return nil // impossible: trainStop has parsed this split
	}
	return slices.Sorted(slices.Values(split.Test))
}

// candidates is the number of random places for a node. The node gets the place whose distance to the nearest earlier node is largest.
const candidates = 24

// scatter places the nodes of each of the four groups (camp, temper) in an ellipse. Places are in thousandths of the drawing. A distance
// across counts 1.6-fold: the drawing is wider than high, and how much depends on the window. In shares of the drawing, the centres are at
// 0.18 and 0.82 across, and at 0.22 and 0.78 down. The half-axes are 0.18 across and 0.22 down.
func (l *Opening) scatter() {
	r := rng.New(l.Seed, "look places")
	l.Places = make([]int, 2*len(l.IDs))
	var placed [][2]float64 // the places of earlier nodes
	for i := range l.IDs {
		row := l.T[i]    // 0 is the lower group of the camp, and 1 the upper group
		if l.Y[i] == 1 { // the tempers of the second camp are exchanged
			row = 1 - row
		}
		var best [2]float64
		largest := -1.0 // distance of the best place
		for range candidates {
			// A uniform place in the ellipse: the root of a uniform number is the radius of a uniform point in the unit disk.
			angle, fraction := 2*math.Pi*r.Float64(), math.Sqrt(r.Float64())
			point := [2]float64{0.18 + 0.64*float64(l.Y[i]) + 0.18*fraction*math.Cos(angle),
				0.22 + 0.56*float64(1-row) + 0.22*fraction*math.Sin(angle)}
			distance := math.Inf(1) // to the nearest earlier node
			for _, q := range placed {
				distance = min(distance, math.Hypot(1.6*(point[0]-q[0]), point[1]-q[1]))
			}
			if distance > largest {
				best, largest = point, distance
			}
		}
		placed = append(placed, best)
		l.Places[2*i], l.Places[2*i+1] = int(1000*best[0]), int(1000*best[1])
	}
}

// pair sets Pair to the edge of the inset, first the end in camp 0. The edge joins rivals of different camps. Of all such edges it has the
// largest sum of these points:
//   - −100 for each right prediction of an end at the first stop, and for each wrong one at the last stop;
//   - 3 for each right prediction of an end after the first stop;
//   - from 0 to 8 for the places of the ends: more for a lower place, since the inset is at the lower edge of the drawing.
//
// pred has the predictions of each stop, by node.
func (l *Opening) pair(pred [][]int) {
	best := math.Inf(-1)
	for e := 0; e < len(l.Edges); e += 2 {
		a, b := l.Edges[e], l.Edges[e+1]
		if l.T[a] == l.T[b] || l.Y[a] == l.Y[b] {
			continue // friends, or people of one camp
		}
		if l.Y[a] == 1 {
			a, b = b, a // a belongs to the first camp
		}

		// The points of the edge: for the places, then for the predictions of both ends at every stop.
		worth := float64(l.Places[2*a+1]+l.Places[2*b+1]) / 250 // each place is at most 1000
		for k, p := range pred {
			for _, i := range []int{a, b} {
				right := p[l.IDs[i]] == l.Y[i]
				isFirst, isLast := k == 0, k == len(pred)-1
				startsRight, endsWrong := isFirst && right, isLast && !right
				if startsRight || endsWrong {
					worth -= 100
				}
				if right && !isFirst {
					worth += 3
				}
			}
		}
		if worth > best {
			best, l.Pair = worth, [2]int{a, b}
		}
	}
}
