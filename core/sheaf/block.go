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

// outerAdd adds scale·(u yᵀ + v xᵀ) to the d×d block g; u, v are d×w panels
// with row stride us, x and y d×w panels with row stride xs.
func outerAdd(g []float64, scale float64, u, v []float64, us int, y, x []float64, xs, d, w int) {
	for r := range d {
		ur, vr := u[r*us:r*us+w], v[r*us:r*us+w]
		vr = vr[:len(ur)]
		k := 0
		for ; k+2 <= d; k += 2 {
			y0, y1 := y[k*xs:][:len(ur)], y[(k+1)*xs:][:len(ur)]
			x0, x1 := x[k*xs:][:len(ur)], x[(k+1)*xs:][:len(ur)]
			s0, s1 := 0.0, 0.0
			for q, a := range ur {
				b := vr[q]
				s0 += float64(a*y0[q]) + float64(b*x0[q])
				s1 += float64(a*y1[q]) + float64(b*x1[q])
			}
			g[r*d+k] += float64(scale * s0)
			g[r*d+k+1] += float64(scale * s1)
		}
		if k < d {
			y0, x0 := y[k*xs:][:len(ur)], x[k*xs:][:len(ur)]
			s0 := 0.0
			for q, a := range ur {
				s0 += float64(a*y0[q]) + float64(vr[q]*x0[q])
			}
			g[r*d+k] += float64(scale * s0)
		}
	}
}

// gemmTN adds scale·aᵀb to c, all d×d.
func gemmTN(d int, scale float64, a, b, c []float64) {
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
