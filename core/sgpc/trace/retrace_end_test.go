package trace_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// posterior repeats the fixed-point iterations, and mixes the prior in.
func (f *retrace) posterior() {
	c := f.classes
	a0, b0, strength, w := f.number("a0"), f.number("b0"), f.number("t"), f.number("w")
	y := func(i, k int) float64 {
		if f.y[i] < 0 {
			return f.Probabilities[i][k]
		}
		if f.y[i] == k {
			return 1
		}
		return 0
	}
	m := len(f.Graph.Edges)
	kappa, alpha, beta := make([]float64, m), make([]float64, m), make([]float64, m)
	for e := range kappa {
		kappa[e], alpha[e], beta[e] = a0/(a0+b0), a0, b0
	}
	couple := func() [][]float64 {
		pi := make([][]float64, c)
		for p := range pi {
			pi[p] = make([]float64, c)
			for q := range pi[p] {
				num, den := 0.0, 0.0
				for e, edge := range f.Graph.Edges {
					v := y(edge[0], p)*y(edge[1], q) + y(edge[1], p)*y(edge[0], q)
					num, den = num+kappa[e]*v, den+v
				}
				pi[p][q] = a0 / (a0 + b0)
				if den > 0 {
					pi[p][q] = num / den
				}
			}
		}
		return pi
	}
	for range int(f.number("posterior_steps")) {
		pi := couple()
		for e, edge := range f.Graph.Edges {
			s, t := 0.0, 0.0
			for p := range c {
				s += y(edge[0], p) * y(edge[1], p)
				for q := range c {
					t += y(edge[0], p) * pi[p][q] * y(edge[1], q)
				}
			}
			alpha[e] = a0 + strength*((1-w)*s+w*t)
			beta[e] = b0 + strength*(1-(1-w)*s-w*t)
			kappa[e] = alpha[e] / (alpha[e] + beta[e])
		}
	}
	pi := couple()
	f.matrix("bound.Pi", f.Bound.Pi, dense(pi))
	het, sum := 0.0, 0.0
	for p := range c {
		for q := range c {
			if p != q || !f.Config["het_off"].(bool) {
				het += pi[p][q] * pi[p][q]
			}
		}
	}
	f.near("bound.c_het", f.Bound.CHet, math.Sqrt(het), 0)
	f.same("posterior", len(f.Posterior), m)
	mean, degree := make([]float64, f.n), make([]float64, f.n)
	for e, p := range f.Posterior {
		f.same("posterior.edge", p.Edge, f.Graph.Edges[e])
		f.near("posterior.alpha0", p.Alpha0, a0, 0)
		f.near("posterior.beta0", p.Beta0, b0, 0)
		f.near("posterior.alpha", p.Alpha, alpha[e], 0)
		f.near("posterior.beta", p.Beta, beta[e], 0)
		f.near("posterior.kappa", p.Kappa, kappa[e], 0)
		kl := betaKL(alpha[e], beta[e], a0, b0)
		f.near("posterior.kl", p.KL, kl, 0)
		sum += kl
		for _, i := range p.Edge {
			mean[i] += kappa[e]
			degree[i]++
		}
	}
	f.near("bound.kl_sum", f.Bound.KLSum, sum, 0)
	out := dense(f.Probabilities)
	if f.Config["calibrate"].(bool) {
		prior := f.prior()
		out.Apply(func(i, k int, v float64) float64 {
			κ := 1.0
			if degree[i] > 0 {
				κ = mean[i] / degree[i]
			}
			return κ*v + (1-κ)*prior[k]
		}, out)
	}
	f.matrix("calibrated", f.Calibrated, out)
}

func (f *retrace) prior() []float64 {
	p := make([]float64, f.classes)
	for k := range p {
		p[k] = 1 / float64(f.classes)
	}
	if f.word("prior") == "train" {
		clear(p)
		for _, i := range f.Graph.Split.Train {
			p[f.Graph.Labels[i]] += 1 / float64(len(f.Graph.Split.Train))
		}
	}
	return p
}

