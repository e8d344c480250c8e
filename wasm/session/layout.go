package session

import (
	"math"

	"gonum.org/v1/gonum/spatial/barneshut"
	"gonum.org/v1/gonum/spatial/r2"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// The layout only places points on a screen; no number of the run depends on
// it, so gonum's Barnes–Hut tree may be used here.

const (
	layoutTheta = 1.2 // opening angle: coarse is good enough to look at
	layoutWork  = 1e5 // node visits spent on a layout
)

// layout places the nodes in the plane by force: edges pull like springs of
// length 1, all pairs push with 1/distance (Fruchterman and Reingold 1991),
// and a weak pull to the middle keeps components together. It returns 2N
// coordinates within about [-1, 1].
func layout(g *graph.Graph) []float64 {
	r := rng.New(1, "layout")
	nodes := make([]barneshut.Particle2, g.N)
	side := math.Sqrt(float64(g.N))
	at := startLayout(g, r, side)
	for i := range at {
		nodes[i] = &at[i]
	}
	degree := g.Degrees()
	move := make([]r2.Vec, g.N)
	rounds := min(60, max(10, int(layoutWork/float64(g.N))))
	for round := range rounds {
		push(nodes, move)
		for i := range at {
			move[i] = r2.Sub(move[i], r2.Scale(0.02, at[i].Vec))
		}
		for _, e := range g.Edges {
			d := r2.Sub(at[e.J].Vec, at[e.I].Vec)
			// A hub's springs share its strength, or it would collapse with its leaves.
			pull := r2.Norm(d) / math.Sqrt(float64(max(degree[e.I], degree[e.J])))
			d = r2.Scale(pull/math.Max(r2.Norm(d), 1e-9), d)
			move[e.I] = r2.Add(move[e.I], d)
			move[e.J] = r2.Sub(move[e.J], d)
		}
		step := 0.1 * side * (1 - float64(round)/float64(rounds))
		for i := range at {
			if n := r2.Norm(move[i]); n > 0 {
				at[i].Vec = r2.Add(at[i].Vec, r2.Scale(math.Min(step, n)/n, move[i]))
			}
		}
	}
	return scaled(at)
}

// push sets move to the push of all other nodes on each node.
func push(nodes []barneshut.Particle2, move []r2.Vec) {
	plane, err := barneshut.NewPlane(nodes)
	if err != nil {
		// Points so close that the tree cannot part them: they get no push this round.
		clear(move)
		return
	}
	for i, p := range nodes {
		move[i] = plane.ForceOn(p, layoutTheta, repulsion)
	}
}

// repulsion is the push of mass m2 on p1 along v, which points from 1 to 2.
func repulsion(_, _ barneshut.Particle2, _, m2 float64, v r2.Vec) r2.Vec {
	d2 := math.Max(r2.Norm2(v), 1e-4)
	return r2.Scale(-m2/d2, v)
}

// point is a node as a body of mass 1.
type point struct{ r2.Vec }

func (p *point) Coord2() r2.Vec { return p.Vec }
func (p *point) Mass() float64  { return 1 }

func scaled(at []point) []float64 {
	far := 1e-9
	for _, p := range at {
		far = math.Max(far, math.Max(math.Abs(p.X), math.Abs(p.Y)))
	}
	xy := make([]float64, 0, 2*len(at))
	for _, p := range at {
		xy = append(xy, p.X/far, p.Y/far)
	}
	return xy
}
