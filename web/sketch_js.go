//go:build js && wasm

package web

import "sheafscope/web/state"

// This file maps the events of the editor to messages. The editor is the island in which the user draws or edits a graph.

// sketchEvents has a row for each event of the editor: its name, and its message from the data of the event (the type detail).
var sketchEvents = table{
	{"add", func(d detail) state.Msg { return state.SketchAdd{X: d.X, Y: d.Y} }},
	{"move", func(d detail) state.Msg { return state.SketchMove{Node: d.Index, X: d.X, Y: d.Y} }},
	{"join", func(d detail) state.Msg { return state.SketchJoin{A: d.A, B: d.B} }},
	{"names", func(d detail) state.Msg { return state.SketchJoinNames{A: d.Name, B: d.Value} }},
	{"delete", func(detail) state.Msg { return state.SketchDelete{} }},
	{"class", func(d detail) state.Msg { return state.SketchClass{Class: d.Index} }},
	{"set", func(d detail) state.Msg { return state.SketchSet{Set: d.Index} }},
	{"name", func(d detail) state.Msg { return state.SketchName{Class: d.Index, Name: d.Name} }},
	{"pick", func(d detail) state.Msg { return state.SketchPick{Node: d.Index} }},
	{"undo", func(detail) state.Msg { return state.Undo{} }},
	{"redo", func(detail) state.Msg { return state.Redo{} }},
	{"off", func(detail) state.Msg { return state.SketchOn{} }}, // its field On is false: the editing ends
}
