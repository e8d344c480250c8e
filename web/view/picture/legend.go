package picture

// This file has the legend of the graph. The pull of an edge is ‖∂λ₂/∂R_e‖, the norm of the gradient of λ₂ by the maps of the edge.

import (
	"slices"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Legend is the view model of the legend, which explains the colours and marks of the graph.
type Legend struct {
	// Classes are the classes with a name in the legend.
	Classes []view.Class `json:"classes,omitempty"`
	// Stage is a text about the stage whose quantities colour the graph, for example "edges by stage 5, Sheaf Laplacian". It is "" if no
	// colours follow a stage at present.
	Stage string `json:"stage,omitempty"`
	// Shapes reports that only the shape of a node shows its class, since the colour has another meaning.
	Shapes bool `json:"shapes,omitempty"`
	// Marks explain the colours of the colouring "correct". It is nil in any other colouring, and before the first prediction.
	Marks []Mark `json:"marks,omitempty"`
	// More is the text after the classes.
	More string `json:"more,omitempty"`
	// Wrong reports that the legend explains the outline of nodes with a wrong prediction.
	Wrong bool `json:"wrong,omitempty"`
	// Hot names the highlighted edges, for example "top 8" or "3 edges selected". It is "" if no edges are highlighted.
	Hot string `json:"hot,omitempty"`
	// None is the reason why some nodes have no number in the colouring by mistakes. It is "" if all nodes have a number, and in any other
	// colouring.
	None string `json:"none,omitempty"`
	// Ends are the names of the edge colours in the colouring by labels: equal, different, and missing labels.
	Ends []string `json:"ends,omitempty"`
	// Ramps are the colour scales: of the nodes first, then of the edges.
	Ramps []Ramp `json:"ramps,omitempty"`
}

// Mark is a colour of the palette, by the name of its token, with its meaning.
type Mark struct {
	Color string `json:"color"`
	Name  string `json:"name"`
}

// correctMarks are the colours of right and wrong predictions and of missing labels (assets/src/painting.js).
var correctMarks = []Mark{{"term-3", "right"}, {"ink", "wrong"}, {"rule-2", "label missing"}}

// Ramp is a continuous colour scale. Low and High are the texts of its ends. Kind is "k" for edges, "seq" for nodes with Value in 0..1,
// and "signed" for nodes with Value in −1..1 ([Attributes]).
type Ramp struct {
	Kind string `json:"kind"`
	Low  string `json:"low"`
	High string `json:"high"`
}

// The legend has two lines. It names all classes of a graph with at most maxLegendClasses classes. For a graph with more classes it names
// only the first shownLegendClasses classes.
const (
	maxLegendClasses   = 7
	shownLegendClasses = 3
)

// hotEdges is the largest number of edges that are highlighted for their pull.
const hotEdges = 8

// NewLegend returns the legend of the present colourings. a has the attributes of the drawn graph. Without a graph the legend is empty.
func NewLegend(s *state.State, a *Attributes) Legend {
	var l Legend
	if s.Graph == nil {
		return l
	}
	l.setClasses(s)
	l.Stage = stageText(s)

	// The nodes: shapes or marks, wrong predictions, the ramp, and the missing numbers.
	mode := nodeModeOf(s.View.Nodes)
	l.Shapes = !mode.classed && !flowClasses(s) // an iterate of the diffusion may colour the nodes by class
	if s.View.Nodes == "correct" && view.Predicts(s.Frame) {
		l.Marks = correctMarks
		if !slices.Contains(s.Graph.Labels, -1) {
			l.Marks = correctMarks[:2] // no label is missing
		}
	}
	// Marks explain wrong predictions already.
	l.Wrong = l.Marks == nil && slices.ContainsFunc(a.Flags, func(flags byte) bool { return flags&FlagWrong != 0 })
	if mode.predicts && !view.Predicts(s.Frame) {
		l.More = "no prediction yet" // replaces the number of further classes: no node shows a class
	}
	if mode.ramp != nil {
		l.Ramps = mode.ramp(a, s)
	}
	if s.View.Nodes == state.NodesMistakes && slices.Contains(a.Value, -1) { // −1 stands for a missing number
		l.None = words.Either(s.Lab.Results.Mistakes == nil, "no run yet: train models in Results", "never a test node")
	}
	l.setEdges(s, a)

	// Further texts, separated by dots.
	if s.View.Layout == state.LayoutSpectral {
		l.More += " · → v₂, ↑ v₃, by rank and size"
	}
	if n := len(s.Chosen()); n > 0 {
		l.More += " · " + words.Count(n, "node") + " selected"
	}
	if text := s.AroundText(); text != "" {
		l.More += " · " + text
	}
	l.More = strings.TrimPrefix(l.More, " · ")
	return l
}

// setClasses sets the classes in the legend. Named classes are in the order of the palette, and numbered classes in the order of their
// numbers. If the legend omits classes, More has their number.
func (l *Legend) setClasses(s *state.State) {
	l.Classes = view.Classes(s.Graph)
	if len(s.Graph.ClassNames) > 0 {
		bySlot := make([]view.Class, len(l.Classes))
		for _, class := range l.Classes {
			bySlot[class.Slot] = class
		}
		l.Classes = bySlot
	}
	if n := len(l.Classes); n > maxLegendClasses {
		l.Classes, l.More = l.Classes[:shownLegendClasses], view.Int(n-shownLegendClasses)+" more"
	}
}

// setEdges adds the ramp of the edges, and sets Ends and Hot. Edges have no ramp if they have no numbers, or if all
// numbers equal the number at which the ramp would begin, up to rounding errors.
func (l *Legend) setEdges(s *state.State, a *Attributes) {
	if len(a.Raw) > 0 && a.High > a.Low {
		low, high := short(a.Low), short(a.High)
		if low == high { // two decimals are too few
			low, high = view.DistinctNums(a.Low, a.High)
		}
		l.Ramps = append(l.Ramps, Ramp{"k", edgeModeOf(s.View.Edges).unit + edgeWhen(s) + " " + low, high})
	}
	if s.View.Edges == edgesClass {
		l.Ends = []string{"same label", "different labels"}
		if a.unlabelled {
			l.Ends = append(l.Ends, "label missing")
		}
	}

	// The highlighted edges. A selection in the table replaces the edges with the largest pull.
	if s.View.Edges == "pull" && s.Frame != nil && len(s.Frame.Pull) > 0 {
		l.Hot = "top " + view.Int(min(hotEdges, len(s.Frame.Pull)))
	}
	if n := len(markedEdges(s)); n > 0 {
		l.Hot = words.Count(n, "edge") + " selected"
	}
}

// short formats an end of a ramp with two decimals. A number other than 0 between −0.01 and 0.01 has scientific notation, since two
// decimals would show little of it.
func short(x float64) string {
	if x != 0 && x < 0.01 && x > -0.01 {
		return view.Exp(x)
	}
	return view.Fix(x, 2)
}

// edgeWhen returns the epoch of the numbers that colour the edges, between two commas: ", of epoch 3,". It returns "" for numbers of the
// present epoch, for a colouring without a single stage, or before the stage has run.
func edgeWhen(s *state.State) string {
	if old := view.EarlierEpoch(s.Frame, edgeModeOf(s.View.Edges).stage); old != "" {
		return ", " + old + ","
	}
	return ""
}

// subscript formats a number, which is not negative, in subscript digits.
func subscript(n int) string {
	digits := []rune(view.Int(n))
	for i, digit := range digits {
		digits[i] = '₀' + digit - '0'
	}
	return string(digits)
}
