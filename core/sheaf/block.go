package sheaf

// The conversions float64(a*b) keep compilers from fusing a product into a
// sum, which some machines would do and others not.

// chunk is the number of channels that the edgewise loops treat at a time, so
// that their workspace fits on the stack.
const chunk = 32

// mulAdd adds the product of a d×d block and a d×w panel to a d×w panel:
// dst ← dst + M x with M[r][k] = b[r·rs+k·cs]; (rs, cs) = (d, 1) takes the
// block, (1, d) its transpose. ds and xs are the row strides of the panels.
func mulAdd(dst []float64, ds int, b []float64, rs, cs int, x []float64, xs, d, w int) {
	for r := range d {
		y := dst[r*ds : r*ds+w]
		row := b[r*rs:]
		k := 0
		for ; k+4 <= d; k += 4 {
			axpy4(y, row[k*cs], row[(k+1)*cs], row[(k+2)*cs], row[(k+3)*cs], x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:], x[(k+3)*xs:])
		}
		switch d - k {
		case 3:
			axpy3(y, row[k*cs], row[(k+1)*cs], row[(k+2)*cs], x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:])
		case 2:
			axpy2(y, row[k*cs], row[(k+1)*cs], x[k*xs:], x[(k+1)*xs:])
		case 1:
			axpy1(y, row[k*cs], x[k*xs:])
		}
	}
}

// mulSub is mulAdd with dst ← dst − M x.
func mulSub(dst []float64, ds int, b []float64, rs, cs int, x []float64, xs, d, w int) {
	for r := range d {
		y := dst[r*ds : r*ds+w]
		row := b[r*rs:]
		k := 0
		for ; k+4 <= d; k += 4 {
			axpy4(y, -row[k*cs], -row[(k+1)*cs], -row[(k+2)*cs], -row[(k+3)*cs], x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:], x[(k+3)*xs:])
		}
		switch d - k {
		case 3:
			axpy3(y, -row[k*cs], -row[(k+1)*cs], -row[(k+2)*cs], x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:])
		case 2:
			axpy2(y, -row[k*cs], -row[(k+1)*cs], x[k*xs:], x[(k+1)*xs:])
		case 1:
			axpy1(y, -row[k*cs], x[k*xs:])
		}
	}
}

func axpy4(y []float64, a0, a1, a2, a3 float64, x0, x1, x2, x3 []float64) {
	x0, x1, x2, x3 = x0[:len(y)], x1[:len(y)], x2[:len(y)], x3[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q]) + float64(a2*x2[q]) + float64(a3*x3[q])
	}
}

func axpy3(y []float64, a0, a1, a2 float64, x0, x1, x2 []float64) {
	x0, x1, x2 = x0[:len(y)], x1[:len(y)], x2[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q]) + float64(a2*x2[q])
	}
}

func axpy2(y []float64, a0, a1 float64, x0, x1 []float64) {
	x0, x1 = x0[:len(y)], x1[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q])
	}
}

func axpy1(y []float64, a0 float64, x0 []float64) {
	x0 = x0[:len(y)]
	for q := range y {
		y[q] += float64(a0 * x0[q])
	}
}

// outerAdd adds u yᵀ + v xᵀ to the d×d block g; all four are d×c panels.
func outerAdd(g, u, v, y, x []float64, d, c int) {
	for r := range d {
		ur := u[r*c:][:c]
		vr := v[r*c:][:len(ur)]
		k := 0
		for ; k+4 <= d; k += 4 {
			y0, y1, y2, y3 := y[k*c:][:len(ur)], y[(k+1)*c:][:len(ur)], y[(k+2)*c:][:len(ur)], y[(k+3)*c:][:len(ur)]
			x0, x1, x2, x3 := x[k*c:][:len(ur)], x[(k+1)*c:][:len(ur)], x[(k+2)*c:][:len(ur)], x[(k+3)*c:][:len(ur)]
			s0, s1, s2, s3 := 0.0, 0.0, 0.0, 0.0
			for q, a := range ur {
				b := vr[q]
				s0 += float64(a*y0[q]) + float64(b*x0[q])
				s1 += float64(a*y1[q]) + float64(b*x1[q])
				s2 += float64(a*y2[q]) + float64(b*x2[q])
				s3 += float64(a*y3[q]) + float64(b*x3[q])
			}
			g[r*d+k] += s0
			g[r*d+k+1] += s1
			g[r*d+k+2] += s2
			g[r*d+k+3] += s3
		}
		for ; k < d; k++ {
			y0, x0 := y[k*c:][:len(ur)], x[k*c:][:len(ur)]
			s0 := 0.0
			for q, a := range ur {
				s0 += float64(a*y0[q]) + float64(vr[q]*x0[q])
			}
			g[r*d+k] += s0
		}
	}
}

