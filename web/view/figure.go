package view

// This file has the types of a panel and of the figures that several panels use.

import (
	"slices"

	"sheafscope/wasm/proto"
)

// Inspector is the view model of the panel beside the graph, the inspector. From top to bottom it has a title, the subtitle Sub, the
// leading sentence Lead, and the body with equation, values and figures. TestID identifies the panel in tests of the page.
type Inspector struct {
	Title  []TitlePart
	Sub    string
	Lead   []Span
	Why    string // the purpose of the panel, "" for none
	Body   Body
	TestID string
}

// TitlePart is a piece of the title. The mark of a class precedes the text. Slot is the palette slot of the class, −1 for the mark of no
// class, or −2 for no mark.
type TitlePart struct {
	Text string
	Slot int
}

// Body is the part of the inspector that an island (code of assets/src) draws.
type Body struct {
	// Of identifies the content: the name of the panel, or the number of the stage.
	Of string `json:"of"`
	// Eq is the name of the equation. Lines are its lines in TeX, Symbols are its explained symbols, and Vals are values of symbols.
	Eq      string   `json:"eq,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	Vals    []Value  `json:"vals,omitempty"`
	// Code is the name of the program in assets/code that recomputes the numbers of the stage from a trace. It is "" for a stage without a
	// program. CodeOpen reports that the page shows the program.
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

// Figure is a section of the inspector: a picture, rows of numbers (Nums), or both. Data is the content of the picture, nil for none.
type Figure struct {
	// Kind selects the drawing function of the island. Package inspector sets Kind from the type of Data. ID identifies the figure in its
	// panel, and TestID identifies it in tests of the page.
	Kind string `json:"kind"`
	ID   string `json:"id"`
	// Title and Sub are texts, or lists of texts and formulas ([M]). Alt is the text alternative of the picture.
	Title any    `json:"title,omitempty"`
	Sub   any    `json:"sub,omitempty"`
	Alt   string `json:"alt,omitempty"`
	// Of names the runs or nodes on which the figure's accuracies were measured.
	Of     string  `json:"of,omitempty"`
	TestID string  `json:"testid,omitempty"`
	Two    bool    `json:"two,omitempty"` // two columns for the rows of Nums
	Data   any     `json:"data"`
	Nums   [][]any `json:"nums,omitempty"`
}

// M is a formula in TeX inside a text.
type M struct {
	Source string `json:"m"`
}

// Row returns a row of [Figure.Nums]: a name, which may contain formulas, and a value.
func Row(name any, value string) []any { return []any{name, value} }

// Add appends figures to the body. It omits a section of sliders without a slider: some models lack the settings of a stage.
func (v *Inspector) Add(figures ...Figure) {
	for _, f := range figures {
		sliders, hasSliders := f.Data.([]Knob)
		if hasSliders && len(sliders) == 0 {
			continue
		}
		v.Body.Figures = append(v.Body.Figures, f)
	}
}

// Without removes the figures with these ids.
func (b *Body) Without(ids ...string) {
	b.Figures = slices.DeleteFunc(b.Figures, func(f Figure) bool { return slices.Contains(ids, f.ID) })
}

// Matrix is the data of the picture of a Rows × Cols matrix.
type Matrix struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
	// RowNames and ColNames are nil for a matrix without names.
	RowNames []string `json:"rowNames,omitempty"`
	ColNames []string `json:"colNames,omitempty"`
	// Slots are the palette slots of the rows' classes, nil for rows without marks. ColMarks reports that column k has the mark of row k.
	Slots    []int `json:"slots,omitempty"`
	ColMarks bool  `json:"colMarks,omitempty"`
	// Vals are the entries, row-major. Signed reports that entries may be negative, and Int reports that all entries are whole numbers.
	Vals   Vec  `json:"vals"`
	Signed bool `json:"signed,omitempty"`
	Int    bool `json:"int,omitempty"`
	// Cell and RowH are the width and the height of a cell, and Left is the width of the row names. All three are in pixels. For a size of 0
	// the island chooses the size.
	Cell int `json:"cell,omitempty"`
	RowH int `json:"rowHeight,omitempty"`
	Left int `json:"left,omitempty"`
	// Max is the value of the darkest colour. If it is 0, the picture uses the largest |entry|. Foot is a text below the picture.
	Max  F      `json:"max,omitempty"`
	Foot string `json:"foot,omitempty"`
	// Verb joins the names of row and column in the description of a cell if rows and columns are the same objects.
	Verb string `json:"verb,omitempty"`
	// Pick is the name of the message that a click on a cell with a positive entry sends, "" for no message. The message has two numbers:
	// Classes[i] for row i, and Classes[j] for column j.
	Pick    string `json:"pick,omitempty"`
	Classes []int  `json:"classes,omitempty"`
}

// Lines is the data of a line picture.
type Lines struct {
	Series []Series `json:"series"`
	Refs   []Ref    `json:"refs,omitempty"`
	VRefs  []VRef   `json:"vrefs,omitempty"`
	Log    bool     `json:"log,omitempty"`    // the y-axis is logarithmic
	XLabel string   `json:"xlabel,omitempty"` // the name of the x-axis
	// From is the x of the first value of a series without X. IntX selects whole numbers at the x-axis, and Doubling selects the labels 2ˣ in
	// place of x.
	From     int  `json:"from,omitempty"`
	IntX     bool `json:"intx,omitempty"`
	Doubling bool `json:"doubling,omitempty"`
	// The ends of the axes. An end that is nil follows from the values.
	XMin *F `json:"xmin,omitempty"`
	XMax *F `json:"xmax,omitempty"`
	YMin *F `json:"ymin,omitempty"`
	YMax *F `json:"ymax,omitempty"`

	Height int `json:"height,omitempty"` // in pixels; 0: the drawing function sets the height
}

// Series is one line of a line picture.
type Series struct {
	Name string `json:"name,omitempty"`
	// X and Y are the points of the line. If X is nil, the points have consecutive whole x from Lines.From on.
	X     Vec    `json:"x,omitempty"`
	Y     Vec    `json:"y"`
	Class string `json:"cls,omitempty"` // the CSS class of the line
	// Dots draws a dot at each point, and Alone draws the dots without a line. Half are the half-widths of intervals around the dots, nil for
	// none. Bars draws bars in place of a line.
	Dots  bool `json:"dots,omitempty"`
	Alone bool `json:"dotsOnly,omitempty"`
	Half  Vec  `json:"half,omitempty"`
	Bars  bool `json:"bars,omitempty"`
}

// Ref is a horizontal reference line at height Y, with an optional name.
type Ref struct {
	Y    F      `json:"y"`
	Name string `json:"name,omitempty"`
}

// VRef is a vertical reference line at X, with an optional name.
type VRef struct {
	X    F      `json:"x"`
	Name string `json:"name,omitempty"`
}

// Bars is the data of a bar picture, with a bar in each row.
type Bars struct {
	Rows []Bar `json:"rows"`
	// Log selects a logarithmic axis, which begins at the power of ten at or below Min. Any other axis begins at 0. Max is the right end. If
	// Max is 0, the right end follows from the values. Axis selects a drawn axis.
	Log bool `json:"log,omitempty"`
	Min F    `json:"min,omitempty"`
	Max F    `json:"max,omitempty"`
	// Left is the width of the names, Right the width of the texts, and RowH the height of a row, all in pixels. For a size of 0 the island
	// chooses the size.
	Left  int  `json:"left,omitempty"`
	Right int  `json:"right,omitempty"`
	RowH  int  `json:"rowHeight,omitempty"`
	Axis  bool `json:"axis"`
}

// Bar is one bar of a bar picture, with the text of its value V. Was is the value of the outlined bar behind the bar, nil for no
// outline. Slot is the palette slot of the colour, nil for no colour of its own. A click on the bar selects the edge with the index Edge,
// the node Node, or the layer Layer. Edge and Node are nil for a bar that selects none.
type Bar struct {
	Name  string `json:"name"`
	V     F      `json:"v"`
	Text  string `json:"text,omitempty"`
	Class string `json:"cls,omitempty"` // the CSS class of the bar
	Slot  *int   `json:"slot,omitempty"`
	Was   *F     `json:"was,omitempty"`
	Edge  *int   `json:"edge,omitempty"`
	Node  *int   `json:"node,omitempty"`
	Layer int    `json:"layer,omitempty"` // from 1; 0 selects no layer
}

// ClassMatrix returns the picture of a C × C matrix on the classes of a graph. v has the entries, row-major, in the order of the classes.
// The picture has rows and columns in the order of the palette's slots. The caller sets Int if the entries are counts, and Pick if a click
// on a cell sends a message.
func ClassMatrix(g *proto.GraphInfo, v Vec) Matrix {
	C := g.Classes
	m := Matrix{Classes: make([]int, C), Rows: C, Cols: C, Vals: make(Vec, C*C), Cell: 40, RowH: 26, Left: 110,
		RowNames: make([]string, C), ColNames: make([]string, C), Slots: make([]int, C), ColMarks: true}

	// The row and the column of a class have the number of its slot, while v has the classes in the order of their numbers.
	classes := Classes(g)
	for a, first := range classes {
		row := first.Slot // also the column of the class
		m.RowNames[row], m.ColNames[row] = first.Name, first.Name
		m.Slots[row], m.Classes[row] = row, a
		for b, second := range classes {
			m.Vals[row*C+second.Slot] = v[a*C+b]
		}
	}
	return m
}
