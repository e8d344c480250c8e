package spectral

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// CrudeProjection projects L' = BᵀB + eta·v vᵀ edge by edge on the Laplacians of
// sheaves and returns a sheaf on the edges of base. It serves comparison only, since
// it loses nearly all of the gain in λ₂, which [ReassembleFrom] keeps.
//
//  1. Least-squares projection on sums of symmetric 2d×2d matrices Q_e, one for each edge e = (i,j). Q_e starts as KᵀK with
//     K = [R_ij, −R_ji]. It receives the change of L_ij. The edges at node i share the change of L_ii equally, which
//     minimises Σ‖ΔQ_e‖². Changes between nodes without an edge are dropped.
//  2. Projection of each Q_e on the positive semi-definite matrices of rank at most d, the number of rows of K. Only the
//     d largest eigenvalues are kept, and negative eigenvalues become 0.
//  3. Factorisation Q_e = KᵀK by the eigenpairs, since Cholesky would need a positive definite Q_e. K is unique up to a
//     rotation of the edge stalk, which leaves the Laplacian unchanged.
//
// v is the eigenvector of λ₂, of length N·D. It is an error if v has another length or an
// eigensolver does not converge.
func CrudeProjection(base *sheaf.Sheaf, v []float64, eta float64) (*sheaf.Sheaf, error) {
	if len(v) != base.N*base.D {
		return nil, fmt.Errorf("spectral: eigenvector of length %d for %d nodes of stalk dimension %d", len(v), base.N, base.D)
	}
	return crudeProjection(base, func(i, j int, dst []float64) {
		d := base.D
		for r := range d {
			for c := range d {
				dst[r*d+c] = eta * v[i*d+r] * v[j*d+c]
			}
		}
	})
}

// crudeProjection is CrudeProjection for L' = BᵀB + Δ with any symmetric Δ: delta
// sets dst to the d×d block (i, j) of Δ.
func crudeProjection(base *sheaf.Sheaf, delta func(i, j int, dst []float64)) (*sheaf.Sheaf, error) {
	d, dd, w := base.D, base.D*base.D, 2*base.D
	degree := make([]int, base.N)
	for _, e := range base.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	out := sheaf.New(base.N, d, base.Edges)
	q := linalg.NewDense(w, w)
	rows := make([]float64, d*w)
	block := make([]float64, dd)
	for e, ed := range base.Edges {
		// Step 1. Rows and columns 0 … d−1 of Q_e belong to node i, and d … 2d−1 to node j.
		setEdgeGram(q, rows, base, e)
		// addBlock adds scale times the block (i, j) of Δ to Q_e, from row row0 and column col0 on.
		addBlock := func(i, j int32, row0, col0 int, scale float64) {
			delta(int(i), int(j), block)
			for r := range d {
				for c := range d {
					q.Data[(row0+r)*w+col0+c] += float64(scale * block[r*d+c])
				}
			}
		}
		addBlock(ed.I, ed.I, 0, 0, 1/float64(degree[ed.I]))
		addBlock(ed.J, ed.J, d, d, 1/float64(degree[ed.J]))
		addBlock(ed.I, ed.J, 0, d, 1)
		addBlock(ed.J, ed.I, d, 0, 1)

		// Steps 2 and 3: row k of K is √max(λ, 0)·uᵀ. λ is the k-th largest eigenvalue of Q_e, and u its eigenvector;
		// k counts from 0.
		vals, vecs, err := linalg.EigSym(q, linalg.WithVectors)
		if err != nil {
			return nil, fmt.Errorf("spectral: edge %d: %w", e, err)
		}
		for k := range d {
			col := w - 1 - k // eigenvalues ascend
			root := math.Sqrt(max(vals[col], 0))
			for c := range d {
				out.Map(e, 0)[k*d+c] = root * vecs.At(c, col)
				out.Map(e, 1)[k*d+c] = -root * vecs.At(d+c, col)
			}
		}
	}
	return out, nil
}

// setEdgeGram sets q to KᵀK for K = [R_ij, −R_ji], the maps of edge e; rows is workspace for K, d×2d.
func setEdgeGram(q *linalg.Dense, rows []float64, s *sheaf.Sheaf, e int) {
	d, w := s.D, 2*s.D
	for k := range d {
		for c := range d {
			rows[k*w+c] = s.Map(e, 0)[k*d+c]
			rows[k*w+d+c] = -s.Map(e, 1)[k*d+c]
		}
	}
	for r := range w {
		for c := range w {
			sum := 0.0
			for k := range d {
				sum += float64(rows[k*w+r] * rows[k*w+c])
			}
			q.Set(r, c, sum)
		}
	}
}
