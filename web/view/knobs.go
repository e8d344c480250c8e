package view

import (
	"strconv"

	"sheafscope/core/sgpc/settings"
	"sheafscope/web/state"
)

// Knob is a setting that can be moved while the run stands; the worker replays to the same position.
type Knob struct {
	Name string `json:"name"`
	settings.Slider
	Value F `json:"value"`
}

// Knobs is the section with the sliders of the named settings.
func Knobs(s *state.State, names ...string) Figure {
	var list []Knob
	for _, name := range names {
		q := s.Config.Setting(name)
		v, err := strconv.ParseFloat(q.Value(), 64)
		if !q.Reads || q.Slider == nil || err != nil {
			continue
		}
		k := Knob{name, *q.Slider, F(v)}
		if name == "dt" && s.Config.LearnDt {
			k.Title = "Diffusion time Δt at the start of the run; it is learned"
		}
		list = append(list, k)
	}
	return Figure{ID: "knobs", Title: "Settings", Sub: "the run is replayed to this position with the new value", Data: list}
}

// Choice is a setting with named values, as a select.
type Choice struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Value   string      `json:"value"`
	Options [][2]string `json:"options"`
}

// ChoiceFigure is the section with the select of a setting.
func ChoiceFigure(s *state.State, name string) Figure {
	q := s.Config.Setting(name)
	return Figure{ID: "choice-" + name, TestID: "setting-" + name, Data: Choice{name, q.Label, q.Value(), q.Words}}
}
