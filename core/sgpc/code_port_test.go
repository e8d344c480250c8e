package sgpc

import (
	"math"

	"sheafscope/core/graph"
)

// codePort is a port of the authors' program to dense arrays, written from the
// program's description alone. It has the encoder, the lift by directed entry, the solve,
// the mixing, the fusion, both heads and the loss. It shares no code with the network.
// The first block of fields is its input, the second block its results.
type codePort struct {
	n, f, classes int
	x             [][]float64
	entries       [][2]int // row and column of each directed entry of the adjacency matrix
	train, labels []int
	param         map[string][]float64 // by name
	eps, dt       float64              // ε of the lift, Δt of the solve
	tol           float64              // tolerance of the solve
	cgMax, q      int                  // largest number of CG iterations; degree of the mixing
	signed, gat   bool                 // signed weights of the mixing; attention in the head
	inputShift    float64              // is added to every feature
	afterWarmup   bool
	lambdaSpec    float64

	h, hw                          [][]float64 // encoded features H, and H W of the lift
	cost, p0, pStar, weight        []float64   // of each entry
	lap                            [][]float64 // Laplacian L
	svr, afm, prob                 [][]float64 // output of solve and mixing, class probabilities
	iterations                     int         // of the solve
	ce, klMean, lkl, lambda2, cHet float64
	alpha, beta                    []float64   // posterior of each entry
	pi                             [][]float64 // class coupling Π
}

// zeros returns n rows of m zeros.
func zeros(n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
	}
	return a
}

// times returns a·w. w is row-major with cols columns. If bias is not nil, times adds it
// to every row.
func times(a [][]float64, w []float64, cols int, bias []float64) [][]float64 {
	out := zeros(len(a), cols)
	for i := range a {
		for j := range cols {
			if bias != nil {
				out[i][j] = bias[j]
			}
			for k, v := range a[i] {
				out[i][j] += v * w[k*cols+j]
			}
		}
	}
	return out
}

// newCodePort returns a port with the graph, split and settings of a run, and with copies of
// its parameters. inputShift and afterWarmup are zero.
func newCodePort(r *Run) *codePort {
	g := r.Graph
	p := &codePort{n: g.N, f: g.X.Cols, classes: g.Classes, x: zeros(g.N, g.X.Cols), train: r.Split.Train, labels: g.Labels,
		param: map[string][]float64{},
		eps:   r.cfg.Epsilon0, dt: r.cfg.Dt, tol: r.cfg.CGTol, cgMax: r.cfg.CGMax, q: r.cfg.Q, signed: r.cfg.AFMWeights == "signed",
		gat:        r.cfg.Head == "gat",
		lambdaSpec: r.cfg.LambdaSpec}
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			p.x[i][g.X.Col[k]] = g.X.Val[k]
		}
	}
	// A two-way edge has an entry in each direction.
	for e, q := range g.Edges {
		if g.Directions == nil || g.Directions[e] != graph.Backward {
			p.entries = append(p.entries, [2]int{int(q.I), int(q.J)})
		}
		if g.Directions == nil || g.Directions[e] != graph.Forward {
			p.entries = append(p.entries, [2]int{int(q.J), int(q.I)})
		}
	}
	for _, q := range r.Parameters() {
		p.param[q.Name] = q.Data
	}
	return p
}

// run computes all results and returns the loss. The fused features are H + σ(g₀)·(output
// of the solve) + σ(g₁)·(output of the mixing), for the parameters g ("gates").
func (p *codePort) run() float64 {
	p.encode()
	p.lift()
	p.solve()
	p.mix()
	fused := zeros(p.n, len(p.h[0]))
	a, b := 1/(1+math.Exp(-p.param["gates"][0])), 1/(1+math.Exp(-p.param["gates"][1]))
	for i := range fused {
		for k := range fused[i] {
			fused[i][k] = p.h[i][k] + a*p.svr[i][k] + b*p.afm[i][k]
		}
	}
	p.classify(fused)
	return p.loss()
}

// encode sets H: a linear map of the shifted features, layer norm and the logistic
// function.
func (p *codePort) encode() {
	x := zeros(p.n, p.f)
	for i := range x {
		for k, v := range p.x[i] {
			x[i][k] = v + p.inputShift
		}
	}
	bias := p.param["encoder.bias"]
	w := len(bias)
	p.h = times(x, p.param["encoder.weight"], w, bias)
	for _, row := range p.h {
		mean, variance := 0.0, 0.0
		for _, v := range row {
			mean += v / float64(w)
		}
		for _, v := range row {
			variance += (v - mean) * (v - mean) / float64(w)
		}
		for k, v := range row {
			row[k] = 1 / (1 + math.Exp(-(p.param["encoder.gain"][k]*(v-mean)/math.Sqrt(variance+1e-5) + p.param["encoder.shift"][k])))
		}
	}
}

