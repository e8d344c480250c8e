// This file lists the cells of an ablation, and finds variants with equal runs.

package study

import (
	"fmt"
	"maps"
	"slices"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Ablation is an ablation of package figures: a question about the model, and the variants whose runs answer it.
type Ablation figures.Ablation

// Variant is a variant of an ablation: its name, its settings, and the settings that are swapped in after training.
type Variant = figures.Variant

// FindAblation returns the ablation with the given name from figures.Held. The second result is false for an unknown name.
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

// Cells returns the cells of the ablation: for each data set, split and seed of base the cells of all variants.
// Variants with equal settings and swaps have one cell in common.
// In package figures, variants that differ only in their swap follow each other, so that a [Library] trains their common network once.
func (a Ablation) Cells(base Grid) []Cell {
	var out []Cell
	for _, c := range base.Cells() {
		first := len(out) // index of the first cell with the data set, split and seed of c
		for _, v := range a.Variants {
			isOfVariant := func(q Cell) bool { return a.isOfVariant(base, q, v) }
			if !slices.ContainsFunc(out[first:], isOfVariant) {
				c.Set, c.Swap = a.settings(base, v), v.Swap
				out = append(out, c)
			}
		}
	}
	return out
}

// settings returns the settings with which a variant is trained.
// Settings of the variant override settings of base, and settings of base override settings of the ablation.
func (a Ablation) settings(base Grid, v Variant) map[string]string {
	return merged(merged(a.Set, base.Set), v.Set)
}

// Repeats returns each variant whose run on a graph equals the run of an earlier variant, as a pair: the first such variant of a.Variants,
// then the variant itself. Their effective settings (Config.Effective) are equal. An error names the variant with an invalid setting.
func (a Ablation) Repeats(g *graph.Graph, split graph.Split, base Grid) ([][2]Variant, error) {
	// run identifies a run by the settings of its training, the settings of its evaluation, and the maps of its evaluation.
	type run struct {
		trained, evaluated settings.Config
		maps               string
	}
	seen := map[run]Variant{} // first variant with each run
	var out [][2]Variant
	for _, v := range a.Variants {
		cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: base.Method, Set: a.settings(base, v)})
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", a.Name, v.Name, err)
		}
		evaluated := cfg // without a swap, the evaluation has the settings of the training
		if err := evaluated.Overlay(settingsOf(v.Swap)); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", a.Name, v.Name, err)
		}
		// Effective settings omit the settings that no part of the run uses, so different settings may give the same run.
		key := run{cfg.Effective(), evaluated.Effective(), v.Swap[mapsSwap]}
		if first, ok := seen[key]; ok {
			out = append(out, [2]Variant{first, v})
			continue
		}
		seen[key] = v
	}
	return out, nil
}

// mapsSwap is the only key of a swap that is not applied as a setting, although a setting has the same name.
// Its value is a value of explain.Change.Maps: the restriction maps that replace the learned maps.
const mapsSwap = "maps"

// settingsOf returns a copy of a swap without the key mapsSwap: the settings of the swap. It returns nil if the swap is nil.
func settingsOf(swap map[string]string) map[string]string {
	set := maps.Clone(swap)
	delete(set, mapsSwap)
	return set
}

// merged returns the union of two maps, in which values of b override values of a. It returns nil if both are empty.
func merged(a, b map[string]string) map[string]string {
	if len(a)+len(b) == 0 {
		return nil
	}
	m := map[string]string{}
	maps.Copy(m, a)
	maps.Copy(m, b)
	return m
}
