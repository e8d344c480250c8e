package recipe

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Seen is the state of the figures beyond the choices of [View]; the zero value shows the run unchanged.
type Seen struct {
	// Known is the last position of the curves, 0 for that of the run.
	Known int `json:"known,omitempty"`
	// Full is the view that fills the page, Layer the layer of a peer, Hops the radius around the selection in edges.
	Full  string `json:"full,omitempty"`
	Layer int    `json:"layer,omitempty"`
	Hops  int    `json:"hops,omitempty"`
	// Chosen are the nodes of a group, ChosenAs the filter that chose them.
	Chosen   []int  `json:"chosen,omitempty"`
	ChosenAs string `json:"chosenAs,omitempty"`
	// Iterate holds the sliders of the diffusion, ByHand changes by hand, Without the change of the graph for the unrolled node.
	Iterate *Iterate `json:"iterate,omitempty"`
	ByHand  *ByHand  `json:"byHand,omitempty"`
	Without *Without `json:"without,omitempty"`
	// Figure lists the sliders of figures.
	Figure []Slider   `json:"figure,omitempty"`
	Table  *TableView `json:"table,omitempty"`
	// Turn is the orthogonal map of a layout by eigenvectors: the cosine and sine of its angle, and −1 for a reflection.
	Turn []float64 `json:"turn,omitempty"`
}

// Slider is a slider of a figure with its value At. Position is that of the run when the slider was moved; a link has the run's own.
type Slider struct {
	Name     string `json:"name"`
	At       int    `json:"at"`
	Position int    `json:"-"`
}

// Iterate is an iterate of the diffusion: At is its 1-based index among the shown ones, Dt the time step; 0 for those of the run.
type Iterate struct {
	At      int     `json:"at,omitempty"`
	Dt      float64 `json:"dt,omitempty"`
	Classes bool    `json:"classes,omitempty"`
}

// ByHand is a change by hand: of both Maps of the chosen edge, or of the logits Gamma of frequency mixing. Sheaf is the 1-based number of
// the maps in the graph's file, 0 for those of the run.
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

// Without is a change of the graph without training; its fields are those of explain.Change.
type Without struct {
	RemoveEdges  [][2]int `json:"removeEdges,omitempty"`
	AddEdges     [][2]int `json:"addEdges,omitempty"`
	HideFeatures [][2]int `json:"hideFeatures,omitempty"`
	Labels       [][2]int `json:"labels,omitempty"`
	Maps         string   `json:"maps,omitempty"`
}

// TableView is the table under the graph: Of is "nodes", "edges" or "matrix", Key the column of the order, Rows the chosen edges. The
// Filter of a "matrix" holds its kind, the order of its nodes and the moved ones.
type TableView struct {
	Of     string   `json:"of"`
	Filter string   `json:"filter,omitempty"`
	Key    string   `json:"key,omitempty"`
	Down   bool     `json:"down,omitempty"`
	Hidden []string `json:"hidden,omitempty"`
	Rows   []int    `json:"rows,omitempty"`
}

// Limits of the lists of Seen: MaxChosen for nodes or edges, maxList for the others.
const (
	MaxChosen = 400
	maxList   = 100
)

// check returns the first fault of Seen, nil for none. Numbers of nodes and edges are compared with the graph later, where it is known.
func (v *Seen) check() error {
	whole := []int{v.Known, v.Layer, v.Hops}
	texts, lists := []string{v.Full}, []int{len(v.Figure), len(v.Turn)}
	for _, q := range v.Figure {
		whole, texts = append(whole, q.At), append(texts, q.Name)
	}
	if q := v.Iterate; q != nil {
		whole = append(whole, q.At)
	}
	if q := v.ByHand; q != nil {
		whole, lists = append(whole, q.Side, q.Sheaf), append(lists, len(q.Gamma), len(q.Maps))
		for _, m := range q.Maps {
			whole = append(whole, m.A, m.B)
		}
	}
	if q := v.Without; q != nil {
		texts = append(texts, q.Maps)
		for _, list := range [][][2]int{q.RemoveEdges, q.AddEdges, q.HideFeatures, q.Labels} {
			lists = append(lists, len(list))
			for _, p := range list {
				whole = append(whole, p[0], p[1])
			}
		}
	}
	chosen := v.Chosen
	filters := []string{v.ChosenAs}
	if q := v.Table; q != nil {
		texts, lists = append(append(texts, q.Of, q.Key), q.Hidden...), append(lists, len(q.Hidden))
		filters, chosen = append(filters, q.Filter), slices.Concat(chosen, q.Rows)
	}
	tooLong := func(limit int) func(string) bool {
		return func(s string) bool { return len(s) > limit || !utf8.ValidString(s) }
	}
	switch {
	case slices.ContainsFunc(slices.Concat(whole, chosen), func(k int) bool { return k < 0 }):
		return errors.New("a number in it is negative")
	case slices.ContainsFunc(lists, func(n int) bool { return n > maxList }) || len(chosen) > 2*MaxChosen:
		return errors.New("a list in it is longer than " + strconv.Itoa(maxList) + ", or than " + strconv.Itoa(2*MaxChosen) + " nodes and edges")
	case slices.ContainsFunc(texts, tooLong(maxWord)) || slices.ContainsFunc(filters, tooLong(MaxNoteText)):
		return errors.New("a text about what is seen is longer than any of the page")
	}
	return nil
}
