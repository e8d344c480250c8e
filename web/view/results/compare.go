package results

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

// Compare is the view model of the comparison of two runs.
type Compare struct {
	// Key changes with the graph, so that the drawings restart.
	Key      int          `json:"key"`
	A        Side         `json:"a"`
	B        Side         `json:"b"`
	Labels   []int        `json:"labels"`
	Names    []string     `json:"names,omitempty"`
	Classes  []view.Class `json:"classes"`
	Sentence string       `json:"sentence"`
	Note     string       `json:"note"`
	Differ   int          `json:"differ"`
	Same     bool         `json:"same"` // A and B have equally many epochs
	Error    string       `json:"error,omitempty"`
	// Curves names the curves, Thin the thin lines beside them.
	Curves string `json:"curves"`
	Thin   string `json:"thin"`
	// Fraction is the progress of a long step of B, −1 for none; Left is its remaining time.
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	Busy     bool   `json:"busy"`

	// Models are the menus of A and B; ModelA and Model are the chosen entries.
	Models []lab.Choice `json:"models"`
	ModelA string       `json:"modela"`
	Model  string       `json:"model"`
	Seed   string       `json:"seed"`
	// Settings are B's own, each with a menu of values; More lists the settings that can be added.
	Settings []view.Choice `json:"settings"`
	More     []MenuGroup   `json:"more"`

	Pairs *Pairs `json:"pairs,omitempty"`
}

// MenuGroup is a part of a menu with a heading; its options are pairs of value and name.
type MenuGroup struct {
	Name    string      `json:"name"`
	Options [][2]string `json:"options"`
}

// Pairs compares both runs on the test nodes: the group of every node (lab.Pairs), the sizes of the groups, and McNemar's exact
// test.
type Pairs struct {
	Group []int    `json:"group"`
	Count []int    `json:"count"`
	Names []string `json:"names"`
	Text  string   `json:"text"`
	P     float64  `json:"p"`
}

// newPairs compares two predictions on the test nodes, nil without a labelled one.
func newPairs(a, b []int, g *proto.GraphInfo) *Pairs {
	group, n := lab.Pairs(a, b, g.Labels, g.Test)
	total := n[0] + n[1] + n[2] + n[3]
	if total == 0 {
		return nil
	}
	p := &Pairs{Group: group, Count: n[:], Names: []string{"both right", "only A right", "only B right", "both wrong"},
		P: tables.McNemar(n[lab.OnlyA], n[lab.OnlyB])}
	alone := n[lab.OnlyA] + n[lab.OnlyB]
	switch {
	case alone == 0:
		p.Text = "No test node is right in one run only: the two are equally accurate there."
	case p.P == 1:
		p.Text = "As many test nodes are right in A only as in B only, or as near to that as can be: McNemar’s exact test gives p = 1."
	default:
		p.Text = "McNemar’s exact test: p = " + pValue(p.P) + ". If each of the " + view.Int(alone) +
			" nodes on which one alone is right were as likely A’s as B’s, a division at least as uneven would come with that probability."
	}
	return p
}

// pValue formats a probability with two digits, and one below 0.0001 as a bound.
func pValue(p float64) string {
	if p < 1e-4 {
		return "less than 0.0001"
	}
	return words.Digits(p, 2)
}

// Side is one of the two runs.
type Side struct {
	// Own lists A's own settings; B's have menus.
	Own   string `json:"own"`
	Epoch int    `json:"epoch"`
	Pred  []int  `json:"pred"`
	// Conf is the largest probability of each node.
	Conf []view.F `json:"conf"`
	Test string   `json:"test"` // test accuracy as text
	// Val and Acc are the accuracies by epoch on validation and test nodes, in 0..1. Without test nodes Acc is that on validation
	// nodes. An empty set has no curve.
	Val  view.Vec `json:"val"`
	Acc  view.Vec `json:"acc"`
	Done bool     `json:"done"`
}

