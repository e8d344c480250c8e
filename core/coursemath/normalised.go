// This file computes the normalised coboundary δ̂.

package coursemath

import (
	"math"

	"sheafscope/core/linalg"
)

// An eigenvalue of a diagonal block of L counts as zero if it is at most graphTol times the largest eigenvalue of all blocks.
// Package sheaf, which computes no singular values, also counts an eigenvalue as zero below 1e-12 times the largest of its block.
const graphTol = 1e-24

// normalised returns δ̂ = δ D^{-1/2}, for which δ̂ᵀδ̂ = L̂. D is the matrix of the diagonal blocks of L.
// D^{-1/2} is computed from the eigenpairs (λ, v) of each diagonal block, as Σ v vᵀ/√λ over the nonzero λ. a.L must be set.
// Rounding destroys the small λ of a block, which refineSmall computes again from δ.
func (a *Analysis) normalised() (deltaHat [][]float64, err error) {
	values, vectors := make([][]float64, a.N), make([][][]float64, a.N) // eigenpairs of the block of each node
	largest := 0.0                                                      // largest eigenvalue of all blocks
	for i := range a.N {
		d := a.At.Dim(i)
		block := linalg.NewDense(d, d)
		for k, row := range a.Block(i, i) {
			copy(block.Row(k), row)
		}
		values[i], vectors[i], err = eigenpairs(block)
		if err != nil {
			return nil, err
		}
		for _, v := range values[i] {
			largest = max(largest, v)
		}
		if err := a.refineSmall(i, values[i], vectors[i]); err != nil {
			return nil, err
		}
	}
	// Each row of δ times D^{-1/2}, block by block.
	deltaHat = make([][]float64, len(a.Delta))
	for r, row := range a.Delta {
		deltaHat[r] = make([]float64, len(row))
		for i, eigenvalues := range values {
			// src and dst are the entries of row r of δ and of δ̂ in the columns of node i.
			src, dst := row[a.At[i]:a.At[i+1]], deltaHat[r][a.At[i]:a.At[i+1]]
			for k, lambda := range eigenvalues {
				if lambda > graphTol*largest {
					v := vectors[i][k]
					linalg.Axpy(linalg.Dot(src, v)/math.Sqrt(lambda), v, dst)
				}
			}
		}
	}
	return deltaHat, nil
}

// refineSmall replaces the eigenpairs of the diagonal block of node i that have lost precision: those with values below
// 1/poorCondition² times the largest. The new values are squares of singular values of δ in the columns of the node.
// If δ has fewer rows than the block has columns, the eigenvalues without a singular value become 0, and so do their vectors.
func (a *Analysis) refineSmall(i int, values []float64, vectors [][]float64) error {
	small := 0 // number of the small eigenvalues, which come first
	for small < len(values) && values[small]*poorCondition*poorCondition < values[len(values)-1] {
		small++
	}
	if small == 0 {
		return nil
	}
	columns := make([]int, len(values))
	for k := range columns {
		columns[k] = a.At[i] + k
	}
	sigma, _, right, err := singularVectors(a.Delta, columns)
	if err != nil {
		return err
	}
	for k := range small {
		values[k], vectors[k] = 0, make([]float64, len(values))
		if descending := len(values) - 1 - k; descending < len(sigma) {
			values[k], vectors[k] = float64(sigma[descending]*sigma[descending]), right[descending]
		}
	}
	return nil
}
