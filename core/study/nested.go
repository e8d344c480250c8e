package study

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// methodNested is the method of a table that chooses settings for each split from the split's own training and validation nodes.
// Every configuration is evaluated by one run with the first seed.
// methodAuto instead chooses one setting for all splits, on validation nodes that are test nodes of other splits.
const methodNested = "nested"

// Choice is the chosen configuration of one split: its name and the settings that differ from the defaults.
type Choice struct {
	Split    string            `json:"split"`
	From     string            `json:"from"`
	Settings map[string]string `json:"settings,omitempty"`
}

// nestedCells returns the cells of a grid of one data set and model with settings chosen for each split, and the choices.
func (o *options) nestedCells(lib *Library, g Grid, stderr io.Writer) (cells []Cell, chosen []Chosen, err error) {
	for _, split := range g.Splits {
		// Each split is a search of its own, so no node outside its training and validation sets affects the choice.
		one := g
		one.Splits = []string{split}
		own, picks, err := o.tunedCells(lib, one, stderr)
		if err != nil {
			return nil, nil, fmt.Errorf("split %s: %w", split, err)
		}
		for _, c := range picks {
			c.Split = split
			chosen = append(chosen, c)
		}
		cells = append(cells, own...)
	}
	return cells, chosen, nil
}

// Overlap measures how far the common choice of settings sees test nodes.
// mean is the mean over the named splits of the share of test nodes in a validation set of the first five splits.
// tested is the mean number of test nodes divided by that of training and validation nodes.
// Both are 0 where a split has no test nodes or a name is no number.
func Overlap(splits []graph.Split, names []string) (mean, tested float64) {
	seen := map[int]bool{}
	for _, s := range splits[:min(gridSplits, len(splits))] {
		for _, i := range s.Val {
			seen[i] = true
		}
	}
	for _, name := range names {
		k, err := strconv.Atoi(name)
		if err != nil || k >= len(splits) || len(splits[k].Test) == 0 {
			return 0, 0
		}
		s := splits[k]
		in, n := len(slices.DeleteFunc(slices.Clone(s.Test), func(i int) bool { return !seen[i] })), float64(len(s.Test))
		mean += float64(in) / n / float64(len(names))
		tested += n / float64(len(s.Train)+len(s.Val)) / float64(len(names))
	}
	return mean, tested
}
