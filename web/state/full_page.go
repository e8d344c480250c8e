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

// This file handles the explanation of the selected node's score: the number by which the network decides for a class.

// FullUnrolled is the view that fills the page with the sources of the selected node's score.
const FullUnrolled = "unrolled"

// Why is the explanation of a node's score: the sources of the score, the predictions for a changed graph or network, and the smallest
// changes that flip the predicted class. Updates replace it.
type Why struct {
	// View has the sources of the score. It is nil before they have arrived.
	View *explain.Parts
	// Without is the present change of the graph or the network. Answer has the predictions under the change Answered: the present change
	// or, until its predictions arrive, the change before. Answer is nil without a change, and until the first predictions arrive.
	Without, Answered explain.Change
	Answer            *explain.Prediction
	// Refused is the reason why the last edge was not added, "" if no edge was refused.
	Refused string
	// Flips are the results of the search for flips, nil before its end and after a failed search. Searching reports that the search is
	// running.
	Flips     *explain.Flips
	Searching bool

	identity   detail // identity of the explained node, with run and position
	query      int    // number of the newest query for sources or predictions, 0 after the change was removed
	flipsQuery int    // number of the query for flips, 0 before the search
}

// Messages about the explanation of a node's score.
type (
	// Unroll opens the view that fills the page, or closes it.
	Unroll struct{ On bool }
	// Without changes the graph or the network by its fields that are not nil or "".
	Without struct {
		// Edge has the end nodes of an edge. Word has a node and the index of one of its features. A first message removes the edge or feature,
		// and a second one restores it. All nodes count from 0.
		Edge, Word *[2]int
		// Join has the ends of an edge that is added, or removed if it was added. Label is a training node that gets the next class as its
		// label.
		Join  *[2]int
		Label *int
		// Maps names the maps that replace all restriction maps. settings.MapsLearned restores the maps of the run.
		Maps string
	}
	// JoinTo adds an edge between the selected node and the node with a name or a number.
	JoinTo struct{ Name string }
	// Retrain trains a network on the changed graph.
	Retrain struct{}
	// WithoutFlip makes the change of a flip the present change. A flip is a change under which the node's predicted class is another. Index
	// counts from 0.
	WithoutFlip struct{ Index int }
	// Reset removes the change.
	Reset struct{}
	// FindFlips starts the search for the smallest changes that flip the node's predicted class.
	FindFlips struct{}
)

// quickNodes is the largest number of nodes of a graph whose nodes the page explains at once. In a larger graph the explanation of a node,
// and the search for its flips, wait for a request by the user.
const quickNodes = 1000

// WhyOf returns the explanation of the selected node at the shown position. It returns nil before the explanation is requested. Its sources
// may not have arrived yet.
func (s *State) WhyOf() *Why {
	why := s.Why
	if why == nil || !s.isPresent(why.identity) || why.identity.node != s.Node() {
		return nil
	}
	return why
}

// ExplainsOnRequest reports whether a node of the loaded graph is explained only when its view is opened.
func (s *State) ExplainsOnRequest() bool { return s.Graph != nil && s.Graph.N > quickNodes }

// learnsClasses reports whether the page shows the sources of the node's score at the level Learn: in stage 8, the stage of the classes. It
// returns false for SGPC in the reading "code" (as in the paper's code), where the explanation takes long, unless the head (the last layer)
// is "gat".
func (s *State) learnsClasses() bool {
	if s.View.Level != LevelLearn || s.ShownStage() != stage.Classes {
		return false
	}
	isSlow := s.Peer() == "" && s.Config.Reading == "code" && s.Config.Head != "gat"
	return !isSlow
}

// requestWhy requests the explanation that the screen shows, unless it was requested before. If this explanation has arrived and fills the
// page, requestWhy starts the search for flips once, unless the graph has more than quickNodes nodes. It returns nil without a selected
// node, before the end of the first epoch, while the run moves, and if the screen shows no explanation. It also returns nil after a query
// for an explanation has crashed the worker.
func (s *State) requestWhy() []Command {
	if s.Node() < 0 || !s.stands() || s.isLethal(proto.Explain) {
		return nil
	}
	if s.Frame.Judged == 0 || s.Frame.Epoch == 0 { // no prediction yet, or within the first epoch, where the worker explains nothing
		return nil
	}
	fillsPage := s.View.Full == FullUnrolled
	inPanel := (s.View.Panel == PanelNode || s.learnsClasses()) && !s.ExplainsOnRequest()
	if !fillsPage && !inPanel {
		return nil
	}
	d := detail{run: s.run(), position: s.Frame.Position, kind: proto.Explain, node: s.Node()}
	why := s.Why
	if why == nil || why.identity != d {
		cmd := s.query(proto.Query{Question: proto.Explain, Node: s.Node()})
		s.Why = &Why{identity: d, query: s.sent.seq}
		return []Command{cmd}
	}
	searched := why.Flips != nil || why.Searching || why.flipsQuery != 0
	if fillsPage && why.View != nil && !searched && !s.ExplainsOnRequest() {
		return s.findFlips()
	}
	return nil
}

