package stages

// This file assembles the panel of a stage.

import (
	"cmp"
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// View returns the panel of the shown stage. The state must have a graph and a frame. For a stage that the model lacks, the panel has only
// a sentence with the reason. The parts of the stage that are switched off come first, and the settings without a slider or menu in the
// panel come last.
func View(s *state.State) view.Inspector {
	k := s.ShownStage()
	f, row := s.Frame, rowOf(k)

	// The slot −2 means that no mark of a class precedes the text.
	v := view.Inspector{Title: []view.TitlePart{{Text: view.Int(k), Slot: -2}, {Text: stage.Names[k], Slot: -2}}}
	if s.Peer() == "" { // titles such as "Frequency mixing (AFM)" name a step of SGPC
		v.Title[1].Text = cmp.Or(row.title, stage.Names[k])
	}
	v.Sub = subtitle(s, k)
	if !has(s, k) {
		v.Lead = view.Say("*", view.ModelName(s.Config.Model), "* ", row.without)
		return v
	}

	// row.show fills the panel for the paper's reading. In the code reading, row.code then changes the panel.
	row.show(s, &v)
	if c := f.Stages.Code; c != nil && row.code != nil {
		row.code(s, c, &v)
	}

	// These sections are the same in both readings.
	if k == stage.Maps { // the maps around a cycle
		v.Add(edge.RoundFigure(s)...)
	}
	if text := ascentCost(s); k == stage.Gap && text != "" { // "" unless the graph is large
		v.Add(view.Figure{ID: "ascentcost", Data: text[1:]}) // without the space before the sentence
	}
	if parts, ok := partsFigure(s, k); ok {
		v.Body.Figures = append([]view.Figure{parts}, v.Body.Figures...)
	}
	if list, ok := allSettings(s, k, v.Body.Figures); ok {
		v.Add(list)
	}

	// The program in assets/code that recomputes the numbers of the stage, and whether the page shows this program.
	v.Body.Code, v.Body.CodeOpen = codeFile(s, k, v.Body.Eq), s.CodeOpen()
	return v
}

// subtitle returns the subtitle of the panel of stage k. It joins the epoch of the values, the inner step of the present stage, and
// the claim of the paper that the stage tests.
func subtitle(s *state.State, k int) string {
	// Claims are about SGPC, so a peer (a model other than SGPC) tests none. Only the stage of the frame has a present inner step.
	step, claim := "", ""
	if s.Peer() == "" {
		claim = rowOf(k).tests
	}
	if f := s.Frame; k == f.Stage {
		switch {
		case view.AfterUpdate(f):
			step = "Weights updated"
		case f.InnerTotal > 1: // a stage of one step needs no number
			step = "Inner step " + view.Int(f.Inner) + " of " + view.Int(f.InnerTotal)
		case f.Inner > 1: // InnerTotal is 0: the number of steps is not known
			step = "Inner step " + view.Int(f.Inner)
		}
	}
	var sentences []string
	for _, sentence := range []string{epochText(s, k), step, claim} {
		if sentence != "" {
			sentences = append(sentences, sentence)
		}
	}
	return strings.Join(sentences, ". ")
}

// epochText returns "Not run yet" for a stage without values, and the epoch of values from an earlier epoch. It returns "" for values of
// the present epoch, for stage 1, or for a stage that the model lacks.
func epochText(s *state.State, k int) string {
	switch f := s.Frame; {
	case !has(s, k) || k == stage.Features: // stage 1 shows the given features, which have no epoch
		return ""
	case !view.HasRun(f, k):
		return "Not run yet"
	case !view.IsCurrent(f, k):
		return "Values of epoch " + view.Int(f.EpochOf(k))
	}
	return ""
}
