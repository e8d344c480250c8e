// This file chooses the settings of a peer, which is a model to compare SGPC with, from a small grid of settings.

package study

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/tune"
)

// gridSplits is the number of splits on which the grid of a peer is searched: the first five of a data set.
const gridSplits = 5

// choosePeerSettings chooses an entry, which is a combination of settings, of a peer's grid for the only data set of g.
// It chooses the entry with the largest mean of tune.Score over the first gridSplits splits of g, with the first seed. Of equal entries it
// chooses the first. The runs do not see test labels, and no entry overrides a setting of g.
// choosePeerSettings returns the choice, and the cells of the chosen settings on all splits with all seeds of g.
// It fails if the data set cannot be loaded, if one of the first gridSplits splits is missing or has no validation nodes, if a setting is
// invalid, or if a run of the grid is missing.
func (o *options) choosePeerSettings(read Loader, g Grid, model string, stderr io.Writer) (Chosen, []Cell, error) {
	dataset, splits := g.Datasets[0], g.Splits[:min(gridSplits, len(g.Splits))]
	blind := NewLibrary(read)
	blind.blind = true
	for _, name := range splits {
		_, split, err := blind.resolve(Cell{Dataset: dataset, Split: name})
		if err != nil {
			return Chosen{}, nil, err
		}
		if len(split.Val) == 0 {
			return Chosen{}, nil, fmt.Errorf("settings are chosen on validation nodes, and split %s of %s has none; give -method validation", name,
				dataset)
		}
	}
	entries, err := peerGridEntries(blind, Cell{Dataset: dataset, Model: model, Split: splits[0], Method: g.Method, Set: g.Set})
	if err != nil {
		return Chosen{}, nil, err
	}
	// Run every entry on every split, entry by entry.
	var cells []Cell
	for _, set := range entries.sets {
		for _, split := range splits {
			cells = append(cells, Cell{Dataset: dataset, Model: model, Split: split, Seed: g.Seeds[0], Method: g.Method, Set: set})
		}
	}
	results, err := o.execute(cells, blind, WithoutSeries, nil, stderr) // nil: nothing is called after a cell
	// An incomplete grid could choose another entry than the complete one. If no result is missing, err can only be an interrupt after the
	// last run, which has no effect on the choice.
	if len(results) < len(cells) {
		return Chosen{}, nil, fmt.Errorf("the grid of %s on %s is not finished: %w", model, dataset,
			errors.Join(err, errors.New("repeat the command")))
	}
	// No cell has failed, so the results have the order of the cells.
	best, bestMean := 0, -1.0 // all scores are at least 0
	for k := range entries.sets {
		mean := 0.0 // over the splits
		resultsOfEntry := results[k*len(splits) : (k+1)*len(splits)]
		for _, r := range resultsOfEntry {
			score := tune.Score{Around: r.Outcome.Around, Crossed: r.Outcome.Crossed}
			mean += score.Mean() / float64(len(splits))
		}
		if mean > bestMean {
			best, bestMean = k, mean
		}
	}
	final := g
	final.Models, final.Set = []string{model}, entries.sets[best]
	return Chosen{Dataset: dataset, Model: model, From: entries.names[best], Tried: len(entries.sets), ValMean: bestMean,
		Runs: len(splits), Seed: g.Seeds[0], Settings: entries.changes[best], Date: time.Now().Format(time.DateOnly)}, final.Cells(), nil
}

// gridEntries are the entries of a peer's grid, as parallel lists: element k of each list belongs to entry k.
type gridEntries struct {
	names []string
	// changes has the settings that each entry changes from the defaults.
	// sets has the settings of the runs of each entry: its changes, and the settings of the command line.
	changes, sets []map[string]string
}

// peerGridEntries returns the entries of the grid of a cell's model, a peer. The settings of the cell are fixed: no entry changes them, and
// an entry that would change only them is omitted.
// peerGridEntries fails if the data set cannot be loaded, or if the split or a setting of the cell is invalid.
func peerGridEntries(lib *Library, c Cell) (entries gridEntries, err error) {
	// The grid depends on the default settings of the peer for the graph.
	g, split, err := lib.resolve(c)
	if err != nil {
		return entries, err
	}
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return entries, err
	}
	for _, entry := range peer.Find(c.Model).Grid(cfg.PeerSettings()) {
		change := map[string]string{}
		for name, value := range entry.Set {
			if _, isFixed := c.Set[name]; !isFixed {
				change[name] = strconv.FormatFloat(value, 'g', -1, 64)
			}
		}
		// An entry whose settings are all fixed equals the entry of the defaults, which has no settings.
		isDefaults := entry.Set == nil
		if len(change) == 0 && !isDefaults {
			continue
		}
		entries.names = append(entries.names, entry.Name)
		entries.changes = append(entries.changes, change)
		entries.sets = append(entries.sets, merged(change, c.Set))
	}
	return entries, nil
}

// minGridNodes is the smallest number of nodes for which a peer's grid is searched. Smaller graphs have too few validation nodes.
const minGridNodes = 100

// hasPeerGrid reports whether a table searches the grid of a model on g: the model is a peer, and g has enough nodes.
func hasPeerGrid(model string, g *graph.Graph) bool {
	return peer.Find(model) != nil && g.N >= minGridNodes
}
