package view

// This file has what a frame knows of a run: predictions, the loss, and the epochs of the stages. A frame has the numbers of one position
// of the run. An epoch has ten stages, so that inside an epoch the values of later stages still belong to the previous epoch. The epochs of
// a frame (Judged, EpochOf, Present) count from 1, and 0 stands for none. A peer is a model other than SGPC, the model of the paper.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Predicts reports whether the frame has a predicted class for each node.
func Predicts(f *frame.Frame) bool { return f != nil && len(f.Pred) > 0 }

// Judged reports whether the frame has a loss: stage 9 has judged the predictions of an epoch.
func Judged(f *frame.Frame) bool { return f != nil && f.Judged > 0 }

// HasRun reports whether stage k has begun at least once up to the position of the frame.
func HasRun(f *frame.Frame, k int) bool { return f != nil && f.EpochOf(k) > 0 }

// IsCurrent reports whether the frame holds values of stage k from the epoch of the frame's own position.
func IsCurrent(f *frame.Frame, k int) bool {
	return HasRun(f, k) && f.EpochOf(k) == f.Present()
}

// EarlierEpoch returns a text such as "of epoch 3" if the frame holds values of stage k from an earlier epoch. It returns "" for values of
// the present epoch, or for a stage that has not run.
func EarlierEpoch(f *frame.Frame, k int) string {
	if !HasRun(f, k) || IsCurrent(f, k) {
		return ""
	}
	return "of epoch " + Int(f.EpochOf(k))
}

// LossTerms returns the names of the terms in the loss. Cross-entropy (CE) is always the first. For SGPC the KL term and the spectral term
// follow if their weights are positive. The spectral term is omitted if it cannot be evaluated.
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

// NoSpectralTerm reports whether SGPC's loss omits its spectral term c_het/λ₂ because there is no λ₂. It returns false for a peer, before
// the first loss, and if the weight of the term is 0.
func NoSpectralTerm(s *state.State) bool {
	if s.Peer() != "" || !Judged(s.Frame) {
		return false
	}
	return !s.Frame.Bound.HasTotal // HasTotal is false if λ₂ is missing and the weight of the term is not 0
}

// LossWords returns the caption of the chart of loss and accuracies. The chart has a line for each term of the loss, or only cross-entropy.
func LossWords(s *state.State) string {
	return words.Either(len(LossTerms(s)) > 1, "by term; this run, in %", "CE; this run, in %")
}

// RunDt returns the diffusion time of the first layer. Before the frame has this time, RunDt returns the setting, the initial value of a
// learned time.
func RunDt(s *state.State) float64 {
	if f := s.Frame; f != nil && f.Stages.Dt > 0 {
		return f.Stages.Dt
	}
	return s.Config.Dt
}

// Where returns epoch and stage of the run's position, for example "Epoch 4, 3 JKO step, step 2 of 5". The number is the epoch of the
// frame's newest values, as in the panels. Without a frame, Where returns "nothing is loaded".
func Where(s *state.State) string {
	f := s.Frame
	if f == nil {
		return "nothing is loaded"
	}
	return "Epoch " + Int(f.Present()) + ", " + StageText(s)
}

// StageText returns number and name of the present stage and its inner step, for example "3 JKO step, step 2 of 5". Before the first stage,
// or without a frame, it returns "at the start".
func StageText(s *state.State) string {
	f := s.Frame
	if f == nil || f.Stage < 1 || f.Stage >= len(stage.Names) {
		return "at the start"
	}
	text := Int(f.Stage) + " " + stage.Names[f.Stage]
	switch {
	case s.Peer() != "" && f.Stage == stage.Gap: // a peer has no gap ascent: its stage 10 only ends the epoch
		return Int(f.Stage) + " end of the epoch"
	case AfterUpdate(f):
		text += ", update"
	case f.InnerTotal > 1: // a single step needs no number
		text += ", step " + Int(f.Inner) + " of " + Int(f.InnerTotal)
	case f.Inner > 1: // InnerTotal is 0: the number of steps is unknown
		text += ", step " + Int(f.Inner)
	}
	return text
}

// AfterUpdate reports whether the last operation was the update of the parameters, which ends an epoch. "Adam update" is the name of this
// operation in core/sgpc.
func AfterUpdate(f *frame.Frame) bool { return f.Stage == stage.Gap && f.Op == "Adam update" }

// Uncalibrated reports whether the frame's predictions come from stage 8 and are not yet calibrated. This is so in SGPC under two
// conditions: the setting for calibration is on, and stage 9 has not judged the epoch of these predictions. The state has a frame.
func Uncalibrated(s *state.State) bool {
	return s.Peer() == "" && s.Config.Calibrate && s.Frame.Judged < s.Frame.EpochOf(stage.Classes)
}
