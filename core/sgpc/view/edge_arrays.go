package view

// This file fills the arrays with one entry per edge, and the stalks behind their energies.

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// fillEdges sets the per-edge arrays of the stages that have run, for the sheaf s. It also
// sets NodeKappa, and the energies and stalks of fillEnergies.
func (r *viewer) fillEdges(f *frame.Frame, s *sheaf.Sheaf) {
	eval, m := r.eval, f.M
	if eval.Lift != nil && r.standing.Ran(stage.JKO) {
		f.OffDiagonal = make([]float64, m)
		eval.Lift.OffDiagonal(f.OffDiagonal)
	}
	if !r.hasMaps() {
		return
	}
	// The two d×d maps of an edge are consecutive.
	entriesPerEdge := 2 * s.D * s.D
	f.MapNorm = make([]float64, m)
	for e := range m {
		f.MapNorm[e] = linalg.Nrm2(s.R[e*entriesPerEdge : (e+1)*entriesPerEdge])
	}
	r.fillEnergies(f, s)
	f.Pull = r.viewPull()
	if eval.Posterior != nil && r.standing.Ran(stage.Posterior) {
		f.Kappa = append(f.Kappa, eval.Posterior.Kappa...)
		f.NodeKappa = append(f.NodeKappa, eval.Posterior.NodeKappa...)
	}
}

// fillEnergies sets the Dirichlet energy of the features x, and the share of every edge in
// this energy. f.Stalk becomes the mean of x over the channels.
//   - For a peer (a model to compare with), x and the operator of the energy belong to the
//     selected layer. If the energy of this layer has terms between nodes without an edge,
//     only f.Stalk is set.
//   - For a model without such layers, x are the features of [viewer.shownFeatures], and the
//     operator has the maps of their epoch. f.Undiffused is set, too.
func (r *viewer) fillEnergies(f *frame.Frame, s *sheaf.Sheaf) {
	var x *linalg.Dense
	operator := r.eval.Hat
	if r.layer != nil {
		operator, x = r.layer.Hat, stalks(r.layer.X, s.N*s.D)
	} else {
		x, f.Undiffused = r.shownFeatures(s.D)
		if r.mapsAreNewerThanOperator() { // Hat still has the maps of the previous epoch
			operator = r.operatorOf(r.eval.Raw)
		}
	}
	f.EdgeEnergy = make([]float64, f.M)
	f.Stages.Energy = operator.Dirichlet(f.EdgeEnergy, nil, x.Data, x.Cols)
	sheaf.Shares(f.EdgeEnergy, f.Stages.Energy)
	// With terms between nodes without an edge, shares of the edges alone would be wrong.
	if r.layer != nil && r.layer.Beyond() {
		f.EdgeEnergy, f.Stages.Energy = nil, 0
	}
	f.Stalk = channelMeans(x)
}

// mapsAreNewerThanOperator reports whether stage 4 of the present epoch has computed
// maps, and stage 5 has not yet computed their operator.
func (r *viewer) mapsAreNewerThanOperator() bool {
	return r.standing.EpochOf(stage.Maps) > r.standing.EpochOf(stage.Laplacian)
}

// hasMaps reports whether restriction maps have been computed: by the selected layer of a
// peer, or by stage 4.
func (r *viewer) hasMaps() bool {
	if r.layer != nil {
		return r.standing.Ran(stage.Classes)
	}
	return r.standing.Ran(stage.Maps)
}

// shownFeatures returns features of the same epoch as the maps, (n·d)×c. After the start
// of the first diffusion they are the present iterate of the diffusion. Before the
// diffusion, and for a model without diffusion, they are the encoded features, and
// undiffused is true.
func (r *viewer) shownFeatures(d int) (x *linalg.Dense, undiffused bool) {
	eval := r.eval
	if len(eval.Diffused) > 0 && r.standing.EpochOf(stage.Diffusion) == r.standing.EpochOf(stage.Maps) {
		return eval.Diffused[0].Out, false
	}
	encoded := eval.Encoded
	return &linalg.Dense{Rows: encoded.Rows * d, Cols: encoded.Cols / d, Data: encoded.Data}, true
}

// channelMeans returns the mean of each row of x.
func channelMeans(x *linalg.Dense) []float64 {
	means := make([]float64, x.Rows)
	for i := range means {
		for _, v := range x.Row(i) {
			means[i] += v
		}
		means[i] /= float64(x.Cols)
	}
	return means
}