// measured sets the results of a run up to the epoch of the shown frame.
func (x *Side) measured(g *proto.GraphInfo, f *frame.Frame, h *frame.History) {
	known := min(f.Epoch, len(h.Test), len(h.Val))
	x.Epoch, x.Done = f.Epoch, f.Done
	if len(f.Pred) > 0 {
		x.Pred, x.Conf = f.Pred, confidences(f.Calibrated, f.N)
	}
	x.Val, x.Acc = charts.Accuracies(h.Val[:known]), charts.Accuracies(h.Test[:known])
	switch {
	case len(g.Test) == 0:
		x.Test, x.Acc, x.Val = "no test nodes", x.Val, nil
	case f.Accuracy.Test >= 0:
		x.Test = "test " + view.Pct(f.Accuracy.Test)
	}
}

// curves names the curves of both runs, and the thin lines.
func curves(g *proto.GraphInfo) (what, thin string) {
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

// confidences returns the largest probability of each node with three decimals.
func confidences(p []float64, n int) []view.F {
	if n == 0 || len(p)%n != 0 {
		return []view.F{}
	}
	c := len(p) / n
	out := make([]view.F, n)
	for i := range out {
		for _, v := range p[i*c : (i+1)*c] {
			out[i] = max(out[i], view.F(v))
		}
		out[i] = view.F(float64(int(1000*float64(out[i])+0.5)) / 1000)
	}
	return out
}

// NewCompare returns the comparison.
func NewCompare(s *state.State) Compare {
	c := &s.Lab.Compare
	on := s.LabSubject()
	g := s.Graph
	own, more := c.Menus()
	m := Compare{Key: s.GraphKey, Labels: g.Labels, Names: g.NodeNames, Classes: view.Classes(g), Error: c.Error, Fraction: -1,
		Model: c.Key, Seed: s.CompareSeed(), ModelA: lab.KeyOf(s.Recipe.Setup), Settings: []view.Choice{}, Busy: c.Error == "" && !c.Ready(on)}
	m.Curves, m.Thin = curves(g)
	for _, x := range s.Lab.Results.Models {
		m.Models = append(m.Models, lab.Choice{Key: x.Key, Label: x.Label, On: x.Key == c.Key})
	}
	for _, q := range own {
		m.Settings = append(m.Settings, view.Choice{Name: q.Name, Label: q.Label, Value: q.Value(), Options: c.Values(q)})
	}
	for _, q := range more {
		name := stage.Names[q.Stage]
		if k := len(m.More); k == 0 || m.More[k-1].Name != name {
			m.More = append(m.More, MenuGroup{Name: name})
		}
		at := &m.More[len(m.More)-1]
		at.Options = append(at.Options, [2]string{q.Name, q.Label})
	}
	m.A = Side{Own: s.SettingsA(), Test: "test –", Pred: []int{}, Conf: []view.F{}}
	if f := s.Frame; f != nil {
		m.A.measured(g, f, &s.History)
	}
	m.B = Side{Test: "test –", Pred: []int{}, Conf: []view.F{}}
	switch f := c.Frame; {
	case c.Error != "":
		m.Sentence = "B cannot be shown: " + c.Error
	case f == nil || s.Frame == nil:
		m.Sentence = "B is being loaded."
	case !view.Predicts(f) || !view.Predicts(s.Frame):
		m.Sentence = "Nothing to compare yet: before stage 8 of the first epoch a run has no predictions."
	default:
		m.B.measured(g, f, &c.History)
		d := lab.Differ(s.Frame.Pred, f.Pred, g.Labels)
		m.Sentence, m.Differ = d.Sentence(), d.Differ
		m.Sentence += view.OneClassWarning("A", s.Frame.Pred, m.Classes) + view.OneClassWarning("B", f.Pred, m.Classes)
		m.Pairs = newPairs(s.Frame.Pred, f.Pred, g)
		m.Same = f.Epoch == s.Frame.Epoch
		switch {
		case m.Same:
			m.Note = "Both after epoch " + view.Int(f.Epoch) + "."
		case f.Done && f.Epoch < s.Frame.Epoch:
			m.Note = "A after epoch " + view.Int(s.Frame.Epoch) + "; B stopped by itself after epoch " + view.Int(f.Epoch) + "."
		default:
			m.Note = "A after epoch " + view.Int(s.Frame.Epoch) + ", B after epoch " + view.Int(f.Epoch) + " and on its way."
		}
		m.Note += untrained("B is", s)
	}
	if p := c.Progress; p != nil {
		m.Fraction = view.F(p.Fraction)
		if p.Left >= 0 {
			m.Left = view.Duration(p.Left)
		}
	}
	return m
}
