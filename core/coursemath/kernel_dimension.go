package coursemath

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"sheafscope/core/linalg"
)

// Tolerance bounds the singular values of δ that count as zero, as a share of the largest, where maps have no exact fractions.
const Tolerance = 1e-9

// Dimension is the dimension of H⁰ = ker δ, the space of signals without energy.
type Dimension struct {
	Dim int `json:"dim"`
	// How names the method.
	// "rational" is the rank of δ in fractions, and "angles" composes the turns and reflections round cycles in fractions of degrees.
	// "tolerance" counts singular values of δ. The first two are exact.
	How   string `json:"how"`
	Exact bool   `json:"exact"`
	// Tolerance is the bound of the singular values that count as zero, 0 where Exact.
	// Smallest is the smallest singular value above it, 0 for none; [Analyse] sets it.
	Tolerance float64 `json:"tolerance"`
	Smallest  float64 `json:"smallest"`
	// Sentence describes the method in words.
	Sentence string `json:"sentence"`
}

// dimension returns the dimension of the kernel of δ on signals that vanish at the nodes with fixed[i]; fixed may be nil.
// delta is δ, and maps holds two maps for each edge.
// It uses fractions where all maps have them, then angles, then singular values.
func dimension(s *SheafText, maps []Map, delta [][]float64, fixed []bool) (Dimension, error) {
	columns := s.columns(fixed)
	size, rank := len(columns), 0
	out := Dimension{Exact: true}
	if exact := rationalColumns(s, maps, columns); exact != nil {
		rank = rationalRank(exact)
		out.How = "rational"
		out.Sentence = "Exact: δ has " + strconv.Itoa(size) + " columns and, in fractions, rank " + strconv.Itoa(rank) + "."
	} else if dim, ok := dimensionByAngles(s, maps); ok && fixed == nil {
		rank = size - dim
		out.How, out.Sentence = "angles", "Exact: the turns and reflections are multiplied round every cycle, in fractions of degrees."
	} else {
		values, err := singularValues(delta, columns)
		if err != nil {
			return Dimension{}, err
		}
		if size > 0 {
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

// columns returns the columns of δ at the nodes that are not fixed; fixed may be nil.
func (s *SheafText) columns(fixed []bool) (out []int) {
	at := s.NodeOffsets()
	for i := range s.Nodes {
		for k := at[i]; k < at[i+1] && (fixed == nil || !fixed[i]); k++ {
			out = append(out, k)
		}
	}
	return out
}

// jordanWielandt returns the symmetric matrix [0 δ; δᵀ 0] of some columns of δ.
// Its positive eigenvalues are the singular values of δ, with full accuracy of the small ones; δᵀδ would square them.
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

// singularVectors returns the min(rows, columns) singular values of some columns of δ, descending, with their left and right vectors.
// The vectors have length 1 for singular values above zero; those of zero are not to be used.
func singularVectors(delta [][]float64, columns []int) (values []float64, left, right [][]float64, err error) {
	rows, size := len(delta), len(columns)
	all, v, err := linalg.EigSym(jordanWielandt(delta, columns), linalg.WithVectors)
	if err != nil {
		return nil, nil, nil, err
	}
	for k := range min(rows, size) {
		at := len(all) - 1 - k
		u := make([]float64, rows+size)
		for i := range u {
			u[i] = math.Sqrt2 * v.At(i, at)
		}
		values, left, right = append(values, max(0, all[at])), append(left, u[:rows]), append(right, u[rows:])
	}
	return values, left, right, nil
}

// singularValues returns the singular values of some columns of δ, descending, one for each column.
func singularValues(delta [][]float64, columns []int) ([]float64, error) {
	rows, size := len(delta), len(columns)
	all, _, err := linalg.EigSym(jordanWielandt(delta, columns), linalg.ValuesOnly)
	if err != nil {
		return nil, err
	}
	values := make([]float64, size)
	for k := range values {
		if k < rows {
			values[k] = max(0, all[len(all)-1-k])
		}
	}
	return values, nil
}

// rationalColumns returns some columns of δ in fractions, nil where a map has none.
func rationalColumns(s *SheafText, maps []Map, columns []int) [][]*big.Rat {
	all := rationalDelta(s, maps)
	if all == nil {
		return nil
	}
	for r, row := range all {
		some := make([]*big.Rat, len(columns))
		for c, k := range columns {
			some[c] = row[k]
		}
		all[r] = some
	}
	return all
}

// rationalDelta returns δ in fractions, nil where a map has none.
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
		if out[row][column].Set(m.rats[k]); side == 1 {
			out[row][column].Neg(m.rats[k])
		}
	})
	return out
}

