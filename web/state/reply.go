package state

import (
	"maps"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// receive applies a reply of the worker; the client has dropped stale ones.
func (s State) receive(r proto.Reply) (State, []Command) {
	switch {
	case r.Answer != nil:
		return s.receiveAnswer(*r.Answer, s.Waiting() && !s.Loading()) // it is of a run that is no longer on the screen
	case r.Status.Crashed:
		return s.receiveCrash(*r.Status)
	case s.Waiting() && !s.Loading():
		return s, nil
	}
	return s.receiveStatus(*r.Status)
}

// receiveStatus applies the progress of a goal. Frames of a replaced goal count while they are valid.
func (s State) receiveStatus(st proto.Status) (State, []Command) {
	if l := s.phase.coming(); s.phase.kind == reading && st.Goal == l.seq {
		switch {
		case st.Graph != nil: // without a doubt
			s.phase.aim(proto.Goal{Seq: l.seq, Load: true, Run: l.Setup, From: -1})
		case st.Reached:
			return s.receiveRecognition(st)
		}
	}
	goal := s.phase.goal
	newest := s.Busy() && st.Goal == goal.Seq // not of a replay
	if st.Progress != nil {
		s.Progress = st.Progress
	}
	if (st.Goal < s.sent.since || s.Waiting() && s.phase.kind != fetching) && st.Progress == nil {
		return s, nil
	}
	var cmds []Command
	if st.Config != nil {
		s.Config, s.Method = *st.Config, st.Method
	}
	switch {
	case st.Graph != nil:
		s, cmds = s.loaded(st.Goal, st.Graph)
		s.sent.unset = false
	case st.Config != nil:
		s.forget(nil)
	}
	if st.Apart != nil && s.Graph != nil {
		g := *s.Graph
		g.Apart, s.Graph = st.Apart, &g
	}
	if st.Frame != nil {
		s.EpochSeconds = st.EpochSeconds
		s.frame(st.Frame, newest)
	}
	failed := st.Err != ""
	switch {
	case failed && newest && goal.Load && s.Loading():
		s.phase.reached()
		s.Progress = nil
		s, cmds = s.receiveLoadError(st.Host, st.Err)
		if s.Graph == nil && s.Asked() != nil && !s.Busy() {
			s, cmds = s.load(defaultRun(), nil, trainFirst) // behind the question about the first graph
		}
		return s, cmds
	case failed && s.phase.place(st.Goal) >= 0: // something else was opened since
		return s, cmds
	case failed:
		s.Error, s.said, s.phase.entry = st.Err, st.Err, ""
		if st.Reached {
			s.phase.halt()
		}
	}
	if st.Reached {
		s.Progress = nil
	}
	if !st.Reached || !newest {
		return s, cmds
	}
	if !failed && s.Graph != nil {
		s.Recipe.Settings, s.sent.unset = st.Settings, false
	}
	s.phase.reached()
	return s, append(cmds, s.reached(goal, failed)...)
}

// reached continues the work that waited for the goal.
func (s *State) reached(goal proto.Goal, failed bool) []Command {
	if goal.Until.Unit == proto.Epochs {
		s.phase.own = nil
	}
	slow := s.Running() && s.Speed != SpeedFull && goal.Until.Unit != proto.Epochs
	switch {
	case failed:
		if goal.Load {
			s.endOwnMoves()
		}
		return s.next()
	case slow && s.Frame != nil && s.Frame.Done:
		s.phase.halt()
		return s.next()
	case slow:
		return []Command{After{rests[s.Speed], Tick{s.sent.seq}}}
	}
	s.phase.halt()
	cmds := append(s.pushed(), s.next()...)
	if s.Busy() { // it does not rest here
		return cmds
	}
	return append(cmds, s.requestClaims()...)
}

// followInLab passes the run's movement to comparison and results: every frame to the former, graph and settings to the latter.
func followInLab(r proto.Reply, s State, cmds []Command) (State, []Command) {
	st := r.Status
	if s.Loading() || !s.Lab.Compare.On && (st == nil || st.Graph == nil && st.Config == nil && st.Err == "") {
		return s, cmds
	}
	s, more := s.lab(lab.PageRunMoved{})
	return s, append(cmds, more...)
}

// pushed writes the pending history entry.
func (s *State) pushed() []Command {
	if s.phase.entry == "" {
		return nil
	}
	cmds := s.writeAddress(pushEntry)
	s.phase.entry = ""
	return cmds
}

// receiveAnswer applies the answer to a query; every query gets one. gone reports that its run is no longer shown.
func (s State) receiveAnswer(a proto.Answer, gone bool) (State, []Command) {
	d := s.sent.asked[a.Seq]
	s.sent.asked = maps.Clone(s.sent.asked)
	delete(s.sent.asked, a.Seq)
	switch {
	case a.Question == proto.Try:
		return s.receiveFormula(a)
	case a.Overtaken || gone || a.Question == proto.Pace:
		return s, nil
	case a.Died: // the status that follows says everything else
		kind := a.For
		switch {
		case a.For == detailing:
			kind = d.kind
		case a.Question == proto.Explain || a.Question == proto.Flips:
			kind = a.Question
		}
		s.Details = append(slices.Clip(s.Details), &Detail{of: detail{kind: kind, position: -1}})
		return s, nil
	case a.For == lookingByHand:
		cmds := s.receiveByHand(a)
		return s, cmds
	case a.For == detailing:
		s.receiveDetail(d, a.Frame)
		return s, nil
	}
	switch a.Question {
	case proto.Explain, proto.WhatIf, proto.Flips:
		s.Progress = nil
		s.receiveWhy(a)
		return s, nil
	}
	switch {
	case a.Err != "":
		s.Error, s.said = a.Err, a.Err
	case a.Frame != nil:
		s.frame(a.Frame, false)
	case a.Name == "trace.json":
		return s, []Command{Download{Name: fileName(s.name(), a.Name), Type: "application/json", Data: a.Bytes}}
	default:
		s.said = "The file " + a.Name + " is written."
		return s, []Command{Download{Name: fileName(s.name(), a.Name), Type: "application/octet-stream", Data: a.Bytes}}
	}
	return s, nil
}

// frame stores a frame, and shows it unless the goal is another position.
func (s *State) frame(f *frame.Frame, newest bool) {
	if s.Graph == nil || f.N != s.Graph.N {
		return
	}
	s.Merge(f)
	if run, _ := s.Run(); f.Spectrum == nil && run != nil && f.Position == run.Position && run.Spectrum != nil {
		// A look without the spectrum leaves out what comes with it, λ₂ of the bound, too: at the same position that is still true.
		whole := *f
		f = &whole
		f.Spectrum, f.SpectrumBefore, f.Stages.Gap, f.Bound = run.Spectrum, run.SpectrumBefore, run.Stages.Gap, run.Bound
	}
	if f.Claims != nil {
		s.Claims, s.ClaimsAt = f.Claims, f.Position
	}
	s.cache = s.cache.with(f)
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
	if to, known := s.target(); newest || !s.Busy() || known && to == f.Position {
		s.show(f)
	}
}

// requestClaims requests the claims for their panel. They need a full eigendecomposition, so that frames of a run go without.
func (s *State) requestClaims() []Command {
	if s.Frame == nil || s.Running() || s.Claims != nil && s.ClaimsAt == s.Frame.Position {
		return nil
	}
	if s.View.Panel != PanelClaims {
		if s.Figure.Name != "" || s.Frame.Position == 0 || s.Frame.N*s.Frame.D > smallSheaf || s.Peer() != "" {
			return nil
		}
		return []Command{After{claimsRest, CountClaims{s.run(), s.Frame.Position}}}
	}
	return s.queryClaims()
}

// The claims of a small sheaf (rows of L) are evaluated for the count on the tab after a pause of the run (milliseconds).
const (
	smallSheaf = 300
	claimsRest = 700
)

// countClaims requests the claims if the run has not moved.
func (s *State) countClaims(m CountClaims) []Command {
	if !s.stands() || s.ByHand != nil || m.run != s.run() || m.position != s.Frame.Position || s.Claims != nil &&
		s.ClaimsAt == m.position {
		return nil
	}
	return s.queryClaims()
}

// counting marks requests for the claims.
const counting = "claims"

func (s *State) queryClaims() []Command {
	if s.isLethal(counting) {
		return nil
	}
	return []Command{s.readFrame(frame.Once{Claims: true}, counting)}
}

func (s *State) name() string {
	if s.Graph == nil {
		return "sheafscope"
	}
	return s.Graph.Name
}

// Limits of the frame cache: numbers kept, and frames.
const (
	cacheNumbers = 4 << 20
	cacheFrames  = 128
)

// frameCache holds the latest frames, the oldest first and one for each position, so that a step back is shown at once. Updates
// replace it.
type frameCache []*frame.Frame

func (c frameCache) find(position int) int {
	return slices.IndexFunc(c, func(f *frame.Frame) bool { return f.Position == position })
}

// get returns the frame of a position, or nil.
func (c frameCache) get(position int) *frame.Frame {
	if k := c.find(position); k >= 0 {
		return c[k]
	}
	return nil
}

// with returns the cache with one more frame, within its limits.
func (c frameCache) with(f *frame.Frame) frameCache {
	c = slices.Clone(c)
	if k := c.find(f.Position); k >= 0 {
		c[k] = f
	} else {
		c = append(c, f)
	}
	numbers := 0
	for k := len(c) - 1; k >= 0; k-- {
		if numbers += size(c[k]); k < len(c)-1 && (len(c)-k > cacheFrames || numbers > cacheNumbers) {
			return c[k+1:]
		}
	}
	return c
}

// size estimates the number of numbers in a frame.
func size(f *frame.Frame) int {
	n := len(f.Prob) + len(f.Calibrated) + len(f.Pred) + len(f.NodeKappa) + len(f.Kappa) + len(f.MapNorm) +
		len(f.OffDiagonal) + len(f.EdgeEnergy) + len(f.Pull) + len(f.Stalk) + len(f.SpectrumBefore) + 9*len(f.History.CE)
	if f.Spectrum != nil {
		n += len(f.Spectrum.Values) + len(f.Spectrum.Eigenvector) + len(f.Spectrum.DensityX)
	}
	return n
}
