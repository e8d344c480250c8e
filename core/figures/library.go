package figures

import (
	"fmt"
	"slices"

	"sheafscope/core/json"
)

// Library is what is known of the paper's experiments: what is trained, and what the project has stored of it.
type Library struct {
	// Ablations lists the ablations of the SGPC paper and those that its claims
	// call for. "full" is the method of the grid: with method.Paper every part
	// of the paper is on, on every graph, so that each variant without a part
	// differs from it. "plans" and "maps" ask whether transport and learned maps carry information; that fixed identity maps do as
	// well in neural sheaf diffusion is found by Identity sheaf networks (arXiv 2603.05395). The one of depth is the paper's figure 4:
	// 200 epochs with a patience of 30, and no ascent, which would make matrices of scalar weights:
	// the curves differ in the lift alone.
	Ablations []Ablation `json:"ablations"`
	// Figures lists them in the order of the paper, the ablations after them.
	Figures []PaperFigure `json:"figures"`
	// Paper is what `sgpc reproduce` found, Plans the figure "plans" alone, from its rows of ten splits: web/tool/readme writes it.
	Paper *Stored `json:"paper"`
	Plans *Stored `json:"plans"`
}

// Parse reads a library. It fails where a part is missing, or a figure's ablation.
func Parse(text []byte) (*Library, error) {
	var l Library
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	if l.Paper == nil || l.Plans == nil {
		return nil, fmt.Errorf("the stored results of the figures are missing")
	}
	for k := range l.Figures {
		f := &l.Figures[k]
		a, ok := l.Find(f.Ablation)
		if !ok {
			return nil, fmt.Errorf("figure %s: no ablation %q", f.ID, f.Ablation)
		}
		f.of = a
	}
	return &l, nil
}

// Find returns the named ablation.
func (l *Library) Find(name string) (Ablation, bool) {
	k := slices.IndexFunc(l.Ablations, func(a Ablation) bool { return a.Name == name })
	if k < 0 {
		return Ablation{}, false
	}
	return l.Ablations[k], true
}

// Figure returns the figure with an id; one without an ablation when there is none. A library that has not come yet has none.
func (l *Library) Figure(id string) PaperFigure {
	if l != nil {
		if k := slices.IndexFunc(l.Figures, func(f PaperFigure) bool { return f.ID == id }); k >= 0 {
			return l.Figures[k]
		}
	}
	return PaperFigure{}
}

// Stored returns the stored result of a figure, among others; its Figures have it where there is one.
func (l *Library) Stored(id string) *Stored {
	if id == "plans" {
		return l.Plans
	}
	return l.Paper
}
