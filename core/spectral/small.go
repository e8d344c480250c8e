package spectral

// mulBlock sets dst = a·b.
func mulBlock(d int, dst, a, b []float64) {
	if d == 4 {
		mulBlock4((*[16]float64)(dst), (*[16]float64)(a), (*[16]float64)(b))
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

func mulBlock4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = x*b[0] + y*b[4] + z*b[8] + w*b[12]
		dst[r+1] = x*b[1] + y*b[5] + z*b[9] + w*b[13]
		dst[r+2] = x*b[2] + y*b[6] + z*b[10] + w*b[14]
		dst[r+3] = x*b[3] + y*b[7] + z*b[11] + w*b[15]
	}
}

// subMulT sets dst −= a·bᵀ.
func subMulT(d int, dst, a, b []float64) {
	for r := range d {
		for c := range d {
			s := 0.0
			for k := range d {
				s += a[r*d+k] * b[c*d+k]
			}
			dst[r*d+c] -= s
		}
	}
}

func subMulT4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] -= x*b[0] + y*b[1] + z*b[2] + w*b[3]
		dst[r+1] -= x*b[4] + y*b[5] + z*b[6] + w*b[7]
		dst[r+2] -= x*b[8] + y*b[9] + z*b[10] + w*b[11]
		dst[r+3] -= x*b[12] + y*b[13] + z*b[14] + w*b[15]
	}
}

// addMulT4 sets dst += a·bᵀ.
func addMulT4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] += x*b[0] + y*b[1] + z*b[2] + w*b[3]
		dst[r+1] += x*b[4] + y*b[5] + z*b[6] + w*b[7]
		dst[r+2] += x*b[8] + y*b[9] + z*b[10] + w*b[11]
		dst[r+3] += x*b[12] + y*b[13] + z*b[14] + w*b[15]
	}
}

func mulVecT4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, b, c, e := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[4]*b + m[8]*c + m[12]*e
	y[1] = m[1]*a + m[5]*b + m[9]*c + m[13]*e
	y[2] = m[2]*a + m[6]*b + m[10]*c + m[14]*e
	y[3] = m[3]*a + m[7]*b + m[11]*c + m[15]*e
}

func mulVec4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, c, f, g := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[1]*c + m[2]*f + m[3]*g
	y[1] = m[4]*a + m[5]*c + m[6]*f + m[7]*g
	y[2] = m[8]*a + m[9]*c + m[10]*f + m[11]*g
	y[3] = m[12]*a + m[13]*c + m[14]*f + m[15]*g
}

// addOuter adds scale·a bᵀ to a d×d block.
func addOuter(d int, dst []float64, scale float64, a, b []float64) {
	for r := range d {
		for c := range d {
			dst[r*d+c] += scale * a[r] * b[c]
		}
	}
}

// addTMul adds scale·aᵀb, addMul scale·a b and addMulT scale·a bᵀ to a d×d block.
func addTMul(d int, dst []float64, scale float64, a, b []float64) {
	for k := range d {
		for r := range d {
			t := scale * a[k*d+r]
			for c := range d {
				dst[r*d+c] += t * b[k*d+c]
			}
		}
	}
}

func addMul(d int, dst []float64, scale float64, a, b []float64) {
	for r := range d {
		for k := range d {
			t := scale * a[r*d+k]
			for c := range d {
				dst[r*d+c] += t * b[k*d+c]
			}
		}
	}
}

func addMulT(d int, dst []float64, scale float64, a, b []float64) {
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
