package frame

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Spread holds measures of oversmoothing, by which all nodes get nearly equal features. X
// holds the features of a layer, one row per node. All measures are 0 for X = 0.
type Spread struct {
	// Energy is the Rayleigh quotient tr(XᵀLX)/tr(XᵀX) of the normalised graph
	// Laplacian L = I − D^{−1/2}AD^{−1/2}, in 0..2. The rows of L for isolated nodes are 0.
	// Energy is 0 if x_i/√d_i is equal at both ends of every edge.
	Energy float64
	// Own is the Rayleigh quotient of the Laplacian of the layer, or 0 without a Laplacian.
	Own float64
	// Rank is the effective rank exp(−Σ p_k log p_k) with p_k = σ_k/Σσ for the singular
	// values σ of X (Roy and Vetterli 2007). It is 1 if all rows are parallel.
	Rank float64
	// Cosine is the mean cosine over all pairs of non-zero rows, or 0 without a pair.
	Cosine float64
	// Norm is ‖X‖/√n for n nodes, the root mean square of the lengths of the rows. Gap is
	// ‖LX‖/√n for the Laplacian L of the layer, or 0 without a Laplacian.
	Norm, Gap float64
}

// SpreadOf returns the measures for features with d ≥ 1 successive rows for each node, which
// SpreadOf joins to one. lap is the Laplacian on the stalks, or nil for a layer without one.
func SpreadOf(g *graph.Graph, features *linalg.Dense, lap *sheaf.Laplacian) (s Spread) {
	largest := 0.0
	for _, v := range features.Data {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return s
	}
	// x = X/largest has entries of at most 1, so that no square overflows. The
	// quotients below do not depend on the scale.
	x := linalg.NewDense(g.N, len(features.Data)/g.N)
	for k, v := range features.Data {
		x.Data[k] = v / largest
	}
	square := linalg.Dot(x.Data, x.Data)
	unit := largest / math.Sqrt(float64(g.N)) // ‖X‖/√n = unit·‖x‖
	s.Norm = unit * math.Sqrt(square)
	s.Energy = graphEnergy(g, x) / square
	if lap != nil {
		y := make([]float64, len(x.Data))
		lap.Apply(y, x.Data, len(x.Data)/lap.Dim())
		s.Own = linalg.Dot(y, x.Data) / square
		s.Gap = unit * linalg.Nrm2(y)
	}
	s.Rank = effectiveRank(x)
	s.Cosine, _ = MeanCosine(x) // 0 without a pair
	return s
}

// graphEnergy returns tr(XᵀLX) = Σ_(i,j) ‖x_i/√d_i − x_j/√d_j‖² over the edges (i, j),
// for the normalised graph Laplacian L and the degrees d_i.
func graphEnergy(g *graph.Graph, x *linalg.Dense) float64 {
	energy, adjacency := 0.0, g.Adjacency()
	inverseRoot := func(i int32) float64 { return 1 / math.Sqrt(float64(len(adjacency.Neighbors(int(i))))) }
	difference := make([]float64, x.Cols)
	for _, e := range g.Edges {
		clear(difference)
		linalg.Axpy(inverseRoot(e.I), x.Row(int(e.I)), difference)
		linalg.Axpy(-inverseRoot(e.J), x.Row(int(e.J)), difference)
		energy += linalg.Dot(difference, difference)
	}
	return energy
}

// effectiveRank returns the effective rank of x (see Spread.Rank).
func effectiveRank(x *linalg.Dense) float64 {
	values, sum, entropy := linalg.SingularValues(x), 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		p := v / sum
		if p > 0 { // p log p tends to 0 for p → 0
			entropy -= float64(p * linalg.Log(p)) // float64 prevents a fused multiply-add
		}
	}
	return linalg.Exp(entropy)
}

// MeanCosine returns the mean cosine over all pairs of non-zero rows of x. For k
// non-zero rows it is (‖Σ_i x_i/‖x_i‖‖² − k)/(k(k−1)). ok is false for k < 2.
func MeanCosine(x *linalg.Dense) (mean float64, ok bool) {
	sum, k := make([]float64, x.Cols), 0.0
	for i := range x.Rows {
		row := x.Row(i)
		norm := linalg.Nrm2(row)
		if norm > 0 {
			linalg.Axpy(1/norm, row, sum)
			k++
		}
	}
	if k < 2 {
		return 0, false
	}
	return (linalg.Dot(sum, sum) - k) / (k * (k - 1)), true
}
