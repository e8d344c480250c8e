package view

import (
	"strconv"

	"sheafscope/web/state"
)

// Knob is a setting that can be moved while the run stands; the worker replays to the same position.
type Knob struct {
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
	Title  string `json:"title"`
	Min    F      `json:"min"`
	Max    F      `json:"max"`
	Step   F      `json:"step"`
	Log    bool   `json:"log,omitempty"`
	Zero   bool   `json:"zero,omitempty"` // the left end stands for 0, which has no logarithm
	Value  F      `json:"value"`
}

var knobList = map[string]Knob{
	"dt":        {Symbol: "Δt", Title: "Diffusion time Δt", Min: -2, Max: 2, Step: 0.05, Log: true},
	"epsilon0":  {Symbol: "ε_0", Title: "Sinkhorn temperature ε₀", Min: -1, Max: 1, Step: 0.02, Log: true},
	"epsilon":   {Symbol: "ε", Title: "JKO temperature ε", Min: -1, Max: 1, Step: 0.02, Log: true},
	"tau":       {Symbol: "τ", Title: "JKO step length τ", Min: 0, Max: 10, Step: 0.1},
	"w2_gamma":  {Symbol: "γ", Title: "Entropic blur γ of the Wasserstein distance", Min: -1.7, Max: 0, Step: 0.05, Log: true},
	"jko_steps": {Symbol: "\\steps ", Title: "Number of JKO steps", Min: 0, Max: 8, Step: 1},
	"d":         {Symbol: "d", Title: "Stalk dimension d", Min: 2, Max: 8, Step: 1},
	"q":         {Symbol: "Q", Title: "Order Q of frequency mixing (AFM)", Min: 1, Max: 8, Step: 1},
	"lambda_kl": {Symbol: "λ_{\\KL }", Title: "Weight of the KL term", Min: 0, Max: 1, Step: 0.01},
	"lambda_spec": {Symbol: "λ_{\\spec }", Title: "Weight of the spectral term; at the left end it is off", Min: -10, Max: 0, Step: 0.1,
		Log: true, Zero: true},
	"gap_steps": {Symbol: "K", Title: "Inner steps K of the gap ascent", Min: 1, Max: 10, Step: 1},
	"rho":       {Symbol: "ρ", Title: "Bound ρ on the change of the maps", Min: 0, Max: 1, Step: 0.01},
	"armijo":    {Symbol: "c_w", Title: "Constant c_w of Armijo's condition", Min: 0.01, Max: 0.9, Step: 0.01},
	"curvature": {Symbol: "c", Title: "Constant c of the curvature condition", Min: 0.05, Max: 1, Step: 0.05},
	"shift":     {Symbol: "s", Title: "Shift s of the normaliser D = blockdiag(L) + s·I", Min: 0, Max: 4, Step: 0.05},
}

// knobs is the section with the sliders of the named settings.
func knobs(s *state.State, names ...string) Figure {
	var list []Knob
	for _, name := range names {
		if !s.Config.Reads(name) {
			continue
		}
		k := knobList[name]
		k.Name = name
		v, err := strconv.ParseFloat(s.Config.Get(name), 64)
		if err != nil {
			continue
		}
		k.Value = F(v)
		if name == "dt" && s.Config.LearnDt {
			k.Title = "Diffusion time Δt at the start of the run; it is learned"
		}
		list = append(list, k)
	}
	return Figure{Kind: "knobs", ID: "knobs", Title: "Settings", Sub: "the run is replayed to this position with the new value", Data: list}
}
