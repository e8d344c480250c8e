package pacbayes

import (
	"math"

	"sheafscope/core/graph"
)

// Params holds the settings of a posterior.
type Params struct {
	// A0, B0 > 0 is the Beta prior; T ≥ 0 the strength of the evidence; W in
	// [0, 1] the weight of the class coupling; Steps ≥ 0 the iterations.
	A0, B0, T, W float64
	Steps        int
	// OffDiagonal leaves the diagonal of Π out of c_het.
	OffDiagonal bool
	// Entries, if not nil, is the posterior of the authors' program (entries.go).
	Entries *Entries
}

// DefaultParams returns Beta(1,1), T = 5, w = 0.5 and three iterations.
func DefaultParams() Params { return Params{A0: 1, B0: 1, T: 5, W: 0.5, Steps: 3} }

// leastPairs is the evidence for a class pair below which it counts as none;
// Π then keeps the prior mean there.
const leastPairs = 1e-200

// Posterior is the Beta posterior of every edge. Its slices are overwritten by
// every run and allocated once.
type Posterior struct {
	Params
	// N nodes, Classes C.
	N, Classes int
	Edges      []graph.Edge
	// Alpha, Beta, Kappa = Alpha/(Alpha+Beta) and Agreement = ⟨ŷ_i, ŷ_j⟩, per edge.
	Alpha, Beta, Kappa, Agreement []float64
	// NodeKappa is the mean of Kappa over the edges of a node, 1 without edges.
	NodeKappa []float64
	// Pi is the C×C class coupling of the present Kappa (before the first
	// iteration: the prior mean in every entry), which the next iteration takes. It is
	// symmetric.
	Pi []float64
	// Iter counts the iterations since Start.
	Iter int

	known     []int
	degree    []float64
	y         []float64 // n×C: ŷ, or the label where known
	pairs     []float64 // C×C: Σ_e W_e
	sum       []float64 // n×C: sums over neighbours
	py        []float64 // n×C: rows Π·y_i
	kappas    []float64 // (Steps+1)×m: κ̄ before each iteration, then the last
	pis       []float64 // (Steps+1)×C²: Π before each iteration, then the last
	back      *workspace
	base      float64 // log B(a0,b0) + log Γ(a0+b0+T)
	psi, trig float64 // ψ, ψ₁ of a0+b0+T
}

// NewPosterior allocates a posterior for n nodes and the given edges (shared).
// known[i] is the label of node i if it may be used, −1 otherwise; it is
// copied. Only labels of training nodes may be passed (Known).
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
	lg, psi, trig := polygamma(params.A0 + params.B0 + params.T)
	p.base, p.psi, p.trig = LogBeta(params.A0, params.B0)+lg, psi, trig
	return p
}

// Known returns a slice of length n with labels[i] for the nodes in train and
// −1 for all others. No other entry of labels is read.
func Known(labels, train []int, n int) []int {
	known := make([]int, n)
	for i := range known {
		known[i] = -1
	}
	for _, i := range train {
		known[i] = labels[i]
	}
	return known
}

// Contraction returns wT/(a0+b0+T), which bounds the ratio of successive
// changes of κ̄ in the maximum norm.
func (p *Posterior) Contraction() float64 { return p.W * p.T / (p.A0 + p.B0 + p.T) }

// Start resets every edge to the prior and takes the class probabilities prob
// (n×C, rows sum to 1), which are copied.
func (p *Posterior) Start(prob []float64) {
	c := p.Classes
	copy(p.y, prob[:p.N*c])
	for i, k := range p.known {
		if k >= 0 && p.Entries == nil {
			clear(p.y[i*c : i*c+c])
			p.y[i*c+k] = 1
		}
	}
	mean := p.A0 / (p.A0 + p.B0)
	for e, edge := range p.Edges {
		p.Alpha[e], p.Beta[e], p.Kappa[e] = p.A0, p.B0, mean
		yi, yj := p.rows(p.y, edge)
		s := 0.0
		for k, v := range yi {
			s += v * yj[k]
		}
		p.Agreement[e] = s
	}
	if p.Entries == nil {
		p.couple(p.pairs, nil)
	}
	p.Iter = 0
	p.settle()
}

