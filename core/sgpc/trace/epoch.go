package trace

// This file traces the evaluation of an epoch: the lift, the operators and the bound.

import (
	"errors"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
	"sheafscope/core/transport"
)

// Errors of [Of].
var (
	errNoSheaf = errors.New("only the model sgpc has a trace of all stages")
	errNoEpoch = errors.New("nothing to trace before the first epoch ends")
)

// tracer reads a run at a finished evaluation.
type tracer struct {
	*sgpc.Run // the copy that Run.Settled returns
	cfg       settings.Config
	eval      *sgpc.Evaluation
	ascent    *sgpc.Ascent // the gap ascent that followed the evaluation
}

// Of returns every intermediate quantity of the last evaluation of a run, and of the gap
// ascent after it. Within an epoch and at position 0, Of evaluates the present parameters.
// The run stays unchanged. edges has the indices of the edges in Lift. If edges is nil, Lift has all
// edges, or no edges if m·d² exceeds [MaxFloats]. Of fails for peers (models to compare
// with). It also fails before the end of the first epoch, unless the initial parameters
// were given.
func Of(run *sgpc.Run, edges []int) (*Trace, error) {
	cfg := run.Config()
	switch {
	case cfg.Model != "sgpc":
		return nil, errNoSheaf
	case run.Epoch() == 0 && !run.Given():
		return nil, errNoEpoch
	}
	settled := run.Settled() // has a finished evaluation also within an epoch and at position 0
	r := &tracer{settled, cfg, settled.Evaluation(), settled.Ascent()}
	eval, classes := r.eval, r.Graph.Classes
	t := &Trace{Schema: Schema, Config: cfg, Epoch: r.Epoch(), Centered: cfg.Centered, Sign: int(cfg.Sign), Graph: graphOf(run),
		Probs: nest(eval.Prob.Data, classes), Calibrated: nest(eval.Predicted, classes)}
	t.WTheta = Matrix{{1}} // the reading "code" (the authors' program) has no W_θ
	if eval.Maps != nil {
		t.WTheta = nest(eval.Maps.Weight, cfg.D)
	}
	// The stages in the order of an epoch.
	t.Parameters, t.Encoded = parametersOf(run), nestDense(eval.Encoded)
	t.Lift = r.traceLift(edges)
	if eval.Lift != nil && eval.Lift.Shuffle != nil {
		t.Shuffle = List(eval.Lift.Shuffle)
	}
	r.traceOperators(t)
	r.traceLayers(t)
	r.traceBound(t)
	guaranteed, training := view.Draws(settled)
	t.Guaranteed, t.Sparsified = r.traceDraw(guaranteed), r.traceDraw(training)
	r.traceGap(t)
	r.traceCode(t)
	t.History, t.Claims = r.traceHistory(), List(view.Claims(settled))
	return t, nil
}

// graphOf returns the graph and the split of a run.
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

// nest returns copies of the rows of a row-major matrix. For cols = 0 it returns no rows.
func nest(data []float64, cols int) Matrix {
	m := make(Matrix, 0, len(data)/max(1, cols))
	for k := 0; k+cols <= len(data) && cols > 0; k += cols {
		m = append(m, append([]float64{}, data[k:k+cols]...))
	}
	return m
}

// traceLift returns the lift of the edges in the argument edges of [Of]. It ignores indices
// out of range.
func (r *tracer) traceLift(edges []int) []Lift {
	g := r.Graph
	if edges == nil {
		d := r.eval.Raw.D
		if len(g.Edges)*d*d > MaxFloats {
			return []Lift{}
		}
		edges = make([]int, len(g.Edges))
		for e := range edges {
			edges[e] = e
		}
	}
	// The reading "code" has directed entries in place of edges.
	if r.eval.Code != nil {
		return r.traceEntries(edges)
	}
	lifted := r.eval.Maps.Lifted() // without the changes of the gap ascent
	lifts := make([]Lift, 0, len(edges))
	for _, e := range edges {
		if e >= 0 && e < len(g.Edges) {
			lifts = append(lifts, r.traceEdge(e, lifted))
		}
	}
	return lifts
}

