package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// Link is the fragment of the laboratory's address that shows a figure's state, "" for none.
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

// linkTo is the fragment of the laboratory's address with a recipe, "" where there is none.
func linkTo(r recipe.Recipe) string {
	text, err := recipe.Format(r)
	if err != nil || r.Graph == "" {
		return ""
	}
	return text
}

// inLaboratory is the laboratory with a sheaf: its signal as features, and its maps in place of those of the network,
// where they stand from the first operation on.
func inLaboratory(s *exact.SheafText, settings map[string]string) recipe.Recipe {
	files, err := s.Files()
	if err != nil {
		return recipe.Recipe{}
	}
	return recipe.Recipe{Setup: recipe.Setup{Graph: "file", Settings: settings, Position: 1}, Files: files}
}

// typedNumber writes a number as one types it into a sheaf, without an exponent.
func typedNumber(x float64) string { return strconv.FormatFloat(math.Round(x*1e12)/1e12, 'f', -1, 64) }
