package session

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// frame sends a status with a frame of the present position; reached is Status.Reached.
func (s *Session) frame(reached, spectrum bool) {
	s.show(spectrum, frame.Once{}, func(f *frame.Frame) {
		st := proto.Status{Frame: f, Reached: reached, EpochSeconds: s.epochTime.Seconds()}
		if reached {
			st.Settings = s.recipe.Settings
		}
		if s.configChanged { // since the last one
			cfg := s.runner.Config
			st.Config, s.configChanged = &cfg, false
			st.Method = method.Of(s.source.Graph, s.source.Split, cfg)
		}
		s.status(st)
	})
}

// show makes a frame with the extras of once, sends it, and measures the time of both.
func (s *Session) show(spectrum bool, once frame.Once, send func(*frame.Frame)) {
	f := s.focus
	f.Spectrum = spectrum
	if !spectrum {
		f.Eigenvector = 0
	}
	// A frame has the epochs that the page lacks: histories of all frames join to a whole one.
	once.HistoryFrom = min(s.sent, s.runner.Epoch())
	start := s.host.Now()
	frame := s.runner.Frame(f, once)
	s.sent = s.runner.Epoch()
	send(frame)
	if once.Alone {
		return // its time is not that of a frame of a run
	}
	s.lastFrame = s.host.Now()
	if cost := s.lastFrame - start; spectrum {
		s.spectrumCost, s.lastSpectrum = cost, s.lastFrame
	} else {
		s.frameCost = cost
	}
}

// frameIfDue sends a frame during a run where the last one is old enough, for the session and for the page (Session.every). A frame of a
// million edges has 45 MB. Frames take at most a tenth of the time and spectra a twentieth: an epoch with frames takes at most
// 1/(1 − 0.1 − 0.05) = 1.18 times as long.
func (s *Session) frameIfDue() {
	now := s.host.Now()
	if now-s.lastFrame < max(FrameEvery, 9*s.frameCost, s.every) {
		return
	}
	s.frame(false, now-s.lastSpectrum >= 19*s.spectrumCost)
}

// finish reports a reached goal, with a frame and its spectrum. Before a costly spectrum it sends a frame without one, and where a newer
// goal waits it leaves the spectrum to that.
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

// secondFits reports whether another network fits into memory beside that of the run; where it does not, the query fails.
func (s *Session) secondFits(r proto.Query, what string) bool {
	alone, err := s.build.Room(s.source, s.source)
	if alone || err != nil {
		s.fail(r, "out of memory: "+what+" needs another network beside the run's; choose fewer channels or a smaller graph")
		return false
	}
	return true
}

// readFrame answers a query [proto.ReadFrame] and keeps its focus. The history begins where that of the page ends. A frame has a spectrum
// where the focus or a change by hand needs one, but not with a detail. A change by hand runs in a second network, of half the memory of
// a run; where that does not fit, the query fails.
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
	if (len(r.Once.Changes) > 0 || r.Once.Given != nil || r.Once.Gamma != nil) && !s.secondFits(r, "a look at changes by hand") {
		return
	}
	if (r.Once.Turned != nil || r.Once.Cycles) && !s.secondFits(r, "this figure") {
		return
	}
	s.focus = r.Focus
	s.sent = min(s.sent, max(r.Once.HistoryFrom, 0))
	detail := r.Once.Flow || r.Once.Maps || r.Once.Features || r.Once.Stalks || r.Once.Turned != nil || r.Once.Cycles ||
		r.Once.Channel > 0
	spectrum := !detail && (r.Focus.Spectrum || r.Focus.Eigenvector > 0 || len(r.Once.Changes) > 0 || r.Once.Given != nil)
	s.show(spectrum, r.Once, func(f *frame.Frame) { s.reply(r, proto.Answer{Frame: f}) })
}
