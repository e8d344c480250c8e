package state

// Messages of the editor.
type (
	// SketchOn begins and ends editing.
	SketchOn struct{ On bool }
	// SketchAdd draws a node of the chosen class at a place of the screen.
	SketchAdd struct{ X, Y int }
	// SketchMove puts a drawn node elsewhere.
	SketchMove struct{ Node, X, Y int }
	// SketchJoin joins two nodes; [SketchJoinNames] finds them by number or name.
	SketchJoin      struct{ A, B int }
	SketchJoinNames struct{ A, B string }
	// SketchDelete deletes what is selected: nodes, a node or an edge.
	SketchDelete struct{}
	// SketchClass chooses a class: for the selected nodes, and for those drawn next.
	SketchClass struct{ Class int }
	// SketchSet puts the selected nodes into a set of graph's NoSet … TestSet.
	SketchSet struct{ Set int }
	// SketchName gives a class a name; the number of classes makes a new one.
	SketchName struct {
		Class int
		Name  string
	}
	// SketchPick adds a node to the selection or takes it out.
	SketchPick struct{ Node int }
	// Undo and Redo go a step back and forth.
	Undo struct{}
	Redo struct{}
)
