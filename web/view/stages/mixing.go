package stages

// This file has stage 7: adaptive frequency mixing (AFM), and the gain of its filter. The gain at λ is the factor by which the filter
// multiplies the part of the features in an eigenvector with eigenvalue λ. SVR is the diffusion of stage 6. Q is the degree of the filter.

import (
	"math"
	"slices"
	"strings"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// Mix is the data of the picture of the frequency response. The picture has a handle for each weight of the polynomials.
type Mix struct {
	// X are the abscissas λ from 0 to Max, and SVR is the gain of the diffusion at each λ. Eigen are the eigenvalues up to Max, which are
	// marked below the axis, or nil if they are not known.
	X     view.Vec `json:"x"`
	SVR   view.Vec `json:"svr"`
	Eigen view.Vec `json:"eigen"`
	Max   view.F   `json:"max"`
	// Lambda2 is λ₂, which is marked among the eigenvalues. It is nil if λ₂ is not known, or above Max.
	Lambda2 *view.F `json:"lambda2,omitempty"`
	// Gamma are the logits of the shown weights, and Own are the logits of the run. They differ after a change by hand.
	Gamma view.Vec `json:"gamma"`
	Own   view.Vec `json:"own"`
	// Signed selects signed weights instead of a softmax. Mirror selects the argument I + L instead of I − L.
	Signed bool `json:"signed"`
	Mirror bool `json:"mirror"`
	// Active reports that the weights are changed by hand, and Off reports that the handles are disabled. Text describes the change or,
	// before a change, how to make one.
	Active bool   `json:"active"`
	Off    bool   `json:"off"`
	Text   string `json:"text"`
}

// mixingStage is stage 7: adaptive frequency mixing (AFM), a polynomial filter of the Laplacian. The rail shows Q, the gain at λ = 0,
// and the curve of |gain| over the spectrum.
var mixingStage = row{
	number: stage.Mixing, models: sheafModels, title: "Frequency mixing (AFM)",
	why: "A second branch: Chebyshev polynomials of I − L̂ are weighted and added. The curve is its gain at each " +
		"eigenvalue, from what agrees over the graph (left) to what disagrees most (right).",
	adaptWhy: func(s *state.State, why string) string {
		switch {
		case s.Config.Reading == "code":
			return strings.Replace(why, "I − L̂", "I + L̂", 1)
		case s.Config.Operator != "normalized":
			return strings.Replace(why, "I − L̂", "I − L", 1)
		}
		return why
	},
	value: func(s *state.State) string {
		if layers := s.Frame.Layers; layers != nil { // a peer
			switch {
			case len(layers.Together) > 0: // the gain of all layers together
				return "gain(0) = " + view.Fix(layers.Together[0], 2)
			case len(layers.Gain) > 0: // the gain of the shown layer
				return "gain(0) = " + view.Fix(layers.Gain[0], 2)
			}
			return "no one gain" // the layers mix the frequencies
		}
		if gain := s.Frame.Stages.GainAFM; len(gain) > 0 {
			return "Q = " + view.Int(s.Config.Q) + ", gain(0) = " + view.Fix(gain[0], 2)
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		gain := s.Frame.Stages.GainAFM
		if len(gain) == 0 {
			return nil
		}
		const intervals = 32 // the curve of the rail samples |gain| at 33 points
		sizes := make(view.Vec, intervals+1)
		for k := range sizes {
			sizes[k] = math.Abs(gain[k*(len(gain)-1)/intervals]) // evenly spaced, with both ends
		}
		return &Spark{Kind: "line", Y: sizes, Zero: true}
	},
	peerWhy: func(string) string {
		return "What a model does to each frequency of its sheaf, from what agrees over the graph (left) to what disagrees most " +
			"(right), on the axis of the spectrum."
	},
	show: mixing,
	code: codeMixing,
}

// mixing fills the panel of stage 7: the weights α_q of the Chebyshev polynomials, and the gain of the filter.
func mixing(s *state.State, v *view.Inspector) {
	if s.Peer() != "" { // layers of peers are filters of another form
		peerFilter(s, v)
		return
	}
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Equation(withOperator(s, mixingEquation(c)))
	v.Body.Vals = []view.Value{{Symbol: "Q", Text: view.Int(c.Q), Tip: "order: highest degree of a polynomial"}}

	// The panel has no room for more weights.
	const mostWeights = 5
	for q, a := range st.Alpha {
		if q < mostWeights {
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "α_" + view.Int(q), Text: view.Fix(a, 3),
				Tip: "weight of the Chebyshev polynomial of degree " + view.Int(q)})
		}
	}
	switch {
	case c.AFMWeights == "off":
		v.Lead = view.Say("Frequency mixing (AFM) is *off* in these settings.")
	case len(st.GainAFM) == 0:
		v.Lead = view.Say("Frequency mixing (AFM) has not run yet.")
	default:
		v.Lead = gainLead(s)
		if c.Layers > 1 {
			v.Lead = append(v.Lead, view.Say(" These are the weights and the gain of the first layer.")...)
		}
		if len(st.Gamma) > 1 { // a single weight always has the size 1, so that a handle could not change it
			v.Add(mixFigure(s))
		}
	}
	v.Add(choiceFigure(s, "afm_weights"), knobs(s, "q"))
}