// coboundary returns δ, with the map of node I in each edge's rows and minus the map of node J.
func coboundary(s *SheafText, maps []Map) [][]float64 {
	out := make([][]float64, s.EdgeOffsets().Total())
	for r := range out {
		out[r] = make([]float64, s.NodeOffsets().Total())
	}
	s.eachEntry(maps, func(row, column, side int, m Map, k int) {
		if out[row][column] = m.Entries[k]; side == 1 {
			out[row][column] = -m.Entries[k]
		}
	})
	return out
}

// eachEntry calls do for entry k of every map m, with the row and column of that entry in δ.
// side is 0 for the map of node I and 1 for the map of node J.
func (s *SheafText) eachEntry(maps []Map, do func(row, column, side int, m Map, k int)) {
	at, edgeAt := s.NodeOffsets(), s.EdgeOffsets()
	for e, g := range s.Edges {
		for side, i := range g.ends() {
			m := maps[2*e+side]
			for k := range m.Entries {
				do(edgeAt[e]+k/m.Cols, at[i]+k%m.Cols, side, m, k)
			}
		}
	}
}

// rationalRank returns the rank of a matrix of fractions, which it brings into echelon form in place.
func rationalRank(a [][]*big.Rat) (rank int) {
	if len(a) == 0 {
		return 0
	}
	for c := range a[0] {
		pivot := rank
		for pivot < len(a) && a[pivot][c].Sign() == 0 {
			pivot++
		}
		if pivot == len(a) {
			continue
		}
		a[rank], a[pivot] = a[pivot], a[rank]
		for r := rank + 1; r < len(a); r++ {
			if a[r][c].Sign() == 0 {
				continue
			}
			subtract(a[r][c:], new(big.Rat).Quo(a[r][c], a[rank][c]), a[rank][c:])
		}
		if rank++; rank == len(a) {
			break
		}
	}
	return rank
}

// dimensionByAngles returns dim H⁰ of a sheaf with conformal maps; ok is false where a map is not conformal.
// In each connected component a section is determined by its value x at one node, by transport along a spanning tree.
// Every other edge closes a cycle and restricts x to the vectors fixed by the holonomy of that cycle.
func dimensionByAngles(s *SheafText, maps []Map) (dim int, ok bool) {
	transport := make([]motion, len(s.Edges)) // from I to J: F_J⁻¹ F_I
	for e := range s.Edges {
		a, b := maps[2*e].motion, maps[2*e+1].motion
		if a == nil || b == nil {
			return 0, false
		}
		transport[e] = b.inverse().compose(*a)
	}
	from := make([]*motion, len(s.Nodes)) // transport from the first node of the component
	for root := range s.Nodes {
		if from[root] != nil {
			continue
		}
		// A section on the component is determined by its value at root, which is transported along a breadth-first tree.
		from[root] = &motion{new(big.Rat), big.NewRat(1, 1), false}
		component := []int{root}
		for k := 0; k < len(component); k++ {
			for e, g := range s.Edges {
				next, way := g.J, transport[e]
				if g.J == component[k] {
					next, way = g.I, way.inverse()
				} else if g.I != component[k] {
					continue
				}
				if from[next] == nil {
					to := way.compose(*from[component[k]])
					from[next] = &to
					component = append(component, next)
				}
			}
		}
		// Fixed spaces of the plane are the plane, a line or zero: they intersect in zero unless all lines are equal.
		left := s.Nodes[root].D // 2, unless the node has no edge
		var line *big.Rat
		for e, g := range s.Edges {
			if !slices.Contains(component, g.I) {
				continue
			}
			f, l := from[g.J].inverse().compose(transport[e].compose(*from[g.I])).fixedSpace()
			if f == 1 && left == 1 && line.Cmp(l) != 0 {
				f = 0
			}
			if f == 1 {
				line = l
			}
			left = min(left, f)
		}
		dim += left
	}
	return dim, true
}
