package layout

import (
	"cmp"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// Between two communities is room for edges: spread times their radii more than these, and gapApart, of which a single node has 1.
const (
	spread   = 0.3
	gapApart = 1
)

// mostDiscs bounds the communities with a disc of their own: the smaller ones, single nodes most of them, share the last.
const mostDiscs = 1000

// Apart places the communities of a graph (graph.Communities) side by side, each on a disc of its own with an area in proportion to
// its nodes. Inside it a node stands in the direction, and by the rank of the distance, that it has from its community's middle in
// the layout at, 2N coordinates. It returns as many within [-1, 1]; nil for a graph that is drawn in part.
func Apart(g *graph.Graph, at []float64) []float64 {
	if g.N >= many {
		return nil
	}
	of, count := graph.Communities(g)
	count = min(count, mostDiscs)
	nodes, radii := make([][]int, count), make([]float64, count)
	for i, c := range of {
		c = min(c, mostDiscs-1)
		nodes[c] = append(nodes[c], i)
	}
	for c, list := range nodes {
		radii[c] = math.Sqrt(float64(len(list)))
	}
	cx, cy := discs(radii)
	x, y := make([]float64, g.N), make([]float64, g.N)
	for c, list := range nodes {
		mx, my, n := 0.0, 0.0, float64(len(list))
		for _, i := range list {
			mx, my = mx+at[2*i]/n, my+at[2*i+1]/n
		}
		far := func(i int) float64 { return math.Hypot(at[2*i]-mx, at[2*i+1]-my) }
		order.By(list, func(i, j int) bool { return cmp.Less(far(i), far(j)) })
		for rank, i := range list {
			sin, cos := linalg.Sincos(math.Atan2(at[2*i+1]-my, at[2*i]-mx))
			r := radii[c] * math.Sqrt((float64(rank)+0.5)/n)
			x[i], y[i] = cx[c]+float64(r*cos), cy[c]+float64(r*sin)
		}
	}
	return scaled(x, y)
}

// discs places discs without overlap, the largest first, each at the first free place of a spiral around the middle.
func discs(radii []float64) (x, y []float64) {
	x, y = make([]float64, len(radii)), make([]float64, len(radii))
	ranking := make([]int, len(radii))
	for c := range ranking {
		ranking[c] = c
	}
	order.By(ranking, func(a, b int) bool { return cmp.Less(radii[b], radii[a]) })
	start, last := 0.0, math.Inf(1)
	for k, c := range ranking {
		if radii[c] < 0.9*last { // smaller ones may find room between those before
			start, last = 0, radii[c]
		}
		free := func() bool {
			return !slices.ContainsFunc(ranking[:k], func(o int) bool {
				return math.Hypot(x[c]-x[o], y[c]-y[o]) < float64((1+spread)*(radii[c]+radii[o]))+gapApart
			})
		}
		// The spiral r = t/2 in steps of half a radius along it.
		for t := start; ; t += math.Min(0.5, radii[c]/(1+t)) {
			sin, cos := linalg.Sincos(t)
			x[c], y[c] = t/2*cos, t/2*sin
			if start = t; free() {
				break
			}
		}
	}
	return x, y
}
