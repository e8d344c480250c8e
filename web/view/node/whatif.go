package node

// This file has the changes by hand of graph and network, and the predictions of the node with a change. The trained network is evaluated
// with the change, without training. A flip is a small change under which the node has another class.

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// WhatIf is the view model of changes by hand: the possible changes, the present change, and the predictions of the node with the change.
type WhatIf struct {
	Edges  []Toggle `json:"edges"`            // edges that can be removed
	Joins  []Toggle `json:"joins"`            // edges that can be added
	Refuse string   `json:"refuse,omitempty"` // the reason why the last requested edge was not added; "" for none
	Words  []Toggle `json:"words"`            // features of the node that can be hidden
	Labels []Toggle `json:"labels"`           // labels of the training nodes among the neighbours
	// Maps is the setting of the maps with the change. It is "" for a model whose maps cannot be replaced.
	Maps string `json:"maps"`
	// Say and Now compare the predictions before and after the change. Any reports that there is a change. Train is the training with it.
	Say   []view.Span  `json:"say"`
	Now   []AnswerMark `json:"now"`
	Any   bool         `json:"any"`
	Train *Retrained   `json:"train"`

	// Flips are the found changes under which the node has another class, and Tried is a sentence on the number of tried changes.
	Flips     []FlipRow `json:"flips"`
	Tried     string    `json:"tried"`
	Searching bool      `json:"searching,omitempty"` // the search for flips proceeds
	Find      bool      `json:"find,omitempty"`      // a search for flips can start
}

// Toggle is a switch for a change. Pair is an edge (its two ends), a feature (node and feature), or a label (node and class), all from 0.
// Off reports that the present change includes the change of the switch.
type Toggle struct {
	Pair [2]int `json:"pair"`
	// Name is the text on the switch. Slot is its class mark, or −2 for no mark.
	Name string `json:"name"`
	Slot int    `json:"slot"`
	Off  bool   `json:"off,omitempty"`
}

// AnswerMark is the probability of a class before and after a change.
type AnswerMark struct {
	Name string `json:"name"`           // the class
	Slot int    `json:"slot"`           // the mark of the class
	Was  view.F `json:"was"`            // the probability before the change
	Is   view.F `json:"is"`             // the probability after the change
	Text string `json:"t"`              // both probabilities
	Wins bool   `json:"wins,omitempty"` // the change makes this class the predicted one
}

// FlipRow is a flip: a change under which the node has another class. Name describes the change in words. Class, Slot and Prob are the
// other class, its mark and its probability. On reports that the flip is the present change.
type FlipRow struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Slot  int    `json:"slot"`
	Prob  string `json:"prob"`
	On    bool   `json:"on,omitempty"`
}

// whatIf returns the possible changes for the listed rows, and the predictions with the present change.
func (u *unroller) whatIf(rows []SourceRow) *WhatIf {
	change := u.explanation.Without
	v := &WhatIf{Any: !change.Empty(), Refuse: u.explanation.Refused, Edges: u.edgeToggles(rows), Joins: u.joinToggles(rows),
		Labels: u.labelToggles(rows)}
	for k, w := range u.ownWords() {
		pair := [2]int{u.s.Node(), w.Feature}
		hidden := slices.Contains(change.HideFeatures, pair)
		if hidden || k < wordChips { // a listed feature keeps its switch while it is hidden
			v.Words = append(v.Words, Toggle{pair, view.Int(w.Feature), -2, hidden})
		}
	}

	if u.s.Peer() == "" && u.s.Config.Reading != "code" { // the code reading has weights of edges in place of maps
		v.Maps = cmp.Or(change.Maps, settings.MapsLearned)
	}
	u.setAnswer(v)
	u.setFlips(v)
	v.Train = u.retrained()
	return v
}

// edgeToggles returns switches for the edges to the listed neighbours, then for all other removed edges: a flip may remove an edge between
// other nodes.
func (u *unroller) edgeToggles(rows []SourceRow) (list []Toggle) {
	removed := u.explanation.Without.RemoveEdges
	for _, r := range rows {
		if r.Edge >= 0 && r.In == "" { // a visible neighbour
			i, j := u.s.Graph.Ends(r.Edge) // i < j, as in the list of removed edges
			list = append(list, Toggle{[2]int{i, j}, r.Name, r.Slot, slices.Contains(removed, [2]int{i, j})})
		}
	}
	for _, e := range removed { // the removed edges that have no switch yet
		if !slices.ContainsFunc(list, func(t Toggle) bool { return t.Pair == e }) {
			list = append(list, Toggle{e, u.edgeName(e), -2, true})
		}
	}
	return list
}

