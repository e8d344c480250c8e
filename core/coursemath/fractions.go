// Linear algebra in fractions, which has no rounding errors.

package coursemath

import (
	"math"
	"math/big"
)

// ratVector is a vector of fractions, or a row of a matrix of fractions.
type ratVector = []*big.Rat

// reducedEchelon transforms the first columns of a matrix into reduced row echelon form, in place.
// Every pivot is then 1 and the only nonzero entry of its column. It returns the columns of the pivots, ascending.
func reducedEchelon(a []ratVector, columns int) (pivots []int) {
	for c := range columns {
		// Find a row with a nonzero entry in the column, below the rows with a pivot.
		row := len(pivots)
		found := row
		for found < len(a) && a[found][c].Sign() == 0 {
			found++
		}
		if found == len(a) {
			continue
		}
		a[row], a[found] = a[found], a[row]
		inverse := new(big.Rat).Inv(a[row][c])
		for k := range a[row] {
			a[row][k].Mul(a[row][k], inverse)
		}
		// Subtract multiples of the pivot's row from all others.
		for r := range a {
			if r == row || a[r][c].Sign() == 0 {
				continue
			}
			subtract(a[r], new(big.Rat).Set(a[r][c]), a[row])
		}
		pivots = append(pivots, c)
	}
	return pivots
}

// ratDot returns aᵀb.
func ratDot(a, b ratVector) *big.Rat {
	sum := new(big.Rat)
	for k := range a {
		if a[k].Sign() != 0 && b[k].Sign() != 0 { // most entries of δ are zero, and a product of fractions is slow
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
				subtract(out[i], new(big.Rat).Neg(v), row)
			}
		}
	}
	return out
}

// subtract sets a to a − f·b.
func subtract(a ratVector, f *big.Rat, b ratVector) {
	for k := range a {
		if b[k].Sign() != 0 {
			a[k].Sub(a[k], new(big.Rat).Mul(f, b[k]))
		}
	}
}

// zeros returns a vector of n fractions, each 0, in one allocation.
func zeros(n int) ratVector {
	out, all := make(ratVector, n), make([]big.Rat, n)
	for k := range out {
		out[k] = &all[k]
	}
	return out
}

// kernelBasis returns an orthogonal basis of the kernel of a matrix. It overwrites the matrix.
func kernelBasis(a []ratVector, columns int) (basis []ratVector) {
	pivots := reducedEchelon(a, columns)
	// Each column c without a pivot gives the kernel vector with 1 at c and 0 at the other columns without a pivot.
	for c, next := 0, 0; c < columns; c++ {
		if next < len(pivots) && pivots[next] == c {
			next++
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

// orthogonalize makes independent vectors orthogonal in place, by the Gram–Schmidt process.
// It does not normalize them, since lengths are square roots and so no fractions.
func orthogonalize(v []ratVector) []ratVector {
	for k := range v {
		for _, u := range v[:k] {
			subtract(v[k], new(big.Rat).Quo(ratDot(v[k], u), ratDot(u, u)), u)
		}
	}
	return v
}

// leastNormSolution returns the vector x of least norm among those that minimize ‖Ax + b‖; free is the dimension of the kernel of A.
// It solves the normal equations AᵀA x = −Aᵀb, then removes the part of x in the kernel. It overwrites A.
func leastNormSolution(a []ratVector, b ratVector, columns int) (x ratVector, free int) {
	// The matrix of the normal equations with their right side as the last column.
	rows := ratGram(a, columns)
	for i := range rows {
		right := new(big.Rat)
		for e, row := range a {
			right.Sub(right, new(big.Rat).Mul(row[i], b[e]))
		}
		rows[i] = append(rows[i], right)
	}
	x = zeros(columns)
	for r, p := range reducedEchelon(rows, columns) {
		x[p].Set(rows[r][columns])
	}
	kernel := kernelBasis(a, columns)
	for _, u := range kernel {
		subtract(x, new(big.Rat).Quo(ratDot(x, u), ratDot(u, u)), u)
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

// unitVector returns v divided by its length, as floating-point numbers.
// It first divides by the largest entry, in fractions, so that no square overflows or vanishes.
func unitVector(v ratVector) []float64 {
	largest := new(big.Rat)
	for _, r := range v {
		if a := new(big.Rat).Abs(r); a.Cmp(largest) > 0 {
			largest = a
		}
	}
	scaled := zeros(len(v))
	for k, r := range v {
		scaled[k].Quo(r, largest)
	}
	length, _ := ratDot(scaled, scaled).Float64()
	out := floats(scaled)
	for k := range out {
		out[k] /= math.Sqrt(length)
	}
	return out
}

// kernelNear returns orthogonal unit vectors that span the kernel of δ, exactly except for the rounding of their entries.
// near is a basis of the kernel with rounding errors. The result is near, projected onto the kernel and made orthogonal, so that the
// vectors of a figure hardly change.
func kernelNear(delta []ratVector, near [][]float64) (out [][]float64) {
	kernel := kernelBasis(delta, len(near[0]))
	var nearest []ratVector
	for _, v := range near {
		x, projection := zeros(len(v)), zeros(len(v))
		for k := range v {
			x[k].SetFloat64(v[k])
		}
		for _, u := range kernel {
			coefficient := new(big.Rat).Quo(ratDot(x, u), ratDot(u, u))
			subtract(projection, coefficient.Neg(coefficient), u)
		}
		nearest = append(nearest, projection)
	}
	for _, v := range orthogonalize(nearest) {
		if ratDot(v, v).Sign() == 0 { // near does not span the kernel, so that any basis is as good
			nearest = kernel
			break
		}
	}
	for _, v := range nearest {
		out = append(out, unitVector(v))
	}
	return out
}
