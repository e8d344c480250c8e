package results

// This file has the comparison of two runs, node by node. Package lab keeps run B at the epoch of run A. A frame has the numbers of a run
// at one position.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/tables"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// Compare is the view model of the comparison of two runs: A is the run on the page, and B is the run beside it.
type Compare struct {
	// Key changes with the graph. The drawings then start anew.
	Key int  `json:"key"`
	A   Side `json:"a"`
	B   Side `json:"b"`
	// Labels and Names belong to the nodes. Names is nil if the nodes have only numbers.
	Labels  []int        `json:"labels"`
	Names   []string     `json:"names,omitempty"`
	Classes []view.Class `json:"classes"`
	// Sentence describes the difference of the predictions, and Note names the epochs of both runs.
	Sentence string `json:"sentence"`
	Note     string `json:"note"`
	// Differ is the number of nodes with different predictions, 0 before both runs have predictions. Error is the reason why B cannot be
	// shown.
	Differ int    `json:"differ"`
	Error  string `json:"error,omitempty"`
	// Curves is the name of the curves of accuracy by epoch, and Thin is their caption, which explains full, dashed and thin lines.
	Curves string `json:"curves"`
	Thin   string `json:"thin"`
	// Fraction is the progress of B in 0..1 during a long step, and Left is the remaining time of the step, or "" if it is unknown. In all
	// other cases Fraction is −1. Busy reports that B is not ready and has no error.
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	Busy     bool   `json:"busy"`

	// Models are the entries of the menus of A and B. ModelA and Model are the keys of the entries chosen for A and for B. Seed is the seed
	// of B.
	Models []lab.Choice `json:"models"`
	ModelA string       `json:"modela"`
	Model  string       `json:"model"`
	Seed   string       `json:"seed"`
	// Settings are the settings in which B differs, each with a menu of values. More are the settings that the user can add.
	Settings []view.Choice `json:"settings"`
	More     []MenuGroup   `json:"more"`

	// Pairs compares the predictions on the test nodes. It is nil before both runs have predictions, or if no test node has a label.
	Pairs *Pairs `json:"pairs,omitempty"`
}

// MenuGroup is a group of a menu under a heading. Its options are pairs of value and label.
type MenuGroup struct {
	Name    string      `json:"name"`
	Options [][2]string `json:"options"`
}

// Pairs compares both runs on the test nodes. The nodes form four groups, by the runs that predict the label: both runs, only A, only B,
// and no run. Group is the group of each node, from 0 to 3 in this order. It is −1 for a node outside the test set or without a label.
type Pairs struct {
	Group []int    `json:"group"`
	Count []int    `json:"count"` // the sizes of the groups
	Names []string `json:"names"` // the names of the groups
	Text  string   `json:"text"`  // the outcome of the test in words
	P     float64  `json:"p"`     // the p-value of McNemar's exact test
}

// newPairs returns the comparison of two predictions a and b, by node, on the test nodes. It returns nil if no test node has a label.
func newPairs(a, b []int, g *proto.GraphInfo) *Pairs {
	group, sizes := lab.Pairs(a, b, g.Labels, g.Test)
	compared := sizes[0] + sizes[1] + sizes[2] + sizes[3]
	if compared == 0 {
		return nil
	}
	p := &Pairs{Group: group, Count: sizes[:], Names: []string{"both right", "only A right", "only B right", "both wrong"},
		P: tables.McNemar(sizes[lab.OnlyA], sizes[lab.OnlyB])}
	discordant := sizes[lab.OnlyA] + sizes[lab.OnlyB] // nodes on which exactly one run is right
	switch {
	case discordant == 0:
		p.Text = "No test node is right in one run only: the two are equally accurate there."
	case p.P == 1: // a division as even as the number of these nodes allows
		p.Text = "As many test nodes are right in A only as in B only, or as near to that as can be: McNemar’s exact test gives p = 1."
	default:
		p.Text = "McNemar’s exact test: p = " + pValue(p.P) + ". If each of the " + view.Int(discordant) +
			" nodes that one run alone gets right were as likely A’s as B’s, this would be the probability of a division at least as uneven."
	}
	p.Text += view.SmallTest(g)
	return p
}

