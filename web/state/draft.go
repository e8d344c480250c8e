package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// A graph that the user draws cannot run before it has, for example, training nodes of two classes. Until then the page shows its outline:
// nodes, edges and labels, without features. This file computes the outline. A description of a graph is a *proto.GraphInfo. The file also
// transfers selection, notes and undo steps to the next graph (carry).

// itoa formats a whole number.
func itoa(n int) string { return strconv.Itoa(n) }

// maxClip is the largest number of characters of a text that a message quotes.
const maxClip = 40

// clip cuts a text after maxClip characters. An ellipsis follows a text that was cut.
func clip(text string) string { return words.Cut(text, maxClip) }

// formatDrawn is the Format in the description of an outline: a graph without a run and without a frame.
const formatDrawn = "drawn"

// baseInfo returns the description of the present graph without its edits, nil before there is a graph.
func (s *State) baseInfo() *proto.GraphInfo {
	if s.Graph != nil && s.Graph.Base != nil {
		return s.Graph.Base
	}
	return s.Graph
}

// outlineOf returns the graph of a description, without features.
func outlineOf(info *proto.GraphInfo) *graph.Graph {
	g := &graph.Graph{Name: info.Name, N: info.N, Labels: info.Labels, Classes: info.Classes, ClassNames: info.ClassNames,
		NodeNames: info.NodeNames,
		X:         &linalg.CSR{Rows: info.N, Ptr: make([]int32, info.N+1)}, // no features: a matrix without entries
		Notes:     info.Notes, Edges: make([]graph.Edge, len(info.Edges)/2)}
	for k := range g.Edges { // info.Edges has two entries for each edge
		g.Edges[k] = graph.Edge{I: info.Edges[2*k], J: info.Edges[2*k+1]}
	}
	return g
}

// splitOf returns the split of a description.
func splitOf(info *proto.GraphInfo) graph.Split {
	return graph.Split{Name: info.SplitName, Train: info.Train, Val: info.Val, Test: info.Test}
}

// infoOf returns the description of an outline with its split.
func infoOf(g *graph.Graph, split graph.Split) *proto.GraphInfo {
	info := &proto.GraphInfo{Name: g.Name, Format: formatDrawn, N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames,
		NodeNames:     g.NodeNames,
		EdgeHomophily: g.EdgeHomophily(), NodeHomophily: g.NodeHomophily(), ClassSizes: g.ClassSizes(),
		SplitName: split.Name, Train: split.Train, Val: split.Val, Test: split.Test, Notes: g.Notes, Edges: []int32{}}
	_, info.Components = g.Components()
	for _, e := range g.Edges {
		info.Edges = append(info.Edges, e.I, e.J)
	}
	return info
}

// unreadyOutline returns the outline of a graph that cannot run yet: the empty graph, or the graph on the screen, with the edits of the
// recipe r. It returns nil for any other graph, for edits that do not fit, and for a graph that can run: the worker then loads or refuses
// the graph.
func (s *State) unreadyOutline(r recipe.Setup, files []content.File) *proto.GraphInfo {
	// The graph before its edits. The page knows the nodes only of the empty graph and of the graph on the screen.
	editsShownGraph := r.Edits != nil && s.Graph != nil && sameBase(r, files, s.Recipe.Setup, s.Files)
	var base *graph.Graph
	var baseInfo *proto.GraphInfo
	var baseSplit graph.Split
	switch {
	case r.Graph == graph.BlankName:
		base = graph.Blank()
		baseInfo = infoOf(base, baseSplit)
	case !editsShownGraph:
		return nil
	default:
		baseInfo = s.baseInfo()
		base, baseSplit = outlineOf(baseInfo), splitOf(baseInfo)
	}

	// The graph with its edits. ids are the permanent ids of its nodes (graph.Edits).
	graphEdits := graph.Edits{}
	if r.Edits != nil {
		graphEdits = *r.Edits
	}
	g, split, ids, err := graphEdits.Outline(base, baseSplit)
	if err != nil {
		return nil
	}

	// An empty graph has no nodes to split: the split of the recipe applies to its edited graph. Override then restores the sets that the
	// user has chosen for nodes. If the split is impossible, the split of Outline stays.
	splitsEdited := base.N == 0 && g.N > 0 && r.Split != ""
	if splitsEdited {
		ofRecipe, err := graph.ParseSplit(g, r.Split, r.Seed)
		if err == nil {
			split = graphEdits.Override(g, ofRecipe, ids)
		}
	}
	if graph.Ready(graph.Needs(g, split)) {
		return nil
	}
	outline := infoOf(g, split)
	outline.IDs, outline.Base = ids, baseInfo
	return outline
}

