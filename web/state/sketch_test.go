package state_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests the editing of graphs: drawing, deleting, undoing, and the sliders of generators.

// A deleted edge changes the classes or the loss of the trained run. Undo restores exactly the previous run, and Redo the run without the
// edge; then nothing is left to redo. A link with the deletion opens the run without the edge. There the edge can be joined again, and then
// no edit is left.
func TestDeleteEdgeUndoRedo(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	first := b.s
	if first.Frame == nil || first.Frame.Epoch != state.FirstEpochs {
		t.Fatalf("the first graph is not trained for %d epochs: %+v", state.FirstEpochs, first.Frame)
	}

	// Edge 4, counted from 1, is deleted, and the graph is trained again.
	b.send(state.SketchOn{On: true})
	b.send(state.PickEdge{Edge: 4})
	b.send(state.SketchDelete{})
	cut := b.s
	if b.size() != [2]int{first.Graph.N, len(first.Graph.Edges)/2 - 1} || cut.Frame.Epoch != state.FirstEpochs || cut.Edge() != -1 {
		t.Fatalf("after the deletion: nodes and edges %v, epoch %d, edge %d is selected", b.size(), cut.Frame.Epoch, cut.Edge())
	}
	if reflect.DeepEqual(cut.Frame.Pred, first.Frame.Pred) && cut.Frame.Loss == first.Frame.Loss {
		t.Fatalf("the deletion changes neither the classes nor the loss %v", cut.Frame.Loss)
	}
	// Editing stays on. BaseKey is equal, so that nodes keep their places. GraphKey is another one, so that the drawing starts anew.
	if !cut.Sketch.On() || cut.BaseKey() != first.BaseKey() || cut.GraphKey == first.GraphKey {
		t.Errorf("editing %v, keys of the base %q and %q", cut.Sketch.On(), cut.BaseKey(), first.BaseKey())
		t.Errorf("keys of the drawing %d and %d, want different ones", cut.GraphKey, first.GraphKey)
	}
	b.send(state.Undo{})
	for name, pair := range map[string][2]any{"recipe": {b.s.Recipe.Edits, first.Recipe.Edits},
		"graph": {b.s.Graph.Edges, first.Graph.Edges}, "position": {b.s.Frame.Position, first.Frame.Position},
		"loss": {b.s.Frame.Loss, first.Frame.Loss}, "classes": {b.s.Frame.Pred, first.Frame.Pred},
		"spectrum": {b.s.Spectrum.Values, first.Spectrum.Values}, "split": {b.s.Graph.Train, first.Graph.Train}} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("after Undo %s is %v, was %v", name, pair[0], pair[1])
		}
	}
	b.send(state.Redo{})
	if !reflect.DeepEqual(b.s.Frame.Loss, cut.Frame.Loss) || !slices.Equal(b.s.Graph.Edges, cut.Graph.Edges) {
		t.Errorf("after Redo the loss is %v, was %v", b.s.Frame.Loss, cut.Frame.Loss)
	}
	b.sendRefused(state.Redo{})

	// The link has the edits, and opens the same run.
	link, err := recipe.Format(b.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	r, err := recipe.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	other := openSessionPage(t, r)
	if !reflect.DeepEqual(other.s.Frame.Loss, cut.Frame.Loss) || !slices.Equal(other.s.Graph.Edges, cut.Graph.Edges) {
		t.Errorf("the link opens a run with the loss %v, want %v", other.s.Frame.Loss, cut.Frame.Loss)
	}
	// The page of the link knows the graph before the edits, so the edge can be joined again. Its ends are the entries 6 and 7 of Edges.
	u, v := int(first.Graph.Edges[6]), int(first.Graph.Edges[7])
	other.send(state.SketchJoin{A: u, B: v})
	if other.s.Recipe.Edits != nil || !slices.Equal(other.s.Graph.Edges, first.Graph.Edges) {
		t.Errorf("after the edge is joined again the edits are %+v, want none", other.s.Recipe.Edits)
	}
}

