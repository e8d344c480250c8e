package charts

import (
	"math"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// BoundChart is the view model of the bound chart: every bound beside the quantity that it bounds.
type BoundChart struct {
	Ready bool       `json:"ready"`
	Rows  []BoundRow `json:"rows"`
	Max   view.F     `json:"max"`
}

// BoundRow is a bar whose Terms add up to Value. Measured is the same loss on the test nodes. Both are −1 when unknown.
type BoundRow struct {
	Name     string   `json:"name"`
	Terms    view.Vec `json:"terms"`
	Names    []string `json:"names"`
	Value    view.F   `json:"value"`
	Note     string   `json:"note"`
	Measured view.F   `json:"measured"`
	What     string   `json:"what"`
}

// boundTerms returns the terms beside the loss that can be evaluated, with their names.
func boundTerms(s *state.State) (terms view.Vec, names []string) {
	b := &s.Frame.Bound
	kl, spec := s.Config.LambdaKL*b.LKL, s.Config.LambdaSpec*b.LSpec
	if w, rest := kl+spec, b.Total-b.Empirical; w > 0 && rest >= 0 {
		kl, spec = rest*kl/w, rest*spec/w // warm-up scales both terms alike, so their sum fixes the factor
	}
	for _, name := range view.LossTerms(s)[1:] {
		terms, names = append(terms, map[string]float64{"KL": kl, "spectral": spec}[name]), append(names, name)
	}
	return terms, names
}

// NewBound returns the bars: the paper's bound on cross-entropy beside the test cross-entropy, the same for errors, and the
// certificate beside the test error.
func NewBound(s *state.State) BoundChart {
	f := s.Frame
	if !view.Judged(f) || f.Bound.Total == 0 {
		return BoundChart{Rows: []BoundRow{}}
	}
	b := &f.Bound
	note := words.Either(b.HasTotal, "no guarantee", "without a spectral term: no λ₂")
	risk := view.F(-1)
	if f.Accuracy.Test >= 0 {
		risk = view.F(b.TestRisk)
	}
	out := BoundChart{Ready: true, Max: view.F(math.Min(math.Max(1, 1.05*math.Max(b.Total, b.TestLoss)), 4))}
	if s.Peer() != "" {
		out.Rows = append(out.Rows, BoundRow{Name: "Training cross-entropy", Terms: view.Vec{b.Total}, Names: []string{""},
			Value:    view.F(b.Total),
			Measured: view.F(b.TestLoss), What: "test"})
	} else {
		terms, names := boundTerms(s)
		sum := strings.Join(append([]string{"CE"}, names...), " + ")
		out.Rows = append(out.Rows,
			BoundRow{Name: "Paper, cross-entropy: " + sum, Terms: append(view.Vec{b.Empirical}, terms...), Names: append([]string{"CE"}, names...),
				Value: view.F(b.Total), Note: note, Measured: view.F(b.TestLoss), What: "test CE"},
			BoundRow{Name: "The same for errors", Terms: append(view.Vec{b.TrainError}, terms...), Names: append([]string{"train"}, names...),
				Value: view.F(b.ErrorTotal), Note: note, Measured: risk, What: "test error"})
	}
	c := BoundRow{Name: "Clopper–Pearson, " + words.Count(len(b.CertifyNodes), "node"), Terms: view.Vec{b.ClopperPearson}, Names: []string{""},
		Value: view.F(b.ClopperPearson), Note: "not valid", Measured: risk, What: "test error"}
	if valid, _ := s.Certified(s.Frame); valid {
		c.Note = "valid, " + words.Percent(1-b.Delta, 0)
	}
	if len(b.CertifyNodes) == 0 {
		c.Value = -1
	}
	out.Rows = append(out.Rows, c)
	return out
}

// CertifiedText reports whether the certificate is valid, with the reason as a sentence, "" before there is one.
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

// BoundLead compares each bound with its own loss and describes the certificate.
func BoundLead(s *state.State) []string {
	f, b := s.Frame, &s.Frame.Bound
	measured := f.Accuracy.Test >= 0
	var lead []string
	if s.Peer() != "" {
		lead = []string{"*" + view.ModelName(s.Config.Model) + "* has no posterior and no bound. Its training cross-entropy is *",
			view.Fix(b.Total, 3),
			"*"}
		if measured {
			lead = append(lead, ", that of the test nodes *", view.Fix(b.TestLoss, 3), "*")
		}
	} else {
		lead = []string{"The paper's bound on cross-entropy is *", view.Fix(b.Total, 3), "*"}
		if view.NoSpectralTerm(s) {
			lead = []string{"Without its spectral term c_het/λ₂, which *cannot be evaluated* as there is no λ₂ above the kernel tolerance, the " +
				"paper's bound on cross-entropy is *", view.Fix(b.Total, 3), "*"}
		}
		if measured {
			lead = append(lead, "; on the test nodes it is *", view.Fix(b.TestLoss, 3), "*. For errors the same terms give *",
				view.Fix(b.ErrorTotal, 3),
				"*, against *", view.Fix(b.TestRisk, 3), "*")
		}
		lead = append(lead, ". It is no guarantee")
	}
	if len(b.CertifyNodes) == 0 {
		return append(lead, ". No validation node is left for a certificate.")
	}
	lead = append(lead, ". The certificate from validation nodes bounds the error by *", view.Fix(b.ClopperPearson, 3), "*")
	valid, reason := s.Certified(s.Frame)
	if !valid {
		return append(lead, ", and is *not valid*: ", reason, ".")
	}
	return append(lead, " with confidence ", words.Percent(1-b.Delta, 0), ": ", reason,
		". It covers no choice of settings on the same nodes.")
}
