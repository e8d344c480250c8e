// This file makes the links from figures to the laboratory, the main page of Sheafscope. A link has a recipe: graph, settings and, if
// necessary, files.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// Link returns the fragment of the laboratory's address for the present state of a figure. It returns "" for an unknown figure, for a
// figure without a link, and for a recipe that linkTo refuses.
func (c *Course) Link(figure string) string {
	f := c.Figure(figure)
	switch {
	case f != nil && f.link != nil:
		return f.link(c)
	case f != nil && f.recipe != nil:
		return linkTo(f.recipe(c.values[figure]))
	}
	return ""
}

// linkTo returns the fragment for a recipe. It returns "" if the recipe has no graph, or if recipe.Format refuses it, for example as too
// long.
func linkTo(r recipe.Recipe) string {
	text, err := recipe.Format(r)
	if err != nil || r.Graph == "" {
		return ""
	}
	return text
}

// inLaboratory returns the recipe that opens a sheaf at the first operation of a run, position 1. The signal of the sheaf becomes the
// features of the graph, and the maps of the sheaf replace the maps of the network. settings is nil for the default settings. If the sheaf
// cannot be exported, the recipe is empty.
func inLaboratory(s *exact.SheafText, settings map[string]string) recipe.Recipe {
	files, err := s.Files()
	if err != nil {
		return recipe.Recipe{}
	}
	return recipe.Recipe{Setup: recipe.Setup{Graph: "file", Settings: settings, Position: 1}, Files: files}
}

// typedNumber formats a number for the text of a sheaf: with at most 12 decimals and without an exponent.
func typedNumber(x float64) string { return strconv.FormatFloat(math.Round(x*1e12)/1e12, 'f', -1, 64) }
