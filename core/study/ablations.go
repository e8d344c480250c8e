package study

import (
	"fmt"
	"maps"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Ablation is one of figures.Ablations, over a grid.
type Ablation figures.Ablation

// Variant is one setting of an ablation.
type Variant = figures.Variant

// Find returns the named ablation.
func Find(name string) (Ablation, bool) {
	a, ok := figures.Held().Find(name)
	return Ablation(a), ok
}

// Ablations lists the ablations.
func Ablations() (out []Ablation) {
	for _, a := range figures.Held().Ablations {
		out = append(out, Ablation(a))
	}
	return out
}

// Cells lists the cells of the ablation over the data sets, splits and seeds
// of base, variant by variant. Settings of the ablation come first, those of base
// after them, those of the variant last. Variants that are only swapped in train
// the same network; a Runner that keeps the last one saves that work.
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

// chosen are those that a variant is trained with.
func (a Ablation) settings(base Grid, v Variant) map[string]string {
	return merged(merged(a.Set, base.Set), v.Set)
}

// Repeats lists the pairs of variants that are the same run on a graph: equal
// in all settings that are read, trained and swapped in.
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
		key := run{cfg.Effective(), shown.Effective(), v.Swap[mapsSwap]}
		if first, ok := seen[key]; ok {
			out = append(out, [2]Variant{first, v})
			continue
		}
		seen[key] = v
	}
	return out, nil
}

// mapsSwap in a Swap names maps of explain.Change that take the place of the learned ones; it is no setting.
const mapsSwap = "maps"

// settingsOf are the settings of a swap.
func settingsOf(swap map[string]string) map[string]string {
	swap = maps.Clone(swap)
	delete(swap, mapsSwap)
	return swap
}

func merged(a, b map[string]string) map[string]string {
	if len(a)+len(b) == 0 {
		return nil
	}
	m := map[string]string{}
	maps.Copy(m, a)
	maps.Copy(m, b)
	return m
}
