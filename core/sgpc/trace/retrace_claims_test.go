package trace_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// This file has the part of retrace (retrace_test.go) for sparsifiers and claims.

// sparsifier is a sparsifier L̃ of the traced operator L.
type sparsifier struct {
	laplacian *mat.SymDense
	values    []float64 // eigenvalues, ascending
	positive  float64   // the smallest eigenvalue above the kernel
	error     float64   // the smallest ε with (1−ε) L ≤ L̃ ≤ (1+ε) L outside the kernel of L
	kappa     float64   // condition number of I + Δt·L̃
}

// sparsifierOf returns the sparsifier with the given edges and weights: L̃ is the sum over
// these edges of their weight times their part of L.
func (f *retrace) sparsifierOf(edges []int, weights []float64) sparsifier {
	dim := f.n * f.d
	full, roots := mat.NewDense(dim, dim, nil), f.normalisersOfNodes()
	for k, e := range edges {
		l := &f.Lift[e]
		var ij, ji mat.Dense
		ij.Mul(dense(l.Rij), roots[l.Edge[0]])
		ji.Mul(dense(l.Rji), roots[l.Edge[1]])
		ij.Scale(math.Sqrt(weights[k]), &ij)
		ji.Scale(-math.Sqrt(weights[k]), &ji)
		b := [2]*mat.Dense{&ij, &ji}
		for p := range 2 {
			for q := range 2 {
				block := full.Slice(l.Edge[p]*f.d, (l.Edge[p]+1)*f.d, l.Edge[q]*f.d, (l.Edge[q]+1)*f.d).(*mat.Dense)
				block.Add(block, product(b[p].T(), b[q]))
			}
		}
	}
	// Eigenvalues. One below the tolerance 1e-8 of the kernel counts as 0.
	out := sparsifier{laplacian: symmetric(full)}
	var e mat.EigenSym
	e.Factorize(out.laplacian, false)
	out.values = e.Values(nil)
	top, low := out.values[dim-1], 0.0
	for _, v := range out.values {
		if v > 1e-8*max(1, top) {
			out.positive = v
			break
		}
	}
	if out.values[0] > 1e-8*max(1, top) {
		low = out.values[0]
	}
	out.kappa = (1 + f.dt*top) / (1 + f.dt*low)
	// The extremes of xᵀL̃x/xᵀLx outside the kernel, in the eigenbasis of L.
	kernel := 0
	for kernel < dim && f.values[kernel] <= 1e-9*f.values[dim-1] {
		kernel++
	}
	v := mat.DenseCopyOf(f.vectors.Slice(0, dim, kernel, dim))
	v.Apply(func(_, k int, x float64) float64 { return x / math.Sqrt(f.values[kernel+k]) }, v)
	var r mat.EigenSym
	r.Factorize(symmetric(product(product(v.T(), out.laplacian), v)), false)
	ratios := r.Values(nil)
	out.error = max(1-ratios[0], ratios[len(ratios)-1]-1)
	return out
}

// normalisersOfNodes returns for each node i the d×d matrix by which its maps are
// multiplied: D_i^{-1/2} with D_i = L_ii + s·I for the normalised operator, else I.
func (f *retrace) normalisersOfNodes() []*mat.Dense {
	out := make([]*mat.Dense, f.n)
	for i := range out {
		out[i] = mat.NewDense(f.d, f.d, nil)
		if f.word("operator") != "normalized" {
			for k := range f.d {
				out[i].Set(k, k, 1)
			}
			continue
		}
		// D_i^{-1/2} by the eigenvectors of D_i.
		blk := mat.NewSymDense(f.d, nil)
		for p := range f.d {
			for q := p; q < f.d; q++ {
				blk.SetSym(p, q, f.laplacian.At(i*f.d+p, i*f.d+q))
			}
			blk.SetSym(p, p, blk.At(p, p)+f.number("shift"))
		}
		var e mat.EigenSym
		e.Factorize(blk, true)
		var v mat.Dense
		e.VectorsTo(&v)
		for k, w := range e.Values(nil) {
			if w > 1e-12 {
				var one mat.Dense
				one.Outer(1/math.Sqrt(w), v.ColView(k), v.ColView(k))
				out[i].Add(out[i], &one)
			}
		}
	}
	return out
}

