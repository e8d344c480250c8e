package state

import (
	"maps"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// This file applies the replies of the worker to the state, keeps the latest frames, and requests the claims of the paper for a frame.

// receive applies a reply of the worker: an answer to a query, or a status. The client does not pass on stale replies. While the screen
// shows a graph that cannot run yet, a status is ignored, except the report of a crash.
func (s State) receive(r proto.Reply) (State, []Command) {
	onlyDrawn := s.Waiting() && !s.Loading() // the graph on the screen cannot run yet: the worker still has the previous run
	switch {
	case r.Answer != nil:
		return s.receiveAnswer(*r.Answer, onlyDrawn)
	case r.Status.Crashed:
		return s.receiveCrash(*r.Status)
	case onlyDrawn:
		return s, nil
	}
	return s.receiveStatus(*r.Status)
}

// receiveStatus applies a status: the report of the worker about a goal. It handles in this order the reading of files, an outdated status,
// the reports of the run, and the end of the goal. A status of a replaced goal is valid until the next load or change of settings.
func (s State) receiveStatus(st proto.Status) (State, []Command) {
	// The status of a reading: the worker reads files, and the user may have to check the reading in the dialog.
	l := s.phase.newestLoad() // not nil while the kind is reading
	if s.phase.kind == reading && st.Goal == l.seq {
		switch {
		case st.Graph != nil: // the reading leaves no doubt: the worker has loaded the graph, and the goal becomes a load
			s.phase.aim(proto.Goal{Seq: l.seq, Load: true, Run: l.Setup, From: -1})
		case st.Reached:
			return s.receiveRecognition(st)
		}
	}

	// A status is outdated after a newer load or change of settings, and while the screen shows a graph that cannot run yet.
	goal := s.phase.goal
	age := goalAge(s.Busy() && st.Goal == goal.Seq) // ofOlderGoal for a replaced goal, and for a replay of the run by the client
	if st.Progress != nil {
		s.Progress = st.Progress
	}
	ofOtherGraph := s.Waiting() && s.phase.kind != fetching // fetching: the status is of the next graph
	outdated := st.Goal < s.sent.oldestValid || ofOtherGraph
	if outdated && st.Progress == nil { // with Progress the other fields are empty, and nothing below applies
		return s, nil
	}

	// The reports of the run. A status has a graph after a load, and settings after a load or a change of settings.
	var cmds []Command
	if st.Config != nil {
		s.Config, s.Method = *st.Config, st.Method
	}
	switch {
	case st.Graph != nil:
		s, cmds = s.loaded(st.Goal, st.Graph)
		s.sent.lacksSettings = false // the load has its own settings
	case st.Config != nil: // other settings: the reports of the previous run are no longer valid
		s.forget(nil)
	}
	if st.Apart != nil && s.Graph != nil { // the layout by communities, which the worker computes after the load
		g := *s.Graph // a copy, since states share the graph
		g.Apart, s.Graph = st.Apart, &g
	}
	if st.Frame != nil {
		s.EpochSeconds = st.EpochSeconds
		s.frame(st.Frame, age)
	}
	next, more := s.endGoal(st, goal, age)
	return next, append(cmds, more...)
}

// goalAge states whether a status or a frame belongs to the newest goal.
type goalAge bool

const (
	ofNewestGoal goalAge = true
	ofOlderGoal  goalAge = false // or without a goal
)

// endGoal applies the failure and the end of a goal, as far as the status reports them. goal is the newest goal before the status, and age
// states whether the status belongs to this goal. A goal that has failed can also have ended: then the moves that wait for its end
// continue. The failure of a load that a newer load has replaced is ignored.
func (s State) endGoal(st proto.Status, goal proto.Goal, age goalAge) (State, []Command) {
	// A failure. A failed newest load ends here, since it leaves the present run unchanged.
	failed := st.Err != ""
	loadFailed := failed && age == ofNewestGoal && goal.Load && s.Loading()
	switch {
	case loadFailed:
		s.phase.reached()
		s.Progress = nil
		next, cmds := s.receiveLoadError(st.Host, st.Err)
		asksForFirst := next.Graph == nil && next.Asked() != nil
		if asksForFirst && !next.Busy() { // the page shows the default graph until the user has answered the question
			return next.load(defaultRun(), nil, trainFirst)
		}
		return next, cmds
	case failed && s.phase.indexOfLoad(st.Goal) >= 0: // the goal is a load that a newer load has replaced
		return s, nil
	case failed:
		s.Error, s.said, s.phase.entry = st.Err, st.Err, "" // without an entry, since the change was refused
		if st.Reached {
			s.phase.halt()
		}
	}

	// The end of the goal. Only the newest goal has moves that wait for its end.
	if st.Reached {
		s.Progress = nil
	}
	if !st.Reached || age != ofNewestGoal {
		return s, nil
	}
	if !failed && s.Graph != nil { // the worker has accepted the settings of the goal
		s.Recipe.Settings, s.sent.lacksSettings = st.Settings, false
	}
	s.phase.reached()
	if trains(goal) { // the page's own training has ended
		s.phase.own = nil
	}
	if failed { // the worker has refused the goal
		if goal.Load { // the training after a load needs its graph
			s.endOwnMoves()
		}
		cmds := s.continueQueue()
		return s, cmds
	}
	cmds := s.afterGoal(goal)
	return s, cmds
}

// trains reports whether a goal is a training at full speed.
func trains(goal proto.Goal) bool { return goal.Until.Unit == proto.Epochs }

// afterGoal returns the commands that follow the end of a goal without failure.
//   - First it writes the pending history entry.
//   - In slow motion it then requests a pause before the next step, except at the end of the run.
//   - Otherwise it starts the queued moves. If no move follows, it requests the paper's claims.
func (s *State) afterGoal(goal proto.Goal) []Command {
	cmds := s.writeEntry()
	isDone := s.Frame != nil && s.Frame.Done
	if s.Running() && s.Speed != SpeedFull && !trains(goal) && !isDone {
		return append(cmds, After{rests[s.Speed], Tick{goal.Start}})
	}
	s.phase.halt()
	cmds = append(cmds, s.continueQueue()...)
	if s.Busy() { // a queued move leads away from this position
		return cmds
	}
	return append(cmds, s.requestClaims()...)
}

// followInLab reports a reply about the page's run to package lab. During a comparison it reports every reply. Without a comparison it
// reports only a new graph, new settings or an error, since the results of package lab depend on nothing else. During a load it reports
// nothing.
func followInLab(r proto.Reply, s State, cmds []Command) (State, []Command) {
	st := r.Status
	changesRun := st != nil && (st.Graph != nil || st.Config != nil || st.Err != "")
	concernsLab := s.Lab.Compare.On || changesRun
	if s.Loading() || !concernsLab {
		return s, cmds
	}
	s, more := s.lab(lab.PageRunMoved{})
	return s, append(cmds, more...)
}

// writeEntry returns the commands that write the pending entry into the browser's history. It returns nil if no entry is pending.
func (s *State) writeEntry() []Command {
	if s.phase.entry == "" {
		return nil
	}
	cmds := s.writeAddress(pushEntry)
	s.phase.entry = ""
	return cmds
}

// receiveAnswer applies the answer to a query. Every query has exactly one answer. gone reports that the run of the query is no longer on
// the screen. An answer is ignored if its run is gone, if a newer load has overtaken the query, and if the question is proto.Pace, which
// only sets an interval. An overtaken explanation is dropped: if the newer load is refused, the page requests the explanation again. The
// trial of a formula belongs to no run: receiveFormula handles it in every case.
func (s State) receiveAnswer(a proto.Answer, gone bool) (State, []Command) {
	d := s.sent.openQueries[a.Seq]
	s.sent.openQueries = maps.Clone(s.sent.openQueries)
	delete(s.sent.openQueries, a.Seq)
	switch {
	case a.Question == proto.Try:
		return s.receiveFormula(a)
	case a.Overtaken || gone || a.Question == proto.Pace:
		if why := s.Why; why != nil && (a.Seq == why.query || a.Seq == why.flipsQuery) {
			s.Why = nil
		}
		return s, nil
	case a.Died: // the worker has crashed
		s.recordLethal(a, d.kind)
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

	// Answers to ReadFrame without a purpose, or for the claims, have a frame. Answers to Write have a file.
	switch {
	case a.Err != "":
		s.Error, s.said = a.Err, a.Err
	case a.Frame != nil:
		s.frame(a.Frame, ofOlderGoal)
	case a.Name == "trace.json": // announced only when its export begins
		return s, []Command{Download{Name: fileName(s.name(), a.Name), Type: "application/json", Data: a.Bytes}}
	default:
		s.said = "The file " + a.Name + " is written."
		return s, []Command{Download{Name: fileName(s.name(), a.Name), Type: "application/octet-stream", Data: a.Bytes}}
	}
	return s, nil
}

// recordLethal records that a query of this kind has crashed the worker, so that it is not repeated: see isLethal. detailKind is the kind
// of a query for a detail. A status with the reason of the crash follows the answer.
func (s *State) recordLethal(a proto.Answer, detailKind string) {
	kind := a.For // the purpose of the query
	switch {
	case a.For == detailing:
		kind = detailKind
	case a.Question == proto.Explain || a.Question == proto.Flips:
		kind = a.Question
	}
	s.Details = append(slices.Clip(s.Details), &Detail{identity: detail{kind: kind, position: -1}}) // no frame has the position −1
}

// frame stores a frame in the reports and in the cache. A frame of the newest goal is shown. Another frame is shown only if no goal is
// pending, or if it is the frame at the goal's position. During a change by hand a frame at the shown position is stored for the end of the
// change, and is not shown. A frame of another graph is ignored.
func (s *State) frame(f *frame.Frame, age goalAge) {
	if s.Graph == nil || f.N != s.Graph.N {
		return
	}
	s.Merge(f)
	if len(s.cache) == 0 { // the first frame of other settings: the spectrum on the screen is of the settings before
		s.Spectrum = nil
	}
	previous := s.cache.get(f.Position) // with the same settings, since other settings clear the cache
	sameLayer := previous != nil && (f.Layers == nil || previous.Layers == nil || f.Layers.At == previous.Layers.At)
	if sameLayer && previous.Spectrum != nil && f.Spectrum == nil {
		// A frame without the spectrum also lacks the values that the worker computes from the spectrum, such as λ₂ of the bound. The
		// values of the previous frame are valid, because both frames have one position.
		whole := *f
		f = &whole
		f.Spectrum, f.SpectrumBefore, f.Stages.Gap, f.Bound = previous.Spectrum, previous.SpectrumBefore, previous.Stages.Gap, previous.Bound
	}
	if f.Claims != nil {
		s.Claims, s.ClaimsAt = f.Claims, f.Position
	}
	s.cache = s.cache.with(f)
	s.MaxPosition = max(s.MaxPosition, f.Position)
	if s.ByHand != nil && f.Position == s.Frame.Position {
		change := *s.ByHand
		change.plain = f
		if f.Spectrum != nil {
			change.spectrum = f.Spectrum
		}
		s.ByHand = &change
		return // the sheaf that was changed by hand stays on the screen
	}
	target, known := s.target()
	atTarget := known && target == f.Position
	if age == ofNewestGoal || !s.Busy() || atTarget {
		s.show(f)
	}
}

// requestClaims requests the paper's claims at the shown position: at once for the panel of the claims, after a pause for the count on the
// tab of this panel. The frames of a run lack the claims, which need a full eigendecomposition. The count exists only for SGPC with a small
// sheaf, after the first step, and not in a figure alone. requestClaims returns nil if nothing shows the claims, if they are known, before
// the first frame, and while the run proceeds.
func (s *State) requestClaims() []Command {
	if s.Frame == nil || s.Running() {
		return nil
	}
	if s.Claims != nil && s.ClaimsAt == s.Frame.Position {
		return nil
	}
	if s.View.Panel == PanelClaims {
		return s.queryClaims()
	}
	rows := s.Frame.N * s.Frame.D // of the sheaf Laplacian
	showsCount := s.Figure.Name == "" && s.Peer() == ""
	if !showsCount || s.Frame.Position == 0 || rows > smallSheaf {
		return nil
	}
	return []Command{After{claimsRest, CountClaims{s.run(), s.Frame.Position}}}
}

// The count on the tab of the claims.
const (
	smallSheaf = 300 // largest number of rows of the sheaf Laplacian for which the claims are counted
	claimsRest = 700 // milliseconds between the end of a move and the request for the claims
)

// countClaims requests the claims after the pause. It returns nil if the run moves or is changed by hand, if the run or the position
// differs from the message, and if the claims are known.
func (s *State) countClaims(m CountClaims) []Command {
	if !s.stands() || s.ByHand != nil {
		return nil
	}
	if m.run != s.run() || m.position != s.Frame.Position {
		return nil
	}
	if s.Claims != nil && s.ClaimsAt == m.position {
		return nil
	}
	return s.queryClaims()
}

// counting is the purpose of queries for the claims.
const counting = "claims"

// queryClaims requests a frame with the claims. It returns nil if such a query has crashed the worker before.
func (s *State) queryClaims() []Command {
	if s.isLethal(counting) {
		return nil
	}
	return []Command{s.readFrame(frame.Once{Claims: true}, counting)}
}

// name returns the name of the graph for the names of files. Before a graph is loaded it returns "sheafscope".
func (s *State) name() string {
	if s.Graph == nil {
		return "sheafscope"
	}
	return s.Graph.Name
}

// Limits of the frame cache.
const (
	cacheNumbers = 4 << 20 // numbers in all frames, as size estimates them: 32 MiB
	cacheFrames  = 128     // frames, one for each position
)

// frameCache holds the latest frames, so that a step back is shown at once. It has at most one frame for each position, the oldest frame
// first. Updates replace it.
type frameCache []*frame.Frame

// find returns the index of the frame of a position, −1 if the cache lacks the frame.
func (c frameCache) find(position int) int {
	return slices.IndexFunc(c, func(f *frame.Frame) bool { return f.Position == position })
}

// get returns the frame of a position, nil if the cache lacks the frame.
func (c frameCache) get(position int) *frame.Frame {
	if k := c.find(position); k >= 0 {
		return c[k]
	}
	return nil
}

// with returns the cache with the frame f in place of the frame at the same position. If the cache has no such frame, f is appended. In
// both cases the oldest frames beyond the limits are left out.
func (c frameCache) with(f *frame.Frame) frameCache {
	c = slices.Clone(c)
	if k := c.find(f.Position); k >= 0 {
		c[k] = f
	} else {
		c = append(c, f)
	}
	numbers, last := 0, len(c)-1
	for k := last; k >= 0; k-- {
		numbers += size(c[k])
		beyondLimits := len(c)-k > cacheFrames || numbers > cacheNumbers
		if k < last && beyondLimits { // the last frame stays, even if its size exceeds the limit
			return c[k+1:]
		}
	}
	return c
}

// size estimates how many numbers a frame holds. It leaves out short lists. The factor 9 stands for the columns of the history, which have
// one length: eight of numbers, and Position.
func size(f *frame.Frame) int {
	n := len(f.Prob) + len(f.Calibrated) + len(f.Pred) + len(f.NodeKappa) + len(f.Kappa) + len(f.MapNorm) +
		len(f.OffDiagonal) + len(f.EdgeEnergy) + len(f.Pull) + len(f.Stalk) + len(f.SpectrumBefore) + 9*len(f.History.CE)
	if f.Spectrum != nil {
		n += len(f.Spectrum.Values) + len(f.Spectrum.Eigenvector) + len(f.Spectrum.DensityX)
	}
	return n
}
