package state_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
)

// bench is a page with a real session, which answers each request at once.
type sessionPage struct {
	*desk
	session *session.Session
	replies []proto.Reply
	loads   int
	rests   int
}

func (b *sessionPage) Reply(r proto.Reply)  { b.replies = append(b.replies, r) }
func (b *sessionPage) Yield()               {}
func (b *sessionPage) Wait()                {}
func (*sessionPage) Fetcher() *data.Fetcher { return nil }
func (b *sessionPage) Now() time.Duration   { return 1 }

// page returns a page that has opened a recipe and trained it.
func openSessionPage(t *testing.T, r recipe.Recipe) *sessionPage {
	t.Helper()
	b := &sessionPage{desk: &desk{t: t, s: state.New(r)}}
	b.session = session.New(b, session.Core{})
	b.send(state.Start{})
	return b
}

// send applies a message, and all messages that result from it.
func (b *sessionPage) send(m state.Msg) {
	b.t.Helper()
	queue := b.do(m)
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		switch c := c.(type) {
		case state.Send:
			if c.Goal != nil && c.Goal.Load {
				b.loads++
			}
			b.replies = nil
			b.session.Post(c.Message)
			b.session.Drain()
			for _, r := range b.replies {
				queue = append(queue, b.do(state.FromWorker{Reply: r})...)
			}
		case state.After:
			if _, rest := c.Msg.(state.GenerateRest); rest {
				b.rests++
			}
		}
	}
}

// refused sends a message that must change only the note of the editor.
func (b *sessionPage) sendRefused(m state.Msg) {
	b.t.Helper()
	before, loads := b.s, b.loads
	b.send(m)
	if b.s.Sketch.Note == "" {
		b.t.Errorf("%T %+v: no word about it", m, m)
	}
	after := b.s
	if loads != b.loads || after.Graph != before.Graph || after.Frame != before.Frame || !reflect.DeepEqual(after.Recipe, before.Recipe) ||
		len(after.Sketch.Past) != len(before.Sketch.Past) {
		b.t.Errorf("%T %+v changed something", m, m)
	}
}

func (b *sessionPage) size() [2]int { return [2]int{b.s.Graph.N, len(b.s.Graph.Edges) / 2} }

// A deleted edge changes the numbers. Undo restores exactly the previous run, and Redo the run without the edge.
func TestDeleteEdgeUndoRedo(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	first := b.s
	if first.Frame == nil || first.Frame.Epoch != state.FirstEpochs {
		t.Fatalf("the first graph is not trained: %+v", first.Frame)
	}
	b.send(state.SketchOn{On: true})
	b.send(state.PickEdge{Edge: 4})
	b.send(state.SketchDelete{})
	cut := b.s
	if b.size() != [2]int{first.Graph.N, len(first.Graph.Edges)/2 - 1} || cut.Frame.Epoch != state.FirstEpochs || cut.Edge() != -1 ||
		reflect.DeepEqual(cut.Frame.Pred, first.Frame.Pred) && cut.Frame.Loss == first.Frame.Loss {
		t.Fatalf("after the deletion: %v, epoch %d", b.size(), cut.Frame.Epoch)
	}
	if !cut.Sketch.On() || cut.BaseKey() != first.BaseKey() || cut.GraphKey == first.GraphKey {
		t.Error("the drawing must show the other graph at the same places")
	}
	b.send(state.Undo{})
	for name, pair := range map[string][2]any{"recipe": {b.s.Recipe.Edits, first.Recipe.Edits},
		"graph": {b.s.Graph.Edges, first.Graph.Edges}, "position": {b.s.Frame.Position, first.Frame.Position},
		"loss": {b.s.Frame.Loss, first.Frame.Loss}, "classes": {b.s.Frame.Pred, first.Frame.Pred},
		"spectrum": {b.s.Spectrum.Values, first.Spectrum.Values}, "split": {b.s.Graph.Train, first.Graph.Train}} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("undone: %s is %v, was %v", name, pair[0], pair[1])
		}
	}
	b.send(state.Redo{})
	if !reflect.DeepEqual(b.s.Frame.Loss, cut.Frame.Loss) || !slices.Equal(b.s.Graph.Edges, cut.Graph.Edges) {
		t.Error("redone: another run")
	}
	b.sendRefused(state.Redo{})
	// The link carries the edits, and opens the same run.
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
		t.Error("the link opens another run")
	}
	// There the base is known: the edge can be put back by hand.
	a, c := int(first.Graph.Edges[6]), int(first.Graph.Edges[7])
	other.send(state.SketchJoin{A: a, B: c})
	if other.s.Recipe.Edits != nil || !slices.Equal(other.s.Graph.Edges, first.Graph.Edges) {
		t.Errorf("after joining again: %+v", other.s.Recipe.Edits)
	}
}

