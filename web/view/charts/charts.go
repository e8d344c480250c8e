// Package charts has the view models of the charts beside the graph: spectrum, training curves, timeline and bounds. It also has the
// sentences about λ₂ and the kernel: the kernel belongs to the eigenvalue 0, and λ₂ is the smallest eigenvalue above 0. The gap ascent at
// the end of an epoch raises λ₂. SGPC is the model of the paper, and a peer is a model to compare with SGPC. A frame has the numbers of one
// position of the run.
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

// lowEigenvalues is the largest number of eigenvalues that are drawn as stems: the largest eigenvalue of the kernel, and 16 above the
// kernel. Without a kernel the stems are the 17 smallest eigenvalues.
const lowEigenvalues = 17

// histogramBins is the number of bins in the histogram of the whole spectrum.
const histogramBins = 80

// SpectrumChart is the view model of the spectrum chart: the lowest eigenvalues as stems, and the histogram of all eigenvalues.
type SpectrumChart struct {
	// After and Before are the lowest eigenvalues after and before the gap ascent. Each list begins with the largest eigenvalue of the
	// kernel or, without a kernel, with the smallest eigenvalue. Before is nil outside stage 10, and for an incomplete spectrum. Offset is
	// the number of eigenvalues that are omitted below After.
	After  view.Vec `json:"after"`
	Before view.Vec `json:"before,omitempty"`
	Offset int      `json:"offset"`
	// Kernel is the dimension of the kernel, −1 if it is unknown. LowMax is the end of the stems' axis.
	Kernel int    `json:"kernel"`
	LowMax view.F `json:"lowMax"`
	// Index2 is the index of λ₂ in After, −1 if After does not contain λ₂. Lambda2 is λ₂ after the ascent, 0 or NaN if there is none. Was2
	// is λ₂ before the ascent, nil if it equals Lambda2 or is unknown.
	Index2  int     `json:"index2"`
	Lambda2 view.F  `json:"lambda2"`
	Was2    *view.F `json:"was2"`
	// Counts and CountsBefore are the histograms from 0 to Max, after and before the ascent. CountsBefore is nil if Before is nil, or if
	// the two spectra differ in length. Density reports that Counts is an estimated density instead.
	Max          view.F   `json:"max"`
	Counts       view.Vec `json:"counts"`
	CountsBefore view.Vec `json:"countsBefore,omitempty"`
	Density      bool     `json:"density"`
	// GainAFM and GainSVR are the gains of frequency mixing (AFM) and of diffusion (SVR) at the abscissas GainX. All three are nil without
	// gains. GainMax is the largest |gain| of AFM, and Dt is the diffusion time.
	GainX   view.Vec `json:"gainX,omitempty"`
	GainAFM view.Vec `json:"gainAFM,omitempty"`
	GainSVR view.Vec `json:"gainSVR,omitempty"`
	GainMax view.F   `json:"gainMax"`
	Dt      view.F   `json:"dt"`
	// Selected is the index of the selected eigenvalue in After. It is negative without a selection, and for an eigenvalue below After. It is
	// at least len(After) for an eigenvalue above After.
	Selected int `json:"selected"`
	// Note is the reason for a missing spectrum. Remark is a text beside λ₂, or in the place of a missing λ₂.
	Note   string `json:"note,omitempty"`
	Remark string `json:"remark,omitempty"`
}

// NewSpectrum returns the spectrum chart. Without the low end of a spectrum it has only a note and the diffusion time.
func NewSpectrum(s *state.State) SpectrumChart {
	out := SpectrumChart{Index2: -1, Selected: -1, Dt: view.F(view.RunDt(s))}
	sp := s.Spectrum
	lacksLow := sp != nil && sp.Low == 0 && sp.KernelDim < sp.Dim // nothing above the kernel is known, except perhaps the high end
	if sp == nil || len(sp.Values) == 0 || lacksLow || s.Frame == nil {
		out.Note = spectrumNote(s)
		return out
	}
	switch {
	case !(sp.Lambda2 > 0): // 0 or NaN
		out.Remark = "λ₂: none"
	case sp.Crowded(): // eigenvalues lie near the kernel tolerance, so that another tolerance would give another λ₂
		out.Remark = "the tolerance's choice"
	}
	out.stems(s)
	out.histograms(s)
	out.gains(s)
	return out
}

// spectrumNote returns the reason for a missing spectrum: an error, an unknown low end, an operator with too many rows or, for a peer with
// a sheaf, a run without a forward pass. It returns "" in all other cases: the spectrum is still being computed, or the model has none.
func spectrumNote(s *state.State) (note string) {
	sp := s.Spectrum
	switch {
	case sp != nil && sp.Err != "":
		return "The eigenvalues could not be computed: " + sp.Err
	case sp != nil:
		return "The smallest eigenvalues are not known."
	case s.Peer() == "": // the operator has N·D rows
		if s.Graph != nil && s.Graph.N*s.Config.D > frame.MaxSpectrum {
			note = "No spectrum is computed above " + view.Int(frame.MaxSpectrum) + " rows."
		}
	case peer.HasSheaf(s.Peer()): // the operator of the shown layer has N·D rows, with D of the frame
		if s.Frame != nil && !view.Predicts(s.Frame) {
			note = "The spectrum comes with the first forward pass."
		}
		if s.Graph != nil && s.Frame != nil && s.Graph.N*s.Frame.D > spectral.MaxDense {
			note = "The spectrum of a layer is not shown above " + view.Int(spectral.MaxDense) + " rows."
		}
	}
	return note
}