// checkDraws recomputes the quality of both sparsifiers from their edges and weights.
func (f *retrace) checkDraws() {
	for place, s := range map[string]*struct {
		Edges          []int
		Weights        []float64
		Draws, Entries int
		Kappa, Epsilon *float64
	}{"sparsified": f.Sparsified, "guaranteed": f.Guaranteed} {
		if s == nil {
			continue
		}
		f.checkEqual(place+".draws", s.Draws, len(s.Edges))
		f.checkEqual(place+".entries", s.Entries, (f.n+2*len(s.Edges))*f.d*f.d)
		f.worst[place+".epsilon"] = 0 // marks the place as compared
		if len(s.Edges) == 0 {        // of an operator that is 0: nothing to compare
			f.checkEqual(place+".kappa", s.Kappa == nil && s.Epsilon == nil, true)
			continue
		}
		d := f.sparsifierOf(s.Edges, s.Weights)
		f.checkOptional(place+".kappa", s.Kappa, d.kappa)
		// The tolerance is large since ε is a quotient by small eigenvalues.
		if s.Epsilon == nil {
			f.t.Errorf("%s.epsilon: null, recomputed %g", place, d.error)
		} else if math.Abs(*s.Epsilon-d.error) > 1e-6*max(1, d.error) {
			f.t.Errorf("%s.epsilon: %g, recomputed %g", place, *s.Epsilon, d.error)
		}
	}
}

// checkClaims recomputes both sides of every evaluated claim, and whether its assumptions
// are met. A claim that is not evaluated has zeros.
func (f *retrace) checkClaims() {
	// The entries mark these places as compared.
	f.worst["claims.lhs"], f.worst["claims.rhs"], f.worst["claims"] = 0, 0, 0
	values := map[string][2]float64{} // left and right side of each claim
	dim := f.n * f.d
	// Theorem 1 and the appendix.
	_, trainError := f.errorsOver(f.Graph.Split.Train)
	testCE, testError := f.errorsOver(f.Graph.Split.Test)
	lambda2, next := math.NaN(), math.NaN()
	if f.Spectrum.Lambda2 != nil {
		lambda2 = *f.Spectrum.Lambda2
		k := f.indexOfLambda2(*f.Spectrum.KernelDim)
		next = f.values[min(k+1, dim-1)]
	}
	b, n := &f.Bound, float64(len(f.Graph.Split.Train))
	penalty := b.LambdaKL * b.LKL
	if b.LambdaSpec > 0 {
		penalty += b.LambdaSpec * b.CHet / lambda2
	}
	values["thm1"] = [2]float64{testCE, b.Empirical + penalty}
	values["thm1-error"] = [2]float64{testError, trainError + penalty}
	values["appendix-a"] = [2]float64{float64(len(f.Lift)) * math.Pow(float64(f.Graph.Features.Shape[1]), 2),
		float64(len(f.Lift)) + float64(f.n)*math.Pow(float64(f.Graph.Features.Shape[1]), 2)}
	f.betaClaims(values)
	// The resolvent minus the mean over all nodes, and the distance of the input from the
	// kernel.
	kernel := *f.Spectrum.KernelDim
	z := f.gainMatrix(func(k int) float64 {
		if k < kernel {
			return 1
		}
		return 1 / (1 + f.dt*f.values[k])
	})
	for i := range f.n {
		for j := range f.n {
			for k := range f.d {
				z.Set(i*f.d+k, j*f.d+k, z.At(i*f.d+k, j*f.d+k)-1/float64(f.n))
			}
		}
	}
	values["resolvent"] = [2]float64{norm2(z), 1 / (1 + f.dt*lambda2)}
	if f.Diffusion != nil {
		away := f.gainMatrix(func(k int) float64 {
			if k < kernel {
				return 0
			}
			return 1 / (1 + f.values[k])
		})
		values["distance"] = [2]float64{mat.Norm(product(away, dense(f.Diffusion.Input)), 2), b.CHet / lambda2}
	}
	// Theorem 2, on the sparsifiers.
	if s := f.Guaranteed; s != nil && len(s.Edges) > 0 {
		d := f.sparsifierOf(s.Edges, s.Weights)
		top := d.values[dim-1]
		values["thm2"] = [2]float64{d.kappa, 2 + f.number("svr_epsilon")}
		values["thm2-formula"] = [2]float64{d.kappa, (1 + f.dt*top) / (1 + f.dt*d.positive)}
		if f.Diffusion != nil {
			values["thm2-iterations"] = [2]float64{f.plainCGIterations(d.laplacian), math.Ceil(math.Sqrt(d.kappa) * math.Log(1/f.number("cg_tol")))}
		}
	}
	if s := f.Sparsified; s != nil && len(s.Edges) > 0 {
		values["thm2-draw"] = [2]float64{f.sparsifierOf(s.Edges, s.Weights).error, f.number("svr_epsilon")}
	}
	// Theorem 3: a step η gains min(η, λ₃ − λ₂). η is halved until the gain meets Armijo's
	// condition.
	eta := 1.0
	for min(eta, next-lambda2) < f.number("armijo")*eta {
		eta /= 2
	}
	values["thm3"] = [2]float64{min(eta, next-lambda2), f.number("armijo") / 4}
	f.historyClaims(values, testError, trainError, n)
	// Comparison with the trace.
	met := f.assumptionsMet()
	for _, c := range f.Claims {
		if want, known := met[c.ID]; known && c.Evaluated && c.Met != want {
			f.t.Errorf("claim %s: its assumptions are met: %v, recomputed %v", c.ID, c.Met, want)
		}
		if !c.Evaluated {
			f.checkNear("claims.lhs", c.LHS, 0, 0)
			f.checkNear("claims.rhs", c.RHS, 0, 0)
			continue
		}
		want, ok := values[c.ID]
		if !ok {
			f.t.Errorf("claim %s was not recomputed", c.ID)
		}
		for k, got := range []float64{c.LHS, c.RHS} {
			tol := f.eps * max(1, math.Abs(want[k]))
			switch c.ID {
			// The reasons: a Lanczos norm; quotients by small eigenvalues; λ2 of the tracker, for two claims.
			case "resolvent", "thm2-draw", "lemma2", "thm5":
				tol = 1e-6 * max(1, math.Abs(want[k]))
			case "distance": // λ2 is known to 1e-15; ten times this error is allowed
				tol = max(tol, 1e-14/lambda2*math.Abs(want[k]))
			case "thm2-iterations":
				tol = 1 // rounding decides whether the last iteration is needed
			}
			if !(math.Abs(got-want[k]) <= tol) {
				f.t.Errorf("claim %s, side %d: %.12g, recomputed %.12g", c.ID, k, got, want[k])
			}
		}
	}
}

