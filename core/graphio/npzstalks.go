package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// This file reads sheaves whose stalks have unequal sizes. A stalk is the vector space of a node or an edge (npzmaps.go).
// The coboundary δ is a matrix with the maps as blocks: rows for the entries of edge_index, columns for the nodes.
// In addition to edge_index, the npz file has
//
//	node_offsets  (n+1)   the stalk of node i is rows node_offsets[i] to node_offsets[i+1]-1 of a signal
//	edge_offsets  (m+1)   the stalk of entry k is rows edge_offsets[k] to edge_offsets[k+1]-1 of the coboundary δ
//	R_ij, R_ji    (s)     the s numbers of the maps of all entries one after another, row by row; a map has a row per dimension of
//	                      the entry's stalk, and a column per dimension of the node's stalk
//	signal        (t, c) or (t)   a vector in the stalk of every node, in c channels; t = node_offsets[n]
//
// R_ij, R_ji and signal may have leading axes of epochs and layers, as for stalks of equal size (npzmaps.go).
// All stalks are padded to the largest size, or to 2 if this is larger. This adds rows and columns of zeros to δ.

// stalksRemedy is the remedy of errors in these arrays.
const stalksRemedy = "write edge_index (2, m), node_offsets (n+1), edge_offsets (m+1), both from 0 on, and the maps R_ij and R_ji " +
	"one after another, each row by row"

// stalks are the dimensions of the stalks of the nodes, and of the entries of edge_index. d is the dimension after padding.
type stalks struct {
	nodes, entries []int
	d              int
}

// stalks returns the dimensions of the stalks of n nodes and of m entries of edge_index, from node_offsets and edge_offsets.
// It returns nil if the file has neither array. One array without the other, a damaged array, and a dimension outside 0 to 8 are errors.
// n must be above 0.
func (z *npz) stalks(n, m int) (*stalks, error) {
	if z.arrays["node_offsets"] == nil && z.arrays["edge_offsets"] == nil {
		return nil, nil
	}
	// The views of maps need stalks of at least two dimensions.
	out := &stalks{d: 2}
	// name is the array of offsets, dims is the list that gets the dimensions, and size is the number of stalks.
	for _, part := range []struct {
		name string
		dims *[]int
		size int
	}{{"node_offsets", &out.nodes, n}, {"edge_offsets", &out.entries, m}} {
		// Offsets may be stored as floats.
		a := z.arrays[part.name].wholeNumbers()
		isVector := a != nil && a.kind != 'f' && len(a.shape) == 1
		if !isVector || a.len() != part.size+1 || a.integer(0) != 0 {
			return nil, fault(z.file+"/"+part.name+".npy", 0, stalksRemedy, "the array of %d whole numbers is missing, or has another length, "+
				"or does not begin with 0", part.size+1)
		}
		for k := range part.size {
			dim := a.integer(k+1) - a.integer(k)
			if dim < 0 || dim > content.MaxMapDim {
				return nil, fault(a.file, 0, "choose stalks of dimension 0 to 8", "stalk %d has dimension %d", k, dim)
			}
			*part.dims = append(*part.dims, int(dim))
		}
	}
	// slices.Max needs an element: n is above 0.
	out.d = max(out.d, slices.Max(slices.Concat(out.nodes, out.entries)))
	return out, nil
}

// padMaps returns the maps a, which are in C order, padded with zeros to d×d each. For nil it returns nil.
// end is 0 for the maps of the first nodes of the entries in list, and 1 for the maps of the second nodes.
// A last axis of another length than the offsets give, and too many numbers after padding (allocate), are errors.
func (s *stalks) padMaps(a *npyArray, end int, list []graph.Edge) (*npyArray, error) {
	if a == nil {
		return nil, nil
	}
	// columns has the number of columns of each map. size is the number of elements of the maps of all entries, in one sheaf.
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
	// The leading axes are meant as epochs and layers, a sheaf for each pair.
	leading, count := slices.Clone(a.shape[:last]), countSheaves(a.shape[:last])
	out := emptyArray(a.file, append(leading, len(list), s.d, s.d))
	// R_ij and R_ji share the limit.
	if err := out.allocate(maxMapNumbers/2, count, len(list), s.d*s.d); err != nil {
		return nil, err
	}
	if len(leading) > 2 {
		return nil, fault(a.file, 0, stalksRemedy, "the array has shape %v, more than axes of epochs, layers and maps", a.shape)
	}
	for t := range count {
		source := t * size // the index of the next number to copy
		for k := range list {
			for row := range s.entries[k] {
				for col := range columns[k] {
					// out has the shape (count, m, d, d), where m is len(list).
					out.set(((t*len(list)+k)*s.d+row)*s.d+col, a.float(source))
					source++
				}
			}
		}
	}
	return out, nil
}