// On a blank canvas no request goes to the worker before the graph can run. With its first edge between two classes the graph is
// trained. Undo leads back to the blank canvas, Redo to the graph. The menu keeps the drawing; another graph drops it and its undo
// steps.
func TestDrawFromBlank(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{})
	b.send(state.Open{Graph: "blank"})
	if !b.s.Waiting() || !b.s.Sketch.On() || b.size() != [2]int{} {
		t.Fatalf("the blank canvas: waiting %t, editing %t, nodes and edges %v", b.s.Waiting(), b.s.Sketch.On(), b.size())
	}
	if b.s.Frame != nil || b.s.Error != "" || b.s.Busy() {
		t.Fatalf("the blank canvas: frame %v, error %q, busy %t", b.s.Frame, b.s.Error, b.s.Busy())
	}

	// No message starts work on the empty canvas.
	loads := b.loads
	for _, m := range []state.Msg{state.Train{}, state.Step{Unit: "inner"}, state.Toggle{}, state.Seek{Position: 3},
		state.SetSetting{Name: "dt", Value: "0.5"}, state.SetPanel{Panel: state.PanelEdge},
		state.SetPanel{Panel: state.PanelClaims}, state.Export{What: "json"}, state.Cancel{}, state.PickNode{Node: 1}, state.Back{},
		state.SketchDelete{}, state.SketchSet{Set: 1}} {
		b.send(m)
		if !b.s.Idle() {
			t.Fatalf("%T starts work on an empty canvas", m)
		}
	}

	// Six nodes of two classes cannot run without an edge. With the first edge the graph runs, with the setting dt that was sent to the empty
	// canvas.
	for i := range 6 {
		b.send(state.SketchClass{Class: i % 2})
		b.send(state.SketchAdd{X: 10 * i, Y: 5})
	}
	if b.size() != [2]int{6, 0} || !b.s.Waiting() || b.loads != loads || !slices.Equal(b.s.Graph.Labels, []int{0, 1, 0, 1, 0, 1}) {
		t.Fatalf("six nodes: nodes and edges %v, labels %v, waiting %t, %d loads", b.size(), b.s.Graph.Labels, b.s.Waiting(), b.loads-loads)
	}
	b.send(state.Train{})
	if !strings.Contains(b.announcement, "an edge (now 0)") {
		t.Errorf("Train announces %q, want the missing edge in it", b.announcement)
	}
	b.send(state.SketchJoin{A: 0, B: 1})
	if b.s.Waiting() || b.loads != loads+1 || b.s.Frame == nil {
		t.Fatalf("with one edge: waiting %t, %d loads, frame %v, error %q", b.s.Waiting(), b.loads-loads, b.s.Frame, b.s.Error)
	}
	if b.s.Frame.Epoch != state.FirstEpochs || b.s.Config.Dt != 0.5 {
		t.Fatalf("with one edge: epoch %d, dt %v; want %d, 0.5", b.s.Frame.Epoch, b.s.Config.Dt, state.FirstEpochs)
	}
	b.send(state.SketchJoinNames{A: "2", B: "3"})
	drawn := b.s
	if b.size() != [2]int{6, 2} {
		t.Fatalf("after a second edge, by the numbers of its nodes: nodes and edges %v", b.size())
	}

	// Six nodes and two edges are eight steps.
	for range 8 {
		b.send(state.Undo{})
	}
	if !b.s.Waiting() || b.size() != [2]int{} || b.s.Frame != nil {
		t.Fatalf("after eight Undo: nodes and edges %v, waiting %t", b.size(), b.s.Waiting())
	}
	b.sendRefused(state.Undo{})
	for range 8 {
		b.send(state.Redo{})
	}
	if b.size() != [2]int{6, 2} || b.s.Waiting() || !reflect.DeepEqual(b.s.Frame.Loss, drawn.Frame.Loss) {
		t.Errorf("after eight Redo: nodes and edges %v, waiting %t", b.size(), b.s.Waiting())
	}

	// The menu opens the canvas again, and then another graph.
	b.send(state.Open{Graph: "blank"})
	if b.size() != [2]int{6, 2} {
		t.Errorf("after the canvas is opened again: nodes and edges %v, want 6, 2", b.size())
	}
	b.send(state.Open{Graph: "k4"})
	if b.s.Recipe.Edits != nil || b.s.Sketch.On() || len(b.s.Sketch.Past) != 0 {
		t.Errorf("another graph has the edits %+v and the editor %+v", b.s.Recipe.Edits, b.s.Sketch)
	}
}

