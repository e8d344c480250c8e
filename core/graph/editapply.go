package graph

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
)

// Blank returns the empty graph with two named classes, for drawing.
func Blank() *Graph {
	g := New(BlankName, 0, nil)
	g.setLabels([]int{}, []string{"A", "B"})
	return g
}

// BlankName is the name of the empty graph for Builtin.
const BlankName = "blank"

// Apply returns the edited graph with features, its split, and the ids of its nodes; see Outline.
//
// Directions: an edge of the base keeps its own, and an added edge has both.
//
// Features: those computed by [FillMissing] are computed again from the edited graph.
// Otherwise a node of the base keeps its features.
// An added node has the mean of the features of its neighbours in the base, or zeros without any.
func (e Edits) Apply(base *Graph, split Split) (*Graph, Split, []int, error) {
	g, s, ids, err := e.Outline(base, split)
	if err != nil {
		return nil, Split{}, nil, err
	}
	return e.filled(base, g, ids), s, ids, nil
}

// filled returns the outline g with features.
func (e Edits) filled(base, g *Graph, ids []int) *Graph {
	// Features that depend on the structure must follow it.
	if base.N == 0 || base.derivedFeatures() {
		return FillMissing(g)
	}
	g.X, g.FeatureNames = e.features(base, g, ids), base.FeatureNames
	return g
}

// Outline returns the edited graph without features, its split, and the ids of its nodes in order. It changes neither base nor split.
//
// Split: the set of a node follows its id, and an added node is a test node until it is moved.
// On a base without nodes the nodes of each class alternate between training, test and validation.
// A drawn graph thus has training nodes of every class at once.
func (e Edits) Outline(base *Graph, split Split) (*Graph, Split, []int, error) {
	if err := e.Check(base); err != nil {
		return nil, Split{}, nil, err
	}
	g, ids := e.outline(base)
	g.Name, g.Notes = editedName(base), append(g.Notes, "The graph was edited by hand.")
	return g, e.split(base, split, g, ids), ids, nil
}

// outline returns the graph of Outline without a check, a split, a name and a note.
func (e Edits) outline(base *Graph) (*Graph, []int) {
	ids := e.IDs(base)
	// at maps an id to its index, -1 for a deleted node.
	at := slices.Repeat([]int32{-1}, base.N+len(e.Add))
	for i, id := range ids {
		at[id] = int32(i)
	}
	edges := make([]Edge, 0, len(base.Edges)+len(e.Join))
	oneWay := make([]bool, 0, cap(edges))
	// Edges of deleted nodes are dropped.
	add := func(i, j int, direction Direction) {
		if at[i] >= 0 && at[j] >= 0 {
			edges, oneWay = append(edges, Edge{at[i], at[j]}), append(oneWay, direction != Both)
		}
	}
	for k, q := range base.Edges {
		if _, cut := edgeAt(e.Cut, [2]int{int(q.I), int(q.J)}); !cut {
			from, to, _ := base.Entry(k)
			add(int(from), int(to), base.Direction(k))
		}
	}
	for _, q := range e.Join {
		add(q[0], q[1], Both)
	}
	g := New(base.Name, len(ids), edges)
	g.Orient(edges, oneWay)
	g.Notes = slices.Clone(base.Notes)
	g.setLabels(e.labels(base, ids), e.Classes)
	// Without class edits the base keeps its number of classes, even empty ones.
	if e.Classes == nil {
		g.Classes, g.ClassNames = base.Classes, base.ClassNames
	}
	if base.NodeNames != nil {
		g.NodeNames = make([]string, len(ids))
		for i, id := range ids {
			if id < base.N {
				g.NodeNames[i] = base.NodeNames[id]
			} else {
				g.NodeNames[i] = "new " + strconv.Itoa(id-base.N+1)
			}
		}
	}
	return g, ids
}

// editedName returns the name of an edited graph.
func editedName(base *Graph) string {
	if base.N == 0 {
		return "Your own graph"
	}
	return strings.TrimSuffix(base.Name, ", edited") + ", edited"
}

