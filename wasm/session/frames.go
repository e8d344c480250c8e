package session

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// frame sends a status with a frame of the present position. reached is Status.Reached; spectrum adds the spectrum to the frame.
func (s *Session) frame(reached, spectrum bool) {
	s.show(spectrum, frame.Once{}, func(f *frame.Frame) {
		st := proto.Status{Frame: f, Reached: reached, EpochSeconds: s.epochTime.Seconds()}
		if reached {
			st.Settings = s.recipe.Settings
		}
		if s.configChanged { // since the last status
			cfg := s.runner.Config
			st.Config, s.configChanged = &cfg, false
			st.Method = method.Of(s.source.Graph, s.source.Split, cfg)
		}
		s.status(st)
	})
}

// show makes a frame with the extras of once, passes it to send, and measures the time of making and sending.
func (s *Session) show(spectrum bool, once frame.Once, send func(*frame.Frame)) {
	focus := s.focus
	focus.Spectrum = spectrum
	if !spectrum {
		focus.Eigenvector = 0
	}
	// A frame has only the epochs that the page lacks. The page joins the histories of all frames.
	once.HistoryFrom = min(s.sent, s.runner.Epoch())
	start := s.host.Now()
	frame := s.runner.Frame(focus, once)
	s.sent = s.runner.Epoch()
	send(frame)
	if once.Alone {
		return // a frame without the run's arrays says nothing about the time of later frames
	}
	s.lastFrame = s.host.Now()
	if cost := s.lastFrame - start; spectrum {
		s.spectrumCost, s.lastSpectrum = cost, s.lastFrame
	} else {
		s.frameCost = cost
	}
}

// frameIfDue sends a frame during training if the last frame is older than FrameEvery and than the interval that the page requests. Frames
// take at most a tenth of the time and spectra a twentieth: with frames an epoch takes at most 1/(1 − 0.1 − 0.05) = 1.18 times as long. A
// frame of a million edges has 45 MB.
func (s *Session) frameIfDue() {
	now := s.host.Now()
	const (
		framePause    = 9  // pause after a frame in units of its time: frames take a tenth
		spectrumPause = 19 // the same for spectra, which take a twentieth
	)
	if now-s.lastFrame < max(FrameEvery, framePause*s.frameCost, s.every) {
		return
	}
	s.frame(false, now-s.lastSpectrum >= spectrumPause*s.spectrumCost)
}

// finish reports a reached goal with a frame and its spectrum. Before a costly spectrum it sends a frame without the spectrum. If a newer
// goal then waits, the spectrum is omitted.
func (s *Session) finish() {
	if s.spectrumCost > Slice {
		s.frame(false, false)
		s.host.Yield()
		if s.waiting(endsRun) {
			return
		}
	}
	s.frame(true, true)
}

// secondFits reports whether a second network fits into memory beside that of the run. If not, it answers the query with an error, which
// names the figure or question what.
func (s *Session) secondFits(r proto.Query, what string) bool {
	alone, err := s.build.Room(s.source, s.source)
	if alone || err != nil {
		s.fail(r, "out of memory: "+what+" needs another network beside the run's; choose fewer channels or a smaller graph")
		return false
	}
	return true
}

// readFrame answers a query [proto.ReadFrame] and keeps the focus of the query. The history begins at Once.HistoryFrom, where the history
// of the page ends. The frame has a spectrum if the focus or a change by hand needs one, except in a query for a detail. A change by hand
// runs in a second network; if memory does not suffice, the query fails.
func (s *Session) readFrame(r proto.Query) {
	if k := r.Once.Sheaf - 1; k >= 0 {
		if m := s.source.Maps; m != nil && k < m.Count() && m.D == s.runner.Config.D {
			r.Once.Given, _ = m.At(k)
		}
		if r.Once.Given == nil {
			s.fail(r, "the maps of the file cannot be looked at: it holds none of this number, or the stalk dimension d is another one")
			return
		}
	}
	changesMaps := len(r.Once.Changes) > 0 || r.Once.Given != nil
	if (changesMaps || r.Once.Gamma != nil) && !s.secondFits(r, "a look at changes by hand") {
		return
	}
	if (r.Once.Turned != nil || r.Once.Cycles) && !s.secondFits(r, "this figure") {
		return
	}
	s.focus = r.Focus
	s.sent = min(s.sent, max(r.Once.HistoryFrom, 0))
	isDetail := r.Once.Flow || r.Once.Maps || r.Once.Features || r.Once.Stalks || r.Once.Turned != nil || r.Once.Cycles ||
		r.Once.Channel > 0
	spectrum := !isDetail && (r.Focus.Spectrum || r.Focus.Eigenvector > 0 || changesMaps)
	s.show(spectrum, r.Once, func(f *frame.Frame) { s.reply(r, proto.Answer{Frame: f}) })
}