// showOutline shows the outline of a graph that cannot run yet, and stops the work on the previous run. It opens the editor. For a link
// that colours the nodes by their predictions, it closes the editor instead.
func (s State) showOutline(l loading, outline *proto.GraphInfo) (State, []Command) {
	var cmds []Command
	hasWork := !s.Idle()
	s.abandon() // drops the pending work of the page, but the worker continues with it
	if hasWork {
		cmds = append(cmds, s.aim(stay)) // the worker stops the run, which is not shown any more
		s.phase.reached()                // the page does not wait for the end of this goal
	}
	settleMethod(&l.Setup, outline.N)
	s.arrive(&l, outline)
	s.holdFiles() // keeps the user's files in memory
	s.Error = ""
	// An open editor would replace the colours of predictions by the colours of labels. A link (Version is not 0) keeps its colours.
	s.setSketch(l.Version == 0 || s.View.Nodes != "prediction")
	s, more := s.restoreB(&l)
	return s, append(cmds, more...)
}

// carry transfers the selection, the notes and the undo steps to the next graph, which the load l has loaded:
//
//   - Notes stay for the same graph and for another graph of the same generator. A link or a program replaces them.
//   - Editing and its undo steps end with another graph. The undo steps also end if a load that is no step of editing changes the edits.
//   - The selection and the notes keep their nodes and edges if edits renumber the nodes. Nodes selected together are dropped with another
//     graph. A selected node or edge that the next graph lacks is dropped.
//   - GraphKey, the number of the drawing, grows if the drawing changes. Then the turn of the layout ends.
func (s *State) carry(next *proto.GraphInfo, l *loading) {
	old, keepsBase := s.Graph, sameBase(l.Setup, l.Files, s.Recipe.Setup, s.Files) // keepsBase: only the edits may differ
	keepsNotes := old != nil && (keepsBase || sameFamily(l.Graph, s.Recipe.Graph))
	if !keepsNotes {
		s.View.Notes = nil
	}
	if !keepsBase {
		s.setSketch(false)
		s.Sketch.Class, s.Sketch.Note = 0, "" // the class of the next drawn node, and the reason of a failed operation
	}
	changesEdits := l.by != byStep && !wire.Same(l.Edits, s.Recipe.Edits)
	if !keepsBase || changesEdits {
		s.Sketch.Past, s.Sketch.Future, s.Sketch.key = nil, nil, ""
	}
	if old != nil && keepsBase {
		s.renumber(next)
	}

	// The recipe of a link or a program has its own notes. If one of them is invalid, all are dropped.
	if l.Version != 0 {
		s.View.Notes = l.View.Notes
		if recipe.CheckNotes(s.View.Notes) != nil {
			s.View.Notes = nil
		}
	}
	s.View.Notes = fitting(s.View.Notes, next)

	// Another drawing. The view One edge (one_edge.go) of an edge of the old graph closes, unless a link or a program has set the view.
	keepsDrawing := old != nil && keepsBase && sameDrawing(old, next)
	if !keepsDrawing {
		s.GraphKey++
		s.View.Turn = nil
		if !keepsBase {
			s.View.Chosen = nil
		}
		if l.Version == 0 && s.View.One != nil && s.View.One.Edge > 0 { // 0: an edge of no graph
			s.View.One = nil
		}
	}
	s.clearMissing(next)
}

