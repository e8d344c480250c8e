package linalg

import "unsafe"

// This file contains products with block CSR matrices, such as the sheaf Laplacian of package sheaf.

// packedFrom is the smallest length of x, in numbers (2 MiB), for which BlockApply copies each
// group of channels into the workspace before the product. The caches then hold the group.
const packedFrom = 1 << 18

// packedWidth returns the number of channels of a group for d×d blocks, a multiple of
// 4. If d ≤ 8, a node has at most 32 numbers (256 bytes) in a group.
func packedWidth(d int) int { return max(4, 32/d&^3) }

// BlockWork returns the length, in numbers, of the workspace for a fast [BlockApply] with n·d rows
// and c channels. It returns 0 if all channels form one group or if x is shorter than
// packedFrom, since a copy would then not help.
func BlockWork(n, d, c int) int {
	if c <= packedWidth(d) || n*d*c < packedFrom {
		return 0
	}
	return n * d * packedWidth(d)
}

// stripsFrom is the smallest length of x, in numbers (4 MiB), for which repeated products are faster
// in strips. A strip is a group of channels, and all products of a strip precede the next strip.
const stripsFrom = 1 << 19

// StripWidth returns the fastest number of channels per strip for repeated products of A with
// an x of n·d rows and c channels. The result is c if the caches hold x without strips.
func StripWidth(n, d, c int) int {
	if n*d*c < stripsFrom {
		return c
	}
	return min(c, packedWidth(d))
}

// BlockApply sets y ← A·x for an n·d × n·d matrix A of d×d blocks in block CSR form. Block row i
// has the row-major blocks blocks[p*d*d : (p+1)*d*d] in block column col[p] for
// ptr[i] ≤ p < ptr[i+1]. The columns must be in range: not every kernel checks them. x and y are
// (n·d)×c for c channels, and must not overlap. Row i·d+k is coordinate k of node i.
//
// y_{i,r} starts at 0, and the terms block_p[r,s]·x_{col[p],s} are added for p ascending and
// s = 0, …, d−1 within a block. A workspace work of BlockWork(n, d, c) numbers makes the product
// faster. A shorter work, such as nil, is not used.
func BlockApply(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64) {
	matrixFits := len(ptr) == n+1 && len(blocks) >= int(ptr[n])*d*d
	if !matrixFits || len(x) != n*d*c || len(y) != n*d*c {
		panic("linalg: BlockApply of arrays that do not fit")
	}
	if n*d*c == 0 {
		return
	}
	size := BlockWork(n, d, c)
	if size == 0 || len(work) < size {
		work = nil
	}
	kern.block(n, d, ptr, col, blocks, x, y, c, work)
}

// BlockApplyRows sets y to the block rows lo … hi−1 of A·x, with the same bits as
// [BlockApply]. y has (hi−lo)·d rows. A caller can process this part of y while the caches
// hold it.
func BlockApplyRows(lo, hi, d int, ptr, col []int32, blocks, x, y []float64, c int) {
	rowsExist := 0 <= lo && lo <= hi && hi < len(ptr)
	if !rowsExist || len(blocks) < int(ptr[hi])*d*d || len(y) != (hi-lo)*d*c {
		panic("linalg: BlockApplyRows of arrays that do not fit")
	}
	if len(y) > 0 {
		kern.block(hi-lo, d, ptr[lo:hi+1], col, blocks, x, y, c, nil) // without a workspace
	}
}

// BlockSweep sets the block rows of v from row first on, in ascending order. The earlier block
// rows are given. Block row first+k becomes the product of block row k of the matrix with v, so
// the block columns of this row must be smaller than first+k.
func BlockSweep(first, d int, ptr, col []int32, blocks, v []float64, c int) {
	rows := len(ptr) - 1
	if len(blocks) < int(ptr[rows])*d*d || len(v) != (first+rows)*d*c {
		panic("linalg: BlockSweep of arrays that do not fit")
	}
	if rows*d*c > 0 { // without a workspace (nil), the kernels complete each block row before the next row needs it
		kern.block(rows, d, ptr, col, blocks, v, v[first*d*c:], c, nil)
	}
}

// goBlock is the kernel block in Go. work is nil or has at least the length of BlockWork.
func goBlock(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64) {
	if c == 1 {
		blockVec(n, d, ptr, col, blocks, x, y)
		return
	}
	// xs has the present group of channels: all of x, or a copy in work.
	xs, ldx, step := x, c, c
	if work != nil {
		step = packedWidth(d)
		xs, ldx = work[:n*d*step], step
	}
	for first := 0; first < c; first += step {
		w := min(step, c-first)
		if work != nil {
			packChannels(work, step, x, c, first, w)
		}
		fitsTwoRows := d == 2 && w&3 == 0 // twoRows processes four channels at a time
		for i := range n {
			p, end := int(ptr[i]), int(ptr[i+1])
			if fitsTwoRows && p < end { // row needs at least one number, so at least one block
				// twoRows takes pointers, and row lengths in bytes: 8 for each number.
				b, x0, y0 := row(blocks, 4*p, 4*(end-p)), row(xs, 0, len(xs)), row(y, 2*i*c, 2*c)
				for j := 0; j < w; j += 4 {
					twoRows(col[p:end], b, unsafe.Add(x0, 8*j), 8*ldx, unsafe.Add(y0, 8*(first+j)), 8*c)
				}
				continue
			}
			blockRows(d, col[p:end], blocks[p*d*d:end*d*d], xs, ldx, y[i*d*c+first:], c, w)
		}
	}
}

