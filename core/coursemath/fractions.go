// This file has linear algebra in fractions, without rounding errors, for kernels and harmonic extensions.

package coursemath

import (
	"math"
	"math/big"
	"slices"
)

// ratVector is a vector of fractions, or a row of a matrix of fractions.
type ratVector = []*big.Rat

// reducedEchelon brings the first columns of a matrix into reduced row echelon form, in place: every pivot is then 1, and the other entries
// of its column are 0. columns is the number of these columns. Further columns take part in the row operations.
// The result lists the columns of the pivots, ascending: row r has its pivot in column pivots[r].
func reducedEchelon(a []ratVector, columns int) (pivots []int) {
	for c := range columns {
		// Move a row with a nonzero entry in column c to the row of the next pivot, and divide it by this entry.
		row := len(pivots) // row of the next pivot
		nonzero := row
		for nonzero < len(a) && a[nonzero][c].Sign() == 0 {
			nonzero++
		}
		if nonzero == len(a) { // column c gets no pivot
			continue
		}
		a[row], a[nonzero] = a[nonzero], a[row]
		inverse := new(big.Rat).Inv(a[row][c])
		for k := range a[row] {
			a[row][k].Mul(a[row][k], inverse)
		}
		// Subtract multiples of the pivot's row from all others.
		for r := range a {
			if r == row || a[r][c].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(a[r][c]) // a copy, since subtract changes the entry
			subtract(a[r], factor, a[row])
		}
		pivots = append(pivots, c)
	}
	return pivots
}

// ratDot returns aᵀb.
func ratDot(a, b ratVector) *big.Rat {
	sum := new(big.Rat)
	for k := range a {
		isZero := a[k].Sign() == 0 || b[k].Sign() == 0
		if !isZero { // most entries of δ are zero, and a product of fractions is slow
			sum.Add(sum, new(big.Rat).Mul(a[k], b[k]))
		}
	}
	return sum
}

// ratGram returns AᵀA of a matrix with the given number of columns.
func ratGram(a []ratVector, columns int) []ratVector {
	out := make([]ratVector, columns)
	for i := range out {
		out[i] = zeros(columns)
	}
	for _, row := range a {
		for i, v := range row {
			if v.Sign() != 0 {
				subtract(out[i], new(big.Rat).Neg(v), row) // adds v·row
			}
		}
	}
	return out
}

// subtract sets a to a − factor·b.
func subtract(a ratVector, factor *big.Rat, b ratVector) {
	for k := range a {
		if b[k].Sign() != 0 {
			a[k].Sub(a[k], new(big.Rat).Mul(factor, b[k]))
		}
	}
}

// zeros returns a vector of n fractions 0. One allocation holds all n.
func zeros(n int) ratVector {
	out, fractions := make(ratVector, n), make([]big.Rat, n)
	for k := range out {
		out[k] = &fractions[k]
	}
	return out
}

// kernelBasis returns an orthogonal basis of the kernel of a matrix with the given number of columns. It overwrites the matrix.
func kernelBasis(a []ratVector, columns int) (basis []ratVector) {
	pivots := reducedEchelon(a, columns)
	// Each column c without a pivot gives the kernel vector with 1 at c and 0 at the other columns without a pivot.
	for c := range columns {
		if slices.Contains(pivots, c) {
			continue
		}
		v := zeros(columns)
		v[c].SetInt64(1)
		for r, p := range pivots {
			v[p].Neg(a[r][c])
		}
		basis = append(basis, v)
	}
	return orthogonalize(basis)
}

// orthogonalize makes vectors orthogonal in place, by the Gram–Schmidt process, and returns them. A dependent vector becomes 0.
// The vectors do not get length 1, since a length is in general no fraction.
func orthogonalize(v []ratVector) []ratVector {
	for k := range v {
		for _, u := range v[:k] {
			removeComponent(v[k], u)
		}
	}
	return v
}

// removeComponent subtracts from x its orthogonal projection onto u, which is 0 if u is 0.
func removeComponent(x, u ratVector) {
	square := ratDot(u, u)
	if square.Sign() > 0 {
		subtract(x, new(big.Rat).Quo(ratDot(x, u), square), u)
	}
}

// leastNormSolution returns the vector x of least norm among the vectors that minimize ‖Ax + b‖, where a is A with the given number of
// columns. free is the dimension of the kernel of A. leastNormSolution overwrites a.
func leastNormSolution(a []ratVector, b ratVector, columns int) (x ratVector, free int) {
	// The normal equations AᵀA x = −Aᵀb, with the right side as the last column.
	equations := ratGram(a, columns)
	for i := range equations {
		right := new(big.Rat)
		for e, row := range a {
			right.Sub(right, new(big.Rat).Mul(row[i], b[e]))
		}
		equations[i] = append(equations[i], right)
	}
	// A solution, which is 0 at the columns without a pivot.
	x = zeros(columns)
	for r, p := range reducedEchelon(equations, columns) {
		x[p].Set(equations[r][columns])
	}
	kernel := kernelBasis(a, columns) // a part of x in the kernel would only add to its norm
	for _, u := range kernel {
		removeComponent(x, u)
	}
	return x, len(kernel)
}

// floats returns a vector of fractions as the nearest floating-point numbers.
func floats(v ratVector) []float64 {
	out := make([]float64, len(v))
	for k, r := range v {
		out[k], _ = r.Float64()
	}
	return out
}

// unitVector returns v ≠ 0 divided by its length, as floating-point numbers.
// It first divides v by the size of its largest entry, in fractions, so that no square overflows and the largest is 1.
func unitVector(v ratVector) []float64 {
	largest := new(big.Rat) // size of the largest entry
	for _, r := range v {
		size := new(big.Rat).Abs(r)
		if size.Cmp(largest) > 0 {
			largest = size
		}
	}
	scaled := zeros(len(v))
	for k, r := range v {
		scaled[k].Quo(r, largest)
	}
	squaredLength, _ := ratDot(scaled, scaled).Float64()
	out := floats(scaled)
	for k := range out {
		out[k] /= math.Sqrt(squaredLength)
	}
	return out
}

// kernelNear returns orthogonal unit vectors that span the kernel of δ. They are exact except for the rounding of their entries.
// approximate is a nonempty basis of the kernel with rounding errors. The result is near to it, so that the vectors of a figure hardly
// change. kernelNear overwrites delta.
func kernelNear(delta []ratVector, approximate [][]float64) (out [][]float64) {
	kernel := kernelBasis(delta, len(approximate[0]))
	// The projections onto the kernel, whose basis is orthogonal.
	var basis []ratVector
	for _, v := range approximate {
		x, projection := zeros(len(v)), zeros(len(v))
		for k := range v {
			x[k].SetFloat64(v[k])
		}
		for _, u := range kernel {
			coefficient := new(big.Rat).Quo(ratDot(x, u), ratDot(u, u))
			subtract(projection, coefficient.Neg(coefficient), u) // adds coefficient·u
		}
		basis = append(basis, projection)
	}
	for _, v := range orthogonalize(basis) {
		if ratDot(v, v).Sign() == 0 { // the projections are dependent, so any basis of the kernel is as good
			basis = kernel
			break
		}
	}
	for _, v := range basis {
		out = append(out, unitVector(v))
	}
	return out
}
