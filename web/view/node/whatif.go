package node

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// WhatIf is the view model of changes by hand: what can be changed, what is changed, and the predictions with the change. Any reports that
// something is changed.
type WhatIf struct {
	Edges  []Toggle     `json:"edges"`
	Joins  []Toggle     `json:"joins"` // edges that can be added
	Refuse string       `json:"refuse,omitempty"`
	Words  []Toggle     `json:"words"`  // features of the node
	Labels []Toggle     `json:"labels"` // labels of the training nodes among the neighbours
	Maps   string       `json:"maps"`   // "" for a model whose maps cannot be replaced
	Say    []view.Span  `json:"say"`
	Now    []AnswerMark `json:"now"`
	Any    bool         `json:"any"`
	Train  *Retrained   `json:"train"`

	Flips     []FlipRow `json:"flips"`
	Tried     string    `json:"tried"`
	Searching bool      `json:"searching,omitempty"`
	Find      bool      `json:"find,omitempty"` // a search for flips can start
}

// Toggle is a switch for a change. Pair is an edge (its two ends), a feature (node and feature), or a label (node and class). Off reports
// that the change is made.
type Toggle struct {
	Pair [2]int `json:"pair"`
	Name string `json:"name"`
	Slot int    `json:"slot"`
	Off  bool   `json:"off,omitempty"`
}

// AnswerMark is the probability of a class before and after a change.
type AnswerMark struct {
	Name string `json:"name"`
	Slot int    `json:"slot"`
	Was  view.F `json:"was"`
	Is   view.F `json:"is"`
	Text string `json:"t"`
	Wins bool   `json:"wins,omitempty"` // the change makes this class the predicted one
}

// FlipRow is a flip: a change under which the node has another class. On reports that it is the present change.
type FlipRow struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Slot  int    `json:"slot"`
	Prob  string `json:"prob"`
	On    bool   `json:"on,omitempty"`
}

// whatIf returns the possible changes for the listed rows, and the predictions with the present change.
func (u *unroller) whatIf(rows []SourceRow) *WhatIf {
	change := u.w.Without
	v := &WhatIf{Any: !change.Empty(), Refuse: u.w.Refused, Edges: u.edgeToggles(rows), Joins: u.joinToggles(rows), Labels: u.labels(rows)}
	for k, w := range u.ownWords() {
		pair := [2]int{u.s.Node(), w.Feature}
		if hidden := slices.Contains(change.HideFeatures, pair); hidden || k < wordChips {
			v.Words = append(v.Words, Toggle{pair, view.Int(w.Feature), -2, hidden})
		}
	}
	if u.s.Peer() == "" && u.s.Config.Reading != "code" {
		v.Maps = cmp.Or(change.Maps, settings.MapsLearned)
	}
	u.answer(v)
	u.flips(v)
	v.Train = u.retrained()
	return v
}

// edgeToggles returns the edges to the listed neighbours, and removed edges elsewhere: a flip may remove such an edge.
func (u *unroller) edgeToggles(rows []SourceRow) (list []Toggle) {
	removed := u.w.Without.RemoveEdges
	for _, r := range rows {
		if r.Edge >= 0 && r.In == "" {
			i, j := u.s.Graph.Ends(r.Edge)
			list = append(list, Toggle{[2]int{i, j}, r.Name, r.Slot, slices.Contains(removed, [2]int{i, j})})
		}
	}
	for _, e := range removed {
		if !slices.ContainsFunc(list, func(t Toggle) bool { return t.Pair == e }) {
			list = append(list, Toggle{e, u.edgeName(e), -2, true})
		}
	}
	return list
}

// joinToggles returns the added edges, then possible edges to the further nodes with the largest pull.
func (u *unroller) joinToggles(rows []SourceRow) []Toggle {
	added, node, list := u.w.Without.AddEdges, u.s.Node(), []Toggle{}
	for _, e := range added {
		otherEnd := e[0] + e[1] - node
		list = append(list, Toggle{e, view.ShortName(u.s, otherEnd), -2, true})
	}
	for _, r := range rows {
		isFurther := r.Node >= 0 && r.Edge < 0 && r.Key != "self"
		pair := [2]int{min(r.Node, node), max(r.Node, node)}
		if isFurther && len(list) < joinChips && !slices.Contains(added, pair) {
			list = append(list, Toggle{pair, r.Name, r.Slot, false})
		}
	}
	return list
}

// labels returns the labels of the training nodes among the listed neighbours.
func (u *unroller) labels(rows []SourceRow) []Toggle {
	list := []Toggle{}
	for k := range rows {
		r := &rows[k]
		if r.Edge < 0 || r.In != "" || !slices.Contains(u.s.Graph.Train, r.Node) {
			continue
		}
		label, changed := u.s.Graph.Labels[r.Node], false
		for _, q := range u.w.Without.Labels { // pairs of node and new label
			if q[0] == r.Node {
				label, changed = q[1], true
			}
		}
		list = append(list, Toggle{[2]int{r.Node, label}, r.Name + ": " + u.cl[label].Name, u.cl[label].Slot, changed})
	}
	return list
}

