package view

import (
	"slices"

	"sheafscope/wasm/proto"
)

// Inspector is the view model of the inspector: title, sentence, equation with values, pictures and numbers, in this order.
type Inspector struct {
	Title []TitlePart
	Sub   string
	Lead  []Span
	// Why states the purpose of the view, "" where it is plain.
	Why    string
	Body   Body
	TestID string
}

// TitlePart is a piece of the title with a class mark before it; Slot −2 has none.
type TitlePart struct {
	Text string
	Slot int
}

// Body is the part of the inspector that an island draws. Lines and Symbols belong to the equation Eq.
type Body struct {
	// Of is the panel, or the number of the stage.
	Of      string   `json:"of"`
	Eq      string   `json:"eq,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	Vals    []Value  `json:"vals,omitempty"`
	// Code names the file of assets/code that computes the stage's numbers from a trace, "" for none. CodeOpen reports that it is
	// shown.
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

// Figure is a section of the inspector. Kind names the drawing function of Data, by the type of Data (package inspector). Nums are
// rows beside the picture.
type Figure struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Title any    `json:"title,omitempty"`
	Sub   any    `json:"sub,omitempty"`
	Alt   string `json:"alt,omitempty"`
	// Of names the data set of the figure's accuracies.
	Of     string  `json:"of,omitempty"`
	TestID string  `json:"testid,omitempty"`
	Two    bool    `json:"two,omitempty"`
	Data   any     `json:"data"`
	Nums   [][]any `json:"nums,omitempty"`
}

// M is mathematics inside a text.
type M struct {
	Source string `json:"m"`
}

// Row returns a row of numbers beside a picture: a name and a value.
func Row(name any, value string) []any { return []any{name, value} }

// Add appends figures, except an empty list of sliders.
func (v *Inspector) Add(figures ...Figure) {
	for _, f := range figures {
		if list, ok := f.Data.([]Knob); !ok || len(list) > 0 {
			v.Body.Figures = append(v.Body.Figures, f)
		}
	}
}

// Without removes the figures with these ids.
func (b *Body) Without(ids ...string) {
	b.Figures = slices.DeleteFunc(b.Figures, func(f Figure) bool { return slices.Contains(ids, f.ID) })
}

// Matrix is the data of a matrix picture. Vals are the entries row by row.
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
	// Verb joins the names of row and column in a cell's description, where columns are the same objects as rows.
	Verb string `json:"verb,omitempty"`
	// Pick names the selection of a click on a cell, by the classes of its row and column.
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
	// Doubling labels x as 2ˣ.
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
	// Alone draws dots without a line; Half is the half-width of an interval around each.
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

// Bar is one bar. Was is the value of an outlined bar behind it, Slot a class, and Edge the selection of a click.
type Bar struct {
	Name  string `json:"name"`
	V     F      `json:"v"`
	Text  string `json:"text,omitempty"`
	Class string `json:"cls,omitempty"`
	Slot  *int   `json:"slot,omitempty"`
	Was   *F     `json:"was,omitempty"`
	Edge  *int   `json:"edge,omitempty"`
	// Node and Layer are selections of a click, too; layers count from 1.
	Node  *int `json:"node,omitempty"`
	Layer int  `json:"layer,omitempty"`
}

// ClassMatrix orders a C × C matrix by the slots of the palette.
func ClassMatrix(g *proto.GraphInfo, v Vec, whole bool) Matrix {
	C := g.Classes
	m := Matrix{Classes: make([]int, C), Rows: C, Cols: C, Vals: make(Vec, C*C), Int: whole, Cell: 40, RowH: 26, Left: 110,
		RowNames: make([]string, C), ColNames: make([]string, C), Slots: make([]int, C), ColMarks: true}
	cl := Classes(g)
	for a, p := range cl {
		m.RowNames[p.Slot], m.ColNames[p.Slot], m.Slots[p.Slot], m.Classes[p.Slot] = p.Name, p.Name, p.Slot, a
		for b, q := range cl {
			m.Vals[p.Slot*C+q.Slot] = v[a*C+b]
		}
	}
	return m
}
