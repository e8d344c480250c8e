package picture

// This file has the text on the card with first questions, which the page shows for a WebKB data set.

import (
	"cmp"
	"strings"

	"sheafscope/core/published"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// StartLine returns the text on the card of a WebKB data set: the names of the set and of its split. If the files of the set give the
// classes no names, the text also explains the numbers of the classes. Once the third question of the card is open, StartLine returns only
// the answer to that question, if an answer is stored. It returns "" if the page shows no card.
func StartLine(s *state.State) string {
	name := s.StartSet()
	if name == "" {
		return ""
	}
	if d := s.Duel(); d != nil {
		return duelLine(d)
	}
	// "" stands for the first public split. The user's own files can be a copy of the set, with another split.
	isPublic := strings.HasPrefix(s.Recipe.Graph, data.Prefix)
	split := cmp.Or(s.Recipe.Split, words.Either(isPublic, data.SplitPrefix+"0", s.Graph.SplitName))
	text := name + ", " + SplitName(split) + "."
	if len(s.Graph.ClassNames) == 0 && s.Graph.Classes > 0 {
		text += " Class 0 … " + view.Int(s.Graph.Classes-1) + " (the files give no names; the course says A … " +
			string(rune('A'+s.Graph.Classes-1)) + ")."
	}
	return text
}

// duelLine returns the answer to the question whether a sheaf beats an MLP, from stored results. d.Lead is the mean difference of their
// accuracies, SGPC less MLP, in percentage points. d.Half is the half-width of its 95 % interval.
func duelLine(d *published.Duel) string {
	answer := "On average, and not clearly"
	switch {
	case d.Lead > d.Half: // the whole interval lies above 0
		answer = "Yes"
	case d.Lead < 0:
		answer = "No"
	}
	return answer + ": over the ten public splits SGPC has " + view.Fix(d.SGPC, 1) + ", an MLP " + view.Fix(d.MLP, 1) + ", a tuned GCN " +
		view.Fix(d.GCN, 1) + " percent. SGPC − MLP is " + view.Fix(d.Lead, 1) + " ± " + view.Fix(d.Half, 1) +
		" points (95 %, for splits that share nodes). Stored " + d.Day + "."
}

// SplitName returns the name of a split in the texts of the page: "split 3 of 10" for the public split with number 3, counted from 0, or
// else the name in the recipe.
func SplitName(split string) string {
	if k, isPublic := strings.CutPrefix(split, data.SplitPrefix); isPublic {
		return "split " + k + " of " + view.Int(data.Splits)
	}
	return split
}
