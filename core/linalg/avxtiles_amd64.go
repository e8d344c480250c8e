package linalg

// This file contains the kernels gemm, spmm and block (kern.go), and declares the assembly loops of tiles_amd64.h that they call. In a
// loop, a width w is a multiple of the numbers in a register.

// avx2Tile and avx512Tile add alpha·A·panel to a tile of c with 4 rows and two registers to a row. The rows of c start ldc numbers apart.
// a points at the first elements of four rows of A. Each row has depth elements, which are step numbers apart.
//
//go:noescape
func avx2Tile(depth int, alpha float64, a *[4]*float64, step int, panel, c *float64, ldc int)

//go:noescape
func avx512Tile(depth int, alpha float64, a *[4]*float64, step int, panel, c *float64, ldc int)

// avx2Pack and avx512Pack copy the numbers of two registers from each row of b to panel. b has depth rows, which start ld numbers apart.
//
//go:noescape
func avx2Pack(depth, ld int, b, panel *float64)

//go:noescape
func avx512Pack(depth, ld int, b, panel *float64)

// avxTranspose copies n numbers from each of four rows of b to four columns of panel. n is a multiple of four. The rows
// of b start ld numbers apart, and the rows of panel have width numbers.
//
//go:noescape
func avxTranspose(n, ld int, b, panel *float64, width int)

// avx2SpMMRow and avx512SpMMRow set w numbers of y to Σ_p val[p]·(row col[p] of b), in ascending p < count. The rows of b start
// ld numbers apart. For old = −1 each sum starts at the old number of y. For old = 0 each sum starts at 0, since the loop
// masks the bits of the old number by the bits of old.
//
//go:noescape
func avx2SpMMRow(col *int32, val *float64, count, w, ld int, b, y *float64, old int)

//go:noescape
func avx512SpMMRow(col *int32, val *float64, count, w, ld int, b, y *float64, old int)

// avx2BlockNode and avx512BlockNode set w columns of the four rows of a node, where w is a multiple of the numbers in two registers, to
//
//	Σ_p Σ_s (column s of block p)·(row 4·col[p] + s of x),  p < count, s < 4
//
// The terms are added in ascending p and s to a sum that starts at 0. The rows of x start ldx numbers apart. y points at
// the first row of the node, and the rows of y start ldy numbers apart.
//
//go:noescape
func avx2BlockNode(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy, w int)

//go:noescape
func avx512BlockNode(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy, w int)

// avx2BlockPair and avx512BlockPair are the same loops for the two rows of a node with 2×2 blocks. They compute as many columns as four
// registers hold: 16 with AVX2, 32 with AVX-512.
//
//go:noescape
func avx2BlockPair(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy int)

//go:noescape
func avx512BlockPair(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy int)

// avxBlockRow is avx2BlockNode for a single row of a node with d×d blocks. blocks points at this row of the first block.
//
//go:noescape
func avxBlockRow(d, count int, col *int32, blocks, x *float64, ldx int, y *float64, w int)

// gemmPanel is the largest number of elements in a packed panel of op(B), 16 KiB. A row of the panel fills two registers,
// so a panel has up to 256 rows with AVX2 and up to 128 rows with AVX-512.
const gemmPanel = 8 * gemmDepth

// gemm is the kernel gemm, in tiles of four rows and two registers. It packs op(B) into panels, as goGemm does.
func (l lanes) gemm(m, n, k int, alpha float64, a []float64, ari, acl int, b []float64, brl, bcj int, c []float64, ldc int) {
	if m < 4 { // op(A) does not fill a tile
		goGemm(m, n, k, alpha, a, ari, acl, b, brl, bcj, c, ldc)
		return
	}
	var panel [gemmPanel]float64
	maxDepth := gemmPanel / (2 * int(l))
	// l0 is the first term, i0 the first row and j the first column of a block.
	for l0 := 0; l0 < k; l0 += maxDepth {
		depth := min(maxDepth, k-l0)
		for i0 := 0; i0 < m; i0 += gemmRows {
			end := min(i0+gemmRows, m)
			used := l // lanes for the present columns
			for j := 0; j < n; j += 2 * int(used) {
				if n-j <= 8 { // two registers of four numbers hold the last columns
					used = 4
				}
				w := min(2*int(used), n-j)
				used.pack(&panel, b, l0, depth, j, w, brl, bcj)
				used.timesPanel(i0, end, w, depth, alpha, a[l0*acl:], ari, acl, &panel, c[j:], ldc)
			}
		}
	}
}

