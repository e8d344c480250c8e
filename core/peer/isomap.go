// This file computes coordinates of nodes in the plane by Isomap, for the peer Geom-GCN.

package peer

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// landmarks is the largest number of nodes from which isomap measures distances. It limits the size of the eigenvalue problem.
const landmarks = 256

// stepsFrom sets steps[j] to the number of steps from the node start to node j, or to −1 if there is no path, by breadth-first search.
// It returns the largest number of steps.
func stepsFrom(a *graph.Adjacency, start int, steps []float64) (largest float64) {
	for j := range steps {
		steps[j] = -1
	}
	steps[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		node := queue[0]
		for _, j := range a.Neighbors(node) {
			if steps[j] >= 0 { // already reached
				continue
			}
			steps[j] = steps[node] + 1
			largest = max(largest, steps[j])
			queue = append(queue, int(j))
		}
	}
	return largest
}

// isomap returns coordinates of the nodes in the plane. Distances in the plane approximate numbers of steps in the graph.
// Elements 2i and 2i+1 of the result are the coordinates of node i.
//
// The method is classical scaling (Tenenbaum et al., 2000; de Silva and Tenenbaum, 2004): eigenvectors of a matrix of squared distances
// between landmarks give the places of the landmarks. The places of the other nodes follow from their distances to the landmarks.
// Every node of a small graph is a landmark, and every (n/256)-th node of a large graph.
// The distance between nodes of different components is one step more than the largest distance from a landmark within its component.
func isomap(g *graph.Graph) []float64 {
	n := g.N
	marks := min(n, landmarks)         // number of landmarks
	steps := linalg.NewDense(marks, n) // steps from each landmark to each node, or −1 if there is no path
	widest := 0.0                      // largest number of steps
	a := g.Adjacency()
	for k := range marks {
		widest = max(widest, stepsFrom(a, k*n/marks, steps.Row(k)))
	}
	// square returns the squared distance between landmark k and node i.
	square := func(k, i int) float64 {
		if d := steps.At(k, i); d >= 0 {
			return d * d
		}
		return (widest + 1) * (widest + 1)
	}
	// B = −½JΔJ for the squared distances Δ between L landmarks, with J = I − 11ᵀ/L. JΔJ is Δ minus the means of its rows and columns
	// plus the mean of all entries. Landmark l is node l*n/marks.
	b := linalg.NewDense(marks, marks)
	mean, meanOfAll := make([]float64, marks), 0.0
	for k := range marks {
		for l := range marks {
			mean[k] += square(k, l*n/marks) / float64(marks)
		}
		meanOfAll += mean[k] / float64(marks)
	}
	for k := range marks {
		for l := range marks {
			b.Set(k, l, -(square(k, l*n/marks)-mean[k]-mean[l]+meanOfAll)/2)
		}
	}
	place := make([]float64, 2*n)
	values, v, err := linalg.EigSym(b, linalg.WithVectors)
	if err != nil { // cannot occur, since B is symmetric and finite
		return place
	}
	// The two largest eigenvalues of B give the coordinates of the plane.
	for axis := range min(2, marks) {
		q := marks - 1 - axis // eigenvalues ascend
		// If the eigenvalue is 0 up to rounding errors, all landmarks have the coordinate 0. The second test is for a single landmark.
		isZero := values[q] < 1e-9*values[marks-1] || values[q] <= 0
		if isZero {
			continue
		}
		// The coordinate of node i is Σ_k v_k·(mean_k − δ²_ki)/(2√λ), with the eigenvector v of λ and δ²_ki = square(k, i).
		for i := range n {
			for k := range marks {
				place[2*i+axis] += float64(v.At(k, q) * (mean[k] - square(k, i)) / (2 * math.Sqrt(values[q])))
			}
		}
		// Eigenvectors leave the sign open. Here the entry of largest absolute value becomes positive. The tolerance makes the choice of this
		// entry independent of rounding errors.
		largest := 0.0
		for i := range n {
			x := place[2*i+axis]
			if math.Abs(x) > math.Abs(largest)*(1+1e-9) {
				largest = x
			}
		}
		// Coordinates are rounded to nine decimals, so that rounding errors do not separate nodes at the same place.
		for i := range n {
			place[2*i+axis] = math.Round(math.Copysign(1e9, largest)*place[2*i+axis]) / 1e9
		}
	}
	return place
}
