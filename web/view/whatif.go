package view

import (
	"slices"

	"sheafscope/core/sgpc"
)

// WhatIf is what can be taken away, what was, and what the node is called then.
type WhatIf struct {
	Edges []Toggle     `json:"edges"`
	Words []Toggle     `json:"words"`
	Maps  string       `json:"maps"` // "" for a model without maps to take
	Say   []Span       `json:"say"`
	Now   []AnswerMark `json:"now"`
	Any   bool         `json:"any"`

	Flips     []FlipRow `json:"flips"`
	Tried     string    `json:"tried"`
	Searching bool      `json:"searching,omitempty"`
	Find      bool      `json:"find,omitempty"` // nothing was searched yet
}

// Toggle is an edge, by its ends, or a feature of the node, by node and feature.
type Toggle struct {
	Pair [2]int `json:"pair"`
	Name string `json:"name"`
	Slot int    `json:"slot"`
	Off  bool   `json:"off,omitempty"`
}

// AnswerMark is the probability of a class before and after.
type AnswerMark struct {
	Name string `json:"name"`
	Slot int    `json:"slot"`
	Was  F      `json:"was"`
	Is   F      `json:"is"`
	Text string `json:"t"`
	Wins bool   `json:"wins,omitempty"` // called now, and not before
}

// FlipRow is a change that flips the node.
type FlipRow struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	Slot  int    `json:"slot"`
	Prob  string `json:"prob"`
	On    bool   `json:"on,omitempty"`
}

func (u *unroller) whatIf(rows []SourceRow) *WhatIf {
	s, c := u.s, u.w.Without
	v := &WhatIf{Any: len(c.RemoveEdges)+len(c.HideFeatures) > 0 || c.Maps != ""}
	ends := func(e int) [2]int { return [2]int{int(s.Graph.Edges[2*e]), int(s.Graph.Edges[2*e+1])} }
	for _, r := range rows {
		if r.Edge >= 0 && r.In == "" {
			v.Edges = append(v.Edges, Toggle{ends(r.Edge), r.Name, r.Slot, slices.Contains(c.RemoveEdges, ends(r.Edge))})
		}
	}
	for _, e := range c.RemoveEdges { // of a flip elsewhere in the graph
		if !slices.ContainsFunc(v.Edges, func(t Toggle) bool { return t.Pair == e }) {
			v.Edges = append(v.Edges, Toggle{e, u.edgeName(e), -2, true})
		}
	}
	for k, w := range u.ownWords() {
		pair := [2]int{s.Node, w.Feature}
		if off := slices.Contains(c.HideFeatures, pair); off || k < wordChips {
			v.Words = append(v.Words, Toggle{pair, Int(w.Feature), -2, off})
		}
	}
	if s.Peer() == "" && s.Config.Reading != "code" {
		if v.Maps = c.Maps; v.Maps == "" {
			v.Maps = sgpc.MapsLearned
		}
	}
	u.answer(v)
	u.flips(v)
	return v
}

func (u *unroller) edgeName(e [2]int) string {
	return shortName(u.s, e[0]) + "–" + shortName(u.s, e[1])
}

// answer puts the probabilities beside each other, and into a sentence.
func (u *unroller) answer(v *WhatIf) {
	before, after := u.x.Called, u.x.Called
	n := len(before)
	if a := u.w.Answer; a != nil && len(a.Prob) >= (u.s.Node+1)*n {
		after = a.Prob[u.s.Node*n : (u.s.Node+1)*n]
	}
	is := argMax(after)
	for _, c := range u.columns {
		v.Now = append(v.Now, AnswerMark{Name: u.cl[c].Name, Slot: u.cl[c].Slot, Was: F(before[c]), Is: F(after[c]),
			Text: Fix(before[c], 2) + " → " + Fix(after[c], 2), Wins: c == is && is != u.a})
	}
	switch {
	case !v.Any:
		v.Say = say("Take something away: *", u.cl[u.a].Name, ", ", Fix(before[u.a], 2), "* as it stands.")
	case u.w.Answer == nil:
		v.Say = say("The answer is on its way.")
	default:
		v.Say = say(u.changeName(u.w.Without), ": *", u.cl[is].Name, ", ", Fix(after[is], 2), "*; before: ", u.cl[u.a].Name, ", ",
			Fix(before[u.a], 2), ".")
	}
}

// changeName says what a change takes away.
func (u *unroller) changeName(c sgpc.Change) string {
	var parts []string
	for _, e := range c.RemoveEdges {
		parts = append(parts, "edge "+u.edgeName(e))
	}
	for _, f := range c.HideFeatures {
		parts = append(parts, "feature "+Int(f[1]))
	}
	switch c.Maps {
	case sgpc.MapsIdentity:
		parts = append(parts, "the sheaf (all maps identities)")
	case sgpc.MapsZero:
		parts = append(parts, "any map (nothing passes an edge)")
	}
	out := ""
	for k, p := range parts {
		switch {
		case k == 0:
		case k == len(parts)-1:
			out += " and "
		default:
			out += ", "
		}
		out += p
	}
	return "Without " + out
}

// flips lists what the search found, and what it tried.
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
			Prob: Fix(q.Prob, 2), On: sameChange(q.Change, u.w.Without)})
	}
	t := f.Tried
	what := count(t.Edges, "edge", "edges") + " alone"
	if t.Edges < f.Edges {
		what = Int(t.Edges) + " of " + count(f.Edges, "edge", "edges") + " alone"
	}
	for _, p := range []struct {
		n         int
		one, many string
	}{{t.EdgePairs, "pair of its edges", "pairs of its edges"}, {t.Words, "feature", "features"},
		{t.WordPairs, "pair of features", "pairs of features"}, {t.Maps, "way without the sheaf", "ways without the sheaf"}} {
		if p.n > 0 {
			what += ", " + count(p.n, p.one, p.many)
		}
	}
	switch n := len(f.Found); {
	case n == 0:
		v.Tried = "None of " + Int(t.Sum()) + " changes flips it: " + what + "."
	case n > flipRows:
		v.Tried = Int(n) + " of " + Int(t.Sum()) + " changes flip it, the " + Int(flipRows) + " smallest are listed: " + what + "."
	default:
		v.Tried = Int(n) + " of " + Int(t.Sum()) + " changes flip" + map[bool]string{true: "s"}[n == 1] + " it: " + what + "."
	}
	if f.Edges > 0 && (len(f.Found) == 0 || len(f.Found[0].RemoveEdges) != 1) {
		v.Tried += " No edge alone that was tried does."
	}
	if s := u.s; len(s.Lasso) > 1 && slices.Contains(s.Lasso, s.Node) {
		v.Tried += " The buttons above go through the " + Int(len(s.Lasso)) + " selected nodes"
		if s.LassoName != "" {
			v.Tried += ", " + s.LassoName
		}
		v.Tried += "."
	}
}

func sameChange(a, b sgpc.Change) bool {
	return a.Maps == b.Maps && slices.Equal(a.RemoveEdges, b.RemoveEdges) && slices.Equal(a.HideFeatures, b.HideFeatures)
}