// assumptionsMet returns for some claims whether their assumptions are met. Theorem 1
// assumes λ_KL ≥ 1, and for its cross-entropy a loss of at most 1 for every answer of the
// network. Theorem 4 assumes that λ2 rises in every epoch, and five messages on each edge.
// Theorem 5 and Appendix A are statements O(·) about sequences of runs: no run meets them.
func (f *retrace) assumptionsMet() map[string]bool {
	met := map[string]bool{"thm5": false, "appendix-a": false, "thm1-error": f.Bound.LambdaKL >= 1}
	rises, few := len(f.History.Lambda2) > 1, len(f.Posterior) == 0
	for k := 1; k < len(f.History.Lambda2); k++ {
		rises = rises && f.History.Lambda2[k] > f.History.Lambda2[k-1]
	}
	kappa, degree := make([]float64, f.n), make([]float64, f.n)
	for _, p := range f.Posterior {
		few = few || p.Alpha+p.Beta-f.number("a0")-f.number("b0") < 5-1e-6
		for _, i := range p.Edge {
			kappa[i] += p.Alpha / (p.Alpha + p.Beta)
			degree[i]++
		}
	}
	met["thm4"] = rises && !few
	// A loss of at most 1 means a probability of at least 1/e. The calibrated probability is
	// at least (1−κ̄)·prior, whatever the network answers.
	bounded := f.Config["calibrate"].(bool)
	for _, i := range slices.Concat(f.Graph.Split.Train, f.Graph.Split.Test) {
		for _, y := range f.prior() {
			bounded = bounded && degree[i] > 0 && (1-kappa[i]/degree[i])*y >= math.Exp(-1)
		}
	}
	met["thm1"] = met["thm1-error"] && bounded
	return met
}

// gainMatrix returns Σ_k g(k) v_k v_kᵀ for the eigenvectors v_k of the operator.
func (f *retrace) gainMatrix(g func(k int) float64) *mat.Dense {
	v := mat.DenseCopyOf(&f.vectors)
	v.Apply(func(_, k int, x float64) float64 { return g(k) * x }, v)
	return product(v, f.vectors.T())
}

