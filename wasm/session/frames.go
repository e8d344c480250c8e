package session

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// frame makes and sends a frame of the present position.
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

// show makes a frame with the one-off extras, sends it, and notes what that cost.
func (s *Session) show(spectrum bool, once frame.Once, send func(*frame.Frame)) {
	f := s.focus
	f.Spectrum = spectrum
	if !spectrum {
		f.Eigenvector = 0
	}
	once.HistoryFrom = min(s.sent, s.runner.Epoch())
	start := s.host.Now()
	frame := s.runner.Frame(f, once)
	s.sent = s.runner.Epoch()
	send(frame)
	if once.Alone {
		return // it says nothing of what the frames of a run take
	}
	s.lastFrame = s.host.Now()
	if cost := s.lastFrame - start; spectrum {
		s.spectrumCost, s.lastSpectrum = cost, s.lastFrame
	} else {
		s.frameCost = cost
	}
}

// onTheWay sends a frame while a run goes on, when the last one is old
// enough, also for the page, which draws them when it has time. Frames, which are 45 MB each of a million edges, take at most a tenth of
// the time, the spectra that they carry a twentieth: an epoch with pictures takes at
// most 1.18 times what it takes without.
func (s *Session) onTheWay() {
	now := s.host.Now()
	if now-s.lastFrame < max(FrameEvery, 9*s.frameCost, s.every) {
		return
	}
	s.frame(false, now-s.lastSpectrum >= 19*s.spectrumCost)
}

// finish says that a goal is reached, with a frame that has a spectrum. A costly
// spectrum comes after a frame without it, and is left out when a newer goal
// waits, since that will have one.
func (s *Session) finish() {
	if s.spectrumCost > Slice {
		s.frame(false, false)
		s.host.Yield()
		if s.waiting(aGoal) {
			return
		}
	}
	s.frame(true, true)
}

// second reports whether there is room for another network beside the run's, and
// fails the query when there is not.
func (s *Session) second(r proto.Query, what string) bool {
	alone, err := s.build.Room(s.source, s.source)
	if alone || err != nil {
		s.fail(r, "out of memory: "+what+" needs another network beside the run's; choose fewer channels or a smaller graph")
		return false
	}
	return true
}

// look takes the new focus. It sends the history again from where the page
// says it lacks it. The spectrum is computed when the page asks for it or has
// changed a map; a detail comes without. Changes by hand are answered by a network of
// their own, half of what a run takes; where no second run fits they are refused.
func (s *Session) look(r proto.Query) {
	if k := r.Once.Sheaf - 1; k >= 0 {
		if m := s.source.Maps; m != nil && k < m.Count() && m.D == s.runner.Config.D {
			r.Once.Given, _ = m.At(k)
		}
		if r.Once.Given == nil {
			s.fail(r, "the maps of the file cannot be looked at: it holds none of this number, or the stalk dimension d is another one")
			return
		}
	}
	if (len(r.Once.Changes) > 0 || r.Once.Given != nil || r.Once.Gamma != nil) && !s.second(r, "a look at changes by hand") {
		return
	}
	if (r.Once.Turned != nil || r.Once.Cycles) && !s.second(r, "this figure") {
		return
	}
	s.focus = r.Focus
	s.sent = min(s.sent, max(r.Once.HistoryFrom, 0))
	detail := r.Once.Flow || r.Once.Maps || r.Once.Features || r.Once.Stalks || r.Once.Turned != nil || r.Once.Cycles ||
		r.Once.Channel > 0
	spectrum := !detail && (r.Focus.Spectrum || r.Focus.Eigenvector > 0 || len(r.Once.Changes) > 0 || r.Once.Given != nil)
	s.show(spectrum, r.Once, func(f *frame.Frame) { s.reply(r, proto.Answer{Frame: f}) })
}