// stems sets the lowest eigenvalues, λ₂ and the selected eigenvalue.
func (c *SpectrumChart) stems(s *state.State) {
	sp := s.Spectrum
	c.Kernel = sp.KernelDim

	// The largest eigenvalue of the kernel is the first that is drawn. lowCount is the number of values at the lower end of the spectrum.
	// An incomplete spectrum has the upper end, too, after the first sp.Low values.
	c.Offset = max(0, kernelSize(sp.Values, sp.KernelTol)-1)
	lowCount := len(sp.Values)
	if !sp.Complete {
		lowCount = max(1, min(sp.Low, lowCount)) // with the next line, Offset < lowCount: After is never empty
		c.Offset = min(c.Offset, lowCount-1)
	}
	c.After = sp.Values[c.Offset:min(lowCount, c.Offset+lowEigenvalues)]
	if index := sp.Index2 - c.Offset; index >= 0 && index < len(c.After) { // else Index2 stays −1
		c.Index2 = index
	}
	c.Lambda2, c.Selected = view.F(sp.Lambda2), s.Eigen()-c.Offset

	// The spectrum before the ascent, from the largest eigenvalue of its own kernel on.
	highest := view.LastOf(c.After)
	if before := s.Frame.SpectrumBefore; len(before) > 0 {
		skipped := max(0, kernelSize(before, sp.KernelTol)-1)
		c.Before = before[skipped:min(len(before), skipped+lowEigenvalues)]
		highest = math.Max(highest, view.LastOf(c.Before))
		if was := firstAbove(c.Before, sp.KernelTol); was > 0 && was != sp.Lambda2 { // 0: no eigenvalue above the kernel
			c.Was2 = new(view.F(was))
		}
	}
	c.LowMax = view.F(math.Max(highest*1.04, 1e-9)) // 4 % of space behind the last stem; positive, since the picture divides by it
}

// histograms sets the histogram of the whole spectrum, or the estimated density of an incomplete one.
func (c *SpectrumChart) histograms(s *state.State) {
	sp := s.Spectrum
	top := view.LastOf(sp.Values)
	if sp.Of == "normalized" {
		top = 2 // the eigenvalues of L̂ are at most 2
	}

	// The axis also covers the stems, whose own axis may be longer.
	c.Max = view.F(math.Max(top, float64(c.LowMax)))
	if !sp.Complete {
		c.Density = true
		c.Counts = resample(sp.DensityX, sp.DensityY, float64(c.Max))
		return
	}
	c.Counts = Bins(sp.Values, float64(c.Max))
	if len(s.Frame.SpectrumBefore) == len(sp.Values) { // both spectra are whole and can be compared
		c.CountsBefore = Bins(s.Frame.SpectrumBefore, float64(c.Max))
	}
}

// gains sets the gains of the two branches, frequency mixing and diffusion, over the spectrum. The chart has no gains before both branches
// have run. It also has none in the code reading (the authors' program), in which the mixing has the eigenvalues of another matrix.
func (c *SpectrumChart) gains(s *state.State) {
	st := &s.Frame.Stages
	n := len(st.GainX)
	hasGains := n > 0 && len(st.GainAFM) == n && len(st.GainSVR) == n
	if !hasGains || s.Config.Reading == "code" {
		return
	}

	// The curves end at the end of the spectrum's axis.
	shown := n
	for k, x := range st.GainX {
		if x > float64(c.Max)*1.0001 { // the tolerance: an abscissa at the end of the axis is not beyond it
			shown = k + 1 // one point beyond the axis remains, so that the curve reaches the end of the axis
			break
		}
	}
	c.GainX, c.GainAFM, c.GainSVR = st.GainX[:shown], st.GainAFM[:shown], st.GainSVR[:shown]
	for _, gain := range c.GainAFM {
		c.GainMax = view.F(math.Max(float64(c.GainMax), math.Abs(gain)))
	}
}

// Bins returns the histogram of the eigenvalues between 0 and top, in histogramBins bins. top is positive.
func Bins(values []float64, top float64) view.Vec {
	return view.Histogram(values, 0, top, histogramBins)
}

// resample returns a density at the middles of the bins between 0 and top. The density has the values y at the ascending abscissas x. It is
// interpolated linearly between them, and 0 outside.
func resample(x, y []float64, top float64) view.Vec {
	out := make(view.Vec, histogramBins)
	for bin := range out {
		middle := (float64(bin) + 0.5) / histogramBins * top
		for k := 1; k < len(x); k++ {
			if middle <= x[k] && middle >= x[k-1] {
				t := (middle - x[k-1]) / math.Max(x[k]-x[k-1], 1e-300) // position between both points, in 0..1; no division by 0
				out[bin] = y[k-1] + t*(y[k]-y[k-1])
				break
			}
		}
	}
	return out
}

