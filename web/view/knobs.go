package view

// This file has the controls of a setting: a slider for a number, and a menu for named values. The island, the script in assets/src that
// draws the panel, gets these types as JSON.

import "sheafscope/core/sgpc/settings"

// Knob is a setting with a slider. When the user moves the slider, the worker replays the run up to the shown position with the new value.
type Knob struct {
	// Name is the name of the setting, and Value is its present value. The embedded Slider has the range, the step and the texts.
	Name string `json:"name"`
	settings.Slider
	Value F `json:"value"`
}

// Choice is a setting with named values, drawn as a <select>. Name is the name of the setting, and Label is the text beside the menu. Value
// is the chosen value. Options are the possible values, as pairs of value and label.
type Choice struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Value   string      `json:"value"`
	Options [][2]string `json:"options"`
}
