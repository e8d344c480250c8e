// This file applies edits by hand to a base graph and its split.

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

// Apply returns the edited graph with features, its split, and the ids of its nodes. Split, ids and errors come from [Edits.Outline].
// An edge of the base keeps its direction, and an added edge has both directions.
//
// If the base has features that are not computed from edges, its nodes keep them. An added node has the mean of the features of its
// neighbours in the base, or zeros without such neighbours.
// For any other base [FillMissing] computes the features, and the labels if no node has a label.
// If the base has one-hot features, the edited graph has one-hot features, too, whatever its size.
func (e Edits) Apply(base *Graph, split Split) (*Graph, Split, []int, error) {
	g, s, ids, err := e.Outline(base, split)
	if err != nil {
		return nil, Split{}, nil, err
	}
	return e.filled(base, g, ids), s, ids, nil
}

// filled returns the outline g of base with the features of [Edits.Apply]. ids are the ids of its nodes.
func (e Edits) filled(base, g *Graph, ids []int) *Graph {
	switch {
	case base.N > 0 && base.hasOneHotFeatures():
		return fillMissing(g, max(g.N, oneHotNodes)) // the limit is at least g.N, so g gets one-hot features
	case base.N == 0 || base.derivedFeatures():
		return FillMissing(g)
	}
	g.X, g.FeatureNames = e.features(base, g, ids), base.FeatureNames
	return g
}

// Outline returns the edited graph without features, its split, and the ids of its nodes in order. It fails if [Edits.Check] fails.
//
// A node of the base keeps its set, and an added node is a test node, unless the user has moved the node to another set.
// If the base has no nodes, the nodes of each class go to the training, test and validation set in turn, so that a drawn graph has training
// nodes of every class at once. A node without a class is in no set.
func (e Edits) Outline(base *Graph, split Split) (*Graph, Split, []int, error) {
	if err := e.Check(base); err != nil {
		return nil, Split{}, nil, err
	}
	g, ids := e.outline(base)
	g.Name, g.Notes = editedName(base), append(g.Notes, "The graph was edited by hand.")
	return g, e.split(base, split, g, ids), ids, nil
}

// outline returns the graph and the ids of Outline, without a check. The graph has the name and the notes of the base.
func (e Edits) outline(base *Graph) (*Graph, []int) {
	ids := e.IDs(base)
	// The index of the node with an id, -1 for a deleted node.
	indexOf := slices.Repeat([]int32{-1}, base.N+len(e.Add))
	for i, id := range ids {
		indexOf[id] = int32(i)
	}
	edges := make([]Edge, 0, len(base.Edges)+len(e.Join))
	oneWay := make([]bool, 0, cap(edges))
	// add adds the edge between two ids, unless one of its ends is deleted.
	add := func(from, to int, direction Direction) {
		i, j := indexOf[from], indexOf[to]
		if i >= 0 && j >= 0 {
			edges, oneWay = append(edges, Edge{i, j}), append(oneWay, direction != Both)
		}
	}
	for k, edge := range base.Edges {
		_, isCut := edgeAt(e.Cut, [2]int{int(edge.I), int(edge.J)})
		if !isCut {
			from, to, _ := base.Entry(k) // the ends in the direction of the edge, as Orient needs them
			add(int(from), int(to), base.Direction(k))
		}
	}
	for _, pair := range e.Join {
		add(pair[0], pair[1], Both)
	}
	g := New(base.Name, len(ids), edges) // there are no loops and no repetitions, so New adds no notes
	g.Orient(edges, oneWay)
	g.Notes = slices.Clone(base.Notes)
	g.setLabels(e.labels(base, ids), e.Classes)
	// If no class was named, the number of classes stays, even if setLabels finds no node in the last classes.
	if e.Classes == nil {
		g.Classes, g.ClassNames = base.Classes, base.ClassNames
	}
	if base.NodeNames != nil {
		// Added nodes have the names "new 1", "new 2", …, after those in the base, which may be a saved edited graph.
		first := 1
		for _, name := range base.NodeNames {
			number, isNew := strings.CutPrefix(name, "new ")
			k, err := strconv.Atoi(number)
			if isNew && err == nil {
				first = max(first, k+1)
			}
		}
		g.NodeNames = make([]string, len(ids))
		for i, id := range ids {
			if id < base.N {
				g.NodeNames[i] = base.NodeNames[id]
			} else {
				g.NodeNames[i] = "new " + strconv.Itoa(first+id-base.N)
			}
		}
	}
	return g, ids
}

// editedName returns the name of the edited graph: the name of the base with ", edited" at the end, but only once.
// A graph drawn from nothing has a name of its own.
func editedName(base *Graph) string {
	if base.N == 0 {
		return "Your own graph"
	}
	return strings.TrimSuffix(base.Name, ", edited") + ", edited"
}