// labels returns the labels of the nodes with the given ids.
func (e Edits) labels(base *Graph, ids []int) []int {
	y := make([]int, len(ids))
	for i, id := range ids {
		if id < base.N {
			y[i] = base.Labels[id]
		} else {
			y[i] = e.Add[id-base.N][0]
		}
	}
	for _, q := range e.Label {
		if i, ok := slices.BinarySearch(ids, q[0]); ok {
			y[i] = q[1]
		}
	}
	return y
}

// derivedFeatures reports whether FillMissing computed the features, by their names.
func (g *Graph) derivedFeatures() bool {
	names := g.FeatureNames
	if g.X.Cols == 0 {
		return true
	}
	// Computed features always have names.
	if len(names) != g.X.Cols {
		return false
	}
	if g.X.Cols == g.N+1 && names[g.N] == degreeName {
		return true
	}
	return len(names) >= 3 && slices.Equal(names[:3], structureNames())
}

// features returns the features of the nodes with the given ids: rows of the base, and means for added nodes.
func (e Edits) features(base, g *Graph, ids []int) *linalg.CSR {
	x := &linalg.CSR{Rows: g.N, Cols: base.X.Cols, Ptr: make([]int32, 1, g.N+1)}
	adj := g.Adjacency()
	sum := make([]float64, base.X.Cols)
	for i, id := range ids {
		if id < base.N {
			from, to := base.X.Ptr[id], base.X.Ptr[id+1]
			x.Col = append(x.Col, base.X.Col[from:to]...)
			x.Val = append(x.Val, base.X.Val[from:to]...)
		} else {
			// Only neighbours of the base have features of their own.
			clear(sum)
			known := 0
			for _, j := range adj.Neighbors(i) {
				if k := ids[j]; k < base.N {
					known++
					for p := base.X.Ptr[k]; p < base.X.Ptr[k+1]; p++ {
						sum[base.X.Col[p]] += base.X.Val[p]
					}
				}
			}
			for c, v := range sum {
				if v != 0 {
					x.Col = append(x.Col, int32(c))
					x.Val = append(x.Val, v/float64(known))
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	return x
}

// split returns the split of the edited graph that follows a split of the base.
func (e Edits) split(base *Graph, old Split, g *Graph, ids []int) Split {
	set := old.Of(base.N + len(e.Add))
	// A small drawn graph needs test nodes before validation nodes.
	turn := [3]int{TrainSet, TestSet, ValSet}
	seen := make([]int, g.Classes)
	for i, id := range ids {
		switch {
		case id < base.N:
		// The training set of a data set stays as published.
		case base.N > 0:
			set[id] = TestSet
		default:
			set[id] = turn[seen[g.Labels[i]]%3]
			seen[g.Labels[i]]++
		}
	}
	for _, q := range e.Set {
		set[q[0]] = q[1]
	}
	name := old.Name
	if name == "" && base.N == 0 {
		name = "in turns"
	}
	of := make([]int, len(ids))
	for i, id := range ids {
		of[i] = set[id]
	}
	return gather(g, name, of)
}

// Override returns a split of the edited graph in which nodes moved by hand are in their set. ids are those of the graph.
func (e Edits) Override(g *Graph, s Split, ids []int) Split {
	of := s.Of(len(ids))
	for _, q := range e.Set {
		if i, ok := slices.BinarySearch(ids, q[0]); ok {
			of[i] = q[1]
		}
	}
	return gather(g, s.Name, of)
}

// gather returns the split with node i in set of[i]. Nodes without a label are in no set: they can neither be trained nor tested on.
func gather(g *Graph, name string, of []int) Split {
	s := Split{Name: name}
	for i, k := range of {
		if g.Labels[i] < 0 {
			continue
		}
		switch k {
		case TrainSet:
			s.Train = append(s.Train, i)
		case ValSet:
			s.Val = append(s.Val, i)
		case TestSet:
			s.Test = append(s.Test, i)
		}
	}
	return s
}
