package stages

import (
	"cmp"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Situation is a JKO step as a pair of plans; Acts reports that the step changes the plan.
type Situation struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Before view.Vec `json:"before"`
	After  view.Vec `json:"after"`
	Acts   bool     `json:"acts"`
	Energy string   `json:"energy"`
	Moved  string   `json:"moved"`
	Mark   bool     `json:"now"`
}

// Situations is the data of the steps that act and those that do not. Max is the largest entry of their plans.
type Situations struct {
	D    int         `json:"d"`
	Max  view.F      `json:"max"`
	List []Situation `json:"list"`
}

// situationNames are titles by the name in a frame.
var situationNames = map[string]string{"same": "Converged, same temperature", "stopped": "Sinkhorn stopped early",
	"temperatures": "Two temperatures", "free": "Margins set free"}

// pairsFigure shows on one edge when a JKO step acts.
func pairsFigure(s *state.State, e *frame.Edge) view.Figure {
	var list []Situation
	hi := 0.0
	now := "temperatures" // the situation of the settings
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
		hi = max(hi, view.MaxOf(q.Before), view.MaxOf(q.After))
		list = append(list, Situation{Name: name, Text: q.Text, Before: q.Before, After: q.After, Acts: q.Moved > 1e-6,
			Energy: view.Fix(q.EnergyBefore, 4) + " → " + view.Fix(q.EnergyAfter, 4), Moved: view.Pct(q.Moved / 2), Mark: q.Name == now})
	}
	return view.Figure{ID: "pairs", Title: "When does it act?",
		Sub:  []any{"four steps on edge " + view.NodeName(s, e.I) + " – " + view.NodeName(s, e.J)},
		Data: Situations{s.Frame.D, view.F(hi), list}}
}

// svrFigures compare sparsified solves with the exact one, nil without sparsification.
func svrFigures(s *state.State) []view.Figure {
	v := s.Frame.Stages.SVR
	if v == nil {
		return nil
	}
	gain := "–"
	if v.Anchored > 0 {
		gain = view.Num(v.Plain/v.Anchored) + " times"
	}
	return []view.Figure{{ID: "svr", Title: "Variance of a draw", Sub: "per entry, over " + view.Int(v.Draws) + " draws, log scale",
		Alt: "Variance without and with the anchor",
		Data: view.Bars{Log: true, Min: view.F(max(1e-12, 0.3*min(v.Plain, v.Anchored))), Max: view.F(max(1e-11, v.Plain, v.Anchored)),
			Axis: true, Left: 96,
			Right: 70, Rows: []view.Bar{{Name: "plain", V: view.F(v.Plain), Text: view.Num(v.Plain)},
				{Name: "anchored", V: view.F(v.Anchored), Text: view.Num(v.Anchored)}}}},
		{ID: "svrnums", Nums: [][]any{view.Row("Edges kept", view.Fix(v.Kept, 1)+" of "+view.Int(s.Frame.M)),
			view.Row("ε measured", view.Num(v.Epsilon)), view.Row("ε asked for", view.Set(s.Config.SVREpsilon)),
			view.Row("An anchor 10 % away lowers the variance", gain)}}}
}

// differenceFigure shows the change of an edge's plan by the step.
func differenceFigure(e *frame.Edge, d int) view.Figure {
	diff := make(view.Vec, len(e.P))
	for k := range diff {
		diff[k] = e.P[k] - e.P0[k]
	}
	return squareFigure("difference", "Difference", []any{view.M{Source: "P^⋆−P_0"}, ": where the step puts mass, and from where it takes it"},
		"Difference of the plans", d, diff)
}
