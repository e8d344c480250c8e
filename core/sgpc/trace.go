package sgpc

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// MaxTraceFloats bounds m·d²: above it a trace lists only the edges asked for.
const MaxTraceFloats = 100_000

// Trace lists every intermediate quantity of the last finished epoch: the
// evaluation that it started with, and the gap ascent from there. In the middle
// of an epoch it evaluates the present parameters instead. It fails for peers,
// which have no sheaf, and before the first epoch ends. edges restricts Lift
// and is needed when m·d² exceeds MaxTraceFloats; nil means all. The run itself
// is not changed.
func (r *Run) Trace(edges []int) (*Trace, error) {
	if r.cfg.Model != "sgpc" {
		return nil, errNoSheaf
	}
	if r.epoch == 0 {
		return nil, errNoEpoch
	}
	n := r.eval
	if r.begun || r.segment > 0 {
		n = r.detached()
		n.evaluate()
	}
	t := &Trace{Schema: TraceSchema, Config: r.cfg, Epoch: r.epoch, Centered: r.cfg.Centered, Sign: int(r.cfg.Sign),
		Graph: r.traceGraph(), Probs: nest(n.prob.Value.Data, r.Graph.Classes), Calibrated: nest(n.loss.calibrated.Value.Data, r.Graph.Classes)}
	if n.weight != nil {
		t.WTheta = nest(n.mapping.used, r.cfg.D)
	} else {
		t.WTheta = Matrix{{1}}
	}
	t.Lift = r.traceLift(n, edges)
	r.traceOperators(t, n)
	r.traceLayer(t, n)
	r.traceBound(t, n)
	r.traceGap(t)
	t.Claims = r.Claims()
	return t, nil
}

// detached builds an evaluation network that shares the parameters and the
// metric but nothing else, and does not record.
func (r *Run) detached() *net {
	shadow := *r
	shadow.hist, shadow.bestParams = history{}, nil
	shadow.solvers = new(diffusion.Workspace) // the run may be within a solve
	n := buildNet(&shadow, false)
	if n.mapping != nil {
		n.mapping.settle = nil // the run's own metric stays as it is
	}
	n.loss.schedule(max(0, r.epoch-1))
	return n
}

func (r *Run) traceGraph() TraceGraph {
	g := r.Graph
	t := TraceGraph{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes,
		Split: TraceSplit{r.Split.Train, r.Split.Val, r.Split.Test}, Edges: [][2]int{}}
	for _, e := range g.Edges {
		t.Edges = append(t.Edges, [2]int{int(e.I), int(e.J)})
	}
	return t
}

// nest cuts row-major data into rows.
func nest(data []float64, cols int) Matrix {
	m := make(Matrix, 0, len(data)/max(1, cols))
	for k := 0; k+cols <= len(data) && cols > 0; k += cols {
		m = append(m, append([]float64{}, data[k:k+cols]...))
	}
	return m
}

func (r *Run) traceLift(n *net, edges []int) []TraceLift {
	g := r.Graph
	if edges == nil {
		d := n.raw.D
		if len(g.Edges)*d*d > MaxTraceFloats {
			return nil
		}
		edges = make([]int, len(g.Edges))
		for e := range edges {
			edges[e] = e
		}
	}
	out := make([]TraceLift, 0, len(edges))
	for _, e := range edges {
		if e >= 0 && e < len(g.Edges) {
			out = append(out, r.traceEdge(n, e))
		}
	}
	return out
}

func (r *Run) traceEdge(n *net, e int) TraceLift {
	d, c := n.raw.D, r.cfg
	q := d * d
	i, j := r.Graph.Edges[e].I, r.Graph.Edges[e].J
	t := TraceLift{Edge: [2]int{int(i), int(j)}, Epsilon0: c.Epsilon0, Rij: nest(n.raw.Map(e, 0), d), Rji: nest(n.raw.Map(e, 1), d)}
	if n.measures == nil {
		return r.traceScalar(n, t, e)
	}
	t.Mu, t.Nu = n.measureOf(r, i), n.measureOf(r, j)
	plan, dense := transport.NewPlan(d), make([]float64, q)
	plan.Solve(t.Mu, t.Nu, c.Epsilon0)
	plan.Dense(dense)
	t.P0 = nest(dense, d)
	k := transport.NewSinkhorn(t.Mu, t.Nu, c.Epsilon0)
	for s := range c.SinkhornSteps {
		k.Step()
		t.Sinkhorn = append(t.Sinkhorn, TraceSinkhorn{s + 1, max(k.RowError(), k.ColError())})
	}
	// The mode "w2" is shown beside, for the edge in focus; the maps are always made by "kl".
	t.JKO = TraceJKO{Mode: "kl", Tau: c.Tau, Epsilon: c.Epsilon, Steps: []TraceJKOStep{}}
	steps := c.JKOSteps
	if c.Lift == "sinkhorn" {
		steps = 0
	}
	for s := range steps {
		plan.Solve(t.Mu, t.Nu, c.plainEpsilon(s+1))
		plan.Dense(dense)
		t.JKO.Steps = append(t.JKO.Steps, TraceJKOStep{nest(dense, d), transport.Energy(dense, d, c.Epsilon)})
	}
	t.S = nest(n.plan.Value.Data[e*q:(e+1)*q], d)
	n.lift.lift.Plan(dense, e)
	t.P = nest(dense, d)
	// What the metric adds to the maps, as a correction.
	own := make([]float64, 2*len(r.Graph.Edges)*q)
	n.mapping.fill(own, nil)
	t.DeltaIJ, t.DeltaJI = difference(n.raw.Map(e, 0), own[2*e*q:], d), difference(n.raw.Map(e, 1), own[(2*e+1)*q:], d)
	return t
}