func betaKL(a, b, a0, b0 float64) float64 {
	lb, psi := mathext.Lbeta, mathext.Digamma
	return lb(a0, b0) - lb(a, b) + (a-a0)*psi(a) + (b-b0)*psi(b) + (a0-a+b0-b)*psi(a+b)
}

// over returns mean cross-entropy and share of errors over nodes, NaN without any.
func (f *retrace) over(nodes []int) (ce, wrong float64) {
	n := 0.0
	for _, i := range nodes {
		label := f.Graph.Labels[i]
		if label < 0 {
			continue
		}
		n++
		ce -= math.Log(f.Calibrated[i][label])
		if slices.Index(f.Calibrated[i], slices.Max(f.Calibrated[i])) != label {
			wrong++
		}
	}
	return ce / n, wrong / n
}

// bound recomputes the bound: its three terms, their sum and the losses beside it.
func (f *retrace) bound() {
	b := &f.Bound
	ce, _ := f.over(f.Graph.Split.Train)
	f.near("bound.empirical", b.Empirical, ce, 0)
	f.same("bound.n_labeled", b.NLabeled, len(f.Graph.Split.Train))
	f.near("bound.delta", b.Delta, f.number("delta"), 0)
	f.near("bound.L_KL", b.LKL, f.klTerm(b.KLSum), 0)
	ramp := func(weight, warmup string) float64 {
		v, w := f.number(weight), f.number(warmup)
		return v * min(1, float64(f.Epoch-1)/max(w, 1e-9))
	}
	lambdaKL, lambdaSpec := ramp("lambda_kl", "kl_warmup"), ramp("lambda_spec", "spec_warmup")
	if f.Epoch == 1 && f.number("kl_warmup") == 0 {
		lambdaKL = f.number("lambda_kl")
	}
	if f.Epoch == 1 && f.number("spec_warmup") == 0 {
		lambdaSpec = f.number("lambda_spec")
	}
	f.near("bound.lambda_KL", b.LambdaKL, lambdaKL, 0)
	f.near("bound.lambda_spec", b.LambdaSpec, lambdaSpec, 0)
	spec, total := math.NaN(), ce+lambdaKL*f.klTerm(b.KLSum)
	if f.Spectrum.Lambda2 != nil {
		spec = b.CHet / *f.Spectrum.Lambda2
	}
	if lambdaSpec > 0 {
		total += lambdaSpec * spec
	}
	f.maybe("bound.L_spec", b.LSpec, spec)
	f.maybe("bound.total", b.Total, total)
	testCE, testRisk := f.over(f.Graph.Split.Test)
	f.maybe("bound.test_risk", b.TestRisk, testRisk)
	f.maybe("bound.test_same_loss", b.TestSameLoss, testCE)
}

func (f *retrace) klTerm(kl float64) float64 {
	return math.Sqrt((kl + math.Log(2/f.number("delta"))) / (2 * float64(len(f.Graph.Split.Train))))
}