// timesPanel adds alpha·A·panel to the first w columns of the rows i0 … end−1 of c. w is at most the numbers of two registers.
// Row i of c begins at c[i*ldc]. Element q < depth of row i of A is a[i*ari+q*acl].
func (l lanes) timesPanel(i0, end, w, depth int, alpha float64, a []float64, ari, acl int, panel *[gemmPanel]float64,
	c []float64, ldc int) {
	width := 2 * int(l)
	for i := i0; i < end; i += 4 {
		height := min(4, end-i) // rows of the tile in c
		var starts [4]*float64  // the first elements of four rows of A
		for r := range starts {
			present := min(r, height-1) // the last row replaces missing rows
			starts[r] = &a[(i+present)*ari]
		}
		if height == 4 && w == width {
			l.tile(depth, alpha, &starts, acl, panel, c[i*ldc:(i+3)*ldc+w], ldc)
			continue
		}
		// A whole tile would exceed the rows or columns of c. A tile outside c is computed, and the needed part is copied to c.
		var tile [4 * 16]float64
		for r := range height {
			copy(tile[width*r:width*r+w], c[(i+r)*ldc:])
		}
		l.tile(depth, alpha, &starts, acl, panel, tile[:], width)
		for r := range height {
			copy(c[(i+r)*ldc:][:w], tile[width*r:])
		}
	}
}

// tile calls avx2Tile or avx512Tile.
func (l lanes) tile(depth int, alpha float64, a *[4]*float64, step int, panel *[gemmPanel]float64, c []float64, ldc int) {
	if l == 8 {
		avx512Tile(depth, alpha, a, step, &panel[0], &c[0], ldc)
	} else {
		avx2Tile(depth, alpha, a, step, &panel[0], &c[0], ldc)
	}
}

// pack copies the columns j … j+w−1 of the rows l0 … l0+depth−1 of op(B) into panel, with two registers to a row.
// Missing columns are 0.
func (l lanes) pack(panel *[gemmPanel]float64, b []float64, l0, depth, j, w, brl, bcj int) {
	width := 2 * int(l)
	isPart := w < width
	isStrided := brl != 1 && bcj != 1 // neither rows nor columns of op(B) are consecutive in memory
	// The slices before [0] check the bounds of b, since the assembly loops do not.
	switch {
	case isPart || isStrided:
		packB(panel[:], width, b, l0, depth, j, w, brl, bcj)
	case bcj == 1 && l == 8:
		avx512Pack(depth, brl, &b[l0*brl+j : (l0+depth-1)*brl+j+w][0], &panel[0])
	case bcj == 1:
		avx2Pack(depth, brl, &b[l0*brl+j : (l0+depth-1)*brl+j+w][0], &panel[0])
	default: // the elements of a column of op(B) are consecutive in b
		whole := depth &^ 3 // rows that avxTranspose copies, four columns at a time; packB copies the rest
		for q := 0; q < w && whole > 0; q += 4 {
			avxTranspose(whole, bcj, &b[l0+(j+q)*bcj : l0+(j+q+3)*bcj+whole][0], &panel[q], width)
		}
		if whole < depth {
			packB(panel[width*whole:], width, b, l0+whole, depth-whole, j, w, brl, bcj)
		}
	}
}

// spmm is the kernel spmm.
func (l lanes) spmm(ptr, col []int32, val, b, c []float64, w int) {
	if w < fewest {
		goSpMM(ptr, col, val, b, c, w)
		return
	}
	l.rows(ptr, col, val, b, c, w, -1) // −1 adds to c
}

