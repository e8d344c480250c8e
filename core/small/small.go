// Package small multiplies row-major d×d matrices with d ≤ 8, the blocks of a sheaf, faster than
// a general matrix product. dst must not overlap an operand. No function allocates memory. The caller guarantees the lengths.
//
// An element of a product is a sum over the inner index. Two orders of addition occur, whose results may differ by rounding:
//   - AddMul, AddTMul, AddMulT and, for d = 4, MulAdd complete the sum, scale it and then add it to dst. Mul sets dst to the complete sum.
//   - AddMulTerms, AddTMulTerms and, for d ≠ 4, MulAdd add the terms of the sum to dst one by one.
//
// The conversions float64(a*b) prevent fused multiply-adds: only some machines have them, and results must have equal bits.
package small

// AddMul sets dst += scale·a·b.
func AddMul(d int, scale float64, a, b, dst []float64) { addMul(d, scale, a, d, 1, b, dst) }

// AddTMul sets dst += scale·aᵀ·b.
func AddTMul(d int, scale float64, a, b, dst []float64) { addMul(d, scale, a, 1, d, b, dst) }

// addMul sets dst += scale·M·b, where M[r][p] = a[r·rs+p·cs].
// The row and column strides (rs, cs) are (d, 1) for M = a, and (1, d) for M = aᵀ.
func addMul(d int, scale float64, a []float64, rs, cs int, b, dst []float64) {
	// In the cases 2 to 4 the sum is written out. A pointer to an array makes the compiler check the bounds only once.
	switch d {
	case 4:
		b := (*[16]float64)(b)
		for r := range 4 {
			row4(scale, a[r*rs], a[r*rs+cs], a[r*rs+2*cs], a[r*rs+3*cs], b, (*[4]float64)(dst[4*r:]))
		}
	case 3:
		b := (*[9]float64)(b)
		for r := range 3 {
			row3(scale, a[r*rs], a[r*rs+cs], a[r*rs+2*cs], b, (*[3]float64)(dst[3*r:]))
		}
	case 2:
		b := (*[4]float64)(b)
		for r := range 2 {
			x, y, c := a[r*rs], a[r*rs+cs], (*[2]float64)(dst[2*r:])
			c[0] += float64(scale * (float64(x*b[0]) + float64(y*b[2])))
			c[1] += float64(scale * (float64(x*b[1]) + float64(y*b[3])))
		}
	default:
		for r := range d {
			for k := range d {
				s := 0.0
				for p := range d {
					s += float64(a[r*rs+p*cs] * b[p*d+k])
				}
				dst[r*d+k] += float64(scale * s)
			}
		}
	}
}

// row4 adds the row vector scale·(a₀ a₁ a₂ a₃)·b to the row c of a product.
// The loop is unrolled so that the compiler keeps the row in registers.
func row4(scale, a0, a1, a2, a3 float64, b *[16]float64, c *[4]float64) {
	c[0] += float64(scale * (float64(a0*b[0]) + float64(a1*b[4]) + float64(a2*b[8]) + float64(a3*b[12])))
	c[1] += float64(scale * (float64(a0*b[1]) + float64(a1*b[5]) + float64(a2*b[9]) + float64(a3*b[13])))
	c[2] += float64(scale * (float64(a0*b[2]) + float64(a1*b[6]) + float64(a2*b[10]) + float64(a3*b[14])))
	c[3] += float64(scale * (float64(a0*b[3]) + float64(a1*b[7]) + float64(a2*b[11]) + float64(a3*b[15])))
}

// row3 is row4 for 3×3 blocks.
func row3(scale, a0, a1, a2 float64, b *[9]float64, c *[3]float64) {
	c[0] += float64(scale * (float64(a0*b[0]) + float64(a1*b[3]) + float64(a2*b[6])))
	c[1] += float64(scale * (float64(a0*b[1]) + float64(a1*b[4]) + float64(a2*b[7])))
	c[2] += float64(scale * (float64(a0*b[2]) + float64(a1*b[5]) + float64(a2*b[8])))
}

// MulAdd sets dst += a·b. The order of the additions depends on d, see the package comment.
func MulAdd(d int, dst, a, b []float64) {
	if d == 4 {
		AddMul(4, 1, a, b, dst)
	} else {
		AddMulTerms(d, 1, a, b, dst)
	}
}

// Mul sets dst = a·b.
func Mul(d int, dst, a, b []float64) {
	if d == 4 {
		mul4((*[16]float64)(dst), (*[16]float64)(a), (*[16]float64)(b))
		return
	}
	for r := range d {
		for c := range d {
			s := 0.0
			for k := range d {
				s += float64(a[r*d+k] * b[k*d+c])
			}
			dst[r*d+c] = s
		}
	}
}

