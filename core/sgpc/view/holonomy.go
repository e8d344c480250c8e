package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// viewHolonomy returns frame.HolonomiesOf for the present maps, with the trail of
// the selected cycle; nil before stage 4.
func (r *viewer) viewHolonomy(nodes []int, place, layer int) *frame.Holonomies {
	s := r.shownSheaf()
	if s == nil || !r.hasMaps() {
		return nil
	}
	v := frame.HolonomiesOf(s, r.Graph, r.cfg.Seed, nodes, place)
	if v.One != nil && !r.at.Changed {
		r.fillTrail(v, layer)
	}
	return v
}

// mostTrail bounds the epochs of a trail.
const mostTrail = 40

// fillTrail sets Away of the selected cycle in the epochs that the run can replay.
func (r *viewer) fillTrail(v *frame.Holonomies, layer int) {
	walk, err := r.Graph.Steps(v.One.Cycle)
	if err != nil {
		return
	}
	r.Replay(mostTrail, func(epoch int, at *sgpc.Run) {
		then := newViewer(at)
		leave := then.openLayer(new(frame.Frame), layer)
		s := then.shownSheaf()
		leave()
		if s == nil {
			return
		}
		if x := frame.Away(s.Transports(), walk); x >= 0 {
			v.Epochs, v.Trail = append(v.Epochs, epoch+1), append(v.Trail, x)
		}
	})
}
