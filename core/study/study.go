// Package study holds experiments as data: which cells (data set, model,
// split, seed, settings) to run, and how to put their outcomes into a table
// or a CSV file. For every group of R runs it reports
//
//	mean x̄ = Σ x_r / R,   std = sqrt(Σ (x_r − x̄)² / (R − 1))
//
// of the test accuracy at the epoch that validation chose (Geom-GCN protocol,
// Pei et al., 2020; the tables and ablations of SGPC). The package runs
// nothing by itself and opens no file: a Runner trains one cell, a Ledger
// remembers the finished ones.
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
	// Dataset is the name of the data set, Model "sgpc" or that of a peer.
	Dataset string `json:"dataset"`
	Model   string `json:"model"`
	// Split is the number of one of the data set's splits ("3"), or a drawn
	// split with its own seed ("per-class:20@3").
	Split string `json:"split"`
	Seed  uint64 `json:"seed"`
	// Method is that of method.Parse: "" for the defaults of the graph's family.
	Method string `json:"method,omitempty"`
	// Set holds settings that differ from the defaults, by name.
	Set map[string]string `json:"set,omitempty"`
	// Swap holds settings under which the trained network is evaluated once
	// more, without training it again; nil for none.
	Swap map[string]string `json:"swap,omitempty"`
}

// Runner trains one cell.
type Runner func(Cell) (train.Outcome, error)

// Key identifies a cell in a Ledger, with what the cell does not say.
func (c Cell) Key(s Stamp) string {
	// encoding/json writes maps with sorted keys.
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

// Result is a finished cell.
type Result struct {
	Cell    Cell
	Outcome train.Outcome
}

// Grid is the cross product of its fields, in the order data set, model,
// split, seed.
type Grid struct {
	Datasets, Models, Splits []string
	Seeds                    []uint64
	Method                   string
	Set                      map[string]string
}

// Cells lists the cells of the grid.
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
