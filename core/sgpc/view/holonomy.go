package view

// This file shows the holonomies of cycles for the maps of a run.

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// viewHolonomy returns the holonomies of the present maps. It returns nil for a model
// without maps, and before the maps are computed. nodes has the nodes of the selected
// cycle. If nodes is empty, place is the number (1-based) of this cycle in the cycle basis,
// and 0 selects no cycle. For the selected cycle, the result also has the distances of its
// holonomy from I in earlier epochs, unless the network was changed by hand. layer is the
// number (1-based) of the layer of a peer; for a number without a layer the last layer is
// selected.
func (r *viewer) viewHolonomy(nodes []int, place, layer int) *frame.Holonomies {
	s := r.shownSheaf()
	if s == nil || !r.hasMaps() {
		return nil
	}
	v := frame.HolonomiesOf(s, r.Graph, r.cfg.Seed, nodes, place)
	hasSelected := v.One != nil
	if hasSelected && !r.standing.Changed { // a network changed by hand has no earlier epochs
		r.fillTrail(v, layer)
	}
	return v
}

// maxTrail is the largest number of epochs in Holonomies.Trail.
const maxTrail = 40

// fillTrail sets the distance between I and the holonomy of the selected cycle, in at
// most maxTrail epochs that the run can replay. It omits epochs in which the layer has no
// maps, or an edge of the cycle has no transport. layer selects the layer of a peer.
func (r *viewer) fillTrail(v *frame.Holonomies, layer int) {
	walk, err := r.Graph.Steps(v.One.Cycle)
	if err != nil { // two successive nodes of the cycle have no edge
		return
	}
	r.Replay(maxTrail, func(epoch int, replayed *sgpc.Run) {
		past := newViewer(replayed)
		closeLayer := past.openLayer(new(frame.Frame), layer) // what openLayer sets in the frame is not used
		s := past.shownSheaf()
		closeLayer() // s stays valid
		if s == nil {
			return
		}
		distance := frame.Away(s.Transports(), walk)
		if distance >= 0 { // −1 if an edge of the cycle has no transport
			v.Epochs, v.Trail = append(v.Epochs, epoch+1), append(v.Trail, distance) // Replay counts epochs from 0
		}
	})
}