// settle makes what follows from Kappa: Π and the means of the nodes, and keeps
// κ̄ and Π for Backward.
func (p *Posterior) settle() {
	if p.Entries != nil {
		p.hardPi()
	} else {
		p.softPi()
	}
	copy(p.pis[p.Iter*len(p.Pi):], p.Pi)
	copy(p.kappas[p.Iter*len(p.Kappa):], p.Kappa)
	p.nodeMeans()
}

func (p *Posterior) softPi() {
	p.couple(p.Pi, p.Kappa)
	for k, w := range p.pairs {
		if w < leastPairs {
			p.Pi[k] = p.A0 / (p.A0 + p.B0)
		} else {
			p.Pi[k] /= w
		}
	}
}

// rows returns the rows of both ends of an edge in an n×C array.
func (p *Posterior) rows(a []float64, e graph.Edge) (ri, rj []float64) {
	c := p.Classes
	i, j := int(e.I)*c, int(e.J)*c
	return a[i : i+c : i+c], a[j : j+c : j+c]
}

// couple sets dst = Σ_e weight_e W_e (weight nil: 1) through sums over
// neighbours, which costs O(mC + nC²) instead of O(mC²).
func (p *Posterior) couple(dst, weight []float64) {
	c := p.Classes
	clear(p.sum)
	for e, edge := range p.Edges {
		w := 1.0
		if weight != nil {
			w = weight[e]
		}
		yi, yj := p.rows(p.y, edge)
		si, sj := p.rows(p.sum, edge)
		for k, v := range yj {
			si[k] += w * v
			sj[k] += w * yi[k]
		}
	}
	clear(dst)
	for i := 0; i < len(p.y); i += c {
		s := p.sum[i : i+c]
		for a, v := range p.y[i : i+c] {
			for b := a; b < c; b++ {
				dst[a*c+b] += v * s[b]
			}
		}
	}
	for a := range c {
		for b := range a {
			dst[a*c+b] = dst[b*c+a]
		}
	}
}

// Step does one iteration and returns the largest change of κ̄. It panics after
// Params.Steps iterations.
func (p *Posterior) Step() (change float64) {
	if p.Iter >= p.Steps {
		panic("pacbayes: more iterations than Params.Steps")
	}
	if p.Entries != nil {
		return p.stepEntries()
	}
	mulRows(p.py, p.y, p.Pi, p.Classes)
	total := p.A0 + p.B0 + p.T
	for e, edge := range p.Edges {
		yi, _ := p.rows(p.y, edge)
		_, pj := p.rows(p.py, edge)
		s := 0.0
		for k, v := range yi {
			s += v * pj[k]
		}
		q := (1-p.W)*p.Agreement[e] + p.W*s
		p.Alpha[e] = p.A0 + p.T*q
		p.Beta[e] = p.B0 + p.T*(1-q)
		kappa := p.Alpha[e] / total
		change = max(change, math.Abs(kappa-p.Kappa[e]))
		p.Kappa[e] = kappa
	}
	p.Iter++
	p.settle()
	return change
}

// Run is Start followed by Params.Steps iterations.
func (p *Posterior) Run(prob []float64) {
	p.Start(prob)
	for range p.Steps {
		p.Step()
	}
}

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

// mulRows sets row i of dst to M·y_i, M symmetric C×C.
func mulRows(dst, y, m []float64, c int) {
	for i := 0; i < len(y); i += c {
		out := dst[i : i+c]
		clear(out)
		for a, v := range y[i : i+c] {
			row := m[a*c : a*c+c]
			for b := range out {
				out[b] += v * row[b]
			}
		}
	}
}

// KL returns KL(ρ‖π), the sum of BetaKL over the edges (over the directed
// entries, if there are Entries), and stores the terms of the edges in dst
// (length m) unless it is nil.
func (p *Posterior) KL(dst []float64) (sum float64) {
	for e := range p.Edges {
		kl := 0.0
		if p.Iter > 0 {
			kl, _, _ = betaKL(p.Alpha[e], p.Beta[e], p.A0, p.B0, p.base, p.psi, p.trig)
		}
		if dst != nil {
			dst[e] = kl
		}
		sum += float64(p.times(e)) * kl
	}
	return sum
}

// CHet returns c_het, the Frobenius norm of the present Π, without its diagonal
// if Params.OffDiagonal.
func (p *Posterior) CHet() float64 {
	s := 0.0
	for k, v := range p.Pi {
		if p.OffDiagonal && k/p.Classes == k%p.Classes {
			continue
		}
		s += v * v
	}
	return math.Sqrt(s)
}
