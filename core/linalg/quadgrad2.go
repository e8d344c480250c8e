package linalg

import "unsafe"

// This file contains the gradient of a sheaf Laplacian for stalks of dimension 2, for package sheaf.

// pairChannels is the number of channels (columns of x and y) that a pass of QuadGrad2
// processes. The second ends of the edges have an irregular order, so these channels of all nodes
// should fit into a cache. A node has 2 numbers of x and 2 of y in a channel, 256 bytes in all.
const pairChannels = 8

// QuadGrad2Work returns the length of the workspace that [QuadGrad2] needs for n
// nodes, m edges and c channels.
func QuadGrad2Work(n, m, c int) int {
	gram := 4 * n                          // the sums S of the nodes
	packed := 4 * n * min(c, pairChannels) // the channels of a pass
	cross := 0                             // the sums C of the edges, kept for the next pass
	if c > pairChannels {
		cross = 4 * m
	}
	return gram + packed + cross
}

// QuadGrad2 is sheaf.AddQuadGrad for d = 2. It adds to grad scale times the gradient of
// ⟨y, L x⟩ by the maps of a sheaf with the Laplacian L.
//   - pairs has the ends i, j of all edges. QuadGrad2 panics unless 0 ≤ i, j < n.
//   - maps has the 2×2 maps R_ij and R_ji of each edge, and grad has their gradients.
//   - x and y have two rows of c channels for each of n nodes.
//   - work has at least [QuadGrad2Work] numbers.
//
// Let x_i and y_i be the 2 numbers of node i in a channel. The sums S and C start at 0 and run
// over the channels in ascending order:
//
//	S_i = Σ (x_i y_iᵀ + y_i x_iᵀ) of a node,   C = Σ (x_j y_iᵀ + y_j x_iᵀ) of an edge
//	grad_ij ← (grad_ij + scale·R_ij S_i) − scale·R_ji C
//	grad_ji ← (grad_ji + scale·R_ji S_j) − scale·R_ij Cᵀ
func QuadGrad2(n int, pairs []int32, maps, x, y []float64, c int, scale float64, grad, work []float64) {
	m := len(pairs) / 2
	channelsFit := len(x) == 2*n*c && len(y) == len(x)
	mapsFit := len(maps) == 8*m && len(grad) == len(maps)
	if !channelsFit || !mapsFit || len(work) < QuadGrad2Work(n, m, c) {
		panic("linalg: QuadGrad2 of arrays that do not fit")
	}
	for _, i := range pairs {
		if uint(i) >= uint(n) { // also for a negative i
			panic("linalg: QuadGrad2 of an edge out of range")
		}
	}
	if m == 0 || c == 0 { // the gradient is 0
		return
	}
	gram, channels := work[:4*n], work[4*n:]
	packedLen := 4 * n * min(c, pairChannels)
	packed, cross := channels[:packedLen], channels[packedLen:]
	kern.quadGrad2(n, pairs, maps, x, y, c, scale, grad, gram, packed, cross)
}

// goQuadGrad2 is the kernel quadGrad2 in Go. A pass processes the w ≤ pairChannels channels from
// first on. cross keeps the sums C of the edges for the next pass. The last pass adds the gradients.
func goQuadGrad2(n int, pairs []int32, maps, x, y []float64, c int, scale float64, grad, gram, packed, cross []float64) {
	clear(gram)
	step := min(c, pairChannels)
	for first := 0; first < c; first += step {
		w := min(step, c-first)
		for i := range n {
			packPair((*[4]float64)(gram[4*i:]), packed[4*step*i:][:4*w], x[2*i*c+first:][:c+w], y[2*i*c+first:][:c+w], c)
		}
		isFirstPass, isLastPass := first == 0, first+w >= c
		p0 := row(packed, 0, len(packed)) // a pointer without bounds checks, for speed: QuadGrad2 has checked i and j
		for e := range len(pairs) / 2 {
			i, j := int(pairs[2*e]), int(pairs[2*e+1])
			var s [4]float64 // the sum C of the edge
			if !isFirstPass {
				s = *(*[4]float64)(cross[4*e:])
			}
			crossPair(&s, unsafe.Add(p0, 32*step*i), unsafe.Add(p0, 32*step*j), w) // a channel has 4 numbers, 32 bytes
			if !isLastPass {
				*(*[4]float64)(cross[4*e:]) = s
				continue
			}
			// The gradient of the edge.
			ri, rj := (*[4]float64)(maps[8*e:]), (*[4]float64)(maps[8*e+4:])
			gi, gj := (*[4]float64)(grad[8*e:]), (*[4]float64)(grad[8*e+4:])
			addProduct2(gi, scale, ri, (*[4]float64)(gram[4*i:]))
			addProduct2(gi, -scale, rj, &s)
			addProduct2(gj, scale, rj, (*[4]float64)(gram[4*j:]))
			s[1], s[2] = s[2], s[1] // Cᵀ
			addProduct2(gj, -scale, ri, &s)
		}
	}
}

// packPair copies len(dst)/4 channels of a node to dst, as x₀ x₁ y₀ y₁ for each channel, and adds
// their terms to the sum g = S of the node. In x and y the second row of the node begins c numbers
// after the first row.
func packPair(g *[4]float64, dst, x, y []float64, c int) {
	x1, y1 := x[c:], y[c:]
	s0, s1, s2, s3 := g[0], g[1], g[2], g[3]
	for q := range len(dst) / 4 {
		a, b, u, v := x[q], x1[q], y[q], y1[q]
		*(*[4]float64)(dst[4*q:]) = [4]float64{a, b, u, v}
		s0 += float64(a*u) + float64(u*a) // float64 forbids a fused multiply-add
		s1 += float64(a*v) + float64(u*b)
		s2 += float64(b*u) + float64(v*a)
		s3 += float64(b*v) + float64(v*b)
	}
	*g = [4]float64{s0, s1, s2, s3}
}

// crossPair adds the terms of w channels to the sum s = C of an edge. pi and pj point
// to the channels of its ends i and j, in the layout of packPair.
func crossPair(s *[4]float64, pi, pj unsafe.Pointer, w int) {
	s0, s1, s2, s3 := s[0], s[1], s[2], s[3]
	for q := 0; q < 32*w; q += 32 {
		a, b := (*[4]float64)(unsafe.Add(pi, q)), (*[4]float64)(unsafe.Add(pj, q)) // of i and of j
		x0, x1, y0, y1 := a[0], a[1], a[2], a[3]
		s0 += float64(b[0]*y0) + float64(b[2]*x0)
		s1 += float64(b[0]*y1) + float64(b[2]*x1)
		s2 += float64(b[1]*y0) + float64(b[3]*x0)
		s3 += float64(b[1]*y1) + float64(b[3]*x1)
	}
	*s = [4]float64{s0, s1, s2, s3}
}

// addProduct2 adds scale·A·B to C, all 2×2.
func addProduct2(c *[4]float64, scale float64, a, b *[4]float64) {
	c[0] += float64(scale * (float64(a[0]*b[0]) + float64(a[1]*b[2])))
	c[1] += float64(scale * (float64(a[0]*b[1]) + float64(a[1]*b[3])))
	c[2] += float64(scale * (float64(a[2]*b[0]) + float64(a[3]*b[2])))
	c[3] += float64(scale * (float64(a[2]*b[1]) + float64(a[3]*b[3])))
}
