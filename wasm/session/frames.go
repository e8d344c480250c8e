package session

// This file sends frames of a run to the page. A frame has the arrays for drawing one position of the run.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// report states whether a status reports the goal as reached.
type report bool

const (
	frameOnly   report = false
	reachesGoal report = true // the status has Reached and the settings of the run
)

// spectrumPart states whether a frame has the spectrum.
type spectrumPart bool

const (
	withoutSpectrum spectrumPart = false
	withSpectrum    spectrumPart = true
)

// frame sends a status with a frame of the present position.
func (s *Session) frame(reported report, spectrum spectrumPart) {
	if s.configChanged { // the page drops its history together with the old settings
		s.sent = 0
	}
	s.show(spectrum, frame.Once{}, func(f *frame.Frame) {
		st := proto.Status{Frame: f, Reached: bool(reported), EpochSeconds: s.epochTime.Seconds()}
		if reported == reachesGoal {
			st.Settings = s.recipe.Settings
		}
		if s.configChanged { // a replay has changed the settings since the last frame
			cfg := s.runner.Config
			st.Config, s.configChanged = &cfg, false
			st.Method = method.Of(s.source.Graph, s.source.Split, cfg)
		}
		s.status(st)
	})
}

// show makes a frame with the additions of once, and passes the frame to send. It measures the time of making and sending.
func (s *Session) show(spectrum spectrumPart, once frame.Once, send func(*frame.Frame)) {
	focus := s.focus
	focus.Spectrum = bool(spectrum)
	if spectrum == withoutSpectrum { // an eigenvector would need the spectrum
		focus.Eigenvector = 0 // selects none
	}
	once.HistoryFrom = s.sent // the frame has only the part of the history that the page lacks
	start := s.host.Now()
	f := s.runner.Frame(focus, once)
	s.sent = s.runner.Epoch()
	send(f)
	if once.Alone {
		return // a frame without the run's arrays does not predict the time of later frames
	}
	s.lastFrame = s.host.Now()
	cost := s.lastFrame - start
	if spectrum == withSpectrum {
		s.spectrumCost, s.lastSpectrum = cost, s.lastFrame
	} else {
		s.frameCost = cost
	}
}

// frameIfDue sends a frame during training if the last frame is old enough: older than FrameEvery, than the interval that the page
// requests, and than nine times the time of a frame. So frames take at most a tenth of the time, and frames with spectra at most a
// twentieth. An epoch then takes at most 1/(1 − 0.1 − 0.05) = 1.18 times as long as without frames.
func (s *Session) frameIfDue() {
	now := s.host.Now()
	const (
		framePause    = 9  // least pause after a frame, in units of the time of the frame: 1 of 10 units is a tenth
		spectrumPause = 19 // least pause after a frame with a spectrum, in units of the time of this frame: 1 of 20
	)
	pause := max(FrameEvery, framePause*s.frameCost, s.every)
	if now-s.lastFrame < pause {
		return
	}
	spectrumDue := now-s.lastSpectrum >= spectrumPause*s.spectrumCost
	s.frame(frameOnly, spectrumPart(spectrumDue))
}

// finish reports a reached goal with a frame and its spectrum. If the last spectrum took longer than a slice, finish first sends a frame
// without the spectrum, so that the page shows the position at once. If a newer goal has arrived by then, the goal is not reported.
func (s *Session) finish() {
	if s.spectrumCost > Slice {
		s.frame(frameOnly, withoutSpectrum)
		s.host.Yield()
		if s.waiting(endsRun) {
			return
		}
	}
	s.frame(reachesGoal, withSpectrum)
}

// secondFits reports whether a second network fits into memory beside the network of the run. If it does not fit, secondFits answers the
// query q with an error. subject names the figure or question that needs the second network.
func (s *Session) secondFits(q proto.Query, subject string) bool {
	alone, err := s.build.Room(s.source, s.source) // alone means that two networks of this size do not fit
	if alone || err != nil {
		s.fail(q, "out of memory: "+subject+" needs another network beside the run's; choose fewer channels or a smaller graph")
		return false
	}
	return true
}

// readFrame answers a query [proto.ReadFrame] with a frame, and keeps the focus of the query for later frames. The query fails, without an
// effect, if it requests maps that the graph's file does not have with the run's stalk dimension, or if it needs a second network that does
// not fit into memory. The history of the frame begins at Once.HistoryFrom, where the history of the page ends, or earlier.
func (s *Session) readFrame(q proto.Query) {
	if q.Once.Sheaf > 0 { // the query replaces the maps of the run by maps of the file; Sheaf counts from 1
		k, m := q.Once.Sheaf-1, s.source.Maps
		fits := m != nil && k < m.Count() && m.D == s.runner.Config.D
		if fits {
			q.Once.Given, _ = m.At(k) // the second result is the signal of the file, which the run replaces
		}
		if q.Once.Given == nil {
			s.fail(q, "the maps of the file cannot be looked at: it holds none of this number, or the stalk dimension d is another one")
			return
		}
	}
	// Changes by hand are evaluated in a second network: the run itself stays unchanged.
	changesMaps := len(q.Once.Changes) > 0 || q.Once.Given != nil
	changesByHand := changesMaps || q.Once.Gamma != nil
	if changesByHand && !s.secondFits(q, "a look at changes by hand") {
		return
	}
	figureNeedsSecond := q.Once.Turned != nil || q.Once.Cycles
	if figureNeedsSecond && !s.secondFits(q, "this figure") {
		return
	}
	s.focus = q.Focus
	s.sent = min(s.sent, max(q.Once.HistoryFrom, 0))
	// A detail needs no spectrum: the page adds it to a frame that has the spectrum. Channel and Eigenvector are 0 for none.
	isDetail := q.Once.Flow || q.Once.Maps || q.Once.Features || q.Once.Stalks || q.Once.Turned != nil || q.Once.Cycles ||
		q.Once.Channel > 0
	needsSpectrum := q.Focus.Spectrum || q.Focus.Eigenvector > 0 || changesMaps
	s.show(spectrumPart(needsSpectrum && !isDetail), q.Once, func(f *frame.Frame) { s.reply(q, proto.Answer{Frame: f}) })
}
