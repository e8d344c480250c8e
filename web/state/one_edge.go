package state

import (
	"math"
	"strconv"

	"sheafscope/core/choice"
	"sheafscope/core/json"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/recipe"
)

// The edge that fills the page, recipe.View.One, has two stalk vectors, two maps, and what they give. Its edge is 0 where it is no
// graph's.

// Messages about One edge.
type (
	// OpenOne opens an edge of the graph, or an edge of no graph when none is chosen.
	OpenOne struct{ Edge choice.One }
	// MovedOne reports the shown edge as JSON of [recipe.One]; SetOne sets it. CloseOne closes it.
	MovedOne struct{ Text string }
	SetOne   struct{ recipe.One }
	CloseOne struct{}
)

// handleOne handles the messages about One edge.
func (s State) handleOne(m Msg) (State, []Command) {
	switch m := m.(type) {
	case OpenOne:
		s.Chrome.Menu, s.Chrome.More = "", false
		if s.View.Level == LevelLook {
			return s.handleScene(SetScene{Scene: 1})
		}
		if m.Edge == 0 {
			s.View.One = &recipe.One{X: [][]float64{{1, 0.62}, {-0.95, 0.28}}, Maps: [][]float64{{1, 0, 0, 1}, {1, 0, 0, 1}}}
			return s, nil
		}
		s, cmds := s.view(PickEdge(m))
		s.View.One = &recipe.One{Edge: m.Edge}
		return s, cmds
	case MovedOne:
		if s.View.One == nil {
			return s, nil
		}
		var moved recipe.One
		if json.Unmarshal([]byte(m.Text), &moved) == nil && moved.Fits() {
			s.View.One = &recipe.One{Edge: s.View.One.Edge, X: moved.X, Maps: moved.Maps}
		}
	case SetOne:
		next := recipe.One{}
		if s.View.One != nil {
			next = *s.View.One
		}
		if m.X != nil {
			next.X = m.X
		}
		if m.Maps != nil {
			next.Maps = m.Maps
		}
		if !next.Fits() {
			s.Error = "edge: x holds two vectors of one or two numbers, maps two matrices of as many rows, by rows."
			return s, nil
		}
		s.View.One = &next
		return s, s.showOne()
	case CloseOne:
		if s.View.One = nil; s.layered() {
			return s.handleScene(SetScene{})
		}
	}
	return s, nil
}

// OneEnds returns the nodes of the edge, −1 for a sample edge, and before a frame has it.
func (s *State) OneEnds() (u, v int) {
	if s.layered() {
		return s.View.Scene.U - 1, s.View.Scene.V - 1
	}
	if s.Graph == nil || s.Loading() || s.View.One == nil || len(s.View.One.X) == 0 || s.View.One.Edge == 0 ||
		2*int(s.View.One.Edge) > len(s.Graph.Edges) {
		return -1, -1
	}
	return s.Graph.Ends(s.View.One.Edge.Index())
}

// showOne returns the effect that shows the edge.
func (s *State) showOne() []Command {
	m := struct {
		U    int         `json:"u"`
		V    int         `json:"v"`
		D    int         `json:"d"`
		X    [][]float64 `json:"x,omitempty"`
		Maps [][]float64 `json:"maps,omitempty"`
		Note string      `json:"note"`
	}{D: len(s.View.One.X[0]), X: s.View.One.X, Maps: s.View.One.Maps}
	m.U, m.V = s.OneEnds()
	if f := s.Frame; m.U >= 0 && f != nil && f.Edge != nil {
		m.Note = oneNote(len(f.Edge.Xi))
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil // numbers that are not finite are written as null
	}
	return []Command{Effect{"edge", []string{string(b)}}}
}

// oneThere reports whether the frame has the edge of One edge with its maps.
func (s *State) oneThere() bool {
	return s.View.One != nil && s.View.One.Edge > 0 && s.Frame != nil && !s.Loading() && s.Frame.Edge != nil &&
		s.Frame.Edge.Index == s.View.One.Edge.Index() && len(s.Frame.Edge.Rij) > 0
}

