// This file computes the dimension of H⁰: exactly in fractions or angles, or with a tolerance by singular values.

package coursemath

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"sheafscope/core/linalg"
)

// Tolerance times the largest singular value of δ is the bound up to which a singular value counts as zero. Only the method "tolerance" of
// a [Dimension] uses it.
const Tolerance = 1e-9

// Dimension is the dimension of H⁰ = ker δ, the space of signals without energy.
type Dimension struct {
	Dim int `json:"dim"`
	// How is the method. "rational" computes the rank of δ in fractions. "angles" composes the turns and reflections around cycles, in
	// fractions of degrees. "tolerance" counts singular values of δ. Exact is true for "rational" and "angles".
	How   string `json:"how"`
	Exact bool   `json:"exact"`
	// Tolerance is the bound up to which a singular value counts as zero, or 0 if Exact is true. Smallest is the smallest nonzero singular
	// value. It is 0 if δ = 0, or if no eigenvalues were computed.
	Tolerance float64 `json:"tolerance"`
	Smallest  float64 `json:"smallest"`
	// Sentence describes the method to a reader.
	Sentence string `json:"sentence"`
}

// dimension returns the dimension of the kernel of δ on the signals that are 0 at the nodes i with fixed[i], or on all signals if fixed is
// nil. delta is δ, and maps has two maps for each edge. The method is "rational" if all maps have exact fractions, else "angles" if all
// maps are conformal and fixed is nil, else "tolerance". Only "tolerance" can fail, in the computation of singular values.
func dimension(s *SheafText, maps []Map, delta [][]float64, fixed []bool) (Dimension, error) {
	columns := s.columns(fixed)
	size, rank := len(columns), 0
	out := Dimension{Exact: true}
	// Each method sets rank, the rank of the columns.
	dim, isConformal := 0, false // by the angles, which count all signals
	fractions := rationalColumns(s, maps, columns)
	if fractions == nil && fixed == nil {
		dim, isConformal = dimensionByAngles(s, maps)
	}
	switch {
	case fractions != nil:
		rank = rationalRank(fractions)
		out.How = "rational"
		out.Sentence = "Exact: δ has " + strconv.Itoa(size) + " columns and, in fractions, rank " + strconv.Itoa(rank) + "."
	case isConformal:
		rank = size - dim
		out.How, out.Sentence = "angles", "Exact: the turns and reflections are multiplied round every cycle, in fractions of degrees."
	default:
		values, err := singularValues(delta, columns)
		if err != nil {
			return Dimension{}, err
		}
		if size > 0 { // the values descend, so the first is the largest
			out.Tolerance = Tolerance * values[0]
		}
		for rank < size && values[rank] > out.Tolerance {
			rank++
		}
		out.How, out.Exact = "tolerance", false
		out.Sentence = "Some entries are not known as fractions: singular values of δ up to " + digits(out.Tolerance) + " count as zero."
	}
	out.Dim = size - rank
	return out, nil
}

// columns returns the indices of the columns of δ that belong to the nodes i without fixed[i], or of all columns if fixed is nil.
func (s *SheafText) columns(fixed []bool) (out []int) {
	offsets := s.NodeOffsets()
	for i := range s.Nodes {
		if fixed != nil && fixed[i] {
			continue
		}
		for k := offsets[i]; k < offsets[i+1]; k++ {
			out = append(out, k)
		}
	}
	return out
}

// jordanWielandt returns the symmetric matrix [0 A; Aᵀ 0], where A has the given columns of δ.
// Its positive eigenvalues are the nonzero singular values of A. The eigenvalues of AᵀA are their squares, and rounding would destroy
// the small squares.
func jordanWielandt(delta [][]float64, columns []int) *linalg.Dense {
	rows, size := len(delta), len(columns)
	a := linalg.NewDense(rows+size, rows+size)
	for r, row := range delta {
		for c, k := range columns {
			a.Set(r, rows+c, row[k])
			a.Set(rows+c, r, row[k])
		}
	}
	return a
}

