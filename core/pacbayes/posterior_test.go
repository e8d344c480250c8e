package pacbayes

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// randomPosterior returns the posterior of a random simple graph of n nodes, the last of them isolated. It also returns class
// probabilities (n×classes), labels of all nodes, and the third of the nodes whose labels the posterior knows.
func randomPosterior(seed uint64, n, classes int, params Params) (p *Posterior, prob []float64, labels, train []int) {
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

// testParams has the prior Beta(1,1), T = 5, w = 0.5 and three iterations.
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

// posteriorByEquations returns α, β and κ̄ of the edges and Π after p.Steps iterations of the fixed point, from the equations of the
// package comment. The known nodes have one-hot probabilities.
func posteriorByEquations(p *Posterior, prob []float64) (alpha, beta, kappa, pi []float64) {
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
	// couple sets Π from the present κ̄.
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
	couple() // for the last κ̄
	return alpha, beta, kappa, pi
}

// TestPosteriorMatchesEquations compares the posterior with posteriorByEquations, on 20 random graphs with several priors, weights w and
// numbers of iterations: α, β, κ̄, Π, its norm c_het, and the sum of KL. The κ̄ of a node is the mean over its edges, and 1 at the
// isolated node.
func TestPosteriorMatchesEquations(t *testing.T) {
	for seed := range uint64(20) {
		params := testParams
		params.A0, params.B0, params.W, params.Steps = 1+float64(seed%3), 1+float64(seed%2), 0.1*float64(seed%10), 1+int(seed%4)
		p, prob, _, _ := randomPosterior(seed, 20, 3, params)
		p.Run(prob)
		// Edges.
		alpha, beta, kappa, pi := posteriorByEquations(p, prob)
		kl := 0.0
		for e := range kappa {
			kl += BetaKL(alpha[e], beta[e], p.A0, p.B0)
			difference := math.Abs(alpha[e]-p.Alpha[e]) + math.Abs(beta[e]-p.Beta[e]) + math.Abs(kappa[e]-p.Kappa[e])
			if difference > 1e-12 {
				t.Fatalf("seed %d edge %d: α, β, κ̄ are %g, %g, %g, want %g, %g, %g", seed, e, p.Alpha[e], p.Beta[e], p.Kappa[e], alpha[e], beta[e],
					kappa[e])
			}
		}
		// Π, its norm and KL.
		norm := 0.0
		for k, v := range pi {
			norm += v * v
			if math.Abs(v-p.Pi[k]) > 1e-13 {
				t.Fatalf("Π %v, want %v", p.Pi, pi)
			}
		}
		if math.Abs(p.CHet()-math.Sqrt(norm)) > 1e-12 {
			t.Errorf("c_het %g, want %g", p.CHet(), math.Sqrt(norm))
		}
		terms := make([]float64, len(p.Edges))
		if got := p.KL(terms); math.Abs(got-kl) > 1e-11*(1+kl) {
			t.Errorf("KL %g, want %g", got, kl)
		}
		// Nodes.
		if p.NodeKappa[p.N-1] != 1 {
			t.Errorf("the isolated node has κ̄ = %g, want 1", p.NodeKappa[p.N-1])
		}
		for i := range p.N - 1 {
			sum, degree := 0.0, 0.0
			for e, edge := range p.Edges {
				if int(edge.I) == i || int(edge.J) == i {
					sum += kappa[e]
					degree++
				}
			}
			if degree > 0 && math.Abs(p.NodeKappa[i]-sum/degree) > 1e-13 {
				t.Errorf("node %d: κ̄ %g, want %g", i, p.NodeKappa[i], sum/degree)
			}
		}
	}
}

// TestContractionKeepsTheBound checks that each change of κ̄ is at most Contraction times the change before, in 8 iterations on each of
// 30 random graphs. Priors, T and w vary.
func TestContractionKeepsTheBound(t *testing.T) {
	for seed := range uint64(30) {
		params := Params{A0: 0.5 + float64(seed%3), B0: 0.5 + float64(seed%4), T: float64(1 + seed%40), W: 0.1 * float64(1+seed%10), Steps: 8}
		p, prob, _, _ := randomPosterior(100+seed, 16, 2+int(seed%4), params)
		p.Start(prob)
		last := math.Inf(1)
		for range params.Steps {
			change := p.Step()
			if change > p.Contraction()*last+1e-15 { // 1e-15 for rounding
				t.Errorf("seed %d: change %g after %g, want at most the factor %g", seed, change, last, p.Contraction())
			}
			last = change
		}
	}
}

// TestOtherLabelsAreNotRead changes the labels outside the training set. This changes no bit of α, κ̄, the gradient, KL and c_het.
// Another label of a training node changes KL.
func TestOtherLabelsAreNotRead(t *testing.T) {
	p, prob, labels, train := randomPosterior(5, 25, 4, testParams)
	p.Run(prob)
	inTrain := map[int]bool{}
	for _, i := range train {
		inTrain[i] = true
	}
	// q is the posterior with other labels outside the training set.
	changed := append([]int(nil), labels...)
	for i := range changed {
		if !inTrain[i] {
			changed[i] = (labels[i] + 1) % 4
		}
	}
	q := NewPosterior(p.N, 4, p.Edges, labelled(changed, train, p.N), p.Params)
	q.Run(prob)
	gradP, gradQ := make([]float64, len(prob)), make([]float64, len(prob))
	p.Backward(Upstream{KL: 1, CHet: 1}, gradP)
	q.Backward(Upstream{KL: 1, CHet: 1}, gradQ)
	for e := range p.Kappa {
		if p.Alpha[e] != q.Alpha[e] || p.Kappa[e] != q.Kappa[e] {
			t.Fatalf("edge %d depends on a label outside the training set", e)
		}
	}
	for i, v := range gradP {
		if v != gradQ[i] {
			t.Fatalf("gradient %d depends on a label outside the training set", i)
		}
	}
	if p.KL(nil) != q.KL(nil) || p.CHet() != q.CHet() {
		t.Error("KL or c_het depends on a label outside the training set")
	}
	// A training label.
	changed[train[0]] = (labels[train[0]] + 1) % 4
	q = NewPosterior(p.N, 4, p.Edges, labelled(changed, train, p.N), p.Params)
	q.Run(prob)
	if p.KL(nil) == q.KL(nil) {
		t.Error("KL does not depend on a training label")
	}
}

// centralDifference returns the derivative of f at 0 by the five-point rule with step h.
func centralDifference(f func(t float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// pointAlong returns x + t·dir.
func pointAlong(x, dir []float64, t float64) []float64 {
	y := append([]float64(nil), x...)
	for i := range y {
		y[i] += t * dir[i]
	}
	return y
}

// checkDerivative reports an error unless the derivative got equals want, a difference quotient, to a relative 1e-6, or to 1e-9 if want
// is below 1e-3.
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

// TestPosteriorBackward compares the gradient by the probabilities, along a random direction, with central differences, on 12 random
// graphs. The functions are KL, c_het, a random linear form of each of α, β, κ̄ of edges, κ̄ of nodes and Π, and a sum of all.
func TestPosteriorBackward(t *testing.T) {
	for seed := range uint64(12) {
		params := testParams
		params.A0, params.W, params.Steps = 1+float64(seed%3), 0.3+0.1*float64(seed%5), 1+int(seed%4)
		params.OffDiagonal = seed%2 == 1
		p, prob, _, _ := randomPosterior(200+seed, 14, 3, params)
		r := rng.New(seed, "upstream")
		m := len(p.Edges)
		// The weights of the linear forms, and the direction.
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
			want := centralDifference(func(s float64) float64 {
				p.Run(pointAlong(prob, dir, s))
				return c.loss()
			}, 1e-4)
			checkDerivative(t, c.name, linalg.Dot(dprob, dir), want)
		}
	}
}

// TestPosteriorAllocatesNothing checks that a run, KL and the gradient allocate nothing.
func TestPosteriorAllocatesNothing(t *testing.T) {
	p, prob, _, _ := randomPosterior(3, 20, 3, testParams)
	d := make([]float64, len(prob))
	if n := testing.AllocsPerRun(5, func() {
		p.Run(prob)
		p.KL(nil)
		p.Backward(Upstream{KL: 1, CHet: 1}, d)
	}); n != 0 {
		t.Errorf("%g allocations per run, want 0", n)
	}
}

// TestPosteriorEdgeCases checks two extremes. If all labels are known, a pair of classes without an edge has Π = ½, an edge within a
// class has κ̄ above ½, KL is not NaN, and the gradient is 0. Without edges KL is 0, κ̄ of a node is 1, and Backward does not panic.
func TestPosteriorEdgeCases(t *testing.T) {
	p := NewPosterior(3, 2, []graph.Edge{{I: 0, J: 1}}, []int{0, 0, 1}, testParams)
	p.Run([]float64{1, 0, 1, 0, 0, 1})
	if p.Pi[3] != 0.5 || p.Kappa[0] <= 0.5 || math.IsNaN(p.KL(nil)) {
		t.Errorf("all labels known: Π %v, κ̄ %v, KL %g, want Π_11 = ½, κ̄ above ½ and a number", p.Pi, p.Kappa, p.KL(nil))
	}
	d := make([]float64, 6)
	p.Backward(Upstream{KL: 1, CHet: 1}, d)
	for _, v := range d {
		if v != 0 {
			t.Errorf("all labels known: gradient %v, want 0", d)
		}
	}
	q := NewPosterior(2, 2, nil, []int{-1, -1}, testParams)
	q.Run([]float64{1, 0, 0.5, 0.5})
	if q.KL(nil) != 0 || q.NodeKappa[0] != 1 {
		t.Errorf("no edges: KL %g and κ̄ %v of the nodes, want 0 and 1", q.KL(nil), q.NodeKappa)
	}
	q.Backward(Upstream{KL: 1, CHet: 1}, make([]float64, 4))
}

// TestLogCalibrated compares LogCalibrated with the logarithm of Calibrate, and with log κ̄ + log p where Calibrate underflows (a
// probability of 10^-347, κ̄ = 1). The derivatives by log p, and by κ̄ if κ̄ < 1, equal central differences. TrainPrior has the shares of
// the known labels, and is uniform without them.
func TestLogCalibrated(t *testing.T) {
	prior := TrainPrior([]int{0, -1, 1, 1, 2}, 3)
	for _, logp := range []float64{-1e-9, -0.7, -30, -800} {
		for _, kappa := range []float64{0.2, 0.9, 1} {
			logf, byLogP, byKappa := LogCalibrated(logp, kappa, prior[0])
			f := make([]float64, 3)
			Calibrate(f, []float64{math.Exp(logp), 0, 0}, []float64{kappa}, prior)
			want := math.Log(f[0])
			if f[0] == 0 {
				want = math.Log(kappa) + logp
			}
			if math.Abs(logf-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("log f is %g at log p = %g and κ̄ = %g, want %g", logf, logp, kappa, want)
			}
			// along returns log f along the direction (dirLogP, dirKappa).
			along := func(dirLogP, dirKappa float64) func(s float64) float64 {
				return func(s float64) float64 {
					v, _, _ := LogCalibrated(logp+s*dirLogP, kappa+s*dirKappa, prior[0])
					return v
				}
			}
			checkDerivative(t, "log f by log p", byLogP, centralDifference(along(1, 0), 1e-4))
			if kappa < 1 { // 1 is the end of the range
				checkDerivative(t, "log f by κ̄", byKappa, centralDifference(along(0, 1), 1e-4))
			}
		}
	}
	if prior[1] != 0.5 || TrainPrior([]int{-1}, 4)[2] != 0.25 {
		t.Errorf("priors %v and %v, want ½ for class 1 and ¼ for each of four", prior, TrainPrior([]int{-1}, 4))
	}
}

// BenchmarkPosterior measures a run with KL, and the gradient, in ns per edge.
func BenchmarkPosterior(b *testing.B) {
	p, prob, _, _ := randomPosterior(3, 150, 5, testParams)
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

// Run calls Start and then Step, Params.Steps times.
func (p *Posterior) Run(prob []float64) {
	p.Start(prob)
	for range p.Steps {
		p.Step()
	}
}
