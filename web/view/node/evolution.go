package node

// This file has the pictures of diffusion over time. The Dirichlet energy measures how far the ends of the edges disagree, and diffusion
// lowers it. H are the features before diffusion, and L̂ is the normalised sheaf Laplacian.

import (
	"math"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// EvolutionFigures returns the pictures of diffusion over the time t. The first has the Dirichlet energy of the heat flow e^{−tL̂}H and of
// one implicit step (I+tL̂)^{−1}H. A sentence on this picture follows, and then a picture of the heat flow in one stalk. Without numbers,
// the sentence on the reason is the only figure. s.Flow is not nil.
func EvolutionFigures(s *state.State) []view.Figure {
	e := &s.Flow.View.Evolution
	if len(e.Time) == 0 {
		return []view.Figure{{ID: "evolution-said", Data: "No picture over time: 4Δt is too long for this Laplacian. Choose a smaller Δt."}}
	}
	flow, step := "e^{−t\\hat{L}}H", "(I+t\\hat{L})^{−1}H"
	if s.Config.Operator != "normalized" { // the operator is the Laplacian L as it is
		flow, step = "e^{−tL}H", "(I+tL)^{−1}H"
	}
	lines := view.Lines{VRefs: []view.VRef{{X: view.F(e.Time[e.At]), Name: "Δt"}}, YMin: new(view.F(0)), Height: 150,
		Series: []view.Series{{Name: "one step", X: e.Time, Y: e.Step, Class: "ln ln2 thin"}, {Name: "heat flow", X: e.Time, Y: e.Flow}}}
	energy := view.Figure{ID: "evolution", TestID: "evolution", Title: "Diffusion in time",
		Sub: []any{"Dirichlet energy: full line ", view.M{Source: flow}, ", thin ", view.M{Source: step},
			", the step that the network takes with t = Δt"},
		Alt: "Dirichlet energy over diffusion time. " + evolutionText(s), Data: lines}
	if !s.FlowNow() { // the numbers of an earlier position stay until the present numbers arrive
		energy.Sub = view.EarlierUntil
	}
	out := []view.Figure{energy, {ID: "evolution-said", Data: evolutionText(s)}}

	// The stalk: D × channels values for each time. Dt, the end of the picture's time axis, is here the last time, not the diffusion time Δt.
	values := make(view.Vec, len(e.Value))
	m := Stalks{D: e.D, Layers: []StalkLayer{{Dt: view.F(view.LastOf(e.Time)), Channels: e.Channels, Time: e.Time, Value: values}}}
	for k, x := range e.Value {
		values[k] = float64(x)
		m.Max = view.F(max(float64(m.Max), math.Abs(float64(x))))
	}
	title := "Stalk of " + view.NodeName(s, e.Node) + " over time"
	sub := []any{view.M{Source: flow}, ": a thin line per channel, thick their mean"}
	if e.Node != s.Node() { // without a selected node the worker chooses one
		sub = append(sub, "; an example, choose a node")
	}
	return append(out, view.Figure{ID: "evolution-stalk", TestID: "evolution-stalk",
		Title: title, Sub: sub, Alt: title, Data: m})
}

// evolutionText returns a sentence with the share of the initial energy that remains at t = Δt: after the implicit step, and after the heat
// flow. An initial energy of 0 has no shares, and the sentence says that the energy is 0 at every time.
func evolutionText(s *state.State) string {
	e := &s.Flow.View.Evolution
	initial := e.Flow[0] // the energy at time 0
	if initial <= 0 {
		return "The features agree on every edge: their energy is 0 at every time."
	}
	return "At t = Δt = " + view.Set(e.Time[e.At]) + " the step has " + words.Part(e.Step[e.At], initial, 1) +
		" of the energy of H left, the heat flow " + words.Part(e.Flow[e.At], initial, 1) + "."
}