// followOne shows a newly selected edge, one of the graph when a frame has it.
func (s *State) followOne(old *State, m Msg) []Command {
	switch m.(type) {
	case MovedOne, SetOne: // it is on the screen
		return nil
	}
	if s.View.One == nil {
		return nil
	}
	one, there := s.View.One, s.oneThere()
	_, first := m.(Start)
	switch {
	case s.layered(): // its layer has the edge
		return nil
	case one.Edge == 0 && one == old.View.One && !first || there && one == old.View.One && old.oneThere():
		return nil
	case there && len(one.X) == 0:
		s.View.One = oneOf(s.Frame.Edge)
	case one.Edge > 0 && !there:
		if f := s.Frame; f != nil && !s.Loading() && !s.Busy() && f.Edge != nil && f.Edge.Index == one.Edge.Index() &&
			(len(one.X) == 0 || s.Peer() != "") {
			s.View.One, s.said = nil, "This model has no maps on its edges."
		}
		return nil
	}
	return s.showOne()
}

// longest is the drawn length of the longer of two arrows.
const longest = 1.2

// oneOf returns an edge with stalks of at most two dimensions. Larger stalks are projected onto the two leading left singular
// directions of [R_u, R_v].
func oneOf(e *frame.Edge) *recipe.One {
	one := &recipe.One{Edge: choice.Of(e.Index), X: [][]float64{e.Xi, e.Xj}, Maps: [][]float64{e.Rij, e.Rji}}
	if d := len(e.Xi); d > 2 {
		one.X, one.Maps = leading(one.X, one.Maps, d)
	}
	most := 0.0
	for _, x := range one.X {
		sum := 0.0
		for _, v := range x {
			sum += float64(v * v)
		}
		most = max(most, math.Sqrt(sum))
	}
	scaled := make([][]float64, len(one.X))
	for k, x := range one.X {
		for _, v := range x {
			if most > 0 {
				v *= longest / most
			}
			scaled[k] = append(scaled[k], v)
		}
	}
	one.X = scaled
	return one
}

// oneNote describes the projection for stalks of d dimensions.
func oneNote(d int) string {
	text := ""
	if d > 2 {
		text = "The stalks have " + strconv.Itoa(d) + " dimensions: their two leading singular directions are shown. "
	}
	return text + "The arrows are the diffused stalk vectors, mean over channels, with the longer of length " +
		strconv.FormatFloat(longest, 'f', 1, 64) + "."
}

// leading projects stalks of d dimensions to two: that of the edge onto the two leading eigenvectors P of R_u·R_uᵀ + R_v·R_vᵀ,
// that of each end onto an orthonormal basis Q of the rows of Pᵀ·R.
func leading(x, maps [][]float64, d int) (two, small [][]float64) {
	gram, values, vectors := make([]float64, d*d), make([]float64, d), make([]float64, d*d)
	for i := range d {
		for j := range d {
			sum := 0.0
			for _, r := range maps {
				for k := range d {
					sum += float64(r[i*d+k] * r[j*d+k])
				}
			}
			gram[i*d+j] = sum
		}
	}
	linalg.EigSymSmall(d, gram, values, vectors)
	for end, r := range maps {
		var q [2][]float64
		m := make([]float64, 4)
		for k := range 2 {
			row := make([]float64, d) // of Pᵀ·R
			for j := range d {
				for i := range d {
					row[j] += float64(vectors[i*d+d-1-k] * r[i*d+j])
				}
			}
			for b := range k {
				m[2*k+b] = dot(row, q[b])
				for j := range row {
					row[j] -= float64(m[2*k+b] * q[b][j])
				}
			}
			long := math.Sqrt(dot(row, row))
			if m[2*k+k] = long; long > 0 {
				for j := range row {
					row[j] /= long
				}
			}
			q[k] = row
		}
		two, small = append(two, []float64{dot(q[0], x[end]), dot(q[1], x[end])}), append(small, m)
	}
	return two, small
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