// packChannels copies the channels first … first+w−1 of x to the first w numbers of each
// row of work. A row of x has c numbers, and a row of work has step numbers.
func packChannels(work []float64, step int, x []float64, c, first, w int) {
	start := 0 // start of the present row of work
	for k := first; k < len(x); k += c {
		copy(work[start:start+w], x[k:k+w])
		start += step
	}
}

// blockRows sets w channels of the d rows y of a node to the product of its blocks with x. col
// has the block columns of these blocks. ldx and ldy are the row lengths of x and y in numbers.
func blockRows(d int, col []int32, blocks, x []float64, ldx int, y []float64, ldy, w int) {
	for r := range d {
		clear(y[r*ldy : r*ldy+w])
	}
	for p, column := range col {
		b := blocks[p*d*d : (p+1)*d*d]
		x0 := row(x, int(column)*d*ldx, (d-1)*ldx+w)
		for r := range d {
			// Row r of the block times the d rows of x. addFour and addTwo pass over yr once for several rows of x.
			br, yr := b[r*d:r*d+d], row(y, r*ldy, w)
			switch d {
			case 4:
				addFour((*[4]float64)(br), x0, unsafe.Add(x0, 8*ldx), unsafe.Add(x0, 16*ldx), unsafe.Add(x0, 24*ldx), yr, w)
			case 3:
				addTwo((*[2]float64)(br), x0, unsafe.Add(x0, 8*ldx), yr, w)
				addOne(br[2], unsafe.Add(x0, 16*ldx), yr, w)
			case 2:
				addTwo((*[2]float64)(br), x0, unsafe.Add(x0, 8*ldx), yr, w)
			default:
				for s, v := range br {
					addOne(v, unsafe.Add(x0, 8*s*ldx), yr, w)
				}
			}
		}
	}
}

// twoRows is blockRows for d = 2 and four channels, with the row lengths ldx and ldy in bytes.
// The registers s0 … s3 have the sums of row 0, and u0 … u3 the sums of row 1. The loop
// computes offsets instead of advancing pointers, since a pointer must stay within its array.
// The caller has checked the lengths of the arrays, but not the block columns.
func twoRows(col []int32, b, x unsafe.Pointer, ldx int, y unsafe.Pointer, ldy int) {
	var s0, s1, s2, s3, u0, u1, u2, u3 float64
	for p, column := range col {
		// Column 0 of the block times the first row of x in the block column, then column 1 times the second row.
		start := int(column) * 2 * ldx // byte offset of the first row
		bs, xs := (*[4]float64)(unsafe.Add(b, 32*p)), (*[4]float64)(unsafe.Add(x, start))
		top, bottom := bs[0], bs[2]
		s0 += float64(top * xs[0]) // float64 forbids a fused multiply-add
		s1 += float64(top * xs[1])
		s2 += float64(top * xs[2])
		s3 += float64(top * xs[3])
		u0 += float64(bottom * xs[0])
		u1 += float64(bottom * xs[1])
		u2 += float64(bottom * xs[2])
		u3 += float64(bottom * xs[3])
		xs = (*[4]float64)(unsafe.Add(x, start+ldx))
		top, bottom = bs[1], bs[3]
		s0 += float64(top * xs[0])
		s1 += float64(top * xs[1])
		s2 += float64(top * xs[2])
		s3 += float64(top * xs[3])
		u0 += float64(bottom * xs[0])
		u1 += float64(bottom * xs[1])
		u2 += float64(bottom * xs[2])
		u3 += float64(bottom * xs[3])
	}
	*(*[4]float64)(y) = [4]float64{s0, s1, s2, s3}
	*(*[4]float64)(unsafe.Add(y, ldy)) = [4]float64{u0, u1, u2, u3}
}

// blockVec is goBlock for a single channel.
func blockVec(n, d int, ptr, col []int32, blocks, x, y []float64) {
	// Registers hold the sums of the d rows of node i for d = 1, 2 and 4. For other d they are in y.
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
				for q, xq := range v {
					s0 += float64(b[q] * xq)
					s1 += float64(b[4+q] * xq)
					s2 += float64(b[8+q] * xq)
					s3 += float64(b[12+q] * xq)
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
					for q, xq := range v {
						s += float64(b[r*d+q] * xq)
					}
					y[i*d+r] = s
				}
			}
		}
	}
}