// findFlips returns the command that starts the search for flips of the selected node. It returns nil before the explanation of the node
// has arrived, while the run moves or a search is running, and after a search has crashed the worker.
func (s *State) findFlips() []Command {
	why := s.WhyOf()
	hasExplanation := why != nil && why.View != nil
	if !hasExplanation || !s.stands() || why.Searching || s.isLethal(proto.Flips) {
		return nil
	}
	cmd := s.query(proto.Query{Question: proto.Flips, Node: s.Node()})
	next := *why
	next.Searching, next.flipsQuery = true, s.sent.seq
	s.Why = &next
	return []Command{cmd}
}

// handleWhy handles the messages about the explanation of a node's score. Unroll and FindFlips are always handled. A message about the
// change is ignored before the explanation has arrived, and while the run moves.
func (s State) handleWhy(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Unroll:
		s.View.Full = ""
		if m.On && s.Node() >= 0 { // without a node there is nothing to explain
			s.View.Full = FullUnrolled
		}
		return s, nil
	case FindFlips:
		return s, s.findFlips()
	}

	// The other messages are about the change of the graph or the network.
	why := s.WhyOf()
	if why == nil || why.View == nil || !s.stands() {
		return s, nil
	}
	next := *why
	next.Refused = ""
	change := next.Without
	switch m := m.(type) {
	case Retrain: // without a change there is nothing to compare; and a training learns the maps, so replaced maps would be lost
		if change.Empty() || change.Maps != "" {
			return s, nil
		}
		return s.lab(lab.StartRetrain{Node: s.Node(), Change: change})
	case JoinTo:
		ends, refused := s.edgeTo(m.Name)
		if refused != "" {
			next.Refused, s.said, s.Why = refused, refused, &next
			return s, nil
		}
		change.AddEdges = toggle(change.AddEdges, ends)
	case Without:
		// The page sets one field of the message.
		if m.Join != nil {
			change.AddEdges = toggle(change.AddEdges, *m.Join)
		}
		if m.Label != nil {
			change.Labels = s.withNextLabel(change.Labels, *m.Label)
		}
		if m.Edge != nil {
			change.RemoveEdges = toggle(change.RemoveEdges, *m.Edge)
		}
		if m.Word != nil {
			change.HideFeatures = toggle(change.HideFeatures, *m.Word)
		}
		if m.Maps != "" {
			change.Maps = m.Maps
		}
		if change.Maps == settings.MapsLearned { // the maps of the run: no change
			change.Maps = ""
		}
	case WithoutFlip:
		if why.Flips == nil || m.Index < 0 || m.Index >= len(why.Flips.Found) { // there is no such flip
			return s, nil
		}
		change = why.Flips.Found[m.Index].Change
	case Reset:
		change = explain.Change{}
	}
	next.Without = change
	s.Why = &next       // an assignment to next below also changes the stored explanation
	if change.Empty() { // no predictions to request; an answer under way is ignored
		next.Answer, next.query = nil, 0
		return s, nil
	}
	return s, s.queryWithout(change)
}

// toggle returns a copy of list without the first x if list contains x. Otherwise it returns a copy with x at its end.
func toggle[T comparable](list []T, x T) []T {
	if k := slices.Index(list, x); k >= 0 {
		return append(list[:k:k], list[k+1:]...)
	}
	return append(slices.Clip(list), x)
}

// receiveWhy applies the answer to a query about the explanation. It ignores an answer to an older query, and every answer if the
// explanation was dropped. An error is shown.
func (s *State) receiveWhy(a proto.Answer) {
	if s.Why == nil {
		return
	}
	isNewest := a.Seq == s.Why.query || a.Seq == s.Why.flipsQuery
	if !isNewest {
		return
	}
	next := *s.Why
	s.Why = &next // the assignments to next below change the new explanation
	if a.Err != "" {
		s.Error, s.said = a.Err, a.Err
	}
	switch {
	case a.Question == proto.Flips: // Flips is nil after an error
		next.Searching, next.Flips = false, a.Flips
	case a.Question == proto.Explain: // nil after an error
		next.View = a.Explanation
	case a.Err != "": // the worker has refused the change
		next.Without, next.Answer = explain.Change{}, nil
	default:
		next.Answer, next.Answered = a.WhatIf, next.Without
		s.said = s.withoutText(&next)
	}
}

// withoutText returns the announcement of the node's predicted class under the change, with its probability, for example "So changed: Mr.
// Hi, 0.73." It returns "" before the predictions have arrived.
func (s *State) withoutText(why *Why) string {
	classes, node := s.Graph.Classes, why.identity.node
	if why.Answer == nil || len(why.Answer.Prob) < (node+1)*classes { // Prob is N × classes
		return ""
	}
	predicted := why.Answer.Pred[node]
	probability := strconv.FormatFloat(why.Answer.Prob[node*classes+predicted], 'f', 2, 64)
	return "So changed: " + className(s.Graph, predicted) + ", " + probability + "."
}
