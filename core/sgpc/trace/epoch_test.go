package trace_test

import (
	"encoding/json"
	"math"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// This file reads traces as a program for the former format sheafscope-trace/1 does.

// schema1Trace is a trace with the fields of sheafscope-trace/1, by the names of the JSON,
// not by the types of package trace.
type schema1Trace struct {
	Schema string
	Graph  struct {
		N      int
		Edges  [][2]int
		Labels []int
		Split  struct{ Train, Val, Test []int }
	}
	Config   map[string]any
	WTheta   [][]float64 `json:"W_theta"`
	Centered bool
	Sign     float64
	Lift     []struct {
		Edge     [2]int
		Mu, Nu   []float64
		Epsilon0 float64
		P0       [][]float64
		Sinkhorn []struct {
			Iteration int
			Error     float64
		}
		JKO struct {
			Mode         string
			Tau, Epsilon float64
			Gamma        float64
			Steps        []struct {
				P      [][]float64
				Energy float64
			}
		}
		P, S    [][]float64
		DeltaIJ [][]float64 `json:"delta_ij"`
		DeltaJI [][]float64 `json:"delta_ji"`
		Rij     [][]float64 `json:"R_ij"`
		Rji     [][]float64 `json:"R_ji"`
	}
	Laplacian, Normalized struct {
		Dim        int
		Rows, Cols []int
		Vals       []float64
		Shift      float64
	}
	Spectrum struct {
		Of        string
		Values    []float64
		Complete  bool
		KernelDim int     `json:"kernel_dim"`
		KernelTol float64 `json:"kernel_tol"`
		Lambda2   float64
	}
	Diffusion struct {
		Dt            float64
		Input, Output [][]float64
	}
	AFM struct {
		Alpha         []float64
		Input, Output [][]float64
	}
	Probabilities, Calibrated [][]float64
	Posterior                 []struct {
		Alpha0, Beta0, Alpha, Beta, Kappa, KL float64
	}
	Bound struct {
		Empirical, Delta, Total float64
		KLSum                   float64 `json:"kl_sum"`
		NLabeled                int     `json:"n_labeled"`
		LKL                     float64 `json:"L_KL"`
		Pi                      [][]float64
		CHet                    float64 `json:"c_het"`
		LSpec                   float64 `json:"L_spec"`
		LambdaKL                float64 `json:"lambda_KL"`
		LambdaSpec              float64 `json:"lambda_spec"`
	}
	GapAscent struct {
		Before     []float64
		AfterSheaf []float64 `json:"after_sheaf"`
	} `json:"gap_ascent"`
}

// traceTol is the largest accepted difference of a number of the trace from its
// recomputation, absolute for small numbers and relative for large ones.
const traceTol = 1e-9

// checkNear fails the test unless |got − want| ≤ traceTol·max(1, |want|, scale).
func checkNear(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= traceTol*max(1, math.Abs(want), scale)) {
		t.Errorf("%s: %.15g, recomputed %.15g", what, got, want)
	}
}

// TestReaderOfSchema1 reads traces of the present format as a program for the former format
// sheafscope-trace/1 does. Every field of that format has its former meaning: checkTrace
// recomputes it from the other fields. null reads as 0. The runs have the default settings, one
// map for both ends with three KL steps (convention "literal"), free marginals (mode w2), and
// the ascent on the matrix.
func TestReaderOfSchema1(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	for range 4 {
		r.StepEpoch()
	}
	checkTrace(t, r)
	literal := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Convention, c.Sign, c.Centered, c.JKOSteps = "literal", 1, false, 3 })
	literal.StepEpoch()
	checkTrace(t, literal)
	w2 := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.JKOMode, c.JKOSteps = "w2", 2 })
	w2.StepEpoch()
	checkTrace(t, w2)
	matrix := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.GapMode = "matrix" })
	for range 4 {
		matrix.StepEpoch()
	}
	checkTrace(t, matrix)
}

