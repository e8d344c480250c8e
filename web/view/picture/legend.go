package picture

import (
	"slices"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Legend explains the colours of the graph.
type Legend struct {
	Classes []view.Class `json:"classes,omitempty"`
	// Stage names the stage of the colours, "" for chosen ones.
	Stage string `json:"stage,omitempty"`
	// Shapes reports that a class is a shape only. Marks are colours without a ramp.
	Shapes bool   `json:"shapes,omitempty"`
	Marks  []Mark `json:"marks,omitempty"`
	More   string `json:"more,omitempty"`
	Wrong  bool   `json:"wrong,omitempty"`
	Hot    string `json:"hot,omitempty"`
	// None names the nodes without a place on the ramp.
	None string `json:"none,omitempty"`
	// Ends names the edges coloured by labels: equal, different and missing.
	Ends  []string `json:"ends,omitempty"`
	Ramps []Ramp   `json:"ramps,omitempty"`
}

// Mark is a colour of the palette, by the name of its token, with its meaning.
type Mark struct {
	Color string `json:"color"`
	Name  string `json:"name"`
}

// correctMarks are the colours of right and wrong predictions (assets/src/painting.js).
var correctMarks = []Mark{{"term-3", "right"}, {"ink", "wrong"}, {"rule-2", "label missing"}}

// Ramp is a continuous colour scale; Kind is "k", "seq" or "signed".
type Ramp struct {
	Kind string `json:"kind"`
	Low  string `json:"low"`
	High string `json:"high"`
}

// NewLegend returns the legend of the present colourings.
func NewLegend(s *state.State, a *Attributes) Legend {
	var l Legend
	if s.Graph == nil {
		return l
	}
	cl := view.Classes(s.Graph)
	if l.Classes = cl; len(s.Graph.ClassNames) > 0 { // numbered classes keep their order
		l.Classes = make([]view.Class, len(cl))
		for _, c := range cl {
			l.Classes[c.Slot] = c
		}
	}
	if n := len(l.Classes); n > 7 { // eight names need a third line
		l.Classes, l.More = l.Classes[:3], view.Int(n-3)+" more"
	}
	mode := nodeModeOf(s.View.Nodes)
	l.Stage = stageText(s)
	l.Shapes = !mode.classed && !flowClasses(s)
	if s.View.Nodes == "correct" && view.Predicts(s.Frame) {
		l.Marks = correctMarks
		if !slices.Contains(s.Graph.Labels, -1) {
			l.Marks = correctMarks[:2]
		}
	}
	l.Wrong = l.Marks == nil && slices.ContainsFunc(a.Flags, func(f byte) bool { return f&FlagWrong != 0 })
	if mode.predicts && !view.Predicts(s.Frame) {
		l.More = "no prediction yet"
	}
	if mode.ramp != nil {
		l.Ramps = mode.ramp(a, s)
	}
	if s.View.Nodes == state.NodesMistakes && slices.Contains(a.Value, -1) {
		if l.None = "never a test node"; s.Lab.Results.Mistakes == nil {
			l.None = "no run yet: train models in Results"
		}
	}
	if len(a.Raw) > 0 && a.High > a.Low {
		l.Ramps = append(l.Ramps, Ramp{"k", edgeModeOf(s.View.Edges).unit + edgeWhen(s) + " " + short(a.Low), short(a.High)})
	}
	if s.View.Layout == state.LayoutSpectral {
		l.More += " · → v₂, ↑ v₃, by rank and size"
	}
	if n := len(s.View.Chosen); n > 0 {
		l.More += " · " + words.Count(n, "node") + " selected"
	}
	if text := s.AroundText(); text != "" {
		l.More += " · " + text
	}
	l.More = strings.TrimPrefix(l.More, " · ")
	if s.View.Edges == edgesClass {
		l.Ends = []string{"same label", "different labels"}
		if a.unlabelled {
			l.Ends = append(l.Ends, "label missing")
		}
	}
	if s.View.Edges == "pull" && s.Frame != nil && len(s.Frame.Pull) > 0 {
		l.Hot = "top " + view.Int(min(8, len(s.Frame.Pull)))
	}
	if n := len(markedEdges(s)); n > 0 {
		l.Hot = words.Count(n, "edge") + " selected"
	}
	return l
}

// short formats an end of a ramp.
func short(x float64) string {
	if x != 0 && x < 0.01 && x > -0.01 {
		return view.Exp(x)
	}
	return view.Fix(x, 2)
}

// edgeWhen names the epoch of the edges' numbers, "" for the present one.
func edgeWhen(s *state.State) string {
	if old := view.EarlierEpoch(s.Frame, edgeModeOf(s.View.Edges).stage); old != "" {
		return ", " + old + ","
	}
	return ""
}

// subscript formats a number in subscript digits.
func subscript(n int) string {
	out := []rune(view.Int(n))
	for i, r := range out {
		out[i] = '₀' + r - '0'
	}
	return string(out)
}
