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

// gridSplits is the number of splits, the first ones, on which the grid of a peer is searched.
const gridSplits = 5

// choosePeerSettings chooses an entry of a peer's grid (peer.Grid) for the data set of g; settings of g are kept.
// It maximizes the mean validation score over the first splits with the first seed; of equal entries the first wins.
// The runs see no test label.
// It returns the choice and the cells of the chosen settings on all splits with all seeds.
func (o *options) choosePeerSettings(read Loader, g Grid, model string, stderr io.Writer) (Chosen, []Cell, error) {
	d, splits := g.Datasets[0], g.Splits[:min(gridSplits, len(g.Splits))]
	blind := NewLibrary(read)
	blind.blind = true
	_, first, err := blind.resolve(Cell{Dataset: d, Split: splits[0]})
	if err != nil {
		return Chosen{}, nil, err
	}
	if len(first.Val) == 0 {
		return Chosen{}, nil, errors.New("settings are chosen on validation nodes, and the split has none; give -method validation")
	}
	tries, err := peerGridEntries(blind, Cell{Dataset: d, Model: model, Split: splits[0], Method: g.Method, Set: g.Set})
	if err != nil {
		return Chosen{}, nil, err
	}
	var cells []Cell
	for _, set := range tries.sets {
		for _, split := range splits {
			cells = append(cells, Cell{Dataset: d, Model: model, Split: split, Seed: g.Seeds[0], Method: g.Method, Set: set})
		}
	}
	results, err := o.execute(cells, blind, false, nil, stderr)
	// An incomplete grid could choose another entry than the complete one.
	if len(results) < len(cells) {
		return Chosen{}, nil, fmt.Errorf("the grid of %s on %s is not finished: %w", model, d, errors.Join(err, errors.New("repeat the command")))
	}
	best, score := 0, -1.0
	for k := range tries.sets {
		mean := 0.0
		for _, r := range results[k*len(splits) : (k+1)*len(splits)] {
			mean += tune.Score{Around: r.Outcome.Around, Crossed: r.Outcome.Crossed}.Mean() / float64(len(splits))
		}
		if mean > score {
			best, score = k, mean
		}
	}
	own := g
	own.Models, own.Set = []string{model}, tries.sets[best]
	return Chosen{Dataset: d, Model: model, From: tries.names[best], Tried: len(tries.sets), ValMean: score, Runs: len(splits),
		Seed: g.Seeds[0], Settings: tries.changes[best], Date: time.Now().Format(time.DateOnly)}, own.Cells(), nil
}

// gridEntries are the distinct entries of a grid when some settings are kept: name, changed settings and all settings of each.
type gridEntries struct {
	names         []string
	changes, sets []map[string]string
}

// peerGridEntries returns the grid of the peer of a cell.
func peerGridEntries(lib *Library, c Cell) (t gridEntries, err error) {
	g, split, err := lib.resolve(c)
	if err != nil {
		return t, err
	}
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return t, err
	}
	for _, q := range peer.Find(c.Model).Grid(cfg.PeerSettings()) {
		change := map[string]string{}
		for name, v := range q.Set {
			if _, given := c.Set[name]; !given {
				change[name] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		if q.Set != nil && len(change) == 0 { // the entry changes only settings that are kept
			continue
		}
		t.names, t.changes, t.sets = append(t.names, q.Name), append(t.changes, change), append(t.sets, merged(change, c.Set))
	}
	return t, nil
}

// hasPeerGrid reports whether a table searches the grid of a model on g: the model is a peer, and g has at least 100 nodes.
// On smaller graphs the validation sets of the splits are too small to choose.
func hasPeerGrid(model string, g *graph.Graph) bool { return peer.Find(model) != nil && g.N >= 100 }