// checkTrace writes the trace of a run as JSON and reads the fields of sheafscope-trace/1. It
// recomputes lift, operators, spectrum, diffusion, mixing, posterior and bound, each from the
// fields before it.
func checkTrace(t *testing.T, r *sgpc.Run) {
	t.Helper()
	tr, err := trace.Of(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	var f schema1Trace
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	if f.Schema != "sheafscope-trace/2" || len(f.Lift) != len(f.Graph.Edges) || len(f.Lift) == 0 {
		t.Fatalf("schema %q with %d lifts for %d edges", f.Schema, len(f.Lift), len(f.Graph.Edges))
	}
	literal := f.Config["convention"] == "literal"
	for e := range f.Lift {
		checkLift(t, &f, e, literal)
	}
	// The Laplacian is the sum of Bᵀ B over the edges, with B = [R_ij, −R_ji].
	n, d := f.Graph.N, len(f.WTheta)
	lap := mat.NewSymDense(n*d, nil)
	for _, l := range f.Lift {
		b := mat.NewDense(d, n*d, nil)
		for p := range d {
			for q := range d {
				b.Set(p, l.Edge[0]*d+q, l.Rij[p][q])
				b.Set(p, l.Edge[1]*d+q, -l.Rji[p][q])
			}
		}
		var bb mat.SymDense
		bb.SymOuterK(1, b.T())
		lap.AddSym(lap, &bb)
	}
	normalisedLap := normalised(lap, n, d, f.Normalized.Shift)
	compareEntries(t, "laplacian", f.Laplacian.Dim, f.Laplacian.Rows, f.Laplacian.Cols, f.Laplacian.Vals, lap)
	compareEntries(t, "normalized", f.Normalized.Dim, f.Normalized.Rows, f.Normalized.Cols, f.Normalized.Vals, normalisedLap)
	checkSpectral(t, &f, normalisedLap)
	checkPosterior(t, &f)
}

// checkLift recomputes the lift of edge e: plans and energies of the JKO steps, marginals, the
// normalised plan S, and both maps with the changes of the gap ascent. literal states whether
// both ends have the same map.
func checkLift(t *testing.T, f *schema1Trace, e int, literal bool) {
	t.Helper()
	l := &f.Lift[e]
	d := len(l.Mu)
	p0 := sinkhorn(l.Mu, l.Nu, l.Epsilon0)
	last := p0
	eps := l.Epsilon0
	for _, s := range l.JKO.Steps {
		// The minimiser of KL(P‖P')/τ + ⟨P,C⟩ + ε Σ P log P is a plan of
		// temperature (1+τε)/(τ+1/ε').
		eps = (1 + l.JKO.Tau*l.JKO.Epsilon) / (l.JKO.Tau + 1/eps)
		if l.JKO.Mode == "w2" {
			last = w2Step(last, l.JKO.Epsilon, l.JKO.Tau, l.JKO.Gamma)
		} else {
			last = sinkhorn(l.Mu, l.Nu, eps)
		}
		energy := 0.0
		for i := range d {
			for j := range d {
				checkNear(t, "JKO plan", s.P[i][j], last[i][j], 0)
				energy += s.P[i][j] * l.JKO.Epsilon * math.Log(s.P[i][j])
				if i != j { // the transport cost is 2 off the diagonal, else 0
					energy += 2 * s.P[i][j]
				}
			}
		}
		checkNear(t, "JKO energy", s.Energy, energy, 0)
	}
	// The plan is normalised by its own marginals. They are μ and ν for KL steps.
	mu, nu := make([]float64, d), make([]float64, d)
	for i := range d {
		for j := range d {
			mu[i] += l.P[i][j]
			nu[j] += l.P[i][j]
		}
	}
	if l.JKO.Mode == "kl" {
		for i := range d {
			checkNear(t, "row sum", mu[i], l.Mu[i], 0)
			checkNear(t, "column sum", nu[i], l.Nu[i], 0)
		}
	}
	if k := len(l.Sinkhorn); k == 0 || l.Sinkhorn[k-1].Iteration != k {
		t.Errorf("%d Sinkhorn scalings, which are not numbered from 1", k)
	}
	// S_ij = P_ij/√(μ_i ν_j), minus √(μ_i ν_j) if centred; R_ij = S W_θ + Δ_ij.
	for i := range d {
		for j := range d {
			checkNear(t, "P0", l.P0[i][j], p0[i][j], 0)
			checkNear(t, "P", l.P[i][j], last[i][j], 0)
			s := l.P[i][j] / math.Sqrt(mu[i]*nu[j])
			if f.Centered {
				s -= math.Sqrt(mu[i] * nu[j])
			}
			checkNear(t, "S", l.S[i][j], s, 0)
			rij, rji := l.DeltaIJ[i][j], l.DeltaJI[i][j]
			for k := range d {
				rij += l.S[i][k] * f.WTheta[k][j]
				if literal {
					rji += l.S[i][k] * f.WTheta[k][j]
				} else {
					rji += f.Sign * l.S[k][i] * f.WTheta[k][j]
				}
			}
			checkNear(t, "R_ij", l.Rij[i][j], rij, 0)
			checkNear(t, "R_ji", l.Rji[i][j], rji, 0)
		}
	}
}

// compareEntries compares a sparse matrix of the trace with a dense matrix, entry by entry.
func compareEntries(t *testing.T, what string, dim int, rows, cols []int, vals []float64, want *mat.SymDense) {
	t.Helper()
	if dim != want.SymmetricDim() {
		t.Fatalf("%s: dimension %d, want %d", what, dim, want.SymmetricDim())
	}
	got := mat.NewDense(dim, dim, nil)
	for k, v := range vals {
		got.Set(rows[k], cols[k], got.At(rows[k], cols[k])+v)
	}
	worst := 0.0
	for i := range dim {
		for j := range dim {
			worst = max(worst, math.Abs(got.At(i, j)-want.At(i, j)))
		}
	}
	if !(worst <= traceTol) {
		t.Errorf("%s: entries differ by %.2e", what, worst)
	}
}

// checkSpectral recomputes the spectrum of the normalised operator, and by its eigenvectors
// diffusion and mixing. In the convention "literal" λ2 may be null, and is not compared.
func checkSpectral(t *testing.T, f *schema1Trace, operator *mat.SymDense) {
	t.Helper()
	dim := operator.SymmetricDim()
	var e mat.EigenSym
	if !e.Factorize(operator, true) {
		t.Fatal("no eigenvalues")
	}
	values := e.Values(nil)
	if !f.Spectrum.Complete || len(f.Spectrum.Values) != dim || f.Spectrum.Of != "normalized" {
		t.Fatalf("spectrum of %q: %d of %d values", f.Spectrum.Of, len(f.Spectrum.Values), dim)
	}
	kernel := 0
	for k, v := range values {
		checkNear(t, "eigenvalue", f.Spectrum.Values[k], v, 0)
		if v <= f.Spectrum.KernelTol {
			kernel++
		}
	}
	if kernel != f.Spectrum.KernelDim {
		t.Errorf("kernel dimension %d, want %d", f.Spectrum.KernelDim, kernel)
	}
	if f.Config["convention"] != "literal" {
		checkNear(t, "lambda2", f.Spectrum.Lambda2, values[kernel], 0)
	}
	var v mat.Dense
	e.VectorsTo(&v)
	// applyGain returns gain(L) in for the operator L.
	applyGain := func(in [][]float64, gain func(float64) float64) *mat.Dense {
		x := mat.NewDense(dim, len(in[0]), nil)
		for i, row := range in {
			x.SetRow(i, row)
		}
		var y, out mat.Dense
		y.Mul(v.T(), x)
		for k, w := range values {
			for c := range len(in[0]) {
				y.Set(k, c, gain(w)*y.At(k, c))
			}
		}
		out.Mul(&v, &y)
		return &out
	}
	compare := func(what string, got [][]float64, want *mat.Dense) {
		t.Helper()
		for i, row := range got {
			for c, x := range row {
				checkNear(t, what, x, want.At(i, c), mat.Norm(want, math.Inf(1)))
			}
		}
	}
	dt := f.Diffusion.Dt
	compare("diffusion", f.Diffusion.Output, applyGain(f.Diffusion.Input, func(w float64) float64 { return 1 / (1 + dt*w) }))
	compare("mixing", f.AFM.Output, applyGain(f.AFM.Input, func(w float64) float64 {
		sum := 0.0
		for q, a := range f.AFM.Alpha {
			// T_q by its definition on [−1, 1].
			sum += a * math.Cos(float64(q)*math.Acos(max(-1, min(1, 1-w))))
		}
		return sum
	}))
}

// checkPosterior recomputes κ̄ and the KL divergence of each posterior, and the terms of the
// bound.
func checkPosterior(t *testing.T, f *schema1Trace) {
	t.Helper()
	sum := 0.0 // of the KL divergences
	lb := func(a, b float64) float64 { return mathext.Lbeta(a, b) }
	for _, p := range f.Posterior {
		checkNear(t, "kappa", p.Kappa, p.Alpha/(p.Alpha+p.Beta), 0)
		s := p.Alpha + p.Beta
		kl := lb(p.Alpha0, p.Beta0) - lb(p.Alpha, p.Beta) + (p.Alpha-p.Alpha0)*mathext.Digamma(p.Alpha) +
			(p.Beta-p.Beta0)*mathext.Digamma(p.Beta) + (p.Alpha0-p.Alpha+p.Beta0-p.Beta)*mathext.Digamma(s)
		checkNear(t, "KL", p.KL, kl, 0)
		sum += kl
	}
	// L_KL, c_het = ‖Π‖, L_spec = c_het/λ2, the total, and the empirical risk.
	b := f.Bound
	checkNear(t, "KL sum", b.KLSum, sum, 0)
	checkNear(t, "L_KL", b.LKL, math.Sqrt((sum+math.Log(2/b.Delta))/(2*float64(b.NLabeled))), 0)
	squares := 0.0
	for _, row := range b.Pi {
		for _, v := range row {
			squares += v * v
		}
	}
	checkNear(t, "c_het", b.CHet, math.Sqrt(squares), 0)
	checkNear(t, "L_spec", b.LSpec, b.CHet/f.Spectrum.Lambda2, 0)
	checkNear(t, "total", b.Total, b.Empirical+b.LambdaKL*b.LKL+b.LambdaSpec*b.LSpec, 0)
	ce := 0.0
	for _, i := range f.Graph.Split.Train {
		ce -= math.Log(f.Calibrated[i][f.Graph.Labels[i]])
	}
	checkNear(t, "empirical", b.Empirical, ce/float64(len(f.Graph.Split.Train)), 0)
}
