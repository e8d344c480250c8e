package study

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// methodNested is the method of a table that chooses the settings of each split as methodAuto does, from the training and validation
// nodes of that split alone. Every configuration is judged by one run, with the first seed. A table with methodAuto chooses one setting
// for all splits, on validation nodes that are test nodes of other splits.
const methodNested = "nested"

// Choice is what was chosen for one split: its name, what the configuration was called, and the settings that differ from the usual ones.
type Choice struct {
	Split    string            `json:"split"`
	From     string            `json:"from"`
	Settings map[string]string `json:"settings,omitempty"`
}

// nestedCells lists the cells of a grid of one data set and model with settings that are chosen for each split alone, and what was chosen.
func (o *options) nestedCells(lib *Library, g Grid, stderr io.Writer) (cells []Cell, chosen []Chosen, err error) {
	for _, split := range g.Splits {
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

// Overlap is the mean, over some of the splits of a graph, of the share of a split's test nodes that are validation nodes of one of the
// first five splits: of those on which one setting is chosen for all. tested is the mean of the number of test nodes over that of training
// and validation nodes. Names are numbers of splits. Both are 0 without test nodes.
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