// Training is the view model of the training curves.
type Training struct {
	// Terms names the terms of the loss: "CE", then "KL" and "spectral" if the loss has them.
	Terms []string `json:"terms"`

	// Curves has six curves by epoch: the terms CE, KL and spectral, then the accuracies on training, validation and test nodes. The curve
	// of an empty set of nodes is nil. The page passes the curves as bytes, not as JSON.
	Curves [6][]float64 `json:"-"`
	// At is the position of the run in epochs, with fractions inside an epoch. Best is the best epoch by validation, from 1 on. It is 0 if
	// there is no best epoch.
	At   view.F `json:"at"`
	Best int    `json:"best"`
}

// Accuracies returns the accuracies by epoch on a set of nodes. It returns nil for an empty set, whose accuracies are negative.
func Accuracies(v []float64) []float64 {
	if len(v) > 0 && v[len(v)-1] < 0 {
		return nil
	}
	return v
}

// NewTraining returns the training curves of all computed epochs.
func NewTraining(s *state.State) Training {
	h := &s.History
	n := len(h.Position)
	// computed returns the numbers of the n computed epochs. Every list of the history should have n numbers; min is a safeguard.
	computed := func(v []float64) []float64 { return v[:min(n, len(v))] }
	t := Training{Terms: view.LossTerms(s), Best: h.BestEpoch, Curves: [6][]float64{computed(h.CE), computed(h.KL), computed(h.Spec),
		Accuracies(computed(h.Train)), Accuracies(computed(h.Val)), Accuracies(computed(h.Test))}}
	if s.Frame != nil {
		t.At = view.F(s.EpochAt(s.Frame.Position))
	}
	return t
}

// Key is an epoch that the timeline marks with a name.
type Key struct {
	// Epoch is the end of the marked epoch: 1 is the end of the first epoch, and 0 is the start of the run.
	Epoch view.F `json:"epoch"`
	Name  string `json:"name"`
}

// Scrub is the view model of the timeline, on which the user moves the run to another position.
type Scrub struct {
	// Epochs is the length of the timeline, and At is the position of the run, both in epochs. Position is the position in inner steps, the
	// smallest steps of the run. MaxPosition is the largest computed position in inner steps.
	Epochs      int    `json:"epochs"`
	At          view.F `json:"at"`
	Position    int    `json:"position"`
	MaxPosition int    `json:"maxPosition"`
	// Loss is the loss by epoch. The page passes it as bytes, not as JSON.
	Loss []float64 `json:"-"`
	// Keys are in ascending order of the epochs.
	Keys []Key `json:"keys"`
	// Text describes the position.
	Text string `json:"text"`
}

// accurate is the training accuracy from which the timeline marks an epoch.
const accurate = 0.95

// NewScrub returns the timeline of all computed epochs, and of the epoch that has begun. It marks the start, the first epoch with a high
// training accuracy, and the best epoch by validation. While the run stands at its end, it also marks this end. With the setting "split" it
// also marks the epoch of the certificate, if this is not the best epoch. The mark of epoch k lies at k, the end of epoch k.
func NewScrub(s *state.State) Scrub {
	n := len(s.History.Position)
	out := Scrub{Epochs: n, MaxPosition: s.MaxPosition, Keys: []Key{{0, "start"}}, Text: view.Where(s)}
	hasBegunEpoch := n == 0 || s.MaxPosition > s.History.Position[n-1] // the run has passed the end of the last computed epoch
	if s.MaxPosition > 0 && hasBegunEpoch {
		out.Epochs = n + 1
	}
	for e := range n {
		out.Loss = append(out.Loss, s.History.CE[e]+s.History.KL[e]+s.History.Spec[e])
	}
	if s.Frame != nil {
		out.At, out.Position = view.F(s.EpochAt(s.Frame.Position)), s.Frame.Position
	}

	for e, accuracy := range s.History.Train {
		if e < n && accuracy >= accurate {
			out.Keys = append(out.Keys, Key{view.F(e + 1), "train 95 %"})
			break
		}
	}
	best := s.History.BestEpoch
	if best > 0 && best <= n {
		out.Keys = append(out.Keys, Key{view.F(best), "best validation"})
	}
	// The epoch of the certificate: with "split", one half of the validation nodes chooses this epoch, and the other half certifies it.
	choice := s.History.ChoiceEpoch
	isComputed := choice > 0 && choice <= n
	if isComputed && choice != best && s.Config.Certify == "split" {
		out.Keys = append(out.Keys, Key{view.F(choice), "certified"})
	}
	if n > 0 && s.Frame != nil && s.Frame.Done {
		out.Keys = append(out.Keys, Key{view.F(n), "stopped"})
	}
	sort.SliceStable(out.Keys, func(a, b int) bool { return out.Keys[a].Epoch < out.Keys[b].Epoch })
	return out
}
