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

// file is the trace as a reader of sheafscope-trace/1 sees it: by the names of the
// JSON, not by the types that wrote it.
type file struct {
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

const traceTol = 1e-9

// near fails the test unless got and want agree relative to scale.
func near(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= traceTol*max(1, math.Abs(want), scale)) {
		t.Errorf("%s: %.15g, recomputed %.15g", what, got, want)
	}
}

// TestReaderOfSchema1 reads a trace as a program for sheafscope-trace/1 does. Every
// field of that format must have its former meaning; null reads as 0.
func TestReaderOfSchema1(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	for range 4 {
		r.StepEpoch()
	}
	checkTrace(t, r)
	literal := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Convention, c.Sign, c.Centered, c.JKOSteps = "literal", 1, false, 3 })
	literal.StepEpoch()
	checkTrace(t, literal)
	free := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.JKOMode, c.JKOSteps = "w2", 2 })
	free.StepEpoch()
	checkTrace(t, free)
	matrix := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.GapMode = "matrix" })
	for range 4 {
		matrix.StepEpoch()
	}
	checkTrace(t, matrix)
}

// checkTrace writes the trace, reads it back, and recomputes every quantity from
// the others.
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
	var f file
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
	hat := normalised(lap, n, d, f.Normalized.Shift)
	compareEntries(t, "laplacian", f.Laplacian.Dim, f.Laplacian.Rows, f.Laplacian.Cols, f.Laplacian.Vals, lap)
	compareEntries(t, "normalized", f.Normalized.Dim, f.Normalized.Rows, f.Normalized.Cols, f.Normalized.Vals, hat)
	checkSpectral(t, &f, hat)
	checkPosterior(t, &f)
}

func checkLift(t *testing.T, f *file, e int, literal bool) {
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
				near(t, "JKO plan", s.P[i][j], last[i][j], 0)
				energy += s.P[i][j] * l.JKO.Epsilon * math.Log(s.P[i][j])
				if i != j {
					energy += 2 * s.P[i][j]
				}
			}
		}
		near(t, "JKO energy", s.Energy, energy, 0)
	}
	// The plan is normalised by its own marginals: μ and ν when they are kept.
	mu, nu := make([]float64, d), make([]float64, d)
	for i := range d {
		for j := range d {
			mu[i] += l.P[i][j]
			nu[j] += l.P[i][j]
		}
	}
	if l.JKO.Mode == "kl" {
		for i := range d {
			near(t, "row sum", mu[i], l.Mu[i], 0)
			near(t, "column sum", nu[i], l.Nu[i], 0)
		}
	}
	if k := len(l.Sinkhorn); k == 0 || l.Sinkhorn[k-1].Iteration != k {
		t.Errorf("%d Sinkhorn scalings", k)
	}
	for i := range d {
		for j := range d {
			near(t, "P0", l.P0[i][j], p0[i][j], 0)
			near(t, "P", l.P[i][j], last[i][j], 0)
			s := l.P[i][j] / math.Sqrt(mu[i]*nu[j])
			if f.Centered {
				s -= math.Sqrt(mu[i] * nu[j])
			}
			near(t, "S", l.S[i][j], s, 0)
			rij, rji := l.DeltaIJ[i][j], l.DeltaJI[i][j]
			for k := range d {
				rij += l.S[i][k] * f.WTheta[k][j]
				if literal {
					rji += l.S[i][k] * f.WTheta[k][j]
				} else {
					rji += f.Sign * l.S[k][i] * f.WTheta[k][j]
				}
			}
			near(t, "R_ij", l.Rij[i][j], rij, 0)
			near(t, "R_ji", l.Rji[i][j], rji, 0)
		}
	}
}

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

// checkSpectral recomputes spectrum, solve and filter from the operator.
func checkSpectral(t *testing.T, f *file, hat *mat.SymDense) {
	t.Helper()
	dim := hat.SymmetricDim()
	var e mat.EigenSym
	if !e.Factorize(hat, true) {
		t.Fatal("no eigenvalues")
	}
	values := e.Values(nil)
	if !f.Spectrum.Complete || len(f.Spectrum.Values) != dim || f.Spectrum.Of != "normalized" {
		t.Fatalf("spectrum of %q: %d of %d values", f.Spectrum.Of, len(f.Spectrum.Values), dim)
	}
	kernel := 0
	for k, v := range values {
		near(t, "eigenvalue", f.Spectrum.Values[k], v, 0)
		if v <= f.Spectrum.KernelTol {
			kernel++
		}
	}
	if kernel != f.Spectrum.KernelDim {
		t.Errorf("kernel dimension %d, want %d", f.Spectrum.KernelDim, kernel)
	}
	if f.Config["convention"] != "literal" {
		near(t, "lambda2", f.Spectrum.Lambda2, values[kernel], 0)
	}
	var v mat.Dense
	e.VectorsTo(&v)
	apply := func(in [][]float64, gain func(float64) float64) *mat.Dense {
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
				near(t, what, x, want.At(i, c), mat.Norm(want, math.Inf(1)))
			}
		}
	}
	dt := f.Diffusion.Dt
	compare("diffusion", f.Diffusion.Output, apply(f.Diffusion.Input, func(w float64) float64 { return 1 / (1 + dt*w) }))
	compare("mixing", f.AFM.Output, apply(f.AFM.Input, func(w float64) float64 {
		sum := 0.0
		for q, a := range f.AFM.Alpha {
			// T_q by its definition on [−1, 1].
			sum += a * math.Cos(float64(q)*math.Acos(max(-1, min(1, 1-w))))
		}
		return sum
	}))
}

// checkPosterior recomputes κ̄, KL and the bound.
func checkPosterior(t *testing.T, f *file) {
	t.Helper()
	sum := 0.0
	lb := func(a, b float64) float64 { return mathext.Lbeta(a, b) }
	for _, p := range f.Posterior {
		near(t, "kappa", p.Kappa, p.Alpha/(p.Alpha+p.Beta), 0)
		s := p.Alpha + p.Beta
		kl := lb(p.Alpha0, p.Beta0) - lb(p.Alpha, p.Beta) + (p.Alpha-p.Alpha0)*mathext.Digamma(p.Alpha) +
			(p.Beta-p.Beta0)*mathext.Digamma(p.Beta) + (p.Alpha0-p.Alpha+p.Beta0-p.Beta)*mathext.Digamma(s)
		near(t, "KL", p.KL, kl, 0)
		sum += kl
	}
	b := f.Bound
	near(t, "KL sum", b.KLSum, sum, 0)
	near(t, "L_KL", b.LKL, math.Sqrt((sum+math.Log(2/b.Delta))/(2*float64(b.NLabeled))), 0)
	het := 0.0
	for _, row := range b.Pi {
		for _, v := range row {
			het += v * v
		}
	}
	near(t, "c_het", b.CHet, math.Sqrt(het), 0)
	near(t, "L_spec", b.LSpec, b.CHet/f.Spectrum.Lambda2, 0)
	near(t, "total", b.Total, b.Empirical+b.LambdaKL*b.LKL+b.LambdaSpec*b.LSpec, 0)
	ce := 0.0
	for _, i := range f.Graph.Split.Train {
		ce -= math.Log(f.Calibrated[i][f.Graph.Labels[i]])
	}
	near(t, "empirical", b.Empirical, ce/float64(len(f.Graph.Split.Train)), 0)
}