// labels returns the labels of the nodes with the given ids.
func (e Edits) labels(base *Graph, ids []int) []int {
	labels := make([]int, len(ids))
	for i, id := range ids {
		if id < base.N {
			labels[i] = base.Labels[id]
		} else {
			labels[i] = e.Add[id-base.N][0] // the class of the added node
		}
	}
	for _, change := range e.Label { // (id, class)
		i, exists := slices.BinarySearch(ids, change[0])
		if exists { // the node is not deleted
			labels[i] = change[1]
		}
	}
	return labels
}

// derivedFeatures reports whether the graph has no features, or features that this package has computed from the edges: one-hot features or
// the columns of structure. It recognises them by their names.
func (g *Graph) derivedFeatures() bool {
	if g.X.Cols == 0 {
		return true
	}
	names := g.FeatureNames
	if len(names) != g.X.Cols { // computed features always have names
		return false
	}
	isStructure := len(names) >= 3 && slices.Equal(names[:3], structureNames())
	return isStructure || g.hasOneHotFeatures()
}

// hasOneHotFeatures reports whether the features are those of identityAndDegree. It tests the number of columns and the last name.
func (g *Graph) hasOneHotFeatures() bool {
	names := g.FeatureNames
	return g.X.Cols == g.N+1 && len(names) == g.X.Cols && names[g.N] == degreeName
}

// features returns the features of the nodes of g, whose ids are given: rows of the base, and means for added nodes.
func (e Edits) features(base, g *Graph, ids []int) *linalg.CSR {
	x := &linalg.CSR{Rows: g.N, Cols: base.X.Cols, Ptr: make([]int32, 1, g.N+1)}
	adj := g.Adjacency()
	sum := make([]float64, base.X.Cols)
	for i, id := range ids {
		if id < base.N { // the row of the base
			first, end := base.X.Ptr[id], base.X.Ptr[id+1]
			x.Col = append(x.Col, base.X.Col[first:end]...)
			x.Val = append(x.Val, base.X.Val[first:end]...)
			x.Ptr = append(x.Ptr, int32(len(x.Val)))
			continue
		}
		// The mean of the neighbours in the base, since added neighbours have no features yet.
		clear(sum)
		count := 0
		for _, j := range adj.Neighbors(i) {
			neighbour := ids[j]
			if neighbour >= base.N {
				continue
			}
			count++
			for p := base.X.Ptr[neighbour]; p < base.X.Ptr[neighbour+1]; p++ {
				sum[base.X.Col[p]] += base.X.Val[p]
			}
		}
		for c, v := range sum {
			if v != 0 { // then count > 0
				x.Col = append(x.Col, int32(c))
				x.Val = append(x.Val, v/float64(count))
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	return x
}

// split returns the split of the edited graph g by the rules of [Edits.Outline]. old is the split of the base, and gives the name.
func (e Edits) split(base *Graph, old Split, g *Graph, ids []int) Split {
	setOf := old.Of(base.N + len(e.Add)) // the set of each id
	// The sets of the nodes of a class of a drawn graph, in turn. A class of two nodes needs a test node more than a validation node.
	turn := [3]int{TrainSet, TestSet, ValSet}
	drawn := make([]int, g.Classes) // nodes so far of each class
	for i, id := range ids {
		switch {
		case id < base.N: // keeps its set
		case base.N > 0: // a test node, since the training set of a data set stays as published
			setOf[id] = TestSet
		default:
			class := g.Labels[i] // never −1, since every added node has a class
			setOf[id] = turn[drawn[class]%3]
			drawn[class]++
		}
	}
	for _, change := range e.Set { // (id, set)
		setOf[change[0]] = change[1]
	}
	// The split of an empty base may have no name.
	name := old.Name
	if name == "" && base.N == 0 {
		name = "in turns"
	}
	sets := make([]int, len(ids))
	for i, id := range ids {
		sets[i] = setOf[id]
	}
	return gather(g, name, sets)
}

// Override returns the split s of the edited graph g, with the nodes that the user moved by hand in their new sets. ids are the ids of the
// nodes of g.
func (e Edits) Override(g *Graph, s Split, ids []int) Split {
	sets := s.Of(len(ids))
	for _, change := range e.Set { // (id, set)
		i, exists := slices.BinarySearch(ids, change[0])
		if exists { // the node is not deleted
			sets[i] = change[1]
		}
	}
	return gather(g, s.Name, sets)
}

// gather returns the split with a name and with node i in sets[i]. A node without a label is in no set, since it cannot serve training or
// tests.
func gather(g *Graph, name string, sets []int) Split {
	s := Split{Name: name}
	for i, set := range sets {
		if g.Labels[i] < 0 {
			continue
		}
		switch set {
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
