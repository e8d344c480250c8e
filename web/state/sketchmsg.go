package state

// Messages of the editor of the graph, which sketch.go handles. Nodes count from 0.
type (
	// SketchOn starts or ends editing.
	SketchOn struct{ On bool }
	// SketchAdd draws a node of the class Sketch.Class at the point X, Y, in the coordinates of the drawing.
	SketchAdd struct{ X, Y int }
	// SketchMove moves a drawn node to the point X, Y. A node of the base graph, the graph before the user's changes, does not move.
	SketchMove struct{ Node, X, Y int }
	// SketchJoin adds an edge between the nodes A and B. SketchJoinNames adds an edge between two nodes given by number or name.
	SketchJoin      struct{ A, B int }
	SketchJoinNames struct{ A, B string }
	// SketchDelete deletes the selected nodes with their edges, or the selected edge.
	SketchDelete struct{}
	// SketchClass sets the label of the selected nodes, and of the nodes that are drawn next. Class counts from 0.
	SketchClass struct{ Class int }
	// SketchSet moves the selected nodes to a set of the split: a value from graph.NoSet to graph.TestSet.
	SketchSet struct{ Set int }
	// SketchName names a class. If Class is the number of classes, it adds a class with this name.
	SketchName struct {
		Class int
		Name  string
	}
	// SketchPick adds a node to the selection, or removes it from the selection.
	SketchPick struct{ Node int }
	// Undo reverts the newest step. Redo repeats the newest reverted step.
	Undo struct{}
	Redo struct{}
)