// On a blank canvas no request goes to the worker before the graph can run. Undo leads back to the blank canvas, Redo to the graph.
func TestDrawFromBlank(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{})
	b.send(state.Open{Graph: "blank"})
	if !b.s.Waiting() || !b.s.Sketch.On() || b.size() != [2]int{} || b.s.Frame != nil || b.s.Error != "" || b.s.Busy() {
		t.Fatalf("the canvas: %+v", b.s)
	}
	loads := b.loads
	for _, m := range []state.Msg{state.Train{}, state.Step{Unit: "inner"}, state.Toggle{}, state.Seek{Position: 3},
		state.SetSetting{Name: "dt", Value: "0.5"}, state.SetPanel{Panel: state.PanelEdge},
		state.SetPanel{Panel: state.PanelClaims}, state.Export{What: "json"}, state.Cancel{}, state.PickNode{Node: 1}, state.Back{},
		state.SketchDelete{}, state.SketchSet{Set: 1}} {
		b.send(m)
		if !b.s.Idle() {
			t.Fatalf("%T started something on an empty canvas", m)
		}
	}
	for i := range 6 {
		b.send(state.SketchClass{Class: i % 2})
		b.send(state.SketchAdd{X: 10 * i, Y: 5})
	}
	if b.size() != [2]int{6, 0} || !b.s.Waiting() || b.loads != loads || !slices.Equal(b.s.Graph.Labels, []int{0, 1, 0, 1, 0, 1}) {
		t.Fatalf("six nodes: %v, waiting %t, %d loads", b.size(), b.s.Waiting(), b.loads-loads)
	}
	b.send(state.Train{})
	if !strings.Contains(b.announcement, "an edge (now 0)") {
		t.Errorf("says %q", b.announcement)
	}
	b.send(state.SketchJoin{A: 0, B: 1})
	if b.s.Waiting() || b.loads != loads+1 || b.s.Frame == nil || b.s.Frame.Epoch != state.FirstEpochs || b.s.Config.Dt != 0.5 {
		t.Fatalf("one edge: waiting %t, %d loads, %+v", b.s.Waiting(), b.loads-loads, b.s.Error)
	}
	b.send(state.SketchJoinNames{A: "2", B: "3"})
	drawn := b.s
	if b.size() != [2]int{6, 2} {
		t.Fatalf("joined by number: %v", b.size())
	}
	for range 8 {
		b.send(state.Undo{})
	}
	if !b.s.Waiting() || b.size() != [2]int{} || b.s.Frame != nil {
		t.Fatalf("undone: %v", b.size())
	}
	b.sendRefused(state.Undo{})
	for range 8 {
		b.send(state.Redo{})
	}
	if b.size() != [2]int{6, 2} || b.s.Waiting() || !reflect.DeepEqual(b.s.Frame.Loss, drawn.Frame.Loss) {
		t.Errorf("redone: %v", b.size())
	}
	// Choosing the canvas again keeps the drawing; another graph takes it away.
	b.send(state.Open{Graph: "blank"})
	if b.size() != [2]int{6, 2} {
		t.Error("the drawing is gone")
	}
	b.send(state.Open{Graph: "k4"})
	if b.s.Recipe.Edits != nil || b.s.Sketch.On() || len(b.s.Sketch.Past) != 0 {
		t.Errorf("history of another graph: %+v", b.s.Sketch)
	}
}

