package trace

import (
	"errors"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

var (
	errNoSheaf = errors.New("peers have no sheaf to trace; choose the model sgpc")
	errNoEpoch = errors.New("nothing to trace before the first epoch")
)

// tracer is a run at its last finished evaluation.
type tracer struct {
	*sgpc.Run
	cfg settings.Config
	n   *sgpc.Evaluation
	gap *sgpc.Ascent
}

// Of returns every intermediate quantity of the last finished epoch of a run: of
// its evaluation and of the gap ascent after it. Within an epoch it evaluates the
// present parameters instead. edges selects the edges of Lift, nil all; with nil,
// Lift is empty when m·d² exceeds [MaxFloats]. The run stays unchanged. It fails
// for peers, which have no sheaf, and before the end of the first epoch.
func Of(run *sgpc.Run, edges []int) (*Trace, error) {
	cfg := run.Config()
	switch {
	case cfg.Model != "sgpc":
		return nil, errNoSheaf
	case run.Epoch() == 0 && !run.Given():
		return nil, errNoEpoch
	}
	at := run.Settled()
	r := &tracer{at, cfg, at.Evaluation(), at.Ascent()}
	n, classes := r.n, r.Graph.Classes
	t := &Trace{Schema: Schema, Config: cfg, Epoch: r.Epoch(), Centered: cfg.Centered, Sign: int(cfg.Sign), Graph: graphOf(run),
		Probs: nest(n.Prob.Data, classes), Calibrated: nest(n.Predicted, classes)}
	if n.Maps != nil {
		t.WTheta = nest(n.Maps.Weight, cfg.D)
	} else {
		t.WTheta = Matrix{{1}}
	}
	t.Parameters, t.Encoded = parametersOf(run), nestDense(n.Encoded)
	t.Lift = r.traceLift(edges)
	if n.Lift != nil && n.Lift.Shuffle != nil {
		t.Shuffle = List(n.Lift.Shuffle)
	}
	r.traceOperators(t)
	r.traceLayers(t)
	r.traceBound(t)
	guaranteed, training := view.Draws(at)
	t.Guaranteed, t.Sparsified = r.traceDraw(guaranteed), r.traceDraw(training)
	r.traceGap(t)
	r.traceCode(t)
	t.GapAscent.MetricBefore, t.GapAscent.Metric = traceMetric(r.gap.Before, n.Raw.D), traceMetric(r.gap.Metric, n.Raw.D)
	t.History, t.Claims = r.traceHistory(), List(view.Claims(at))
	return t, nil
}

// graphOf returns graph and split of a run.
func graphOf(r *sgpc.Run) Input {
	g := r.Graph
	t := Input{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes,
		Split: SplitSets{Train: List(r.Split.Train), Val: List(r.Split.Val), Test: List(r.Split.Test)}, Edges: [][2]int{},
		Features: traceFeatures(g.X)}
	for _, e := range g.Edges {
		t.Edges = append(t.Edges, [2]int{int(e.I), int(e.J)})
	}
	return t
}

// nest returns the rows of row-major data with cols columns.
func nest(data []float64, cols int) Matrix {
	m := make(Matrix, 0, len(data)/max(1, cols))
	for k := 0; k+cols <= len(data) && cols > 0; k += cols {
		m = append(m, append([]float64{}, data[k:k+cols]...))
	}
	return m
}

// traceLift returns the lift of the given edges, nil for all; numbers of no edge
// are ignored.
func (r *tracer) traceLift(edges []int) []Lift {
	g := r.Graph
	if edges == nil {
		d := r.n.Raw.D
		if len(g.Edges)*d*d > MaxFloats {
			return []Lift{}
		}
		edges = make([]int, len(g.Edges))
		for e := range edges {
			edges[e] = e
		}
	}
	if r.n.Code != nil {
		return r.traceEntries(edges)
	}
	var own []float64 // the maps of equation 6, without the state of the gap ascent
	if r.n.Maps != nil {
		own = r.n.Maps.Lifted()
	}
	out := make([]Lift, 0, len(edges))
	for _, e := range edges {
		if e >= 0 && e < len(g.Edges) {
			out = append(out, r.traceEdge(e, own))
		}
	}
	return out
}

// traceEdge returns the lift of edge e: measures, plans, errors of Sinkhorn, JKO
// steps and maps.
func (r *tracer) traceEdge(e int, own []float64) Lift {
	d, c := r.n.Raw.D, r.cfg
	q := d * d
	i, j := r.Graph.Edges[e].I, r.Graph.Edges[e].J
	t := Lift{Edge: [2]int{int(i), int(j)}, Epsilon0: c.Epsilon0, Rij: nest(r.n.Raw.Map(e, 0), d), Rji: nest(r.n.Raw.Map(e, 1), d)}
	t.Mu, t.Nu = r.n.Measure(i), r.n.Measure(j)
	walk := view.NewWalk(&c)
	walk.Start(t.Mu, t.Nu)
	t.P0 = nest(walk.Plan, d)
	k := transport.NewSinkhorn(t.Mu, t.Nu, c.Epsilon0)
	for s := range c.SinkhornSteps {
		k.Step()
		t.Sinkhorn = append(t.Sinkhorn, Sinkhorn{Iteration: s + 1, Error: max(k.RowError(), k.ColError())})
	}
	t.JKO = JKO{Mode: c.JKOMode, Tau: c.Tau, Epsilon: c.Epsilon, Steps: []JKOStep{}}
	if c.JKOMode == "w2" {
		t.JKO.Gamma = c.W2Gamma
	}
	for range c.LiftSteps() {
		energy := walk.Step()
		t.JKO.Steps = append(t.JKO.Steps, JKOStep{P: nest(walk.Plan, d), Energy: energy})
	}
	dense := make([]float64, q)
	t.S = nest(r.n.Plan.Data[e*q:(e+1)*q], d)
	r.n.Lift.Plan(dense, e)
	t.P = nest(dense, d)
	// The change of the maps by the gap ascent, as a correction of equation 6.
	t.DeltaIJ, t.DeltaJI = difference(r.n.Raw.Map(e, 0), own[2*e*q:], d), difference(r.n.Raw.Map(e, 1), own[(2*e+1)*q:], d)
	return t
}

// difference returns the d×d matrix a − b.
func difference(a, b []float64, d int) Matrix {
	x := make([]float64, d*d)
	for k := range x {
		x[k] = a[k] - b[k]
	}
	return nest(x, d)
}

// traceOperators sets the Laplacian, its normalised form, and the spectrum of the
// one that diffuses.
func (r *tracer) traceOperators(t *Trace) {
	raw := sheaf.NewLaplacian(r.n.Raw.N, r.n.Raw.D, r.n.Raw.Edges)
	raw.Assemble(r.n.Raw)
	t.Laplacian = entries(raw)
	t.Laplacian.Convention = r.cfg.Convention
	look := raw
	if r.cfg.Operator == "normalized" {
		o := entries(r.n.Lap)
		shift := r.cfg.Shift
		o.Shift = &shift
		t.Normalized = &o
		look = r.n.Lap
	}
	v := frame.SpectrumView{Of: r.cfg.Operator, Dim: look.Dim()}
	_, comps := r.Graph.Components()
	if look.Dim() > spectral.MaxDense {
		v.Ends(r.n.Hat, r.n.Lap, &r.cfg, -1)
	} else if sp, err := spectral.Full(look.Operator(), spectral.DefaultTol, spectral.ValuesOnly); err == nil {
		v.Whole(sp, settings.TrackerOptions(r.cfg).Rule, r.n.Raw.D, comps)
	}
	t.Spectrum = SpectrumOf(&v)
}

// entries returns the stored entries of a Laplacian.
func entries(l *sheaf.Laplacian) Operator {
	o := Operator{Dim: l.Dim()}
	rows, cols, vals := l.Entries()
	o.Rows, o.Cols, o.Vals = List(rows), List(cols), List(vals)
	return o
}

func nestDense(a *linalg.Dense) Matrix { return nest(a.Data, a.Cols) }

// traceBound sets the bound, its certificates and the posterior. λ₂ is that of the
// traced spectrum, 0 when unknown.
func (r *tracer) traceBound(t *Trace) {
	lambda2 := 0.0
	if l := t.Spectrum.Lambda2; l != nil {
		lambda2 = *l
	}
	f := view.Bound(r.Run, lambda2)
	l, v := r.n.Loss, f.Bound
	t.Bound = BoundRecord{Empirical: v.Empirical, KLSum: v.KLSum, Delta: v.Delta, NLabeled: len(l.Nodes), LKL: v.LKL,
		Pi: nest(v.Pi, r.Graph.Classes), CHet: v.CHet, LambdaKL: l.LambdaKL, LambdaSpec: l.LambdaSpec,
		Loss: "cross-entropy", TestSameLoss: nilIfNegative(v.TestLoss),
		Certificate: Certificate{Method: v.CertifyMethod, Confidence: 1 - v.Delta, Nodes: List(v.CertifyNodes), Valid: v.Valid,
			Reason: v.Reason},
		Conformal: Conformal{Level: v.ConformalLevel, Coverage: nilIfNegative(v.ConformalCover), MeanSize: nilIfNegative(v.ConformalSize),
			Nodes: List(v.CertifyNodes), Valid: v.Valid, Reason: v.Reason}}
	if len(v.CertifyNodes) > 0 {
		t.Bound.Certificate.Bound = nilIfNegative(v.ClopperPearson)
	}
	if v.HasSpec {
		t.Bound.LSpec = &v.LSpec
	}
	if v.HasTotal {
		t.Bound.Total = &v.Total
	}
	if f.Accuracy.Test >= 0 {
		t.Bound.TestRisk = &v.TestRisk
	}
	t.Posterior = r.tracePosterior()
}

// nilIfNegative returns nil for a negative share or loss, which stands for an empty
// set of nodes.
func nilIfNegative(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// traceDraw returns the trace of a draw of a sparsifier, nil for nil.
func (r *tracer) traceDraw(d *view.SparseDraw) *Sparsified {
	if d == nil {
		return nil
	}
	_, _, vals := d.Lap.Entries()
	t := &Sparsified{Edges: []int{}, Weights: List(d.Pattern.Weight), Draws: len(d.Pattern.Kept), Entries: len(vals)}
	for _, e := range d.Pattern.Kept {
		t.Edges = append(t.Edges, int(e))
	}
	if m := d.Drawn; m != nil {
		dt := r.cfg.Dt
		if len(r.n.Diffused) > 0 {
			dt = r.n.Diffused[0].Dt
		}
		kappa := (1 + dt*m.High) / (1 + dt*m.Low)
		t.Kappa, t.Epsilon = &kappa, &m.Error
	}
	return t
}
