package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewHolonomy is HolonomiesOf the maps on show, with the trail of the chosen cycle; nil before the maps are there.
func (r *Run) viewHolonomy(nodes []int, place, layer int) *frame.Holonomies {
	s := r.shownSheaf()
	if s == nil || !r.mapped() {
		return nil
	}
	v := frame.HolonomiesOf(s, r.Graph, r.cfg.Seed, nodes, place)
	if v.One != nil && !r.look {
		r.trail(v, layer)
	}
	return v
}

// mostTrail bounds the epochs of a trail.
const mostTrail = 40

// trail evaluates the maps of epochs again of which the run keeps what they began with, evenly chosen: by another run, which begins
// each and goes on until its maps are there.
func (r *Run) trail(v *frame.Holonomies, layer int) {
	walk, err := r.Graph.Steps(v.One.Cycle)
	list := r.frames.list
	if err != nil || len(list) < 2 {
		return
	}
	twin, err := New(r.Graph, r.Split, r.cfg)
	if err != nil {
		return
	}
	twin.ForwardOnly()
	of := stage.Maps
	if r.eval.learned != nil {
		of = stage.Classes
	}
	n := min(mostTrail, len(list))
	for k := range n {
		f := &list[k*(len(list)-1)/(n-1)]
		twin.beginAt(f)
		for !twin.done && twin.epochOf(of) <= f.epoch {
			twin.StepInner()
		}
		leave := twin.openLayer(new(frame.Frame), layer)
		s := twin.shownSheaf()
		leave()
		if twin.done || s == nil {
			continue
		}
		if x := frame.Away(s.Transports(), walk); x >= 0 {
			v.Epochs, v.Trail = append(v.Epochs, f.epoch+1), append(v.Trail, x)
		}
	}
}
