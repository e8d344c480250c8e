package view

import (
	"slices"

	"sheafscope/wasm/proto"
)

// Inspector is the view model of the panel beside the graph, the inspector. From top to bottom it has a title, a subtitle, a leading
// sentence, and the body with equation, values and figures.
type Inspector struct {
	Title []TitlePart
	Sub   string
	Lead  []Span
	// Why states the purpose of the panel. It is "" for panels that need no explanation.
	Why    string
	Body   Body
	TestID string
}

// TitlePart is a piece of the title after the mark of a class. Slot is the colour of the mark: −1 for no class, −2 for no mark.
type TitlePart struct {
	Text string
	Slot int
}

// Body is the part of the inspector that an island (code of assets/src) draws. Eq names the equation of Lines and Symbols.
type Body struct {
	// Of identifies the content: the panel, or the number of the stage.
	Of      string   `json:"of"`
	Eq      string   `json:"eq,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	Vals    []Value  `json:"vals,omitempty"`
	// Code names the program in assets/code that recomputes the stage's numbers from a trace. It is "" for a stage without a program.
	// CodeOpen reports that the program is shown.
	Code     string   `json:"code,omitempty"`
	CodeOpen bool     `json:"codeOpen,omitempty"`
	Figures  []Figure `json:"figures"`
}

// Value is a symbol of the equation and the text of its present value. Tip is the explanation in the tooltip.
type Value struct {
	Symbol string `json:"k"`
	Text   string `json:"v"`
	Tip    string `json:"t,omitempty"`
}

// Figure is a section of the inspector: a picture, rows of numbers (Nums), or both. Data is the content of the picture. Package inspector
// sets Kind from the type of Data; Kind selects the drawing function of the island.
type Figure struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Title any    `json:"title,omitempty"`
	Sub   any    `json:"sub,omitempty"`
	Alt   string `json:"alt,omitempty"`
	// Of names the runs or nodes on which the figure's accuracies were measured.
	Of     string  `json:"of,omitempty"`
	TestID string  `json:"testid,omitempty"`
	Two    bool    `json:"two,omitempty"`
	Data   any     `json:"data"`
	Nums   [][]any `json:"nums,omitempty"`
}

// M is a formula in TeX inside a text.
type M struct {
	Source string `json:"m"`
}

// Row returns a row of [Figure.Nums]: a name, which may contain formulas, and a value.
func Row(name any, value string) []any { return []any{name, value} }

// Add appends figures to the body. It omits a figure whose list of sliders is empty.
func (v *Inspector) Add(figures ...Figure) {
	for _, f := range figures {
		if sliders, ok := f.Data.([]Knob); !ok || len(sliders) > 0 {
			v.Body.Figures = append(v.Body.Figures, f)
		}
	}
}

// Without removes the figures with these ids.
func (b *Body) Without(ids ...string) {
	b.Figures = slices.DeleteFunc(b.Figures, func(f Figure) bool { return slices.Contains(ids, f.ID) })
}

// Matrix is the data of a matrix picture. Vals are the entries row by row. Slots are the class marks of the rows. Cell and RowH are the
// sizes of a cell in pixels, Left is the width of the row names.
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
	// Verb joins the names of row and column in the description of a cell, if rows and columns are the same objects.
	Verb string `json:"verb,omitempty"`
	// Pick names the selection that a click on a cell makes. Classes are the class numbers of rows and columns for that selection.
	Pick    string `json:"pick,omitempty"`
	Classes []int  `json:"classes,omitempty"`
}

// Lines is the data of a line picture. Log asks for a logarithmic y-axis. From is the x of the first value of a series without X, and
// IntX asks for whole numbers at the x-axis.
type Lines struct {
	Series []Series `json:"series"`
	Refs   []Ref    `json:"refs,omitempty"`
	VRefs  []VRef   `json:"vrefs,omitempty"`
	Log    bool     `json:"log,omitempty"`
	XLabel string   `json:"xlabel,omitempty"`
	From   int      `json:"from,omitempty"`
	IntX   bool     `json:"intx,omitempty"`
	// Doubling labels the x-axis with 2ˣ instead of x.
	Doubling bool `json:"doubling,omitempty"`
	XMin     *F   `json:"xmin,omitempty"`
	XMax     *F   `json:"xmax,omitempty"`
	YMin     *F   `json:"ymin,omitempty"`
	YMax     *F   `json:"ymax,omitempty"`
	Height   int  `json:"height,omitempty"`
}

// Series is one line of a line picture. Without X, its values have consecutive x. Class is its CSS class.
type Series struct {
	Name  string `json:"name,omitempty"`
	X     Vec    `json:"x,omitempty"`
	Y     Vec    `json:"y"`
	Class string `json:"cls,omitempty"`
	Dots  bool   `json:"dots,omitempty"`
	// Alone draws dots without a line. Half are the half-widths of the intervals around the dots.
	Alone bool `json:"dotsOnly,omitempty"`
	Half  Vec  `json:"half,omitempty"`
	Bars  bool `json:"bars,omitempty"`
}

// Ref is a horizontal reference line at height Y.
type Ref struct {
	Y    F      `json:"y"`
	Name string `json:"name,omitempty"`
}

// VRef is a vertical reference line at X.
type VRef struct {
	X    F      `json:"x"`
	Name string `json:"name,omitempty"`
}

// Bars is the data of a bar picture. Left and Right are the widths of names and texts in pixels, RowH is the height of a row.
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

// Bar is one bar of a bar picture, with the text of its value. Was is the value of the outlined bar behind it, and Slot the palette slot
// of its colour. A click on the bar selects Edge, Node or Layer, if one is set.
type Bar struct {
	Name  string `json:"name"`
	V     F      `json:"v"`
	Text  string `json:"text,omitempty"`
	Class string `json:"cls,omitempty"`
	Slot  *int   `json:"slot,omitempty"`
	Was   *F     `json:"was,omitempty"`
	Edge  *int   `json:"edge,omitempty"`
	// Layer counts from 1; 0 is none.
	Node  *int `json:"node,omitempty"`
	Layer int  `json:"layer,omitempty"`
}

// ClassMatrix returns the picture of a C × C matrix v on classes. Rows and columns are in the order of the palette's slots. Whole reports
// that the entries are counts.
func ClassMatrix(g *proto.GraphInfo, v Vec, whole bool) Matrix {
	C := g.Classes
	m := Matrix{Classes: make([]int, C), Rows: C, Cols: C, Vals: make(Vec, C*C), Int: whole, Cell: 40, RowH: 26, Left: 110,
		RowNames: make([]string, C), ColNames: make([]string, C), Slots: make([]int, C), ColMarks: true}
	classes := Classes(g)
	for a, first := range classes {
		row := first.Slot
		m.RowNames[row], m.ColNames[row] = first.Name, first.Name
		m.Slots[row], m.Classes[row] = row, a
		for b, second := range classes {
			m.Vals[row*C+second.Slot] = v[a*C+b]
		}
	}
	return m
}