// pValue formats a probability with two significant digits. A probability below 0.0001 becomes "less than 0.0001".
func pValue(p float64) string {
	if p < 1e-4 {
		return "less than 0.0001"
	}
	return words.Digits(p, 2)
}

// Side is one of the two runs.
type Side struct {
	// Own lists the settings of A that differ from the default. It is "" for B, whose settings have menus.
	Own string `json:"own"`
	// Epoch is the number of finished epochs, and Pred is the predicted class of each node.
	Epoch int   `json:"epoch"`
	Pred  []int `json:"pred"`
	// Conf is the largest class probability of each node. Test is the test accuracy as text: "test –" if it is unknown, or "no test nodes".
	Conf []view.F `json:"conf"`
	Test string   `json:"test"`
	// Val and Acc are the accuracies by epoch on validation and test nodes, in 0..1. In a split without test nodes, Acc is the accuracy
	// on validation nodes and Val is empty.
	Val  view.Vec `json:"val"`
	Acc  view.Vec `json:"acc"`
	Done bool     `json:"done"` // the run has ended
}

// setResults sets the results of a run up to the epoch of its frame f. h is the history of the run, which may be longer or, until its last
// part arrives, shorter. Without predictions in f, Pred and Conf keep their values. If the test accuracy is unknown, Test keeps its value.
func (x *Side) setResults(g *proto.GraphInfo, f *frame.Frame, h *frame.History) {
	epochs := min(f.Epoch, len(h.Test), len(h.Val))
	x.Epoch, x.Done = f.Epoch, f.Done
	if len(f.Pred) > 0 {
		x.Pred, x.Conf = f.Pred, confidences(f.Calibrated, f.N)
	}

	x.Val, x.Acc = charts.Accuracies(h.Val[:epochs]), charts.Accuracies(h.Test[:epochs])
	switch {
	case len(g.Test) == 0: // the validation accuracies take the place of the test accuracies
		x.Test = "no test nodes"
		x.Acc, x.Val = x.Val, nil
	case f.Accuracy.Test >= 0:
		x.Test = "test " + view.Pct(f.Accuracy.Test)
	}
}

// curves returns the name of the accuracy curves of both runs, and their caption on full, dashed and thin lines.
func curves(g *proto.GraphInfo) (name, thin string) {
	switch {
	case len(g.Test) > 0 && len(g.Val) > 0:
		return "Test accuracy", "A, this run, full line; B dashed; validation thin"
	case len(g.Test) > 0:
		return "Test accuracy", "A, this run, full line; B dashed; the split has no validation nodes"
	case len(g.Val) > 0:
		return "Validation accuracy", "A, this run, full line; B dashed; the split has no test nodes"
	}
	return "Accuracy", "the split has neither validation nor test nodes"
}

// confidences returns the largest class probability of each node, rounded to three decimals to keep the JSON short. probabilities has n
// rows of C numbers. The result is empty, not nil, if n is 0 or does not divide the number of probabilities.
func confidences(probabilities []float64, n int) []view.F {
	if n == 0 || len(probabilities)%n != 0 {
		return []view.F{}
	}
	classes := len(probabilities) / n
	out := make([]view.F, n)
	for i := range out {
		largest := 0.0
		for _, p := range probabilities[i*classes : (i+1)*classes] {
			largest = max(largest, p)
		}
		thousandths := int(1000*largest + 0.5) // rounded to the nearest
		out[i] = view.F(float64(thousandths) / 1000)
	}
	return out
}

