package state

import (
	"math"
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// NodesFlow colours the nodes by an iterate of the diffusion.
const NodesFlow = "flow"

// Flow is the diffusion of the present position by iterate. It is replaced, never changed in place.
type Flow struct {
	View *sgpc.FlowView
	// At is the iterate shown by its place in View.Iter, −1 for that of the run:
	// the present one inside the solve, else the last.
	At int
	// Classes shows nearest class means instead of the coordinate.
	Classes bool
	// Dt is the time looked at, 0 for that of the run.
	Dt float64

	of     detail
	before string // the colouring of the nodes that it took the place of
}

// Maps are the restriction maps of every edge, as they are and as the operator has them.
type Maps struct {
	Raw, Hat []float32
	of       detail
}

// Features are what the nodes bring, and what the encoder makes of it.
type Features struct {
	View *sgpc.FeaturesView
	of   detail
}

// Stalks are a node's stalk over diffusion time.
type Stalks struct {
	View *sgpc.StalkView
	of   detail
}

// StalksOf returns the stalk of the chosen node over diffusion time, nil when it
// is not there, and whether it is that of the position on the screen: while a
// run goes on, that of an earlier one stays.
func (s *State) StalksOf() (v *sgpc.StalkView, now bool) {
	f := s.Stalks
	if f == nil || s.Frame == nil || f.of.node != s.Node || f.of.version != s.version {
		return nil, false
	}
	return f.View, f.of.position == s.Frame.Position
}

// FlowNow reports whether the diffusion by iterate is that of the position on
// the screen; while a run goes on, that of an earlier one stays. MapsNow and
// FeaturesNow report the same of maps and features.
func (s *State) FlowNow() bool { return s.Flow != nil && s.now(s.Flow.of) }

// MapsNow reports whether the maps of all edges are those of the position on the screen.
func (s *State) MapsNow() bool { return s.Maps != nil && s.now(s.Maps.of) && s.Maps.of.node == s.Layer }

// FeaturesNow reports whether the features are those of the position on the screen.
func (s *State) FeaturesNow() bool { return s.Features != nil && s.now(s.Features.of) }

// SpectrumNow reports whether the spectrum is that of the position on the screen.
func (s *State) SpectrumNow() bool {
	return s.Spectrum != nil && s.Frame != nil && (s.Edit != nil || s.SpectrumAt == s.Frame.Position)
}

func (s *State) now(d detail) bool {
	return s.Frame != nil && d.version == s.version && d.position == s.Frame.Position
}

// MoveFlow moves the sliders of the diffusion: At −1 follows the run, Dt 0 is its own time.
type MoveFlow struct {
	At      int
	Dt      float64
	Classes bool
}

func (MoveFlow) msg() {}

// detail names what a stage asks for beside the frames: it is true of one
// position of one run only.
type detail struct {
	version, position int
	kind              string // "flow", "maps", "features" or "fibres"
	node              int    // of "fibres" and "flow"; of "maps" the layer
	dt                float64
}

// detailing is the kind of the looks for a detail among the unfinished requests.
const detailing = "detail"

// wanted is the detail that the stage on the screen shows, with an empty kind when it shows none.
func (s *State) wanted() detail {
	if s.Panel != PanelStage && s.Panel != PanelNode || s.Edit != nil || !s.stands() {
		return detail{}
	}
	d := detail{version: s.version, position: s.Frame.Position}
	if s.Panel == PanelNode {
		if s.Node >= 0 && len(s.Frame.Stages.Residual) > 0 {
			d.kind, d.node = "fibres", s.Node
		}
		return d
	}
	switch s.ShownStage() {
	case sgpc.StageFeatures:
		if s.Frame.Stages.Features > 0 {
			d.kind = "features"
		}
	case sgpc.StageLaplacian:
		if len(s.Frame.MapNorm) > 0 {
			d.kind, d.node = "maps", s.Layer
		}
	case sgpc.StageDiffusion:
		// Only the solve of the epoch under way can be looked at.
		if len(s.Frame.Stages.Residual) > 0 && s.Frame.EpochOf(sgpc.StageDiffusion) == s.Frame.Present() {
			d.kind, d.node = "flow", s.Node
			if s.Flow != nil {
				d.dt = s.Flow.Dt
			}
		}
	}
	return d
}

// askDetail asks for what the stage on the screen lacks, at most one at a time,
// and ends the colouring of a stage that is left.
func (s *State) askDetail() []Command {
	if s.Nodes == NodesFlow && (s.Panel != PanelStage || s.ShownStage() != sgpc.StageDiffusion) {
		s.Nodes = "prediction"
		if s.Flow != nil && s.Flow.before != "" {
			s.Nodes = s.Flow.before
		}
	}
	d := s.wanted()
	if slices.Contains(s.lethal, d.kind) || d.kind == "" || d == s.refused ||
		s.Flow != nil && s.Flow.of == d || s.Maps != nil && s.Maps.of == d || s.Features != nil &&
		s.Features.of == d || s.Stalks != nil && s.Stalks.of == d {
		return nil
	}
	for _, kind := range s.busy {
		if kind == detailing {
			return nil
		}
	}
	cmd := s.look(sgpc.Once{Flow: d.kind == "flow", FlowDt: d.dt, Maps: d.kind == "maps", Features: d.kind == "features",
		Stalks: d.kind == "fibres"})
	s.busy[s.seq] = detailing
	s.asked = d
	return []Command{cmd}
}

// detailed takes the answer; the frame that carries it is not shown.
func (s *State) detailed(r proto.Reply) {
	d, f := s.asked, r.Frame
	if r.Kind == proto.Failed || f == nil || d.kind == "flow" && f.Flow == nil || d.kind == "maps" && f.Maps == nil ||
		d.kind == "features" && f.Features == nil || d.kind == "fibres" && f.Stalks == nil {
		s.refused = d
		return
	}
	s.mergeHistory(f)
	if f.Position != d.position || d.version != s.version {
		return // the run went on meanwhile
	}
	if d.kind == "maps" {
		s.Maps = &Maps{Raw: f.Maps, Hat: f.HatMaps, of: d}
		return
	}
	if d.kind == "features" {
		s.Features = &Features{f.Features, d}
		return
	}
	if d.kind == "fibres" {
		s.Stalks = &Stalks{f.Stalks, d}
		return
	}
	next := Flow{At: -1, before: "prediction"}
	if s.Flow != nil {
		next = *s.Flow
	}
	if s.Flow == nil || next.of.position != d.position || next.of.version != d.version {
		next.At = -1
	}
	next.View, next.of = f.Flow, d
	if next.At >= 0 {
		next.At = min(next.At, len(f.Flow.Iter)-1)
	}
	s.Flow = &next
}

// moveFlow moves the sliders; the nodes take the colours of the iterate.
func (s State) moveFlow(m MoveFlow) State {
	if s.Flow == nil || s.Panel != PanelStage || s.ShownStage() != sgpc.StageDiffusion || math.IsNaN(m.Dt) {
		return s
	}
	f := *s.Flow
	f.At, f.Classes = min(max(m.At, -1), len(f.View.Iter)-1), m.Classes
	if f.Dt = max(0, min(sgpc.MaxFlowDt, m.Dt)); f.Dt == f.View.Run {
		f.Dt = 0
	}
	if s.Nodes != NodesFlow {
		f.before, s.Nodes = s.Nodes, NodesFlow
	}
	s.Flow = &f
	return s
}

// FlowAt is the place in View.Iter of the iterate on the screen.
func (s *State) FlowAt() int {
	f := s.Flow
	if f == nil {
		return 0
	}
	at := len(f.View.Iter) - 1
	if f.At >= 0 {
		return min(f.At, at)
	}
	if s.Frame != nil && s.Frame.Stage == sgpc.StageDiffusion && f.Dt == 0 {
		for at > 0 && f.View.Iter[at-1] >= s.Frame.Inner {
			at--
		}
	}
	return at
}

// align turns and mirrors places, n×2, so that they agree best with those
// before (orthogonal Procrustes in the plane): eigenvectors are unique only up
// to their sign, those of equal eigenvalues only up to a rotation.
func align(next, before []float32) []float32 {
	if len(before) != len(next) {
		return next
	}
	var m [2][2]float64
	for i := 0; i+1 < len(next); i += 2 {
		for a := range 2 {
			for b := range 2 {
				m[a][b] += float64(next[i+a]) * float64(before[i+b])
			}
		}
	}
	turn := [2]float64{m[0][0] + m[1][1], m[0][1] - m[1][0]}
	flip := [2]float64{m[0][0] - m[1][1], m[0][1] + m[1][0]}
	q, mirror := turn, 1.0
	if math.Hypot(flip[0], flip[1]) > math.Hypot(turn[0], turn[1]) {
		q, mirror = flip, -1
	}
	size := math.Hypot(q[0], q[1])
	if size == 0 {
		return next
	}
	c, s := q[0]/size, q[1]/size
	out := make([]float32, len(next))
	for i := 0; i+1 < len(next); i += 2 {
		x, y := float64(next[i]), mirror*float64(next[i+1])
		out[i], out[i+1] = float32(c*x-s*y), float32(s*x+c*y)
	}
	return out
}
