package figures

import (
	_ "embed"
	"slices"
	"sync"

	"sheafscope/core/json"
)

// Variant is one setting of an ablation.
type Variant struct {
	// Name says what is changed; X is its place on the axis of a grid or curve.
	Name string  `json:"name"`
	X    float64 `json:"x,omitempty"`
	// Set is trained with, Swap only evaluated with after training: settings, or the maps of explain.Change.
	Set  map[string]string `json:"set,omitempty"`
	Swap map[string]string `json:"swap,omitempty"`
}

// Ablation is a question to the model and the variants that answer it.
type Ablation struct {
	Name     string `json:"name"`
	Question string `json:"question"`
	// Set holds for all variants; those of the grid and of the variant come after it.
	Set      map[string]string `json:"set,omitempty"`
	Variants []Variant         `json:"variants,omitempty"`
	// Metrics are the columns of its CSV after the accuracies, names of Outcome.Metrics.
	Metrics []string `json:"metrics,omitempty"`
	// Index and Series are set when a run gives several rows: the name of
	// their counter and the columns, names of Outcome.Series.
	Index  string   `json:"index,omitempty"`
	Series []string `json:"series,omitempty"`
}

//go:embed experiments.json
var experiments []byte

// known are the experiments of the file; what reads them changes nothing in them.
var known = sync.OnceValue(func() *struct {
	Ablations []Ablation    `json:"ablations"`
	Figures   []PaperFigure `json:"figures"`
} {
	var list struct {
		Ablations []Ablation    `json:"ablations"`
		Figures   []PaperFigure `json:"figures"`
	}
	if err := json.Unmarshal(experiments, &list); err != nil {
		panic("figures: experiments.json is damaged: " + err.Error())
	}
	return &list
})

// Ablations lists the ablations of the SGPC paper and those that its claims
// call for. "full" is the method of the grid: with method.Paper every part
// of the paper is on, on every graph, so that each variant without a part
// differs from it. "plans" and "maps" ask whether transport and learned maps carry information; that fixed identity maps do as well
// in neural sheaf diffusion is found by Identity sheaf networks (arXiv 2603.05395). The one of depth is the paper's figure 4: 200 epochs
// with a patience of 30, and no ascent, which would make matrices of scalar weights:
// the curves differ in the lift alone.
func Ablations() []Ablation { return known().Ablations }

// Find returns the named ablation.
func Find(name string) (Ablation, bool) {
	k := slices.IndexFunc(Ablations(), func(a Ablation) bool { return a.Name == name })
	if k < 0 {
		return Ablation{}, false
	}
	return Ablations()[k], true
}
