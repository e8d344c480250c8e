package trace_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// This file recomputes posteriors, gap ascent and history of a trace.

// checkPosteriors recomputes κ̄, the posteriors Beta(α, β) and the class coupling Π by the
// fixed-point iterations of the setting posterior_steps. It also recomputes c_het, the KL
// divergences with their sum, and the calibrated probabilities κ̄·p + (1−κ̄)·prior.
func (f *retrace) checkPosteriors() {
	c := f.classes
	// The prior is Beta(a0, b0). strength is the weight of the evidence, and w the share of Π in it.
	a0, b0, strength, w := f.number("a0"), f.number("b0"), f.number("t"), f.number("w")
	// y returns the share of node i in class k: its label if i is a training node, else its
	// probability.
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
	// coupling returns Π: the mean of κ̄ over all edges, weighted by the shares of two classes at
	// their ends.
	coupling := func() [][]float64 {
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
	// Each step mixes two agreements of the ends of an edge: the plain one and the one under Π.
	for range int(f.number("posterior_steps")) {
		pi := coupling()
		for e, edge := range f.Graph.Edges {
			agreement, coupled := 0.0, 0.0
			for p := range c {
				agreement += y(edge[0], p) * y(edge[1], p)
				for q := range c {
					coupled += y(edge[0], p) * pi[p][q] * y(edge[1], q)
				}
			}
			alpha[e] = a0 + strength*((1-w)*agreement+w*coupled)
			beta[e] = b0 + strength*(1-(1-w)*agreement-w*coupled)
			kappa[e] = alpha[e] / (alpha[e] + beta[e])
		}
	}
	pi := coupling()
	f.checkMatrix("bound.Pi", f.Bound.Pi, dense(pi))
	het, sum := 0.0, 0.0 // ‖Π‖² (for het_off without the diagonal), and the sum of the KL divergences
	for p := range c {
		for q := range c {
			if p != q || !f.Config["het_off"].(bool) {
				het += pi[p][q] * pi[p][q]
			}
		}
	}
	f.checkNear("bound.c_het", f.Bound.CHet, math.Sqrt(het), 0)
	f.checkEqual("posterior", len(f.Posterior), m)
	kappaSum, degree := make([]float64, f.n), make([]float64, f.n) // at each node: Σ κ̄ over its edges, and their number
	for e, p := range f.Posterior {
		f.checkEqual("posterior.edge", p.Edge, f.Graph.Edges[e])
		f.checkNear("posterior.alpha0", p.Alpha0, a0, 0)
		f.checkNear("posterior.beta0", p.Beta0, b0, 0)
		f.checkNear("posterior.alpha", p.Alpha, alpha[e], 0)
		f.checkNear("posterior.beta", p.Beta, beta[e], 0)
		f.checkNear("posterior.kappa", p.Kappa, kappa[e], 0)
		kl := betaKL(alpha[e], beta[e], a0, b0)
		f.checkNear("posterior.kl", p.KL, kl, 0)
		sum += kl
		for _, i := range p.Edge {
			kappaSum[i] += kappa[e]
			degree[i]++
		}
	}
	f.checkNear("bound.kl_sum", f.Bound.KLSum, sum, 0)
	calibrated := dense(f.Probabilities)
	if f.Config["calibrate"].(bool) {
		prior := f.prior()
		calibrated.Apply(func(i, k int, v float64) float64 {
			κ := 1.0 // an isolated node keeps its probabilities
			if degree[i] > 0 {
				κ = kappaSum[i] / degree[i]
			}
			return κ*v + (1-κ)*prior[k]
		}, calibrated)
	}
	f.checkMatrix("calibrated", f.Calibrated, calibrated)
}

// prior returns the prior class probabilities: equal, or the shares of the training labels.
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

// betaKL returns the KL divergence KL(Beta(a, b) ‖ Beta(a0, b0)).
func betaKL(a, b, a0, b0 float64) float64 {
	lb, psi := mathext.Lbeta, mathext.Digamma
	return lb(a0, b0) - lb(a, b) + (a-a0)*psi(a) + (b-b0)*psi(b) + (a0-a+b0-b)*psi(a+b)
}

// checkAscent recomputes λ2 and λ3 before and after the gap ascent, from the maps of the
// trace. The maps afterwards come from the metric (mode "sheaf") or from the change of the
// maps (other modes). It also checks the line search and the nearest sheaf.
func (f *retrace) checkAscent() {
	g := &f.GapAscent
	// lowest returns λ2 and λ3 of an ascending spectrum, or fewer eigenvalues if it ends before.
	// The kernel tolerance is 1e-8, relative to max(1, λ_max).
	lowest := func(values []float64) []float64 {
		k := 0
		for k < len(values) && values[k] <= 1e-8*max(1, values[len(values)-1]) {
			k++
		}
		k = max(k, f.indexOfLambda2(k))
		return values[k:min(k+2, len(values))]
	}
	// The checks below have their own tolerances. The places count as compared.
	for _, place := range []string{"before", "after_sheaf", "after_matrix"} {
		f.worst["gap_ascent."+place] = 0
	}
	if f.Spectrum.Lambda2 == nil { // without λ2 there is no ascent, and all values are 0
		for _, v := range slices.Concat(g.Before, g.AfterSheaf, g.AfterMatrix) {
			f.checkNear("gap_ascent.before", v, 0, 0)
		}
		return
	}
	lows := lowest(f.values)
	// The program computes λ2 and λ3 by an iteration. Their tolerances are 1e-8 and 1e-5,
	// relative to max(want, 0.01).
	checkTracked := func(place string, got, want []float64) {
		for k, v := range want {
			if math.Abs(got[k]-v) > []float64{1e-8, 1e-5}[k]*max(v, 0.01) {
				f.t.Errorf("%s: %v, recomputed %v", place, got, want)
			}
		}
	}
	if len(g.Before) > 0 {
		checkTracked("gap_ascent.before", g.Before, lows)
	}
	// The matrix step ends between λ2 and λ3 of the start, up to the errors of the iteration.
	if len(g.AfterMatrix) > 0 && len(lows) == 2 {
		if after := g.AfterMatrix[0]; !(after >= lows[0]-1e-9 && after <= lows[1]*(1+1e-5)) {
			f.t.Errorf("λ2 after the matrix step is %v, want between %v", g.AfterMatrix, lows)
		}
	}
	f.checkTrials(lows)
	f.checkNearest(lowest)
	if len(g.Metric) == 0 && len(g.Change) == 0 { // the run has no ascent
		return
	}
	// The operator after the ascent has the maps A·R⁰ with the metric A, or R⁰ plus the change.
	// R⁰ are the maps without Δ. ij is R⁰_ij, and ji is −R⁰_ji, as the Laplacian needs it.
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
				block := full.Slice(l.Edge[p]*f.d, (l.Edge[p]+1)*f.d, l.Edge[q]*f.d, (l.Edge[q]+1)*f.d).(*mat.Dense)
				block.Add(block, product(b[p].T(), b[q]))
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
	checkTracked("gap_ascent.after_sheaf", g.AfterSheaf, lowest(e.Values(nil)))
}

// checkTrials recomputes the Armijo and the curvature condition of each trial, from λ2, the
// slopes and the settings armijo and curvature. Only trials of the mode "matrix" have a λ2
// before the step. In this mode each trial of the first step has λ2 = min(λ2 + η, λ3) with
// λ2 and λ3 of the start (lows), and the first direction has length 1.
func (f *retrace) checkTrials(lows []float64) {
	g := &f.GapAscent
	if len(g.Before) == 0 {
		return
	}
	lastStep, start := 0, g.Before[0] // start is λ2 before the step
	for k, s := range g.LineSearch {
		// A step starts at the accepted trial of the step before, which is its last one.
		if s.Step != lastStep && k > 0 && g.LineSearch[k-1].Armijo {
			start = g.LineSearch[k-1].Lambda2
		}
		lastStep = s.Step
		f.checkEqual("gap_ascent.line_search.before", s.Before != nil, g.Mode == "matrix")
		if s.Before != nil { // a matrix step starts from the nearest sheaf of the step before
			start = *s.Before
		}
		curvature := math.Abs(s.SlopeAt) <= f.number("curvature")*s.Slope
		gains := s.Lambda2 > start && g.Promised[k] > 0
		armijo := gains && s.Lambda2 >= start+f.number("armijo")*g.Promised[k]
		f.checkNear("gap_ascent.line_search.slope_at", zeroOrOne(s.Curvature), zeroOrOne(curvature), 0)
		f.checkNear("gap_ascent.line_search.armijo", zeroOrOne(s.Armijo), zeroOrOne(armijo), 0)
	}
	// The first matrix step raises the eigenvalue λ2 alone, by η. Above λ3, λ3 is the lower one.
	if g.Mode != "matrix" || len(g.Direction) == 0 || len(lows) < 2 {
		return
	}
	v := g.Direction[0]
	for _, s := range g.LineSearch {
		if s.Step != 1 {
			continue
		}
		if want := min(lows[0]+s.Eta, lows[1]); math.Abs(s.Lambda2-want) > 1e-6*want {
			f.t.Errorf("trial at η = %g: λ2 = %g, recomputed %g", s.Eta, s.Lambda2, want)
		}
	}
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	f.checkNear("gap_ascent.direction", norm, 1, 1e-6)
}

// zeroOrOne returns 1 for true and 0 for false.
func zeroOrOne(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// checkHistory compares the last entries of the history with the rest of the trace: the terms
// of the loss, the accuracies, λ2 and the bound. The loss, its terms and gradient_norm have
// one entry for each epoch. After epoch 1, first_output is the output of the diffusion.
func (f *retrace) checkHistory() {
	h := &f.History
	last := func(x []float64) float64 { return x[len(x)-1] }
	for name, x := range map[string][]float64{"loss": h.Loss, "ce": h.CE, "kl": h.KL, "spec": h.Spec, "gradient_norm": h.GradientNorm} {
		f.checkEqual("history."+name, len(x), f.Epoch)
	}
	f.checkNear("history.ce", last(h.CE), f.Bound.Empirical, 0)
	f.checkNear("history.kl", last(h.KL), f.Bound.LambdaKL*f.Bound.LKL, 0)
	f.checkNear("history.loss", last(h.Loss), last(h.CE)+last(h.KL)+last(h.Spec), 0)
	if f.Bound.LSpec != nil {
		want := f.Bound.LambdaSpec * *f.Bound.LSpec
		// The spectral term contains λ2, which an iteration computes: the tolerance is 1e-7.
		if math.Abs(last(h.Spec)-want) > 1e-7*max(1, last(h.Spec)) {
			f.t.Errorf("history.spec: %g, recomputed %g", last(h.Spec), want)
		}
	}
	// Accuracies of the three sets; a set without nodes has none.
	for k, nodes := range [][]int{f.Graph.Split.Train, f.Graph.Split.Val, f.Graph.Split.Test} {
		x := [][]float64{h.Train, h.Val, h.Test}[k]
		f.checkEqual("history.accuracies", len(x) > 0, len(nodes) > 0)
		if len(nodes) > 0 {
			_, wrong := f.errorsOver(nodes)
			f.checkNear("history.accuracies", last(x), 1-wrong, 0)
		}
	}
	if f.Spectrum.Lambda2 != nil && len(h.Bound) > 0 {
		f.checkNear("history.lambda2", last(h.Lambda2), f.GapAscent.Before[0], 0)
		f.checkNear("history.bound", last(h.Bound), f.Bound.Empirical+f.Bound.LKL+f.Bound.CHet/last(h.Lambda2), 0)
	}
	if f.Diffusion != nil && f.Epoch == 1 {
		f.checkMatrix("history.first_output", h.FirstOutput, dense(f.Diffusion.Output))
	}
}
