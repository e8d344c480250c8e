package lab

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Heat is accuracies over the yardsticks of generated graphs: those that were trained here, or none. It does not depend on the
// graph of the page but for its sliders.
type Heat struct {
	Batch
	Map *heat.Map // nil for none
	// Stored is the map that comes with the page, nil until it is fetched.
	Stored *heat.Map
	axis   string
}

// heatGraphs is how many graphs a point has here, heatNodes how large a generated graph of the page may be to lend its sliders.
const heatGraphs, heatNodes = 5, 300

// heatEpochs bounds each training of a map, as the stored ones are.
const heatEpochs = "200"

// heatAcross is the first axis; HeatAxes are the second ones that can be chosen.
var heatAcross = heat.Axis{Name: "homophily", Values: []float64{0.1, 0.3, 0.5, 0.7, 0.9}}

// HeatAxes lists what a map can have beside homophily.
func HeatAxes() []heat.Axis {
	return []heat.Axis{{Name: "signal", Values: []float64{0.2, 0.4, 0.6}}, {Name: "degree", Values: []float64{4, 8, 16}},
		{Name: "correlation", Values: []float64{0, 0.5, 1}}}
}

// Axis is the chosen second axis.
func (h *Heat) Axis() heat.Axis {
	list := HeatAxes()
	return list[max(0, slices.IndexFunc(list, func(a heat.Axis) bool { return a.Name == h.axis }))]
}

// HeatBase is the specification of the graphs of a new map: the generated graph of the page, where it has these yardsticks and is
// small, else the usual one.
func HeatBase(on Subject) string {
	gen, values, err := graph.ParseSpec(on.Recipe.Graph)
	if err == nil && gen.Name == "universe" && values["n"] <= heatNodes && values["classes"] > 2 && int(values["classes"])%2 == 0 {
		return on.Recipe.Graph
	}
	return "universe:n=100"
}

// storedHeat keeps the map that comes with the page; a damaged one is left out.
func (s State) storedHeat(text string) State {
	if m, err := heat.Parse(text); err == nil {
		s.Heat.Stored = m
	}
	return s
}

// heatAxis chooses an axis and leaves what was trained for another.
func (s State) heatAxis(name string) State {
	if h := &s.Heat; !h.Running && h.axis != name {
		*h = Heat{Stored: h.Stored, axis: name}
	}
	return s
}

// startHeat trains the models that are chosen for the table of results, graph by graph, so that the map fills evenly.
func (s State) startHeat(on Subject) (State, []Command) {
	switch {
	case s.Heat.Running:
		return s, nil
	case s.Busy():
		return s, []Command{Say{busyText}}
	}
	var models []string
	for _, m := range s.Results.Models {
		if m.On && !strings.Contains(m.Key, "/") {
			models = append(models, m.Key)
		}
	}
	if !slices.ContainsFunc(models, heat.Sheaf) || !slices.ContainsFunc(models, func(m string) bool { return !heat.Sheaf(m) }) {
		return s, []Command{Say{"Choose a model with a sheaf and one without, above."}}
	}
	m, err := heat.New(HeatBase(on), []heat.Axis{heatAcross, s.Heat.Axis()}, heatGraphs, models)
	if err != nil {
		return s, []Command{Say{err.Error()}}
	}
	var jobs []proto.Query
	for g := range m.Graphs {
		for p := range m.Points() {
			for _, model := range models {
				jobs = append(jobs, proto.Query{Run: recipe.Run{Graph: m.Spec(p, g), Model: model,
					Settings: map[string]string{"epochs": heatEpochs}}})
			}
		}
	}
	s.Heat = Heat{Batch: newBatch(on, jobs), Map: m, Stored: s.Heat.Stored, axis: s.Heat.axis}
	return s, []Command{RunJobs{jobs}}
}

// heating takes a report of the pool, or ends the trainings.
func (s State) heating(m Msg) (State, []Command) {
	h := &s.Heat
	report, ok := m.(Reported)
	if !ok {
		h.Running = false
		return s, []Command{CancelJobs{}, Say{"The training is cancelled; what was finished stays."}}
	}
	over := h.take(report.Report)
	for i, r := range h.Report.Results {
		if n := len(h.Map.Models); r.Done && r.Err == "" {
			h.Map.Set(i/n%h.Map.Points(), i%n, i/n/h.Map.Points(), r.Outcome.Val, r.Outcome.Test)
		}
	}
	if over {
		return s, []Command{Say{"The map is complete."}}
	}
	return s, nil
}
