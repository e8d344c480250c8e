package state

import (
	"slices"
	"strings"

	"sheafscope/core/published"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/lab"
)

// This file handles the card with three first questions, which the page shows for a WebKB data set. A WebKB set is the graph of a
// university's web pages, in which links often join pages of different classes.

// FirstQuestion opens the answer to the question of the card with this key ([Questions]).
type FirstQuestion struct{ Key string }

// CloseStart closes the card.
type CloseStart struct{}

// Cards and lines about a graph, and when they are marked (see [State.Marked]).
const (
	StartCard  = "start"  // the card of a WebKB set: when closed
	LimitsCard = "limits" // the line about omitted parts: when closed
	DuelCard   = "duel"   // the answer to the third question: when shown
	wrongCard  = "wrong"  // the first question: while it waits for the training
)

// WebKB are the data sets with a card of questions.
var WebKB = []string{"texas", "wisconsin", "cornell"}

// StartSet returns the title of the WebKB set whose card is open. It returns "" for a graph outside WebKB, at another level than Research,
// after the user has closed the card, before the first graph, and during a load. It also returns "" while the note about opened files has
// the place of the card.
func (s *State) StartSet() string {
	if s.Graph == nil || s.Loading() {
		return ""
	}
	if s.View.Level != LevelResearch || s.Marked(StartCard) {
		return ""
	}
	isPublic := strings.HasPrefix(s.Recipe.Graph, data.Prefix)
	if s.Chrome.Read != nil && !isPublic { // the note about opened files is shown
		return ""
	}
	set := s.webKB()
	if set == nil {
		return ""
	}
	return set.Title
}

// webKB returns the WebKB set of the present graph. It returns nil for another graph. State.Graph must not be nil.
func (s *State) webKB() *data.Set {
	set := data.Of(s.Recipe.Graph, s.Graph.Notes) // the notes name the set if the user's own files are a copy of it
	if set == nil || !slices.Contains(WebKB, set.Name) {
		return nil
	}
	return set
}

// Duel returns the stored results that answer the card's third question: the mean test accuracies of SGPC, MLP and GCN. It returns nil
// until the user has opened the question, while the card is closed, and for a set without results.
func (s *State) Duel() *published.Duel {
	if s.StartSet() == "" || !s.Marked(DuelCard) {
		return nil
	}
	k := slices.IndexFunc(published.Duels, func(d published.Duel) bool { return d.Set == s.webKB().Name }) // StartSet has found this set
	if k < 0 {
		return nil
	}
	return &published.Duels[k]
}

// Questions are the keys and texts of the card's questions.
var Questions = [][2]string{{"wrong", "Which pages are wrong?"}, {"classes", "What do edges between classes do?"},
	{"sheaf", "Does a sheaf beat an MLP?"}}

// comparedFirst are the keys of the models that the third question trains. The plain GCN is omitted: it predicts one class for every page
// of Texas.
var comparedFirst = []string{"sgpc", "mlp", "gcn-tuned"}

// firstQuestion answers a question of the card. The first question waits for a training if there are no predictions. Before there is a run
// nothing happens.
func (s State) firstQuestion(key string) (State, []Command) {
	if s.Graph == nil || s.Frame == nil {
		return s, nil
	}
	if key != "sheaf" { // the card itself shows the answer to the third question
		s.Chrome.Tab = "inspect"
	}
	switch key {
	case "wrong":
		if s.Frame.Judged > 0 { // there are predictions
			return s.wrongPages()
		}
		s.mark(wrongCard) // firstAnswer opens the answer after the training
		s.said = "The network is trained first."
		if s.Running() { // the training is already under way
			return s, nil
		}
		return s.drive(Train{})
	case "classes":
		// The picture of the labels, and the panel with the number of edges between each two classes. An open table is closed.
		s, _ = s.tabulate(Tabulate{})
		s.chooseNodes("label")
		s.chooseEdges("class")
		s, cmds := s.view(SetPanel{Panel: PanelEdge})
		return s, append(cmds, Effect{"scroll", []string{`[data-testid="edges-by-class"]`}})
	case "sheaf":
		// Stored results answer at once. The page also trains the same models, unless the table of results already has runs, or other work is
		// under way. An open table of nodes or edges is closed.
		s, _ = s.tabulate(Tabulate{})
		s.View.Panel = PanelResults
		s.mark(DuelCard)
		if s.Lab.Busy() || len(s.Lab.Results.Jobs) > 0 {
			return s, nil
		}
		for _, model := range slices.Clone(s.Lab.Results.Models) { // a copy, since SelectModel changes the list
			s, _ = s.lab(lab.SelectModel{Key: model.Key, On: slices.Contains(comparedFirst, model.Key)})
		}
		s, _ = s.lab(lab.SetRuns{Runs: 3}) // few splits, so that the answer comes soon
		return s.lab(lab.StartResults{})
	}
	return s, nil
}

// wrongPages opens the table of nodes with a filter for the wrong test nodes.
func (s State) wrongPages() (State, []Command) {
	s.unmark(wrongCard)
	s.chooseNodes("correct")
	s, _ = s.tabulate(Tabulate{Of: TableNodes})
	s, cmds := s.tabulate(TableFilter{Text: "wrong = 1 and test = 1"}) // it also selects the nodes, in View.Chosen
	s.said = words.Counted(len(s.View.Chosen), "test page is wrong.", "test pages are wrong.")
	return s, cmds
}

// firstAnswer opens the answer to the first question at the end of the training for which the question waits. It drops the question if the
// training has ended without a prediction, and if the card is closed. It returns nil if it opens no answer.
func (s *State) firstAnswer() (cmds []Command) {
	if !s.Marked(wrongCard) || !s.Idle() || s.Frame == nil {
		return nil
	}
	if s.Frame.Judged == 0 || s.StartSet() == "" {
		s.unmark(wrongCard)
		return nil
	}
	*s, cmds = s.wrongPages()
	return cmds
}
