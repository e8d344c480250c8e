package trace_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// drawn is a sparsifier of the traced operator.
type drawn struct {
	lap      *mat.SymDense
	values   []float64
	positive float64
	error    float64
	kappa    float64
}

// sparse builds L̃ from the kept edges and their weights and measures it.
func (f *retrace) sparse(edges []int, weights []float64) drawn {
	dim := f.n * f.d
	full, roots := mat.NewDense(dim, dim, nil), f.roots()
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
				at := full.Slice(l.Edge[p]*f.d, (l.Edge[p]+1)*f.d, l.Edge[q]*f.d, (l.Edge[q]+1)*f.d).(*mat.Dense)
				at.Add(at, product(b[p].T(), b[q]))
			}
		}
	}
	out := drawn{lap: symmetric(full)}
	var e mat.EigenSym
	e.Factorize(out.lap, false)
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
	v := mat.DenseCopyOf(f.vec.Slice(0, dim, kernel, dim))
	v.Apply(func(_, k int, x float64) float64 { return x / math.Sqrt(f.values[kernel+k]) }, v)
	var r mat.EigenSym
	r.Factorize(symmetric(product(product(v.T(), out.lap), v)), false)
	ratios := r.Values(nil)
	out.error = max(1-ratios[0], ratios[len(ratios)-1]-1)
	return out
}

