package proto

import (
	"sheafscope/core/claims"
	"sheafscope/core/sgpc"
)

// Report is what the worker has reported of a run so far. The page holds one of each run that it shows; what it points to is
// replaced, never changed.
type Report struct {
	Graph  *GraphInfo
	Config sgpc.Config
	Method sgpc.Method // of Config
	// Frame is the last frame, Spectrum the last spectrum (a frame on the way may come without one), of position SpectrumAt.
	Frame      *sgpc.Frame
	Spectrum   *sgpc.SpectrumView
	SpectrumAt int
	// History of the whole run known so far; it may reach further than Frame, as MaxPosition does.
	History     sgpc.HistoryView
	MaxPosition int
	// Claims are the paper's claims as last evaluated, at position ClaimsAt.
	Claims   []claims.Claim
	ClaimsAt int
	// EpochSeconds is what the last whole epoch took here, 0 when it is not known.
	EpochSeconds float64
	Progress     *Progress
	// Error is what went wrong last, "" for nothing. Stopped reports that there is no worker, and none comes before the user requests it.
	Error   string
	Stopped bool
}

// Forget drops what other settings make untrue. The frame stays until the next one comes.
func (r *Report) Forget() {
	r.History, r.MaxPosition, r.Claims, r.ClaimsAt = sgpc.HistoryView{}, 0, nil, 0
}

// Merge joins the epochs that a frame brings to those known. The run is deterministic, so what is known beyond a frame stays true.
func (r *Report) Merge(f *sgpc.Frame) {
	h, g := &r.History, f.History
	have := len(h.Position)
	if g.From > have {
		return // a gap: the next ReadFrame brings what is missing
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