// plainCGIterations returns the number of iterations of conjugate gradients without a
// preconditioner for (I + Δt·lap) x = b, to the tolerance cg_tol. b is the first channel of
// the input of the diffusion.
func (f *retrace) plainCGIterations(lap *mat.SymDense) float64 {
	dim := lap.SymmetricDim()
	r, p, w := mat.NewVecDense(dim, nil), mat.NewVecDense(dim, nil), mat.NewVecDense(dim, nil)
	for i, row := range f.Diffusion.Input {
		r.SetVec(i, row[0])
	}
	p.CopyVec(r)
	goal, rr := f.number("cg_tol")*mat.Norm(r, 2), mat.Dot(r, r)
	for k := 0; ; k++ {
		if math.Sqrt(rr) <= goal {
			return float64(k)
		}
		w.MulVec(lap, p)
		w.AddScaledVec(p, f.dt, w)
		r.AddScaledVec(r, -rr/mat.Dot(p, w), w)
		next := mat.Dot(r, r)
		p.AddScaledVec(r, next/rr, p)
		rr = next
	}
}

// betaClaims sets the values of the claims about the Beta posteriors: Lemma 1 and the
// relation of KL divergence and variance.
func (f *retrace) betaClaims(values map[string][2]float64) {
	if len(f.Posterior) == 0 {
		return
	}
	variance := func(a, b float64) float64 { return a * b / ((a + b) * (a + b) * (a + b + 1)) }
	a0, b0 := f.number("a0"), f.number("b0")
	// worst has both sides of Lemma 1 on the edge with the largest quotient. wide and sharp
	// are the edges with the largest and the smallest variance.
	worst, ratio := [2]float64{}, 0.0
	wide, sharp := 0, 0
	v := func(e int) float64 { return variance(f.Posterior[e].Alpha, f.Posterior[e].Beta) }
	for e, p := range f.Posterior {
		g := p.Alpha + p.Beta
		l, r := v(e), (a0+b0)/(g*g)*(1-1/(g+1))
		if e == 0 || l/r > worst[0]/worst[1]*(1+1e-12) {
			worst = [2]float64{l, r}
		}
		ratio = max(ratio, l/variance(a0, b0))
		if v(e) > v(wide) {
			wide = e
		}
		if v(e) < v(sharp) {
			sharp = e
		}
	}
	values["lemma1"] = worst
	values["lemma1-60"], values["lemma1-23"] = [2]float64{ratio, 0.6}, [2]float64{ratio, 2.0 / 3}
	values["kl-var"] = [2]float64{f.Posterior[sharp].KL, f.Posterior[wide].KL / v(wide) * v(sharp)}
}

// historyClaims sets the values of the claims about whole runs: Theorems 4 and 5, and
// Lemma 2. n is the number of training nodes.
func (f *retrace) historyClaims(values map[string][2]float64, testError, trainError, n float64) {
	h := &f.History
	worst := 0.0
	for k := 1; k < len(h.Bound); k++ {
		worst = max(worst, h.Bound[k]/h.Bound[k-1])
	}
	values["thm4"] = [2]float64{worst, 1}
	if len(h.Lambda2) == 0 {
		return
	}
	steps, top := float64(len(h.Lambda2)-1), f.values[len(f.values)-1]
	rise := h.Lambda2[len(h.Lambda2)-1] - h.Lambda2[0]
	values["thm5"] = [2]float64{testError, trainError + math.Sqrt(2*math.Exp(-f.dt*rise/2)/n) + math.Sqrt(math.Log(1/f.number("delta"))/n)}
	if f.Diffusion != nil && len(h.FirstOutput) > 0 {
		var change mat.Dense
		change.Sub(dense(f.Diffusion.Output), dense(h.FirstOutput))
		values["lemma2"] = [2]float64{norm2(&change), math.Sqrt(top/h.Lambda2[0])*math.Exp(-f.dt*rise/2) + f.number("cg_tol")*steps}
	}
}

// norm2 returns the spectral norm of a, its largest singular value.
func norm2(a mat.Matrix) float64 {
	var s mat.SVD
	s.Factorize(a, mat.SVDNone)
	return s.Values(nil)[0]
}
