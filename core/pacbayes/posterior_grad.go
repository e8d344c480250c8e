package pacbayes

// workspace has the scratch arrays of Backward.
type workspace struct {
	q, kappa       []float64 // m
	dy, hy, fy, py []float64 // n×C
	pi, h, f       []float64 // C×C
}

// newWorkspace allocates the arrays for n nodes, m edges and c classes.
func newWorkspace(n, m, c int) *workspace {
	a := func(k int) []float64 { return make([]float64, k) }
	return &workspace{q: a(m), kappa: a(m), dy: a(n * c), hy: a(n * c), fy: a(n * c), py: a(n * c),
		pi: a(c * c), h: a(c * c), f: a(c * c)}
}

// Upstream has the derivatives of a loss by the results of the last iteration.
// Alpha, Beta and Kappa have length m, NodeKappa has length n, and Pi is C×C; nil stands for zero.
// KL is the derivative by KL(ρ‖π), and CHet that by c_het.
type Upstream struct {
	Alpha, Beta, Kappa, NodeKappa, Pi []float64
	KL, CHet                          float64
}

// Backward adds ∂ℓ/∂ŷ to dprob (n×C), through all iterations since Start.
// Rows of nodes with known labels get nothing, since their ŷ is not read.
// Entries of ŷ count as independent.
func (p *Posterior) Backward(up Upstream, dprob []float64) {
	if p.Iter == 0 {
		return
	}
	w, m, cc := p.back, len(p.Edges), p.Classes*p.Classes
	clear(w.dy)
	clear(w.q)
	clear(w.kappa)
	if p.Entries != nil {
		p.seedPi(up)
		p.seedUpstream(up)
		p.backwardEntries(dprob)
		return
	}
	// No iteration follows the last κ̄; hence its step has no derivative by q.
	if p.seedPi(up) {
		p.backwardStep(p.kappas[p.Iter*m:], p.pis[p.Iter*cc:(p.Iter+1)*cc])
		clear(w.pi)
	}
	p.seedUpstream(up)
	total := p.A0 + p.B0 + p.T
	for t := p.Iter - 1; ; t-- {
		// w.q is T(∂α−∂β) in the first pass, then 0; w.kappa is ∂κ̄ after iteration t.
		for e := range w.q {
			w.q[e] += p.T / total * w.kappa[e]
		}
		p.backwardStep(p.kappas[t*m:(t+1)*m], p.pis[t*cc:(t+1)*cc])
		if t == 0 {
			break
		}
		clear(w.q)
		clear(w.pi)
	}
	c := p.Classes
	for i, k := range p.known {
		if k >= 0 {
			continue
		}
		for j, v := range w.dy[i*c : i*c+c] {
			dprob[i*c+j] += v
		}
	}
}

// seedPi sets pi of the workspace to the derivative by the last Π, and reports whether it is nonzero.
func (p *Posterior) seedPi(up Upstream) bool {
	w := p.back
	clear(w.pi)
	copy(w.pi, up.Pi)
	norm := p.CHet()
	if up.CHet == 0 || norm == 0 {
		return up.Pi != nil
	}
	for k, v := range p.Pi {
		if p.OffDiagonal && k/p.Classes == k%p.Classes {
			continue
		}
		w.pi[k] += up.CHet * v / norm
	}
	return true
}

// seedUpstream adds the other derivatives to q and kappa of the workspace.
func (p *Posterior) seedUpstream(up Upstream) {
	w := p.back
	for e, edge := range p.Edges {
		if up.Alpha != nil {
			w.q[e] += p.T * up.Alpha[e]
		}
		if up.Beta != nil {
			w.q[e] -= p.T * up.Beta[e]
		}
		if up.KL != 0 {
			_, da, db := betaKL(p.Alpha[e], p.Beta[e], p.A0, p.B0, p.base, p.psi, p.trig)
			w.q[e] += p.T * up.KL * float64(p.entryCount(e)) * (da - db)
		}
		if up.Kappa != nil {
			w.kappa[e] += up.Kappa[e]
		}
		if up.NodeKappa != nil {
			w.kappa[e] += up.NodeKappa[edge.I]/p.degree[edge.I] + up.NodeKappa[edge.J]/p.degree[edge.J]
		}
	}
}

// backwardStep goes back through one iteration: from ∂q and ∂Π to ∂ŷ and to ∂κ̄ before the iteration.
// With H = (∂Π+∂Πᵀ)/Σ W and F = −H∘Π, entry by entry, the coupling gives ∂κ̄_e = ŷ_iᵀHŷ_j and ∂ŷ_i += (κ̄_e H + F)ŷ_j.
func (p *Posterior) backwardStep(kappa, pi []float64) {
	w, c := p.back, p.Classes
	mulRows(w.py, p.y, pi, c)
	// ∂Π = Σ_e w·∂q_e ŷ_i ŷ_jᵀ, by sums over neighbours as in weightedCoupling.
	clear(p.sum)
	for e, edge := range p.Edges {
		_, yj := p.endRows(p.y, edge)
		si, _ := p.endRows(p.sum, edge)
		g := p.W * w.q[e]
		for k, v := range yj {
			si[k] += g * v
		}
	}
	for i := 0; i < len(p.y); i += c {
		s := p.sum[i : i+c]
		for a, v := range p.y[i : i+c] {
			row := w.pi[a*c : a*c+c]
			for b := range row {
				row[b] += v * s[b]
			}
		}
	}
	for a := range c {
		for b := range c {
			k, h := a*c+b, 0.0
			if p.pairs[k] >= minPairs {
				h = (w.pi[k] + w.pi[b*c+a]) / p.pairs[k]
			}
			w.h[k], w.f[k] = h, -h*pi[k]
		}
	}
	mulRows(w.hy, p.y, w.h, c)
	mulRows(w.fy, p.y, w.f, c)
	for e, edge := range p.Edges {
		yi, yj := p.endRows(p.y, edge)
		pi, pj := p.endRows(w.py, edge)
		hi, hj := p.endRows(w.hy, edge)
		fi, fj := p.endRows(w.fy, edge)
		di, dj := p.endRows(w.dy, edge)
		gs, gp, ke := (1-p.W)*w.q[e], p.W*w.q[e], kappa[e]
		dot := 0.0
		for k, v := range yi {
			dot += v * hj[k]
			di[k] += gs*yj[k] + gp*pj[k] + ke*hj[k] + fj[k]
			dj[k] += gs*v + gp*pi[k] + ke*hi[k] + fi[k]
		}
		w.kappa[e] = dot
	}
}
