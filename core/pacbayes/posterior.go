package pacbayes

import (
	"math"

	"sheafscope/core/graph"
)

// Posterior is equation 14, the Beta posterior ρ = Π_e Beta(ᾱ_e, β̄_e) of all edges with means κ̄ = ᾱ/(ᾱ+β̄).
// A fixed point iteration computes the posterior from the prior: Start, then Step.
// Start and Step overwrite the slices of earlier iterations.
type Posterior struct {
	Params
	N, Classes int // numbers of nodes and of classes (C)
	Edges      []graph.Edge
	// Each of these slices has one number for each edge (i, j): ᾱ, β̄, κ̄, and the agreement s = ⟨ŷ_i, ŷ_j⟩.
	Alpha, Beta, Kappa, Agreement []float64
	NodeKappa                     []float64 // for each node, the mean of Kappa over its edges, or 1 for a node without edges
	// Pi is the class coupling Π of the present Kappa, C×C. Before the first iteration every
	// entry is the prior mean. Without Entries, Pi is symmetric, and the next iteration uses it.
	// With Entries, Pi is always 0 for a pair of labels that no directed entry has.
	Pi   []float64
	Iter int // number of iterations since Start

	known     []int      // the label of each node, or −1
	degree    []float64  // the number of edges of each node
	y         []float64  // n×C: ŷ, or without Entries the indicator of a known label
	pairs     []float64  // C×C: Σ_e W_e; with Entries, the number of directed entries for each pair of labels
	sum       []float64  // n×C: workspace for sums over neighbours
	py        []float64  // n×C: rows Π·y_i
	kappas    []float64  // (Steps+1)×m: κ̄ at the start and after each iteration
	pis       []float64  // (Steps+1)×C²: Π at the start and after each iteration
	back      *workspace // of Backward
	base      float64    // log B(a0,b0) + log Γ(a0+b0+T)
	psi, trig float64    // digamma ψ and trigamma ψ₁ of a0+b0+T
}

// NewPosterior allocates a posterior for n nodes and the given edges, which it shares.
// known[i] is the label of a training node i and −1 for every other node. NewPosterior copies known. It panics unless known has n labels.
func NewPosterior(n, classes int, edges []graph.Edge, known []int, params Params) *Posterior {
	if len(known) != n {
		panic("pacbayes: known labels and nodes differ in number")
	}
	m, cc := len(edges), classes*classes
	p := &Posterior{Params: params, N: n, Classes: classes, Edges: edges,
		Alpha: make([]float64, m), Beta: make([]float64, m), Kappa: make([]float64, m), Agreement: make([]float64, m),
		NodeKappa: make([]float64, n), Pi: make([]float64, cc), known: append([]int(nil), known...),
		degree: make([]float64, n), y: make([]float64, n*classes), pairs: make([]float64, cc),
		sum: make([]float64, n*classes), py: make([]float64, n*classes),
		kappas: make([]float64, (params.Steps+1)*m), pis: make([]float64, (params.Steps+1)*cc),
		back: newWorkspace(n, m, classes)}
	for _, e := range edges {
		p.degree[e.I]++
		p.degree[e.J]++
	}
	// After an iteration ᾱ + β̄ is a0 + b0 + T at every edge, so the functions of this sum are computed once.
	lg, psi, trig := polygamma(params.A0 + params.B0 + params.T)
	p.base = LogBeta(params.A0, params.B0) + lg
	p.psi, p.trig = psi, trig
	return p
}

// Contraction returns wT/(a0+b0+T), a bound of the ratio of successive changes of κ̄ in the maximum norm.
func (p *Posterior) Contraction() float64 { return p.W * p.T / (p.A0 + p.B0 + p.T) }

// Start resets every edge to the prior and copies the class probabilities prob, n×C with rows of sum 1.
func (p *Posterior) Start(prob []float64) {
	// A known label replaces the prediction of the node, except with Entries.
	c := p.Classes
	copy(p.y, prob[:p.N*c])
	for i, label := range p.known {
		if label >= 0 && p.Entries == nil {
			clear(p.y[i*c : i*c+c])
			p.y[i*c+label] = 1
		}
	}
	mean := p.mean()
	for e, edge := range p.Edges {
		p.Alpha[e], p.Beta[e], p.Kappa[e] = p.A0, p.B0, mean
		yi, yj := p.endRows(p.y, edge)
		agreement := 0.0
		for k, v := range yi {
			agreement += float64(v * yj[k])
		}
		p.Agreement[e] = agreement
	}
	if p.Entries == nil { // with Entries, updateDerived sets pairs
		p.weightedCoupling(p.pairs, nil) // with weight 1 for every edge
	}
	p.Iter = 0
	p.updateDerived()
}

