package view

import (
	"math"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

var jkoStage = stageRow{
	number: stage.JKO,
	why: "The plans move from one temperature towards another before they become maps. Where both are equal, the step " +
		"changes nothing.",
	also: func(s *state.State, why string) string {
		if freeSteps(&s.Config) {
			return freeWhy
		}
		return why
	},
	value: func(s *state.State) string {
		st := &s.Frame.Stages
		if n := len(st.JKOEnergy); st.Code != nil {
			return "P⋆ " + Num(meanOf(st.Code.P)) + " on average"
		} else if len(st.JKOEps) > 0 {
			return "ε " + Fix(s.Config.Epsilon0, 2) + " → " + Fix(Last(st.JKOEps), 3)
		} else if n > 1 {
			return "E " + Fix(st.JKOEnergy[0], 2) + " → " + Fix(st.JKOEnergy[n-1], 2)
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		if e := s.Frame.Edge; e != nil && len(e.P0) > 0 && len(e.P) > 0 {
			return &Spark{Kind: "heat", D: s.Frame.D, Mats: []Vec{e.P0, e.P}}
		}
		if v := s.Frame.Stages.JKOEnergy; len(v) > 0 {
			return &Spark{Kind: "trail", Y: v}
		}
		return nil
	},
	without: "has no transport plan that a step could move. Stage 4 shows its maps.",
	show:    jko,
	code:    codeStep,
	codeWhy: "The step makes numbers below 1 smaller, down to the lower limit: an edge between unlike ends loses weight once " +
		"more.",
}

var (
	symStep = append([]Symbol{symPlan, {"P_0", "plan before the step"}, {"τ", "step length: the longer, the further it may go"},
		{"ε", "temperature of the step: the higher, the more of the mass is off the diagonal"}, symMargins,
		{"W_2^2", "squared Wasserstein distance of the plans, blurred by γ"}}, symMeasures...)

	jkoEquation = Equation{"jko",
		[]string{"P^⋆=\\under{\\argmin }{P∈Π(μ,ν)}\\sp\\frac{1}{τ}\\KL (P‖P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, symStep}
	freeEquation = Equation{"w2", []string{"P^⋆=\\under{\\argmin }{P}\\sp\\frac{1}{2τ}W_2^2(P,P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, symStep}
)

func jko(s *state.State, v *Inspector) {
	f, st, c := s.Frame, &s.Frame.Stages, &s.Config
	if freeSteps(c) {
		freeJKO(s, v)
		return
	}
	v.Body.equation(jkoEquation)
	eff := c.Epsilon0
	if len(st.JKOEps) > 0 {
		eff = Last(st.JKOEps)
	}
	v.Body.Vals = []Value{{"τ", Fix(c.Tau, 2), "step length"}, {"ε_0", temperature(c.Epsilon0), "temperature of P0"},
		{"ε", Fix(c.Epsilon, 2), "temperature of the step"}, {"ε_{\\eff }", Fix(eff, 3), "temperature of the plan after the step"}}
	mean := meanOf(f.OffDiagonal)
	switch {
	case c.JKOSteps == 0:
		v.Lead = Say("There is no JKO step in these settings: the plan of Sinkhorn is used as it is.")
	case c.Reading == "code":
		return // see codeStage
	case c.Lift == "independent":
		v.Lead = Say("*The step is left out* in these settings: the maps are made of the independent coupling of the two measures, which " +
			"knows no cost.")
	case c.Lift == "sinkhorn":
		v.Lead = Say("*The step is left out* in these settings: the maps are made of Sinkhorn's own plan, at temperature *",
			temperature(c.Epsilon0), "*.")
	case len(st.JKOEps) == 0:
		v.Lead = Say("The step has not run with the measures at hand. It starts at P0, of temperature *", temperature(c.Epsilon0),
			"*, and moves towards ε = *", temperature(c.Epsilon), "*.")
		v.Body.Vals = v.Body.Vals[:3]
	case math.Abs(eff-c.Epsilon0) < 1e-12 && c.Epsilon != c.Epsilon0:
		v.Lead = Say("*The step does nothing*: its length τ is *", Set(c.Tau), "*.")
	case math.Abs(eff-c.Epsilon0) < 1e-12:
		v.Lead = Say("*The step does nothing*: P0 is converged and both temperatures are *", temperature(c.Epsilon0),
			"*, so P0 already is the minimiser.")
	case eff < c.Epsilon0:
		v.Lead = Say("The step cools the plans from ε = ", temperature(c.Epsilon0), " to *", Fix(eff, 3),
			"*: less of their mass is off the diagonal, now *", Pct(mean), "* on average over the edges.")
	default:
		v.Lead = Say("The step warms the plans from ε = ", temperature(c.Epsilon0), " to *", Fix(eff, 3),
			"*: more of their mass is off the diagonal, now *", Pct(mean), "* on average over the edges.")
	}
	if e := f.Edge; e != nil && len(e.P0) > 0 && len(e.P) > 0 {
		v.Add(planFigure(s, e, e.P0, e.P, []string{"P", "0"}, []any{"P", "⋆", 1}, "JKO"), differenceFigure(e, f.D))
	}
	if len(st.JKOEnergy) > 1 {
		v.Add(Figure{ID: "energy", Title: "Energy",
			Sub: []any{"mean of ", M{"⟨P,C⟩+ε∑P\\sp\\log\\sp P"}, " by step"}, Alt: "Energy by JKO step",
			Data: Lines{Series: []Series{{Y: st.JKOEnergy, Dots: true}}, IntX: true, XLabel: "step", Height: 104}})
	}
	v.Add(choiceFigure(s, "jko_mode"))
	if e := f.Edge; e != nil && len(e.Situations) > 0 {
		v.Add(pairsFigure(s, e))
	}
	if f.Edge == nil {
		v.Add(append(offDiagonal(s), chooseEdge())...)
	}
	v.Add(knobs(s, "tau", "epsilon", "epsilon0", "jko_steps"))
}
