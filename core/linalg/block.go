package linalg

// BlockApply sets y ← A·x for an n·d × n·d matrix of d×d blocks in block CSR
// form: the blocks of block row i are blocks[p*d*d : (p+1)*d*d] (row-major) in
// block column col[p], ptr[i] ≤ p < ptr[i+1]. x and y are (n·d)×c, row i·d+k
// being coordinate k of node i (a sheaf Laplacian acting on c channels).
//
// y_{i,r} starts at 0 and gains block_p[r,s]·x_{col[p],s} for p ascending and
// s = 0, …, d−1 within a block. d = 2, 3, 4 are unrolled. It panics when the
// lengths do not fit; x and y must not overlap.
func BlockApply(n, d int, ptr, col []int32, blocks []float64, x, y []float64, c int) {
	if len(ptr) != n+1 || len(blocks) < int(ptr[n])*d*d || len(x) != n*d*c || len(y) != n*d*c {
		panic("linalg: BlockApply of arrays that do not fit")
	}
	if n*d*c == 0 {
		return
	}
	kern.block(n, d, ptr, col, blocks, x, y, c)
}

func goBlock(n, d int, ptr, col []int32, blocks, x, y []float64, c int) {
	if c == 1 {
		blockVec(n, d, ptr, col, blocks, x, y)
		return
	}
	clear(y)
	w, dd := d*c, d*d
	for i := range n {
		yi := y[i*w : i*w+w : i*w+w]
		for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
			at := int(col[p]) * w
			b, xj := blocks[p*dd:p*dd+dd], x[at:at+w]
			for r := range d {
				yr, br := yi[r*c:r*c+c], b[r*d:r*d+d]
				switch d {
				case 4:
					addRows4((*[4]float64)(br), xj, yr)
				case 3:
					addRows3((*[3]float64)(br), xj, yr)
				case 2:
					addRows2((*[2]float64)(br), xj, yr)
				default:
					for s, v := range br {
						addRow(v, xj[s*c:s*c+c], yr)
					}
				}
			}
		}
	}
}

// addRows4 sets y ← (((y + b₀x₀) + b₁x₁) + b₂x₂) + b₃x₃ for the four rows of x.
func addRows4(b *[4]float64, x, y []float64) {
	c := len(y)
	x0, x1, x2, x3 := x[:c], x[c:][:c], x[2*c:][:c], x[3*c:][:c]
	b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
	for q, v := range y {
		v += float64(b0 * x0[q])
		v += float64(b1 * x1[q])
		v += float64(b2 * x2[q])
		y[q] = v + float64(b3*x3[q])
	}
}

func addRows3(b *[3]float64, x, y []float64) {
	c := len(y)
	x0, x1, x2 := x[:c], x[c:][:c], x[2*c:][:c]
	b0, b1, b2 := b[0], b[1], b[2]
	for q, v := range y {
		v += float64(b0 * x0[q])
		v += float64(b1 * x1[q])
		y[q] = v + float64(b2*x2[q])
	}
}

func addRows2(b *[2]float64, x, y []float64) {
	c := len(y)
	x0, x1 := x[:c], x[c:][:c]
	b0, b1 := b[0], b[1]
	for q, v := range y {
		v += float64(b0 * x0[q])
		y[q] = v + float64(b1*x1[q])
	}
}

// blockVec is goBlock for one channel, with the sums of a node in registers.
func blockVec(n, d int, ptr, col []int32, blocks, x, y []float64) {
	switch d {
	case 1:
		for i := range n {
			s := 0.0
			for p := ptr[i]; p < ptr[i+1]; p++ {
				s += float64(blocks[p] * x[col[p]])
			}
			y[i] = s
		}
	case 2:
		for i := range n {
			var s0, s1 float64
			for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
				b, v := (*[4]float64)(blocks[4*p:]), (*[2]float64)(x[2*col[p]:])
				s0 += float64(b[0] * v[0])
				s0 += float64(b[1] * v[1])
				s1 += float64(b[2] * v[0])
				s1 += float64(b[3] * v[1])
			}
			y[2*i], y[2*i+1] = s0, s1
		}
	case 4:
		for i := range n {
			var s0, s1, s2, s3 float64
			for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
				b, v := (*[16]float64)(blocks[16*p:]), (*[4]float64)(x[4*col[p]:])
				for k, xk := range v {
					s0 += float64(b[k] * xk)
					s1 += float64(b[4+k] * xk)
					s2 += float64(b[8+k] * xk)
					s3 += float64(b[12+k] * xk)
				}
			}
			*(*[4]float64)(y[4*i:]) = [4]float64{s0, s1, s2, s3}
		}
	default:
		clear(y)
		dd := d * d
		for i := range n {
			for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
				b, v := blocks[p*dd:p*dd+dd], x[int(col[p])*d:][:d]
				for r := range d {
					s := y[i*d+r]
					for k, xk := range v {
						s += float64(b[r*d+k] * xk)
					}
					y[i*d+r] = s
				}
			}
		}
	}
}
