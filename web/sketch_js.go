//go:build js && wasm

package web

import "sheafscope/web/state"

// sketchMessage reads an event of the tools for editing the graph.
func sketchMessage(d detail) state.Msg {
	switch d.Kind {
	case "add":
		return state.SketchAdd{X: d.X, Y: d.Y}
	case "move":
		return state.SketchMove{Node: d.Index, X: d.X, Y: d.Y}
	case "join":
		return state.SketchJoin{A: d.A, B: d.B}
	case "names":
		return state.SketchJoinNames{A: d.Name, B: d.Value}
	case "delete":
		return state.SketchDelete{}
	case "class":
		return state.SketchClass{Class: d.Index}
	case "set":
		return state.SketchSet{Set: d.Index}
	case "name":
		return state.SketchName{Class: d.Index, Name: d.Name}
	case "pick":
		return state.SketchPick{Node: d.Index}
	case "undo":
		return state.Undo{}
	case "redo":
		return state.Redo{}
	case "off":
		return state.SketchOn{}
	}
	return nil
}