// If the nodes of all classes but one are deleted, the graph cannot run, but it has a link and accepts a split. Undo restores the run.
// Edits that the worker refuses leave the graph as it is.
func TestDeleteAllClassesButOne(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	first := b.s
	for i, label := range first.Graph.Labels { // all nodes but those of class 0 are selected and deleted
		if label != 0 {
			b.send(state.SketchPick{Node: i})
		}
	}
	b.send(state.SketchDelete{})
	if !b.s.Waiting() || b.s.Frame != nil || b.s.Graph.N == 0 || b.s.BaseKey() != first.BaseKey() {
		t.Fatalf("with one class: waiting %t, %d nodes, frame %v", b.s.Waiting(), b.s.Graph.N, b.s.Frame)
	}
	if _, err := recipe.Format(b.s.Link()); err != nil {
		t.Errorf("a graph of one class has no link: %v", err)
	}
	b.send(state.SetSplit{Spec: "per-class:5"})
	if !b.s.Waiting() || b.s.Busy() {
		t.Fatalf("with a split and one class: waiting %t, busy %t", b.s.Waiting(), b.s.Busy())
	}
	b.send(state.SetSplit{})
	b.send(state.Undo{})
	if b.s.Waiting() || b.s.Frame == nil || !reflect.DeepEqual(b.s.Frame.Loss, first.Frame.Loss) {
		t.Errorf("after Undo: waiting %t, error %q, loss not that of before", b.s.Waiting(), b.s.Error)
	}

	// The worker refuses edits of a node that does not exist.
	b.send(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "florentine", Edits: &graph.Edits{Gone: []int{99}}}}})
	if b.s.Error == "" || b.s.Waiting() || b.s.Graph.N != first.Graph.N || b.s.Recipe.Edits != nil {
		t.Errorf("after wrong edits: error %q, waiting %t, %d nodes", b.s.Error, b.s.Waiting(), b.s.Graph.N)
	}
}

