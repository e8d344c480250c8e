package view

// This file shows holonomies. A holonomy is the product of the transports along a cycle.

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// viewHolonomy returns the holonomies of the present maps, or nil without maps.
//   - nodes are the nodes of the selected cycle. If nodes is empty, place is the number
//     (1-based) of the selected cycle in the cycle basis, and 0 selects no cycle.
//   - layer is the number of a layer of a peer, a model to compare with (1-based). Any number
//     without a layer selects the last layer.
func (r *viewer) viewHolonomy(nodes []int, place, layer int) *frame.Holonomies {
	s := r.shownSheaf()
	if s == nil || !r.hasMaps() {
		return nil
	}
	v := frame.HolonomiesOf(s, r.Graph, r.cfg.Seed, nodes, place)
	hasSelected := v.One != nil
	// The trail holds distances of earlier epochs. A network changed by hand has none.
	if hasSelected && !r.standing.Changed {
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
		if distance >= 0 { // −1: an edge without a transport
			v.Epochs, v.Trail = append(v.Epochs, epoch+1), append(v.Trail, distance) // Replay counts epochs from 0
		}
	})
}