// traceScalar fills what the scalar reading has: plans and maps of size 1.
func (r *Run) traceScalar(n *net, t TraceLift, e int) TraceLift {
	t.Mu, t.Nu = []float64{1}, []float64{1}
	t.P0, t.P = Matrix{{n.scalar.first[e]}}, Matrix{{n.scalar.last[e]}}
	t.JKO = TraceJKO{Mode: "kl", Tau: r.cfg.Tau, Epsilon: r.cfg.Epsilon0, Steps: []TraceJKOStep{}}
	t.Sinkhorn = []TraceSinkhorn{}
	t.S, t.DeltaIJ, t.DeltaJI = t.Rij, Matrix{{0}}, Matrix{{0}}
	return t
}

func difference(a, b []float64, d int) Matrix {
	x := make([]float64, d*d)
	for k := range x {
		x[k] = a[k] - b[k]
	}
	return nest(x, d)
}

// measureOf returns a copy of a node's measure.
func (n *net) measureOf(r *Run, i int32) []float64 {
	mu := append([]float64{}, n.measures.Value.Row(int(i))...)
	if r.cfg.Lift == "uniform" {
		for k := range mu {
			mu[k] = 1 / float64(len(mu))
		}
	}
	return mu
}

func (r *Run) traceOperators(t *Trace, n *net) {
	raw := sheaf.NewLaplacian(n.raw.N, n.raw.D, n.raw.Edges)
	raw.Assemble(n.raw)
	t.Laplacian = entries(raw)
	t.Laplacian.Convention = r.cfg.Convention
	look := raw
	if r.cfg.Operator == "normalized" {
		o := entries(n.lap)
		shift := r.cfg.Shift
		o.Shift = &shift
		t.Normalized = &o
		look = n.lap
	}
	t.Spectrum = TraceSpectrum{Of: r.cfg.Operator, Values: []float64{}}
	_, comps := r.Graph.Components()
	if look.Dim() <= spectral.MaxDense {
		if sp, err := spectral.Full(look.Operator(), spectral.DefaultTol, false); err == nil {
			t.Spectrum.Values, t.Spectrum.Complete = sp.Values, true
			t.Spectrum.KernelDim, t.Spectrum.KernelTol = sp.KernelDim, sp.Threshold
			t.Spectrum.Lambda2, _, _, _ = sp.Lambda2(trackerOptions(r.cfg).Rule, n.raw.D, comps)
		}
		return
	}
	var v SpectrumView
	r.viewEnds(&v, n.hat, n.lap, -1)
	t.Spectrum.Values, t.Spectrum.KernelDim, t.Spectrum.KernelTol, t.Spectrum.Lambda2 = v.Values, v.KernelDim, v.KernelTol, v.Lambda2
}

func entries(l *sheaf.Laplacian) TraceOperator {
	o := TraceOperator{Dim: l.Dim()}
	o.Rows, o.Cols, o.Vals = l.Entries()
	return o
}

// traceLayer lists the first layer's two branches.
func (r *Run) traceLayer(t *Trace, n *net) {
	if len(n.diffuse) > 0 {
		o := n.diffuse[0]
		s := o.d.Solver()
		t.Diffusion = &TraceDiffusion{Dt: r.cfg.Dt, Of: r.cfg.Operator, Input: nestDense(o.in.Value), Output: nestDense(o.out.Value),
			Iterations: s.Iterations(), Residuals: append([]float64{}, s.Residuals()...)}
	}
	if len(n.filter) > 0 {
		o := n.filter[0]
		t.AFM = &TraceAFM{Weights: r.cfg.AFMWeights, Alpha: append([]float64{}, o.f.Alpha()...), Input: nestDense(o.in.Value), Output: nestDense(o.out.Value)}
	}
}

func nestDense(a *linalg.Dense) Matrix { return nest(a.Data, a.Cols) }

func (r *Run) traceBound(t *Trace, n *net) {
	shadow := *r
	shadow.eval = n
	shadow.evaluated, shadow.segment = r.epoch, 0 // the last finished epoch, wherever the run stands
	f := &Frame{N: r.Graph.N, Calibrated: n.predicted(), Spectrum: &SpectrumView{Lambda2: t.Spectrum.Lambda2}}
	shadow.fillPredictions(f)
	shadow.viewBound(f)
	l, v := n.loss, f.Bound
	t.Bound = TraceBound{Empirical: v.Empirical, KLSum: v.KLSum, Delta: v.Delta, NLabeled: len(l.nodes), LKL: v.LKL,
		Pi: nest(v.Pi, r.Graph.Classes), CHet: v.CHet, LSpec: v.LSpec, LambdaKL: l.lambdaKL, LambdaSpec: l.lambdaSpec, Total: v.Total,
		TestRisk: v.TestRisk, Loss: "cross-entropy", TestSameLoss: known(v.TestLoss),
		Certificate: TraceCertificate{Method: v.CertifyMethod, Confidence: 1 - v.Delta, Nodes: v.CertifyNodes, Valid: v.Valid, Reason: v.Reason},
		Conformal: TraceConformal{Level: v.ConformalLevel, Coverage: known(v.ConformalCover), MeanSize: known(v.ConformalSize),
			Nodes: v.CertifyNodes, Valid: v.Valid, Reason: v.Reason}}
	if len(v.CertifyNodes) > 0 {
		t.Bound.Certificate.Bound = known(v.ClopperPearson)
	}
	for e := range r.Graph.Edges {
		a, b, k, kl := n.post.edge(e)
		g := r.Graph.Edges[e]
		t.Posterior = append(t.Posterior, TracePosterior{[2]int{int(g.I), int(g.J)}, r.cfg.A0, r.cfg.B0, a, b, k, kl})
	}
}

// known is nil for what is negative: a share or a loss without nodes behind it.
func known(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}