// gemmTN adds scale·aᵀb to c, all d×d.
func gemmTN(d int, scale float64, a, b, c []float64) {
	switch d {
	case 4:
		a, b, c := (*[16]float64)(a), (*[16]float64)(b), (*[16]float64)(c)
		row4(scale, a[0], a[4], a[8], a[12], b, (*[4]float64)(c[0:]))
		row4(scale, a[1], a[5], a[9], a[13], b, (*[4]float64)(c[4:]))
		row4(scale, a[2], a[6], a[10], a[14], b, (*[4]float64)(c[8:]))
		row4(scale, a[3], a[7], a[11], a[15], b, (*[4]float64)(c[12:]))
		return
	case 3:
		a, b, c := (*[9]float64)(a), (*[9]float64)(b), (*[9]float64)(c)
		row3(scale, a[0], a[3], a[6], b, (*[3]float64)(c[0:]))
		row3(scale, a[1], a[4], a[7], b, (*[3]float64)(c[3:]))
		row3(scale, a[2], a[5], a[8], b, (*[3]float64)(c[6:]))
		return
	case 2:
		a, b, c := (*[4]float64)(a), (*[4]float64)(b), (*[4]float64)(c)
		c[0] += float64(scale * (float64(a[0]*b[0]) + float64(a[2]*b[2])))
		c[1] += float64(scale * (float64(a[0]*b[1]) + float64(a[2]*b[3])))
		c[2] += float64(scale * (float64(a[1]*b[0]) + float64(a[3]*b[2])))
		c[3] += float64(scale * (float64(a[1]*b[1]) + float64(a[3]*b[3])))
		return
	}
	for r := range d {
		for k := range d {
			s := 0.0
			for p := range d {
				s += float64(a[p*d+r] * b[p*d+k])
			}
			c[r*d+k] += float64(scale * s)
		}
	}
}

// gemmNN adds scale·a b to c, all d×d.
func gemmNN(d int, scale float64, a, b, c []float64) {
	switch d {
	case 4:
		a, b, c := (*[16]float64)(a), (*[16]float64)(b), (*[16]float64)(c)
		row4(scale, a[0], a[1], a[2], a[3], b, (*[4]float64)(c[0:]))
		row4(scale, a[4], a[5], a[6], a[7], b, (*[4]float64)(c[4:]))
		row4(scale, a[8], a[9], a[10], a[11], b, (*[4]float64)(c[8:]))
		row4(scale, a[12], a[13], a[14], a[15], b, (*[4]float64)(c[12:]))
		return
	case 3:
		a, b, c := (*[9]float64)(a), (*[9]float64)(b), (*[9]float64)(c)
		row3(scale, a[0], a[1], a[2], b, (*[3]float64)(c[0:]))
		row3(scale, a[3], a[4], a[5], b, (*[3]float64)(c[3:]))
		row3(scale, a[6], a[7], a[8], b, (*[3]float64)(c[6:]))
		return
	case 2:
		a, b, c := (*[4]float64)(a), (*[4]float64)(b), (*[4]float64)(c)
		c[0] += float64(scale * (float64(a[0]*b[0]) + float64(a[1]*b[2])))
		c[1] += float64(scale * (float64(a[0]*b[1]) + float64(a[1]*b[3])))
		c[2] += float64(scale * (float64(a[2]*b[0]) + float64(a[3]*b[2])))
		c[3] += float64(scale * (float64(a[2]*b[1]) + float64(a[3]*b[3])))
		return
	}
	for r := range d {
		for k := range d {
			s := 0.0
			for p := range d {
				s += float64(a[r*d+p] * b[p*d+k])
			}
			c[r*d+k] += float64(scale * s)
		}
	}
}

// row4 adds scale·(a₀ a₁ a₂ a₃) b to one row c of a 4×4 product.
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
