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
	// Stored are the maps that come with the page, none until they are fetched.
	Stored []*heat.Map
	grid   string
}

// heatGraphs is how many graphs a point has here, heatNodes how large a generated graph of the page may be to lend its sliders.
const heatGraphs, heatNodes = 5, 300

// heatEpochs bounds each training of a map, as the stored ones are.
const heatEpochs = "200"

// HeatGrid is a grid of a map: its generator and both axes. Name is that of the second axis.
type HeatGrid struct {
	Name, generator string
	Across, Down    heat.Axis
}

// HeatGrids lists the grids to choose from: homophily and another yardstick; and friends and rivals by the share of ties that keep their
// rule and the noise of the features.
func HeatGrids() []HeatGrid {
	homophily := heat.Axis{Name: "homophily", Values: []float64{0.1, 0.3, 0.5, 0.7, 0.9}}
	return []HeatGrid{
		{"signal", "universe", homophily, heat.Axis{Name: "signal", Values: []float64{0.2, 0.4, 0.6}}},
		{"noise", "friends", heat.Axis{Name: "rule", Values: []float64{0.5, 0.95}}, heat.Axis{Name: "noise", Values: []float64{1, 3}}},
		{"degree", "universe", homophily, heat.Axis{Name: "degree", Values: []float64{4, 8, 16}}},
		{"correlation", "universe", homophily, heat.Axis{Name: "correlation", Values: []float64{0, 0.5, 1}}},
	}
}

// Grid is the chosen one.
func (h *Heat) Grid() HeatGrid {
	list := HeatGrids()
	return list[max(0, slices.IndexFunc(list, func(g HeatGrid) bool { return g.Name == h.grid }))]
}

// Base is the specification of the graphs of a new map: the generated graph of the page, where it is of the grid's generator, small and
// without odd classes, else the usual one.
func (g HeatGrid) Base(on Subject) string {
	gen, values, err := graph.ParseSpec(on.Recipe.Graph)
	classes, has := values["classes"]
	if err == nil && gen.Name == g.generator && values["n"] <= heatNodes && (!has || classes > 2 && int(classes)%2 == 0) {
		return on.Recipe.Graph
	}
	return g.generator + ":n=100"
}

// Of reports whether a map is over the grid's axes.
func (g HeatGrid) Of(m *heat.Map) bool {
	return m.Axes[0].Name == g.Across.Name && m.Axes[1].Name == g.Down.Name
}

// storedHeat keeps a map that comes with the page; a damaged one is left out.
func (s State) storedHeat(text string) State {
	if m, err := heat.Parse(text); err == nil {
		s.Heat.Stored = append(slices.Clip(s.Heat.Stored), m)
	}
	return s
}

// heatGrid chooses a grid and leaves what was trained for another.
func (s State) heatGrid(name string) State {
	if h := &s.Heat; s.Work != ForHeat && h.grid != name {
		*h = Heat{Stored: h.Stored, grid: name}
	}
	return s
}

// startHeat trains the models that are chosen for the table of results, graph by graph, so that the map fills evenly.
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
		return s, []Command{Say{"Choose a model with a sheaf and one without, above."}}
	}
	grid := s.Heat.Grid()
	m, err := heat.New(grid.Base(on), []heat.Axis{grid.Across, grid.Down}, heatGraphs, models)
	if err != nil {
		return s, []Command{Say{err.Error()}}
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

// fill takes what the runs came to so far into the map.
func (h *Heat) fill() {
	for i, r := range h.Report.Results {
		if n := len(h.Map.Models); r.Done && r.Err == "" {
			h.Map.Set(i/n%h.Map.Points(), i%n, i/n/h.Map.Points(), r.Outcome.Val, r.Outcome.Test)
		}
	}
}
