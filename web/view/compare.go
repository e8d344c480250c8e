package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// Compare is the model of the comparison of two runs.
type Compare struct {
	// Key changes with the graph, so that the drawings start anew.
	Key      int      `json:"key"`
	A        Side     `json:"a"`
	B        Side     `json:"b"`
	Labels   []int    `json:"labels"`
	Names    []string `json:"names,omitempty"`
	Classes  []Class  `json:"classes"`
	Sentence string   `json:"sentence"`
	Note     string   `json:"note"`
	Differ   int      `json:"differ"`
	Same     bool     `json:"same"` // A and B have finished the same number of epochs
	Error    string   `json:"error,omitempty"`
	// Curves says what the curves show, Thin what the thin lines beside them do.
	Curves string `json:"curves"`
	Thin   string `json:"thin"`
	// Fraction of a long step of B, -1 for none, and what it is.
	Fraction F      `json:"fraction"`
	Left     string `json:"left"`
	Busy     bool   `json:"busy"`

	Models   []ResultChoice `json:"models"`
	Model    string         `json:"model"`
	Seed     string         `json:"seed"`
	Settings string         `json:"settings"`
}

// Side is one of the two runs.
type Side struct {
	Name  string `json:"name"`
	Epoch int    `json:"epoch"`
	Pred  []int  `json:"pred"`
	// Conf is the largest probability of each node.
	Conf []F    `json:"conf"`
	Test string `json:"test"` // in words
	// Val and Acc are the accuracies by epoch on the validation and the test
	// nodes. Without test nodes Acc is that on the validation nodes; an empty
	// set has no curve.
	Val  Vec  `json:"val"`
	Acc  Vec  `json:"acc"`
	Done bool `json:"done"`
}

// measured fills in what a run reached, up to the epoch of the frame shown.
func (x *Side) measured(g *proto.GraphInfo, f *sgpc.Frame, h *sgpc.HistoryView) {
	known := min(f.Epoch, len(h.Test), len(h.Val))
	x.Epoch, x.Done = f.Epoch, f.Done
	if len(f.Pred) > 0 {
		x.Pred, x.Conf = f.Pred, confidences(f.Calibrated, f.N)
	}
	x.Val, x.Acc = accuracies(h.Val[:known]), accuracies(h.Test[:known])
	switch {
	case len(g.Test) == 0:
		x.Test, x.Acc, x.Val = "no test nodes", x.Val, nil
	case f.Accuracy.Test >= 0:
		x.Test = "test " + Pct(f.Accuracy.Test)
	}
}

// curves says in words what the curves of both runs show.
func curves(g *proto.GraphInfo) (what, thin string) {
	switch {
	case len(g.Test) > 0 && len(g.Val) > 0:
		return "Test accuracy", "validation thin; A full line, B dashed"
	case len(g.Test) > 0:
		return "Test accuracy", "A full line, B dashed; the split has no validation nodes"
	case len(g.Val) > 0:
		return "Validation accuracy", "A full line, B dashed; the split has no test nodes"
	}
	return "Accuracy", "the split has neither validation nor test nodes"
}

func confidences(p []float64, n int) []F {
	if n == 0 || len(p)%n != 0 {
		return []F{}
	}
	c := len(p) / n
	out := make([]F, n)
	for i := range out {
		for _, v := range p[i*c : (i+1)*c] {
			out[i] = max(out[i], F(v))
		}
		out[i] = F(float64(int(1000*float64(out[i])+0.5)) / 1000)
	}
	return out
}

// NewCompare returns the model of the comparison.
func NewCompare(s *state.State) Compare {
	c := &s.Lab.Compare
	on := s.LabSubject()
	g := s.Graph
	m := Compare{Key: s.GraphKey, Labels: g.Labels, Names: g.NodeNames, Classes: Classes(g), Error: c.Error, Fraction: F(c.Progress),
		Model: c.Key, Seed: s.CompareSeed(), Settings: lab.FormatSettings(c.Settings), Busy: c.Error == "" && !c.Ready(on)}
	m.Curves, m.Thin = curves(g)
	for _, x := range s.Lab.Results.Models {
		m.Models = append(m.Models, ResultChoice{x.Key, x.Label, x.Key == c.Key})
	}
	m.A = Side{Name: s.NameA(), Test: "test –", Pred: []int{}, Conf: []F{}}
	if f := s.Frame; f != nil {
		m.A.measured(g, f, &s.History)
	}
	m.B = Side{Name: lab.Label(c.Key), Test: "test –", Pred: []int{}, Conf: []F{}}
	if extra := lab.FormatSettings(c.Settings); extra != "" {
		m.B.Name += ", " + extra
	}
	if c.Seed != s.Recipe.Seed {
		m.B.Name += ", seed " + m.Seed
	}
	switch f := c.Frame; {
	case c.Error != "":
		m.Sentence = "B cannot be shown: " + c.Error
	case f == nil || s.Frame == nil:
		m.Sentence = "B is being loaded."
	case !Predicts(f) || !Predicts(s.Frame):
		m.Sentence = "Nothing to compare yet: before stage 8 of the first epoch a run has no predictions."
	default:
		m.B.measured(g, f, &c.History)
		d := lab.Differ(s.Frame.Pred, f.Pred, g.Labels)
		m.Sentence, m.Differ = d.Sentence(), d.Differ
		m.Same = f.Epoch == s.Frame.Epoch
		switch {
		case m.Same:
			m.Note = "Both after epoch " + Int(f.Epoch) + "."
		case f.Done && f.Epoch < s.Frame.Epoch:
			m.Note = "A after epoch " + Int(s.Frame.Epoch) + "; B stopped by itself after epoch " + Int(f.Epoch) + "."
		default:
			m.Note = "A after epoch " + Int(s.Frame.Epoch) + ", B after epoch " + Int(f.Epoch) + " and on its way."
		}
	}
	if c.Progress >= 0 && c.Left >= 0 {
		m.Left = duration(c.Left)
	}
	return m
}