// edgeName returns the short names of an edge's ends, joined by a dash.
func (u *unroller) edgeName(e [2]int) string {
	return view.ShortName(u.s, e[0]) + "–" + view.ShortName(u.s, e[1])
}

// answer sets the probabilities before and after the change, and a sentence that compares them.
func (u *unroller) answer(v *WhatIf) {
	before, after := u.x.Called, u.x.Called
	n := len(before)
	start, end := u.s.Node()*n, (u.s.Node()+1)*n // the node's row of the n probabilities of each node
	if a := u.w.Answer; a != nil && len(a.Prob) >= end {
		after = a.Prob[start:end]
	}
	v.Now = u.marks(before, after)
	switch was := u.best(before); {
	case !v.Any:
		v.Say = view.Say("Change something: *", was, "* as it stands.")
	case u.w.Answer == nil:
		v.Say = view.Say("The answer is on its way.")
	default:
		v.Say = view.Say(u.changeName(u.w.Without), ": *", u.best(after), "*; before: ", was, ".")
		if len(u.w.Without.Labels) > 0 && !u.s.Config.ReadsLabels() {
			v.Say = append(v.Say, view.Say(" This model reads no label when it predicts: only retraining shows what a label changes.")...)
		}
	}
}

// best returns the most probable class and its probability as text.
func (u *unroller) best(p []float64) string {
	k := argMax(p)
	return u.cl[k].Name + ", " + view.Fix(p[k], 2)
}

// marks returns the probabilities of the shown classes before and after a change.
func (u *unroller) marks(before, after []float64) (list []AnswerMark) {
	oldClass, newClass := argMax(before), argMax(after)
	for _, c := range u.columns {
		list = append(list, AnswerMark{Name: u.cl[c].Name, Slot: u.cl[c].Slot, Was: view.F(before[c]), Is: view.F(after[c]),
			Text: view.Fix(before[c], 2) + " → " + view.Fix(after[c], 2), Wins: c == newClass && newClass != oldClass})
	}
	return list
}

// changeName returns a change as the beginning of a sentence: "Without edge 3–7, with edge 2–3".
func (u *unroller) changeName(c explain.Change) string {
	var without, with []string // the two lists of that sentence
	for _, e := range c.RemoveEdges {
		without = append(without, "edge "+u.edgeName(e))
	}
	for _, f := range c.HideFeatures {
		without = append(without, "feature "+view.Int(f[1]))
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
	for _, q := range c.Labels {
		with = append(with, "node "+view.ShortName(u.s, q[0])+" labelled "+u.cl[q[1]].Name)
	}
	if len(without) == 0 {
		return "With " + listed(with)
	}
	text := "Without " + listed(without)
	if len(with) > 0 {
		text += ", with " + listed(with)
	}
	return text
}

// listed joins at least one part by commas, the last one by "and".
func listed(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}

// flips sets the list of the flips that the search has found, and the sentence on the numbers of tried changes.
func (u *unroller) flips(v *WhatIf) {
	f := u.w.Flips
	v.Searching = u.w.Searching
	if f == nil {
		v.Find = !v.Searching
		return
	}
	for _, q := range f.Found[:min(flipRows, len(f.Found))] {
		v.Flips = append(v.Flips, FlipRow{Name: u.changeName(q.Change), Class: u.cl[q.Class].Name, Slot: u.cl[q.Class].Slot,
			Prob: view.Fix(q.Prob, 2), On: q.Equal(u.w.Without)})
	}
	tried := triedText(f)
	switch n := len(f.Found); {
	case n == 0:
		v.Tried = "None of " + view.Int(f.Tried.Sum()) + " changes flips it: " + tried + "."
	case n > flipRows:
		v.Tried = view.Int(n) + " of " + view.Int(f.Tried.Sum()) + " changes flip it, the " + view.Int(flipRows) + " smallest are listed: " +
			tried + "."
	default:
		v.Tried = view.Int(n) + " of " + view.Int(f.Tried.Sum()) + " changes flip" + words.Either(n == 1, "s", "") + " it: " + tried + "."
	}
	oneEdgeFlips := len(f.Found) > 0 && len(f.Found[0].RemoveEdges) == 1 // the smallest flips come first
	if f.Of.Edges > 0 && !oneEdgeFlips {
		v.Tried += " No edge alone that was tried does."
	}
	if s := u.s; len(s.View.Chosen) > 1 && slices.Contains(s.View.Chosen, s.Node()) {
		v.Tried += " The buttons above go through the " + view.Int(len(s.View.Chosen)) + " selected nodes"
		if s.View.ChosenAs != "" {
			v.Tried += ", " + s.View.ChosenAs
		}
		v.Tried += "."
	}
}

// triedText lists the tried changes by kind: their number or, after an incomplete search, the number among the possible ones.
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
		if kind.possible == 0 {
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
