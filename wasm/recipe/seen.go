package recipe

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Seen is what the pictures show beside the numbers of the run and the choices of [View]: zero where they show the run as it is.
type Seen struct {
	// Known is the position up to which the curves reach, 0 for that of the run.
	Known int `json:"known,omitempty"`
	// Full is the view that takes the whole page, Layer the layer of a peer, Hops the reach around the selection.
	Full  string `json:"full,omitempty"`
	Layer int    `json:"layer,omitempty"`
	Hops  int    `json:"hops,omitempty"`
	// Chosen are nodes that were chosen together, ChosenAs says how.
	Chosen   []int  `json:"chosen,omitempty"`
	ChosenAs string `json:"chosenAs,omitempty"`
	// Iterate is where the sliders of the diffusion stand, ByHand what was changed by hand, Without what the unrolled node goes without.
	Iterate *Iterate `json:"iterate,omitempty"`
	ByHand  *ByHand  `json:"byHand,omitempty"`
	Without *Without `json:"without,omitempty"`
	// Figure lists where sliders of figures stand.
	Figure []Slider   `json:"figure,omitempty"`
	Table  *TableView `json:"table,omitempty"`
	// Turn is how places by eigenvectors are turned and mirrored: cosine, sine, and −1 for a reflection.
	Turn []float64 `json:"turn,omitempty"`
}

// Slider is one of a figure, with where it stands. Position is that of the run when it was moved; a link has the run's own.
type Slider struct {
	Name     string `json:"name"`
	At       int    `json:"at"`
	Position int    `json:"-"`
}

// Iterate is an iterate of the diffusion: At is its 1-based place among those shown, 0 for that of the run; Dt a time, 0 for the run's.
type Iterate struct {
	At      int     `json:"at,omitempty"`
	Dt      float64 `json:"dt,omitempty"`
	Classes bool    `json:"classes,omitempty"`
}

// ByHand is a change of both maps of the chosen edge, of the logits of frequency mixing, or the number of maps in the graph's file.
type ByHand struct {
	Maps  []Turned  `json:"maps,omitempty"`
	Side  int       `json:"side,omitempty"`
	Gamma []float64 `json:"gamma,omitempty"`
	Sheaf int       `json:"sheaf,omitempty"`
}

// Turned is a map after a rotation by Angle (radians) in the plane of the coordinates A and B, and a scaling.
type Turned struct {
	A     int     `json:"a,omitempty"`
	B     int     `json:"b,omitempty"`
	Angle float64 `json:"angle,omitempty"`
	Scale float64 `json:"scale"`
}

// Without is a change of the graph without another training: the fields are those of explain.Change.
type Without struct {
	RemoveEdges  [][2]int `json:"removeEdges,omitempty"`
	AddEdges     [][2]int `json:"addEdges,omitempty"`
	HideFeatures [][2]int `json:"hideFeatures,omitempty"`
	Labels       [][2]int `json:"labels,omitempty"`
	Maps         string   `json:"maps,omitempty"`
}

// TableView is the table under the graph: of "nodes" or "edges", with its filter and the order of its rows. Rows are the edges it has
// chosen. Of a "matrix" the filter says which it is, by what its nodes are ordered, and which of them were moved.
type TableView struct {
	Of     string   `json:"of"`
	Filter string   `json:"filter,omitempty"`
	Key    string   `json:"key,omitempty"`
	Down   bool     `json:"down,omitempty"`
	Hidden []string `json:"hidden,omitempty"`
	Rows   []int    `json:"rows,omitempty"`
}

// Limits of what is seen: nodes or edges chosen together, and the other lists.
const (
	MaxChosen = 400
	maxList   = 100
)

// check returns what no page shows; the numbers of nodes and edges are compared with the graph where it is known.
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
