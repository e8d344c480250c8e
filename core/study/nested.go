// This file makes nested choices: the settings for a split are chosen on the training and validation nodes of this split alone.

package study

import (
	"fmt"
	"io"
	"strconv"

	"sheafscope/core/graph"
)

// methodNested is the method of a table that chooses the settings for each split from the split's own training and validation nodes.
// Every configuration has one run on the split, with the first seed. In a search of SGPC it has one run in each stage that it reaches.
// methodAuto instead chooses common settings for all splits. Its choice uses validation nodes that may be test nodes of other splits.
const methodNested = "nested"

// Choice is the configuration chosen for one split. From is its name, and Settings are the settings that differ from the defaults.
type Choice struct {
	Split    string            `json:"split"`
	From     string            `json:"from"`
	Settings map[string]string `json:"settings,omitempty"`
}

// nestedCells chooses settings for each split of a grid of one data set and one model.
// It returns the cells of the grid with these settings, and the choices. An error names the split.
func (o *options) nestedCells(lib *Library, g Grid, stderr io.Writer) (cells []Cell, chosen []Chosen, err error) {
	for _, split := range g.Splits {
		// A choice on one split reads no label outside the training and validation nodes of the split.
		gridOfSplit := g
		gridOfSplit.Splits = []string{split}
		cellsOfSplit, choices, err := o.tunedCells(lib, gridOfSplit, stderr)
		if err != nil {
			return nil, nil, fmt.Errorf("split %s: %w", split, err)
		}
		for _, c := range choices {
			c.Split = split // tunedCells leaves Split empty
			chosen = append(chosen, c)
		}
		cells = append(cells, cellsOfSplit...)
	}
	return cells, chosen, nil
}

// Overlap returns two means over the splits with the given names, which are numbers of splits as texts, from "0" on:
//   - overlap is the share of a split's test nodes that a common choice of settings (methodAuto) uses as validation nodes;
//   - tested is the number of a split's test nodes divided by the number of its training and validation nodes.
//
// For a peer, a common choice uses the validation nodes of the first gridSplits splits. For SGPC the search may use more splits, so that
// overlap is a lower bound. Both results are 0 without names, if a name is no number of a split, or if a named split has no test nodes.
func Overlap(splits []graph.Split, names []string) (overlap, tested float64) {
	seen := map[int]bool{} // validation nodes of the common choice
	for _, s := range splits[:min(gridSplits, len(splits))] {
		for _, i := range s.Val {
			seen[i] = true
		}
	}
	for _, name := range names {
		k, err := strconv.Atoi(name)
		isSplit := err == nil && k >= 0 && k < len(splits)
		if !isSplit || len(splits[k].Test) == 0 {
			return 0, 0
		}
		s := splits[k]
		seenTests := 0
		for _, i := range s.Test {
			if seen[i] {
				seenTests++
			}
		}
		// Each split adds its part of the means.
		tests := float64(len(s.Test))
		overlap += float64(seenTests) / tests / float64(len(names))
		tested += tests / float64(len(s.Train)+len(s.Val)) / float64(len(names))
	}
	return overlap, tested
}
