package view

import (
	"cmp"
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// StageView is the panel of the stage on show.
func StageView(s *state.State) Inspector {
	k := s.ShownStage()
	f, row := s.Frame, stageOf(k)
	v := Inspector{Title: []TitlePart{{Int(k), -2}, {stage.Names[k], -2}}}
	tests := ""
	if s.Peer() == "" {
		v.Title[1].Text, tests = cmp.Or(row.title, stage.Names[k]), row.tests
		v.Sub = tests
	}
	if k == f.Stage {
		switch {
		case updated(f):
			v.Sub = "Weights updated"
		case f.InnerTotal > 1:
			v.Sub = "Inner step " + Int(f.Inner) + " of " + Int(f.InnerTotal)
		case f.Inner > 1:
			v.Sub = "Inner step " + Int(f.Inner)
		}
		if tests != "" && v.Sub != tests {
			v.Sub += ". " + tests
		}
	}
	if old := stageEpoch(s, k); old != "" {
		v.Sub = strings.TrimSuffix(old+". "+v.Sub, ". ")
	}
	if !hasStage(s, k) {
		v.Lead = Say("*", ModelName(s.Config.Model), "* ", row.without)
		return v
	}
	row.show(s, &v)
	if c := f.Stages.Code; c != nil {
		row.code(s, c, &v)
	}
	if k == stage.Maps {
		v.Add(roundFigure(s)...)
	}
	if text := AscentCost(s); text != "" && k == stage.Gap {
		v.Add(Figure{ID: "ascentcost", Data: text[1:]})
	}
	if off, ok := partsFigure(s, k); ok {
		v.Body.Figures = append([]Figure{off}, v.Body.Figures...)
	}
	if f, ok := allSettings(s, k, v.Body.Figures); ok {
		v.Add(f)
	}
	v.Body.Code, v.Body.CodeOpen = codeFile(s, k, v.Body.Eq), s.CodeOpen()
	return v
}
