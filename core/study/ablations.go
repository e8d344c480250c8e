package study

import (
	"fmt"
	"maps"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Ablation is one of figures.Ablations, run over a grid.
type Ablation figures.Ablation

// Variant is one row of settings of an ablation.
type Variant = figures.Variant

// FindAblation returns the ablation with a name; ok is false for an unknown name.
func FindAblation(name string) (Ablation, bool) {
	a, ok := figures.Held().Find(name)
	return Ablation(a), ok
}

// Ablations returns the ablations of the paper and of this project.
func Ablations() (out []Ablation) {
	for _, a := range figures.Held().Ablations {
		out = append(out, Ablation(a))
	}
	return out
}

// Cells returns the cells of the ablation over the data sets, splits and seeds of base, split by split.
// Settings of a variant take precedence over those of base, and these over those of the ablation.
// Variants that differ only in their swap share one trained network and follow each other, so that a [Library] trains it once.
func (a Ablation) Cells(base Grid) []Cell {
	var out []Cell
	for _, c := range base.Cells() {
		for _, v := range a.Variants {
			c.Set, c.Swap = a.settings(base, v), v.Swap
			out = append(out, c)
		}
	}
	return out
}

// settings returns the settings with which a variant is trained.
func (a Ablation) settings(base Grid, v Variant) map[string]string {
	return merged(merged(a.Set, base.Set), v.Set)
}

// Repeats returns the pairs of variants that give equal runs on a graph: after training and swapping, no setting that is read differs.
func (a Ablation) Repeats(g *graph.Graph, split graph.Split, base Grid) ([][2]Variant, error) {
	type run struct {
		trained, shown settings.Config
		maps           string
	}
	seen := map[run]Variant{}
	var out [][2]Variant
	for _, v := range a.Variants {
		cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: base.Method, Set: a.settings(base, v)})
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", a.Name, v.Name, err)
		}
		shown := cfg
		if err := shown.Overlay(settingsOf(v.Swap)); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", a.Name, v.Name, err)
		}
		// Effective settings omit those that no part of the run reads, so different settings may give the same run.
		key := run{cfg.Effective(), shown.Effective(), v.Swap[mapsSwap]}
		if first, ok := seen[key]; ok {
			out = append(out, [2]Variant{first, v})
			continue
		}
		seen[key] = v
	}
	return out, nil
}

// mapsSwap is the key of a swap for maps of explain.Change that replace the learned ones; it is not a setting.
const mapsSwap = "maps"

// settingsOf returns the settings of a swap, without mapsSwap.
func settingsOf(swap map[string]string) map[string]string {
	swap = maps.Clone(swap)
	delete(swap, mapsSwap)
	return swap
}

// merged returns the union of two maps, where b takes precedence; nil for two empty maps.
func merged(a, b map[string]string) map[string]string {
	if len(a)+len(b) == 0 {
		return nil
	}
	m := map[string]string{}
	maps.Copy(m, a)
	maps.Copy(m, b)
	return m
}
