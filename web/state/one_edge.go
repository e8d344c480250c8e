package state

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/choice"
	"sheafscope/core/json"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/recipe"
)

// This file handles One edge (recipe.View.One): an edge that fills the page, with two stalk vectors, two restriction maps, and their
// products. The edge is an edge of the graph or a sample edge, which belongs to no graph. The field Edge is 0 for a sample edge and for the
// edge of a scene.

// Messages about One edge.
type (
	// OpenOne opens an edge of the graph. Edge counts from 1; without a selected edge it is 0, and OpenOne opens a sample edge.
	OpenOne struct{ Edge choice.One }
	// MovedOne reports the vectors and maps on the screen, as JSON of [recipe.One]. SetOne sets them. CloseOne closes One edge.
	MovedOne struct{ Text string }
	SetOne   struct{ recipe.One }
	CloseOne struct{}
)

// handleOne handles the messages about One edge. Vectors and maps that do not fit are ignored in MovedOne, and give an error in SetOne.
// While no edge fills the page, MovedOne is ignored, and SetOne with vectors and maps opens a sample edge.
func (s State) handleOne(m Msg) (State, []Command) {
	switch m := m.(type) {
	case OpenOne:
		// At Look, scene 1 of the thread (scene.go) shows One edge.
		s.Chrome.Menu, s.Chrome.More = "", false
		if s.View.Level == LevelLook {
			return s.handleScene(SetScene{Scene: 1})
		}
		if m.Edge == 0 { // no edge is selected
			sample := sampleEdge()
			s.View.One = &sample
			return s, nil
		}
		s, cmds := s.view(PickEdge(m))
		s.View.One = &recipe.One{Edge: m.Edge} // the vectors and maps arrive with a frame: see followOne
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
		if m.X != nil { // a missing part keeps its value
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
		s.View.One = nil
		if s.sceneCoversLook() { // One edge was part of scene 1: Look itself follows
			return s.handleScene(SetScene{})
		}
	}
	return s, nil
}

// sampleEdge returns an edge without a graph: two vectors in the plane that disagree, and two identity maps.
func sampleEdge() recipe.One {
	identity := []float64{1, 0, 0, 1}
	return recipe.One{X: [][]float64{{1, 0.62}, {-0.95, 0.28}}, Maps: [][]float64{identity, slices.Clone(identity)}}
}

// OneEnds returns the end nodes of One edge, counted from 0. In a scene they are the followed person and neighbour, −1 for nobody. Outside
// a scene it returns −1, −1 without One edge, for a sample edge or an edge that the graph lacks, before the vectors have arrived, and
// during a load.
func (s *State) OneEnds() (u, v int) {
	if s.sceneCoversLook() {
		return s.View.Scene.U - 1, s.View.Scene.V - 1
	}
	one := s.View.One
	hasGraph := s.Graph != nil && !s.Loading()
	if !hasGraph || one == nil || len(one.X) == 0 {
		return -1, -1
	}
	inGraph := one.Edge > 0 && 2*int(one.Edge) <= len(s.Graph.Edges) // Edge counts from 1, Edges has two entries for each edge
	if !inGraph {
		return -1, -1
	}
	return s.Graph.Ends(one.Edge.Index())
}

// showOne returns the effect that shows One edge, whose vectors must be set: a JSON object with the end nodes u and v (−1 for a sample
// edge), the dimension d, the vectors, the maps and a note. For example: {"u":0,"v":8,"d":1,"x":[[1],[0.5]],"maps":[[1],[-1]],"note":"…"}.
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
	inGraph := m.U >= 0
	if inGraph && s.Frame != nil && s.Frame.Edge != nil {
		m.Note = oneNote(len(s.Frame.Edge.Xi))
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil // unreachable: the object has only texts and numbers
	}
	return []Command{Effect{"edge", []string{string(b)}}}
}

// frameHasOne reports whether the frame has One edge with its maps.
func (s *State) frameHasOne() bool { return s.frameEdgeIsOne() && len(s.Frame.Edge.Rij) > 0 }

// frameEdgeIsOne reports whether One edge is an edge of the graph and the frame has the details of this edge. It returns false during a
// load.
func (s *State) frameEdgeIsOne() bool {
	one, f := s.View.One, s.Frame
	inGraph := one != nil && one.Edge > 0 && !s.Loading()
	return inGraph && f != nil && f.Edge != nil && f.Edge.Index == one.Edge.Index()
}

