package sgpc

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// Trace lists every intermediate quantity of the last finished epoch: the
// evaluation that it started with, and the gap ascent from there. In the middle
// of an epoch it evaluates the present parameters instead. It fails for peers,
// which have no sheaf, and before the first epoch ends. edges restricts Lift
// and is needed when m·d² exceeds [trace.MaxFloats]; nil means all. The run itself
// is not changed.
func (r *Run) Trace(edges []int) (*trace.Trace, error) {
	if r.cfg.Model != "sgpc" {
		return nil, errNoSheaf
	}
	if r.epoch == 0 {
		return nil, errNoEpoch
	}
	n, between := r.eval, r.betweenEpochs()
	if !between {
		n = r.detached()
		n.hold(r.keptNow())
		n.evaluate()
	}
	t := &trace.Trace{Schema: trace.Schema, Config: r.cfg, Epoch: r.epoch, Centered: r.cfg.Centered, Sign: int(r.cfg.Sign),
		Graph: r.traceGraph(), Probs: nest(n.prob.Value.Data, r.Graph.Classes), Calibrated: nest(n.loss.calibrated.Value.Data, r.Graph.Classes)}
	if n.weight != nil {
		t.WTheta = nest(n.mapping.used, r.cfg.D)
	} else {
		t.WTheta = trace.Matrix{{1}}
	}
	t.Parameters, t.Encoded = r.traceParameters(between), nestDense(n.encoded.Value)
	t.Lift = r.traceLift(n, edges)
	if n.lift != nil && n.lift.perm != nil {
		t.Shuffle = trace.List(n.lift.perm)
	}
	r.traceOperators(t, n)
	r.traceLayers(t, n)
	at := r.at(n)
	at.traceBound(t)
	guaranteed, training := at.drawn()
	t.Guaranteed, t.Sparsified = guaranteed.trace(at.time()), training.trace(at.time())
	r.traceGap(t)
	r.traceCode(t, n)
	t.GapAscent.MetricBefore, t.GapAscent.Metric = traceMetric(r.gap.before, n.raw.D), traceMetric(r.gap.metric, n.raw.D)
	t.History, t.Claims = r.traceHistory(), trace.List(at.Claims())
	return t, nil
}

// at is the run with n for its last finished evaluation, wherever it stands.
func (r *Run) at(n *net) *Run {
	shadow := *r
	shadow.eval, shadow.evaluated, shadow.segment = n, r.epoch, 0
	return &shadow
}

// detached builds an evaluation network that shares the parameters and the
// metric but nothing else, and does not record.
func (r *Run) detached() *net {
	shadow := *r
	shadow.detach()
	n := buildNet(&shadow, false)
	if n.mapping != nil {
		n.mapping.settle = nil // the run's own metric stays as it is
	}
	if r.betweenEpochs() {
		n.loss.schedule(max(0, r.epoch-1)) // of the epoch that has ended
	} else {
		n.loss.schedule(r.epoch)
	}
	return n
}

func (r *Run) traceGraph() trace.Graph {
	g := r.Graph
	t := trace.Graph{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes,
		Split: trace.Split{Train: trace.List(r.Split.Train), Val: trace.List(r.Split.Val), Test: trace.List(r.Split.Test)}, Edges: [][2]int{},
		Features: traceFeatures(g.X)}
	for _, e := range g.Edges {
		t.Edges = append(t.Edges, [2]int{int(e.I), int(e.J)})
	}
	return t
}

// nest cuts row-major data into rows.
func nest(data []float64, cols int) trace.Matrix {
	m := make(trace.Matrix, 0, len(data)/max(1, cols))
	for k := 0; k+cols <= len(data) && cols > 0; k += cols {
		m = append(m, append([]float64{}, data[k:k+cols]...))
	}
	return m
}

func (r *Run) traceLift(n *net, edges []int) []trace.Lift {
	g := r.Graph
	if edges == nil {
		d := n.raw.D
		if len(g.Edges)*d*d > trace.MaxFloats {
			return []trace.Lift{}
		}
		edges = make([]int, len(g.Edges))
		for e := range edges {
			edges[e] = e
		}
	}
	if n.scalar != nil {
		return r.traceEntries(n, edges)
	}
	var own []float64 // the maps without the metric
	if n.mapping != nil {
		own = make([]float64, len(n.raw.R))
		n.mapping.fill(own, nil)
	}
	out := make([]trace.Lift, 0, len(edges))
	for _, e := range edges {
		if e >= 0 && e < len(g.Edges) {
			out = append(out, r.traceEdge(n, e, own))
		}
	}
	return out
}