// NewCompare returns the comparison of the run on the page, A, with the run beside it, B. If B cannot be shown, or until both runs have
// predictions, the sentence gives the reason, and the results of B are empty. The page has a graph.
func NewCompare(s *state.State) Compare {
	c, g := &s.Lab.Compare, s.Graph
	m := Compare{Key: s.GraphKey, Labels: g.Labels, Names: g.NodeNames, Classes: view.Classes(g), Error: c.Error, Fraction: -1,
		Model: c.Key, Seed: s.CompareSeed(), ModelA: lab.KeyOf(s.Recipe.Setup), Settings: []view.Choice{},
		Busy: c.Error == "" && !c.Ready(s.LabSubject())}
	m.Curves, m.Thin = curves(g)
	m.menus(s)
	m.A = Side{Own: s.SettingsA(), Test: "test –", Pred: []int{}, Conf: []view.F{}}
	if s.Frame != nil {
		m.A.setResults(g, s.Frame, &s.History)
	}

	// The difference needs the predictions of both runs.
	m.B = Side{Test: "test –", Pred: []int{}, Conf: []view.F{}}
	f := c.Frame // of B
	switch {
	case c.Error != "":
		m.Sentence = "B cannot be shown: " + c.Error
	case f == nil || s.Frame == nil:
		m.Sentence = "B is being loaded."
	case !view.Predicts(f) || !view.Predicts(s.Frame):
		m.Sentence = "Nothing to compare yet: before stage 8 of the first epoch a run has no predictions."
	default:
		m.B.setResults(g, f, &c.History)
		difference := lab.Differ(s.Frame.Pred, f.Pred, g.Labels)
		m.Differ = difference.Differ
		m.Sentence = difference.Sentence() + view.OneClassWarning("A", s.Frame.Pred, m.Classes) +
			view.OneClassWarning("B", f.Pred, m.Classes)
		m.Pairs = newPairs(s.Frame.Pred, f.Pred, g)
		m.Note = epochsNote(s.Frame, f) + fromStartNote("B is", s) // if A has the weights of a file, B starts without them
	}
	if p := c.Progress; p != nil { // a long step of B proceeds
		m.Fraction = view.F(p.Fraction)
		if p.Left >= 0 { // a negative time is unknown
			m.Left = view.Duration(p.Left)
		}
	}
	return m
}

// menus sets the menus of models, of B's own settings and their values, and of the settings that can be added.
func (m *Compare) menus(s *state.State) {
	c := &s.Lab.Compare
	for _, model := range s.Lab.Results.Models {
		m.Models = append(m.Models, lab.Choice{Key: model.Key, Label: model.Label, On: model.Key == c.Key})
	}
	own, more := c.Menus()
	for _, setting := range own {
		m.Settings = append(m.Settings, view.Choice{Name: setting.Name, Label: setting.Label, Value: setting.Value(),
			Options: c.Values(setting)})
	}
	for _, setting := range more { // in the order of the stages, each of which is a group
		name := stage.Names[setting.Stage]
		last := len(m.More) - 1
		if last < 0 || m.More[last].Name != name {
			m.More = append(m.More, MenuGroup{Name: name})
		}
		group := &m.More[len(m.More)-1]
		group.Options = append(group.Options, [2]string{setting.Name, setting.Label})
	}
}

// epochsNote returns a sentence on the epochs of the predictions in the frames a and b of the two runs. A may be in the middle of an epoch,
// with predictions of this epoch. Otherwise the epochs are equal, or B has stopped early, or B is on its way to the epoch of A.
func epochsNote(a, b *frame.Frame) string {
	switch within := a.EpochOf(stage.Classes); {
	case within > a.Epoch:
		return "A in epoch " + view.Int(within) + ", B after epoch " + view.Int(b.Epoch) + "."
	case a.Epoch == b.Epoch:
		return "Both after epoch " + view.Int(b.Epoch) + "."
	case b.Done && b.Epoch < a.Epoch:
		return "A after epoch " + view.Int(a.Epoch) + "; B stopped by itself after epoch " + view.Int(b.Epoch) + "."
	}
	return "A after epoch " + view.Int(a.Epoch) + ", B after epoch " + view.Int(b.Epoch) + " and on its way."
}
