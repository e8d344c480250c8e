package state_test

import (
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// The announcement of a selection counts the right predictions, and the nodes without a label apart. A cell of the confusion matrix names
// classes without a name as such.
func TestSelectionIsAnnounced(t *testing.T) {
	d := loaded(t)
	d.s.Graph.Labels, d.s.Graph.ClassNames = []int{0, -1, 1, 1}, nil
	d.s.Frame.Pred = []int{0, 0, 0, 1}
	for want, nodes := range map[string][]int{"4 nodes selected: 2 right, 1 without a label.": {0, 1, 2, 3},
		"1 node selected: 0 right, 1 without a label.": {1}, "1 node selected: 1 right.": {3}} {
		if d.do(state.PickLasso{Nodes: nodes}); d.announcement != want {
			t.Errorf("nodes %v: announced %q, want %q", nodes, d.announcement, want)
		}
	}
	d.s.Graph.Val = []int{2}
	if d.do(state.PickConfusion{Label: 1}); d.s.View.ChosenAs != "class 1 taken for class 0" {
		t.Errorf("the cell is called %q", d.s.View.ChosenAs)
	}
}

// This file tests that a selection, and the order of a table, stay as long as the user does not change them.

// randomEdits returns edits that delete at most three of the nodes 0 to n−1.
func randomEdits(r *rand.Rand, n int) *graph.Edits {
	gone := r.Perm(n)[:r.IntN(4)]
	if len(gone) == 0 {
		return nil
	}
	slices.Sort(gone)
	return &graph.Edits{Gone: gone}
}

// A link selects the same edge or node on every page: on a page with other edits of its graph as on a new page. The permanent ids of the
// nodes identify them.
func TestLinkSelectsTheSameOnEditedGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 14))
	for range 20 {
		of := func(e *graph.Edits) recipe.Recipe {
			return recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "florentine", Edits: e}}
		}
		page, other := openSessionPage(t, of(randomEdits(r, 15))), openSessionPage(t, of(randomEdits(r, 15)))
		page.send(state.PickNode{Node: choice.Of(r.IntN(page.s.Graph.N))})
		other.send(state.PickNode{Node: choice.Of(r.IntN(other.s.Graph.N))})
		if r.IntN(2) == 0 {
			other.send(state.PickEdge{Edge: choice.Of(r.IntN(len(other.s.Graph.Edges) / 2))})
		}
		link, err := recipe.Format(other.s.Link())
		if err != nil {
			t.Fatal(err)
		}
		page.send(state.Link{Text: "#" + link})
		if page.s.Node() != other.s.Node() || page.s.Edge() != other.s.Edge() || !slices.Equal(page.s.Graph.IDs, other.s.Graph.IDs) {
			t.Errorf("the link of node %d, edge %d and edits %+v opens with node %d, edge %d", other.s.Node(), other.s.Edge(),
				other.s.Recipe.Edits, page.s.Node(), page.s.Edge())
		}
	}
}

// A run of the results that the page does not show is loaded with its node. No query stays without an answer (desk.do).
func TestRunOfResultsLeavesNoQuery(t *testing.T) {
	d := loaded(t)
	d.do(state.Lab{Msg: lab.SetRuns{Runs: 3}})
	d.do(state.Lab{Msg: lab.StartResults{}})
	jobs := d.s.Lab.Results.Jobs
	results := make([]client.JobState, len(jobs))
	for k := range results { // the first run of each split predicts class 0, the other ones class 1; nodes 0 and 1 have class 0
		pred := []int32{1, 1, 1, 1}
		if k == 0 || jobs[k].Split != jobs[k-1].Split {
			pred = []int32{0, 0, 0, 0}
		}
		results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Pred: pred, Tested: []int32{0, 1},
			Position: 77}}}
	}
	d.do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: results, Total: len(jobs)}}})
	d.do(state.Lab{Msg: lab.OpenRun{Job: 0, Node: 1}})
	load := d.request(flat.Load)
	if d.s.Node() != 1 || !slices.Equal(d.s.View.Chosen, []int{0, 1}) {
		t.Errorf("node %d of %v is selected, want 1 of [0 1]", d.s.Node(), d.s.View.Chosen)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("karate")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(77, 0)})
}