// certificates recomputes the binomial bound and the prediction sets.
func (f *retrace) certificates() {
	delta := f.number("delta")
	level := delta
	if f.word("certify") == "union" {
		level = delta / f.number("epochs")
	}
	cert, conf := &f.Bound.Certificate, &f.Bound.Conformal
	f.near("bound.certificate.confidence", cert.Confidence, 1-delta, 0)
	f.near("bound.conformal.level", conf.Level, 1-delta, 0)
	f.same("bound.conformal.nodes", conf.Nodes, cert.Nodes)
	n := len(cert.Nodes)
	_, wrong := f.over(cert.Nodes)
	want := math.NaN()
	if errors := math.Round(wrong * float64(n)); n > 0 && int(errors) == n {
		want = 1
	} else if n > 0 {
		want = mathext.InvRegIncBeta(errors+1, float64(n)-errors, 1-level)
	}
	f.maybe("bound.certificate.bound", cert.Bound, want)
	var scores []float64
	for _, i := range conf.Nodes {
		scores = append(scores, 1-f.Calibrated[i][f.Graph.Labels[i]])
	}
	slices.Sort(scores)
	threshold := math.Inf(1)
	if k := int(math.Ceil(float64(n+1)*(1-level) - 1e-9)); k <= n {
		threshold = scores[max(k, 1)-1]
	}
	covered, size, nodes := 0.0, 0.0, 0.0
	for _, i := range f.Graph.Split.Test {
		nodes++
		for k, p := range f.Calibrated[i] {
			if 1-p <= threshold {
				size++
				if k == f.Graph.Labels[i] {
					covered++
				}
			}
		}
	}
	f.maybe("bound.conformal.coverage", conf.Coverage, covered/nodes)
	f.maybe("bound.conformal.mean_size", conf.MeanSize, size/nodes)
}

// ascent recomputes λ2 and λ3 before and after the ascent in the metric.
func (f *retrace) ascent() {
	g := &f.GapAscent
	low := func(values []float64) []float64 {
		k := 0
		for k < len(values) && values[k] <= 1e-8*max(1, values[len(values)-1]) {
			k++
		}
		k = max(k, f.indexOf2(k))
		return values[k:min(k+2, len(values))]
	}
	for _, place := range []string{"before", "after_sheaf", "after_matrix"} {
		f.worst["gap_ascent."+place] = 0
	}
	if f.Spectrum.Lambda2 == nil {
		for _, v := range slices.Concat(g.Before, g.AfterSheaf, g.AfterMatrix) {
			f.near("gap_ascent.before", v, 0, 0)
		}
		return
	}
	lows := low(f.values)
	// The tracker's values have a relative residual of 1e-8 and 1e-5.
	loose := func(place string, got, want []float64) {
		for k, v := range want {
			if math.Abs(got[k]-v) > []float64{1e-8, 1e-5}[k]*max(v, 0.01) {
				f.t.Errorf("%s: %v, recomputed %v", place, got, want)
			}
		}
	}
	if len(g.Before) > 0 {
		loose("gap_ascent.before", g.Before, lows)
	}
	if len(g.AfterMatrix) > 0 && len(lows) == 2 && !(g.AfterMatrix[0] >= lows[0]-1e-9 && g.AfterMatrix[0] <= lows[1]*(1+1e-5)) {
		f.t.Errorf("after the matrix step %v, between %v", g.AfterMatrix, lows)
	}
	f.trials(lows)
	f.nearest(low)
	if len(g.Metric) == 0 && len(g.Change) == 0 {
		return
	}
	dim := f.n * f.d
	full := mat.NewDense(dim, dim, nil)
	for e, l := range f.Lift {
		var ij, ji mat.Dense
		ij.Sub(dense(l.Rij), dense(l.DeltaIJ))
		ji.Sub(dense(l.DeltaJI), dense(l.Rji))
		b := [2]*mat.Dense{&ij, &ji}
		if len(g.Metric) > 0 {
			a := dense(g.Metric[e])
			b = [2]*mat.Dense{product(a, &ij), product(a, &ji)}
		} else {
			ij.Add(&ij, dense(g.Change[2*e]))
			ji.Sub(&ji, dense(g.Change[2*e+1]))
		}
		for p := range 2 {
			for q := range 2 {
				at := full.Slice(l.Edge[p]*f.d, (l.Edge[p]+1)*f.d, l.Edge[q]*f.d, (l.Edge[q]+1)*f.d).(*mat.Dense)
				at.Add(at, product(b[p].T(), b[q]))
			}
		}
	}
	after := symmetric(full)
	if f.word("operator") == "normalized" {
		after = normalised(after, f.n, f.d, f.number("shift"))
	}
	var e mat.EigenSym
	if !e.Factorize(after, false) {
		f.t.Fatal("no eigenvalues")
	}
	loose("gap_ascent.after_sheaf", g.AfterSheaf, low(e.Values(nil)))
}

