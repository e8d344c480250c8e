package view

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewNode returns the details of node i.
func (r *viewer) viewNode(f *frame.Frame, i int) *frame.Node {
	g, c := r.Graph, r.Graph.Classes
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
	if r.eval.Measures != nil && r.at.Ran(stage.Sinkhorn) {
		v.Measure = append(v.Measure, r.eval.Measures.Row(i)...)
	}
	if len(r.eval.Diffused) > 0 && r.at.Ran(stage.Diffusion) {
		o := r.eval.Diffused[0]
		w := r.eval.Raw.D * o.In.Cols
		v.Input = append(v.Input, o.In.Data[i*w:(i+1)*w]...)
		v.Output = append(v.Output, o.Out.Data[i*w:(i+1)*w]...)
	}
	if f.Judged > 0 && f.Judged >= r.at.EpochOf(stage.Classes) {
		v.PredictionSet = r.predictionSet(v.Calibrated)
	}
	return v
}

// setName returns the name of the set that contains node i, "" for none.
func setName(s graph.Split, i int) string {
	for k, nodes := range s.Sets() {
		if slices.Contains(nodes, i) {
			return [3]string{"train", "val", "test"}[k]
		}
	}
	return ""
}