// Another split or seed of a graph that cannot run yet draws its sets anew, before the edits, as a reload of the page does.
func TestSeedOfOutlineDrawsItsSets(t *testing.T) {
	const split = "per-class:1"
	b := openSessionPage(t, recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Split: split, Seed: 1}})
	gone := b.s.Graph.Train[0]
	b.send(state.PickNode{Node: choice.Of(gone)})
	b.send(state.SketchDelete{})
	if !b.s.Waiting() {
		t.Fatalf("without the training node %d of its class the graph can run", gone)
	}
	for seed := uint64(2); seed < 8; seed++ {
		loads := b.loads
		b.send(state.Seed{Text: strconv.FormatUint(seed, 10)})
		sets, err := graph.ParseSplit(graph.Karate(), split, seed)
		if err != nil {
			t.Fatal(err)
		}
		var want []int // the permanent ids of the training nodes
		for _, i := range sets.Train {
			if i != gone {
				want = append(want, i)
			}
		}
		var got []int
		for _, i := range b.s.Graph.Train {
			got = append(got, b.s.Graph.IDs[i])
		}
		if b.loads != loads+1 || !slices.Equal(got, want) || b.s.Waiting() != (len(want) < 2) {
			t.Errorf("seed %d: %d loads, training nodes %v, waiting %t; want 1, %v", seed, b.loads-loads, got, b.s.Waiting(), want)
		}
	}
}

// Only the filter of the table of nodes changes the nodes selected together: a filter of edges keeps them, and closing a table keeps nodes
// of another origin than its filter.
func TestTableKeepsOtherSelections(t *testing.T) {
	lasso := []int{1, 3}
	for name, messages := range map[string][]state.Msg{
		"faulty filter of edges": {state.PickLasso{Nodes: lasso}, state.Tabulate{Of: state.TableEdges}, state.TableFilter{Text: "kappa <"}},
		"filter of edges":        {state.PickLasso{Nodes: lasso}, state.Tabulate{Of: state.TableEdges}, state.TableFilter{Text: "edge > 0"}},
		"lasso after a filter": {state.Tabulate{Of: state.TableNodes}, state.TableFilter{Text: "node > 1"}, state.PickLasso{Nodes: lasso},
			state.Tabulate{}},
	} {
		d := loaded(t)
		for _, m := range messages {
			d.do(m)
		}
		if !slices.Equal(d.s.Chosen(), lasso) {
			t.Errorf("%s: the nodes %v are selected, want %v", name, d.s.Chosen(), lasso)
		}
	}
	d := loaded(t)
	d.do(state.PickLasso{Nodes: lasso})
	d.do(state.Tabulate{Of: state.TableNodes})
	d.do(state.TableFilter{Text: "node <"})
	if len(d.s.Chosen()) > 0 || d.announcement == "" {
		t.Errorf("a faulty filter of nodes selects %v with the announcement %q, want no node and the fault", d.s.Chosen(), d.announcement)
	}
}

