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

// knobs is the section with the sliders of the named settings.
func knobs(s *state.State, names ...string) Figure {
	var list []Knob
	for _, name := range names {
		q := s.Config.Setting(name)
		v, err := strconv.ParseFloat(q.Value(), 64)
		if !q.Reads || q.Slider == nil || err != nil {
			continue
		}
		k := Knob{name, q.Slider.Symbol, q.Slider.Title, F(q.Slider.Min), F(q.Slider.Max), F(q.Slider.Step), q.Slider.Log, q.Slider.Zero, F(v)}
		if name == "dt" && s.Config.LearnDt {
			k.Title = "Diffusion time Δt at the start of the run; it is learned"
		}
		list = append(list, k)
	}
	return Figure{Kind: "knobs", ID: "knobs", Title: "Settings", Sub: "the run is replayed to this position with the new value", Data: list}
}
