package pacbayes

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// setup draws a random multigraph-free graph, class probabilities and labels.
func setup(seed uint64, n, classes int, params Params) (p *Posterior, prob []float64, labels, train []int) {
	r := rng.New(seed, "posterior")
	var edges []graph.Edge
	for i := range n - 1 { // the last node is isolated
		for j := i + 1; j < n-1; j++ {
			if r.Float64() < 0.3 {
				edges = append(edges, graph.Edge{I: int32(i), J: int32(j)})
			}
		}
	}
	prob, labels = make([]float64, n*classes), make([]int, n)
	for i := range n {
		sum := 0.0
		for k := range classes {
			prob[i*classes+k] = linalg.Exp(1.5 * r.Norm())
			sum += prob[i*classes+k]
		}
		for k := range classes {
			prob[i*classes+k] /= sum
		}
		labels[i] = r.Intn(classes)
	}
	train = r.Perm(n)[:n/3]
	return NewPosterior(n, classes, edges, labelled(labels, train, n), params), prob, labels, train
}

// testParams is Beta(1,1), T = 5, w = 0.5 and three iterations.
var testParams = Params{A0: 1, B0: 1, T: 5, W: 0.5, Steps: 3}

// labelled returns labels[i] for the nodes in train and −1 for all others.
func labelled(labels, train []int, n int) []int {
	known := make([]int, n)
	for i := range known {
		known[i] = -1
	}
	for _, i := range train {
		known[i] = labels[i]
	}
	return known
}

// naive computes one run of the fixed point straight from the equations.
func naive(p *Posterior, prob []float64) (alpha, beta, kappa, pi []float64) {
	c, m := p.Classes, len(p.Edges)
	y := append([]float64(nil), prob...)
	for i, k := range p.known {
		if k >= 0 {
			for j := range c {
				y[i*c+j] = 0
			}
			y[i*c+k] = 1
		}
	}
	alpha, beta, kappa, pi = make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, c*c)
	for e := range kappa {
		kappa[e] = p.A0 / (p.A0 + p.B0)
	}
	couple := func() {
		for a := range c {
			for b := range c {
				num, den := 0.0, 0.0
				for e, edge := range p.Edges {
					i, j := int(edge.I)*c, int(edge.J)*c
					w := y[i+a]*y[j+b] + y[j+a]*y[i+b]
					num += kappa[e] * w
					den += w
				}
				pi[a*c+b] = num / den
			}
		}
	}
	for range p.Steps {
		couple()
		for e, edge := range p.Edges {
			i, j := int(edge.I)*c, int(edge.J)*c
			s, t := 0.0, 0.0
			for a := range c {
				s += y[i+a] * y[j+a]
				for b := range c {
					t += y[i+a] * pi[a*c+b] * y[j+b]
				}
			}
			alpha[e] = p.A0 + p.T*((1-p.W)*s+p.W*t)
			beta[e] = p.B0 + p.T*(1-(1-p.W)*s-p.W*t)
			kappa[e] = alpha[e] / (alpha[e] + beta[e])
		}
	}
	couple() // the Π on show is that of the κ̄ on show
	return alpha, beta, kappa, pi
}

// TestPosteriorMatchesEquations compares the posterior with the equations of the package comment, edge by edge.
func TestPosteriorMatchesEquations(t *testing.T) {
	for seed := range uint64(20) {
		params := testParams
		params.A0, params.B0, params.W, params.Steps = 1+float64(seed%3), 1+float64(seed%2), 0.1*float64(seed%10), 1+int(seed%4)
		p, prob, _, _ := setup(seed, 20, 3, params)
		p.Run(prob)
		alpha, beta, kappa, pi := naive(p, prob)
		kl := 0.0
		for e := range kappa {
			kl += BetaKL(alpha[e], beta[e], p.A0, p.B0)
			if math.Abs(alpha[e]-p.Alpha[e])+math.Abs(beta[e]-p.Beta[e])+math.Abs(kappa[e]-p.Kappa[e]) > 1e-12 {
				t.Fatalf("seed %d edge %d: α %g, want %g", seed, e, p.Alpha[e], alpha[e])
			}
		}
		norm := 0.0
		for k, v := range pi {
			norm += v * v
			if math.Abs(v-p.Pi[k]) > 1e-13 {
				t.Fatalf("Π %v, want %v", p.Pi, pi)
			}
		}
		if math.Abs(p.CHet()-math.Sqrt(norm)) > 1e-12 {
			t.Errorf("c_het %g", p.CHet())
		}
		terms := make([]float64, len(p.Edges))
		if got := p.KL(terms); math.Abs(got-kl) > 1e-11*(1+kl) {
			t.Errorf("KL %g, want %g", got, kl)
		}
		if p.NodeKappa[p.N-1] != 1 {
			t.Errorf("isolated node has κ̄ = %g", p.NodeKappa[p.N-1])
		}
		for i := range p.N - 1 {
			s, d := 0.0, 0.0
			for e, edge := range p.Edges {
				if int(edge.I) == i || int(edge.J) == i {
					s += kappa[e]
					d++
				}
			}
			if d > 0 && math.Abs(p.NodeKappa[i]-s/d) > 1e-13 {
				t.Errorf("node %d: κ̄ %g, want %g", i, p.NodeKappa[i], s/d)
			}
		}
	}
}

