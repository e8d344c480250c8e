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

// The borders of two discs of radii a and b are at least minGap + gapShare·(a+b) apart. The gap is room for the edges between the discs.
// The disc of a single node has radius 1.
const (
	gapShare = 0.3
	minGap   = 1
)

// maxDiscs is the largest number of discs. If there are more communities, the smallest ones, mostly single nodes, share the last disc.
const maxDiscs = 1000

// Apart places the communities of a graph (graph.Communities) side by side, each in a disc with an area proportional to its nodes.
//
// The argument xy is a layout of the graph as 2N coordinates. A node keeps its direction from the centre of its community in xy.
// The rank of its distance from this centre in xy determines its distance in the disc, so that the nodes fill the disc evenly.
// Apart returns 2N coordinates in [−1, 1], or nil for a graph of at least largeGraph nodes, which is drawn only in part.
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
		// The centre of the community in xy, and its nodes by their distance from the centre.
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

// packDiscs returns centres of discs with the given radii. The gap between two discs is at least minGap + gapShare·(sum of their radii).
// It places the largest disc first, and each disc at the first free place of a spiral around the origin.
func packDiscs(radii []float64) (x, y []float64) {
	x, y = make([]float64, len(radii)), make([]float64, len(radii))
	bySize := make([]int, len(radii))
	for c := range bySize {
		bySize[c] = c
	}
	order.By(bySize, func(a, b int) bool { return cmp.Less(radii[b], radii[a]) })
	// The search for a place begins at start, the angle of the last disc. searchedRadius is the radius of the last disc whose search began at
	// angle 0. If the radius is less than 0.9 times searchedRadius, the search begins at 0 again: a smaller disc may fit into a gap.
	// The factor 0.9 limits the number of searches from angle 0, which take long. The infinite value makes the search for the first disc
	// begin at 0.
	start, searchedRadius := 0.0, math.Inf(1)
	for k, c := range bySize {
		if radii[c] < 0.9*searchedRadius {
			start, searchedRadius = 0, radii[c]
		}
		// isFree reports whether disc c, with its centre at (x[c], y[c]), has the required gap to all discs that have a place.
		isFree := func() bool {
			return !slices.ContainsFunc(bySize[:k], func(other int) bool {
				distance := math.Hypot(x[c]-x[other], y[c]-y[other])
				return distance < float64((1+gapShare)*(radii[c]+radii[other]))+minGap
			})
		}
		// The spiral has the distance t/2 from the origin at angle t. A step of t moves the centre by about half a radius,
		// and turns it by at most half a radian.
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
