package charts

// This file has the chart of the bounds, and the sentences that compare each bound with the measured loss. The paper's bound is no
// guarantee. The certificate, a bound on the error from validation nodes, is valid only if these nodes had no part in the choice of the
// network. A peer, a model other than SGPC, has a certificate but no bound of the paper.

import (
	"math"
	"strings"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// BoundChart is the view model of the chart of bounds. The chart shows a bound on cross-entropy beside a measured cross-entropy, and a
// bound on errors beside a measured share of errors. Ready reports that the chart has rows, and Max is the end of the axis.
type BoundChart struct {
	Ready bool `json:"ready"`
	// Rows are the bars from top to bottom.
	Rows []BoundRow `json:"rows"`
	Max  view.F     `json:"max"`
}

// BoundRow is a bar of the chart: a bound with its Name and Value. Terms are the summands of the bound, and Names are their names. Note
// says whether the bound is valid; it is "" for the training cross-entropy of a peer. Measured is the loss on the test nodes, and What is
// the name of this loss. An unknown Value or Measured is −1. A bar that is no sum has one term with the name "".
type BoundRow struct {
	Name     string   `json:"name"`
	Terms    view.Vec `json:"terms"`
	Names    []string `json:"names"`
	Value    view.F   `json:"value"`
	Note     string   `json:"note"`
	Measured view.F   `json:"measured"`
	What     string   `json:"what"`
}

// boundTerms returns the terms that the paper's bound adds to the cross-entropy, with their names: the KL term and the spectral term, as
// far as the loss of the run has them.
func boundTerms(s *state.State) (terms view.Vec, names []string) {
	b := &s.Frame.Bound
	kl, spec := s.Config.LambdaKL*b.LKL, s.Config.LambdaSpec*b.LSpec

	// During the first epochs, the warm-up, the loss has both terms times a factor from 0 to 1. The sum of the terms with this factor is the
	// total minus the cross-entropy. So the factor is scaled/unscaled. If both terms are 0, or if the sum is negative by a rounding error, the
	// terms stay as they are.
	unscaled, scaled := kl+spec, b.Total-b.Empirical
	if unscaled > 0 && scaled >= 0 {
		kl, spec = scaled*kl/unscaled, scaled*spec/unscaled
	}
	names = view.LossTerms(s)[1:] // without the first term, the cross-entropy
	for _, name := range names {
		terms = append(terms, words.Either(name == "KL", kl, spec))
	}
	return terms, names
}

// NewBound returns the chart of bounds with three bars: the paper's bound on cross-entropy, the same bound for errors, and the
// certificate. For a peer, the training cross-entropy replaces the first two bars. The chart is empty before the first loss, and for a
// total of 0, which stands for an unknown bound.
func NewBound(s *state.State) BoundChart {
	f := s.Frame
	if !view.Judged(f) || f.Bound.Total == 0 {
		return BoundChart{Rows: []BoundRow{}}
	}
	b := &f.Bound
	// HasTotal is false if the bound lacks its spectral term because there is no λ₂.
	paperNote := words.Either(b.HasTotal, "no guarantee", "without a spectral term: no λ₂")
	risk := view.F(-1) // the error on the test nodes
	if f.Accuracy.Test >= 0 {
		risk = view.F(b.TestRisk)
	}

	// The axis ends 5 % behind the longest bar or mark of the rows below, but not before 1 and not beyond longestAxis.
	const longestAxis = 4
	axisEnd := 1.05 * math.Max(math.Max(b.Total, b.TestLoss), b.ErrorTotal)
	out := BoundChart{Ready: true, Max: view.F(math.Min(math.Max(1, axisEnd), longestAxis))}
	if s.Peer() != "" {
		out.Rows = append(out.Rows, BoundRow{Name: "Training cross-entropy", Terms: view.Vec{b.Total}, Names: []string{""},
			Value: view.F(b.Total), Measured: view.F(b.TestLoss), What: "test"})
	} else {
		terms, names := boundTerms(s)
		sum := strings.Join(append([]string{"CE"}, names...), " + ")
		out.Rows = append(out.Rows,
			BoundRow{Name: "Paper, cross-entropy: " + sum, Terms: append(view.Vec{b.Empirical}, terms...), Names: append([]string{"CE"}, names...),
				Value: view.F(b.Total), Note: paperNote, Measured: view.F(b.TestLoss), What: "test CE"},
			BoundRow{Name: "The same for errors", Terms: append(view.Vec{b.TrainError}, terms...), Names: append([]string{"train"}, names...),
				Value: view.F(b.ErrorTotal), Note: paperNote, Measured: risk, What: "test error"})
	}

	// The certificate: the Clopper–Pearson bound on the error, from validation nodes. It holds with confidence 1 − Delta.
	certificate := BoundRow{Name: "Clopper–Pearson, " + words.Count(len(b.CertifyNodes), "node"), Names: []string{""},
		Terms: view.Vec{b.ClopperPearson}, Value: view.F(b.ClopperPearson), Note: "not valid", Measured: risk, What: "test error"}
	if valid, _ := s.Certified(s.Frame); valid {
		certificate.Note = "valid, " + confidence(b)
	}
	if len(b.CertifyNodes) == 0 { // no validation node is left: the bound is unknown
		certificate.Value = -1
	}
	out.Rows = append(out.Rows, certificate)
	return out
}

// confidence formats 1 − δ in per cent. Fewer digits would round 97.5 % up.
func confidence(b *frame.BoundView) string { return words.Digits(100*(1-b.Delta), 12) + " %" }

// CertifiedText reports whether the certificate is valid, and returns the reason as a sentence. Before the first loss, the certificate is
// not valid and the sentence is "".
func CertifiedText(s *state.State) (valid bool, text string) {
	if !view.Judged(s.Frame) {
		return false, ""
	}
	valid, reason := s.Certified(s.Frame)
	if valid {
		return true, "Valid: " + reason
	}
	return false, "Not valid: " + reason
}

// BoundLead returns the sentences that compare each bound with the measured loss. Sentences on the certificate, or on its absence, follow.
// The text of a peer has its training loss in place of the bounds. Without test nodes the text has no measured losses, and no bound for
// errors. The frame must have a loss.
func BoundLead(s *state.State) []string {
	f, b := s.Frame, &s.Frame.Bound
	hasTest := f.Accuracy.Test >= 0 // the losses on the test nodes are known
	var lead []string
	if s.Peer() != "" {
		lead = []string{"*" + view.ModelName(s.Config.Model) + "* has no posterior and no bound. Its training cross-entropy is *",
			view.Fix(b.Total, 3), "*"}
		if hasTest {
			lead = append(lead, ", that of the test nodes *", view.Fix(b.TestLoss, 3), "*")
		}
	} else {
		lead = []string{"The paper's bound on cross-entropy is *", view.Fix(b.Total, 3), "*"}
		if view.NoSpectralTerm(s) {
			lead = []string{"Without its spectral term c_het/λ₂, which *cannot be evaluated* as there is no λ₂ above the kernel tolerance, the " +
				"paper's bound on cross-entropy is *", view.Fix(b.Total, 3), "*"}
		}
		if hasTest {
			lead = append(lead, "; the test cross-entropy is *", view.Fix(b.TestLoss, 3), "*. For errors the same terms give *",
				view.Fix(b.ErrorTotal, 3), "*, against *", view.Fix(b.TestRisk, 3), "*")
		}
		lead = append(lead, ". The bound is no guarantee")
	}

	// For every model a sentence on the certificate follows.
	if len(b.CertifyNodes) == 0 {
		return append(lead, ". No validation node is left for a certificate.")
	}
	lead = append(lead, ". The certificate from validation nodes bounds the error by *", view.Fix(b.ClopperPearson, 3), "*")
	valid, reason := s.Certified(s.Frame)
	if !valid {
		return append(lead, ", and is *not valid*: ", reason, ".")
	}
	return append(lead, " with confidence ", confidence(b), ": ", reason,
		". The certificate covers no choice of settings on the same nodes.")
}
