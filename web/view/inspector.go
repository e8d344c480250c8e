package view

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// Inspector is what the inspector shows: title, sentence, equation with its
// values, pictures, numbers, in this order.
type Inspector struct {
	Title []TitlePart
	Sub   string
	Lead  []Span
	// Why says what the view is for, "" where that is plain.
	Why    string
	Body   Body
	TestID string
}

// TitlePart is a piece of the title with a class mark before it, slot −2 for none.
type TitlePart struct {
	Text string
	Slot int
}

// Symbol is a symbol of an equation in TeX and its meaning.
type Symbol = peer.Symbol

// Body is the part of the inspector that an island draws. Lines and Symbols are
// the equation Eq and what its symbols mean.
type Body struct {
	Eq      string   `json:"eq,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	Vals    []Value  `json:"vals,omitempty"`
	// Code is the file of assets/code that computes the numbers of the stage from a trace, "" for none; CodeOpen: it is shown.
	Code     string   `json:"code,omitempty"`
	CodeOpen bool     `json:"codeOpen,omitempty"`
	Figures  []Figure `json:"figures"`
}

// Value is a symbol of the equation with its present value; Tip explains it.
type Value struct {
	Symbol string `json:"k"`
	Text   string `json:"v"`
	Tip    string `json:"t,omitempty"`
}

// Figure is a section of the inspector. Kind says who draws Data, whose type decides it (package inspector); Nums are rows beside the
// picture.
type Figure struct {
	Kind   string  `json:"kind"`
	ID     string  `json:"id"`
	Title  any     `json:"title,omitempty"`
	Sub    any     `json:"sub,omitempty"`
	Alt    string  `json:"alt,omitempty"`
	TestID string  `json:"testid,omitempty"`
	Two    bool    `json:"two,omitempty"`
	Data   any     `json:"data"`
	Nums   [][]any `json:"nums,omitempty"`
}

// M is mathematics inside a text.
type M struct {
	Source string `json:"m"`
}

// row is a line of numbers beside a picture: what it is of, and its value.
func row(name any, value string) []any { return []any{name, value} }

// add appends figures to a panel, but for sliders that the model has none of.
func (v *Inspector) add(figures ...Figure) {
	for _, f := range figures {
		if list, ok := f.Data.([]Knob); !ok || len(list) > 0 {
			v.Body.Figures = append(v.Body.Figures, f)
		}
	}
}

// without takes the figures with these ids out.
func (b *Body) without(ids ...string) {
	b.Figures = slices.DeleteFunc(b.Figures, func(f Figure) bool { return slices.Contains(ids, f.ID) })
}

// histogramFigure shows how values spread between 0 and hi, in k bins.
func histogramFigure(id, title string, sub any, alt string, values []float64, hi float64, k int, label string,
	at ...VRef) Figure {
	return Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: Lines{XLabel: label, YMin: new(F(0)), VRefs: at,
		Series: []Series{{X: steps(0, hi, k), Y: histogram(values, 0, max(hi, 1e-12), k), Bars: true}}}}
}

// squareFigure is a matrix on the coordinates of a stalk, or of two.
func squareFigure(id, title string, sub any, alt string, d int, v Vec) Figure {
	return Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: Matrix{Rows: d, Cols: d, Vals: v, Signed: true,
		ColNames: numbers(d), RowNames: numbers(d), Cell: 44, RowH: 24, Left: 24}}
}

// errorsFigure shows how what an iteration has to bring to 0 falls, step by step.
func errorsFigure(id, title string, sub any, alt string, values []float64, l Lines) Figure {
	l.Series, l.Log, l.IntX = []Series{{Y: floor(values), Dots: true}}, true, true
	return Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: l}
}

// ModelName is the name of a model as in print.
func ModelName(model string) string { return peer.Label(model) }

// NewInspector returns the view of the shown panel.
func NewInspector(s *state.State) Inspector {
	if s.Waiting() {
		return Inspector{Title: []TitlePart{{"Not ready to run yet", -2}},
			Lead: say(s.NeedText() + " Draw on the canvas, or use the form under the palette.")}
	}
	if s.Graph == nil || s.Frame == nil {
		if !s.Loading() {
			return Inspector{Title: []TitlePart{{"No graph", -2}}, Lead: say("The message above the graph says why.")}
		}
		return Inspector{Title: []TitlePart{{"Loading", -2}}, Lead: say("The graph is on its way.")}
	}
	var v Inspector
	if s.Level == state.LevelLearn {
		v = learnView(s)
		nameKinds(&v)
		return v
	}
	switch s.Panel {
	case state.PanelEdge:
		v = edgeView(s)
		v.add(classFigures(s)...)
	case state.PanelNode:
		if len(s.Chosen) > 0 && s.Node() < 0 {
			v = selectionView(s)
			break
		}
		v = nodeView(s)
	case state.PanelClaims:
		v = claimsView(s)
	case state.PanelResults:
		v = resultsView(s)
	case state.PanelPaper:
		v = paperView(s)
	case state.PanelDepth:
		v = depthView(s)
	default:
		v = stageView(s)
	}
	v.Why = why(s)
	keep(&v, alone[s.Figure.Name])
	v.Body.Figures = append(slices.Clip(v.Body.Figures), notesFigure(s)...)
	if v.Body.Figures == nil {
		v.Body.Figures = []Figure{}
	}
	nameKinds(&v)
	return v
}

// alone names the figure of a panel that an address asks for, by what follows figure= there.
var alone = map[string]string{state.FigureFrame: "turn", state.FigureCycle: "round", state.FigureHeat: "heat"}

// keep leaves one figure of a panel, without its equation; "" leaves all.
func keep(v *Inspector, id string) {
	if id != "" {
		v.Why, v.Body = "", Body{Figures: slices.DeleteFunc(v.Body.Figures, func(f Figure) bool { return f.ID != id })}
	}
}

// nameKinds says of each figure who draws it.
func nameKinds(v *Inspector) {
	for k := range v.Body.Figures {
		v.Body.Figures[k].Kind = kindOf(v.Body.Figures[k].Data)
	}
}

// stageView is the panel of the stage on show.
func stageView(s *state.State) Inspector {
	k := s.ShownStage()
	f, row := s.Frame, stageOf(k)
	v := Inspector{Title: []TitlePart{{Int(k), -2}, {stage.Names[k], -2}}}
	tests := ""
	if s.Peer() == "" {
		v.Title[1].Text, tests = cmp.Or(row.title, stage.Names[k]), row.tests
		v.Sub = tests
	}
	if k == f.Stage {
		switch {
		case updated(f):
			v.Sub = "Weights updated"
		case f.InnerTotal > 1:
			v.Sub = "Inner step " + Int(f.Inner) + " of " + Int(f.InnerTotal)
		case f.Inner > 1:
			v.Sub = "Inner step " + Int(f.Inner)
		}
		if tests != "" && v.Sub != tests {
			v.Sub += ". " + tests
		}
	}
	if old := stageEpoch(s, k); old != "" {
		v.Sub = strings.TrimSuffix(old+". "+v.Sub, ". ")
	}
	if !hasStage(s, k) {
		v.Lead = say("*", ModelName(s.Config.Model), "* ", row.without)
		return v
	}
	row.show(s, &v)
	if c := f.Stages.Code; c != nil {
		row.code(s, c, &v)
	}
	if k == stage.Maps {
		v.add(roundFigure(s)...)
	}
	if text := AscentCost(s); text != "" && k == stage.Gap {
		v.add(Figure{ID: "ascentcost", Data: text[1:]})
	}
	if off, ok := partsFigure(s, k); ok {
		v.Body.Figures = append([]Figure{off}, v.Body.Figures...)
	}
	if f, ok := allSettings(s, k, v.Body.Figures); ok {
		v.add(f)
	}
	v.Body.Code, v.Body.CodeOpen = codeFile(s, k, v.Body.Eq), s.CodeOpen()
	return v
}

// Matrix is the data of a matrix picture.
type Matrix struct {
	Rows     int      `json:"rows"`
	Cols     int      `json:"cols"`
	RowNames []string `json:"rowNames,omitempty"`
	ColNames []string `json:"colNames,omitempty"`
	Slots    []int    `json:"slots,omitempty"`
	ColMarks bool     `json:"colMarks,omitempty"`
	Vals     Vec      `json:"vals"`
	Signed   bool     `json:"signed,omitempty"`
	Int      bool     `json:"int,omitempty"`
	Cell     int      `json:"cell,omitempty"`
	RowH     int      `json:"rowHeight,omitempty"`
	Left     int      `json:"left,omitempty"`
	Max      F        `json:"max,omitempty"`
	Foot     string   `json:"foot,omitempty"`
	// Verb joins the names of the rows that a cell compares, where the columns are the rows again; else a row is taken for a column.
	Verb string `json:"verb,omitempty"`
	// Pick names what a click on a cell chooses, by the classes of its row and column.
	Pick    string `json:"pick,omitempty"`
	Classes []int  `json:"classes,omitempty"`
}

// Lines is the data of a line picture.
type Lines struct {
	Series []Series `json:"series"`
	Refs   []Ref    `json:"refs,omitempty"`
	VRefs  []VRef   `json:"vrefs,omitempty"`
	Log    bool     `json:"log,omitempty"`
	XLabel string   `json:"xlabel,omitempty"`
	From   int      `json:"from,omitempty"`
	IntX   bool     `json:"intx,omitempty"`
	// Doubling labels x with 2ˣ.
	Doubling bool `json:"doubling,omitempty"`
	XMin     *F   `json:"xmin,omitempty"`
	XMax     *F   `json:"xmax,omitempty"`
	YMin     *F   `json:"ymin,omitempty"`
	YMax     *F   `json:"ymax,omitempty"`
	Height   int  `json:"height,omitempty"`
}

// Series is one line.
type Series struct {
	Name  string `json:"name,omitempty"`
	X     Vec    `json:"x,omitempty"`
	Y     Vec    `json:"y"`
	Class string `json:"cls,omitempty"`
	Dots  bool   `json:"dots,omitempty"`
	// Alone draws the dots without a line; Half is half of an interval around each.
	Alone bool `json:"dotsOnly,omitempty"`
	Half  Vec  `json:"half,omitempty"`
	Bars  bool `json:"bars,omitempty"`
}

// Ref is a horizontal reference, [VRef] a vertical one.
type Ref struct {
	Y    F      `json:"y"`
	Name string `json:"name,omitempty"`
}

// VRef is a vertical reference.
type VRef struct {
	X    F      `json:"x"`
	Name string `json:"name,omitempty"`
}

// Bars is the data of a bar picture.
type Bars struct {
	Rows  []Bar `json:"rows"`
	Log   bool  `json:"log,omitempty"`
	Min   F     `json:"min,omitempty"`
	Max   F     `json:"max,omitempty"`
	Left  int   `json:"left,omitempty"`
	Right int   `json:"right,omitempty"`
	RowH  int   `json:"rowHeight,omitempty"`
	Axis  bool  `json:"axis"`
}

// Bar is one bar; Was an open bar behind it, Slot a class, Edge what a click selects.
type Bar struct {
	Name  string `json:"name"`
	V     F      `json:"v"`
	Text  string `json:"text,omitempty"`
	Class string `json:"cls,omitempty"`
	Slot  *int   `json:"slot,omitempty"`
	Was   *F     `json:"was,omitempty"`
	Edge  *int   `json:"edge,omitempty"`
	// Node and Layer are what a click selects, too; a layer counts from 1.
	Node  *int `json:"node,omitempty"`
	Layer int  `json:"layer,omitempty"`
}