// padSignal returns the signal a, which is in C order, padded with zeros to stalks of dimension d. The last axis of the result is the
// axis of channels. Another number of rows than the offsets give, and too many numbers after padding (allocate), are errors.
// For nil it returns nil.
func (s *stalks) padSignal(a *npyArray) (*npyArray, error) {
	if a == nil {
		return nil, nil
	}
	rows := 0
	for _, dim := range s.nodes {
		rows += dim
	}
	// axes are the axes up to the axis of the rows.
	axes, channels := splitChannels(a.shape, rows)
	last := len(axes) - 1
	if last < 0 || axes[last] != rows {
		return nil, fault(a.file, 0, stalksRemedy, "the signal has shape %v; by the offsets it has %d rows", a.shape, rows)
	}
	// count is the number of signals. readSignal later requires one for all sheaves, or one for each sheaf.
	leading, count := slices.Clone(axes[:last]), countSheaves(axes[:last])
	out := emptyArray(a.file, append(leading, len(s.nodes)*s.d, channels))
	if err := out.allocate(maxMapNumbers, count, len(s.nodes)*s.d, channels); err != nil {
		return nil, err
	}
	source := 0 // the index of the next number to copy
	for t := range count {
		for i, dim := range s.nodes {
			for k := range dim * channels {
				out.set((t*len(s.nodes)+i)*s.d*channels+k, a.float(source))
				source++
			}
		}
	}
	return out, nil
}

// countSheaves returns the product of the lengths of the leading axes, at most maxMapNumbers.
// The limit avoids an overflow: an array without elements may have axes of any length.
func countSheaves(leading []int) int {
	count := 1
	for _, v := range leading {
		count = min(min(v, maxMapNumbers)*count, maxMapNumbers)
	}
	return count
}

// edges returns the dimension of the stalk of each edge of g. list holds the entries of edge_index, and file is the name in errors.
// Entries of one edge with stalks of different dimensions are an error.
func (s *stalks) edges(file string, list []graph.Edge, g *graph.Graph) ([]int, error) {
	dims := map[graph.Edge]int{}
	for k, q := range list {
		// Both directions of an edge are the same edge of g.
		e := graph.Edge{I: min(q.I, q.J), J: max(q.I, q.J)}
		if previous, seen := dims[e]; seen && previous != s.entries[k] {
			return nil, fault(file, 0, "give both the same dimension", "entry %d of edge_index, from node %d to %d, has a stalk of dimension %d, "+
				"and the same edge one of %d", k, q.I, q.J, s.entries[k], previous)
		}
		dims[e] = s.entries[k]
	}
	out := make([]int, len(g.Edges))
	for e, q := range g.Edges {
		out[e] = dims[q]
	}
	return out, nil
}

// paddingNote returns the note about padded stalks of a graph with n nodes. m.Nodes must have elements.
func paddingNote(m *content.Maps, n int) string {
	// nodes is the sum of the dimensions of the node stalks before padding.
	nodes, _ := m.Dims(n, 0) // 0 edges: the dimensions of the edges do not matter here
	all := slices.Concat(m.Nodes, m.Edges)
	return fmt.Sprintf("The stalks of the file’s maps have %d to %d dimensions. The page fills them up to %d with zeros, which adds %d to "+
		"the dimension of every kernel; sgpc maps leaves those out.", slices.Min(all), slices.Max(all), m.D, n*m.D-nodes)
}

// emptyArray returns an array of float64 without elements.
func emptyArray(file string, shape []int) *npyArray {
	return &npyArray{file: file, shape: shape, kind: 'f', size: 8, order: binary.LittleEndian}
}

// allocate fills the array with zeros. Their number is the product of the factors, at most limit. More are an error.
func (a *npyArray) allocate(limit int, factors ...int) error {
	numbers := 1
	for _, v := range factors {
		// The comparison with a quotient precedes the product, which may overflow.
		if v > 0 && numbers > limit/v {
			return fault(a.file, 0, "take a part of the edges, layers or epochs", "filled up to one size, the array has more than %d numbers", limit)
		}
		numbers *= v
	}
	a.data = make([]byte, 8*numbers)
	return nil
}

// set assigns v to element k of an array of float64.
func (a *npyArray) set(k int, v float64) { a.order.PutUint64(a.data[8*k:], math.Float64bits(v)) }