// gainLead returns a sentence on the gain of frequency mixing. It names the gain at λ = 0 and:
//   - for softmax weights in the code reading, the gain at the top, λ = 2;
//   - for softmax weights in the paper's reading, the λ with the smallest |gain|, where the filter damps most;
//   - for signed weights, the gain at the top and this λ.
func gainLead(s *state.State) []view.Span {
	st, c := &s.Frame.Stages, &s.Config
	lowest := 0 // index of the smallest |gain|; GainAFM has the gains at the abscissas GainX, from λ = 0 to λ = 2
	for k, gain := range st.GainAFM {
		if math.Abs(gain) < math.Abs(st.GainAFM[lowest]) {
			lowest = k
		}
	}

	atZero, atTop := st.GainAFM[0], view.LastOf(st.GainAFM)
	switch {
	case c.AFMWeights == "softmax" && c.Reading == "code":
		return view.Say("The authors' program takes I + L̂, whose eigenvalues lie between 1 and 3, where the polynomials grow: the gain is *",
			view.Fix(atZero, 3), "* at λ = 0 and *", view.Num(atTop),
			"* at the top. *High frequencies are amplified*, which the paper's I − L̂ with weights that sum to 1 cannot do.")
	case c.AFMWeights == "softmax": // |T_q(1−λ)| ≤ 1 on [0, 2], and T_q(1) = 1: the gain is largest at λ = 0
		claim := ": *the branch cannot be a high-pass filter*, whatever it learns. There"
		if c.Operator != "normalized" {
			claim = ". *Eigenvalues of L above 2 may be amplified.* On [0, 2]"
		}
		return view.Say("The weights sum to 1, so the gain at λ = 0 is *", view.Fix(atZero, 3), "* and on [0, 2] nothing exceeds it", claim,
			" it damps most at λ = ", view.Num(st.GainX[lowest]), ", to *", view.Num(math.Abs(st.GainAFM[lowest])), "*.")
	}
	return view.Say("Signed weights: the gain is *", view.Num(atZero), "* at λ = 0 and *", view.Num(atTop),
		"* at λ = 2, nearest to 0 at λ = ", view.Num(st.GainX[lowest]), ".")
}

// mixingEquation returns the equation of frequency mixing with the weights of the settings. The argument of the polynomials is I − L̂ in
// the paper. In the authors' program it is I + L̂, whose eigenvalues lie between 1 and 3.
func mixingEquation(c *settings.Config) view.Equation {
	line := "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I−\\hat{L})H\\quad "
	if c.Reading == "code" {
		line = strings.Replace(line, "I−", "I+", 1)
	}
	if c.AFMWeights == "signed" { // otherwise the weights are a softmax, positive with the sum 1
		line += "α_q=γ_q/∑|γ|"
	} else {
		line += "α=\\softmax \\sp(γ)"
	}
	return view.Equation{Name: "mixing", Lines: []string{line}, Symbols: []view.Symbol{{"H_{\\afm }", "features after frequency mixing (AFM)"},
		{"α_q", "weight of the polynomial of degree q"}, {"T_q", "Chebyshev polynomial of degree q"}, view.SymHat, {"H", "features before it"},
		{"Q", "highest degree"}, {"γ", "learned logits of the weights"}}}
}

// mostEigenvalues is the largest number of eigenvalues that are marked below the axis of the gain.
const mostEigenvalues = 160

// mixFigure returns the picture of the gains of mixing and of diffusion over the spectrum. A change of the weights by hand applies to the
// picture and the classes, and not to the run. The handles are disabled if no change is possible, but never during a change by hand.
func mixFigure(s *state.State) view.Figure {
	st := &s.Frame.Stages
	m := Mix{X: st.GainX, SVR: st.GainSVR, Max: view.F(view.LastOf(st.GainX)), Gamma: st.Gamma, Own: st.Gamma,
		Signed: s.Config.AFMWeights == "signed", Mirror: s.Config.Reading == "code", Off: !s.CanMix() && s.ByHand == nil,
		Text: "Drag a weight: the response answers at once, then the classes. The run itself stays as it is."}
	if change := s.ByHand; change != nil && change.Gamma != nil { // any other change by hand is about maps
		run, _ := s.Run() // the frame without the change; s.Frame is the changed one
		m.Own, m.Gamma, m.Active, m.Text = run.Stages.Gamma, change.Gamma, true, edge.ByHandText(s)
	}

	if m.Off {
		m.Text = "The weights can be changed by hand while the run stands, after its first step."
	}
	if s.SpectrumNow() { // otherwise the eigenvalues belong to another position
		// The eigenvalues of L may lie beyond the axis.
		isBeyond := func(l float64) bool { return l > float64(m.Max) && s.Config.Operator != "normalized" }
		m.Eigen = view.SampleEvenly(slices.DeleteFunc(view.Descending(s.Spectrum.Values), isBeyond), mostEigenvalues)
		if l := s.Spectrum.Lambda2; l > 0 && !isBeyond(l) { // 0 stands for a missing λ₂
			m.Lambda2 = new(view.F(l))
		}
	}
	return view.Figure{ID: "response", Title: "Response",
		Sub: "gain of frequency mixing (AFM) and of diffusion at each λ, eigenvalues below", Alt: "Gain over the spectrum",
		TestID: "mix", Data: m}
}
