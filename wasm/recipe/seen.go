package recipe

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Seen is the state of the figures, in addition to the choices of [View]. The zero value displays the run without changes.
type Seen struct {
	// Known is the last position of the curves, 0 for the position of the run.
	Known int `json:"known,omitempty"`
	// Full is the view that fills the page, Layer the displayed layer of a peer, Hops the radius around the selection in edges.
	Full  string `json:"full,omitempty"`
	Layer int    `json:"layer,omitempty"`
	Hops  int    `json:"hops,omitempty"`
	// Chosen lists the nodes of a group, ChosenAs is the filter that chose them.
	Chosen   []int  `json:"chosen,omitempty"`
	ChosenAs string `json:"chosenAs,omitempty"`
	// Iterate holds the sliders of the diffusion, ByHand the changes by hand, Without the change of the graph for the unrolled node.
	Iterate *Iterate `json:"iterate,omitempty"`
	ByHand  *ByHand  `json:"byHand,omitempty"`
	Without *Without `json:"without,omitempty"`
	// Figure lists the sliders of figures.
	Figure []Slider   `json:"figure,omitempty"`
	Table  *TableView `json:"table,omitempty"`
	// Turn is the orthogonal map of a layout by eigenvectors: the cosine and sine of its angle, and −1 for a reflection.
	Turn []float64 `json:"turn,omitempty"`
}

// Slider is a slider of a figure with its value At. Position is the position of the run when the slider was moved. A link does not contain
// Position: a recipe from a link has the position of the run.
type Slider struct {
	Name     string `json:"name"`
	At       int    `json:"at"`
	Position int    `json:"-"`
}

// Iterate is an iterate of the diffusion. At is its index among the displayed iterates, counted from 1, and Dt the time step. 0 means the
// value of the run.
type Iterate struct {
	At      int     `json:"at,omitempty"`
	Dt      float64 `json:"dt,omitempty"`
	Classes bool    `json:"classes,omitempty"`
}

// ByHand is a change by hand. Maps changes the maps at both ends of the chosen edge, Gamma the logits of frequency mixing. Sheaf is the
// number of the maps in the graph's file, counted from 1; 0 means the maps of the run.
type ByHand struct {
	Maps  []Turned  `json:"maps,omitempty"`
	Side  int       `json:"side,omitempty"`
	Gamma []float64 `json:"gamma,omitempty"`
	Sheaf int       `json:"sheaf,omitempty"`
}

// Turned is a map after a rotation by Angle (radians) in the plane of the coordinates A and B, and a scaling by Scale.
type Turned struct {
	A     int     `json:"a,omitempty"`
	B     int     `json:"b,omitempty"`
	Angle float64 `json:"angle,omitempty"`
	Scale float64 `json:"scale"`
}

// Without is a change of the graph without training. Its fields are those of explain.Change.
type Without struct {
	RemoveEdges  [][2]int `json:"removeEdges,omitempty"`
	AddEdges     [][2]int `json:"addEdges,omitempty"`
	HideFeatures [][2]int `json:"hideFeatures,omitempty"`
	Labels       [][2]int `json:"labels,omitempty"`
	Maps         string   `json:"maps,omitempty"`
}

// TableView is the table under the graph. Of is "nodes", "edges" or "matrix", Key the column by which rows are sorted, Down the descending
// order, Rows the chosen edges. The Filter of a "matrix" holds its kind, the order of its nodes, and the nodes that the user has moved.
type TableView struct {
	Of     string   `json:"of"`
	Filter string   `json:"filter,omitempty"`
	Key    string   `json:"key,omitempty"`
	Down   bool     `json:"down,omitempty"`
	Hidden []string `json:"hidden,omitempty"`
	Rows   []int    `json:"rows,omitempty"`
}

// maxList is the largest length of a list of Seen, except of the selected nodes and edges. Their number has no limit but the length of a
// link; the page stores a selection that is too long for its address.
const maxList = 100

// check returns the first fault of Seen, nil without a fault. It does not compare indices of nodes and edges with the graph, which is not
// loaded yet.
func (v *Seen) check() error {
	c := v.contents()
	isNegative := func(k int) bool { return k < 0 }
	isLong := func(length int) bool { return length > maxList }
	exceeds := func(limit int) func(string) bool {
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

// seenContents collects the values of Seen that check compares with a limit.
type seenContents struct {
	numbers []int    // all integers that must not be negative, except chosen
	chosen  []int    // the chosen nodes and edges
	lengths []int    // the lengths of all other lists
	texts   []string // names of the page
	filters []string // filters that the user writes
}

// contents returns the numbers, lengths and texts of Seen.
func (v *Seen) contents() seenContents {
	c := seenContents{numbers: []int{v.Known, v.Layer, v.Hops}, chosen: v.Chosen, lengths: []int{len(v.Figure), len(v.Turn)},
		texts: []string{v.Full}, filters: []string{v.ChosenAs}}
	for _, slider := range v.Figure {
		c.numbers, c.texts = append(c.numbers, slider.At), append(c.texts, slider.Name)
	}
	if v.Iterate != nil {
		c.numbers = append(c.numbers, v.Iterate.At)
	}
	if q := v.ByHand; q != nil {
		c.numbers, c.lengths = append(c.numbers, q.Side, q.Sheaf), append(c.lengths, len(q.Gamma), len(q.Maps))
		for _, m := range q.Maps {
			c.numbers = append(c.numbers, m.A, m.B)
		}
	}
	if q := v.Without; q != nil {
		c.texts = append(c.texts, q.Maps)
		for _, pairs := range [][][2]int{q.RemoveEdges, q.AddEdges, q.HideFeatures, q.Labels} {
			c.lengths = append(c.lengths, len(pairs))
			for _, p := range pairs {
				c.numbers = append(c.numbers, p[0], p[1])
			}
		}
	}
	if q := v.Table; q != nil {
		c.texts, c.lengths = append(append(c.texts, q.Of, q.Key), q.Hidden...), append(c.lengths, len(q.Hidden))
		c.filters, c.chosen = append(c.filters, q.Filter), slices.Concat(c.chosen, q.Rows)
	}
	return c
}
