package state

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// reply takes an answer of the worker. Its Seq is that of the Send command;
// the client has dropped answers that a newer Load made stale.
func (s State) reply(r proto.Reply) (State, []Command) {
	if r.Overtaken {
		delete(s.busy, r.Seq)
		return s, nil
	}
	if r.Died { // the Crashed reply that follows tells everything else
		switch kind := s.busy[r.Seq]; kind {
		case detailing:
			s.lethal = append(slices.Clip(s.lethal), s.asked.kind)
		case proto.Explain, proto.Flips, counting:
			s.lethal = append(slices.Clip(s.lethal), kind)
		}
		s.answered(r.Seq, false)
		return s, nil
	}
	if s.Waiting() && !s.Loading() && r.Kind != proto.Crashed {
		delete(s.busy, r.Seq) // of a run that is no longer on the screen
		return s, nil
	}
	var cmds []Command
	kind := s.busy[r.Seq]
	if r.Config != nil {
		s.Config, s.Method = *r.Config, r.Method
	}
	if kind == leaving && r.Final {
		delete(s.busy, r.Seq)
		return s, nil
	}
	if kind == lookingByHand && r.Final {
		delete(s.busy, r.Seq)
		if r.Kind == proto.Failed && s.ByHand != nil && s.ByHand.seq == r.Seq {
			s.Error, s.Said = r.Message, r.Message
		}
		return s, s.lookedByHand(r)
	}
	if kind == detailing && r.Final {
		delete(s.busy, r.Seq)
		s.detailed(r)
		return s, nil
	}
	if questions(kind) && r.Final {
		delete(s.busy, r.Seq)
		s.Progress = nil
		s.questioned(kind, r)
		return s, nil
	}
	switch r.Kind {
	case proto.Loaded:
		s, cmds = s.loaded(r)
	case proto.Framed:
		s.EpochSeconds = r.EpochSeconds
		if r.Config != nil {
			s.forget(nil)
		}
		if r.Frame != nil && (r.Config != nil || !s.replaying()) {
			s.frame(r.Frame)
		}
	case proto.Progress:
		s.Progress = &Progress{What: r.What, Fraction: r.Fraction, Left: r.Left}
	case proto.Doubtful:
		s.doubted(r.Recognition)
	case proto.Failed:
		if kind == proto.Load && s.Graph == nil && !s.Rereading() && r.Host == "" {
			return s.unloaded(r)
		}
		if kind == proto.Load {
			s, cmds = s.unloaded(r)
		} else {
			s.Error, s.Said = r.Message, r.Message
		}
		if kind == proto.Params {
			s.push = ""
		}
		if kind == proto.Run || kind == proto.Step {
			s.Running = false
		}
	case proto.Traced:
		cmds = append(cmds, Download{Name: fileName(s.name(), "trace.json"), Type: "application/json", Data: r.Bytes})
	case proto.Exported:
		cmds = append(cmds, Download{Name: fileName(s.name(), r.What), Type: "application/octet-stream", Data: r.Bytes})
		s.Said = "The file " + r.What + " is written."
	case proto.Crashed:
		return s.died(r)
	}
	if r.Final {
		delete(s.busy, r.Seq)
		s.answered(r.Seq, r.Kind != proto.Failed)
		s.Progress = nil
		cmds = append(cmds, s.finished(kind, r)...)
		cmds = append(cmds, s.next()...)
	}
	if s.Graph == nil && s.Asked != nil && !s.Loading() && r.Final {
		// Behind the question about the first graph stands the default.
		var more []Command
		s, more = s.load(defaultRun(), nil, true)
		cmds = append(cmds, more...)
	}
	return s, cmds
}

// replaying reports whether a change of settings waits for its first frame;
// frames of the old settings that are still on their way do not count.
func (s *State) replaying() bool {
	return s.pending(proto.Params) && (len(s.History.Position) > 0 || s.MaxPosition > 0)
}

// frame stores a frame, unless the user has already asked for another position.
func (s *State) frame(f *sgpc.Frame) {
	if s.Graph == nil || f.N != s.Graph.N {
		return
	}
	s.mergeHistory(f)
	if run, _ := s.Run(); f.Spectrum == nil && run != nil && f.Position == run.Position && run.Spectrum != nil {
		// A look without the spectrum leaves out what comes with it, λ₂ of the bound, too: at the same position that is still true.
		whole := *f
		f = &whole
		f.Spectrum, f.SpectrumBefore, f.Stages.Gap, f.Bound = run.Spectrum, run.SpectrumBefore, run.Stages.Gap, run.Bound
	}
	if f.Claims != nil {
		s.Claims, s.ClaimsAt = f.Claims, f.Position
	}
	s.cache.put(f)
	s.MaxPosition = max(s.MaxPosition, f.Position)
	if s.ByHand != nil && f.Position == s.Frame.Position {
		e := *s.ByHand
		e.plain = f
		if f.Spectrum != nil {
			e.spectrum = f.Spectrum
		}
		s.ByHand = &e
		return // the sheaf changed by hand stays on the screen
	}
	if s.wantSeek < 0 || f.Position == s.wantSeek {
		s.show(f)
	}
}

