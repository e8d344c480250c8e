package sgpc

// The maps of an edge are d×d with d ≤ 8: these loops beat a general kernel
// there. All matrices are row-major; dst overlaps no operand.

// mulAdd: dst += a·b.
func mulAdd(dst, a, b []float64, d int) {
	if d == 4 {
		mulAdd4((*[16]float64)(dst), (*[16]float64)(a), (*[16]float64)(b))
		return
	}
	for i := range d {
		out := dst[i*d : i*d+d]
		for k := range d {
			v := a[i*d+k]
			row := b[k*d : k*d+d]
			for j := range out {
				out[j] += v * row[j]
			}
		}
	}
}

func mulAdd4(dst, a, b *[16]float64) {
	for i := 0; i < 16; i += 4 {
		a0, a1, a2, a3 := a[i], a[i+1], a[i+2], a[i+3]
		dst[i] += a0*b[0] + a1*b[4] + a2*b[8] + a3*b[12]
		dst[i+1] += a0*b[1] + a1*b[5] + a2*b[9] + a3*b[13]
		dst[i+2] += a0*b[2] + a1*b[6] + a2*b[10] + a3*b[14]
		dst[i+3] += a0*b[3] + a1*b[7] + a2*b[11] + a3*b[15]
	}
}

// transpose: dst = s·aᵀ.
func transpose(dst, a []float64, d int, s float64) {
	for i := range d {
		for j := range d {
			dst[j*d+i] = s * a[i*d+j]
		}
	}
}
