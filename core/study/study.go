// Package study describes experiments as data and makes tables of their outcomes.
// An experiment is a list of cells; a cell is one training run with its data set, model, split, seed and settings.
// For every group of R runs the package reports
//
//	mean x̄ = Σ x_r / R,   std = sqrt(Σ (x_r − x̄)² / (R − 1))
//
// where x_r is the test accuracy of run r at the epoch chosen on validation (protocol of Geom-GCN, Pei et al., 2020).
// A Runner trains one cell, and a Ledger stores the finished cells, so that an interrupted experiment resumes.
// The commands of the package parse flags and open files; see [TableCommand].
package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// Cell is one training run of an experiment. Its JSON form is a part of the keys in results files.
type Cell struct {
	Dataset string `json:"dataset"` // name of the data set
	Model   string `json:"model"`   // "sgpc" or the name of a peer, a model of package peer
	// Split is the name of a split: the number of a split of the data set ("3"), "planetoid", or a drawn split with its seed
	// ("per-class:20@3"); see [SplitOf].
	Split string `json:"split"`
	// Seed determines the random numbers of the run, among them the initial weights.
	Seed   uint64            `json:"seed"`
	Method string            `json:"method,omitempty"` // a text for method.Parse; "" stands for the defaults of the graph's family
	Set    map[string]string `json:"set,omitempty"`    // settings that differ from the defaults, by name
	// Swap, unless nil, holds settings with which the trained network is evaluated again, without further training.
	// Its key "maps" is no setting: it names the restriction maps that replace the learned maps (see [mapsSwap]).
	Swap map[string]string `json:"swap,omitempty"`
}

// Runner trains one cell and returns its outcome. [Library.Run] returns a Runner.
type Runner func(Cell) (train.Outcome, error)

// Key returns the key of a cell in a [Ledger]: the first 24 hexadecimal digits of a digest of the cell and its stamp.
func (c Cell) Key(s Stamp) string {
	// encoding/json sorts the keys of maps, so equal cells have equal lines.
	line, err := json.Marshal(struct {
		Cell
		Stamp
	}{c, s})
	if err != nil {
		panic(fmt.Sprintf("study: a cell is always valid JSON: %v", err))
	}
	digest := sha256.Sum256(line)
	return hex.EncodeToString(digest[:12]) // 12 bytes are 24 hexadecimal digits
}

// Result is a cell that finished without an error, with its outcome.
type Result struct {
	Cell    Cell
	Outcome train.Outcome
}

// Grid describes the cells for all combinations of its data sets, models, splits and seeds. All cells have its Method and its Set; see
// [Cell].
type Grid struct {
	Datasets, Models, Splits []string
	Seeds                    []uint64
	Method                   string
	Set                      map[string]string
}

// checkModels fails if there is no model of a name in g.Models.
func (g Grid) checkModels() error {
	for _, m := range g.Models {
		if err := new(settings.Config).Set("model", m); err != nil {
			return fmt.Errorf("-models: %w", err)
		}
	}
	return nil
}

// Cells returns the cells of the grid in the order data set, model, split, seed; the seed varies fastest.
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
