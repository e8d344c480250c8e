package inspector

// This file maps the type of a figure's data to the kind of the figure.

import (
	"reflect"

	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/node"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// kind is a kind of figure. name is the name of the drawing function in assets/src/figures.js, and data is a value of the type of the
// figure's data.
type kind struct {
	name string
	data any
}

// kinds has a row for each kind. No two rows have the same type, so that the type of a figure's data determines the kind. The first row is
// for figures that have only rows of numbers.
var kinds = []kind{
	{"nums", nil}, {"note", ""}, {"about", [][]string{}}, {"parts", []string{}}, {"chips", []view.Chip{}}, {"claims", []ClaimRow{}},
	{"knobs", []view.Knob{}}, {"choice", view.Choice{}}, {"settings", []stages.SettingRow{}}, {"byhand", edge.ByHandBox{}},
	{"lines", view.Lines{}}, {"hbars", view.Bars{}}, {"matrix", view.Matrix{}}, {"chain", Chain{}}, {"plan", edge.PlanPicture{}},
	{"maps", edge.Maps{}}, {"beta", edge.Beta{}}, {"features", stages.FeatureMatrix{}}, {"scalings", stages.Scalings{}},
	{"pairs", stages.Situations{}}, {"byclass", edge.ByClass{}}, {"mapplane", edge.MapPlane{}}, {"blocks", stages.Blocks{}},
	{"flow", stages.Flow{}}, {"mix", stages.Mix{}}, {"stalks", node.Stalks{}}, {"bound", charts.BoundChart{}},
	{"reliability", stages.Reliability{}}, {"search", stages.Search{}}, {"pull", stages.Pull{}}, {"why", &node.Unrolled{}},
	{"results", results.Model{}}, {"alone", results.Alone{}}, {"tune", results.Tune{}}, {"dial", results.Dial{}},
	{"depth", results.Depth{}}, {"heat", results.Heat{}}, {"papertable", results.PaperTable{}}, {"paperfigure", results.PaperFigure{}},
	{"notes", Notes{}}, {"frame", node.FrameDial{}}, {"triangles", results.Triangles{}}, {"round", edge.Cycles{}},
}

// kindOf returns the name of the kind for data of the argument's type. It returns "" if no kind has this type.
func kindOf(data any) string {
	for _, k := range kinds {
		if reflect.TypeOf(k.data) == reflect.TypeOf(data) {
			return k.name
		}
	}
	return ""
}
