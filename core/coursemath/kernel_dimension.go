package coursemath

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"sheafscope/core/linalg"
)

// Tolerance is the share of the largest singular value of δ up to which one counts as
// zero where the maps are not known exactly.
const Tolerance = 1e-9

// Dimension is the dimension of H⁰ = ker δ, the space of signals without energy.
type Dimension struct {
	Dim int `json:"dim"`
	// How says what it follows from: "rational", the rank of δ in fractions; "angles", the
	// turns and reflections round the cycles, added as fractions of degrees; "tolerance",
	// the singular values of δ. The first two are exact.
	How   string `json:"how"`
	Exact bool   `json:"exact"`
	// Tolerance is the singular value up to which one counts as zero, 0 when exact;
	// Smallest is the smallest one that does not count as zero, 0 for none; [Analyse] fills it in.
	Tolerance float64 `json:"tolerance"`
	Smallest  float64 `json:"smallest"`
	// Sentence says this in words.
	Sentence string `json:"sentence"`
}

// dimension returns the dimension of the kernel of δ on signals that vanish at the nodes
// where fixed is true; fixed may be nil. delta is δ, maps its two maps an edge.
func dimension(s *SheafText, maps []Map, delta [][]float64, fixed []bool) (Dimension, error) {
	columns := s.columns(fixed)
	size, rank := len(columns), 0
	out := Dimension{Exact: true}
	if exact := rational(s, maps, columns); exact != nil {
		rank = eliminate(exact)
		out.How = "rational"
		out.Sentence = "Exact: δ has " + strconv.Itoa(size) + " columns and, in fractions, rank " + strconv.Itoa(rank) + "."
	} else if dim, ok := byAngles(s, maps); ok && fixed == nil {
		rank = size - dim
		out.How, out.Sentence = "angles", "Exact: the turns and reflections are multiplied round every cycle, in fractions of degrees."
	} else {
		values, err := singular(delta, columns)
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

// columns returns the columns of δ of the nodes where fixed is not true; fixed may be nil.
func (s *SheafText) columns(fixed []bool) (out []int) {
	at := s.NodeOffsets()
	for i := range s.Nodes {
		for k := at[i]; k < at[i+1] && (fixed == nil || !fixed[i]); k++ {
			out = append(out, k)
		}
	}
	return out
}

// bordered is [0 δ; δᵀ 0] of some columns of δ. Its positive eigenvalues are the singular values: it keeps what a product
// δᵀδ would lose of the small ones.
func bordered(delta [][]float64, columns []int) *linalg.Dense {
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

// singularVectors returns the singular values of some columns of δ, descending, as many as it has rows or columns, and their unit
// vectors on both sides, which are of use above zero.
func singularVectors(delta [][]float64, columns []int) (values []float64, left, right [][]float64, err error) {
	rows, size := len(delta), len(columns)
	all, v, err := linalg.EigSym(bordered(delta, columns), true)
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

// singular returns the singular values of some columns of δ, descending, one for each column.
func singular(delta [][]float64, columns []int) ([]float64, error) {
	rows, size := len(delta), len(columns)
	all, _, err := linalg.EigSym(bordered(delta, columns), false)
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

// rational returns some columns of δ in fractions, nil unless all maps have them.
func rational(s *SheafText, maps []Map, columns []int) [][]*big.Rat {
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

// rationalDelta returns δ in fractions, nil unless all maps have them.
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

// coboundary returns δ.
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

// eachEntry calls do with the place in δ of entry k of every map m; side is 0 for the map of node I and 1 for that of J.
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

// eliminate brings a matrix into echelon form and returns its rank.
func eliminate(a [][]*big.Rat) (rank int) {
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

// byAngles returns dim H⁰ of a sheaf whose maps are all conformal: in each connected
// component a section is its value x at one node, carried along, and every edge that
// closes a cycle asks that x be fixed by what that cycle does to it.
func byAngles(s *SheafText, maps []Map) (dim int, ok bool) {
	carry := make([]motion, len(s.Edges)) // from I to J: F_J⁻¹ F_I
	for e := range s.Edges {
		a, b := maps[2*e].motion, maps[2*e+1].motion
		if a == nil || b == nil {
			return 0, false
		}
		carry[e] = b.inverse().compose(*a)
	}
	from := make([]*motion, len(s.Nodes)) // from the component's first node
	for root := range s.Nodes {
		if from[root] != nil {
			continue
		}
		from[root] = &motion{new(big.Rat), big.NewRat(1, 1), false}
		component := []int{root}
		for k := 0; k < len(component); k++ {
			for e, g := range s.Edges {
				next, way := g.J, carry[e]
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
		left := s.Nodes[root].D // 2, unless the node is alone
		var line *big.Rat
		for e, g := range s.Edges {
			if !slices.Contains(component, g.I) {
				continue
			}
			f, l := from[g.J].inverse().compose(carry[e].compose(*from[g.I])).fixed()
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
