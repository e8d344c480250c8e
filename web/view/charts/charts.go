// Package charts has the view models of the charts beside the graph: spectrum, training curves, timeline and bounds. It also
// describes λ₂ and the kernel in words.
package charts

import (
	"math"
	"sort"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// lowEigenvalues is the number of the lowest eigenvalues drawn as stems.
const lowEigenvalues = 17

// histogramBins is the number of bins of the whole spectrum.
const histogramBins = 80

// SpectrumChart is the model of the spectrum chart.
type SpectrumChart struct {
	// After and Before start at the last kernel eigenvalue; Offset counts the omitted ones.
	After        view.Vec `json:"after"`
	Before       view.Vec `json:"before,omitempty"`
	Offset       int      `json:"offset"`
	Kernel       int      `json:"kernel"`
	LowMax       view.F   `json:"lowMax"`
	Index2       int      `json:"index2"`
	Lambda2      view.F   `json:"lambda2"`
	Was2         *view.F  `json:"was2"`
	Max          view.F   `json:"max"`
	Counts       view.Vec `json:"counts"`
	CountsBefore view.Vec `json:"countsBefore,omitempty"`
	Density      bool     `json:"density"`
	GainX        view.Vec `json:"gainX,omitempty"`
	GainAFM      view.Vec `json:"gainAFM,omitempty"`
	GainSVR      view.Vec `json:"gainSVR,omitempty"`
	GainMax      view.F   `json:"gainMax"`
	Dt           view.F   `json:"dt"`
	Selected     int      `json:"selected"`
	Note         string   `json:"note,omitempty"`
	// Remark is printed beside λ₂, or in its place.
	Remark string `json:"remark,omitempty"`
}

// NewSpectrum returns the spectrum chart; without a spectrum it has only a note.
func NewSpectrum(s *state.State) SpectrumChart {
	out := SpectrumChart{Index2: -1, Selected: -1, Dt: view.F(view.RunDt(s))}
	sp := s.Spectrum
	if sp == nil || len(sp.Values) == 0 || s.Frame == nil {
		switch {
		case sp != nil && sp.Err != "":
			out.Note = "The eigenvalues could not be computed: " + sp.Err
		case s.Peer() == "":
			if s.Graph != nil && s.Graph.N*s.Config.D > frame.MaxSpectrum {
				out.Note = "No spectrum is looked for from " + view.Int(frame.MaxSpectrum) + " rows on."
			}
		case peer.HasSheaf(s.Peer()):
			if s.Frame != nil && !view.Predicts(s.Frame) {
				out.Note = "The spectrum comes with the first forward pass."
			}
			if s.Graph != nil && s.Frame != nil && s.Graph.N*s.Frame.D > spectral.MaxDense {
				out.Note = "The spectrum of a layer is not shown from " + view.Int(spectral.MaxDense) + " rows on."
			}
		}
		return out
	}
	switch {
	case !(sp.Lambda2 > 0):
		out.Remark = "λ₂: none"
	case sp.Crowded():
		out.Remark = "the tolerance's choice"
	}
	out.Kernel = sp.KernelDim
	out.Offset = max(0, kernelSize(sp.Values, sp.KernelTol)-1)
	have := len(sp.Values)
	if !sp.Complete {
		have = max(1, min(sp.Low, have))
		out.Offset = min(out.Offset, have-1)
	}
	out.After = sp.Values[out.Offset:min(have, out.Offset+lowEigenvalues)]
	if at := sp.Index2 - out.Offset; at >= 0 && at < len(out.After) {
		out.Index2 = at
	}
	out.Lambda2, out.Selected = view.F(sp.Lambda2), s.Eigen()-out.Offset
	hi := view.LastOf(out.After)
	if b := s.Frame.SpectrumBefore; len(b) > 0 {
		skip := max(0, kernelSize(b, sp.KernelTol)-1)
		out.Before = b[skip:min(len(b), skip+lowEigenvalues)]
		hi = math.Max(hi, view.LastOf(out.Before))
		if v := firstAbove(out.Before, sp.KernelTol); v > 0 && v != sp.Lambda2 {
			out.Was2 = new(view.F(v))
		}
	}
	out.LowMax = view.F(math.Max(hi*1.04, 1e-9))
	top := view.LastOf(sp.Values)
	if sp.Of == "normalized" {
		top = 2
	}
	out.Max = view.F(math.Max(top, float64(out.LowMax)))
	if sp.Complete {
		out.Counts = Bins(sp.Values, float64(out.Max))
		if len(s.Frame.SpectrumBefore) == len(sp.Values) {
			out.CountsBefore = Bins(s.Frame.SpectrumBefore, float64(out.Max))
		}
	} else {
		out.Density = true
		out.Counts = resample(sp.DensityX, sp.DensityY, float64(out.Max))
	}
	st := &s.Frame.Stages
	// Frequency mixing (AFM) in the reading "code" has the eigenvalues of another matrix.
	if len(st.GainX) > 0 && s.Config.Reading != "code" && len(st.GainX) == len(st.GainAFM) && len(st.GainX) == len(st.GainSVR) {
		out.GainX, out.GainAFM, out.GainSVR = st.GainX, st.GainAFM, st.GainSVR
		for k, x := range st.GainX {
			if x > float64(out.Max)*1.0001 { // one point beyond the axis remains, so that the curve reaches it
				out.GainX, out.GainAFM, out.GainSVR = st.GainX[:k+1], st.GainAFM[:k+1], st.GainSVR[:k+1]
				break
			}
		}
		for _, v := range out.GainAFM {
			out.GainMax = view.F(math.Max(float64(out.GainMax), math.Abs(v)))
		}
	}
	return out
}

// Bins counts eigenvalues in histogramBins bins from 0 to top.
func Bins(values []float64, top float64) view.Vec {
	return view.Histogram(values, 0, top, histogramBins)
}

// resample interpolates a density linearly at the middles of the bins.
func resample(x, y []float64, top float64) view.Vec {
	out := make(view.Vec, histogramBins)
	for b := range out {
		at := (float64(b) + 0.5) / histogramBins * top
		for k := 1; k < len(x); k++ {
			if at <= x[k] && at >= x[k-1] {
				t := (at - x[k-1]) / math.Max(x[k]-x[k-1], 1e-300)
				out[b] = y[k-1] + t*(y[k]-y[k-1])
				break
			}
		}
	}
	return out
}

// Training is the view model of the training curves.
type Training struct {
	// Terms names the terms of the loss: "CE", "KL", "spectral".
	Terms []string `json:"terms"`

	// Curves are values by epoch: the terms CE, KL and spectral, then the accuracies on training, validation and test nodes, empty
	// for an empty set. They are passed as bytes, not as JSON.
	Curves [6][]float64 `json:"-"`
	At     view.F       `json:"at"`
	Best   int          `json:"best"`
}

// Accuracies returns the accuracies by epoch, nil for an empty set, whose values are negative.
func Accuracies(v []float64) []float64 {
	if len(v) > 0 && v[len(v)-1] < 0 {
		return nil
	}
	return v
}

// NewTraining returns the curves of all known epochs with the position.
func NewTraining(s *state.State) Training {
	h := &s.History
	n := len(h.Position)
	cut := func(v []float64) []float64 { return v[:min(n, len(v))] }
	t := Training{Terms: view.LossTerms(s), Best: h.BestEpoch, Curves: [6][]float64{cut(h.CE), cut(h.KL), cut(h.Spec),
		Accuracies(cut(h.Train)), Accuracies(cut(h.Val)), Accuracies(cut(h.Test))}}
	if s.Frame != nil {
		t.At = view.F(s.EpochAt(s.Frame.Position))
	}
	return t
}

// Key is a marked epoch of the timeline.
type Key struct {
	Epoch view.F `json:"epoch"`
	Name  string `json:"name"`
}

// Scrub is the view model of the timeline.
type Scrub struct {
	Epochs      int    `json:"epochs"`
	At          view.F `json:"at"`
	Position    int    `json:"position"`
	MaxPosition int    `json:"maxPosition"`
	// Loss is the loss by epoch, passed as bytes.
	Loss []float64 `json:"-"`
	Keys []Key     `json:"keys"`
	Text string    `json:"text"`
}

// NewScrub returns the timeline of all known epochs.
func NewScrub(s *state.State) Scrub {
	n := len(s.History.Position)
	out := Scrub{Epochs: n, MaxPosition: s.MaxPosition, Keys: []Key{{0, "start"}}, Text: view.PositionText(s)}
	if s.MaxPosition > 0 && (n == 0 || s.MaxPosition > s.History.Position[n-1]) {
		out.Epochs = n + 1
	}
	for e := range n {
		out.Loss = append(out.Loss, s.History.CE[e]+s.History.KL[e]+s.History.Spec[e])
	}
	if s.Frame != nil {
		out.At, out.Position = view.F(s.EpochAt(s.Frame.Position)), s.Frame.Position
	}
	for e, v := range s.History.Train {
		if e < n && v >= 0.95 {
			out.Keys = append(out.Keys, Key{view.F(e + 1), "train 95 %"})
			break
		}
	}
	if b := s.History.BestEpoch; b > 0 && b <= n {
		out.Keys = append(out.Keys, Key{view.F(b), "best validation"})
	}
	if c := s.History.ChoiceEpoch; c > 0 && c <= n && c != s.History.BestEpoch && s.Config.Certify == "split" {
		out.Keys = append(out.Keys, Key{view.F(c), "certified"})
	}
	if n > 0 && s.Frame != nil && s.Frame.Done {
		out.Keys = append(out.Keys, Key{view.F(n), "stopped"})
	}
	sort.SliceStable(out.Keys, func(a, b int) bool { return out.Keys[a].Epoch < out.Keys[b].Epoch })
	return out
}
