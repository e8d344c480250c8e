package view

import (
	"cmp"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// Situation is a JKO step that acts or does nothing, as a pair of plans.
type Situation struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Before Vec    `json:"before"`
	After  Vec    `json:"after"`
	Acts   bool   `json:"acts"`
	Energy string `json:"energy"`
	Moved  string `json:"moved"`
	Mark   bool   `json:"now"`
}

// Situations is the data of the situations in which a JKO step acts; Max is the largest entry of their plans.
type Situations struct {
	D    int         `json:"d"`
	Max  F           `json:"max"`
	List []Situation `json:"list"`
}

var situationNames = map[string]string{"same": "Converged, same temperature", "stopped": "Sinkhorn stopped early",
	"temperatures": "Two temperatures", "free": "Margins set free"}

// pairsFigure shows on one edge when a JKO step acts.
func pairsFigure(s *state.State, e *frame.Edge) Figure {
	var list []Situation
	hi := 0.0
	now := "temperatures" // which of them the settings are
	switch c := &s.Config; {
	case c.JKOSteps == 0 || c.Lift == "sinkhorn" || c.JKOMode == "w2" && c.Epsilon != c.Epsilon0:
		now = ""
	case c.JKOMode == "w2":
		now = "free"
	case c.Epsilon == c.Epsilon0:
		now = "same"
	}
	for _, q := range e.Situations {
		name := cmp.Or(situationNames[q.Name], q.Name)
		hi = max(hi, maxOf(q.Before), maxOf(q.After))
		list = append(list, Situation{Name: name, Text: q.Text, Before: q.Before, After: q.After, Acts: q.Moved > 1e-6,
			Energy: Fix(q.EnergyBefore, 4) + " → " + Fix(q.EnergyAfter, 4), Moved: Pct(q.Moved / 2), Mark: q.Name == now})
	}
	return Figure{ID: "pairs", Title: "When does it act?",
		Sub:  []any{"four steps on edge " + NodeName(s, e.I) + " – " + NodeName(s, e.J)},
		Data: Situations{s.Frame.D, F(hi), list}}
}

// svrFigures compare sparsified solves with the exact one.
func svrFigures(s *state.State) []Figure {
	v := s.Frame.Stages.SVR
	if v == nil {
		return nil
	}
	gain := "–"
	if v.Anchored > 0 {
		gain = Num(v.Plain/v.Anchored) + " times"
	}
	return []Figure{{ID: "svr", Title: "Variance of a draw", Sub: "per entry, over " + Int(v.Draws) + " draws, log scale",
		Alt: "Variance without and with the anchor",
		Data: Bars{Log: true, Min: F(max(1e-12, 0.3*min(v.Plain, v.Anchored))), Max: F(max(1e-11, v.Plain, v.Anchored)), Axis: true, Left: 96,
			Right: 70, Rows: []Bar{{Name: "plain", V: F(v.Plain), Text: Num(v.Plain)},
				{Name: "anchored", V: F(v.Anchored), Text: Num(v.Anchored)}}}},
		{ID: "svrnums", Nums: [][]any{Row("Edges kept", Fix(v.Kept, 1)+" of "+Int(s.Frame.M)),
			Row("ε measured", Num(v.Epsilon)), Row("ε asked for", Set(s.Config.SVREpsilon)), Row("An anchor 10 % away lowers the variance", gain)}}}
}

func differenceFigure(e *frame.Edge, d int) Figure {
	diff := make(Vec, len(e.P))
	for k := range diff {
		diff[k] = e.P[k] - e.P0[k]
	}
	return squareFigure("difference", "Difference", []any{M{"P^⋆−P_0"}, ": where the step puts mass, and from where it takes it"},
		"Difference of the plans", d, diff)
}
