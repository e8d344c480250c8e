package lab

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles the map of accuracies. For each point of the map, the pool of workers trains several models on several graphs.

// Heat is a map of accuracies over two parameters of generated graphs.
type Heat struct {
	Batch
	Map *heat.Map // map of the runs on the page, nil before the first batch of the grid
	// Stored are the maps that the page downloads.
	Stored []*heat.Map
	grid   string // name of the chosen grid, "" before the first choice
}

// Limits of a new map.
const (
	heatGraphs = 5   // number of graphs at each point
	heatNodes  = 300 // largest number of nodes of the page's graph for its use in [HeatGrid.Base]
)

// heatEpochs is the largest number of epochs of a training, as a text like all settings. The stored maps have the same number.
const heatEpochs = "200"

// HeatGrid is a generator with axes for two of its parameters.
type HeatGrid struct {
	Name, generator string // Name is the name of the axis Down; generator is a name of core/graph
	// Across is the axis of the columns, and Down is the axis of the rows.
	Across, Down heat.Axis
}

// HeatGrids lists the grids. For the generator universe, the columns have the homophily, and the rows have another parameter. For the
// generator friends, the columns have the share of ties by the rule, and the rows have the noise of the features.
func HeatGrids() []HeatGrid {
	homophily := heat.Axis{Name: "homophily", Values: []float64{0.1, 0.3, 0.5, 0.7, 0.9}}
	return []HeatGrid{ // Name, generator, Across, Down
		{"signal", "universe", homophily, heat.Axis{Name: "signal", Values: []float64{0.2, 0.4, 0.6}}},
		{"noise", "friends", heat.Axis{Name: "rule", Values: []float64{0.5, 0.95}}, heat.Axis{Name: "noise", Values: []float64{1, 3}}},
		{"degree", "universe", homophily, heat.Axis{Name: "degree", Values: []float64{4, 8, 16}}},
		{"correlation", "universe", homophily, heat.Axis{Name: "correlation", Values: []float64{0, 0.5, 1}}},
	}
}

// Grid returns the grid with the name h.grid. It returns the first grid if no grid has this name.
func (h *Heat) Grid() HeatGrid {
	grids := HeatGrids()
	k := slices.IndexFunc(grids, func(g HeatGrid) bool { return g.Name == h.grid })
	return grids[max(0, k)]
}

// Base returns the specification of the graphs of a new map; the map replaces the two parameters of the axes. It is the specification of
// the page's graph if that graph comes from the generator of the grid and has at most heatNodes nodes. Its number of classes, if the
// generator has this parameter, must be even and above 2, since the axis "correlation" pairs the classes. Otherwise the specification has
// 100 nodes and the defaults of the generator.
func (g HeatGrid) Base(page Subject) string {
	generator, values, err := graph.ParseSpec(page.Recipe.Graph)
	classes, hasClasses := values["classes"]
	isEvenAbove2 := classes > 2 && int(classes)%2 == 0
	fitsClasses := !hasClasses || isEvenAbove2
	fitsGenerator := err == nil && generator.Name == g.generator
	if fitsGenerator && fitsClasses && values["n"] <= heatNodes {
		return page.Recipe.Graph
	}
	return g.generator + ":n=100"
}

// Of reports whether the axes of a map have the names of the grid's axes.
func (g HeatGrid) Of(m *heat.Map) bool {
	return m.Axes[0].Name == g.Across.Name && m.Axes[1].Name == g.Down.Name
}

// storedHeat adds a downloaded map. It ignores a damaged text.
func (s State) storedHeat(text string) State {
	m, err := heat.Parse(text)
	if err != nil {
		return s
	}
	s.Heat.Stored = append(slices.Clip(s.Heat.Stored), m) // Clip: append copies the list, which states share
	return s
}

// heatGrid selects a grid and drops the map of the previous grid. It does nothing while a map is being trained, or for the present grid.
func (s State) heatGrid(name string) State {
	if s.Work == ForHeat || s.Heat.grid == name {
		return s
	}
	s.Heat = Heat{Stored: s.Heat.Stored, grid: name}
	return s
}

// startHeat starts the trainings of the models that are chosen for the table of results, without SGPC in the reading of the code. At least
// one of these models must have a sheaf, and at least one must not. If startHeat cannot start, it announces the reason, except while a map
// is being trained.
func (s State) startHeat(page Subject) (State, []Command) {
	if s.Busy() {
		return s, s.refuse(ForHeat)
	}
	var models []string
	for _, m := range s.Results.Models {
		isCodeReading := strings.Contains(m.Key, "/") // the key is "sgpc/code"
		if m.On && !isCodeReading {
			models = append(models, m.Key)
		}
	}
	hasSheaf := slices.ContainsFunc(models, heat.Sheaf)
	hasOther := slices.ContainsFunc(models, func(m string) bool { return !heat.Sheaf(m) })
	if !hasSheaf || !hasOther {
		return s, []Command{Announce{"Choose a model with a sheaf and one without, above."}}
	}
	grid := s.Heat.Grid()
	m, err := heat.New(grid.Base(page), []heat.Axis{grid.Across, grid.Down}, heatGraphs, models)
	if err != nil {
		return s, []Command{Announce{err.Error()}}
	}

	// Graph by graph, so that an unfinished map has nearly equal numbers of results at all points. storeResults depends on this order.
	var jobs []proto.Query
	for g := range m.Graphs {
		for point := range m.Points() {
			for _, model := range models {
				epochs := map[string]string{"epochs": heatEpochs}
				jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: m.Spec(point, g), Model: model, Settings: epochs}})
			}
		}
	}
	s.Work, s.Heat = ForHeat, Heat{Batch: newBatch(page, jobs), Map: m, Stored: s.Heat.Stored, grid: s.Heat.grid}
	return s, []Command{RunJobs{jobs}}
}

// storeResults copies the successful runs into the map. With m models and P points, job i has model i mod m, point ⌊i/m⌋ mod P and graph
// ⌊i/mP⌋, all counted from 0.
func (h *Heat) storeResults() {
	models, points := len(h.Map.Models), h.Map.Points()
	for i, r := range h.Report.Results {
		if !r.Done || r.Err != "" { // not finished, or failed
			continue
		}
		model, point, graphIndex := i%models, i/models%points, i/models/points
		h.Map.Set(point, model, graphIndex, r.Outcome.Val, r.Outcome.Test)
	}
}
