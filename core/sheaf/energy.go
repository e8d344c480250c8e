package sheaf

// Dirichlet returns the Dirichlet energy of X, tr(XᵀLX) = Σ_e ‖(δX)_e‖_F² with
// (δX)_e = R_ij X_i − R_ji X_j, for x (N·D)×c. A non-nil edge receives the m summands. A
// non-nil node receives, for each node, half the energy of its incident edges. Up to
// rounding, each of the two slices sums to the total. Dirichlet allocates nothing.
func (s *Sheaf) Dirichlet(edge, node, x []float64, c int) float64 {
	d, w := s.D, s.D*c // w is the number of features of a node
	s.checkLen(nil, x, c)
	edgeFits := edge == nil || len(edge) == len(s.Edges)
	nodeFits := node == nil || len(node) == s.N
	if !edgeFits || !nodeFits {
		panic("sheaf: Dirichlet: slices for edges and nodes have the wrong length")
	}
	clear(node)
	var buf [MaxDim * chunk]float64
	total := 0.0
	for e, g := range s.Edges {
		// The columns of (δX)_e are computed in chunks, which fit into buf.
		sum := 0.0 // ‖(δX)_e‖_F²
		for q := 0; q < c; q += chunk {
			width := min(chunk, c-q)
			delta := buf[:d*width] // the columns q … q+width−1 of (δX)_e
			clear(delta)
			mulAdd(1, delta, width, s.Map(e, 0), d, 1, x[int(g.I)*w+q:], c, d, width)  // + R_ij X_i
			mulAdd(-1, delta, width, s.Map(e, 1), d, 1, x[int(g.J)*w+q:], c, d, width) // − R_ji X_j
			for _, v := range delta {
				sum += float64(v * v)
			}
		}
		if edge != nil {
			edge[e] = sum
		}
		if node != nil {
			node[g.I] += float64(0.5 * sum)
			node[g.J] += float64(0.5 * sum)
		}
		total += sum
	}
	return total
}

// Shares divides each energy by the total, in place. If the total is 0, as for a
// global section, it sets each share to 0.
func Shares(energy []float64, total float64) {
	for k := range energy {
		if total > 0 {
			energy[k] /= total
		} else {
			energy[k] = 0
		}
	}
}
