// This file defines the tasks of the command reproduce, and lists them.

package study

import (
	"slices"
	"strconv"

	"sheafscope/core/figures"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/method"
)

// tableID is the id of table 1. The ids of the other tasks are the ids of figures.
const tableID = "table1"

// task is a part of the work that only one shard does: a model of table 1 on a data set, or a figure on a data set.
type task struct {
	id, dataset, model string              // id is tableID or the id of a figure; model is "" for a figure
	figure             figures.PaperFigure // the zero value for table 1
	base               Grid                // grid of the figure, the zero value for table 1
	cells              []Cell              // cells with the settings before a search
	// wanted are the cells that the task has to run: the field cells or, after a search, cells with the settings that the search chose.
	wanted []Cell
	done   []Result // results of the finished cells
	// from and settings are the name and the settings of the configuration that the search chose, or "" and nil without a search.
	from     string
	settings map[string]string
	runs     int // number of runs, the runs of the search included; an estimate until the end of runTask
}

// rateKey is the key of tasks whose runs take a similar time. All models of table 1 on a data set share a key.
type rateKey struct{ dataset, id string }

// rateKey returns the key of the task.
func (t *task) rateKey() rateKey { return rateKey{t.dataset, t.id} }

// searchCost is the estimated ratio of two numbers of runs: the runs of a search, and the runs with the chosen settings.
const searchCost = 4

// plan adds the tasks to r.tasks. isWanted reports whether the user wants the table or figure with an id.
// figureGrid is the grid of the figures.
func (r *reproduction) plan(isWanted func(id string) bool, figureGrid Grid) {
	if isWanted(tableID) {
		r.planTable()
	}
	for _, f := range figures.Held().Figures {
		if isWanted(f.ID) {
			r.planFigure(f, figureGrid)
		}
	}
}

// planTable adds a task for each data set and model of table 1.
func (r *reproduction) planTable() {
	for _, d := range r.grid.Datasets {
		for _, m := range r.grid.Models {
			g := r.grid
			g.Datasets, g.Models = []string{d}, []string{m}
			t := &task{id: tableID, dataset: d, model: m, cells: g.Cells(), wanted: g.Cells()}
			t.runs = len(t.cells)
			if m == "sgpc" { // the only model with a search
				t.runs += searchCost * len(t.cells)
			}
			r.tasks = append(r.tasks, t)
		}
	}
}

// planFigure adds a task for each graph on which a figure is made: its data sets that are among -datasets, and its built-in graphs.
// If there is no such graph, the figure is made on the first data set of -datasets. grid is the grid of the figures.
func (r *reproduction) planFigure(f figures.PaperFigure, grid Grid) {
	// A published data set is used only if it is among -datasets.
	datasets := slices.DeleteFunc(slices.Clone(f.Datasets), func(d string) bool {
		return slices.Contains(published.Datasets(), d) && !slices.Contains(r.grid.Datasets, d)
	})
	if len(datasets) == 0 {
		datasets = r.grid.Datasets[:1] // ReproduceCommand refuses an empty list
	}
	ablation, _ := FindAblation(f.Ablation) // always found, since the ablation of every figure exists
	ablation.Variants = f.Variants()        // only the variants that the figure draws
	for _, d := range datasets {
		g := grid
		g.Datasets, g.Method = []string{d}, string(f.Method)
		if f.Method == method.Validation {
			g.Method = "" // the empty method of a cell stands for validation
		}
		if !slices.Contains(published.Datasets(), d) { // a built-in graph, for which splits have to be drawn
			g.Splits = drawnLike(g.Splits)
		}
		t := &task{id: f.ID, dataset: d, figure: f, base: g, cells: ablation.Cells(g), wanted: ablation.Cells(g)}
		t.runs = len(t.cells)
		r.tasks = append(r.tasks, t)
	}
}

// drawnLike replaces the number of each numbered split by the name of a drawn split that has the number as its seed: "3" becomes
// "random:0.48,0.32,0.20@3". It does not change other names.
func drawnLike(splits []string) (names []string) {
	for _, name := range splits {
		if _, err := strconv.Atoi(name); err == nil {
			name = method.DefaultSplit + "@" + name
		}
		names = append(names, name)
	}
	return names
}