// joinToggles returns switches for all added edges. Switches for possible edges to the further nodes follow, in the order of the rows,
// until there are joinChips switches.
func (u *unroller) joinToggles(rows []SourceRow) []Toggle {
	added, node, list := u.explanation.Without.AddEdges, u.s.Node(), []Toggle{}
	for _, e := range added {
		otherEnd := e[0] + e[1] - node // the node is one end of each added edge
		list = append(list, Toggle{e, view.ShortName(u.s, otherEnd), -2, true})
	}
	for _, r := range rows {
		isFurther := r.Node >= 0 && r.Edge < 0 && r.Key != "self"
		pair := [2]int{min(r.Node, node), max(r.Node, node)} // a change lists the smaller end first
		if isFurther && len(list) < joinChips && !slices.Contains(added, pair) {
			list = append(list, Toggle{pair, r.Name, r.Slot, false})
		}
	}
	return list
}

// labelToggles returns switches for the labels of the training nodes among the listed neighbours. A switch has the present label of the
// node: the label that the change sets or, without such a label, the label in the graph.
func (u *unroller) labelToggles(rows []SourceRow) []Toggle {
	list := []Toggle{}
	for k := range rows {
		r := &rows[k]
		isListedNeighbour := r.Edge >= 0 && r.In == ""
		if !isListedNeighbour || !slices.Contains(u.s.Graph.Train, r.Node) {
			continue
		}
		label, changed := u.s.Graph.Labels[r.Node], false   // a training node has a label, so that label is an index of u.classes
		for _, pair := range u.explanation.Without.Labels { // pairs of node and new label
			if pair[0] == r.Node {
				label, changed = pair[1], true
			}
		}
		list = append(list, Toggle{[2]int{r.Node, label}, r.Name + ": " + u.classes[label].Name, u.classes[label].Slot, changed})
	}
	return list
}

// edgeName returns the short names of an edge's ends, joined by a dash.
func (u *unroller) edgeName(e [2]int) string {
	return view.ShortName(u.s, e[0]) + "–" + view.ShortName(u.s, e[1])
}

// setAnswer sets the probabilities before and after the change, and a sentence that compares them. Until the worker has answered, the
// probabilities after a change and the sentence belong to the previous change. Without a change, or before the first answer, both
// probabilities of a class are equal to the probability before the change.
func (u *unroller) setAnswer(v *WhatIf) {
	before, after := u.parts.Called, u.parts.Called
	classCount := len(before)

	// The answer of the worker has N × C probabilities, with a row for each node.
	start, end := u.s.Node()*classCount, (u.s.Node()+1)*classCount
	if answer := u.explanation.Answer; answer != nil && len(answer.Prob) >= end {
		after = answer.Prob[start:end]
	}
	v.Now = u.marks(before, after)
	present := u.best(before)
	switch {
	case !v.Any:
		v.Say = view.Say("Change something: *", present, "* as it stands.")
	case u.explanation.Answer == nil:
		v.Say = view.Say("The answer is on its way.")
	default:
		v.Say = view.Say(u.changeName(u.explanation.Answered), ": *", u.best(after), "*; before: ", present, ".")
		if len(u.explanation.Answered.Labels) > 0 && !u.s.Config.ReadsLabels() {
			v.Say = append(v.Say, view.Say(" This model reads no label when it predicts: only retraining shows what a label changes.")...)
		}
	}
}

// best returns a text with the most probable class and its probability, for example "Mr. Hi, 0.93". p has a probability for each class.
func (u *unroller) best(p []float64) string {
	k := argMax(p)
	return u.classes[k].Name + ", " + view.Fix(p[k], 2)
}

// marks returns the probabilities of the shown classes before and after a change. If the change makes another class the most probable one,
// this class wins.
func (u *unroller) marks(before, after []float64) (list []AnswerMark) {
	// Before an answer, after is the same list as before, so that no class wins.
	oldClass, newClass := argMax(before), argMax(after)
	for _, c := range u.columns {
		list = append(list, AnswerMark{Name: u.classes[c].Name, Slot: u.classes[c].Slot, Was: view.F(before[c]), Is: view.F(after[c]),
			Text: view.Fix(before[c], 2) + " → " + view.Fix(after[c], 2), Wins: c == newClass && newClass != oldClass})
	}
	return list
}