// trials recomputes the conditions of each trial from eta, slopes and the
// constants, and λ2 of the first matrix step from its direction.
func (f *retrace) trials(lows []float64) {
	g := &f.GapAscent
	if len(g.Before) == 0 {
		return
	}
	last, base := 0, g.Before[0]
	for k, s := range g.LineSearch {
		if s.Step != last && k > 0 && g.LineSearch[k-1].Armijo {
			base = g.LineSearch[k-1].Lambda2
		}
		last = s.Step
		f.same("gap_ascent.line_search.before", s.Before != nil, g.Mode == "matrix")
		if s.Before != nil { // a step on the matrix starts from the nearest sheaf of the one before
			base = *s.Before
		}
		f.near("gap_ascent.line_search.slope_at", flag(s.Curvature), flag(math.Abs(s.SlopeAt) <= f.number("curvature")*s.Slope), 0)
		f.near("gap_ascent.line_search.armijo", flag(s.Armijo),
			flag(s.Lambda2 >= base+f.number("armijo")*g.Promised[k] && s.Lambda2 > base && g.Promised[k] > 0), 0)
	}
	if g.Mode != "matrix" || len(g.Direction) == 0 || len(lows) < 2 {
		return
	}
	v := g.Direction[0]
	for _, s := range g.LineSearch {
		if s.Step == 1 {
			if want := min(lows[0]+s.Eta, lows[1]); math.Abs(s.Lambda2-want) > 1e-6*want {
				f.t.Errorf("trial at η = %g: λ2 = %g, recomputed %g", s.Eta, s.Lambda2, want)
			}
		}
	}
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	f.near("gap_ascent.direction", norm, 1, 1e-6)
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// history compares the last entries with the rest of the trace.
func (f *retrace) history() {
	h := &f.History
	last := func(x []float64) float64 { return x[len(x)-1] }
	for name, x := range map[string][]float64{"loss": h.Loss, "ce": h.CE, "kl": h.KL, "spec": h.Spec, "gradient_norm": h.GradientNorm} {
		f.same("history."+name, len(x), f.Epoch)
	}
	f.near("history.ce", last(h.CE), f.Bound.Empirical, 0)
	f.near("history.kl", last(h.KL), f.Bound.LambdaKL*f.Bound.LKL, 0)
	f.near("history.loss", last(h.Loss), last(h.CE)+last(h.KL)+last(h.Spec), 0)
	if f.Bound.LSpec != nil && math.Abs(last(h.Spec)-f.Bound.LambdaSpec**f.Bound.LSpec) > 1e-7*max(1, last(h.Spec)) {
		f.t.Errorf("history.spec: %g, recomputed %g", last(h.Spec), f.Bound.LambdaSpec**f.Bound.LSpec)
	}
	for k, nodes := range [][]int{f.Graph.Split.Train, f.Graph.Split.Val, f.Graph.Split.Test} {
		x := [][]float64{h.Train, h.Val, h.Test}[k]
		if f.same("history.accuracies", len(x) > 0, len(nodes) > 0); len(nodes) > 0 {
			_, wrong := f.over(nodes)
			f.near("history.accuracies", last(x), 1-wrong, 0)
		}
	}
	if f.Spectrum.Lambda2 != nil && len(h.Bound) > 0 {
		f.near("history.lambda2", last(h.Lambda2), f.GapAscent.Before[0], 0)
		f.near("history.bound", last(h.Bound), f.Bound.Empirical+f.Bound.LKL+f.Bound.CHet/last(h.Lambda2), 0)
	}
	if f.Diffusion != nil && f.Epoch == 1 {
		f.matrix("history.first_output", h.FirstOutput, dense(f.Diffusion.Output))
	}
}
