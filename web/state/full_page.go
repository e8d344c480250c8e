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

// FullUnrolled is the view that fills the page with the sources of the selected node's score.
const FullUnrolled = "unrolled"

// Why is the explanation of a node's score: the sources of the score, the predictions for a changed graph or network, and the smallest
// changes that flip the predicted class. Updates replace it.
type Why struct {
	View *explain.Parts
	// Without is the present change, and Answer the predictions under it. Answer is nil without a change. Until the next answer has arrived,
	// it is the one before.
	Without explain.Change
	Answer  *explain.Prediction
	// Refused is the reason why the last edge was not added. It is "" if the edge was added.
	Refused string
	// Flips are the results of the search for flips, nil before it has ended. Searching reports that the search is running.
	Flips     *explain.Flips
	Searching bool

	of          detail
	ask, search int // numbers of the pending queries
}

// Messages about the explanation of a node's score.
type (
	// Unroll opens the view that fills the page, or closes it.
	Unroll struct{ On bool }
	// Without changes the graph or the network: it removes or restores an edge (its ends) or a feature of a node.
	Without struct {
		Edge, Word *[2]int
		// Join adds an edge (its ends), or removes it again. Label gives a training node the next class as its label.
		Join  *[2]int
		Label *int
		// Maps replaces all restriction maps. "" leaves them as they are.
		Maps string
	}
	// JoinTo adds an edge between the selected node and the node with a name or a number.
	JoinTo struct{ Name string }
	// Retrain trains a network on the changed graph.
	Retrain struct{}
	// WithoutFlip makes the change of a flip the present change.
	WithoutFlip struct{ Index int }
	// Reset removes the change.
	Reset struct{}
	// FindFlips starts the search for the smallest changes that flip the node's predicted class.
	FindFlips struct{}
)

// quickNodes is the largest number of nodes of a graph in which the page explains a node, and searches for its flips, without a request by
// the user.
const quickNodes = 1000

// WhyOf returns the explanation of the selected node at the shown position. It returns nil before the explanation has arrived.
func (s *State) WhyOf() *Why {
	if w := s.Why; w != nil && s.now(w.of) && w.of.node == s.Node() {
		return w
	}
	return nil
}

// ExplainsOnRequest reports whether a node of the loaded graph is explained only when its view is opened.
func (s *State) ExplainsOnRequest() bool { return s.Graph != nil && s.Graph.N > quickNodes }

// learnsClasses reports whether the level Learn shows the sources of the node's score, which it does in stage 8. In the code reading the
// explanation takes long, so Learn shows it only for the head "gat".
func (s *State) learnsClasses() bool {
	return s.View.Level == LevelLearn && s.ShownStage() == stage.Classes &&
		(s.Peer() != "" || s.Config.Reading != "code" || s.Config.Head == "gat")
}

// requestWhy requests the explanation that the screen shows, and starts the search for flips if the view fills the page.
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

// findFlips returns the command that starts the search for flips. It returns nil if the search cannot start, or is running.
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

// handleWhy handles the messages about the explanation of a node's score.
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

// toggle returns a list without x if the list contains x, else with x at its end. It does not change the list itself.
func toggle[T comparable](list []T, x T) []T {
	if k := slices.Index(list, x); k >= 0 {
		return append(list[:k:k], list[k+1:]...)
	}
	return append(slices.Clip(list), x)
}

// receiveWhy applies the answer to a query about the explanation. It ignores an answer to an older query.
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

// withoutText returns the announcement of the node's predicted class under the change. It returns "" without an answer.
func (s *State) withoutText(w *Why) string {
	c, node := s.Graph.Classes, w.of.node
	if w.Answer == nil || len(w.Answer.Prob) < (node+1)*c {
		return ""
	}
	to := w.Answer.Pred[node]
	return "So changed: " + className(s.Graph, to) + ", " + strconv.FormatFloat(w.Answer.Prob[node*c+to], 'f', 2, 64) + "."
}