// changeName returns a change as the beginning of a sentence: "Without edge 3–7, with edge 2–3".
func (u *unroller) changeName(c explain.Change) string {
	var without, with []string // the removals and the additions of the change
	for _, e := range c.RemoveEdges {
		without = append(without, "edge "+u.edgeName(e))
	}
	for _, pair := range c.HideFeatures { // pairs of node and feature
		without = append(without, "feature "+view.Int(pair[1]))
	}
	switch c.Maps {
	case settings.MapsIdentity:
		without = append(without, "the sheaf (all maps identities)")
	case settings.MapsZero:
		without = append(without, "any map (nothing passes an edge)")
	}
	for _, e := range c.AddEdges {
		with = append(with, "edge "+u.edgeName(e))
	}
	for _, pair := range c.Labels { // pairs of node and new label
		with = append(with, "node "+view.ShortName(u.s, pair[0])+" labelled "+u.classes[pair[1]].Name)
	}

	// The change is not empty, so that at least one of the lists has an entry.
	if len(without) == 0 {
		return "With " + listed(with)
	}
	text := "Without " + listed(without)
	if len(with) > 0 {
		text += ", with " + listed(with)
	}
	return text
}

// listed joins the parts by commas, and the last two parts by "and". The list has at least one part.
func listed(parts []string) string {
	n := len(parts)
	if n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}

// setFlips sets the list of the flips that the search has found, and the sentence on the numbers of tried changes. Two sentences can
// follow: no tried edge alone is a flip, and the panel's two buttons go through the selected nodes. Until a first search has ended,
// setFlips sets only Searching and Find.
func (u *unroller) setFlips(v *WhatIf) {
	f := u.explanation.Flips
	v.Searching = u.explanation.Searching
	if f == nil { // no search has ended; a first search can start if none proceeds
		v.Find = !v.Searching
		return
	}
	for _, flip := range f.Found[:min(flipRows, len(f.Found))] {
		class := u.classes[flip.Class]
		v.Flips = append(v.Flips, FlipRow{Name: u.changeName(flip.Change), Class: class.Name, Slot: class.Slot,
			Prob: view.Fix(flip.Prob, 2), On: flip.Equal(u.explanation.Without)})
	}

	tried := triedText(f)
	n := len(f.Found)
	switch {
	case n == 0:
		v.Tried = "None of " + view.Int(f.Tried.Sum()) + " changes flips it: " + tried + "."
	case n > flipRows:
		v.Tried = view.Int(n) + " of " + view.Int(f.Tried.Sum()) + " changes flip it, the " + view.Int(flipRows) + " smallest are listed: " +
			tried + "."
	default:
		v.Tried = view.Int(n) + " of " + view.Int(f.Tried.Sum()) + " changes flip" + words.Either(n == 1, "s", "") + " it: " + tried + "."
	}
	// The smallest flips come first, and the removal of one edge before all other changes of this size.
	oneEdgeFlips := len(f.Found) > 0 && len(f.Found[0].RemoveEdges) == 1
	if f.Of.Edges > 0 && !oneEdgeFlips {
		v.Tried += " No edge alone that was tried does."
	}
	chosen := u.s.Chosen()
	if len(chosen) > 1 && slices.Contains(chosen, u.s.Node()) {
		v.Tried += " The buttons above go through the " + view.Int(len(chosen)) + " selected nodes"
		if u.s.View.ChosenAs != "" {
			v.Tried += ", " + u.s.View.ChosenAs
		}
		v.Tried += "."
	}
}

// triedText returns a text with the tried changes by kind. If the search has tried all changes of a kind, the text has the number of these
// changes. Otherwise it has the number of tried changes and the number of possible changes.
func triedText(f *explain.Flips) string {
	tried, possible := f.Tried, f.Of
	kinds := []struct {
		tried, possible  int
		singular, plural string
	}{
		{tried.Edges, possible.Edges, "edge alone", "edges alone"},
		{tried.EdgePairs, possible.EdgePairs, "pair of its edges", "pairs of its edges"},
		{tried.Words, possible.Words, "feature alone", "features alone"},
		{tried.WordPairs, possible.WordPairs, "pair of its features", "pairs of its features"},
		{tried.Maps, possible.Maps, "way without the sheaf", "ways without the sheaf"},
	}
	var parts []string
	for _, kind := range kinds {
		if kind.possible == 0 { // for example no features to hide
			continue
		}
		part := words.Counted(kind.possible, kind.singular, kind.plural)
		if kind.tried < kind.possible {
			part = view.Int(kind.tried) + " of " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