// mul4 is Mul for d = 4, with the inner loop unrolled.
func mul4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = float64(x*b[0]) + float64(y*b[4]) + float64(z*b[8]) + float64(w*b[12])
		dst[r+1] = float64(x*b[1]) + float64(y*b[5]) + float64(z*b[9]) + float64(w*b[13])
		dst[r+2] = float64(x*b[2]) + float64(y*b[6]) + float64(z*b[10]) + float64(w*b[14])
		dst[r+3] = float64(x*b[3]) + float64(y*b[7]) + float64(z*b[11]) + float64(w*b[15])
	}
}

// AddMulT sets dst += scale·a·bᵀ.
func AddMulT(d int, scale float64, a, b, dst []float64) {
	if d == 4 {
		addMulT4(scale, (*[16]float64)(a), (*[16]float64)(b), (*[16]float64)(dst))
		return
	}
	for r := range d {
		for c := range d {
			sum := 0.0
			for k := range d {
				sum += float64(a[r*d+k] * b[c*d+k])
			}
			dst[r*d+c] += float64(scale * sum)
		}
	}
}

// addMulT4 is AddMulT for d = 4, with the inner loop unrolled.
func addMulT4(scale float64, a, b, dst *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] += float64(scale * (float64(x*b[0]) + float64(y*b[1]) + float64(z*b[2]) + float64(w*b[3])))
		dst[r+1] += float64(scale * (float64(x*b[4]) + float64(y*b[5]) + float64(z*b[6]) + float64(w*b[7])))
		dst[r+2] += float64(scale * (float64(x*b[8]) + float64(y*b[9]) + float64(z*b[10]) + float64(w*b[11])))
		dst[r+3] += float64(scale * (float64(x*b[12]) + float64(y*b[13]) + float64(z*b[14]) + float64(w*b[15])))
	}
}

// AddMulTerms sets dst += scale·a·b, term by term. A term is (scale·a[r][k])·b[k][c].
func AddMulTerms(d int, scale float64, a, b, dst []float64) {
	for r := range d {
		for k := range d {
			addRow(scale*a[r*d+k], b[k*d:k*d+d], dst[r*d:])
		}
	}
}

// AddTMulTerms sets dst += scale·aᵀ·b, term by term. A term is (scale·a[k][r])·b[k][c].
func AddTMulTerms(d int, scale float64, a, b, dst []float64) {
	for k := range d {
		for r := range d {
			addRow(scale*a[k*d+r], b[k*d:k*d+d], dst[r*d:])
		}
	}
}

// AddOuter sets dst += scale·a·bᵀ for vectors a and b of length d.
func AddOuter(d int, scale float64, a, b, dst []float64) {
	for r, x := range a[:d] {
		addRow(scale*x, b[:d], dst[r*d:])
	}
}

// addRow sets dst += factor·row for the first len(row) elements of dst.
func addRow(factor float64, row, dst []float64) {
	dst = dst[:len(row)]
	for c, v := range row {
		dst[c] += float64(factor * v)
	}
}

// Transpose sets dst = scale·aᵀ.
func Transpose(d int, scale float64, a, dst []float64) {
	for i := range d {
		for j := range d {
			dst[j*d+i] = scale * a[i*d+j]
		}
	}
}

// MulVec4 sets y = m·v for a 4×4 matrix m. y may be v.
func MulVec4(y *[4]float64, m *[16]float64, v *[4]float64) {
	v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
	y[0] = float64(m[0]*v0) + float64(m[1]*v1) + float64(m[2]*v2) + float64(m[3]*v3)
	y[1] = float64(m[4]*v0) + float64(m[5]*v1) + float64(m[6]*v2) + float64(m[7]*v3)
	y[2] = float64(m[8]*v0) + float64(m[9]*v1) + float64(m[10]*v2) + float64(m[11]*v3)
	y[3] = float64(m[12]*v0) + float64(m[13]*v1) + float64(m[14]*v2) + float64(m[15]*v3)
}

// MulVecT4 sets y = mᵀ·v for a 4×4 matrix m. y may be v.
func MulVecT4(y *[4]float64, m *[16]float64, v *[4]float64) {
	v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
	y[0] = float64(m[0]*v0) + float64(m[4]*v1) + float64(m[8]*v2) + float64(m[12]*v3)
	y[1] = float64(m[1]*v0) + float64(m[5]*v1) + float64(m[9]*v2) + float64(m[13]*v3)
	y[2] = float64(m[2]*v0) + float64(m[6]*v1) + float64(m[10]*v2) + float64(m[14]*v3)
	y[3] = float64(m[3]*v0) + float64(m[7]*v1) + float64(m[11]*v2) + float64(m[15]*v3)
}
