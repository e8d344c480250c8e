package pacbayes

// This file contains the gradient of a Posterior, by which training differentiates a loss ℓ that depends on the posterior.

// workspace has the scratch arrays of Backward.
type workspace struct {
	q, kappa []float64 // m: ∂ℓ/∂q and ∂ℓ/∂κ̄ of each edge
	dy       []float64 // n×C: ∂ℓ/∂y
	pi       []float64 // C×C: ∂ℓ/∂Π
	h, f     []float64 // C×C: H and F of backwardStep

	hy, fy, py []float64 // n×C: rows H·y_i, F·y_i and Π·y_i
}

// newWorkspace allocates the arrays for n nodes, m edges and c classes.
func newWorkspace(n, m, c int) *workspace {
	vector := func(k int) []float64 { return make([]float64, k) }
	return &workspace{q: vector(m), kappa: vector(m), dy: vector(n * c), pi: vector(c * c), h: vector(c * c), f: vector(c * c),
		hy: vector(n * c), fy: vector(n * c), py: vector(n * c)}
}

// Upstream has the derivatives of a loss by the results of the last iteration.
// Alpha, Beta and Kappa have length m, NodeKappa has length n, and Pi is C×C. A nil slice means zeros.
// KL is the derivative by KL(ρ‖π), and CHet is the derivative by c_het.
type Upstream struct {
	Alpha, Beta, Kappa, NodeKappa, Pi []float64
	KL, CHet                          float64
}

// Backward adds ∂ℓ/∂ŷ to dprob (n×C), through all iterations since Start. Before the
// first iteration it adds nothing. Without Entries the rows of nodes with known labels
// stay unchanged, since the posterior does not read their ŷ. The entries of ŷ count as
// independent variables.
func (p *Posterior) Backward(up Upstream, dprob []float64) {
	if p.Iter == 0 {
		return
	}
	w, m, cc := p.back, len(p.Edges), p.Classes*p.Classes
	clear(w.dy)
	clear(w.q)
	clear(w.kappa)
	if p.Entries != nil {
		p.seedPi(up) // the result is not needed: w.pi is 0 if the loss does not depend on Π
		p.seedUpstream(up)
		p.backwardEntries(dprob)
		return
	}
	// The last Π depends on the last κ̄. No iteration follows, so ∂ℓ/∂q is 0 in this step.
	if p.seedPi(up) {
		p.backwardStep(p.kappas[p.Iter*m:], p.pis[p.Iter*cc:(p.Iter+1)*cc])
		clear(w.pi)
	}
	p.seedUpstream(up)
	total := p.A0 + p.B0 + p.T
	for t := p.Iter - 1; ; t-- {
		// This pass goes back through iteration t+1. At its start w.kappa is ∂ℓ/∂κ̄ for the κ̄ that iteration t+1 has computed.
		// w.q has the upstream derivatives in the first pass, and zeros in every later pass.
		for e := range w.q {
			w.q[e] += float64(p.T / total * w.kappa[e])
		}
		p.backwardStep(p.kappas[t*m:(t+1)*m], p.pis[t*cc:(t+1)*cc])
		if t == 0 { // iteration 1 started from the prior
			break
		}
		clear(w.q)
		clear(w.pi)
	}
	c := p.Classes
	for i, label := range p.known {
		if label >= 0 {
			continue
		}
		for j, v := range w.dy[i*c : i*c+c] {
			dprob[i*c+j] += v
		}
	}
}

// seedPi sets pi of the workspace to ∂ℓ/∂Π for the last Π. It returns false if the loss does not depend on Π.
func (p *Posterior) seedPi(up Upstream) (dependsOnPi bool) {
	w := p.back
	clear(w.pi)
	copy(w.pi, up.Pi)
	norm := p.CHet()
	if up.CHet == 0 || norm == 0 { // a norm of 0 has no derivative
		return up.Pi != nil
	}
	for k, v := range p.Pi {
		onDiagonal := k/p.Classes == k%p.Classes
		if p.OffDiagonal && onDiagonal {
			continue
		}
		w.pi[k] += up.CHet * v / norm
	}
	return true
}

