// Package study describes experiments as data and makes tables of their outcomes.
// An experiment is a list of cells; a cell is one training run with its data set, model, split, seed and settings.
// For every group of R runs the package reports
//
//	mean x̄ = Σ x_r / R,   std = sqrt(Σ (x_r − x̄)² / (R − 1))
//
// of the test accuracy at the epoch chosen on validation (protocol of Geom-GCN, Pei et al., 2020).
// A Runner trains one cell, and a Ledger stores the finished ones.
// The commands of the package parse flags and open files; see [TableCommand].
package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"sheafscope/core/train"
)

// Cell is one training run of an experiment.
type Cell struct {
	// Dataset is the name of the data set; Model is "sgpc" or the name of a peer.
	Dataset string `json:"dataset"`
	Model   string `json:"model"`
	// Split is the number of a split of the data set ("3"), or a drawn split with its seed ("per-class:20@3").
	Split string `json:"split"`
	Seed  uint64 `json:"seed"`
	// Method is a text for method.Parse; "" stands for the defaults of the graph's family.
	Method string `json:"method,omitempty"`
	// Set holds the settings that differ from the defaults, by name.
	Set map[string]string `json:"set,omitempty"`
	// Swap holds settings with which the trained network is evaluated again, without further training; nil for none.
	Swap map[string]string `json:"swap,omitempty"`
}

// Runner trains one cell.
type Runner func(Cell) (train.Outcome, error)

// Key returns the key of a cell in a Ledger: a digest of the cell and its stamp.
func (c Cell) Key(s Stamp) string {
	// encoding/json sorts the keys of maps, so equal cells have equal lines.
	line, err := json.Marshal(struct {
		Cell
		Stamp
	}{c, s})
	if err != nil {
		panic(fmt.Sprintf("study: a cell is always valid JSON: %v", err))
	}
	h := sha256.Sum256(line)
	return hex.EncodeToString(h[:12])
}

// Result is a finished cell with its outcome.
type Result struct {
	Cell    Cell
	Outcome train.Outcome
}

// Grid is the cross product of its fields, in the order data set, model, split, seed.
type Grid struct {
	Datasets, Models, Splits []string
	Seeds                    []uint64
	Method                   string
	Set                      map[string]string
}

// Cells returns the cells of the grid.
func (g Grid) Cells() []Cell {
	var out []Cell
	for _, d := range g.Datasets {
		for _, m := range g.Models {
			for _, s := range g.Splits {
				for _, seed := range g.Seeds {
					out = append(out, Cell{Dataset: d, Model: m, Split: s, Seed: seed, Method: g.Method, Set: g.Set})
				}
			}
		}
	}
	return out
}
