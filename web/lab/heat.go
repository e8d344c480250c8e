package lab

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Heat is a map of accuracies over two parameters of generated graphs. The graph of the page influences only Base.
type Heat struct {
	Batch
	Map *heat.Map // map of the runs on the page, nil before the first
	// Stored are the maps that the page downloads.
	Stored []*heat.Map
	grid   string // name of the chosen grid
}

// heatGraphs is the number of graphs at each point. A graph of the page with more than heatNodes nodes is not used as Base.
const heatGraphs, heatNodes = 5, 300

// heatEpochs is the largest number of epochs of a training, equal to that of the stored maps.
const heatEpochs = "200"

// HeatGrid is a generator with axes for two of its parameters. Name is the name of the second axis.
type HeatGrid struct {
	Name, generator string
	Across, Down    heat.Axis
}

// HeatGrids lists the grids. Most have homophily and another parameter. The grid of the generator friends has the share of ties by the rule
// and the noise of the features.
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

// Base returns the specification of the graphs of a new map. It is that of the page's graph if the graph comes from the grid's generator
// and has at most heatNodes nodes. If the generator has a parameter for classes, their number must also be even and above 2. Otherwise
// Base returns a specification with the defaults of the generator.
func (g HeatGrid) Base(on Subject) string {
	gen, values, err := graph.ParseSpec(on.Recipe.Graph)
	classes, hasClasses := values["classes"]
	fitsClasses := !hasClasses || classes > 2 && int(classes)%2 == 0
	if err == nil && gen.Name == g.generator && values["n"] <= heatNodes && fitsClasses {
		return on.Recipe.Graph
	}
	return g.generator + ":n=100"
}

// Of reports whether a map has the axes of the grid.
func (g HeatGrid) Of(m *heat.Map) bool {
	return m.Axes[0].Name == g.Across.Name && m.Axes[1].Name == g.Down.Name
}

// storedHeat adds a downloaded map. It ignores a damaged one.
func (s State) storedHeat(text string) State {
	if m, err := heat.Parse(text); err == nil {
		s.Heat.Stored = append(slices.Clip(s.Heat.Stored), m)
	}
	return s
}

// heatGrid selects a grid and drops the map of the previous grid, unless a map is being trained.
func (s State) heatGrid(name string) State {
	if h := &s.Heat; s.Work != ForHeat && h.grid != name {
		*h = Heat{Stored: h.Stored, grid: name}
	}
	return s
}

// startHeat starts the training of the models that are chosen for the table. The jobs are ordered graph by graph; all points of the map
// then have equally many results.
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
	hasSheaf := slices.ContainsFunc(models, heat.Sheaf)
	hasOther := slices.ContainsFunc(models, func(m string) bool { return !heat.Sheaf(m) })
	if !hasSheaf || !hasOther {
		return s, []Command{Announce{"Choose a model with a sheaf and one without, above."}}
	}
	grid := s.Heat.Grid()
	m, err := heat.New(grid.Base(on), []heat.Axis{grid.Across, grid.Down}, heatGraphs, models)
	if err != nil {
		return s, []Command{Announce{err.Error()}}
	}
	// storeResults depends on this order of the jobs.
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
	n, points := len(h.Map.Models), h.Map.Points()
	for i, r := range h.Report.Results {
		if r.Done && r.Err == "" {
			point, model, graphIndex := i/n%points, i%n, i/n/points
			h.Map.Set(point, model, graphIndex, r.Outcome.Val, r.Outcome.Test)
		}
	}
}
