package peer

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// landmarks bounds the nodes from which isomap measures distances.
const landmarks = 256

// isomap places the nodes of a graph in the plane (x_i, y_i side by side), so
// that distances there are close to the numbers of steps: classical scaling of the
// distances between landmarks, to which the other nodes are placed by theirs
// (Tenenbaum et al., 2000; de Silva and Tenenbaum, 2004). All nodes are landmarks of
// a small graph, and every (n/256)-th of a large one. Parts that no path joins are one
// step further apart than the graph is wide. A coordinate points to the side of
// its largest entry, and is rounded to nine digits, so that nodes with the same
// neighbours share a place.
func isomap(g *graph.Graph) []float64 {
	n := g.N
	marks := min(n, landmarks)
	steps := linalg.NewDense(marks, n)
	widest := 0.0
	a := g.Adjacency()
	for k := range marks {
		row := steps.Row(k)
		for i := range row {
			row[i] = -1
		}
		from := k * n / marks
		row[from] = 0
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			for _, j := range a.Neighbors(queue[0]) {
				if row[j] < 0 {
					row[j] = row[queue[0]] + 1
					widest = max(widest, row[j])
					queue = append(queue, int(j))
				}
			}
		}
	}
	square := func(k, i int) float64 {
		if d := steps.At(k, i); d >= 0 {
			return d * d
		}
		return (widest + 1) * (widest + 1)
	}
	// B = −½JΔJ between the landmarks, J = I − 11ᵀ/L.
	b, mean, all := linalg.NewDense(marks, marks), make([]float64, marks), 0.0
	for k := range marks {
		for l := range marks {
			mean[k] += square(k, l*n/marks) / float64(marks)
		}
		all += mean[k] / float64(marks)
	}
	for k := range marks {
		for l := range marks {
			b.Set(k, l, -(square(k, l*n/marks)-mean[k]-mean[l]+all)/2)
		}
	}
	place := make([]float64, 2*n)
	values, v, err := linalg.EigSym(b, true)
	if err != nil { // B is symmetric and finite
		return place
	}
	for axis := range min(2, marks) {
		q := marks - 1 - axis
		if values[q] < 1e-9*values[marks-1] || values[q] <= 0 {
			continue
		}
		for i := range n {
			for k := range marks {
				place[2*i+axis] += float64(v.At(k, q) * (mean[k] - square(k, i)) / (2 * math.Sqrt(values[q])))
			}
		}
		top := 0.0
		for i := range n {
			if x := place[2*i+axis]; math.Abs(x) > math.Abs(top)*(1+1e-9) {
				top = x
			}
		}
		for i := range n {
			place[2*i+axis] = math.Round(math.Copysign(1e9, top)*place[2*i+axis]) / 1e9
		}
	}
	return place
}