// roots are the D_i^{-1/2} that the maps of node i are multiplied with.
func (f *retrace) roots() []*mat.Dense {
	out := make([]*mat.Dense, f.n)
	for i := range out {
		out[i] = mat.NewDense(f.d, f.d, nil)
		if f.word("operator") != "normalized" {
			for k := range f.d {
				out[i].Set(k, k, 1)
			}
			continue
		}
		blk := mat.NewSymDense(f.d, nil)
		for p := range f.d {
			for q := p; q < f.d; q++ {
				blk.SetSym(p, q, f.lap.At(i*f.d+p, i*f.d+q))
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

// draws recomputes both sparsifiers.
func (f *retrace) draws() {
	for place, s := range map[string]*struct {
		Edges          []int
		Weights        []float64
		Draws, Entries int
		Kappa, Epsilon *float64
	}{"sparsified": f.Sparsified, "guaranteed": f.Guaranteed} {
		if s == nil {
			continue
		}
		f.same(place+".draws", s.Draws, len(s.Edges))
		f.same(place+".entries", s.Entries, (f.n+2*len(s.Edges))*f.d*f.d)
		f.worst[place+".epsilon"] = 0
		if len(s.Edges) == 0 { // of an operator that is 0: nothing to compare
			f.same(place+".kappa", s.Kappa == nil && s.Epsilon == nil, true)
			continue
		}
		d := f.sparse(s.Edges, s.Weights)
		f.maybe(place+".kappa", s.Kappa, d.kappa)
		if s.Epsilon == nil || math.Abs(*s.Epsilon-d.error) > 1e-6*max(1, d.error) { // small eigenvalues divide
			f.t.Errorf("%s.epsilon: %v, recomputed %g", place, s.Epsilon, d.error)
		}
	}
}

// claims recomputes both sides of what the trace claims to have evaluated.
func (f *retrace) claims() {
	f.worst["claims.lhs"], f.worst["claims.rhs"], f.worst["claims"] = 0, 0, 0
	values := map[string][2]float64{}
	dim := f.n * f.d
	_, trainError := f.over(f.Graph.Split.Train)
	testCE, testError := f.over(f.Graph.Split.Test)
	lambda2, next := math.NaN(), math.NaN()
	if f.Spectrum.Lambda2 != nil {
		lambda2 = *f.Spectrum.Lambda2
		k := f.indexOf2(*f.Spectrum.KernelDim)
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
	if s := f.Guaranteed; s != nil && len(s.Edges) > 0 {
		d := f.sparse(s.Edges, s.Weights)
		top := d.values[dim-1]
		values["thm2"] = [2]float64{d.kappa, 2 + f.number("svr_epsilon")}
		values["thm2-formula"] = [2]float64{d.kappa, (1 + f.dt*top) / (1 + f.dt*d.positive)}
		if f.Diffusion != nil {
			values["thm2-iterations"] = [2]float64{f.iterations(d.lap), math.Ceil(math.Sqrt(d.kappa) * math.Log(1/f.number("cg_tol")))}
		}
	}
	if s := f.Sparsified; s != nil && len(s.Edges) > 0 {
		values["thm2-draw"] = [2]float64{f.sparse(s.Edges, s.Weights).error, f.number("svr_epsilon")}
	}
	eta := 1.0
	for min(eta, next-lambda2) < f.number("armijo")*eta {
		eta /= 2
	}
	values["thm3"] = [2]float64{min(eta, next-lambda2), f.number("armijo") / 4}
	f.historyClaims(values, testError, trainError, n)
	met := f.assumptions()
	for _, c := range f.Claims {
		if want, known := met[c.ID]; known && c.Evaluated && c.Met != want {
			f.t.Errorf("claim %s: its assumptions are met: %v, recomputed %v", c.ID, c.Met, want)
		}
		if !c.Evaluated {
			f.near("claims.lhs", c.LHS, 0, 0)
			f.near("claims.rhs", c.RHS, 0, 0)
			continue
		}
		want, ok := values[c.ID]
		if !ok {
			f.t.Errorf("claim %s was not recomputed", c.ID)
		}
		for k, got := range []float64{c.LHS, c.RHS} {
			tol := f.eps * max(1, math.Abs(want[k]))
			switch c.ID {
			case "resolvent", "thm2-draw", "lemma2", "thm5": // a Lanczos norm, small eigenvalues, λ2 of the tracker
				tol = 1e-6 * max(1, math.Abs(want[k]))
			case "distance": // λ2 is known to 1e-15
				tol = max(tol, 1e-14/lambda2*math.Abs(want[k]))
			case "thm2-iterations":
				tol = 1 // the last iteration is a matter of rounding
			}
			if !(math.Abs(got-want[k]) <= tol) {
				f.t.Errorf("claim %s, side %d: %.12g, recomputed %.12g", c.ID, k, got, want[k])
			}
		}
	}
}

// assumptions returns whether those of some claims are met: a loss in [0,1],
// whatever the network answers, and λ_KL ≥ 1; a λ2 that rises in every epoch, and
// five messages an edge. No run is a sequence, as an O(·) asks for.
func (f *retrace) assumptions() map[string]bool {
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
	bounded := f.Config["calibrate"].(bool)
	for _, i := range slices.Concat(f.Graph.Split.Train, f.Graph.Split.Test) {
		for _, y := range f.prior() {
			bounded = bounded && degree[i] > 0 && (1-kappa[i]/degree[i])*y >= math.Exp(-1)
		}
	}
	met["thm1"] = met["thm1-error"] && bounded
	return met
}

func (f *retrace) gainMatrix(g func(k int) float64) *mat.Dense {
	v := mat.DenseCopyOf(&f.vec)
	v.Apply(func(_, k int, x float64) float64 { return g(k) * x }, v)
	return product(v, f.vec.T())
}

// iterations counts plain CG steps on the first channel.
func (f *retrace) iterations(lap *mat.SymDense) float64 {
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

// betaClaims are those about the posteriors.
func (f *retrace) betaClaims(values map[string][2]float64) {
	if len(f.Posterior) == 0 {
		return
	}
	variance := func(a, b float64) float64 { return a * b / ((a + b) * (a + b) * (a + b + 1)) }
	a0, b0 := f.number("a0"), f.number("b0")
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

// historyClaims are those about whole runs.
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

// norm2 returns the largest singular value.
func norm2(a mat.Matrix) float64 {
	var s mat.SVD
	s.Factorize(a, mat.SVDNone)
	return s.Values(nil)[0]
}
