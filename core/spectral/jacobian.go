package spectral

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// This file contains the Jacobian J of the blocks of a Laplacian with respect to the maps,
// for a Reassembler.

// jacobian sets p to J u: the first-order change of the blocks of L(cur) at the nodes (diag)
// and edges (off) for a change u of the unknowns (see mapsOf).
func (s *Reassembler) jacobian(p *pattern, u []float64) {
	d, dd := s.d, s.d*s.d
	z := s.mapsOf(u)
	// Four products of d×d matrices per edge. They move the n blocks of diag and, per edge, two
	// maps, their two changes and the block of off.
	s.spent.Add(float64(4*len(s.edges)*dd*d), float64((s.n+5*len(s.edges))*dd))
	clear(p.diag)
	clear(p.off)
	for e, ed := range s.edges {
		a, b := s.cur.Map(e, 0), s.cur.Map(e, 1) // the maps of the edge; x and y are their changes
		x, y := z[2*e*dd:(2*e+1)*dd], z[(2*e+1)*dd:(2*e+2)*dd]
		di, dj := p.diag[int(ed.I)*dd:int(ed.I+1)*dd], p.diag[int(ed.J)*dd:int(ed.J+1)*dd]
		small.AddTMulTerms(d, 1, a, x, di)
		small.AddTMulTerms(d, 1, b, y, dj)
		off := p.off[e*dd : (e+1)*dd]
		small.AddTMulTerms(d, -1, x, b, off)
		small.AddTMulTerms(d, -1, a, y, off)
	}
	// The change of a diagonal block is the sum of RᵀδR and its transpose.
	for i := range s.n {
		b := p.diag[i*dd : (i+1)*dd]
		for r := range d {
			for c := range r + 1 {
				t := b[r*d+c] + b[c*d+r]
				b[r*d+c], b[c*d+r] = t, t
			}
		}
	}
}

// jacobianT sets g to Jᵀp at the maps of c, where Jᵀ is the adjoint for the inner product
// pattern.dot. For p = X = L(c) − L', the result is half the gradient of ‖X‖². Without Tied it
// is 2(R_ij X_ii − R_ji X_ji) and 2(R_ji X_jj − R_ij X_ij) for the two maps of an edge.
func (s *Reassembler) jacobianT(g []float64, p pattern, c *sheaf.Sheaf) {
	d, dd := s.d, s.d*s.d
	z := s.maps
	clear(z)
	// Four products of d×d matrices per edge, with the same matrices as in jacobian.
	s.spent.Add(float64(4*len(s.edges)*dd*d), float64((s.n+5*len(s.edges))*dd))
	for e, ed := range s.edges {
		a, b := c.Map(e, 0), c.Map(e, 1) // x and y are the parts of Jᵀp for these maps
		x, y := z[2*e*dd:(2*e+1)*dd], z[(2*e+1)*dd:(2*e+2)*dd]
		off := p.off[e*dd : (e+1)*dd]
		small.AddMulTerms(d, 2, a, p.diag[int(ed.I)*dd:int(ed.I+1)*dd], x)
		small.AddMulTerms(d, 2, b, p.diag[int(ed.J)*dd:int(ed.J+1)*dd], y)
		small.AddMulT(d, -2, b, off, x)
		small.AddMulTerms(d, -2, a, off, y)
	}
	s.unknownsOf(g, z)
}

// mapsOf returns the change of the maps for a change u of the unknowns. Without Tied the
// unknowns are the maps, and the result is u. With Tied each edge has one unknown matrix,
// and the map from a node is this matrix times the node's matrix in roots (nil: identity
// matrices). The result then shares memory with s.
func (s *Reassembler) mapsOf(u []float64) []float64 {
	if !s.opt.Tied {
		return u
	}
	d, dd := s.d, s.d*s.d
	// Two products of d×d matrices per edge, also counted for roots = nil. They move the n roots and,
	// per edge, the unknown and two maps.
	s.spent.Add(float64(2*len(s.edges)*dd*d), float64((s.n+3*len(s.edges))*dd))
	clear(s.maps)
	for e, ed := range s.edges {
		for side, i := range [2]int32{ed.I, ed.J} {
			z := s.maps[(2*e+side)*dd : (2*e+side+1)*dd]
			if s.roots == nil {
				copy(z, u[e*dd:(e+1)*dd])
				continue
			}
			small.AddMulTerms(d, 1, u[e*dd:(e+1)*dd], s.roots[int(i)*dd:int(i+1)*dd], z)
		}
	}
	return s.maps
}

// unknownsOf applies the adjoint of mapsOf to z, a change of the maps, and stores
// the result in g.
func (s *Reassembler) unknownsOf(g, z []float64) {
	if !s.opt.Tied {
		copy(g, z)
		return
	}
	d, dd := s.d, s.d*s.d
	// The same work as in mapsOf.
	s.spent.Add(float64(2*len(s.edges)*dd*d), float64((s.n+3*len(s.edges))*dd))
	clear(g)
	for e, ed := range s.edges {
		for side, i := range [2]int32{ed.I, ed.J} {
			x, out := z[(2*e+side)*dd:(2*e+side+1)*dd], g[e*dd:(e+1)*dd]
			if s.roots == nil {
				linalg.Axpy(1, x, out)
				continue
			}
			small.AddMulTerms(d, 1, x, s.roots[int(i)*dd:int(i+1)*dd], out) // roots are symmetric
		}
	}
}
