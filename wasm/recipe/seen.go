package recipe

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Seen is the part of View with the state of figures and tables, and with a group of chosen nodes. The zero value displays the run without
// changes.
type Seen struct {
	Known int    `json:"known,omitempty"` // last position of the curves, 0 for the position of the run
	Full  string `json:"full,omitempty"`  // the view that fills the page, "" for none
	Layer int    `json:"layer,omitempty"` // the displayed layer of a peer, counted from 1; 0 for none
	Hops  int    `json:"hops,omitempty"`  // number of edges from the selection to the farthest displayed nodes; 0 displays all nodes
	// Chosen lists the nodes of a group, counted from 0. ChosenAs is the filter that has chosen these nodes.
	Chosen   []int      `json:"chosen,omitempty"`
	ChosenAs string     `json:"chosenAs,omitempty"`
	Iterate  *Iterate   `json:"iterate,omitempty"` // sliders of the diffusion, nil without a moved slider
	ByHand   *ByHand    `json:"byHand,omitempty"`  // change by hand, nil for none
	Without  *Without   `json:"without,omitempty"` // change of the graph whose effect on a node is displayed, nil for none
	Figure   []Slider   `json:"figure,omitempty"`  // sliders of figures that the user has moved
	Table    *TableView `json:"table,omitempty"`   // the table under the graph, nil for none
	// Turn is the orthogonal map of a layout by eigenvectors: the cosine and sine of its angle, then −1 for a reflection or 1. It is nil
	// without a turn.
	Turn []float64 `json:"turn,omitempty"`
}

// Slider is a slider of a figure.
type Slider struct {
	Name string `json:"name"`
	At   int    `json:"at"` // value of the slider
	// Position is the position of the run when the user moved the slider. Links do not contain it.
	Position int `json:"-"`
}

// Iterate is an iterate of the diffusion. An At or Dt of 0 means the value of the run.
type Iterate struct {
	At      int     `json:"at,omitempty"`      // index among the displayed iterates, counted from 1
	Dt      float64 `json:"dt,omitempty"`      // time step
	Classes bool    `json:"classes,omitempty"` // the page displays the classes of the iterate
}

// ByHand is a change by hand.
type ByHand struct {
	Maps  []Turned  `json:"maps,omitempty"`  // changes of the restriction maps at the first and the second end of the chosen edge
	Side  int       `json:"side,omitempty"`  // end whose sliders the page displays: 0 for the first, 1 for the second
	Gamma []float64 `json:"gamma,omitempty"` // logits of frequency mixing
	Sheaf int       `json:"sheaf,omitempty"` // number of the maps in the graph's file, counted from 1; 0 for the maps of the run
}

// Turned is the change of a map: a rotation by Angle (radians) in the plane of the coordinates A and B, counted from 0, and a scaling.
type Turned struct {
	A     int     `json:"a,omitempty"`
	B     int     `json:"b,omitempty"`
	Angle float64 `json:"angle,omitempty"`
	Scale float64 `json:"scale"`
}

// Without is a change of the graph without training. Its fields have the meaning of the fields of explain.Change.
type Without struct {
	RemoveEdges  [][2]int `json:"removeEdges,omitempty"`
	AddEdges     [][2]int `json:"addEdges,omitempty"`
	HideFeatures [][2]int `json:"hideFeatures,omitempty"`
	Labels       [][2]int `json:"labels,omitempty"`
	Maps         string   `json:"maps,omitempty"`
}

// TableView is the table under the graph.
type TableView struct {
	Of string `json:"of"` // "nodes", "edges" or "matrix"
	// Filter is the user's condition on the rows of "nodes" or "edges". For a "matrix" it holds the kind of the matrix, the order of the
	// nodes, and the nodes that the user has moved.
	Filter string   `json:"filter,omitempty"`
	Key    string   `json:"key,omitempty"`    // column by which the rows are sorted
	Down   bool     `json:"down,omitempty"`   // descending order
	Hidden []string `json:"hidden,omitempty"` // hidden columns
	Rows   []int    `json:"rows,omitempty"`   // the chosen edges, counted from 0
}

// maxList is the largest length of a list of Seen, except of the lists of chosen nodes and edges, which only the length of a link limits.
const maxList = 100

// check returns an error about the first fault of Seen. It does not compare indices of nodes and edges with the graph, because the graph is
// not loaded yet.
func (v *Seen) check() error {
	c := v.contents()
	isNegative := func(k int) bool { return k < 0 }
	isLong := func(length int) bool { return length > maxList }
	exceeds := func(limit int) func(string) bool { // a text that is not valid UTF-8 counts as too long
		return func(s string) bool { return utf8.RuneCountInString(s) > limit || !utf8.ValidString(s) }
	}
	switch {
	case slices.ContainsFunc(slices.Concat(c.numbers, c.chosen), isNegative):
		return errors.New("a number in it is negative")
	case slices.ContainsFunc(c.lengths, isLong):
		return errors.New("a list in it is longer than " + strconv.Itoa(maxList))
	case slices.ContainsFunc(c.texts, exceeds(maxWord)) || slices.ContainsFunc(c.filters, exceeds(MaxNoteText)):
		return errors.New("a text about what is seen is longer than any of the page")
	}
	return nil
}

// seenContents holds the values of Seen that check compares with a limit.
type seenContents struct {
	numbers []int    // all integers that must not be negative, except chosen
	chosen  []int    // the chosen nodes, followed by the chosen edges
	lengths []int    // lengths of all lists except chosen
	texts   []string // names that the page defines, at most maxWord characters each
	filters []string // filters that the user writes, at most MaxNoteText characters each
}

// contents returns the values that check compares with a limit.
func (v *Seen) contents() seenContents {
	c := seenContents{numbers: []int{v.Known, v.Layer, v.Hops}, chosen: v.Chosen, lengths: []int{len(v.Figure), len(v.Turn)},
		texts: []string{v.Full}, filters: []string{v.ChosenAs}}
	for _, slider := range v.Figure {
		c.numbers = append(c.numbers, slider.At)
		c.texts = append(c.texts, slider.Name)
	}
	// The next four parts are optional.
	if v.Iterate != nil {
		c.numbers = append(c.numbers, v.Iterate.At)
	}
	if byHand := v.ByHand; byHand != nil {
		c.numbers = append(c.numbers, byHand.Side, byHand.Sheaf)
		c.lengths = append(c.lengths, len(byHand.Gamma), len(byHand.Maps))
		for _, m := range byHand.Maps {
			c.numbers = append(c.numbers, m.A, m.B)
		}
	}
	if change := v.Without; change != nil {
		c.texts = append(c.texts, change.Maps)
		for _, pairs := range [][][2]int{change.RemoveEdges, change.AddEdges, change.HideFeatures, change.Labels} {
			c.lengths = append(c.lengths, len(pairs))
			for _, p := range pairs {
				c.numbers = append(c.numbers, p[0], p[1])
			}
		}
	}
	if table := v.Table; table != nil {
		c.texts = append(c.texts, table.Of, table.Key)
		c.texts = append(c.texts, table.Hidden...)
		c.lengths = append(c.lengths, len(table.Hidden))
		c.filters = append(c.filters, table.Filter)
		c.chosen = slices.Concat(c.chosen, table.Rows) // a copy, since c.chosen shares the memory of v.Chosen
	}
	return c
}
