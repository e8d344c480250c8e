package state

import (
	"slices"
	"strings"

	"sheafscope/core/published"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/lab"
)

// FirstQuestion asks one of the questions that one has first about pages of the WebKB sets.
type FirstQuestion struct{ Key string }

// CloseStart takes the card with these questions away.
type CloseStart struct{}

// Cards and lines about a graph: the first two are marked when closed, the answer to the third question when shown, and the first
// question while it waits for the training.
const (
	StartCard  = "start"
	LimitsCard = "limits"
	DuelCard   = "duel"
	wrongCard  = "wrong"
)

// WebKB are the sets with a card to start from.
var WebKB = []string{"texas", "wisconsin", "cornell"}

// StartSet names the WebKB set with an open card, "" for none.
func (s *State) StartSet() string {
	if s.Graph == nil || s.Loading() || s.View.Level != LevelResearch || s.Marked(StartCard) {
		return ""
	}
	if s.Chrome.Read != nil && !strings.HasPrefix(s.Recipe.Graph, data.Prefix) { // the message about opened files has the room first
		return ""
	}
	if set := s.webKB(); set != nil {
		return set.Title
	}
	return ""
}

// webKB returns the present WebKB set, or nil.
func (s *State) webKB() *data.Set {
	if set := data.Of(s.Recipe.Graph, s.Graph.Notes); set != nil && slices.Contains(WebKB, set.Name) {
		return set
	}
	return nil
}

// Duel returns the stored results for the card's third question once it is open, else nil.
func (s *State) Duel() *published.Duel {
	if s.StartSet() == "" || !s.Marked(DuelCard) {
		return nil
	}
	k := slices.IndexFunc(published.Duels, func(d published.Duel) bool { return d.Set == s.webKB().Name })
	if k < 0 {
		return nil
	}
	return &published.Duels[k]
}

// Questions are those of the card: key and words.
var Questions = [][2]string{{"wrong", "Which pages are wrong?"}, {"classes", "What do edges between classes do?"},
	{"sheaf", "Does a sheaf beat an MLP?"}}

// comparedFirst are the models of the third question. The plain GCN is omitted: it predicts one class for every page of Texas.
var comparedFirst = []string{"sgpc", "mlp", "gcn-tuned"}

// firstQuestion answers a question of the card, after a training where it needs one.
func (s State) firstQuestion(key string) (State, []Command) {
	if s.Graph == nil || s.Frame == nil {
		return s, nil
	}
	if key != "sheaf" { // its answer stands on the card
		s.Chrome.Tab = "inspect"
	}
	switch key {
	case "wrong":
		if s.Frame.Judged > 0 {
			return s.wrongPages()
		}
		s.mark(wrongCard, true)
		if s.said = "The network is trained first."; s.Running() {
			return s, nil
		}
		return s.drive(Train{})
	case "classes":
		s, _ = s.tabulate(Tabulate{})
		s.chooseNodes("label")
		s.chooseEdges("class")
		s, cmds := s.view(SetPanel{Panel: PanelEdge})
		return s, append(cmds, Effect{"scroll", []string{`[data-testid="edges-by-class"]`}})
	case "sheaf": // the stored figures answer on the card; the models are trained beside them
		s, _ = s.tabulate(Tabulate{})
		s.View.Panel = PanelResults
		s.mark(DuelCard, true)
		if r := &s.Lab.Results; s.Lab.Work == lab.ForResults || len(r.Jobs) > 0 {
			return s, nil
		}
		for _, m := range slices.Clone(s.Lab.Results.Models) {
			s, _ = s.lab(lab.SelectModel{Key: m.Key, On: slices.Contains(comparedFirst, m.Key)})
		}
		s, _ = s.lab(lab.SetRuns{Runs: 3})
		return s.lab(lab.StartResults{})
	}
	return s, nil
}

// wrongPages opens the table of the wrong test pages.
func (s State) wrongPages() (State, []Command) {
	s.mark(wrongCard, false)
	s.chooseNodes("correct")
	s, _ = s.tabulate(Tabulate{Of: TableNodes})
	s, cmds := s.tabulate(TableFilter{Text: "wrong = 1 and test = 1"})
	s.said = words.Counted(len(s.View.Chosen), "test page is wrong.", "test pages are wrong.")
	return s, cmds
}

// firstAnswer answers the question that waited for the training.
func (s *State) firstAnswer() (cmds []Command) {
	switch {
	case !s.Marked(wrongCard) || !s.Idle() || s.Frame == nil:
	case s.Frame.Judged == 0 || s.StartSet() == "":
		s.mark(wrongCard, false)
	default:
		*s, cmds = s.wrongPages()
	}
	return cmds
}
