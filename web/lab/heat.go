package lab

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Heat is a map of accuracies over two parameters of generated graphs. It depends on the page's graph only by Base.
type Heat struct {
	Batch
	Map *heat.Map // the map trained on the page, nil for none
	// Stored are the maps that the page downloads.
	Stored []*heat.Map
	grid   string
}

// heatGraphs is the number of graphs at each point. heatNodes is the largest graph of the page whose parameters a map copies.
const heatGraphs, heatNodes = 5, 300

// heatEpochs is the largest number of epochs of a training, as in the stored maps.
const heatEpochs = "200"

// HeatGrid is a generator with two axes of its parameters. Name is that of the second axis.
type HeatGrid struct {
	Name, generator string
	Across, Down    heat.Axis
}

// HeatGrids lists the grids: homophily against another parameter, and for friends and rivals the share of ties by the rule against
// the noise of the features.
func HeatGrids() []HeatGrid {
	homophily := heat.Axis{Name: "homophily", Values: []float64{0.1, 0.3, 0.5, 0.7, 0.9}}
	return []HeatGrid{
		{"signal", "universe", homophily, heat.Axis{Name: "signal", Values: []float64{0.2, 0.4, 0.6}}},
		{"noise", "friends", heat.Axis{Name: "rule", Values: []float64{0.5, 0.95}}, heat.Axis{Name: "noise", Values: []float64{1, 3}}},
		{"degree", "universe", homophily, heat.Axis{Name: "degree", Values: []float64{4, 8, 16}}},
		{"correlation", "universe", homophily, heat.Axis{Name: "correlation", Values: []float64{0, 0.5, 1}}},
	}
}

// Grid returns the chosen grid.
func (h *Heat) Grid() HeatGrid {
	list := HeatGrids()
	return list[max(0, slices.IndexFunc(list, func(g HeatGrid) bool { return g.Name == h.grid }))]
}

// Base returns the specification of a new map's graphs. It is the page's graph where that has the grid's generator, at most
// heatNodes nodes and an even number of classes above 2; else the default.
func (g HeatGrid) Base(on Subject) string {
	gen, values, err := graph.ParseSpec(on.Recipe.Graph)
	classes, has := values["classes"]
	if err == nil && gen.Name == g.generator && values["n"] <= heatNodes && (!has || classes > 2 && int(classes)%2 == 0) {
		return on.Recipe.Graph
	}
	return g.generator + ":n=100"
}

// Of reports whether a map has the axes of the grid.
func (g HeatGrid) Of(m *heat.Map) bool {
	return m.Axes[0].Name == g.Across.Name && m.Axes[1].Name == g.Down.Name
}

// storedHeat adds a downloaded map; a damaged one is ignored.
func (s State) storedHeat(text string) State {
	if m, err := heat.Parse(text); err == nil {
		s.Heat.Stored = append(slices.Clip(s.Heat.Stored), m)
	}
	return s
}

// heatGrid selects a grid and drops the map of another one.
func (s State) heatGrid(name string) State {
	if h := &s.Heat; s.Work != ForHeat && h.grid != name {
		*h = Heat{Stored: h.Stored, grid: name}
	}
	return s
}

// startHeat starts the training of the models chosen for the table, graph by graph, so that the map fills evenly.
func (s State) startHeat(on Subject) (State, []Command) {
	if s.Busy() {
		return s, s.refuse(ForHeat)
	}
	var models []string
	for _, m := range s.Results.Models {
		if m.On && !strings.Contains(m.Key, "/") {
			models = append(models, m.Key)
		}
	}
	if !slices.ContainsFunc(models, heat.Sheaf) || !slices.ContainsFunc(models, func(m string) bool { return !heat.Sheaf(m) }) {
		return s, []Command{Announce{"Choose a model with a sheaf and one without, above."}}
	}
	grid := s.Heat.Grid()
	m, err := heat.New(grid.Base(on), []heat.Axis{grid.Across, grid.Down}, heatGraphs, models)
	if err != nil {
		return s, []Command{Announce{err.Error()}}
	}
	var jobs []proto.Query
	for g := range m.Graphs {
		for p := range m.Points() {
			for _, model := range models {
				jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: m.Spec(p, g), Model: model,
					Settings: map[string]string{"epochs": heatEpochs}}})
			}
		}
	}
	s.Work, s.Heat = ForHeat, Heat{Batch: newBatch(on, jobs), Map: m, Stored: s.Heat.Stored, grid: s.Heat.grid}
	return s, []Command{RunJobs{jobs}}
}

// storeResults copies the finished runs into the map. Job i has model i mod n, point ⌊i/n⌋ mod P and graph ⌊i/nP⌋.
func (h *Heat) storeResults() {
	for i, r := range h.Report.Results {
		if n := len(h.Map.Models); r.Done && r.Err == "" {
			h.Map.Set(i/n%h.Map.Points(), i%n, i/n/h.Map.Points(), r.Outcome.Val, r.Outcome.Test)
		}
	}
}
