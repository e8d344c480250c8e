package figures

import (
	"fmt"
	"slices"

	"sheafscope/core/json"
)

// Library has all figures and ablations, with stored results.
type Library struct {
	// Ablations are the ablations of the SGPC paper, and further ablations that test its claims.
	//
	// The variant "full" has only the settings that all variants of its ablation share. With method.Paper, "full" has every part of the
	// paper on every graph, so each variant without a part differs from "full".
	//
	// The ablations "plans" and "maps" test whether transport and learned maps carry information. According to Identity sheaf networks
	// (arXiv 2603.05395), neural sheaf diffusion is as accurate with fixed identity maps.
	//
	// The ablation of depth, figure 4 of the paper, has no spectral ascent, since the ascent would turn scalar weights into matrices. So the
	// curves differ only in the lift, the stage that computes the maps from the features.
	Ablations []Ablation `json:"ablations"`
	// Figures are in the order of the paper, followed by the figures of the ablations.
	Figures []PaperFigure `json:"figures"`
	// Paper is the result of `sgpc reproduce`. Plans has the figure "plans" alone, which web/tool/readme computes from stored runs on ten
	// splits.
	Paper *Stored `json:"paper"`
	Plans *Stored `json:"plans"`
}

// Parse parses a library from JSON, and gives each figure its ablation. It returns an error if the text is not valid, or if stored results
// or the ablation of a figure are missing.
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
		a, found := l.Find(f.Ablation)
		if !found {
			return nil, fmt.Errorf("figure %s: no ablation %q", f.ID, f.Ablation)
		}
		f.ablation = a
	}
	return &l, nil
}

// Find returns the ablation with a name.
func (l *Library) Find(name string) (ablation Ablation, found bool) {
	k := slices.IndexFunc(l.Ablations, func(a Ablation) bool { return a.Name == name })
	if k < 0 {
		return Ablation{}, false
	}
	return l.Ablations[k], true
}

// Figure returns the figure with an id, or the zero PaperFigure if no figure has the id or l is nil.
func (l *Library) Figure(id string) PaperFigure {
	if l == nil { // the page has not loaded the library
		return PaperFigure{}
	}
	k := slices.IndexFunc(l.Figures, func(f PaperFigure) bool { return f.ID == id })
	if k < 0 {
		return PaperFigure{}
	}
	return l.Figures[k]
}

// Stored returns the stored results that belong to the figure with an id. Their field Figures can lack the figure.
func (l *Library) Stored(id string) *Stored {
	if id == "plans" {
		return l.Plans
	}
	return l.Paper
}
