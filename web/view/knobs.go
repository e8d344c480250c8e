package view

import "sheafscope/core/sgpc/settings"

// Knob is a setting that can be moved while the run stands; the worker replays to the same position.
type Knob struct {
	Name string `json:"name"`
	settings.Slider
	Value F `json:"value"`
}

// Choice is a setting with named values, as a select.
type Choice struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Value   string      `json:"value"`
	Options [][2]string `json:"options"`
}
