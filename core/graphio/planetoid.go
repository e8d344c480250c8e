package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file reads Planetoid sets (Yang et al. 2016). A set has files ind.D.ROLE with the name D of the set:
//
//	allx, ally    features and labels of the first nodes; a row of labels has a 1 in the column of the class (one-hot)
//	tx, ty        features and labels of the test nodes
//	test.index    the node of each row of tx, as text
//	graph         a dictionary from a node to its neighbours
//	x, y          the first rows of allx and ally, the training nodes
//
// The public split trains on the rows of x, validates on the next 500 nodes and tests on the test nodes.

// planetoidRemedy is the remedy of errors in these files.
const planetoidRemedy = "a Planetoid set has ind.D.allx, .ally, .tx, .ty, .graph and .test.index, with the same D"

// planetoidParts are the contents of the files by their role.
type planetoidParts struct {
	// x holds the parts x, allx and tx, and y holds the parts y, ally and ty.
	x map[string]*sparseRows
	y map[string]*pyArray
	// graph is the dictionary of neighbours.
	graph *pyDict
	// index has the node of each row of tx and ty. Nodes are counted from 0.
	index []int
	// files maps a role to the name of its file. A role without a file is missing.
	files map[string]string
}

// sparseRows is a valid csr matrix: row i has the entries ptr[i] to ptr[i+1]-1, in ascending columns.
// Entry k has the value val[k], which is finite, in column col[k].
type sparseRows struct {
	rows, cols int
	ptr, col   []int32
	val        []float64
}

// readPlanetoid reads the files of a Planetoid set. The files x and y are optional, and y is not used. Without x there is no public split.
// index has the file test.index. An empty index is an error.
func readPlanetoid(pickles, index []File) (*Found, error) {
	p := &planetoidParts{x: map[string]*sparseRows{}, y: map[string]*pyArray{}, files: map[string]string{}}
	for _, f := range pickles {
		if err := p.decode(f); err != nil {
			return nil, err
		}
	}
	if len(index) == 0 {
		return nil, fault(pickles[0].Name, 0, planetoidRemedy, "the file test.index is missing")
	}
	for _, role := range []string{"allx", "ally", "tx", "ty", "graph"} {
		if p.files[role] == "" {
			return nil, fault(pickles[0].Name, 0, planetoidRemedy, "the file %s is missing", role)
		}
	}
	n, err := p.readIndex(index[0]) // n is the number of nodes
	if err != nil {
		return nil, err
	}
	// The dictionary of neighbours lists every edge twice. graph.Build merges the two entries.
	edges, err := p.readEdges(n)
	if err != nil {
		return nil, err
	}
	name := baseName(p.files["graph"])
	// A graph from the file ind.cora.graph has the name cora.
	name = strings.TrimSuffix(strings.TrimPrefix(name, "ind."), ".graph")
	g, tally := graph.Build(name, n, edges)
	p.setAttributes(g)
	found := &Found{Graph: g, Format: "Planetoid", Tally: tally}
	if s, ok := p.publicSplit(n); ok {
		found.Splits = append(found.Splits, s)
	}
	return found, nil
}

// decode reads a pickle into the field of p for its role. The role is the ending of the file name: ind.cora.allx has the role allx.
// An unknown role, a second file of a role, and a value of another type are errors.
func (p *planetoidParts) decode(f File) error {
	v, err := unpickle(f)
	if err != nil {
		return err
	}
	role := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	if p.files[role] != "" {
		return fault(f.Name, 0, "choose the files of one set", "there are two files %s", role)
	}
	// ok reports that the value has the type of its role.
	var ok bool
	switch role {
	case "graph":
		p.graph, ok = v.(*pyDict)
	case "x", "tx", "allx":
		var s *pySparse
		s, ok = v.(*pySparse)
		if !ok {
			break // the error follows below
		}
		p.x[role], err = s.rows(f.Name)
		if err != nil {
			return err
		}
	case "y", "ty", "ally":
		var a *pyArray
		a, ok = v.(*pyArray)
		if !ok {
			break
		}
		// The labels are integers, a column per class.
		isTable := a.kind == 'i' && len(a.shape) == 2
		if !isTable || a.shape[1] < 1 || a.shape[1] > MaxClasses {
			return fault(f.Name, 0, planetoidRemedy, "the labels are not an integer table of up to %d classes, but of shape %v", MaxClasses, a.shape)
		}
		p.y[role] = a
	default:
		return fault(f.Name, 0, planetoidRemedy,
			"the file is another kind of Python object, or its name does not end in the role of a Planetoid file")
	}
	if !ok {
		return fault(f.Name, 0, planetoidRemedy, "the file does not hold what a file %s holds", role)
	}
	p.files[role] = f.Name
	return nil
}