// singularVectors returns the min(rows, columns) singular values of the given columns of δ, descending, with left and right vectors.
// The vectors of a nonzero singular value have length 1. The vectors of a singular value 0 have no meaning.
func singularVectors(delta [][]float64, columns []int) (values []float64, left, right [][]float64, err error) {
	rows, size := len(delta), len(columns)
	eigenvalues, v, err := linalg.EigSym(jordanWielandt(delta, columns), linalg.WithVectors)
	if err != nil {
		return nil, nil, nil, err
	}
	// An eigenvector of length 1 is a pair (u, v) of a left and a right vector, each of length 1/√2. Eigenvalues ascend.
	for k := range min(rows, size) {
		ascending := len(eigenvalues) - 1 - k // index of eigenvalue k in descending order
		pair := make([]float64, rows+size)
		for i := range pair {
			pair[i] = math.Sqrt2 * v.At(i, ascending)
		}
		values = append(values, max(0, eigenvalues[ascending]))
		left, right = append(left, pair[:rows]), append(right, pair[rows:])
	}
	return values, left, right, nil
}

// singularValues returns the singular values of the given columns of δ, descending, one for each column. If the rows of δ are fewer, the
// last values are 0.
func singularValues(delta [][]float64, columns []int) ([]float64, error) {
	rows, size := len(delta), len(columns)
	eigenvalues, _, err := linalg.EigSym(jordanWielandt(delta, columns), linalg.ValuesOnly)
	if err != nil {
		return nil, err
	}
	values := make([]float64, size)
	for k := range values {
		if k < rows {
			values[k] = max(0, eigenvalues[len(eigenvalues)-1-k])
		}
	}
	return values, nil
}

// rationalColumns returns the given columns of δ in fractions. It returns nil if a map has no exact fractions.
func rationalColumns(s *SheafText, maps []Map, columns []int) [][]*big.Rat {
	delta := rationalDelta(s, maps)
	if delta == nil {
		return nil
	}
	for r, row := range delta {
		selected := make([]*big.Rat, len(columns))
		for c, k := range columns {
			selected[c] = row[k]
		}
		delta[r] = selected
	}
	return delta
}

// rationalDelta returns δ in fractions. It returns nil if a map has no exact fractions.
func rationalDelta(s *SheafText, maps []Map) [][]*big.Rat {
	for _, m := range maps {
		if m.rats == nil {
			return nil
		}
	}
	out := make([]ratVector, s.EdgeOffsets().Total())
	for r := range out {
		out[r] = zeros(s.NodeOffsets().Total())
	}
	s.eachEntry(maps, func(row, column, side int, m Map, k int) {
		if side == 0 { // + at node I and − at node J
			out[row][column].Set(m.rats[k])
		} else {
			out[row][column].Neg(m.rats[k])
		}
	})
	return out
}

// coboundary returns δ. The rows of an edge have two blocks: the map of node I in the columns of I, and minus the map of node J in the
// columns of J.
func coboundary(s *SheafText, maps []Map) [][]float64 {
	out := make([][]float64, s.EdgeOffsets().Total())
	for r := range out {
		out[r] = make([]float64, s.NodeOffsets().Total())
	}
	s.eachEntry(maps, func(row, column, side int, m Map, k int) {
		if side == 0 {
			out[row][column] = m.Entries[k]
		} else {
			out[row][column] = -m.Entries[k]
		}
	})
	return out
}

