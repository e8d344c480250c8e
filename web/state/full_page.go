package state

import (
	"slices"
	"strconv"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// Views that take the whole page.
const (
	FullUnrolled = "unrolled" // the score of the chosen node, taken apart
)

// Why is the score of a node taken apart, what becomes of it without edges,
// words or the sheaf, and the smallest changes that flip it. It is replaced,
// never changed in place.
type Why struct {
	View *explain.Parts
	// Without is what is changed, Answer the predictions then; Answer is nil
	// while nothing is, and that of before until the next one comes.
	Without explain.Change
	Answer  *explain.Prediction
	// Refused says why the last edge was not added, "" when it was.
	Refused string
	// Flips are nil until the search has ended, Searching reports that it goes on.
	Flips     *explain.Flips
	Searching bool

	of          detail
	ask, search int // requests under way
}

type (
	// Unroll opens the view of the chosen node over the whole page, or closes it.
	Unroll struct{ On bool }
	// Without takes an edge of the graph (its ends) or a feature of a node away, or puts it back.
	Without struct {
		Edge, Word *[2]int
		// Join is an edge to add, by its ends, or to take out again; Label a training node that gets the next class.
		Join  *[2]int
		Label *int
		// Maps are those of the whole sheaf, "" to leave them.
		Maps string
	}
	// JoinTo adds an edge between the chosen node and the one with a name, or a number.
	JoinTo struct{ Name string }
	// Retrain trains the graph with what is changed.
	Retrain struct{}
	// WithoutFlip takes just what a flip takes, [Reset] nothing.
	WithoutFlip struct{ Index int }
	// Reset puts everything back.
	Reset struct{}
	// FindFlips searches for the smallest changes that flip the node.
	FindFlips struct{}
)

// quickNodes is the number of nodes up to which a node is explained, and its
// flips are searched for, without being asked for.
const quickNodes = 1000

// WhyOf is the explanation of the chosen node at the position on the screen, nil
// when it is not there.
func (s *State) WhyOf() *Why {
	if w := s.Why; w != nil && s.now(w.of) && w.of.node == s.Node() {
		return w
	}
	return nil
}

// ExplainsOnRequest reports whether a node of the loaded graph is explained only when its view is opened.
func (s *State) ExplainsOnRequest() bool { return s.Graph != nil && s.Graph.N > quickNodes }

// learnsClasses reports whether Learn shows by whose features the score of a node comes about; in the reading "code" a path leads
// there, which takes long, and is left out where the head alone says how a score comes about.
func (s *State) learnsClasses() bool {
	return s.View.Level == LevelLearn && s.ShownStage() == stage.Classes &&
		(s.Peer() != "" || s.Config.Reading != "code" || s.Config.Head == "gat")
}

// requestWhy asks for the explanation that the screen shows, and for the flips in the view of the whole page.
func (s *State) requestWhy() []Command {
	open := s.View.Full == FullUnrolled
	if s.Node() < 0 || !s.stands() || s.Frame.Judged == 0 || s.Frame.Epoch == 0 ||
		s.isLethal(proto.Explain) ||
		!open && (s.View.Panel != PanelNode && !s.learnsClasses() || s.ExplainsOnRequest()) {
		return nil
	}
	d := detail{run: s.run(), position: s.Frame.Position, kind: proto.Explain, node: s.Node()}
	w := s.Why
	if w == nil || w.of != d {
		cmd := s.query(proto.Query{Question: proto.Explain, Node: s.Node()})
		s.Why = &Why{of: d, ask: s.sent.seq}
		return []Command{cmd}
	}
	if open && w.View != nil && w.Flips == nil && !w.Searching && w.search == 0 && !s.ExplainsOnRequest() {
		return s.findFlips()
	}
	return nil
}

// findFlips starts the search.
func (s *State) findFlips() []Command {
	w := s.WhyOf()
	if w == nil || w.View == nil || w.Searching || !s.stands() || s.isLethal(proto.Flips) {
		return nil
	}
	cmd := s.query(proto.Query{Question: proto.Flips, Node: s.Node()})
	next := *w
	next.Searching, next.search = true, s.sent.seq
	s.Why = &next
	return []Command{cmd}
}

// handleWhy answers the messages of the view.
func (s State) handleWhy(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Unroll:
		if s.View.Full = ""; m.On && s.Node() >= 0 {
			s.View.Full = FullUnrolled
		}
		return s, nil
	case FindFlips:
		return s, s.findFlips()
	}
	w := s.WhyOf()
	if w == nil || w.View == nil || !s.stands() {
		return s, nil
	}
	next := *w
	next.Refused = ""
	c := next.Without
	switch m := m.(type) {
	case Retrain:
		if c.Empty() || c.Maps != "" {
			return s, nil
		}
		return s.lab(lab.StartRetrain{Node: s.Node(), Change: c})
	case JoinTo:
		ends, refused := s.joined(m.Name)
		if refused != "" {
			next.Refused, s.said, s.Why = refused, refused, &next
			return s, nil
		}
		c.AddEdges = toggle(c.AddEdges, ends)
	case Without:
		if m.Join != nil {
			c.AddEdges = toggle(c.AddEdges, *m.Join)
		}
		if m.Label != nil {
			c.Labels = s.relabelled(c.Labels, *m.Label)
		}
		if m.Edge != nil {
			c.RemoveEdges = toggle(c.RemoveEdges, *m.Edge)
		}
		if m.Word != nil {
			c.HideFeatures = toggle(c.HideFeatures, *m.Word)
		}
		if m.Maps != "" {
			c.Maps = m.Maps
		}
		if c.Maps == settings.MapsLearned {
			c.Maps = ""
		}
	case WithoutFlip:
		if w.Flips == nil || m.Index < 0 || m.Index >= len(w.Flips.Found) {
			return s, nil
		}
		c = w.Flips.Found[m.Index].Change
	case Reset:
		c = explain.Change{}
	}
	next.Without = c
	s.Why = &next
	if c.Empty() {
		next.Answer, next.ask = nil, 0
		return s, nil
	}
	return s, s.queryWithout(c)
}

// toggle takes something out of a list, or puts it in; the list itself stays.
func toggle[T comparable](list []T, x T) []T {
	if k := slices.Index(list, x); k >= 0 {
		return append(list[:k:k], list[k+1:]...)
	}
	return append(slices.Clip(list), x)
}

// receiveWhy takes an answer; one that is no longer asked for is dropped.
func (s *State) receiveWhy(a proto.Answer) {
	w := s.Why
	if w == nil || a.Seq != w.ask && a.Seq != w.search {
		return
	}
	next := *w
	s.Why = &next
	if a.Err != "" {
		s.Error, s.said = a.Err, a.Err
	}
	switch {
	case a.Question == proto.Flips:
		next.Searching, next.Flips = false, a.Flips
	case a.Question == proto.Explain:
		next.View = a.Explanation
	case a.Err != "":
		next.Without, next.Answer = explain.Change{}, nil
	default:
		next.Answer = a.WhatIf
		s.said = s.withoutText(&next)
	}
}

// withoutText says what the node is called without what was taken away.
func (s *State) withoutText(w *Why) string {
	c, node := s.Graph.Classes, w.of.node
	if w.Answer == nil || len(w.Answer.Prob) < (node+1)*c {
		return ""
	}
	to := w.Answer.Pred[node]
	return "So changed: " + className(s.Graph, to) + ", " + strconv.FormatFloat(w.Answer.Prob[node*c+to], 'f', 2, 64) + "."
}
