package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// viewEdge returns the details of edge e.
func (r *viewer) viewEdge(f *frame.Frame, e int) *frame.Edge {
	n, g, c := r.eval, r.Graph, r.cfg
	cur := r.shownSheaf()
	d := cur.D
	q := d * d
	i, j := g.Edges[e].I, g.Edges[e].J
	v := &frame.Edge{Index: e, I: int(i), J: int(j), Alpha0: c.A0, Beta0: c.B0, From: -1}
	if r.hasMaps() {
		v.Rij = append(v.Rij, cur.Map(e, 0)...)
		v.Rji = append(v.Rji, cur.Map(e, 1)...)
	}
	v.Code = r.viewCodeEdge(e)
	if n.Measures != nil && r.at.Ran(stage.Sinkhorn) {
		v.Mu = append(v.Mu, r.measure(i)...)
		v.Nu = append(v.Nu, r.measure(j)...)
		v.P0, v.P, v.Current = make([]float64, q), make([]float64, q), make([]float64, q)
		walk := NewWalk(&c)
		walk.Start(v.Mu, v.Nu)
		copy(v.P0, walk.Plan)
		if r.hasJKO() {
			r.fillPlan(v, walk)
		} else {
			v.P = nil // stage 3 has not run with these measures
		}
		fillScalings(v, c, r.shownScalings())
		if r.at.Ran(stage.JKO) {
			v.S = append(v.S, n.Plan.Data[e*q:(e+1)*q]...)
			if l := n.Lift; c.Lift == "independent" || l.Shuffle != nil {
				v.Carried = make([]float64, q)
				l.Plan(v.Carried, e)
				if l.Shuffle != nil {
					v.From = l.Shuffle[e]
				}
			}
		}
	}
	if v.Mu != nil {
		r.fillJKO(v)
	}
	if n.Posterior != nil && r.at.Ran(stage.Posterior) {
		v.Alpha, v.Beta, v.Kappa, v.KL = n.Posterior.Edge(e)
	}
	if len(f.Stalk) > 0 {
		v.Xi = append(v.Xi, f.Stalk[int(i)*d:int(i+1)*d]...)
		v.Xj = append(v.Xj, f.Stalk[int(j)*d:int(j+1)*d]...)
	}
	if f.EdgeEnergy != nil {
		v.EnergyShare = f.EdgeEnergy[e]
		v.Energy = f.EdgeEnergy[e] * f.Stages.Energy
		v.EnergyRank = 1
		for _, w := range f.EdgeEnergy {
			if w > v.EnergyShare {
				v.EnergyRank++
			}
		}
	}
	if f.Pull != nil {
		v.Pull = f.Pull[e]
	}
	if l := r.layer; l != nil && l.Attends() && r.hasMaps() {
		v.Attention = []float64{l.Arc(g.Edges[e], 0), l.Arc(g.Edges[e], 1)}
	}
	if l := r.layer; l != nil && r.hasMaps() {
		for _, arc := range l.Arcs(e, g.Edges[e]) {
			v.Arcs = append(v.Arcs, l.ArcBlocks(arc))
		}
	}
	return v
}

// fillPlan sets the plan after the JKO steps made so far.
func (r *viewer) fillPlan(v *frame.Edge, walk *Walk) {
	d, steps := r.cfg.D, r.cfg.LiftSteps()
	if r.at.Stage == stage.JKO {
		steps = min(steps, r.at.Inner)
	}
	for range steps {
		walk.Step()
	}
	copy(v.P, walk.Plan)
	for k, m := range v.P {
		if k%(d+1) != 0 {
			v.TransportCost += 2 * m
		}
	}
	v.Rows, v.Cols = make([]float64, d), make([]float64, d)
	transport.Marginals(v.Rows, v.Cols, v.P)
}

// maxScalings bounds the scalings whose plans are in a frame.
const maxScalings = 32

