package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/transport"
)

// viewEdge returns the details of edge e (0-based) from the stages that have run. The model
// must have a sheaf, and the caller must have set the node and edge arrays of f.
func (r *viewer) viewEdge(f *frame.Frame, e int) *frame.Edge {
	eval, current := r.eval, r.shownSheaf()
	ends := r.Graph.Edges[e]
	v := &frame.Edge{Index: e, I: int(ends.I), J: int(ends.J), Alpha0: r.cfg.A0, Beta0: r.cfg.B0, From: -1}
	if r.hasMaps() {
		v.Rij = append(v.Rij, current.Map(e, 0)...)
		v.Rji = append(v.Rji, current.Map(e, 1)...)
	}
	v.Code = r.viewCodeEdge(e)
	if eval.Measures != nil && r.standing.Ran(stage.Sinkhorn) {
		r.fillPlans(v)
		r.fillJKO(v)
	}
	if eval.Posterior != nil && r.standing.Ran(stage.Posterior) {
		v.Alpha, v.Beta, v.Kappa, v.KL = eval.Posterior.Edge(e)
	}
	// The parts of the edge in the arrays of f.
	d := current.D
	if len(f.Stalk) > 0 {
		v.Xi = append(v.Xi, f.Stalk[v.I*d:(v.I+1)*d]...)
		v.Xj = append(v.Xj, f.Stalk[v.J*d:(v.J+1)*d]...)
	}
	fillEdgeEnergy(v, f)
	if f.Pull != nil {
		v.Pull = f.Pull[e]
	}
	// Only layers of peers (models to compare with) have attention and arcs.
	l := r.layer
	if l == nil || !r.hasMaps() {
		return v
	}
	if l.Attends() {
		v.Attention = []float64{l.Arc(ends, 0), l.Arc(ends, 1)}
	}
	for _, arc := range l.Arcs(e, ends) {
		v.Arcs = append(v.Arcs, l.ArcBlocks(arc))
	}
	return v
}

// fillEdgeEnergy sets the Dirichlet energy of the edge, its share in the energy of all
// edges, and the rank of this share, 1 for the largest. It sets nothing if the frame has no
// energies of edges.
func fillEdgeEnergy(v *frame.Edge, f *frame.Frame) {
	if f.EdgeEnergy == nil {
		return
	}
	v.EnergyShare = f.EdgeEnergy[v.Index]
	v.Energy = v.EnergyShare * f.Stages.Energy
	v.EnergyRank = 1
	for _, share := range f.EdgeEnergy {
		if share > v.EnergyShare {
			v.EnergyRank++
		}
	}
}

// fillPlans sets the measures of the ends, and the plans of stages 2 and 3. From stage 3 on
// it also sets the normalised plan S. For the independent and the shuffled lift it then sets
// Carried, the plan of the lift. For the shuffled lift it also sets From, the edge whose plan
// is Carried.
func (r *viewer) fillPlans(v *frame.Edge) {
	c, dd := r.cfg, r.cfg.D*r.cfg.D
	v.Mu = append(v.Mu, r.measure(int32(v.I))...)
	v.Nu = append(v.Nu, r.measure(int32(v.J))...)
	walk := NewWalk(&c)
	walk.Start(v.Mu, v.Nu)
	v.P0 = append(v.P0, walk.Plan...)
	if r.hasJKO() { // stage 3 has plans for the present measures
		r.fillPlan(v, walk)
	}
	v.Current = make([]float64, dd) // fillScalings sets its elements
	fillScalings(v, c, r.shownScalings())
	if !r.standing.Ran(stage.JKO) { // stage 3 computes S and the plan of the lift
		return
	}
	v.S = append(v.S, r.eval.Plan.Data[v.Index*dd:(v.Index+1)*dd]...)
	lift := r.eval.Lift
	if c.Lift == "independent" || lift.Shuffle != nil {
		v.Carried = make([]float64, dd)
		lift.Plan(v.Carried, v.Index)
	}
	if lift.Shuffle != nil {
		v.From = lift.Shuffle[v.Index]
	}
}

// fillPlan sets the plan P after the JKO steps so far, the transport cost ⟨P, C⟩ and
// the marginals of P. The caller must have started walk with the measures of the edge.
func (r *viewer) fillPlan(v *frame.Edge, walk *Walk) {
	d, steps := r.cfg.D, r.cfg.LiftSteps()
	if r.standing.Stage == stage.JKO { // within stage 3
		steps = min(steps, r.standing.Inner)
	}
	for range steps {
		walk.Step()
	}
	v.P = append(v.P, walk.Plan...)
	// C has the entries 0 on the diagonal and 2 off the diagonal.
	for k, mass := range v.P {
		onDiagonal := k%(d+1) == 0
		if !onDiagonal {
			v.TransportCost += 2 * mass
		}
	}
	v.Rows, v.Cols = make([]float64, d), make([]float64, d)
	transport.Marginals(v.Rows, v.Cols, v.P)
}

// maxScalings is the largest number of Sinkhorn scalings whose plans a frame holds.
const maxScalings = 32

// fillScalings runs Sinkhorn on the measures of the edge. shown is the number of scalings so
// far, and Current becomes the plan after these scalings. Scalings gets the plans after 0, 1,
// 2, … scalings, up to the setting sinkhorn_steps, but at most maxScalings. Plan 0 is the
// kernel e^{−C/ε₀}. RowErrors and ColErrors get the errors of the marginals of these plans.
func fillScalings(v *frame.Edge, c settings.Config, shown int) {
	sinkhorn := transport.NewSinkhorn(v.Mu, v.Nu, c.Epsilon0)
	planSize := len(v.Current)
	last := max(shown, min(c.SinkhornSteps, maxScalings))
	for k := 0; k <= last; k++ {
		if k > 0 {
			sinkhorn.Step()
		}
		if k == shown {
			sinkhorn.Plan(v.Current)
		}
		if k <= maxScalings {
			v.Scalings = append(v.Scalings, make([]float64, planSize)...)
			sinkhorn.Plan(v.Scalings[k*planSize:])
			v.RowErrors = append(v.RowErrors, sinkhorn.RowError())
			v.ColErrors = append(v.ColErrors, sinkhorn.ColError())
		}
	}
}

// earlyScalings is the number of Sinkhorn scalings in the situation where Sinkhorn
// stops before it has converged.
const earlyScalings = 2

// fillJKO sets the four JKO steps of transport.Situations for the measures of the edge. In
// the mode "w2" it also sets the energies of repeated steps, and the least energy.
func (r *viewer) fillJKO(v *frame.Edge) {
	c := r.cfg
	situations := transport.Situations(v.Mu, v.Nu,
		transport.SituationParams{Eps0: c.Epsilon0, Eps: c.Epsilon, Tau: c.Tau, Gamma: c.W2Gamma, Scalings: earlyScalings})
	v.Situations = situations[:]
	if c.JKOMode != "w2" {
		return
	}
	walk := NewWalk(&c)
	walk.Start(v.Mu, v.Nu)
	v.W2Energy = []float64{walk.Energy()}
	for range frame.W2Shown {
		v.W2Energy = append(v.W2Energy, walk.Step())
	}
	v.Gibbs = transport.Gibbs(walk.Prev, c.D, c.Epsilon) // the least energy; Prev receives the minimiser, which is not used
}
