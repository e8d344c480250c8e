package stages

import (
	"cmp"
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// View returns the panel of the shown stage.
func View(s *state.State) view.Inspector {
	k := s.ShownStage()
	f, row := s.Frame, rowOf(k)
	v := view.Inspector{Title: []view.TitlePart{{Text: view.Int(k), Slot: -2}, {Text: stage.Names[k], Slot: -2}}}
	tests := ""
	if s.Peer() == "" {
		v.Title[1].Text, tests = cmp.Or(row.title, stage.Names[k]), row.tests
		v.Sub = tests
	}
	if k == f.Stage {
		switch {
		case view.Updated(f):
			v.Sub = "Weights updated"
		case f.InnerTotal > 1:
			v.Sub = "Inner step " + view.Int(f.Inner) + " of " + view.Int(f.InnerTotal)
		case f.Inner > 1:
			v.Sub = "Inner step " + view.Int(f.Inner)
		}
		if tests != "" && v.Sub != tests {
			v.Sub += ". " + tests
		}
	}
	if old := epochText(s, k); old != "" {
		v.Sub = strings.TrimSuffix(old+". "+v.Sub, ". ")
	}
	if !has(s, k) {
		v.Lead = view.Say("*", view.ModelName(s.Config.Model), "* ", row.without)
		return v
	}
	row.show(s, &v)
	if c := f.Stages.Code; c != nil && row.code != nil {
		row.code(s, c, &v)
	}
	if k == stage.Maps {
		v.Add(edge.RoundFigure(s)...)
	}
	if text := ascentCost(s); text != "" && k == stage.Gap {
		v.Add(view.Figure{ID: "ascentcost", Data: text[1:]})
	}
	if off, ok := partsFigure(s, k); ok {
		v.Body.Figures = append([]view.Figure{off}, v.Body.Figures...)
	}
	if f, ok := allSettings(s, k, v.Body.Figures); ok {
		v.Add(f)
	}
	v.Body.Code, v.Body.CodeOpen = codeFile(s, k, v.Body.Eq), s.CodeOpen()
	return v
}

// epochText notes that a stage shows no values of the present epoch, "" where it does.
func epochText(s *state.State, k int) string {
	switch f := s.Frame; {
	case !has(s, k) || k == stage.Features:
		return ""
	case !view.Reached(f, k):
		return "Not run yet"
	case !view.Present(f, k):
		return "Values of epoch " + view.Int(f.EpochOf(k))
	}
	return ""
}