// renumber transfers the selection and the notes from the graph on the screen to the next graph. Edits may have changed the numbers of the
// nodes, but not their ids. The selection of a deleted node ends, and fitting makes a note about it a note about the graph.
func (s *State) renumber(next *proto.GraphInfo) {
	if s.Graph.IDs == nil && next.IDs == nil { // neither graph has edits
		return
	}
	find := func(i int) int { // returns the number of node i in the next graph, −1 for a deleted node
		id := s.id(i)
		if next.IDs == nil && id < next.N { // without edits the ids are the numbers
			return id
		}
		if k, ok := slices.BinarySearch(next.IDs, id); ok { // the ids are in ascending order
			return k
		}
		return -1
	}

	// choice.Of makes "no selection" of −1.
	if s.Edge() >= 0 {
		a, b := s.Graph.Ends(s.Edge())
		s.View.Edge = choice.Of(edgeOf(next, find(a), find(b)))
	}
	if s.Node() >= 0 {
		s.View.Node = choice.Of(find(s.Node()))
	}
	var nodes []int
	for _, i := range s.View.Chosen {
		if k := find(i); k >= 0 {
			nodes = append(nodes, k)
		}
	}
	s.View.Chosen = nodes
	s.View.Notes = movedNotes(s.View.Notes, find)
}

// edgeOf returns the index of the edge between nodes a and b, in any order, counted from 0. It returns −1 if the graph has no such edge.
func edgeOf(g *proto.GraphInfo, a, b int) int {
	for e := range len(g.Edges) / 2 {
		i, j := g.Ends(e)
		sameEnds := i == a && j == b
		swappedEnds := i == b && j == a
		if sameEnds || swappedEnds {
			return e
		}
	}
	return -1
}

// sameDrawing reports whether two graphs have the same drawing: equal names, nodes, edges and labels.
func sameDrawing(a, b *proto.GraphInfo) bool {
	return a.Name == b.Name && a.N == b.N && slices.Equal(a.Edges, b.Edges) && slices.Equal(a.Labels, b.Labels) &&
		slices.Equal(a.ClassNames, b.ClassNames) && slices.Equal(a.NodeNames, b.NodeNames) && slices.Equal(a.IDs, b.IDs)
}

// Needs returns the conditions for a run of the outline, met and unmet, nil if the page shows no outline.
func (s *State) Needs() []graph.Need {
	if !s.Waiting() {
		return nil
	}
	return graph.Needs(outlineOf(s.Graph), splitOf(s.Graph))
}

// NeedText returns a sentence with the unmet conditions for a run of the outline. The page must show an outline.
func (s *State) NeedText() string {
	var unmet []string
	for _, need := range s.Needs() {
		if !need.Met {
			unmet = append(unmet, need.Text)
		}
	}
	return "Before it can run, the graph needs " + strings.Join(unmet, "; ") + "."
}

// sameFamily reports whether two specifications name the same generator, with any valid parameters and any formulas. It returns false if
// one of them names no generator.
func sameFamily(a, b string) bool {
	specA, _ := formula.Cut(a)
	specB, _ := formula.Cut(b)
	generatorA, _, errA := graph.ParseSpec(specA)
	generatorB, _, errB := graph.ParseSpec(specB)
	return errA == nil && errB == nil && generatorA.Name == generatorB.Name
}

// sameBase reports whether two recipes, each with its files, have the same graph before its edits. The field Read has the user's
// corrections of the reading of files (check.go).
func sameBase(a recipe.Setup, filesOfA []content.File, b recipe.Setup, filesOfB []content.File) bool {
	return a.Graph == b.Graph && a.Read == b.Read && sameContent(filesOfA, filesOfB)
}
