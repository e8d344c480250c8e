package linalg

import "unsafe"

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
		for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
			b := blocks[p*dd : p*dd+dd]
			x0 := row(x, int(col[p])*w, w)
			for r := range d {
				br := b[r*d : r*d+d]
				yr := row(y, i*w+r*c, c)
				switch d {
				case 4:
					addFour((*[4]float64)(br), x0, unsafe.Add(x0, 8*c), unsafe.Add(x0, 16*c), unsafe.Add(x0, 24*c), yr, c)
				case 3:
					addTwo((*[2]float64)(br), x0, unsafe.Add(x0, 8*c), yr, c)
					addOne(br[2], unsafe.Add(x0, 16*c), yr, c)
				case 2:
					addTwo((*[2]float64)(br), x0, unsafe.Add(x0, 8*c), yr, c)
				default:
					for s, v := range br {
						addOne(v, unsafe.Add(x0, 8*s*c), yr, c)
					}
				}
			}
		}
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