func (r *Run) traceEdge(n *net, e int, own []float64) trace.Lift {
	d, c := n.raw.D, r.cfg
	q := d * d
	i, j := r.Graph.Edges[e].I, r.Graph.Edges[e].J
	t := trace.Lift{Edge: [2]int{int(i), int(j)}, Epsilon0: c.Epsilon0, Rij: nest(n.raw.Map(e, 0), d), Rji: nest(n.raw.Map(e, 1), d)}
	t.Mu, t.Nu = n.measureOf(r, i), n.measureOf(r, j)
	walk := newJKOWalk(&c)
	walk.start(t.Mu, t.Nu)
	t.P0 = nest(walk.plan, d)
	k := transport.NewSinkhorn(t.Mu, t.Nu, c.Epsilon0)
	for s := range c.SinkhornSteps {
		k.Step()
		t.Sinkhorn = append(t.Sinkhorn, trace.Sinkhorn{Iteration: s + 1, Error: max(k.RowError(), k.ColError())})
	}
	t.JKO = trace.JKO{Mode: c.JKOMode, Tau: c.Tau, Epsilon: c.Epsilon, Steps: []trace.JKOStep{}}
	if c.JKOMode == "w2" {
		t.JKO.Gamma = c.W2Gamma
	}
	for range c.LiftSteps() {
		energy := walk.step()
		t.JKO.Steps = append(t.JKO.Steps, trace.JKOStep{P: nest(walk.plan, d), Energy: energy})
	}
	dense := make([]float64, q)
	t.S = nest(n.plan.Value.Data[e*q:(e+1)*q], d)
	n.lift.lift.Plan(dense, e)
	t.P = nest(dense, d)
	// What the metric adds to the maps, as a correction.
	t.DeltaIJ, t.DeltaJI = difference(n.raw.Map(e, 0), own[2*e*q:], d), difference(n.raw.Map(e, 1), own[(2*e+1)*q:], d)
	return t
}

func difference(a, b []float64, d int) trace.Matrix {
	x := make([]float64, d*d)
	for k := range x {
		x[k] = a[k] - b[k]
	}
	return nest(x, d)
}

// measureOf returns a copy of a node's measure.
func (n *net) measureOf(r *Run, i int32) []float64 {
	mu := n.measures.Value.Row(int(i))
	if r.cfg.Lift == "uniform" {
		return slices.Repeat([]float64{1 / float64(len(mu))}, len(mu))
	}
	return slices.Clone(mu)
}

func (r *Run) traceOperators(t *trace.Trace, n *net) {
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
	v := frame.Spectrum{Of: r.cfg.Operator, Dim: look.Dim()}
	_, comps := r.Graph.Components()
	if look.Dim() > spectral.MaxDense {
		v.Ends(n.hat, n.lap, &r.cfg, -1)
	} else if sp, err := spectral.Full(look.Operator(), spectral.DefaultTol, false); err == nil {
		v.Whole(sp, settings.TrackerOptions(r.cfg).Rule, n.raw.D, comps)
	}
	t.Spectrum = trace.SpectrumOf(&v)
}

func entries(l *sheaf.Laplacian) trace.Operator {
	o := trace.Operator{Dim: l.Dim()}
	rows, cols, vals := l.Entries()
	o.Rows, o.Cols, o.Vals = trace.List(rows), trace.List(cols), trace.List(vals)
	return o
}

func nestDense(a *linalg.Dense) trace.Matrix { return nest(a.Data, a.Cols) }

func (r *Run) traceBound(t *trace.Trace) {
	n := r.eval
	f := &frame.Frame{N: r.Graph.N, Calibrated: n.predicted(), Spectrum: &frame.Spectrum{}}
	if l := t.Spectrum.Lambda2; l != nil {
		f.Spectrum.Lambda2 = *l
	}
	r.fillPredictions(f)
	r.viewBound(f, f.Spectrum.Lambda2)
	l, v := n.loss, f.Bound
	t.Bound = trace.Bound{Empirical: v.Empirical, KLSum: v.KLSum, Delta: v.Delta, NLabeled: len(l.nodes), LKL: v.LKL,
		Pi: nest(v.Pi, r.Graph.Classes), CHet: v.CHet, LambdaKL: l.lambdaKL, LambdaSpec: l.lambdaSpec,
		Loss: "cross-entropy", TestSameLoss: known(v.TestLoss),
		Certificate: trace.Certificate{Method: v.CertifyMethod, Confidence: 1 - v.Delta, Nodes: trace.List(v.CertifyNodes), Valid: v.Valid,
			Reason: v.Reason},
		Conformal: trace.Conformal{Level: v.ConformalLevel, Coverage: known(v.ConformalCover), MeanSize: known(v.ConformalSize),
			Nodes: trace.List(v.CertifyNodes), Valid: v.Valid, Reason: v.Reason}}
	if len(v.CertifyNodes) > 0 {
		t.Bound.Certificate.Bound = known(v.ClopperPearson)
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
	t.Posterior = r.tracePosterior(n)
}

// known is nil for what is negative: a share or a loss without nodes behind it.
func known(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}