// followOne returns the effect that shows One edge, if the message m has opened One edge, or if the vectors and maps of One edge have
// arrived with a frame. old is the state before the message. followOne returns nil
//   - for MovedOne and SetOne,
//   - if no edge fills the page, and inside a scene, whose own effect shows the edge,
//   - if the screen already shows One edge,
//   - while One edge waits for a frame with its maps. If a frame has the edge without maps, followOne closes One edge with an error. For
//     SGPC, One edge stays if its vectors and maps are set, for example by a link: a later stage 4 makes maps.
func (s *State) followOne(old *State, m Msg) []Command {
	switch m.(type) {
	case MovedOne, SetOne: // the screen already shows the vectors and maps: the reader has dragged them, or handleOne has shown them
		return nil
	}
	one := s.View.One
	if one == nil || s.sceneCoversLook() {
		return nil
	}

	// Nothing is shown anew if the screen already shows this One edge. At the start of the page the screen shows nothing.
	_, isStart := m.(Start)
	hasMaps, sameOne := s.frameHasOne(), one == old.View.One // every change of One edge makes a new pointer
	sampleShown := one.Edge == 0 && sameOne && !isStart
	edgeShown := hasMaps && sameOne && old.frameHasOne()
	if sampleShown || edgeShown {
		return nil
	}

	// An edge of the graph waits for a frame with its maps.
	if one.Edge > 0 && !hasMaps {
		lacksMaps := s.frameEdgeIsOne() && !s.Busy()
		stays := len(one.X) > 0 && s.Peer() == ""
		if lacksMaps && !stays {
			s.View.One, s.Error = nil, "This edge has no maps at this position." // before the first stage 4, and in the reading "code"
		}
		return nil
	}
	if hasMaps && len(one.X) == 0 { // else the vectors and maps are of the link or the user, and stay
		s.View.One = oneOf(s.Frame.Edge)
	}
	return s.showOne()
}

// longestArrow is the drawn length of the longer of the two arrows, in units of the drawing's axes.
const longestArrow = 1.2

// oneOf returns One edge for an edge of the graph. Its stalks have at most two dimensions: larger stalks are projected (leading). Both
// vectors are scaled by one factor, so that the longer vector has the length longestArrow, unless both are 0.
func oneOf(e *frame.Edge) *recipe.One {
	one := &recipe.One{Edge: choice.Of(e.Index), X: [][]float64{e.Xi, e.Xj}, Maps: [][]float64{e.Rij, e.Rji}}
	if d := len(e.Xi); d > 2 {
		one.X, one.Maps = leading(one.X, one.Maps, d)
	}

	// The scale of the arrows.
	longest := 0.0
	for _, x := range one.X {
		squares := 0.0
		for _, v := range x {
			squares += float64(v * v) // float64 prevents a fused multiplication, so that all processors give the same result
		}
		longest = max(longest, math.Sqrt(squares))
	}
	factor := 1.0
	if longest > 0 {
		factor = longestArrow / longest
	}
	scaled := make([][]float64, len(one.X))
	for k, x := range one.X {
		for _, v := range x {
			scaled[k] = append(scaled[k], v*factor)
		}
	}
	one.X = scaled
	return one
}

// oneNote returns the note below the drawing. It explains the arrows, and the projection of stalks with d > 2 dimensions.
func oneNote(d int) string {
	text := ""
	if d > 2 {
		text = "The stalks have " + strconv.Itoa(d) + " dimensions: their two leading singular directions are shown. "
	}
	return text + "The arrows are the diffused stalk vectors, mean over channels, with the longer of length " +
		strconv.FormatFloat(longestArrow, 'f', 1, 64) + "."
}

// leading projects stalks of d dimensions to two dimensions. x has the vectors of the two ends, maps their d × d maps R_u and R_v in
// row-major order. The stalk of the edge is projected onto the two leading eigenvectors P (d × 2) of R_u·R_uᵀ + R_v·R_vᵀ. The stalk of each
// end is projected onto the span of the rows of Pᵀ·R. Gram–Schmidt finds an orthonormal basis Q (d × 2) of this span. leading returns the
// vectors Qᵀ·x and the 2 × 2 maps M with Pᵀ·R = M·Qᵀ.
func leading(x, maps [][]float64, d int) (projected, smallMaps [][]float64) {
	// P: the eigenvectors of the d × d matrix R_u·R_uᵀ + R_v·R_vᵀ.
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
	linalg.EigSymSmall(d, gram, values, vectors) // in ascending order: column d-1-k is the k-th leading eigenvector, from k = 0

	// Q and M of each end.
	for end, r := range maps {
		var rows [2][]float64 // Pᵀ·R
		for k := range rows {
			rows[k] = make([]float64, d)
			for j := range d {
				for i := range d {
					rows[k][j] += float64(vectors[i*d+d-1-k] * r[i*d+j])
				}
			}
		}
		m := orthonormalise(rows) // from here on rows is Qᵀ
		projected = append(projected, []float64{dot(rows[0], x[end]), dot(rows[1], x[end])})
		smallMaps = append(smallMaps, m)
	}
	return projected, smallMaps
}

// orthonormalise overwrites two rows by orthonormal rows Qᵀ, with Gram–Schmidt. It returns the lower triangular 2 × 2 matrix M, in
// row-major order, for which M·Qᵀ has the previous rows. Without rounding errors, a second row that is a multiple of the first becomes 0.
// The diagonal of M has the lengths of the first row, and of the second row without its part along the first row.
func orthonormalise(rows [2][]float64) (m []float64) {
	m = make([]float64, 4) // m[1], above the diagonal, stays 0
	for k, row := range rows {
		if k == 1 { // without the part along the first row
			m[2] = dot(row, rows[0])
			for j := range row {
				row[j] -= float64(m[2] * rows[0][j])
			}
		}
		norm := math.Sqrt(dot(row, row))
		m[2*k+k] = norm
		if norm > 0 {
			for j := range row {
				row[j] /= norm
			}
		}
	}
	return m
}

// dot returns the inner product of two vectors.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
