package view

import "reflect"

// A kind is a kind of figure: its name, which is that of its renderer in assets/src/figures.js, and a value of the type of its data.
type kind struct {
	name string
	data any
}

// kinds has a row for each kind of figure. The type of a figure's data decides its kind.
var kinds = []kind{
	{"nums", nil}, {"note", ""}, {"about", [][]string{}}, {"parts", []string{}}, {"chips", []Chip{}}, {"claims", []Claim{}},
	{"knobs", []Knob{}}, {"choice", Choice{}}, {"settings", []SettingRow{}}, {"byhand", ByHandBox{}},
	{"lines", Lines{}}, {"hbars", Bars{}}, {"matrix", Matrix{}}, {"plan", Plan{}}, {"maps", Maps{}}, {"beta", Beta{}},
	{"features", FeatureMatrix{}}, {"scalings", Scalings{}}, {"pairs", Situations{}}, {"byclass", ByClass{}}, {"mapplane", MapPlane{}},
	{"blocks", Blocks{}}, {"flow", Flow{}}, {"mix", Mix{}},
	{"stalks", Stalks{}}, {"bound", Bound{}}, {"reliability", Reliability{}}, {"search", Search{}}, {"pull", Pull{}}, {"stems", Stems{}},
	{"why", &Unrolled{}}, {"results", Results{}}, {"alone", Alone{}}, {"tune", Tune{}}, {"dial", Dial{}}, {"depth", Depth{}},
	{"anatomy", Anatomy{}},
	{"heat", Heat{}},
	{"papertable", PaperTable{}},
	{"paperfigure", PaperFigure{}}, {"notes", Notes{}}, {"frame", FrameDial{}},
	{"round", Cycles{}},
}

// kindOf is the kind of a figure with such data, "" for data of no kind.
func kindOf(data any) string {
	for _, k := range kinds {
		if reflect.TypeOf(k.data) == reflect.TypeOf(data) {
			return k.name
		}
	}
	return ""
}
