package stages

// This file has the figures that compare: JKO steps in four situations, plans before and after a step, and draws of the sparsifier. The
// sparsifier keeps random edges of the Laplacian and increases their weights, so that the mean of its draws is the Laplacian.

import (
	"cmp"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Situation is an example of a JKO step. Acts reports that the step changes the plan, and Mark reports that the settings of the run lead to
// this situation.
type Situation struct {
	Name   string   `json:"name"`   // the title
	Text   string   `json:"text"`   // the explanation
	Before view.Vec `json:"before"` // the plan before the step, d × d
	After  view.Vec `json:"after"`  // the plan after the step
	Acts   bool     `json:"acts"`
	Energy string   `json:"energy"` // the energies of both plans, for example "1.2000 → 1.1000"
	Moved  string   `json:"moved"`  // the moved mass in per cent
	Mark   bool     `json:"now"`
}

// Situations is the data of the picture that compares JKO steps. Max is the largest entry of all their plans.
type Situations struct {
	// D is the stalk dimension. List has the examples in the order of the frame.
	D    int         `json:"d"`
	Max  view.F      `json:"max"`
	List []Situation `json:"list"`
}

// situationNames maps the name of a situation in a frame to its title.
var situationNames = map[string]string{"same": "Converged, same temperature", "stopped": "Sinkhorn stopped early",
	"temperatures": "Two temperatures", "free": "Margins set free"}

// situationsFigure returns the picture of four examples of a JKO step on one edge. It shows in which situations the step changes the plan.
func situationsFigure(s *state.State, e *frame.Edge) view.Figure {
	const leastMoved = 1e-6 // a smaller change of the plan is a rounding error
	var list []Situation
	largest := 0.0
	present := presentSituation(s)
	for _, q := range e.Situations { // q.Moved is the sum of the absolute changes, twice the moved mass
		name := cmp.Or(situationNames[q.Name], q.Name)
		largest = max(largest, view.MaxOf(q.Before), view.MaxOf(q.After))
		list = append(list, Situation{Name: name, Text: q.Text, Before: q.Before, After: q.After, Acts: q.Moved > leastMoved,
			Energy: view.Fix(q.EnergyBefore, 4) + " → " + view.Fix(q.EnergyAfter, 4), Moved: view.Pct(q.Moved / 2), Mark: q.Name == present})
	}

	// All plans have one scale of colours.
	return view.Figure{ID: "pairs", Title: "When does it act?",
		Sub:  []any{"four steps on edge " + view.NodeName(s, e.I) + " – " + view.NodeName(s, e.J)},
		Data: Situations{s.Frame.D, view.F(largest), list}}
}

// presentSituation returns the frame's name of the situation to which the settings lead. It returns "" without a step, or for a step with
// free margins and two temperatures: no example has these settings. It never returns "stopped", since the network uses converged plans.
func presentSituation(s *state.State) string {
	c := &s.Config
	twoTemperatures := c.Epsilon != c.Epsilon0
	// With the lift "independent" the maps do not use the plan, but the edge's own plan still takes the step.
	noStep := c.JKOSteps == 0 || c.Lift == "sinkhorn"
	freeWithTwo := c.JKOMode == "w2" && twoTemperatures
	switch {
	case noStep || freeWithTwo:
		return ""
	case c.JKOMode == "w2":
		return "free"
	case !twoTemperatures:
		return "same"
	}
	return "temperatures"
}

// svrFigures returns two figures on diffusion with a randomly sparsified Laplacian (SVR): the variances of the result over the draws, with
// and without an anchor, and numbers of the sparsifier. It returns nil if the frame lacks them, for example because the run does not
// sparsify.
//
// An anchor is an exact solve of an earlier epoch, which lowers the variance (core/diffusion, Anchor). Here the anchor is the exact solve
// for 0.9 times the input: it is 10 % away.
func svrFigures(s *state.State) []view.Figure {
	v := s.Frame.Stages.SVR
	if v == nil {
		return nil
	}
	gain := "–" // for the variance 0, by which nothing can be divided
	if v.Anchored > 0 {
		gain = view.Num(v.Plain/v.Anchored) + " times"
	}
	// The logarithmic axis begins below the smaller variance, so that its bar is visible. The lower bounds keep a variance of 0 on the
	// axis.
	axisMin, axisMax := max(1e-12, 0.3*min(v.Plain, v.Anchored)), max(1e-11, v.Plain, v.Anchored)
	bars := view.Bars{Log: true, Min: view.F(axisMin), Max: view.F(axisMax), Axis: true, Left: 96, Right: 70, Rows: []view.Bar{
		{Name: "plain", V: view.F(v.Plain), Text: view.Num(v.Plain)},
		{Name: "anchored", V: view.F(v.Anchored), Text: view.Num(v.Anchored)}}}
	return []view.Figure{{ID: "svr", Title: "Variance of a draw", Sub: "per entry, over " + view.Int(v.Draws) + " draws, log scale",
		Alt: "Variance without and with the anchor", Data: bars},
		{ID: "svrnums", Nums: [][]any{view.Row("Edges kept", view.Fix(v.Kept, 1)+" of "+view.Int(s.Frame.M)),
			view.Row("ε measured", view.Num(v.Epsilon)), view.Row("ε asked for", view.Set(s.Config.SVREpsilon)),
			view.Row("An anchor 10 % away lowers the variance", gain)}}}
}

// differenceFigure returns the picture of P⋆ − P₀, the change of an edge's plan by the JKO step.
func differenceFigure(e *frame.Edge, d int) view.Figure {
	diff := make(view.Vec, len(e.P))
	for k := range diff {
		diff[k] = e.P[k] - e.P0[k]
	}
	return squareFigure("difference", "Difference", []any{view.M{Source: "P^⋆−P_0"}, ": where the step puts mass, and from where it takes it"},
		"Difference of the plans", d, diff)
}