// A new table is sorted by its first column, so that a click on this column reverses the order. The saved rows have the order of the
// screen, also if the column of the order is hidden.
func TestTableOrderOnScreenAndInFile(t *testing.T) {
	for of, first := range map[string]string{state.TableNodes: "node", state.TableEdges: "edge"} {
		d := loaded(t)
		d.do(state.Tabulate{Of: of})
		d.do(state.TableSort{Key: first})
		if !d.s.View.Table.Down {
			t.Errorf("a click on the first column of the table of %s does not reverse the order", of)
		}
		d.do(state.TableSort{Key: first})
		if d.s.View.Table.Down {
			t.Errorf("a second click on the first column of the table of %s does not restore the order", of)
		}
	}
	d := loaded(t)
	d.do(state.Tabulate{Of: state.TableNodes})
	d.do(state.TableSort{Key: "degree"})
	d.do(state.TableSort{Key: "degree"}) // descending: nodes 1 and 2 of the path have degree 2
	d.do(state.TableHide{Key: "degree"})
	file := d.do(state.TableCSV{})[0].(state.Download).Data
	rows, err := csv.NewReader(strings.NewReader(string(file))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := slices.Index(rows[0], "node")
	var got []string
	for _, row := range rows[1:] {
		got = append(got, row[column])
	}
	if want := []string{"1", "2", "0", "3"}; !slices.Equal(got, want) || slices.Contains(rows[0], "degree") {
		t.Errorf("the file has the rows %v and the columns %v, want the rows %v without degree", got, rows[0], want)
	}
}

// The row of pins belongs to the page: the link of a stop at Look has the row.
func TestLinkOfStopHasThePins(t *testing.T) {
	d := atLook(t)
	d.s.View.Pins = []recipe.Moment{{Name: "a"}}
	if pins := d.s.Link().View.Pins; len(pins) != 1 || pins[0].Name != "a" {
		t.Errorf("the link of the stop has the pins %+v, want the pin of the page", pins)
	}
}

// The selection returns if the load of another graph is refused, also for an outline, which is the graph of the first link, and if the user
// declines a request to another host.
func TestSelectionReturnsAfterRefusal(t *testing.T) {
	outline := &graph.Edits{Add: [][3]int{{0, 1, 1}, {0, 2, 2}}}
	b := openSessionPage(t, recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "blank", Edits: outline}})
	b.send(state.PickNode{Node: 2})
	b.send(state.Open{Graph: "no such graph"})
	if b.s.Error == "" || b.s.Node() != 1 {
		t.Errorf("after a refused load of another graph than the outline: error %q, node %d; want an error, 1", b.s.Error, b.s.Node())
	}
	for _, refusal := range []state.Msg{state.Decline{}, state.Cancel{}} {
		d := loaded(t)
		d.do(state.PickNode{Node: 3})
		d.reply(flat.Reply{Seq: d.sent[0].Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0)})
		d.do(state.Open{Graph: "data:texas"})
		d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "elsewhere", Host: "example.org"})
		if d.s.Asked() == nil || d.s.Node() >= 0 {
			t.Fatalf("before the answer: question %v, node %d", d.s.Asked(), d.s.Node())
		}
		d.do(refusal)
		if d.s.Asked() != nil || d.s.Node() != 2 {
			t.Errorf("after %T: question %v, node %d; want none, 2", refusal, d.s.Asked(), d.s.Node())
		}
	}
}

// A file without contents at the position is refused with a reason.
func TestExportWithoutNumbersIsRefused(t *testing.T) {
	d := loaded(t)
	d.do(state.Seek{Position: 0})
	f := frameAt(0, 0)
	f.Spectrum = nil
	d.reply(flat.Reply{Seq: d.request(flat.Seek).Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.do(state.Export{What: "spectrum"}); len(d.cmds) != 0 || !strings.Contains(d.s.Error, "make a step") {
		t.Errorf("the spectrum of position 0: commands %+v, error %q", d.cmds, d.s.Error)
	}
	if d.do(state.Export{What: "csv"}); len(d.cmds) != 1 {
		t.Errorf("the nodes of position 0: commands %+v, want one", d.cmds)
	}
}

// A link by names proposes the nearest of all models, also SGPC, and ignores empty parts.
func TestNamesOfModels(t *testing.T) {
	for name, want := range map[string]string{"sgcp": "sgpc", "SGPC": "sgpc", "mlpp": "mlp"} {
		_, _, damage := state.FirstRecipe("#graph=karate&model="+name, state.WithoutFiles)
		if !strings.Contains(damage, "the nearest is "+want) {
			t.Errorf("%s: %q, want the nearest model %s", name, damage, want)
		}
	}
	for hash, model := range map[string]string{"#graph=karate&": "", "#graph=karate&&model=gcn&": "gcn"} {
		r, _, damage := state.FirstRecipe(hash, state.WithoutFiles)
		if r.Graph != "karate" || r.Model != model || damage != "" {
			t.Errorf("%s opens %q with the model %q and the error %q, want karate, %q", hash, r.Graph, r.Model, damage, model)
		}
	}
}