// Editing can lead to a graph that cannot run, and back.
func TestTakeAClassAway(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	first := b.s
	for i, y := range first.Graph.Labels {
		if y != 0 {
			b.send(state.SketchPick{Node: i})
		}
	}
	b.send(state.SketchDelete{})
	if !b.s.Waiting() || b.s.Frame != nil || b.s.Graph.N == 0 || b.s.BaseKey() != first.BaseKey() {
		t.Fatalf("one class is left, waiting is %t", b.s.Waiting())
	}
	if _, err := recipe.Format(b.s.Link()); err != nil {
		t.Error(err)
	}
	b.send(state.SetSplit{Spec: "per-class:5"}) // settings of the run can be chosen meanwhile
	if !b.s.Waiting() || b.s.Busy() {
		t.Fatal("a split makes one class two")
	}
	b.send(state.SetSplit{})
	b.send(state.Undo{})
	if b.s.Waiting() || b.s.Frame == nil || !reflect.DeepEqual(b.s.Frame.Loss, first.Frame.Loss) {
		t.Errorf("undone: waiting is %t, %q", b.s.Waiting(), b.s.Error)
	}
	// A drawing that the worker refuses leaves the graph as it is.
	b.send(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "florentine", Edits: &graph.Edits{Gone: []int{99}}}}})
	if b.s.Error == "" || b.s.Waiting() || b.s.Graph.N != first.Graph.N || b.s.Recipe.Edits != nil {
		t.Errorf("wrong edits: %q, %d nodes", b.s.Error, b.s.Graph.N)
	}
}

// The palette changes the class and the set of the selection, and the names of classes. The selection follows its nodes.
func TestPaletteChangesTheSelection(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	n := b.s.Graph.N
	b.send(state.SketchPick{Node: 4})
	b.send(state.SketchPick{Node: 6})
	to := 1 - b.s.Graph.Labels[4]
	b.send(state.SketchClass{Class: to})
	if b.s.Graph.Labels[4] != to || b.s.Graph.Labels[6] != to {
		t.Errorf("labels %v", b.s.Graph.Labels)
	}
	b.send(state.SketchSet{Set: graph.ValSet})
	b.send(state.SketchSet{Set: graph.TrainSet})
	if !slices.Contains(b.s.Graph.Train, 4) || !slices.Contains(b.s.Graph.Train, 6) {
		t.Errorf("training nodes %v", b.s.Graph.Train)
	}
	if len(b.s.Sketch.Past) != 2 {
		t.Errorf("%d steps, want the two sets joined into one", len(b.s.Sketch.Past))
	}
	b.send(state.SketchName{Class: 0, Name: "first"})
	b.send(state.SketchName{Class: b.s.Graph.Classes, Name: "new"})
	if b.s.Graph.ClassNames[0] != "first" || b.s.Graph.ClassNames[b.s.Graph.Classes-1] != "new" || b.s.Sketch.Class != b.s.Graph.Classes-1 {
		t.Errorf("classes %q", b.s.Graph.ClassNames)
	}
	b.sendRefused(state.SketchName{Class: 0, Name: "new"})
	b.sendRefused(state.SketchName{Class: 0, Name: ""})
	b.sendRefused(state.SketchJoin{A: 2, B: 2})
	b.sendRefused(state.SketchJoin{A: -1, B: 2})
	b.sendRefused(state.SketchJoin{A: 0, B: n + 5})
	b.sendRefused(state.SketchJoinNames{A: "nobody", B: "1"})
	b.send(state.PickNode{Node: 1})
	b.send(state.SketchDelete{})
	if b.s.Graph.N != n-1 || b.s.Node() != -1 {
		t.Fatalf("%d nodes, node %d selected", b.s.Graph.N, b.s.Node())
	}
	b.send(state.PickNode{Node: 5}) // the node that was 5
	id := b.s.Graph.IDs[4]
	b.send(state.Undo{})
	if b.s.Node() != 5 || id != 5 {
		t.Errorf("node %d is selected, want 5", b.s.Node())
	}
	b.send(state.PickNode{})
	b.sendRefused(state.SketchSet{Set: graph.TestSet})
	b.sendRefused(state.SketchDelete{})
}