// TestContractionKeepsTheBound checks the bound on the ratio of successive changes of κ̄.
func TestContractionKeepsTheBound(t *testing.T) {
	for seed := range uint64(30) {
		params := Params{A0: 0.5 + float64(seed%3), B0: 0.5 + float64(seed%4), T: float64(1 + seed%40), W: 0.1 * float64(1+seed%10), Steps: 8}
		p, prob, _, _ := setup(100+seed, 16, 2+int(seed%4), params)
		p.Start(prob)
		last := math.Inf(1)
		for range params.Steps {
			change := p.Step()
			if change > p.Contraction()*last+1e-15 {
				t.Errorf("seed %d: change %g after %g, factor bound %g", seed, change, last, p.Contraction())
			}
			last = change
		}
	}
}

// Flipping all labels outside the training set changes no bit of the posterior.
func TestOtherLabelsAreNotRead(t *testing.T) {
	p, prob, labels, train := setup(5, 25, 4, testParams)
	p.Run(prob)
	inTrain := map[int]bool{}
	for _, i := range train {
		inTrain[i] = true
	}
	flipped := append([]int(nil), labels...)
	for i := range flipped {
		if !inTrain[i] {
			flipped[i] = (labels[i] + 1) % 4
		}
	}
	q := NewPosterior(p.N, 4, p.Edges, labelled(flipped, train, p.N), p.Params)
	q.Run(prob)
	a, b := make([]float64, len(prob)), make([]float64, len(prob))
	p.Backward(Upstream{KL: 1, CHet: 1}, a)
	q.Backward(Upstream{KL: 1, CHet: 1}, b)
	for e := range p.Kappa {
		if p.Alpha[e] != q.Alpha[e] || p.Kappa[e] != q.Kappa[e] {
			t.Fatalf("edge %d depends on a label outside the training set", e)
		}
	}
	for i, v := range a {
		if v != b[i] {
			t.Fatalf("gradient depends on a label outside the training set")
		}
	}
	if p.KL(nil) != q.KL(nil) || p.CHet() != q.CHet() {
		t.Error("KL or c_het depends on a label outside the training set")
	}
	// A training label does matter.
	flipped[train[0]] = (labels[train[0]] + 1) % 4
	q = NewPosterior(p.N, 4, p.Edges, labelled(flipped, train, p.N), p.Params)
	q.Run(prob)
	if p.KL(nil) == q.KL(nil) {
		t.Error("a training label is ignored")
	}
}

