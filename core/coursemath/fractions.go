package coursemath

import (
	"math"
	"math/big"
)

// A vector or matrix of fractions. What is computed with them is exact.
type ratVector = []*big.Rat

// reduce brings a matrix into reduced echelon form, in which every pivot is 1 and alone in its column, and returns the columns of
// the pivots.
func reduce(a []ratVector, columns int) (pivots []int) {
	for c := range columns {
		row, at := len(pivots), len(pivots)
		for at < len(a) && a[at][c].Sign() == 0 {
			at++
		}
		if at == len(a) {
			continue
		}
		a[row], a[at] = a[at], a[row]
		inverse := new(big.Rat).Inv(a[row][c])
		for k := range a[row] {
			a[row][k].Mul(a[row][k], inverse)
		}
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

func dotRat(a, b ratVector) *big.Rat {
	sum := new(big.Rat)
	for k := range a {
		if a[k].Sign() != 0 && b[k].Sign() != 0 { // δ has few that are not
			sum.Add(sum, new(big.Rat).Mul(a[k], b[k]))
		}
	}
	return sum
}

// normalRat returns AᵀA of a matrix with the given number of columns.
func normalRat(a []ratVector, columns int) []ratVector {
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

// subtract sets a −= f·b.
func subtract(a ratVector, f *big.Rat, b ratVector) {
	for k := range a {
		if b[k].Sign() != 0 {
			a[k].Sub(a[k], new(big.Rat).Mul(f, b[k]))
		}
	}
}

func zeros(n int) ratVector {
	out, all := make(ratVector, n), make([]big.Rat, n)
	for k := range out {
		out[k] = &all[k]
	}
	return out
}

// kernelOf returns vectors of different directions, at right angles to each other, that span the kernel of a matrix, which is lost.
func kernelOf(a []ratVector, columns int) (out []ratVector) {
	pivots := reduce(a, columns)
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
		out = append(out, v)
	}
	return atRightAngles(out)
}

// atRightAngles makes vectors that are independent stand at right angles (Gram and Schmidt, without roots).
func atRightAngles(v []ratVector) []ratVector {
	for k := range v {
		for _, u := range v[:k] {
			subtract(v[k], new(big.Rat).Quo(dotRat(v[k], u), dotRat(u, u)), u)
		}
	}
	return v
}

// shortestSolution returns the shortest x with AᵀA x = −Aᵀb, which makes ‖Ax + b‖ least, and the dimension of the kernel of A.
func shortestSolution(a []ratVector, b ratVector, columns int) (x ratVector, free int) {
	rows := normalRat(a, columns)
	for i := range rows {
		right := new(big.Rat)
		for e, row := range a {
			right.Sub(right, new(big.Rat).Mul(row[i], b[e]))
		}
		rows[i] = append(rows[i], right)
	}
	x = zeros(columns)
	for r, p := range reduce(rows, columns) {
		x[p].Set(rows[r][columns])
	}
	kernel := kernelOf(a, columns)
	for _, u := range kernel {
		subtract(x, new(big.Rat).Quo(dotRat(x, u), dotRat(u, u)), u)
	}
	return x, len(kernel)
}

// floats rounds a vector, each entry to the nearest number.
func floats(v ratVector) []float64 {
	out := make([]float64, len(v))
	for k, r := range v {
		out[k], _ = r.Float64()
	}
	return out
}

// unitOf is a vector as numbers, of length 1. Its entries keep their relative accuracy, however much they differ.
func unitOf(v ratVector) []float64 {
	top := new(big.Rat)
	for _, r := range v {
		if a := new(big.Rat).Abs(r); a.Cmp(top) > 0 {
			top = a
		}
	}
	scaled := zeros(len(v))
	for k, r := range v {
		scaled[k].Quo(r, top)
	}
	length, _ := dotRat(scaled, scaled).Float64()
	out := floats(scaled)
	for k := range out {
		out[k] /= math.Sqrt(length)
	}
	return out
}

// sections are unit vectors that span the kernel of δ, given in fractions: the nearest to some that span it but for rounding.
func sections(delta []ratVector, near [][]float64) (out [][]float64) {
	kernel := kernelOf(delta, len(near[0]))
	var nearest []ratVector
	for _, v := range near {
		x, p := zeros(len(v)), zeros(len(v))
		for k := range v {
			x[k].SetFloat64(v[k])
		}
		for _, u := range kernel {
			subtract(p, new(big.Rat).Neg(new(big.Rat).Quo(dotRat(x, u), dotRat(u, u))), u)
		}
		nearest = append(nearest, p)
	}
	for _, v := range atRightAngles(nearest) {
		if dotRat(v, v).Sign() == 0 { // what was near was not: any basis will do
			nearest = kernel
			break
		}
	}
	for _, v := range nearest {
		out = append(out, unitOf(v))
	}
	return out
}