// The palette changes the class and the set of the selected nodes, and the names of classes. Two changes of the set are one undo step.
// Names that are empty or taken, edges without two different nodes of the graph, and changes without a selection are refused. The
// selection follows its nodes through deletions and Undo.
func TestPaletteChangesTheSelection(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	n := b.s.Graph.N
	b.send(state.SketchPick{Node: 4})
	b.send(state.SketchPick{Node: 6})
	otherClass := 1 - b.s.Graph.Labels[4]
	b.send(state.SketchClass{Class: otherClass})
	if b.s.Graph.Labels[4] != otherClass || b.s.Graph.Labels[6] != otherClass {
		t.Errorf("labels %v, want class %d for the nodes 4 and 6", b.s.Graph.Labels, otherClass)
	}
	b.send(state.SketchSet{Set: graph.ValSet})
	b.send(state.SketchSet{Set: graph.TrainSet})
	if !slices.Contains(b.s.Graph.Train, 4) || !slices.Contains(b.s.Graph.Train, 6) {
		t.Errorf("training nodes %v, want 4 and 6 among them", b.s.Graph.Train)
	}
	if len(b.s.Sketch.Past) != 2 {
		t.Errorf("%d undo steps, want 2: the class, and both changes of the set", len(b.s.Sketch.Past))
	}

	// A name for class 0, and a new class, which becomes the class of the palette.
	b.send(state.SketchName{Class: 0, Name: "first"})
	b.send(state.SketchName{Class: b.s.Graph.Classes, Name: "new"})
	last := b.s.Graph.Classes - 1
	if b.s.Graph.ClassNames[0] != "first" || b.s.Graph.ClassNames[last] != "new" || b.s.Sketch.Class != last {
		t.Errorf("classes %q, the palette has class %d", b.s.Graph.ClassNames, b.s.Sketch.Class)
	}
	b.sendRefused(state.SketchName{Class: 0, Name: "new"})
	b.sendRefused(state.SketchName{Class: 0, Name: ""})
	b.sendRefused(state.SketchJoin{A: 2, B: 2})
	b.sendRefused(state.SketchJoin{A: -1, B: 2})
	b.sendRefused(state.SketchJoin{A: 0, B: n + 5})
	b.sendRefused(state.SketchJoinNames{A: "nobody", B: "1"})

	// Node 0, counted from 0, is deleted. Node 5 of the graph before is then node 4; Undo selects it as node 5 again.
	b.send(state.PickNode{Node: 1})
	b.send(state.SketchDelete{})
	if b.s.Graph.N != n-1 || b.s.Node() != -1 {
		t.Fatalf("%d nodes, node %d selected", b.s.Graph.N, b.s.Node())
	}
	b.send(state.PickNode{Node: 5})
	id := b.s.Graph.IDs[4]
	b.send(state.Undo{})
	if b.s.Node() != 5 || id != 5 {
		t.Errorf("the node with the number %d was selected; after Undo node %d is; want 5, 5", id, b.s.Node())
	}
	b.send(state.PickNode{})
	b.sendRefused(state.SketchSet{Set: graph.TestSet})
	b.sendRefused(state.SketchDelete{})
}

// At most MaxUndo steps can be undone. Several moves of a drawn node are one step, and do not draw the graph anew. Undo moves the node back
// and draws the graph anew.
func TestHistoryIsBounded(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "blank"}})
	for i := range state.MaxUndo + 20 {
		b.send(state.SketchAdd{X: i})
	}
	if len(b.s.Sketch.Past) != state.MaxUndo {
		t.Errorf("%d undo steps, want %d", len(b.s.Sketch.Past), state.MaxUndo)
	}
	for range state.MaxUndo {
		b.send(state.Undo{})
	}
	if b.s.Graph.N != 20 { // the nodes of the forgotten steps
		t.Errorf("%d nodes are left, want 20", b.s.Graph.N)
	}

	// Five moves of node 3, which was drawn at (3, 0), to (4, 77). Edits.Add has class, x and y of each drawn node.
	past := len(b.s.Sketch.Past)
	key := b.s.GraphKey
	for x := range 5 {
		b.send(state.SketchMove{Node: 3, X: x, Y: 77})
	}
	if e := b.s.Recipe.Edits; e.Add[3] != [3]int{0, 4, 77} || len(b.s.Sketch.Past) != past+1 || b.s.GraphKey != key {
		t.Errorf("after five moves the node is %v with %d undo steps more, want [0 4 77], 1", e.Add[3], len(b.s.Sketch.Past)-past)
	}
	b.send(state.Undo{})
	if e := b.s.Recipe.Edits; e.Add[3] != [3]int{0, 3, 0} || b.s.GraphKey == key {
		t.Errorf("after Undo the node is %v, want [0 3 0]; key of the drawing %d, was %d", e.Add[3], b.s.GraphKey, key)
	}

	// Moves of two nodes are two steps.
	b.send(state.SketchMove{Node: 3, X: 7, Y: 8})
	b.send(state.SketchMove{Node: 4, X: 7, Y: 8})
	b.send(state.Undo{})
	if e := b.s.Recipe.Edits; e.Add[3] != [3]int{0, 7, 8} || e.Add[4] != [3]int{0, 4, 0} {
		t.Errorf("after moves of nodes 3 and 4, and one Undo, they are %v and %v; want [0 7 8], [0 4 0]", e.Add[3], e.Add[4])
	}
}