// updateDerived computes Π and NodeKappa from Kappa. It stores Kappa and Π of this iteration for Backward.
func (p *Posterior) updateDerived() {
	if p.Entries != nil {
		p.labelCoupling()
	} else {
		p.predictionCoupling()
	}
	copy(p.pis[p.Iter*len(p.Pi):], p.Pi)
	copy(p.kappas[p.Iter*len(p.Kappa):], p.Kappa)
	p.nodeMeans()
}

// endRows returns the rows of both ends of an edge in an n×C array.
func (p *Posterior) endRows(a []float64, e graph.Edge) (ri, rj []float64) {
	c := p.Classes
	i, j := int(e.I)*c, int(e.J)*c
	return a[i : i+c : i+c], a[j : j+c : j+c]
}

// Step makes an iteration and returns the largest absolute change of a κ̄.
// It panics after Params.Steps iterations.
func (p *Posterior) Step() (change float64) {
	if p.Iter >= p.Steps {
		panic("pacbayes: more iterations than Params.Steps")
	}
	if p.Entries != nil {
		return p.stepEntries()
	}
	mulRows(p.py, p.y, p.Pi, p.Classes)
	for e, edge := range p.Edges {
		yi, _ := p.endRows(p.y, edge)
		_, pj := p.endRows(p.py, edge)
		coupled := 0.0 // s' = ŷ_iᵀ Π ŷ_j
		for k, v := range yi {
			coupled += float64(v * pj[k])
		}
		change = max(change, p.setAgreement(e, float64((1-p.W)*p.Agreement[e])+float64(p.W*coupled)))
	}
	p.Iter++
	p.updateDerived()
	return change
}

// setAgreement sets the posterior of edge e for agreement q, and returns the absolute change of κ̄.
func (p *Posterior) setAgreement(e int, q float64) float64 {
	p.Alpha[e] = p.A0 + float64(p.T*q)
	p.Beta[e] = p.B0 + float64(p.T*(1-q))
	kappa := p.Alpha[e] / (p.A0 + p.B0 + p.T)
	change := math.Abs(kappa - p.Kappa[e])
	p.Kappa[e] = kappa
	return change
}

// nodeMeans sets NodeKappa to the means of Kappa over the edges of each node.
func (p *Posterior) nodeMeans() {
	clear(p.NodeKappa)
	for e, edge := range p.Edges {
		p.NodeKappa[edge.I] += p.Kappa[e]
		p.NodeKappa[edge.J] += p.Kappa[e]
	}
	for i, d := range p.degree {
		if d == 0 {
			p.NodeKappa[i] = 1
		} else {
			p.NodeKappa[i] /= d
		}
	}
}

// mulRows sets row i of dst to M·y_i for each row y_i of y. M is c×c.
func mulRows(dst, y, m []float64, c int) {
	for start := 0; start < len(y); start += c { // the first index of a row
		for b := range c {
			sum := 0.0
			row := m[b*c : b*c+c]
			for a, v := range y[start : start+c] {
				sum += float64(v * row[a])
			}
			dst[start+b] = sum
		}
	}
}

// KL returns KL(ρ‖π), the sum of [BetaKL] over the edges. With Entries the sum is over the directed entries,
// so an edge with two entries counts twice.
// If dst is not nil, KL sets dst[e] to the divergence of edge e, counted once. dst has length m.
func (p *Posterior) KL(dst []float64) (sum float64) {
	for e := range p.Edges {
		kl := 0.0
		if p.Iter > 0 { // before the first iteration ρ = π
			kl, _, _ = betaKL(p.Alpha[e], p.Beta[e], p.A0, p.B0, p.base, p.psi, p.trig)
		}
		if dst != nil {
			dst[e] = kl
		}
		sum += float64(float64(p.termCount(e)) * kl)
	}
	return sum
}
