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
	// Method is that of sgpc.ParseMethod: "" for the defaults of the graph's family.
	Method string `json:"method,omitempty"`
	// Set holds settings that differ from the defaults, by name.
	Set map[string]string `json:"set,omitempty"`
	// Swap holds settings under which the trained network is evaluated once
	// more, without training it again; nil for none.
	Swap map[string]string `json:"swap,omitempty"`
}

// Outcome is what a Runner measured. Accuracies are shares in 0..1 at the
// best epoch by validation, or -1 when the set is empty.
type Outcome struct {
	Val  float64 `json:"val"`
	Test float64 `json:"test"`
	// Around is the mean validation accuracy of the epochs around the best one; a search goes by it and by Crossed.
	Around float64 `json:"val_around,omitempty"`
	// Crossed is the validation accuracy at epochs that other validation nodes chose (sgpc.Run.Crossed).
	Crossed float64 `json:"val_crossed,omitempty"`
	// BestEpoch and Epochs count from 1; Seconds is the wall-clock time.
	BestEpoch int     `json:"best_epoch"`
	Epochs    int     `json:"epochs"`
	Seconds   float64 `json:"seconds"`
	// Metrics holds further numbers by name, Series sequences of equal length; what an empty set does not give is left out.
	Metrics map[string]float64   `json:"metrics,omitempty"`
	Series  map[string][]float64 `json:"series,omitempty"`
	// Pred is the class of each node at the best epoch, Tested the test nodes; of a library with votes.
	Pred   []int32 `json:"pred,omitempty"`
	Tested []int32 `json:"tested,omitempty"`
}

// Runner trains one cell.
type Runner func(Cell) (Outcome, error)

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
	Outcome Outcome
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