// rows is SpMM for rows of w ≥ 4 numbers. For old = −1 it adds to c. For old = 0 it sets c, and w must be a multiple of four, since
// Go can only add to the last columns.
func (l lanes) rows(ptr, col []int32, val, b, c []float64, w, old int) {
	// Wide registers process the columns before wideEnd, narrow registers the columns from wideEnd to narrowEnd−1, and Go the rest.
	narrowEnd, wideEnd := w&^3, 0
	if l == 8 && w >= 32 { // for fewer columns, four narrow registers are faster than a few wide registers
		wideEnd = w &^ 7
	}
	for i := range len(ptr) - 1 {
		p, end := int(ptr[i]), int(ptr[i+1])
		if p == end { // the row of A is empty
			if old == 0 { // the row of c is set, so it becomes 0
				clear(c[i*w:][:w])
			}
			continue
		}
		y, k, v := c[i*w:][:w], &col[p:end][0], &val[p:end][0]
		if wideEnd > 0 {
			avx512SpMMRow(k, v, end-p, wideEnd, w, &b[0], &y[0], old)
		}
		if wideEnd < narrowEnd {
			avx2SpMMRow(k, v, end-p, narrowEnd-wideEnd, w, &b[wideEnd], &y[wideEnd], old)
		}
		for ; narrowEnd < w && p < end; p++ { // if columns remain, Go adds all entries to them
			x := b[int(col[p])*w:][:w]
			for j := narrowEnd; j < w; j++ {
				y[j] += float64(val[p] * x[j]) // float64 forbids a fused multiply-add
			}
		}
	}
}

// block is the kernel block. Registers hold channels, so goBlock replaces the loops if the number c of channels is 0 or not
// a multiple of four.
func (l lanes) block(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64) {
	if c < 4 || c&3 != 0 {
		goBlock(n, d, ptr, col, blocks, x, y, c, work)
		return
	}
	if d == 1 && work == nil { // blocks of 1×1 are the values of a CSR matrix
		l.rows(ptr, col, blocks, x, y, c, 0) // 0 sets y
		return
	}
	// xs, with rows of ldx numbers, has the present group of channels: all channels of x, or a copy of the group in work.
	xs, ldx := x, c
	groupWidth := c
	if work != nil {
		groupWidth = packedWidth(d)
		xs, ldx = work[:n*d*groupWidth], groupWidth
	}
	for first := 0; first < c; first += groupWidth {
		w := min(groupWidth, c-first)
		if work != nil {
			packChannels(work, groupWidth, x, c, first, w)
		}
		for i := range n {
			p, end := int(ptr[i]), int(ptr[i+1])
			yi := y[i*d*c+first:] // the rows of node i
			if p == end {         // a node without blocks: the sum is 0
				for r := range d {
					clear(yi[r*c:][:w])
				}
				continue
			}
			l.blockNode(d, col[p:end], blocks[p*d*d:end*d*d], xs, ldx, yi, c, w)
		}
	}
}

// blockNode computes w channels of the d rows of a node. y begins with the first of these rows. blocks and col are the blocks of the
// node and their columns. The rows of x start ldx numbers apart, and the rows of y ldy.
func (l lanes) blockNode(d int, col []int32, blocks, x []float64, ldx int, y []float64, ldy, w int) {
	done := 0 // number of channels that an assembly loop has computed
	if d == 4 {
		y := y[:3*ldy+w] // checks the length, since the loops do not
		if l == 8 {
			done = w &^ 15 // pairs of wide registers
			if done > 0 {
				avx512BlockNode(len(col), &col[0], &blocks[0], &x[0], ldx, &y[0], ldy, done)
			}
		}
		narrow := (w - done) &^ 7 // pairs of narrow registers
		if narrow > 0 {
			avx2BlockNode(len(col), &col[0], &blocks[0], &x[done], ldx, &y[done], ldy, narrow)
			done += narrow
		}
	}
	if d == 2 { // four registers have 32 or 16 numbers
		y := y[:ldy+w] // checks the length
		for ; l == 8 && w-done >= 32; done += 32 {
			avx512BlockPair(len(col), &col[0], &blocks[0], &x[done], ldx, &y[done], ldy)
		}
		for ; w-done >= 16; done += 16 {
			avx2BlockPair(len(col), &col[0], &blocks[0], &x[done], ldx, &y[done], ldy)
		}
	}
	if done == w {
		return
	}
	// avxBlockRow computes the remaining channels, and all channels for other d.
	for r := range d {
		avxBlockRow(d, len(col), &col[0], &blocks[r*d], &x[done], ldx, &y[r*ldy+done : r*ldy+w][0], w-done)
	}
}
