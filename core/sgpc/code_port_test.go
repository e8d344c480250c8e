package sgpc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
)

// codePort is the authors' program written out on dense arrays from its
// description alone: the encoder, the lift by directed entry, the solve, the
// mixing, the fusion, both heads, and the loss. It shares no code with the
// network; parameters are read by their names.
type codePort struct {
	n, f, classes int
	x             [][]float64
	list          [][2]int // row, col
	train, labels []int
	param         map[string][]float64
	eps, dt       float64
	tol           float64
	most, q       int
	signed, gat   bool
	shift         float64 // of the input
	late          bool    // after the warm-up
	lambdaSpec    float64

	h, hw                          [][]float64
	cost, p0, pStar, weight        []float64
	lap                            [][]float64
	svr, afm, prob                 [][]float64
	iterations                     int
	ce, klMean, lkl, lambda2, cHet float64
	alpha, beta                    []float64
	pi                             [][]float64
}

func zeros(n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
	}
	return a
}

// times is a·w with w row-major of cols columns, plus bias when given.
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

func newCodePort(r *Run) *codePort {
	g := r.Graph
	p := &codePort{n: g.N, f: g.X.Cols, classes: g.Classes, x: zeros(g.N, g.X.Cols), train: r.Split.Train, labels: g.Labels, param: map[string][]float64{},
		eps: r.cfg.Epsilon0, dt: r.cfg.Dt, tol: r.cfg.CGTol, most: r.cfg.CGMax, q: r.cfg.Q, signed: r.cfg.AFMWeights == "signed", gat: r.cfg.Head == "gat",
		lambdaSpec: r.cfg.LambdaSpec}
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			p.x[i][g.X.Col[k]] = g.X.Val[k]
		}
	}
	for e, q := range g.Edges {
		if g.Directions == nil || g.Directions[e] != graph.Backward {
			p.list = append(p.list, [2]int{int(q.I), int(q.J)})
		}
		if g.Directions == nil || g.Directions[e] != graph.Forward {
			p.list = append(p.list, [2]int{int(q.J), int(q.I)})
		}
	}
	for _, q := range r.Parameters() {
		p.param[q.Name] = q.Data
	}
	return p
}

// run does everything and returns the loss.
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