// fillScalings runs Sinkhorn on the edge. It sets the plan after done scalings and
// the sequence of plans from the kernel on.
func fillScalings(v *frame.Edge, c settings.Config, done int) {
	k := transport.NewSinkhorn(v.Mu, v.Nu, c.Epsilon0)
	q := len(v.Current)
	for at := 0; at <= max(done, min(c.SinkhornSteps, maxScalings)); at++ {
		if at > 0 {
			k.Step()
		}
		if at == done {
			k.Plan(v.Current)
		}
		if at <= maxScalings {
			v.Scalings = append(v.Scalings, make([]float64, q)...)
			k.Plan(v.Scalings[at*q:])
			v.RowErrors, v.ColErrors = append(v.RowErrors, k.RowError()), append(v.ColErrors, k.ColError())
		}
	}
}

// fillJKO sets the situations in which a JKO step changes the plan or not and, in
// the mode "w2", the energy over repeated steps.
func (r *viewer) fillJKO(v *frame.Edge) {
	c := r.cfg
	list := transport.Situations(v.Mu, v.Nu, transport.SituationParams{Eps0: c.Epsilon0, Eps: c.Epsilon, Tau: c.Tau, Gamma: c.W2Gamma,
		Scalings: 2})
	v.Situations = list[:]
	if c.JKOMode != "w2" {
		return
	}
	walk := NewWalk(&c)
	walk.Start(v.Mu, v.Nu)
	v.W2Energy = []float64{walk.Energy()}
	for range frame.W2Shown {
		v.W2Energy = append(v.W2Energy, walk.Step())
	}
	v.Gibbs = transport.Gibbs(walk.Prev, c.D, c.Epsilon)
}

// Spectrum returns the spectrum for the present maps, without eigenvectors. It
// returns nil without maps and above frame.MaxSpectrum.
func Spectrum(r *sgpc.Run) *frame.SpectrumView {
	v, f := newViewer(r), &frame.Frame{N: r.Graph.N, M: len(r.Graph.Edges)}
	defer v.openLayer(f, 0)()
	v.fillSpectrum(f, frame.Focus{})
	return f.Spectrum
}

// fillSpectrum sets the spectrum for the present maps.
func (r *viewer) fillSpectrum(f *frame.Frame, focus frame.Focus) {
	n, vector := r.eval, focus.Eigenvector.Index()
	raw := r.shownSheaf()
	if raw == nil || !r.hasMaps() {
		return
	}
	if raw.N*raw.D > frame.MaxSpectrum {
		return
	}
	hat := r.operatorOf(raw)
	lap := sheaf.NewLaplacian(hat.N, hat.D, hat.Edges)
	lap.Assemble(hat)
	if r.layer != nil {
		if lap = r.layer.Lap; lap == nil || lap.Dim() > spectral.MaxDense {
			return // too slow for one layer of several
		}
	}
	v := &frame.SpectrumView{Of: r.cfg.Operator, Dim: lap.Dim()}
	if r.layer != nil {
		v.Of = "normalized"
	}
	f.Spectrum = v
	if focus.Layout && (r.layer == nil || !r.layer.Beyond()) {
		v.Layout = r.viewLayout(hat)
	}
	rule := settings.TrackerOptions(r.cfg).Rule
	_, comps := r.Graph.Components()
	if v.Dim > spectral.MaxDense {
		v.Ends(hat, lap, &r.cfg, vector)
		return
	}
	sp, err := spectral.Full(lap.Operator(), spectral.DefaultTol, vector >= 0)
	if err != nil {
		v.Err, v.Index2 = err.Error(), -1
		return
	}
	v.Whole(sp, rule, hat.D, comps)
	if vector >= 0 && vector < v.Dim {
		v.Eigenvector = make([]float64, v.Dim)
		for i := range v.Eigenvector {
			v.Eigenvector[i] = sp.Vectors.At(i, vector)
		}
	}
	if r.at.Stage == stage.Gap && r.gap.Started {
		before := r.operatorOf(n.Raw)
		lap.Assemble(before)
		if sp, err := spectral.Full(lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly); err == nil {
			f.SpectrumBefore = sp.Values
		}
	}
}