// mergeHistory joins the epochs that a frame brings to those known. The run is
// deterministic, so what is known beyond a frame stays true.
func (s *State) mergeHistory(f *sgpc.Frame) {
	h, g := &s.History, f.History
	have := len(h.Position)
	if g.From > have {
		return // a gap: the next Look asks for what is missing
	}
	skip := have - g.From
	if skip < len(g.Position) {
		from := [...][]float64{g.CE, g.KL, g.Spec, g.Train, g.Val, g.Test, g.Bound, g.Lambda2}
		for k, to := range [...]*[]float64{&h.CE, &h.KL, &h.Spec, &h.Train, &h.Val, &h.Test, &h.Bound, &h.Lambda2} {
			*to = append((*to)[:have:have], from[k][skip:]...)
		}
		h.Position = append(h.Position[:have:have], g.Position[skip:]...)
	}
	if f.Epoch >= len(h.Position) {
		h.BestEpoch, h.ChoiceEpoch = g.BestEpoch, g.ChoiceEpoch
	}
}

// finished goes on with what waited for a request.
func (s *State) finished(kind string, r proto.Reply) []Command {
	failed := r.Kind == proto.Failed
	switch kind {
	case proto.Load:
		if failed {
			return nil
		}
		if s.coming.epochs == 0 {
			return s.lookAtClaims()
		}
		epochs := s.coming.epochs
		if s.HasMethod() && s.Config.GapMode != "off" && sgpc.OpeningMethod(s.Graph.N) != sgpc.MethodPaper {
			epochs = slowEpochs
		}
		s.coming.epochs, s.Running, s.short = 0, true, epochs == slowEpochs
		return []Command{s.request(proto.Request{Kind: proto.Run, Epochs: epochs})}
	case proto.Run:
		s.Running = false
		return s.lookAtClaims()
	case proto.Params:
		if failed {
			return s.lookAtClaims()
		}
		return append(s.lookAtClaims(), s.pushed()...)
	case proto.Step:
		if s.Running && !failed && s.Speed != SpeedFull {
			if s.Frame != nil && s.Frame.Done {
				s.Running = false
				return nil
			}
			return []Command{After{rests[s.Speed], Tick{s.seq}}}
		}
		return s.lookAtClaims()
	case proto.Seek:
		if s.wantSeek >= 0 {
			to := s.wantSeek
			s.wantSeek = -1
			if s.Frame == nil || r.Frame == nil || r.Frame.Position != to {
				return []Command{s.request(proto.Request{Kind: proto.Seek, Position: to})}
			}
			s.show(r.Frame)
		}
		return s.lookAtClaims()
	}
	return nil
}

// lookAtClaims asks for the claims when their panel is open. Evaluating them
// costs a full eigendecomposition: the frames of a run go without.
func (s *State) lookAtClaims() []Command {
	if s.Frame == nil || s.Running || s.Claims != nil && s.ClaimsAt == s.Frame.Position {
		return nil
	}
	if s.Panel != PanelClaims {
		if s.Figure.Name != "" || s.Frame.Position == 0 || s.Frame.N*s.Frame.D > smallSheaf || s.Peer() != "" {
			return nil
		}
		return []Command{After{claimsRest, LookAround{s.version, s.Frame.Position}}}
	}
	return s.askClaims()
}

// For the count on the tab the claims of a small sheaf (rows of L) are evaluated
// without being asked for, when the run has stood still for a while (milliseconds).
const (
	smallSheaf = 300
	claimsRest = 700
)

// countClaims asks for the claims if the run still stands where it stood.
func (s *State) countClaims(m LookAround) []Command {
	if !s.stands() || s.ByHand != nil || m.version != s.version || m.position != s.Frame.Position || s.Claims != nil &&
		s.ClaimsAt == m.position {
		return nil
	}
	return s.askClaims()
}

// counting is the kind of the looks for the claims among the unfinished requests.
const counting = "claims"

func (s *State) askClaims() []Command {
	if slices.Contains(s.lethal, counting) {
		return nil
	}
	ask := s.look(sgpc.Once{Claims: true})
	s.busy[s.seq] = counting
	return []Command{ask}
}

func (s *State) name() string {
	if s.Graph == nil {
		return "sheafscope"
	}
	return s.Graph.Name
}
