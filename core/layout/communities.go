// This file places the communities of a graph side by side.

package layout

import (
	"cmp"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// The borders of two discs of radii a and b are at least minGap + gapShare·(a+b) apart, to leave room for the edges between the discs.
// The unit of length is the radius of the disc of a single node.
const (
	gapShare = 0.3
	minGap   = 1
)

// maxDiscs is the largest number of discs. If there are more communities, the smallest ones share the last disc.
const maxDiscs = 1000

// Apart places the communities of a graph (graph.Communities) side by side, each in a disc with an area proportional to its nodes.
// It returns 2N coordinates in [−1, 1], or nil for a graph of at least largeGraph nodes, which is drawn only in part.
//
// The argument xy is a layout of the graph as 2N coordinates x_0, y_0, x_1, y_1, …. A node keeps its direction from the centre of its
// community in xy. Its distance in the disc depends only on the rank of its distance from this centre, so that nodes fill the disc evenly.
func Apart(g *graph.Graph, xy []float64) []float64 {
	if g.N >= largeGraph {
		return nil
	}
	// Communities are numbered from the largest, so the last disc gets the smallest ones.
	community, communities := graph.Communities(g)
	count := min(communities, maxDiscs) // number of discs
	members, radii := make([][]int, count), make([]float64, count)
	for i, c := range community {
		disc := min(c, maxDiscs-1)
		members[disc] = append(members[disc], i)
	}
	for disc, nodes := range members {
		radii[disc] = math.Sqrt(float64(len(nodes)))
	}
	discX, discY := packDiscs(radii)
	x, y := make([]float64, g.N), make([]float64, g.N)
	for disc, nodes := range members {
		// The centre of the community in xy, and its nodes in the order of their distance from the centre.
		n := float64(len(nodes))
		centerX, centerY := 0.0, 0.0
		for _, i := range nodes {
			centerX += xy[2*i] / n
			centerY += xy[2*i+1] / n
		}
		distance := func(i int) float64 { return math.Hypot(xy[2*i]-centerX, xy[2*i+1]-centerY) }
		order.By(nodes, func(i, j int) bool { return cmp.Less(distance(i), distance(j)) })
		for rank, i := range nodes {
			sin, cos := linalg.Sincos(math.Atan2(xy[2*i+1]-centerY, xy[2*i]-centerX))
			// A disc of this radius holds the share (rank + ½)/n of the area.
			r := radii[disc] * math.Sqrt((float64(rank)+0.5)/n)
			x[i], y[i] = discX[disc]+float64(r*cos), discY[disc]+float64(r*sin) // float64 forbids a fused multiply-add
		}
	}
	return scaled(x, y)
}

// packDiscs returns centres of discs with the given radii, with gaps of minGap and gapShare. From the largest disc to the smallest, it
// places each disc at a free place on a spiral around the origin.
func packDiscs(radii []float64) (x, y []float64) {
	x, y = make([]float64, len(radii)), make([]float64, len(radii))
	bySize := make([]int, len(radii))
	for c := range bySize {
		bySize[c] = c
	}
	order.By(bySize, func(a, b int) bool { return cmp.Less(radii[b], radii[a]) })
	// The search for a place begins at start, the angle of the disc before, and moves outwards. A clearly smaller disc may fit into a gap,
	// so its search begins at angle 0. searchedRadius is the radius of the last disc whose search began at 0. The factor 0.9 limits the
	// number of these searches, which need much time.
	start, searchedRadius := 0.0, math.Inf(1) // the first search begins at 0
	for k, c := range bySize {
		if radii[c] < 0.9*searchedRadius {
			start, searchedRadius = 0, radii[c]
		}
		// isFree reports whether disc c, with its centre at (x[c], y[c]), has the required gap to all discs placed so far.
		isFree := func() bool {
			return !slices.ContainsFunc(bySize[:k], func(other int) bool {
				distance := math.Hypot(x[c]-x[other], y[c]-y[other])
				return distance < float64((1+gapShare)*(radii[c]+radii[other]))+minGap
			})
		}
		// At angle t, in radians, the spiral has the distance t/2 from the origin. A step moves the centre by at most half a radius, and
		// turns it by at most half a radian.
		for t := start; ; t += math.Min(0.5, radii[c]/(1+t)) {
			sin, cos := linalg.Sincos(t)
			x[c], y[c] = t/2*cos, t/2*sin
			if isFree() {
				start = t
				break
			}
		}
	}
	return x, y
}
