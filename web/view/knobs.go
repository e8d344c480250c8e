package view

import "sheafscope/core/sgpc/settings"

// Knob is a setting with a slider, movable while the run is paused; the worker then replays the run to its position.
type Knob struct {
	Name string `json:"name"`
	settings.Slider
	Value F `json:"value"`
}

// Choice is a setting with named values, drawn as a select.
type Choice struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Value   string      `json:"value"`
	Options [][2]string `json:"options"`
}