// eachEntry calls do for entry k of every map m. row and column are the place of the entry in δ.
// side is 0 for the map of node I and 1 for the map of node J. maps has two maps for each edge.
func (s *SheafText) eachEntry(maps []Map, do func(row, column, side int, m Map, k int)) {
	nodeOffsets, edgeOffsets := s.NodeOffsets(), s.EdgeOffsets()
	for e, edge := range s.Edges {
		for side, i := range edge.ends() {
			m := maps[2*e+side]
			for k := range m.Entries { // row k/Cols and column k%Cols of the map
				do(edgeOffsets[e]+k/m.Cols, nodeOffsets[i]+k%m.Cols, side, m, k)
			}
		}
	}
}

// rationalRank returns the rank of a matrix of fractions. It transforms the matrix into row echelon form in place.
func rationalRank(a [][]*big.Rat) (rank int) {
	if len(a) == 0 {
		return 0
	}
	for c := range a[0] {
		// Move a row with a nonzero entry in column c to the next row of the echelon form.
		pivot := rank
		for pivot < len(a) && a[pivot][c].Sign() == 0 {
			pivot++
		}
		if pivot == len(a) { // column c has no pivot
			continue
		}
		a[rank], a[pivot] = a[pivot], a[rank]
		// Subtract multiples of this row, so that the entries below the pivot become 0.
		for r := rank + 1; r < len(a); r++ {
			if a[r][c].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Quo(a[r][c], a[rank][c])
			subtract(a[r][c:], factor, a[rank][c:])
		}
		rank++
		if rank == len(a) { // every row has a pivot
			break
		}
	}
	return rank
}

// dimensionByAngles returns dim H⁰ of a sheaf with conformal maps. ok is false if a map is not conformal.
// One node of each connected component is its root. A signal without energy is determined by its vector x at the root, since transport
// along a spanning tree gives the vectors at the other nodes. Every edge outside the tree closes a cycle, whose holonomy must fix x.
func dimensionByAngles(s *SheafText, maps []Map) (dim int, ok bool) {
	transport := make([]motion, len(s.Edges)) // from I to J: F_J⁻¹ F_I
	for e := range s.Edges {
		fi, fj := maps[2*e].motion, maps[2*e+1].motion
		if fi == nil || fj == nil {
			return 0, false
		}
		transport[e] = fj.inverse().compose(*fi)
	}
	fromRoot := make([]*motion, len(s.Nodes)) // transport from the root of its component to each node, nil for a node not yet reached
	for root := range s.Nodes {
		if fromRoot[root] != nil {
			continue
		}
		// Transport from the root along a breadth-first tree.
		fromRoot[root] = &motion{new(big.Rat), big.NewRat(1, 1), false}
		component := []int{root}
		for k := 0; k < len(component); k++ {
			i := component[k]
			for e, edge := range s.Edges {
				j, step := edge.J, transport[e] // from i to its neighbour j
				switch i {
				case edge.I: // the direction of transport[e]
				case edge.J:
					j, step = edge.I, step.inverse()
				default: // i is no end of the edge
					continue
				}
				if fromRoot[j] == nil {
					toNeighbour := step.compose(*fromRoot[i])
					fromRoot[j] = &toNeighbour
					component = append(component, j)
				}
			}
		}
		// The dimension of the space that every cycle fixes: the intersection of planes, lines and zero spaces.
		fixedDim := s.Nodes[root].D // 2, unless the node has no edge
		var line *big.Rat           // direction of the fixed line if fixedDim is 1
		for e, edge := range s.Edges {
			if !slices.Contains(component, edge.I) {
				continue
			}
			// An edge of the tree gives the identity, which fixes every vector.
			holonomy := fromRoot[edge.J].inverse().compose(transport[e].compose(*fromRoot[edge.I]))
			cycleDim, cycleLine := holonomy.fixedSpace()
			areLines := cycleDim == 1 && fixedDim == 1
			if areLines && line.Cmp(cycleLine) != 0 { // different lines have only 0 in common
				cycleDim = 0
			}
			if cycleDim == 1 {
				line = cycleLine
			}
			fixedDim = min(fixedDim, cycleDim)
		}
		dim += fixedDim
	}
	return dim, true
}
