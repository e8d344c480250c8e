package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Stalks of unequal size. Beside edge_index the file has
//
//	node_offsets  (n+1)   the stalk of node i is rows node_offsets[i] to node_offsets[i+1]-1 of a signal
//	edge_offsets  (m+1)   the stalk of entry k is rows edge_offsets[k] to edge_offsets[k+1]-1 of δ
//	R_ij, R_ji    (s)     the maps of all entries one after another, row by row; a map has a row per dimension of the entry's stalk
//	                      and a column per dimension of the node's stalk
//	signal        (t, c) or (t), t = node_offsets[n]
//
// with the same leading axes as stalks of equal size. All stalks are padded with zeros to the largest size.
// The coboundary then has more rows and columns, all of them zero.

const stalksRemedy = "write edge_index (2, m), node_offsets (n+1), edge_offsets (m+1), both from 0 on, and the maps R_ij and R_ji " +
	"one after another, each row by row"

// stalks are the dimensions of the stalks of the nodes and of the entries of edge_index. d is the padded dimension.
type stalks struct {
	nodes, entries []int
	d              int
}

// stalks returns the dimensions given by the offsets of n nodes and m entries, nil without offsets.
func (z *npz) stalks(n, m int) (*stalks, error) {
	if z.arrays["node_offsets"] == nil && z.arrays["edge_offsets"] == nil {
		return nil, nil
	}
	// Views of maps need at least two dimensions.
	out := &stalks{d: 2}
	for _, part := range []struct {
		name string
		to   *[]int
		size int
	}{{"node_offsets", &out.nodes, n}, {"edge_offsets", &out.entries, m}} {
		a := z.arrays[part.name].wholeNumbers()
		if a == nil || a.kind == 'f' || len(a.shape) != 1 || a.len() != part.size+1 || a.integer(0) != 0 {
			return nil, fault(z.file+"/"+part.name+".npy", 0, stalksRemedy, "the array of %d whole numbers is missing, or has another length, "+
				"or does not begin with 0", part.size+1)
		}
		for k := range part.size {
			dim := a.integer(k+1) - a.integer(k)
			if dim < 0 || dim > content.MaxMapDim {
				return nil, fault(a.file, 0, "choose stalks of dimension 0 to 8", "stalk %d has dimension %d", k, dim)
			}
			*part.to = append(*part.to, int(dim))
		}
	}
	out.d = max(out.d, slices.Max(slices.Concat(out.nodes, out.entries)))
	return out, nil
}

// padMaps returns an array of maps padded to d×d. end selects the first or the second node of the entries in list.
func (s *stalks) padMaps(a *npyArray, end int, list []graph.Edge) (*npyArray, error) {
	if a == nil {
		return nil, nil
	}
	columns := make([]int, len(list))
	size := 0
	for k, q := range list {
		columns[k] = s.nodes[[2]int32{q.I, q.J}[end]]
		size += s.entries[k] * columns[k]
	}
	last := len(a.shape) - 1
	if last < 0 || a.shape[last] != size {
		return nil, fault(a.file, 0, stalksRemedy, "the array has shape %v; by the offsets its maps have %d numbers", a.shape, size)
	}
	lead, count := slices.Clone(a.shape[:last]), countSheaves(a.shape[:last])
	out := emptyArray(a.file, append(lead, len(list), s.d, s.d))
	if err := out.allocate(count * len(list) * s.d * s.d); err != nil {
		return nil, err
	}
	for t := range count {
		// The maps of one sheaf are contiguous: from is the next number to copy.
		from := t * size
		for k := range list {
			for p := range s.entries[k] {
				for q := range columns[k] {
					out.set(((t*len(list)+k)*s.d+p)*s.d+q, a.float(from))
					from++
				}
			}
		}
	}
	return out, nil
}

// padSignal returns a signal padded to stalks of dimension d, with an axis of channels.
func (s *stalks) padSignal(a *npyArray) (*npyArray, error) {
	if a == nil {
		return nil, nil
	}
	rows := 0
	for _, d := range s.nodes {
		rows += d
	}
	shape, channels := a.shape, 1
	if k := len(shape); k > 1 && (shape[k-1] != rows || shape[k-2] == rows) {
		channels, shape = shape[k-1], shape[:k-1]
	}
	last := len(shape) - 1
	if last < 0 || shape[last] != rows {
		return nil, fault(a.file, 0, stalksRemedy, "the signal has shape %v; by the offsets it has %d rows", a.shape, rows)
	}
	lead, count := slices.Clone(shape[:last]), countSheaves(shape[:last])
	out := emptyArray(a.file, append(lead, len(s.nodes)*s.d, channels))
	if err := out.allocate(count * len(s.nodes) * s.d * channels); err != nil {
		return nil, err
	}
	from := 0
	for t := range count {
		for i, d := range s.nodes {
			for k := range d * channels {
				out.set((t*len(s.nodes)+i)*s.d*channels+k, a.float(from))
				from++
			}
		}
	}
	return out, nil
}

// countSheaves returns the product of leading axes, at most maxMapNumbers: an empty array may claim any axes.
func countSheaves(lead []int) int {
	count := 1
	for _, v := range lead {
		count = min(min(v, maxMapNumbers)*count, maxMapNumbers)
	}
	return count
}

// edges returns the dimensions of the stalks of the edges of g. Entries that repeat an edge must agree.
func (s *stalks) edges(file string, list []graph.Edge, g *graph.Graph) ([]int, error) {
	of := map[graph.Edge]int{}
	for k, q := range list {
		e := graph.Edge{I: min(q.I, q.J), J: max(q.I, q.J)}
		if d, seen := of[e]; seen && d != s.entries[k] {
			return nil, fault(file, 0, "give both the same dimension", "entry %d of edge_index, from node %d to %d, has a stalk of dimension %d, "+
				"and the same edge one of %d", k, q.I, q.J, s.entries[k], d)
		}
		of[e] = s.entries[k]
	}
	out := make([]int, len(g.Edges))
	for e, q := range g.Edges {
		out[e] = of[q]
	}
	return out, nil
}

// paddingNote returns the note on padded stalks of a graph with n nodes.
func paddingNote(m *content.Maps, n int) string {
	nodes, _ := m.Dims(n, 0)
	all := slices.Concat(m.Nodes, m.Edges)
	return fmt.Sprintf("The stalks of the file’s maps have %d to %d dimensions. The page fills them up to %d with zeros, which adds %d to "+
		"the dimension of every kernel; sgpc maps leaves those out.", slices.Min(all), slices.Max(all), m.D, n*m.D-nodes)
}

// emptyArray returns an array of float64 without storage.
func emptyArray(file string, shape []int) *npyArray {
	return &npyArray{file: file, shape: shape, kind: 'f', size: 8, order: binary.LittleEndian}
}

// allocate gives the array storage for zeros. More than half of maxMapNumbers are an error.
func (a *npyArray) allocate(numbers int) error {
	if numbers > maxMapNumbers/2 {
		return fault(a.file, 0, "take a part of the edges, layers or epochs", "filled up to one size, the array has %d numbers, more than %d",
			numbers, maxMapNumbers/2)
	}
	a.data = make([]byte, 8*numbers)
	return nil
}

// set sets element k of an array of float64.
func (a *npyArray) set(k int, v float64) { a.order.PutUint64(a.data[8*k:], math.Float64bits(v)) }