// seedUpstream adds the derivatives by all results except Π to q and kappa of the workspace.
func (p *Posterior) seedUpstream(up Upstream) {
	w := p.back
	for e, edge := range p.Edges {
		if up.Alpha != nil { // ᾱ = a0 + T·q, and β̄ = b0 + T·(1−q)
			w.q[e] += float64(p.T * up.Alpha[e])
		}
		if up.Beta != nil {
			w.q[e] -= float64(p.T * up.Beta[e])
		}
		if up.KL != 0 {
			_, da, db := betaKL(p.Alpha[e], p.Beta[e], p.A0, p.B0, p.base, p.psi, p.trig)
			w.q[e] += float64(p.T * up.KL * float64(p.termCount(e)) * (da - db))
		}
		if up.Kappa != nil {
			w.kappa[e] += up.Kappa[e]
		}
		if up.NodeKappa != nil { // the mean of κ̄ over the edges of a node
			w.kappa[e] += up.NodeKappa[edge.I]/p.degree[edge.I] + up.NodeKappa[edge.J]/p.degree[edge.J]
		}
	}
}

// backwardStep is the adjoint of an iteration that started from kappa and its coupling pi.
// Before the call, the workspace has ∂ℓ/∂q of the iteration, and ∂ℓ/∂Π without the part through s' = ŷ_iᵀΠŷ_j.
// backwardStep adds this part to ∂ℓ/∂Π, sets kappa of the workspace to ∂ℓ/∂κ̄ before the iteration, and adds to ∂ℓ/∂y.
//
// Write ∂x for ∂ℓ/∂x. Let W_e = ŷ_iŷ_jᵀ + ŷ_jŷ_iᵀ, H = (∂Π+∂Πᵀ)/Σ_e W_e and F = −H∘Π, entry by entry.
// The coupling then gives ∂κ̄_e = ŷ_iᵀHŷ_j and ∂ŷ_i += (κ̄_e H + F)ŷ_j.
func (p *Posterior) backwardStep(kappa, pi []float64) {
	w, c := p.back, p.Classes
	mulRows(w.py, p.y, pi, c)
	// ∂Π += Σ_e Params.W·∂q_e ŷ_i ŷ_jᵀ, by sums over neighbours as in weightedCoupling.
	clear(p.sum)
	for e, edge := range p.Edges {
		_, yj := p.endRows(p.y, edge)
		si, _ := p.endRows(p.sum, edge)
		g := p.W * w.q[e]
		for k, v := range yj {
			si[k] += float64(g * v)
		}
	}
	for start := 0; start < len(p.y); start += c { // the first index of the row of a node
		s := p.sum[start : start+c]
		for a, v := range p.y[start : start+c] {
			row := w.pi[a*c : a*c+c]
			for b := range row {
				row[b] += float64(v * s[b])
			}
		}
	}
	// H, F and their products with all rows y_i.
	for a := range c {
		for b := range c {
			k := a*c + b
			h := 0.0 // Π is the constant prior mean if the evidence is too small
			if p.pairs[k] >= minPairs {
				h = (w.pi[k] + w.pi[b*c+a]) / p.pairs[k]
			}
			w.h[k], w.f[k] = h, -h*pi[k]
		}
	}
	mulRows(w.hy, p.y, w.h, c)
	mulRows(w.fy, p.y, w.f, c)
	// ∂κ̄ and ∂y of both ends: directly through s, through s', and through the coupling.
	for e, edge := range p.Edges {
		yi, yj := p.endRows(p.y, edge)
		pyi, pyj := p.endRows(w.py, edge)
		hi, hj := p.endRows(w.hy, edge)
		fi, fj := p.endRows(w.fy, edge)
		di, dj := p.endRows(w.dy, edge)
		ds, dsCoupled := (1-p.W)*w.q[e], p.W*w.q[e] // ∂ℓ/∂s and ∂ℓ/∂s'
		ke := kappa[e]
		dkappa := 0.0 // becomes ŷ_iᵀHŷ_j
		for k, v := range yi {
			dkappa += float64(v * hj[k])
			di[k] += float64(ds*yj[k]) + float64(dsCoupled*pyj[k]) + float64(ke*hj[k]) + fj[k]
			dj[k] += float64(ds*v) + float64(dsCoupled*pyi[k]) + float64(ke*hi[k]) + fi[k]
		}
		w.kappa[e] = dkappa
	}
}
