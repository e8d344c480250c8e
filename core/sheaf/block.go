package sheaf

// This file contains the products of small blocks and panels. A panel is a matrix of
// d rows and many columns. The conversions float64(a*b) forbid fused multiply-adds:
// only some machines have them, and results must have equal bits everywhere.

// chunk is the number of channels that [Sheaf.Dirichlet] processes at once. Their
// workspace, MaxDim·chunk numbers, fits on the stack.
const chunk = 32

// mulAdd sets dst ← dst + sign·M x for a d×d matrix M and d×w panels dst and x.
// M[r][k] is b[r·rs+k·cs]: M is the block b for the strides (rs, cs) = (d, 1), and
// its transpose for (1, d). ds and xs are the row strides of dst and x.
func mulAdd(sign float64, dst []float64, ds int, b []float64, rs, cs int, x []float64, xs, d, w int) {
	for r := range d {
		y := dst[r*ds : r*ds+w]
		row := b[r*rs:] // M[r][k] is row[k·cs]
		// Four columns of M share a pass over y. The switch adds the remaining columns.
		k := 0
		for ; k+4 <= d; k += 4 {
			axpy4(y, sign*row[k*cs], sign*row[(k+1)*cs], sign*row[(k+2)*cs], sign*row[(k+3)*cs],
				x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:], x[(k+3)*xs:])
		}
		switch d - k {
		case 3:
			axpy3(y, sign*row[k*cs], sign*row[(k+1)*cs], sign*row[(k+2)*cs], x[k*xs:], x[(k+1)*xs:], x[(k+2)*xs:])
		case 2:
			axpy2(y, sign*row[k*cs], sign*row[(k+1)*cs], x[k*xs:], x[(k+1)*xs:])
		case 1:
			axpy1(y, sign*row[k*cs], x[k*xs:])
		}
	}
}

// axpy4 sets y ← y + (a₀x₀ + a₁x₁ + a₂x₂ + a₃x₃) in one pass. The sum in parentheses
// is completed first, which determines the rounding.
func axpy4(y []float64, a0, a1, a2, a3 float64, x0, x1, x2, x3 []float64) {
	x0, x1, x2, x3 = x0[:len(y)], x1[:len(y)], x2[:len(y)], x3[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q]) + float64(a2*x2[q]) + float64(a3*x3[q])
	}
}

// axpy3 is axpy4 for three rows.
func axpy3(y []float64, a0, a1, a2 float64, x0, x1, x2 []float64) {
	x0, x1, x2 = x0[:len(y)], x1[:len(y)], x2[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q]) + float64(a2*x2[q])
	}
}

// axpy2 is axpy4 for two rows.
func axpy2(y []float64, a0, a1 float64, x0, x1 []float64) {
	x0, x1 = x0[:len(y)], x1[:len(y)]
	for q := range y {
		y[q] += float64(a0*x0[q]) + float64(a1*x1[q])
	}
}

// axpy1 is axpy4 for a single row.
func axpy1(y []float64, a0 float64, x0 []float64) {
	x0 = x0[:len(y)]
	for q := range y {
		y[q] += float64(a0 * x0[q])
	}
}

// outerAdd adds u yᵀ + v xᵀ to the d×d block g; u, v, y and x are d×c panels.
func outerAdd(g, u, v, y, x []float64, d, c int) {
	for r := range d {
		ur := u[r*c:][:c]
		vr := v[r*c:][:len(ur)]
		// Four columns k … k+3 of g share a pass over row r of u and v.
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