// traceEdge returns the lift of edge e. lifted is the result of Lifted: the maps of equation
// 6, two d×d matrices per edge.
func (r *tracer) traceEdge(e int, lifted []float64) Lift {
	d, c := r.eval.Raw.D, r.cfg
	dd := d * d
	ends := r.Graph.Edges[e]
	mapI, mapJ := r.eval.Raw.Map(e, 0), r.eval.Raw.Map(e, 1)
	t := Lift{Edge: [2]int{int(ends.I), int(ends.J)}, Epsilon0: c.Epsilon0, Rij: nest(mapI, d), Rji: nest(mapJ, d)}
	t.Mu, t.Nu = r.eval.Measure(ends.I), r.eval.Measure(ends.J)
	// Stage 2. walk computes the converged plan P0, and then the plan after each JKO step.
	walk := view.NewWalk(&c)
	walk.Start(t.Mu, t.Nu)
	t.P0 = nest(walk.Plan, d)
	sinkhorn := transport.NewSinkhorn(t.Mu, t.Nu, c.Epsilon0)
	for k := range c.SinkhornSteps {
		sinkhorn.Step() // one scaling
		t.Sinkhorn = append(t.Sinkhorn, Sinkhorn{Iteration: k + 1, Error: max(sinkhorn.RowError(), sinkhorn.ColError())})
	}
	// Stage 3.
	t.JKO = JKO{Mode: c.JKOMode, Tau: c.Tau, Epsilon: c.Epsilon, Steps: []JKOStep{}}
	if c.JKOMode == "w2" {
		t.JKO.Gamma = c.W2Gamma
	}
	for range c.LiftSteps() {
		energy := walk.Step()
		t.JKO.Steps = append(t.JKO.Steps, JKOStep{P: nest(walk.Plan, d), Energy: energy})
	}
	t.S = nest(r.eval.Plan.Data[e*dd:(e+1)*dd], d)
	// The plan of the lift can differ from the last plan of walk: the lift "shuffled" uses the
	// plan of another edge, and "independent" the product of the measures.
	plan := make([]float64, dd)
	r.eval.Lift.Plan(plan, e)
	t.P = nest(plan, d)
	t.DeltaIJ = difference(mapI, lifted[2*e*dd:], d)
	t.DeltaJI = difference(mapJ, lifted[(2*e+1)*dd:], d)
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

// traceOperators sets the Laplacian of the restriction maps and the spectrum of the
// operator of the diffusion. For operator=normalized it also sets the normalised
// Laplacian.
func (r *tracer) traceOperators(t *Trace) {
	raw := sheaf.NewLaplacian(r.eval.Raw.N, r.eval.Raw.D, r.eval.Raw.Edges)
	raw.Assemble(r.eval.Raw)
	t.Laplacian = entries(raw)
	t.Laplacian.Convention = r.cfg.Convention
	operator := raw
	if r.cfg.Operator == "normalized" {
		normalized, shift := entries(r.eval.Lap), r.cfg.Shift
		normalized.Shift = &shift
		t.Normalized = &normalized
		operator = r.eval.Lap // the normalised Laplacian
	}
	v := frame.SpectrumView{Of: r.cfg.Operator, Dim: operator.Dim()}
	if operator.Dim() > spectral.MaxDense { // too large for all eigenvalues
		v.Ends(r.eval.Hat, r.eval.Lap, &r.cfg, -1) // −1: without an eigenvector
	} else {
		full, err := spectral.Full(operator.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
		if err == nil { // without a spectrum, λ₂ stays unknown
			_, components := r.Graph.Components()
			v.Whole(full, settings.TrackerOptions(r.cfg).Rule, r.eval.Raw.D, components)
		}
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

// nestDense returns a matrix as a list of rows.
func nestDense(a *linalg.Dense) Matrix { return nest(a.Data, a.Cols) }

// tracedLambda2 returns λ₂ of the spectrum in t. If λ₂ is unknown, it returns 0.
func tracedLambda2(t *Trace) float64 {
	if t.Spectrum.Lambda2 == nil {
		return 0
	}
	return *t.Spectrum.Lambda2
}

// traceBound sets the bound for λ₂ of the spectrum in t, the certificates and the
// posterior. It must follow traceOperators.
func (r *tracer) traceBound(t *Trace) {
	f := view.Bound(r.Run, tracedLambda2(t))
	loss, v := r.eval.Loss, f.Bound
	t.Bound = BoundRecord{
		Empirical: v.Empirical, KLSum: v.KLSum, Delta: v.Delta, NLabeled: len(loss.Nodes), LKL: v.LKL,
		Pi: nest(v.Pi, r.Graph.Classes), CHet: v.CHet, LambdaKL: loss.LambdaKL, LambdaSpec: loss.LambdaSpec,
		Loss: "cross-entropy",
	}
	t.Bound.Certificate = Certificate{Method: v.CertifyMethod, Confidence: 1 - v.Delta,
		Nodes: List(v.CertifyNodes), Valid: v.Valid, Reason: v.Reason}
	t.Bound.Conformal = Conformal{Level: v.ConformalLevel, Coverage: nilIfNegative(v.ConformalCover), MeanSize: nilIfNegative(v.ConformalSize),
		Nodes: List(v.CertifyNodes), Valid: v.Valid, Reason: v.Reason}
	// Unknown numbers stay nil. Without certifying nodes the binomial bound is unknown.
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
		testLoss := train.NegLogLik(loss.Log, r.Graph.Labels, r.Split.Test) // without SimCalib, like all numbers of a trace
		t.Bound.TestRisk, t.Bound.TestSameLoss = &v.TestRisk, &testLoss
	}
	t.Posterior = r.tracePosterior()
}

// nilIfNegative returns a pointer to x. For a negative x it returns nil: a negative
// number stands for the share or the loss of an empty set of nodes.
func nilIfNegative(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// traceDraw returns the record of a sparsifier. For a nil draw it returns nil. Without
// measured eigenvalues, Kappa and Epsilon of the record are nil.
func (r *tracer) traceDraw(d *view.SparseDraw) *Sparsified {
	if d == nil {
		return nil
	}
	_, _, vals := d.Lap.Entries()
	t := &Sparsified{Edges: []int{}, Weights: List(d.Pattern.Weight), Draws: len(d.Pattern.Kept), Entries: len(vals)}
	for _, e := range d.Pattern.Kept {
		t.Edges = append(t.Edges, int(e))
	}
	measured := d.Drawn
	if measured == nil {
		return t
	}
	dt := r.cfg.Dt // in a model without diffusion
	if len(r.eval.Diffused) > 0 {
		dt = r.eval.Diffused[0].Dt
	}
	// The condition number of I + Δt·L̃, by the extreme eigenvalues of L̃.
	kappa := (1 + float64(dt*measured.High)) / (1 + float64(dt*measured.Low))
	t.Kappa, t.Epsilon = &kappa, &measured.Error
	return t
}
