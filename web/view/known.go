package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Predicts reports whether a frame has predictions.
func Predicts(f *frame.Frame) bool { return f != nil && len(f.Pred) > 0 }

// Judged reports whether a frame has a loss.
func Judged(f *frame.Frame) bool { return f != nil && f.Judged > 0 }

// Reached reports whether a stage has run at least once.
func Reached(f *frame.Frame, stage int) bool { return f != nil && f.EpochOf(stage) > 0 }

// Present reports whether the values of a stage belong to the epoch of the position.
func Present(f *frame.Frame, stage int) bool {
	return Reached(f, stage) && f.EpochOf(stage) == f.Present()
}

// Earlier names the epoch of a stage's values, "" for the present epoch.
func Earlier(f *frame.Frame, stage int) string {
	if !Reached(f, stage) || Present(f, stage) {
		return ""
	}
	return "of epoch " + Int(f.EpochOf(stage))
}

// LossTerms names the terms of the loss: those of nonzero weight that can be evaluated. Peers have only CE.
func LossTerms(s *state.State) []string {
	terms := []string{"CE"}
	if s.Peer() != "" {
		return terms
	}
	if s.Config.LambdaKL > 0 {
		terms = append(terms, "KL")
	}
	if s.Config.LambdaSpec > 0 && !NoSpectralTerm(s) {
		terms = append(terms, "spectral")
	}
	return terms
}

// NoSpectralTerm reports whether the loss lacks its spectral term c_het/λ₂, since there is no λ₂.
func NoSpectralTerm(s *state.State) bool {
	return s.Peer() == "" && Judged(s.Frame) && !s.Frame.Bound.HasTotal
}

// LossWords describes the loss and the curves below it.
func LossWords(s *state.State) string {
	return words.Either(len(LossTerms(s)) > 1, "by term; this run, in %", "CE; this run, in %")
}

// RunDt returns the diffusion time of the first layer: the learned one, else the setting.
func RunDt(s *state.State) float64 {
	if f := s.Frame; f != nil && f.Stages.Dt > 0 {
		return f.Stages.Dt
	}
	return s.Config.Dt
}

// Where describes the position of the run.
func Where(s *state.State) string {
	f := s.Frame
	if f == nil {
		return "nothing is loaded"
	}
	return "Epoch " + Int(f.Epoch) + ", " + StageText(s)
}

// StageText names the stage with its inner step, for example "3 JKO step, step 2 of 5".
func StageText(s *state.State) string {
	f := s.Frame
	if f == nil || f.Stage < 1 || f.Stage >= len(stage.Names) {
		return "at the start"
	}
	text := Int(f.Stage) + " " + stage.Names[f.Stage]
	switch {
	case s.Peer() != "" && f.Stage == stage.Gap:
		return Int(f.Stage) + " end of the epoch"
	case Updated(f):
		text += ", update"
	case f.InnerTotal > 1:
		text += ", step " + Int(f.Inner) + " of " + Int(f.InnerTotal)
	case f.Inner > 1:
		text += ", step " + Int(f.Inner)
	}
	return text
}

// Updated reports whether the last operation was the update of the parameters, which ends an epoch.
func Updated(f *frame.Frame) bool { return f.Stage == stage.Gap && f.Op == "Adam update" }

// Uncalibrated reports whether the predictions are those of stage 8, before the calibration of stage 9.
func Uncalibrated(s *state.State) bool {
	return s.Peer() == "" && s.Config.Calibrate && s.Frame.Judged < s.Frame.EpochOf(stage.Classes)
}
