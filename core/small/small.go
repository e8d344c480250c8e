// Package small multiplies row-major d×d matrices with d ≤ 8, the blocks of a sheaf, faster than a general kernel.
// dst must overlap no operand; nothing is allocated or checked.
//
// Sums are in two orders, which differ in the last bit.
// AddMul, AddTMul, MulAdd (d = 4), Mul and AddMulT complete a sum over the inner index before adding it to dst.
// Functions whose name ends in Terms, and MulAdd (d ≠ 4), add its terms to dst one by one.
// The conversions float64(a*b) prevent fused multiply-adds, which only some machines have.
package small

// AddMul sets dst += scale·a·b.
func AddMul(d int, scale float64, a, b, dst []float64) { addMul(d, scale, a, d, 1, b, dst) }

// AddTMul sets dst += scale·aᵀ·b.
func AddTMul(d int, scale float64, a, b, dst []float64) { addMul(d, scale, a, 1, d, b, dst) }

// addMul sets dst += scale·M·b with M[r][p] = a[r·rs+p·cs].
func addMul(d int, scale float64, a []float64, rs, cs int, b, dst []float64) {
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

// row4 adds scale·(a₀ a₁ a₂ a₃)·b to one row c of a 4×4 product, unrolled so that the compiler keeps the row in registers.
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

// MulAdd sets dst += a·b.
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
				s += a[r*d+k] * b[k*d+c]
			}
			dst[r*d+c] = s
		}
	}
}

func mul4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = x*b[0] + y*b[4] + z*b[8] + w*b[12]
		dst[r+1] = x*b[1] + y*b[5] + z*b[9] + w*b[13]
		dst[r+2] = x*b[2] + y*b[6] + z*b[10] + w*b[14]
		dst[r+3] = x*b[3] + y*b[7] + z*b[11] + w*b[15]
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
			t := 0.0
			for k := range d {
				t += a[r*d+k] * b[c*d+k]
			}
			dst[r*d+c] += scale * t
		}
	}
}

func addMulT4(scale float64, a, b, dst *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] += float64(scale * (float64(x*b[0]) + float64(y*b[1]) + float64(z*b[2]) + float64(w*b[3])))
		dst[r+1] += float64(scale * (float64(x*b[4]) + float64(y*b[5]) + float64(z*b[6]) + float64(w*b[7])))
		dst[r+2] += float64(scale * (float64(x*b[8]) + float64(y*b[9]) + float64(z*b[10]) + float64(w*b[11])))
		dst[r+3] += float64(scale * (float64(x*b[12]) + float64(y*b[13]) + float64(z*b[14]) + float64(w*b[15])))
	}
}

// AddMulTerms sets dst += scale·a·b.
func AddMulTerms(d int, scale float64, a, b, dst []float64) {
	for r := range d {
		for k := range d {
			addRow(scale*a[r*d+k], b[k*d:k*d+d], dst[r*d:])
		}
	}
}

// AddTMulTerms sets dst += scale·aᵀ·b.
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

// addRow sets dst += t·row.
func addRow(t float64, row, dst []float64) {
	dst = dst[:len(row)]
	for c, v := range row {
		dst[c] += t * v
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

// MulVec4 sets y = m·v.
func MulVec4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, c, f, g := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[1]*c + m[2]*f + m[3]*g
	y[1] = m[4]*a + m[5]*c + m[6]*f + m[7]*g
	y[2] = m[8]*a + m[9]*c + m[10]*f + m[11]*g
	y[3] = m[12]*a + m[13]*c + m[14]*f + m[15]*g
}

// MulVecT4 sets y = mᵀ·v.
func MulVecT4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, b, c, e := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[4]*b + m[8]*c + m[12]*e
	y[1] = m[1]*a + m[5]*b + m[9]*c + m[13]*e
	y[2] = m[2]*a + m[6]*b + m[10]*c + m[14]*e
	y[3] = m[3]*a + m[7]*b + m[11]*c + m[15]*e
}
