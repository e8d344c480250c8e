package view

import (
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
	Test string `json:"test"`
	Val  Vec    `json:"val"`
	Acc  Vec    `json:"acc"`
	Done bool   `json:"done"`
}

func confidences(p []float64, n int) []F {
	if n == 0 || len(p)%n != 0 {
		return nil
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
	for _, x := range s.Lab.Results.Models {
		m.Models = append(m.Models, ResultChoice{x.Key, x.Label, x.Key == c.Key})
	}
	m.A = Side{Name: s.NameA(), Test: "–"}
	if f := s.Frame; f != nil {
		known := min(f.Epoch, len(s.History.Test))
		m.A = Side{Name: m.A.Name, Epoch: f.Epoch, Pred: f.Pred, Conf: confidences(f.Calibrated, f.N), Test: percent(f.Accuracy.Test),
			Val: s.History.Val[:min(known, len(s.History.Val))], Acc: s.History.Test[:known], Done: f.Done}
	}
	m.B = Side{Name: lab.Label(c.Key), Test: "–"}
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
		known := min(f.Epoch, len(c.History.Test))
		m.B = Side{Name: m.B.Name, Epoch: f.Epoch, Pred: f.Pred, Conf: confidences(f.Calibrated, f.N), Test: percent(f.Accuracy.Test),
			Val: c.History.Val[:min(known, len(c.History.Val))], Acc: c.History.Test[:known], Done: f.Done}
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

func percent(x float64) string {
	if x < 0 {
		return "–"
	}
	return Fix(100*x, 1) + " %"
}