// lift sets cost c, first plan P⁰, plan P*, weight and Laplacian. An entry (i, j) has the
// mean squared difference c of H W at i and j, P⁰ = clip(e^{−c/ε}) and P* = clip(P⁰
// e^{−c/ε}), where clip limits a number to 0.001 … 1. Its weight w is the mean square of
// (0.7 P⁰ + 0.3 P*)·(H W) at i. In L each entry adds w to L_ii and L_jj, and −w to L_ij and
// L_ji.
func (p *codePort) lift() {
	p.hw = times(p.h, p.param["lift.weight"], len(p.h[0]), nil)
	p.lap = zeros(p.n, p.n)
	clip := func(v float64) float64 { return math.Max(1e-3, math.Min(1, v)) }
	p.cost, p.p0, p.pStar, p.weight = nil, nil, nil, nil
	for _, e := range p.entries {
		row, col := p.hw[e[0]], p.hw[e[1]]
		k := float64(len(row))
		c := 0.0
		for j := range row {
			c += (row[j] - col[j]) * (row[j] - col[j]) / k
		}
		first := clip(math.Exp(-c / p.eps))
		star := clip(math.Exp(math.Log(first+1e-12) - c/p.eps))
		w := 0.7*first + 0.3*star
		weight := 0.0
		for _, v := range row {
			weight += (w * v) * (w * v) / k
		}
		p.cost, p.p0, p.pStar, p.weight = append(p.cost, c), append(p.p0, first), append(p.pStar, star), append(p.weight, weight)
		p.lap[e[0]][e[1]] -= weight
		p.lap[e[1]][e[0]] -= weight
		p.lap[e[0]][e[0]] += weight
		p.lap[e[1]][e[1]] += weight
	}
}

// solve sets the solution X of (I + Δt·L) X = H by conjugate gradients, and the number of
// iterations. All columns are iterated until the largest squared residual of a column is
// below tol².
func (p *codePort) solve() {
	c := len(p.h[0])
	apply := func(m [][]float64) [][]float64 {
		out := zeros(p.n, c)
		for i := range out {
			for k := range c {
				out[i][k] = m[i][k]
				for j := range p.n {
					out[i][k] += p.dt * p.lap[i][j] * m[j][k]
				}
			}
		}
		return out
	}
	dots := func(a, b [][]float64) []float64 {
		d := make([]float64, c)
		for i := range a {
			for k := range c {
				d[k] += a[i][k] * b[i][k]
			}
		}
		return d
	}
	p.svr = zeros(p.n, c)
	res, dir := zeros(p.n, c), zeros(p.n, c) // residual and search direction, a column each
	for i := range p.h {
		copy(res[i], p.h[i])
		copy(dir[i], p.h[i])
	}
	old := dots(res, res) // squared residual of each column
	for p.iterations = 0; p.iterations < p.cgMax; {
		a := apply(dir)
		denom := dots(dir, a)
		for i := range a {
			for k := range c {
				if denom[k] > 0 {
					p.svr[i][k] += old[k] / denom[k] * dir[i][k]
					res[i][k] -= old[k] / denom[k] * a[i][k]
				}
			}
		}
		now := dots(res, res)
		worst := 0.0
		for _, v := range now {
			worst = math.Max(worst, v)
		}
		p.iterations++
		if worst < p.tol*p.tol {
			return
		}
		for i := range dir {
			for k := range c {
				if old[k] > 0 {
					dir[i][k] = res[i][k] + now[k]/old[k]*dir[i][k]
				}
			}
		}
		old = now
	}
}

// mix sets the output Σ_q α_q T_q(I + D^{-1/2} L D^{-1/2}) H, with the Chebyshev
// polynomials T_q. D has the row sums of the weights, at least 1e-8. α is γ/Σ|γ| for signed
// weights, and softmax(γ) otherwise.
func (p *codePort) mix() {
	gamma := p.param["afm.gamma0"]
	alpha, sum := make([]float64, len(gamma)), 0.0
	for k, v := range gamma {
		alpha[k] = v
		if !p.signed {
			alpha[k] = math.Exp(v)
		}
		sum += math.Abs(alpha[k])
	}
	for k := range alpha {
		alpha[k] /= sum
	}
	root := make([]float64, p.n) // D^{-1/2}
	for i := range root {
		deg := 0.0
		for j := range p.n {
			if i != j {
				deg -= p.lap[i][j]
			}
		}
		root[i] = 1 / math.Sqrt(math.Max(deg, 1e-8))
	}
	c := len(p.h[0])
	argument := func(m [][]float64) [][]float64 {
		out := zeros(p.n, c)
		for i := range out {
			for k := range c {
				out[i][k] = m[i][k]
				for j := range p.n {
					out[i][k] += root[i] * p.lap[i][j] * root[j] * m[j][k]
				}
			}
		}
		return out
	}
	// T_q = 2 M T_{q−1} − T_{q−2} for the argument M of the polynomials.
	terms := [][][]float64{p.h, argument(p.h)}
	for len(terms) <= p.q {
		next := argument(terms[len(terms)-1])
		for i := range next {
			for k := range c {
				next[i][k] = 2*next[i][k] - terms[len(terms)-2][i][k]
			}
		}
		terms = append(terms, next)
	}
	p.afm = zeros(p.n, c)
	for q, t := range terms[:p.q+1] {
		for i := range t {
			for k, v := range t[i] {
				p.afm[i][k] += alpha[q] * v
			}
		}
	}
}
