package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// Link returns the fragment of the laboratory's address for a figure's state, "" for none.
func (c *Course) Link(figure string) string {
	f := c.Figure(figure)
	if f != nil && f.link != nil {
		return f.link(c)
	}
	if f == nil || f.recipe == nil {
		return ""
	}
	return linkTo(f.recipe(c.values[figure]))
}

// linkTo returns the fragment of the laboratory's address for a recipe, "" for a recipe without a graph or one that fails.
func linkTo(r recipe.Recipe) string {
	text, err := recipe.Format(r)
	if err != nil || r.Graph == "" {
		return ""
	}
	return text
}

// inLaboratory returns the recipe of a sheaf: its signal as features and its maps in place of the network's, at the first
// operation.
func inLaboratory(s *exact.SheafText, settings map[string]string) recipe.Recipe {
	files, err := s.Files()
	if err != nil {
		return recipe.Recipe{}
	}
	return recipe.Recipe{Setup: recipe.Setup{Graph: "file", Settings: settings, Position: 1}, Files: files}
}

// typedNumber formats a number for the text of a sheaf, without an exponent and with at most 12 decimals.
func typedNumber(x float64) string { return strconv.FormatFloat(math.Round(x*1e12)/1e12, 'f', -1, 64) }