// The first value of a moved slider is loaded at once, and after a rest the newest value. A value that changes nothing loads nothing.
// Settings and BaseKey stay. Values out of range are limited, and a value that is no number is ignored. A slider of another
// graph does nothing.
func TestGeneratorSliders(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "sbm:n=16,classes=2,degree=4", Settings: map[string]string{"dt": "0.5"}}})
	base, loads := b.s.BaseKey(), b.loads
	for _, h := range []float64{0.3, 0.5, 0.7, 0.9} {
		b.send(state.Generate{Name: "homophily", Value: h})
	}
	if b.loads != loads+1 || b.rests != 1 {
		t.Errorf("%d loads and %d rests for four values at once, want 1, 1", b.loads-loads, b.rests)
	}
	// 16 nodes of degree 4 have 32 edges. The homophily 0.9 is rounded to 29 edges of 32, 0.906.
	b.send(state.GenerateRest{})
	if b.loads != loads+2 || b.s.Recipe.Graph != "sbm:n=16,classes=2,degree=4,homophily=0.9" || b.s.Graph.EdgeHomophily < 0.89 {
		t.Errorf("after the rest: %d loads, %q of homophily %v", b.loads-loads, b.s.Recipe.Graph, b.s.Graph.EdgeHomophily)
	}
	if b.s.Recipe.Settings["dt"] != "0.5" || b.s.BaseKey() != base {
		t.Errorf("after the rest dt is %q, the base %q; want 0.5, %q", b.s.Recipe.Settings["dt"], b.s.BaseKey(), base)
	}

	// Values that change nothing.
	b.send(state.GenerateRest{})
	for _, m := range []state.Msg{state.Generate{Name: "nonsense", Value: 1}, state.Generate{Name: "homophily", Value: 0.9},
		state.GenerateRest{}} {
		b.send(m)
	}
	if b.loads != loads+2 {
		t.Errorf("values that change nothing cause %d loads", b.loads-loads-2)
	}

	// The smallest number of classes is 2.
	b.send(state.Generate{Name: "classes", Value: -7.4})
	b.send(state.Generate{Name: "signal", Value: math.NaN()})
	if _, values, err := graph.ParseSpec(b.s.Shown().Graph); err != nil || values["classes"] != 2 {
		t.Errorf("classes = −7.4 gives %v, %v; want 2", values["classes"], err)
	}
	b.send(state.Open{Graph: "k4"})
	b.send(state.Generate{Name: "homophily", Value: 0.1})
	b.send(state.GenerateRest{})
	if b.s.Recipe.Graph != "k4" {
		t.Errorf("a slider of another graph opened %q", b.s.Recipe.Graph)
	}
}

// An edit that is made before the previous load has ended is added to it. The graph is trained after the last load.
func TestEditsInARow(t *testing.T) {
	d := loaded(t)
	d.s.Graph.Train = []int{0, 2} // without a split an edited graph cannot run
	d.do(state.SketchJoin{A: 0, B: 2})
	seq := d.request(flat.Load).Seq

	// The graph with the first edge arrives; its load has not ended when the second edge is joined.
	withOne := graphInfo("karate")
	withOne.Edges, withOne.IDs, withOne.Base, withOne.Train = []int32{0, 1, 0, 2, 1, 2, 2, 3}, []int{0, 1, 2, 3}, d.s.Graph, []int{0, 2}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: withOne})
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Frame: frameAt(0, 0)})
	d.do(state.SketchJoin{A: 0, B: 3})
	r := d.request(flat.Load)
	if len(r.Recipe.Edits.Join) != 2 {
		t.Fatalf("the second edit loads the edits %+v, want both edges", r.Recipe.Edits)
	}
	withBoth := *withOne
	withBoth.Edges = []int32{0, 1, 0, 2, 0, 3, 1, 2, 2, 3}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: &withBoth})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	if run := d.request(flat.Run); run.Epochs != state.FirstEpochs {
		t.Errorf("after both edits the page trains %d epochs, want %d", run.Epochs, state.FirstEpochs)
	}
}