// central returns the derivative of f at 0 by the five-point rule.
func central(f func(t float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// moved returns x + t·dir.
func moved(x, dir []float64, t float64) []float64 {
	y := append([]float64(nil), x...)
	for i := range y {
		y[i] += t * dir[i]
	}
	return y
}

// checkDerivative reports an error unless the derivative got equals want, a difference quotient.
func checkDerivative(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*math.Max(1e-3, math.Abs(want)) {
		t.Errorf("%s: derivative %.12g, differences give %.12g", name, got, want)
	}
}

// normals returns n Gaussian numbers.
func normals(r *rng.Stream, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Norm()
	}
	return v
}

func TestPosteriorBackward(t *testing.T) {
	for seed := range uint64(12) {
		params := testParams
		params.A0, params.W, params.Steps = 1+float64(seed%3), 0.3+0.1*float64(seed%5), 1+int(seed%4)
		params.OffDiagonal = seed%2 == 1
		p, prob, _, _ := setup(200+seed, 14, 3, params)
		r := rng.New(seed, "upstream")
		m := len(p.Edges)
		wa, wb, wk, wn, wp := normals(r, m), normals(r, m), normals(r, m), normals(r, p.N), normals(r, 9)
		dir := normals(r, len(prob))
		cases := []struct {
			name string
			up   Upstream
			loss func() float64
		}{
			{"KL", Upstream{KL: 1}, func() float64 { return p.KL(nil) }},
			{"c_het", Upstream{CHet: 1}, p.CHet},
			{"α", Upstream{Alpha: wa}, func() float64 { return linalg.Dot(wa, p.Alpha) }},
			{"β", Upstream{Beta: wb}, func() float64 { return linalg.Dot(wb, p.Beta) }},
			{"κ", Upstream{Kappa: wk}, func() float64 { return linalg.Dot(wk, p.Kappa) }},
			{"κ_i", Upstream{NodeKappa: wn}, func() float64 { return linalg.Dot(wn, p.NodeKappa) }},
			{"Π", Upstream{Pi: wp}, func() float64 { return linalg.Dot(wp, p.Pi) }},
			{"all", Upstream{Alpha: wa, Beta: wb, Kappa: wk, NodeKappa: wn, Pi: wp, KL: 0.7, CHet: -1.3}, func() float64 {
				return linalg.Dot(wa, p.Alpha) + linalg.Dot(wb, p.Beta) + linalg.Dot(wk, p.Kappa) + linalg.Dot(wn, p.NodeKappa) +
					linalg.Dot(wp, p.Pi) + 0.7*p.KL(nil) - 1.3*p.CHet()
			}},
		}
		for _, c := range cases {
			p.Run(prob)
			dprob := make([]float64, len(prob))
			p.Backward(c.up, dprob)
			want := central(func(s float64) float64 {
				p.Run(moved(prob, dir, s))
				return c.loss()
			}, 1e-4)
			checkDerivative(t, c.name, linalg.Dot(dprob, dir), want)
		}
	}
}

// TestPosteriorAllocatesNothing checks that a run and its gradient allocate nothing.
func TestPosteriorAllocatesNothing(t *testing.T) {
	p, prob, _, _ := setup(3, 20, 3, testParams)
	d := make([]float64, len(prob))
	if n := testing.AllocsPerRun(5, func() {
		p.Run(prob)
		p.KL(nil)
		p.Backward(Upstream{KL: 1, CHet: 1}, d)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// All nodes labelled, no edges, or a single class cause no division by zero.
func TestPosteriorEdgeCases(t *testing.T) {
	p := NewPosterior(3, 2, []graph.Edge{{I: 0, J: 1}}, []int{0, 0, 1}, testParams)
	p.Run([]float64{1, 0, 1, 0, 0, 1})
	if p.Pi[3] != 0.5 || p.Kappa[0] <= 0.5 || math.IsNaN(p.KL(nil)) {
		t.Errorf("Π %v κ %v", p.Pi, p.Kappa)
	}
	d := make([]float64, 6)
	p.Backward(Upstream{KL: 1, CHet: 1}, d)
	for _, v := range d {
		if v != 0 {
			t.Errorf("gradient %v at known labels", d)
		}
	}
	q := NewPosterior(2, 2, nil, []int{-1, -1}, testParams)
	q.Run([]float64{1, 0, 0.5, 0.5})
	if q.KL(nil) != 0 || q.NodeKappa[0] != 1 {
		t.Errorf("no edges: KL %g κ %v", q.KL(nil), q.NodeKappa)
	}
	q.Backward(Upstream{KL: 1, CHet: 1}, make([]float64, 4))
}

// LogCalibrated equals the logarithm of Calibrate where that does not underflow, and is right at a probability of 10^-347.
// Both derivatives equal central differences.
func TestLogCalibrated(t *testing.T) {
	prior := TrainPrior([]int{0, -1, 1, 1, 2}, 3)
	for _, logp := range []float64{-1e-9, -0.7, -30, -800} {
		for _, kappa := range []float64{0.2, 0.9, 1} {
			logf, dp, dk := LogCalibrated(logp, kappa, prior[0])
			f := make([]float64, 3)
			Calibrate(f, []float64{math.Exp(logp), 0, 0}, []float64{kappa}, prior)
			want := math.Log(f[0])
			if f[0] == 0 {
				want = math.Log(kappa) + logp
			}
			if math.Abs(logf-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("log f is %g at log p = %g and κ̄ = %g, want %g", logf, logp, kappa, want)
			}
			of := func(up, uk float64) func(s float64) float64 {
				return func(s float64) float64 {
					v, _, _ := LogCalibrated(logp+s*up, kappa+s*uk, prior[0])
					return v
				}
			}
			checkDerivative(t, "log f by log p", dp, central(of(1, 0), 1e-4))
			if kappa < 1 {
				checkDerivative(t, "log f by κ̄", dk, central(of(0, 1), 1e-4))
			}
		}
	}
	if prior[1] != 0.5 || TrainPrior([]int{-1}, 4)[2] != 0.25 {
		t.Errorf("priors %v", prior)
	}
}

func BenchmarkPosterior(b *testing.B) {
	p, prob, _, _ := setup(3, 150, 5, testParams)
	d := make([]float64, len(prob))
	m := float64(len(p.Edges))
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			p.Run(prob)
			p.KL(nil)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/m, "ns/edge")
	})
	b.Run("backward", func(b *testing.B) {
		for b.Loop() {
			p.Backward(Upstream{KL: 1, CHet: 1}, d)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/m, "ns/edge")
	})
}

// Run is Start followed by Params.Steps iterations.
func (p *Posterior) Run(prob []float64) {
	p.Start(prob)
	for range p.Steps {
		p.Step()
	}
}
