package view

// This file shows the holonomies of cycles for the maps of a run.

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// viewHolonomy returns frame.HolonomiesOf for the present maps, and the selected
// cycle in earlier epochs. nodes or place select this cycle; see
// frame.HolonomiesOf. It returns nil before the maps are computed.
func (r *viewer) viewHolonomy(nodes []int, place, layer int) *frame.Holonomies {
	s := r.shownSheaf()
	if s == nil || !r.hasMaps() {
		return nil
	}
	v := frame.HolonomiesOf(s, r.Graph, r.cfg.Seed, nodes, place)
	if v.One != nil && !r.standing.Changed {
		r.fillTrail(v, layer)
	}
	return v
}

// maxTrail is the largest number of epochs in Holonomies.Trail.
const maxTrail = 40

// fillTrail sets the distance of the selected cycle's holonomy from I in the epochs
// that the run can replay. layer selects the layer of a peer.
func (r *viewer) fillTrail(v *frame.Holonomies, layer int) {
	walk, err := r.Graph.Steps(v.One.Cycle)
	if err != nil {
		return
	}
	r.Replay(maxTrail, func(epoch int, replayed *sgpc.Run) {
		past := newViewer(replayed)
		closeLayer := past.openLayer(new(frame.Frame), layer)
		s := past.shownSheaf()
		closeLayer()
		if s == nil {
			return
		}
		if away := frame.Away(s.Transports(), walk); away >= 0 {
			v.Epochs, v.Trail = append(v.Epochs, epoch+1), append(v.Trail, away)
		}
	})
}