// The number of undo steps is limited. Several moves of a drawn node are one step without a load.
func TestHistoryIsBounded(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "blank"}})
	for i := range state.MaxUndo + 20 {
		b.send(state.SketchAdd{X: i})
	}
	if len(b.s.Sketch.Past) != state.MaxUndo {
		t.Errorf("%d steps", len(b.s.Sketch.Past))
	}
	for range state.MaxUndo {
		b.send(state.Undo{})
	}
	if b.s.Graph.N != 20 {
		t.Errorf("%d nodes are left, want 20", b.s.Graph.N)
	}
	past := len(b.s.Sketch.Past)
	key := b.s.GraphKey
	for x := range 5 {
		b.send(state.SketchMove{Node: 3, X: x, Y: 77})
	}
	if e := b.s.Recipe.Edits; e.Add[3] != [3]int{0, 4, 77} || len(b.s.Sketch.Past) != past+1 || b.s.GraphKey != key {
		t.Errorf("moved: %v, %d steps", e.Add[3], len(b.s.Sketch.Past)-past)
	}
	b.send(state.Undo{})
	if e := b.s.Recipe.Edits; e.Add[3] != [3]int{0, 3, 0} || b.s.GraphKey == key {
		t.Errorf("moved back: %v", e.Add[3])
	}
}

// The last value of a slider is always loaded, but not every value.
func TestGeneratorSliders(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "sbm:n=16,classes=2,degree=4", Settings: map[string]string{"dt": "0.5"}}})
	base, loads := b.s.BaseKey(), b.loads
	for _, h := range []float64{0.3, 0.5, 0.7, 0.9} {
		b.send(state.Generate{Name: "homophily", Value: h})
	}
	if b.loads != loads+1 || b.rests != 1 {
		t.Errorf("%d loads and %d rests for four values at once", b.loads-loads, b.rests)
	}
	b.send(state.GenerateRest{})
	if b.loads != loads+2 || b.s.Recipe.Graph != "sbm:n=16,classes=2,degree=4,homophily=0.9" || b.s.Graph.EdgeHomophily < 0.89 ||
		b.s.Recipe.Settings["dt"] != "0.5" {
		t.Errorf("%d loads, %q of homophily %v", b.loads-loads, b.s.Recipe.Graph, b.s.Graph.EdgeHomophily)
	}
	if b.s.BaseKey() != base {
		t.Error("the nodes lose their places")
	}
	b.send(state.GenerateRest{})
	for _, m := range []state.Msg{state.Generate{Name: "nonsense", Value: 1}, state.Generate{Name: "homophily", Value: 0.9},
		state.GenerateRest{}} {
		b.send(m)
	}
	if b.loads != loads+2 {
		t.Error("loaded without need")
	}
	b.send(state.Generate{Name: "classes", Value: -7.4})
	b.send(state.Generate{Name: "signal", Value: math.NaN()})
	if _, values, err := graph.ParseSpec(b.s.Shown().Graph); err != nil || values["classes"] != 2 {
		t.Errorf("classes = %v, %v", values["classes"], err)
	}
	b.send(state.Open{Graph: "k4"})
	b.send(state.Generate{Name: "homophily", Value: 0.1})
	b.send(state.GenerateRest{})
	if b.s.Recipe.Graph != "k4" {
		t.Errorf("a slider of another graph opened %q", b.s.Recipe.Graph)
	}
}

// A graph is trained, even if an edit is made before the previous load has ended.
func TestEditsInARow(t *testing.T) {
	d := loaded(t)
	d.s.Graph.Train = []int{0, 2}
	d.do(state.SketchJoin{A: 0, B: 2})
	seq := d.request(flat.Load).Seq
	once := graphInfo("karate")
	once.Edges, once.IDs, once.Base, once.Train = []int32{0, 1, 0, 2, 1, 2, 2, 3}, []int{0, 1, 2, 3}, d.s.Graph, []int{0, 2}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: once})
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Frame: frameAt(0, 0)})
	d.do(state.SketchJoin{A: 0, B: 3})
	r := d.request(flat.Load)
	if len(r.Recipe.Edits.Join) != 2 {
		t.Fatalf("the second edit asks for %+v", r.Recipe.Edits)
	}
	twice := *once
	twice.Edges = []int32{0, 1, 0, 2, 0, 3, 1, 2, 2, 3}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: &twice})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	if run := d.request(flat.Run); run.Epochs != state.FirstEpochs {
		t.Errorf("trains %d epochs", run.Epochs)
	}
}