// rows returns a csr_matrix as sparseRows. An invalid matrix is an error, which names the file.
func (s *pySparse) rows(file string) (*sparseRows, error) {
	bad := func(format string, args ...any) (*sparseRows, error) {
		return nil, fault(file, 0, "fetch the file again", "the sparse matrix is damaged: %s", fmt.Sprintf(format, args...))
	}
	// state is nil if the pickle has no opcode BUILD for the matrix.
	if s.state == nil {
		return bad("it has no content")
	}
	attributes := map[string]any{}
	for k, key := range s.state.keys {
		if name, ok := key.(string); ok {
			attributes[name] = s.state.values[k]
		}
	}
	shape, _ := attributes["_shape"].(pyTuple)
	ptr, _ := attributes["indptr"].(*pyArray)
	col, _ := attributes["indices"].(*pyArray)
	val, _ := attributes["data"].(*pyArray)
	if len(shape) != 2 || ptr == nil || col == nil || val == nil {
		return bad("a part is missing")
	}
	if ptr.kind != 'i' || col.kind != 'i' {
		return bad("a part is missing")
	}
	rows, isRows := shape[0].(int64)
	cols, isCols := shape[1].(int64)
	validRows := isRows && rows >= 0 && rows <= MaxNodes
	validCols := isCols && cols >= 0 && cols <= MaxFeatures
	// Every entry has a column and a value.
	hasValuePerColumn := col.count() == val.count() && col.count() <= MaxEntries
	if !validRows || !validCols || !hasValuePerColumn || ptr.count() != int(rows)+1 {
		return bad("shape (%s, %s) with %d row pointers, %d columns and %d values", describe(shape[0]), describe(shape[1]), ptr.count(),
			col.count(), val.count())
	}
	m := &sparseRows{rows: int(rows), cols: int(cols), ptr: make([]int32, rows+1), col: make([]int32, col.count()),
		val: make([]float64, val.count())}
	for i := range m.ptr {
		m.ptr[i] = ptr.int(i)
	}
	// Row pointers ascend from 0 to the number of entries.
	if m.ptr[0] != 0 || int(m.ptr[rows]) != len(m.col) || !slices.IsSorted(m.ptr) {
		return bad("its row pointers are out of order")
	}
	// Columns ascend within a row, and values are finite.
	for i := range int(rows) {
		for k := m.ptr[i]; k < m.ptr[i+1]; k++ {
			c, v := col.int(int(k)), val.float(int(k))
			isColumn := c >= 0 && int64(c) < cols
			ascends := k == m.ptr[i] || c > m.col[k-1]
			if !isColumn || !ascends {
				return bad("row %d has column %d out of order or range", i, c)
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return bad("row %d has the value %v", i, v)
			}
			m.col[k], m.val[k] = c, v
		}
	}
	return m, nil
}

// count returns the number of elements of an array of numbers, which have four bytes each.
func (a *pyArray) count() int { return len(a.data) / 4 }

// int returns the four bytes of element k as an integer. In an array of kind 'f' these are the bits of a float32.
func (a *pyArray) int(k int) int32 {
	return int32(binary.LittleEndian.Uint32([]byte(a.data[4*k : 4*k+4])))
}

// float returns element k of an array of numbers.
func (a *pyArray) float(k int) float64 {
	if a.kind == 'i' {
		return float64(a.int(k))
	}
	return float64(math.Float32frombits(uint32(a.int(k))))
}

// readIndex reads test.index into p.index, compares the sizes of all parts, and returns the number of nodes: the largest id plus 1.
// The rows of allx are the first nodes. A later id that is missing in test.index is a node without a row.
// An id out of range or given twice, parts of unequal sizes, and more nodes without a row than with a row are errors.
func (p *planetoidParts) readIndex(f File) (int, error) {
	// first is the smallest id that a test node may have: the number of rows of allx.
	first := p.x["allx"].rows
	// n is the number of nodes so far. seen has the ids of the lines so far.
	n, seen := first, map[int]bool{}
	for line, s := range contentLines(f.Data, "") {
		v, why := parseID(s)
		isTestNode := v >= int64(first) && v < MaxNodes
		if why == "" && !isTestNode {
			why = fmt.Sprintf("is not between %d, the rows of allx, and %d", first, MaxNodes-1)
		}
		if why == "" && seen[int(v)] {
			why = "occurs twice"
		}
		if why != "" {
			return 0, fault(f.Name, line, planetoidRemedy, "the node id %s %s", quote(s), why)
		}
		seen[int(v)] = true
		p.index = append(p.index, int(v))
		n = max(n, int(v)+1)
	}
	// got is the number of rows or columns of a part. want is the number that follows from allx, ally and test.index.
	for _, c := range []struct {
		role      string
		got, want int
	}{
		{"ally", p.y["ally"].shape[0], first}, {"tx", p.x["tx"].rows, len(p.index)}, {"ty", p.y["ty"].shape[0], len(p.index)},
		{"tx", p.x["tx"].cols, p.x["allx"].cols}, {"ty", p.y["ty"].shape[1], p.y["ally"].shape[1]},
	} {
		if c.got != c.want {
			return 0, fault(p.files[c.role], 0, planetoidRemedy, "it has %d rows or columns where the other files have %d", c.got, c.want)
		}
	}
	// A small file with a very large id would define many nodes without a row. CiteSeer has 15 such nodes.
	if rows := first + len(p.index); n > 2*rows {
		return 0, fault(f.Name, 0, planetoidRemedy, "the largest id is %d, but there are only %d rows", n-1, rows)
	}
	return n, nil
}

