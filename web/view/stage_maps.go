package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// mapKnobs are the settings of stage 4; ρ bounds the ascent of the maps.
func mapKnobs(c *sgpc.Config) []string {
	if c.GapMode == "sheaf" {
		return []string{"d", "rho"}
	}
	return []string{"d"}
}

func restriction(s *state.State, v *Inspector) {
	if s.Peer() != "" {
		learnedMaps(s, v)
		return
	}
	f, c := s.Frame, &s.Config
	plan := ", the plan less its common part"
	v.Body.Eq = "maps"
	if !c.Centered {
		v.Body.Eq, plan = "maps-whole", ", the plan over the roots of its margins"
	}
	if c.Lift == "scalar" {
		v.Body.Eq, plan = "maps-scalar", ", here one weight on the diagonal"
	}
	if freeSteps(c) {
		v.Body.Eq += "-free"
	}
	sigma := "+1"
	if c.Sign < 0 {
		sigma = "−1"
	}
	v.Body.Vals = []Value{{"σ", sigma, "sign of the far end"}, {"d", Int(f.D), "stalk dimension"}}
	asks := "With σ = " + sigma + " an edge asks S·W·x of one end and Sᵀ·W·x of the other to be *equal*"
	if c.Sign < 0 {
		asks = "With σ = " + sigma + " an edge asks S·W·x of one end and Sᵀ·W·x of the other to be *opposite*"
	}
	if c.Convention == "literal" {
		v.Body.Eq += "~literal"
		v.Body.Vals = v.Body.Vals[1:]
		asks = "Both ends use *one map*, so that equal vectors agree on every edge"
	}
	if c.GapMode == "off" {
		v.Body.Eq += "~nogap"
	}
	if len(f.MapNorm) == 0 {
		v.Lead = say("The maps have not been made yet: this stage makes them of the plans, *two* for each of the *", Int(f.M), "* edges.")
		return
	}
	v.Body.Vals = append(v.Body.Vals, Value{"\\bar{‖R‖}", Fix(meanOf(f.MapNorm), 3),
		"Frobenius norm of both maps of an edge together, mean over the edges"})
	v.Lead = say("*", Int(2*f.M), "* maps carry each node's stalk into those of its edges. ", asks,
		". The norm ‖R‖ of an edge's two maps together runs from *", Num(minOf(f.MapNorm)), "* to *", Num(maxOf(f.MapNorm)), "*.")
	if e := f.Edge; e != nil && len(e.Rij) > 0 {
		v.Body.Figures = append(v.Body.Figures, mapsFigure(s, e))
		if len(e.S) == f.D*f.D && f.EpochOf(sgpc.StageJKO) == f.EpochOf(sgpc.StageMaps) {
			v.Body.Figures = append(v.Body.Figures, Figure{Kind: "matrix", ID: "s", Title: "Normalised plan", Sub: []any{M{"S"}, plan},
				Alt: "Normalised plan",
				Data: Matrix{Rows: f.D, Cols: f.D, Vals: e.S, Signed: true, ColNames: numbers(f.D), RowNames: numbers(f.D), Cell: 44, RowH: 24,
					Left: 24}})
		}
	} else {
		v.Body.Figures = append(v.Body.Figures, chooseEdge())
	}
	v.Body.Figures = append(v.Body.Figures, normsFigure(s), knobs(s, mapKnobs(c)...))
}
