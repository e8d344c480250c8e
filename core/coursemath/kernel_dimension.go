// This file computes the dimension of H⁰: exactly in fractions or angles, or with a tolerance by singular values.

package coursemath

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"sheafscope/core/linalg"
)

// Tolerance defines which singular values of δ count as zero: the values up to Tolerance times the largest singular value.
// It matters only if a map has no exact fractions.
const Tolerance = 1e-9

// Dimension is the dimension of H⁰ = ker δ, the space of signals without energy.
type Dimension struct {
	Dim int `json:"dim"`
	// How is the method. "rational" computes the rank of δ in fractions. "angles" composes the turns and reflections around cycles, in
	// fractions of degrees. "tolerance" counts singular values of δ. Exact reports the method "rational" or "angles".
	How   string `json:"how"`
	Exact bool   `json:"exact"`
	// Tolerance is the bound up to which a singular value counts as zero. It is 0 if Exact. Smallest is the smallest nonzero singular
	// value. It is 0 if δ = 0, or in an analysis without eigenvalues.
	Tolerance float64 `json:"tolerance"`
	Smallest  float64 `json:"smallest"`
	// Sentence describes the method in words.
	Sentence string `json:"sentence"`
}

// dimension returns the dimension of the kernel of δ on the signals that are 0 at the nodes i with fixed[i]. If fixed is nil, all signals
// count. delta is δ, and maps has two maps for each edge. The method is the first that applies:
//
//   - "rational" if all maps have exact fractions;
//   - "angles" if all maps are conformal and fixed is nil;
//   - "tolerance" in all other cases. Only this method can fail, in the computation of singular values.
func dimension(s *SheafText, maps []Map, delta [][]float64, fixed []bool) (Dimension, error) {
	columns := s.columns(fixed)
	size, rank := len(columns), 0
	out := Dimension{Exact: true}
	// Each method sets the rank of the columns.
	if fractions := rationalColumns(s, maps, columns); fractions != nil {
		rank = rationalRank(fractions)
		out.How = "rational"
		out.Sentence = "Exact: δ has " + strconv.Itoa(size) + " columns and, in fractions, rank " + strconv.Itoa(rank) + "."
	} else if dim, isConformal := dimensionByAngles(s, maps); isConformal && fixed == nil { // the angles count all signals
		rank = size - dim
		out.How, out.Sentence = "angles", "Exact: the turns and reflections are multiplied round every cycle, in fractions of degrees."
	} else {
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

// columns returns the columns of δ that belong to the nodes i without fixed[i]. If fixed is nil, it returns all columns.
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

// jordanWielandt returns the symmetric matrix [0 δ; δᵀ 0] of the given columns of δ.
// Its positive eigenvalues are the nonzero singular values of δ. The eigenvalues of δᵀδ are the squares of the singular values, and
// rounding would destroy the small squares.
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
		ascending := len(eigenvalues) - 1 - k // index of the k-th largest eigenvalue, from k = 0 on
		pair := make([]float64, rows+size)
		for i := range pair {
			pair[i] = math.Sqrt2 * v.At(i, ascending)
		}
		values = append(values, max(0, eigenvalues[ascending]))
		left, right = append(left, pair[:rows]), append(right, pair[rows:])
	}
	return values, left, right, nil
}

// singularValues returns the singular values of the given columns of δ, descending, one for each column. If δ has fewer rows than columns,
// the last values are 0.
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
		if m.rats == nil { // an entry without an exact fraction
			return nil
		}
	}
	// The signs are + at node I and − at node J, as in coboundary.
	out := make([]ratVector, s.EdgeOffsets().Total())
	for r := range out {
		out[r] = zeros(s.NodeOffsets().Total())
	}
	s.eachEntry(maps, func(row, column, side int, m Map, k int) {
		if side == 0 {
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
// One node of each connected component is its root. The vector x of a signal without energy at the root determines the signal in the
// component: transport along a spanning tree gives the vectors at all other nodes.
// Every edge outside the tree closes a cycle, and x must be a fixed vector of the holonomy of this cycle.
func dimensionByAngles(s *SheafText, maps []Map) (dim int, ok bool) {
	transport := make([]motion, len(s.Edges)) // from I to J: F_J⁻¹ F_I
	for e := range s.Edges {
		fi, fj := maps[2*e].motion, maps[2*e+1].motion
		if fi == nil || fj == nil {
			return 0, false
		}
		transport[e] = fj.inverse().compose(*fi)
	}
	fromRoot := make([]*motion, len(s.Nodes)) // transport to each node from the root of its component, nil if not reached yet
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
		// The dimension of the vectors that every cycle fixes. A fixed space is the plane, a line or zero. Two different lines intersect in
		// zero.
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
			if areLines && line.Cmp(cycleLine) != 0 {
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
