package node

import (
	"slices"
	"strings"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// WhatIf has the possible changes, the present one and the predictions under it.
type WhatIf struct {
	Edges  []Toggle     `json:"edges"`
	Joins  []Toggle     `json:"joins"` // edges to add
	Refuse string       `json:"refuse,omitempty"`
	Words  []Toggle     `json:"words"`
	Labels []Toggle     `json:"labels"` // labels of training nodes among the neighbours
	Maps   string       `json:"maps"`   // "" for a model without replaceable maps
	Say    []view.Span  `json:"say"`
	Now    []AnswerMark `json:"now"`
	Any    bool         `json:"any"`
	Train  *Retrained   `json:"train"`

	Flips     []FlipRow `json:"flips"`
	Tried     string    `json:"tried"`
	Searching bool      `json:"searching,omitempty"`
	Find      bool      `json:"find,omitempty"` // no search yet
}

// Toggle is an edge (its ends), a feature (node and feature) or a label (node and class); Off reports that it is changed.
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
	Wins bool   `json:"wins,omitempty"` // predicted now and not before
}

// FlipRow is a change that flips the node.
type FlipRow struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Slot  int    `json:"slot"`
	Prob  string `json:"prob"`
	On    bool   `json:"on,omitempty"`
}

// whatIf returns the changes of the listed rows.
func (u *unroller) whatIf(rows []SourceRow) *WhatIf {
	s, c := u.s, u.w.Without
	v := &WhatIf{Any: !c.Empty(), Refuse: u.w.Refused, Joins: []Toggle{}, Labels: u.labels(rows)}
	for _, r := range rows {
		if r.Edge >= 0 && r.In == "" {
			i, j := s.Graph.Ends(r.Edge)
			v.Edges = append(v.Edges, Toggle{[2]int{i, j}, r.Name, r.Slot, slices.Contains(c.RemoveEdges, [2]int{i, j})})
		}
	}
	for _, e := range c.RemoveEdges { // a flip can remove an edge outside the rows
		if !slices.ContainsFunc(v.Edges, func(t Toggle) bool { return t.Pair == e }) {
			v.Edges = append(v.Edges, Toggle{e, u.edgeName(e), -2, true})
		}
	}
	for _, e := range c.AddEdges {
		v.Joins = append(v.Joins, Toggle{e, view.ShortName(s, e[0]+e[1]-s.Node()), -2, true})
	}
	for _, r := range rows { // further nodes in the order of their pull
		if pair := [2]int{min(r.Node, s.Node()), max(r.Node, s.Node())}; r.Node >= 0 && r.Edge < 0 && r.Key != "self" &&
			len(v.Joins) < joinChips && !slices.Contains(c.AddEdges, pair) {
			v.Joins = append(v.Joins, Toggle{pair, r.Name, r.Slot, false})
		}
	}
	for k, w := range u.ownWords() {
		pair := [2]int{s.Node(), w.Feature}
		if off := slices.Contains(c.HideFeatures, pair); off || k < wordChips {
			v.Words = append(v.Words, Toggle{pair, view.Int(w.Feature), -2, off})
		}
	}
	if s.Peer() == "" && s.Config.Reading != "code" {
		if v.Maps = c.Maps; v.Maps == "" {
			v.Maps = settings.MapsLearned
		}
	}
	u.answer(v)
	u.flips(v)
	v.Train = u.retrained()
	return v
}

// labels returns the labels of the training nodes among the listed neighbours.
func (u *unroller) labels(rows []SourceRow) []Toggle {
	s, list := u.s, []Toggle{}
	for k := range rows {
		r := &rows[k]
		if r.Edge < 0 || r.In != "" || !slices.Contains(s.Graph.Train, r.Node) {
			continue
		}
		label, off := s.Graph.Labels[r.Node], false
		for _, q := range u.w.Without.Labels {
			if q[0] == r.Node {
				label, off = q[1], true
			}
		}
		list = append(list, Toggle{[2]int{r.Node, label}, r.Name + ": " + u.cl[label].Name, u.cl[label].Slot, off})
	}
	return list
}

// edgeName formats an edge by its ends.
func (u *unroller) edgeName(e [2]int) string {
	return view.ShortName(u.s, e[0]) + "–" + view.ShortName(u.s, e[1])
}

// answer compares the probabilities before and after the change, as marks and as a sentence.
func (u *unroller) answer(v *WhatIf) {
	before, after := u.x.Called, u.x.Called
	n := len(before)
	if a := u.w.Answer; a != nil && len(a.Prob) >= (u.s.Node()+1)*n {
		after = a.Prob[u.s.Node()*n : (u.s.Node()+1)*n]
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

// best formats the most probable class with its probability.
func (u *unroller) best(p []float64) string {
	k := argMax(p)
	return u.cl[k].Name + ", " + view.Fix(p[k], 2)
}

// marks compares the probabilities of the shown classes.
func (u *unroller) marks(before, after []float64) (list []AnswerMark) {
	was, is := argMax(before), argMax(after)
	for _, c := range u.columns {
		list = append(list, AnswerMark{Name: u.cl[c].Name, Slot: u.cl[c].Slot, Was: view.F(before[c]), Is: view.F(after[c]),
			Text: view.Fix(before[c], 2) + " → " + view.Fix(after[c], 2), Wins: c == is && is != was})
	}
	return list
}

// changeName describes a change as the start of a sentence.
func (u *unroller) changeName(c explain.Change) string {
	var without, with []string
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

// listed joins parts with commas and "and".
func listed(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}

// flips lists the flips found by the search, and the numbers of tried changes.
func (u *unroller) flips(v *WhatIf) {
	f := u.w.Flips
	v.Searching = u.w.Searching
	if f == nil {
		v.Find = !v.Searching
		return
	}
	for k, q := range f.Found {
		if k == flipRows {
			break
		}
		v.Flips = append(v.Flips, FlipRow{Name: u.changeName(q.Change), Class: u.cl[q.Class].Name, Slot: u.cl[q.Class].Slot,
			Prob: view.Fix(q.Prob, 2), On: q.Equal(u.w.Without)})
	}
	t, what := f.Tried, ""
	for _, p := range []struct {
		n, of     int
		one, many string
	}{{t.Edges, f.Of.Edges, "edge alone", "edges alone"}, {t.EdgePairs, f.Of.EdgePairs, "pair of its edges", "pairs of its edges"},
		{t.Words, f.Of.Words, "feature alone", "features alone"}, {t.WordPairs, f.Of.WordPairs, "pair of its features", "pairs of its features"},
		{t.Maps, f.Of.Maps, "way without the sheaf", "ways without the sheaf"}} {
		if p.of == 0 {
			continue
		}
		if what != "" {
			what += ", "
		}
		if p.n < p.of {
			what += view.Int(p.n) + " of "
		}
		what += words.Counted(p.of, p.one, p.many)
	}
	switch n := len(f.Found); {
	case n == 0:
		v.Tried = "None of " + view.Int(t.Sum()) + " changes flips it: " + what + "."
	case n > flipRows:
		v.Tried = view.Int(n) + " of " + view.Int(t.Sum()) + " changes flip it, the " + view.Int(flipRows) + " smallest are listed: " + what + "."
	default:
		v.Tried = view.Int(n) + " of " + view.Int(t.Sum()) + " changes flip" + words.Either(n == 1, "s", "") + " it: " + what + "."
	}
	if f.Of.Edges > 0 && (len(f.Found) == 0 || len(f.Found[0].RemoveEdges) != 1) {
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
