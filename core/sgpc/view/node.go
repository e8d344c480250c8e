package view

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewNode returns the details of node i (0-based) from the stages that have run. The
// caller must have set Prob, Calibrated, NodeKappa and Judged of f.
func (r *viewer) viewNode(f *frame.Frame, i int) *frame.Node {
	eval, g, c := r.eval, r.Graph, r.Graph.Classes
	v := &frame.Node{Index: i, Label: g.Labels[i], Set: setName(r.Split, i)}
	if len(f.Prob) > 0 {
		v.Prob = append([]float64{}, f.Prob[i*c:(i+1)*c]...)
		v.Calibrated = append([]float64{}, f.Calibrated[i*c:(i+1)*c]...)
	}
	adj := g.Adjacency()
	for _, j := range adj.Nbr[adj.Ptr[i]:adj.Ptr[i+1]] {
		v.Neighbours = append(v.Neighbours, int(j))
	}
	v.Degree = len(v.Neighbours)
	if f.NodeKappa != nil {
		v.Kappa = f.NodeKappa[i]
	}
	if eval.Measures != nil && r.standing.Ran(stage.Sinkhorn) {
		v.Measure = r.measure(int32(i))
	}
	if len(eval.Diffused) > 0 && r.standing.Ran(stage.Diffusion) {
		diffused := eval.Diffused[0]           // the first layer
		width := eval.Raw.D * diffused.In.Cols // numbers in the stalk of a node
		v.Input = append(v.Input, diffused.In.Data[i*width:(i+1)*width]...)
		v.Output = append(v.Output, diffused.Out.Data[i*width:(i+1)*width]...)
	}
	// Judged is the epoch of the last loss, or 0. Between stage 8 and the loss of an epoch,
	// the predictions are not calibrated yet.
	isCalibrated := f.Judged > 0 && f.Judged >= r.standing.EpochOf(stage.Classes)
	if isCalibrated {
		v.PredictionSet = r.predictionSet(v.Calibrated)
	}
	return v
}

// setName returns the name of the set with node i: "train", "val" or "test", or "" for none.
func setName(s graph.Split, i int) string {
	for k, nodes := range s.Sets() {
		if slices.Contains(nodes, i) {
			return [3]string{"train", "val", "test"}[k]
		}
	}
	return ""
}