// readEdges returns the entries of the dictionary of neighbours as edges. n is the number of nodes.
// A key or a neighbour that is no node, a value that is no list, and more than MaxEdges edges are errors.
func (p *planetoidParts) readEdges(n int) ([]graph.Edge, error) {
	file := p.files["graph"]
	var out []graph.Edge
	// node returns the value v as the number of a node. ok is false if v is no integer from 0 to n-1.
	node := func(v any) (id int32, ok bool) {
		i, ok := v.(int64)
		return int32(i), ok && i >= 0 && i < int64(n)
	}
	for k, key := range p.graph.keys {
		i, ok := node(key)
		list, isList := p.graph.values[k].(*pyList)
		if !ok || !isList {
			return nil, fault(file, 0, planetoidRemedy, "the entry of %s is not the list of neighbours of a node in 0..%d", describe(key), n-1)
		}
		if len(out)+len(list.items) > MaxEdges {
			return nil, fault(file, 0, "take a part of the graph", "more than %d edges", MaxEdges)
		}
		for _, v := range list.items {
			j, ok := node(v)
			if !ok {
				return nil, fault(file, 0, planetoidRemedy, "node %d has the neighbour %s, which is not in 0..%d", i, describe(v), n-1)
			}
			out = append(out, graph.Edge{I: i, J: j})
		}
	}
	return out, nil
}

// setAttributes sets features and labels. Row i of allx and ally belongs to node i. Row k of tx and ty belongs to node index[k].
// A node without a row has no features and class 0, as in the usual loaders. A note gives the number of such nodes.
func (p *planetoidParts) setAttributes(g *graph.Graph) {
	// sources[i] has the row of the matrices x and y with the features and the label of node i. x is nil if node i has no row.
	type source struct {
		x   *sparseRows
		y   *pyArray
		row int
	}
	sources := make([]source, g.N)
	for i := range p.x["allx"].rows {
		sources[i] = source{p.x["allx"], p.y["ally"], i}
	}
	for k, i := range p.index {
		sources[i] = source{p.x["tx"], p.y["ty"], k}
	}
	x := &linalg.CSR{Rows: g.N, Cols: p.x["allx"].cols, Ptr: make([]int32, 1, g.N+1)}
	g.Classes = p.y["ally"].shape[1]
	withoutRow := 0
	for i, s := range sources {
		if s.x == nil {
			g.Labels[i] = 0
			withoutRow++
		} else {
			lo, hi := s.x.ptr[s.row], s.x.ptr[s.row+1]
			x.Col, x.Val = append(x.Col, s.x.col[lo:hi]...), append(x.Val, s.x.val[lo:hi]...)
			// The class is the first column that is not 0. A row of zeros has class 0.
			g.Labels[i] = 0
			for c := range g.Classes {
				if s.y.int(s.row*g.Classes+c) != 0 {
					g.Labels[i] = c
					break
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	g.X = x
	g.Notes = appendNote(g.Notes, withoutRow > 0, words.Counted(withoutRow, "node has", "nodes have")+
		" neither features nor a label in the files: empty features and class 0, as in published results.")
}

// publicSplit returns the split of the Planetoid paper. n is the number of nodes of the graph.
// ok is false if the file x is missing, if allx has too few rows for training and validation, or if the split is not valid.
func (p *planetoidParts) publicSplit(n int) (s graph.Split, ok bool) {
	if p.x["x"] == nil {
		return graph.Split{}, false
	}
	training := p.x["x"].rows // the number of training nodes
	if training+graph.PerClassVal > p.x["allx"].rows {
		return graph.Split{}, false
	}
	s = graph.Split{Name: graph.PlanetoidSplit, Test: slices.Clone(p.index)}
	// PerClassVal is 500.
	for i := range training + graph.PerClassVal {
		if i < training {
			s.Train = append(s.Train, i)
		} else {
			s.Val = append(s.Val, i)
		}
	}
	order.Ints(s.Test)
	return s, s.Check(n) == nil
}
