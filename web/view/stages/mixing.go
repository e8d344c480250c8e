package stages

import (
	"math"
	"strings"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// Mix is the data of the response picture with its handles.
type Mix struct {
	X     view.Vec `json:"x"`
	SVR   view.Vec `json:"svr"`
	Eigen view.Vec `json:"eigen"`
	Max   view.F   `json:"max"`
	// Lambda2 is marked among the eigenvalues; nil when unknown.
	Lambda2 *view.F `json:"lambda2,omitempty"`
	// Gamma are the shown logits, Own those of the run.
	Gamma  view.Vec `json:"gamma"`
	Own    view.Vec `json:"own"`
	Signed bool     `json:"signed"`
	Mirror bool     `json:"mirror"` // the argument is I + L, not I − L
	Active bool     `json:"active"`
	Off    bool     `json:"off"`
	Text   string   `json:"text"`
}

var mixingStage = row{
	number: stage.Mixing, models: sheafModels, title: "Frequency mixing (AFM)", tests: "Tests the low-pass claim",
	why: "A second branch: Chebyshev polynomials of I − L̂ are weighted and added. The curve is its gain at each " +
		"eigenvalue, from what agrees over the graph (left) to what disagrees most (right).",
	also: func(s *state.State, why string) string {
		switch {
		case s.Config.Reading == "code":
			return strings.Replace(why, "I − L̂", "I + L̂", 1)
		case s.Config.Operator != "normalized":
			return strings.Replace(why, "I − L̂", "I − L", 1)
		}
		return why
	},
	value: func(s *state.State) string {
		if v := s.Frame.Layers; v != nil {
			gain := append(v.Together[:len(v.Together):len(v.Together)], v.Gain...)
			if len(gain) == 0 {
				return "no one gain"
			}
			return "gain(0) = " + view.Fix(gain[0], 2)
		}
		if v := s.Frame.Stages.GainAFM; len(v) > 0 {
			return "Q = " + view.Int(s.Config.Q) + ", gain(0) = " + view.Fix(v[0], 2)
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		v := s.Frame.Stages.GainAFM
		if len(v) == 0 {
			return nil
		}
		y := make(view.Vec, 33)
		for k := range y {
			y[k] = math.Abs(v[k*(len(v)-1)/32])
		}
		return &Spark{Kind: "line", Y: y, Zero: true}
	},
	peerWhy: func(string) string {
		return "What a model does to each frequency of its sheaf, from what agrees over the graph (left) to what disagrees most " +
			"(right), on the axis of the spectrum."
	},
	show: mixing,
	code: codeMixing,
}

// mixing fills stage 7: weights and gain of the polynomial filter.
func mixing(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerFilter(s, v)
		return
	}
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Equation(ofOperator(s, mixingEquation(c)))
	v.Body.Vals = []view.Value{{Symbol: "Q", Text: view.Int(c.Q), Tip: "order: highest degree of a polynomial"}}
	for q, a := range st.Alpha {
		if q < 5 {
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "α_" + view.Int(q), Text: view.Fix(a, 3),
				Tip: "weight of the Chebyshev polynomial of degree " + view.Int(q)})
		}
	}
	n := len(st.GainAFM)
	switch {
	case c.AFMWeights == "off":
		v.Lead = view.Say("Frequency mixing (AFM) is *off* in these settings.")
	case n == 0:
		v.Lead = view.Say("Frequency mixing (AFM) has not run yet.")
	default:
		low := 0
		for k := range st.GainAFM {
			if math.Abs(st.GainAFM[k]) < math.Abs(st.GainAFM[low]) {
				low = k
			}
		}
		switch {
		case c.AFMWeights == "softmax" && c.Reading == "code":
			v.Lead = view.Say("The authors' program takes I + L̂, whose eigenvalues lie between 1 and 3, where the polynomials grow: the gain is *",
				view.Fix(st.GainAFM[0], 3), "* at λ = 0 and *", view.Num(st.GainAFM[n-1]),
				"* at the top. *High frequencies are amplified*, which the paper's I − L̂ with weights that sum to 1 cannot do.")
		case c.AFMWeights == "softmax":
			v.Lead = view.Say("The weights sum to 1, so the gain at λ = 0 is *", view.Fix(st.GainAFM[0], 3),
				"* and on [0, 2] nothing exceeds it: *the branch cannot be a high-pass filter*, whatever it learns. There it damps most at λ = ",
				view.Num(st.GainX[low]), ", to *", view.Num(math.Abs(st.GainAFM[low])), "*.")
		default:
			v.Lead = view.Say("Signed weights: the gain is *", view.Num(st.GainAFM[0]), "* at λ = 0 and *", view.Num(st.GainAFM[n-1]),
				"* at the top, smallest at λ = ", view.Num(st.GainX[low]), ".")
		}
		if len(st.Gamma) > 1 {
			v.Add(mixFigure(s))
		}
	}
	v.Add(choiceFigure(s, "afm_weights"), knobs(s, "q"))
}

// mixingEquation returns the equation with the weights of the settings and the argument of the reading: I − L̂ in the paper, I +
// L̂ with eigenvalues from 1 to 3 in the authors' program.
func mixingEquation(c *settings.Config) view.Equation {
	line := "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I−\\hat{L})H\\quad "
	if c.Reading == "code" {
		line = strings.Replace(line, "I−", "I+", 1)
	}
	if c.AFMWeights == "signed" {
		line += "α_q=γ_q/∑|γ|"
	} else {
		line += "α=\\softmax \\sp(γ)"
	}
	return view.Equation{Name: "mixing", Lines: []string{line}, Symbols: []view.Symbol{{"H_{\\afm }", "features after frequency mixing (AFM)"},
		{"α_q", "weight of the polynomial of degree q"}, {"T_q", "Chebyshev polynomial of degree q"}, view.SymHat, {"H", "features before it"},
		{"Q", "highest degree"}, {"γ", "learned logits of the weights"}}}
}

// mixFigure shows the gains over the spectrum, with handles for the weights.
func mixFigure(s *state.State) view.Figure {
	st := &s.Frame.Stages
	m := Mix{X: st.GainX, SVR: st.GainSVR, Max: view.F(view.Last(st.GainX)), Gamma: st.Gamma, Own: st.Gamma,
		Signed: s.Config.AFMWeights == "signed",
		Mirror: s.Config.Reading == "code", Off: !s.CanMix() && s.ByHand == nil,
		Text: "Drag a weight: the response answers at once, then the classes. The run itself stays as it is."}
	if e := s.ByHand; e != nil && e.Gamma != nil {
		own, _ := s.Run()
		m.Own, m.Gamma, m.Active, m.Text = own.Stages.Gamma, e.Gamma, true, edge.ByHandText(s)
	}
	if m.Off {
		m.Text = "The weights can be changed by hand while the run stands, after its first step."
	}
	if s.SpectrumNow() {
		m.Eigen = view.Spread(view.Descending(s.Spectrum.Values), 160)
		if l := s.Spectrum.Lambda2; l > 0 {
			m.Lambda2 = new(view.F(l))
		}
	}
	return view.Figure{ID: "response", Title: "Response",
		Sub: "gain of frequency mixing (AFM) and of diffusion at each λ, eigenvalues below", Alt: "Gain over the spectrum",
		TestID: "mix", Data: m}
}