func (p *codePort) encode() {
	x := zeros(p.n, p.f)
	for i := range x {
		for k, v := range p.x[i] {
			x[i][k] = v + p.shift
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

func (p *codePort) lift() {
	p.hw = times(p.h, p.param["lift.weight"], len(p.h[0]), nil)
	p.lap = zeros(p.n, p.n)
	clip := func(v float64) float64 { return math.Max(1e-3, math.Min(1, v)) }
	p.cost, p.p0, p.pStar, p.weight = nil, nil, nil, nil
	for _, e := range p.list {
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

// solve is conjugate gradients on I + Δt·L, all columns until the last is done.
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
	res, dir := zeros(p.n, c), zeros(p.n, c)
	for i := range p.h {
		copy(res[i], p.h[i])
		copy(dir[i], p.h[i])
	}
	old := dots(res, res)
	for p.iterations = 0; p.iterations < p.most; {
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

// mix is Σ α_q T_q(I + D^{-1/2} L D^{-1/2}) h.
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
	root := make([]float64, p.n)
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

func (p *codePort) classify(fused [][]float64) {
	var logits [][]float64
	if p.gat {
		z := p.attend(fused, "head.gat0", 8)
		for _, row := range z {
			for k, v := range row {
				if v < 0 {
					row[k] = math.Exp(v) - 1
				}
			}
		}
		logits = p.attend(z, "head.gat1", 1)
	} else {
		z := times(fused, p.param["head.0.weight"], len(p.param["head.0.bias"]), p.param["head.0.bias"])
		for _, row := range z {
			for k, v := range row {
				row[k] = math.Max(0, v)
			}
		}
		logits = times(z, p.param["head.weight"], p.classes, p.param["head.bias"])
	}
	p.prob = zeros(p.n, p.classes)
	for i, row := range logits {
		sum := 0.0
		for _, v := range row {
			sum += math.Exp(v)
		}
		for k, v := range row {
			p.prob[i][k] = math.Exp(v) / sum
		}
	}
}

// attend is graph attention over the neighbours and the node itself; heads
// stand side by side.
func (p *codePort) attend(x [][]float64, name string, heads int) [][]float64 {
	bias := p.param[name+".bias"]
	cols := len(bias)
	h := times(x, p.param[name+".weight"], cols, nil)
	f := cols / heads
	out := zeros(p.n, cols)
	for i := range p.n {
		near := map[int]bool{i: true}
		for _, e := range p.list {
			if e[1] == i {
				near[e[0]] = true
			}
			if e[0] == i {
				near[e[1]] = true
			}
		}
		for t := range heads {
			score := make([]float64, p.n)
			sum := 0.0
			for j := range p.n {
				if !near[j] {
					continue
				}
				s := 0.0
				for k := range f {
					s += h[i][t*f+k]*p.param[name+".self"][t*f+k] + h[j][t*f+k]*p.param[name+".neighbour"][t*f+k]
				}
				if s < 0 {
					s *= 0.2
				}
				score[j] = math.Exp(s)
				sum += score[j]
			}
			for j := range p.n {
				for k := range f {
					out[i][t*f+k] += score[j] / sum * h[j][t*f+k]
				}
			}
		}
		for k, v := range bias {
			out[i][k] += v
		}
	}
	return out
}

// digammaAt is ψ by its recurrence and the asymptotic series.
func digammaAt(x float64) (psi float64) {
	for ; x < 30; x++ {
		psi -= 1 / x
	}
	q := 1 / (x * x)
	return psi + math.Log(x) - 0.5/x - q/12 + q*q/120 - q*q*q/252
}

func (p *codePort) loss() float64 {
	p.ce = 0
	known := make([]int, p.n)
	for i := range known {
		known[i] = -1
	}
	for _, i := range p.train {
		known[i] = p.labels[i]
		p.ce -= math.Log(p.prob[i][p.labels[i]]) / float64(len(p.train))
	}
	p.alpha, p.beta, p.klMean = nil, nil, 0
	p.pi = zeros(p.classes, p.classes)
	count := zeros(p.classes, p.classes)
	for _, e := range p.list {
		s := 0.0
		for k := range p.classes {
			s += p.prob[e[0]][k] * p.prob[e[1]][k]
		}
		a, b := 1+s, 1+(1-s)
		la, _ := math.Lgamma(a)
		lb, _ := math.Lgamma(b)
		lab, _ := math.Lgamma(a + b)
		p.klMean += (lab - la - lb + (a-1)*(digammaAt(a)-digammaAt(a+b)) + (b-1)*(digammaAt(b)-digammaAt(a+b))) / float64(len(p.list))
		p.alpha, p.beta = append(p.alpha, a), append(p.beta, b)
		if y, z := known[e[0]], known[e[1]]; y >= 0 && z >= 0 {
			p.pi[y][z] += a / (a + b)
			count[y][z]++
		}
	}
	square := 0.0
	for y := range p.pi {
		for z := range p.pi {
			if count[y][z] > 0 {
				p.pi[y][z] /= count[y][z]
			}
			square += p.pi[y][z] * p.pi[y][z]
		}
	}
	p.cHet = math.Sqrt(square)
	p.lkl = math.Sqrt((p.klMean + math.Log(2/0.1)) / (2 * float64(len(p.train))))
	l := mat.NewSymDense(p.n, nil)
	for i := range p.n {
		for j := i; j < p.n; j++ {
			l.SetSym(i, j, p.lap[i][j])
		}
	}
	var eig mat.EigenSym
	eig.Factorize(l, false)
	p.lambda2 = eig.Values(nil)[1]
	if !p.late {
		return p.ce
	}
	return p.ce + 0.1*p.lkl + p.lambdaSpec*p.cHet/(math.Max(p.lambda2, 1)+1e-6)
}
