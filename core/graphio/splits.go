package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The split of the nodes is an attribute "set" with the values "train", "val" and "test". Nodes in no set lack it.

// setKey is the attribute under which this package writes the set of a node.
const setKey = "set"

// setNames are the values of setKey, in the order of the sets.
var setNames = [3]string{"train", "val", "test"}

// setNumbers maps names of sets used by programs to the number of the set.
var setNumbers = map[string]int{"train": 0, "training": 0, "val": 1, "valid": 1, "validation": 1, "dev": 1, "test": 2, "testing": 2}

// setTexts returns the name of the set of each of n nodes, nil without a split.
func setTexts(x *Extra, n int) []string {
	if x == nil || x.Split == nil {
		return nil
	}
	sets := make([]string, n)
	for i, set := range x.Split.Of(n) {
		if set != graph.NoSet {
			sets[i] = setNames[set-graph.TrainSet]
		}
	}
	return sets
}

// splitList returns the split as a list of at most one.
func splitList(x *Extra) []graph.Split {
	if x == nil || x.Split == nil {
		return nil
	}
	return []graph.Split{*x.Split}
}

// splitColumns returns the columns with the sets of the nodes, nil for none.
// It is one column with names of sets, at least one of them of the training set, or up to three columns of masks.
func (a *assembly) splitColumns() []*column {
	if c := a.userColumn(content.RoleSplit); c != nil {
		c.role = content.RoleSplit
		return []*column{c}
	}
	if a.excluded[content.RoleSplit] {
		return nil
	}
	for _, c := range a.columns {
		if c.userRole != "" || content.Rank(content.NameSet, c.key) < 0 {
			continue
		}
		// Without a training set the column may be anything.
		train := slices.ContainsFunc(c.values, func(v string) bool { k, ok := setNumber(v); return ok && k == 0 })
		if train && c.all(func(v string) bool { _, ok := setNumber(v); return ok }) {
			c.role = content.RoleSplit
			return []*column{c}
		}
	}
	var list []*column
	for rule := content.NameTrain; rule <= content.NameTest; rule++ {
		for _, c := range a.columns {
			if c.userRole == "" && content.Rank(rule, c.key) >= 0 && c.all(isMask) && (len(list) > 0 || rule == content.NameTrain) {
				list = append(list, c)
				break
			}
		}
	}
	for _, c := range list {
		c.role = content.RoleSplit
	}
	return list
}

// isMask reports whether a value is a mask of one set, or a list of masks for several splits.
func isMask(v string) bool {
	list := maskBits(v)
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return s != "0" && s != "1" })
}

// maskBits returns the truth values of a mask as 0 and 1. Other words stay unchanged.
func maskBits(v string) []string {
	list := strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return strings.ContainsRune(" ,;[]()", r) })
	for k, s := range list {
		if b := truthNumbers[s]; b != "" {
			list[k] = b
		} else if x, why := parseNumber(s); why == "" && (x == 0 || x == 1) {
			list[k] = words.Either(x == 1, "1", "0")
		}
	}
	return list
}

// setNumber returns the number of the set with a name; the result is false for other names.
func setNumber(v string) (int, bool) {
	if len(v) > 20 {
		return 0, false
	}
	k, ok := setNumbers[strings.ToLower(strings.TrimSpace(v))]
	return k, ok
}

// splits returns the splits in the columns of sets.
// Nodes without a label are left out where the graph has labels: they cannot be trained or tested on.
func (a *assembly) splits(g *graph.Graph) (out []graph.Split) {
	if len(a.sets) == 0 {
		return nil
	}
	count, unlabelled := 1, map[int]bool{}
	masks := isMask(a.sets[0].value(firstFilled(a.sets[0])))
	if masks {
		count = min(len(maskBits(a.sets[0].value(firstFilled(a.sets[0])))), MaxArchive)
	}
	for k := range count {
		s := graph.Split{Name: splitName(a.file, k, count)}
		lists := [3]*[]int{&s.Train, &s.Val, &s.Test}
		for i := range g.N {
			owners := 0
			for _, c := range a.sets {
				set, in := setNumber(c.value(i))
				if masks {
					bits := maskBits(c.value(i))
					in, set = len(bits) > 0 && bits[min(k, len(bits)-1)] == "1", 0
					for set < 2 && content.Rank(content.NameTrain+set, c.key) < 0 {
						set++
					}
				}
				if !in {
					continue
				}
				if owners++; owners > 1 {
					g.Notes = append(g.Notes, "The masks were left out: the node "+quote(a.ids[i])+" is in two sets.")
					return nil
				}
				if a.meta == nil && g.Classes > 0 && g.Labels[i] < 0 {
					unlabelled[i] = true
				} else {
					*lists[set] = append(*lists[set], i)
				}
			}
		}
		if len(s.Train) > 0 {
			out = append(out, s)
		}
	}
	g.Notes = appendNote(g.Notes, len(unlabelled) > 0, words.Count(len(unlabelled), "node")+" without a label taken out of the file's split.")
	return out
}

// ReadSplitNPZ reads a split of n nodes from the arrays train_mask, val_mask and test_mask of an npz file, with one element per node.
// Of several splits it returns the first. The error is an *Error.
func ReadSplitNPZ(name string, data []byte, n int) (graph.Split, error) {
	z, err := readNPZ(File{Name: name, Data: data}, nil)
	if err != nil {
		return graph.Split{}, err
	}
	all, err := z.splits(n)
	if err != nil {
		return graph.Split{}, err
	}
	return all[0], nil
}

const maskRemedy = "a split file has train_mask, val_mask and test_mask, one element per node, or train_idx, val_idx and test_idx, " +
	"numbers of nodes from 0"

// nodeSet is an array with a set of nodes for each split: a mask with one element per node, or a list of numbers of nodes.
type nodeSet struct {
	*npyArray
	list bool
	// count is the number of splits, 0 for one set common to all splits. byRow reports that the first index is the split.
	count int
	byRow bool
}

// nodeSets returns the masks or lists of the three sets under any known name, nil for a missing one.
func (z *npz) nodeSets() (m [3]*nodeSet) {
	for k, words := range [3][]string{{"train"}, {"val", "valid"}, {"test"}} {
		for _, w := range words {
			for q, name := range []string{w + "_mask", w + "_masks", w + "_idx", "idx_" + w, w + "_index", w + "_indices"} {
				if a := z.arrays[name]; a != nil && m[k] == nil {
					m[k] = &nodeSet{npyArray: a, list: q > 1 && a.kind != 'b'}
				}
			}
		}
	}
	return m
}

// splits returns all splits of an npz file.
// Masks have shape (n), or (s, n) or (n, s) for s splits.
// Lists have shape (k) or (s, k), or (k, s) where the three have equally many columns but not rows.
// An array with one dimension is common to all splits.
func (z *npz) splits(n int) ([]graph.Split, error) {
	sets := z.nodeSets()
	for _, m := range sets {
		if m == nil {
			return nil, fault(z.file, 0, maskRemedy, "a mask is missing")
		}
	}
	first := &nodeSet{count: 1}
	for _, m := range sets {
		if err := m.findSplitAxis(sets, n); err != nil {
			return nil, err
		}
		switch {
		case m.count > 0 && first.npyArray == nil:
			first = m
		case m.count > 0 && m.count != first.count:
			return nil, fault(m.file, 0, maskRemedy, "the mask has shape %v, another one %v", m.shape, first.shape)
		}
	}
	count := first.count
	// An empty graph would let the number of splits grow without bytes.
	if count > MaxArchive || n == 0 {
		return nil, fault(z.file, 0, maskRemedy, "the masks hold %d splits of %d nodes", count, n)
	}
	out, owner := make([]graph.Split, count), make([]byte, n)
	for k := range out {
		s := &out[k]
		s.Name = splitName(z.file, k, count)
		for set, list := range [3]*[]int{&s.Train, &s.Val, &s.Test} {
			var err error
			if *list, err = sets[set].nodesOf(k, owner, byte(set+1)); err != nil {
				return nil, err
			}
		}
		for _, list := range s.Sets() {
			for _, i := range list {
				// The marks are cleared for the next split.
				owner[i] = 0
			}
		}
	}
	return out, nil
}

// findSplitAxis sets count and byRow from the shapes of the three arrays.
func (m *nodeSet) findSplitAxis(all [3]*nodeSet, n int) error {
	s := m.shape
	alike := func(index int) bool {
		return !slices.ContainsFunc(all[:], func(o *nodeSet) bool { return o.list && len(o.shape) == 2 && o.shape[index] != s[index] })
	}
	switch {
	case len(s) == 1 && (m.list || s[0] == n):
	case len(s) == 2 && (m.list && (alike(0) || !alike(1)) || !m.list && s[1] == n):
		m.count, m.byRow = s[0], true
	case len(s) == 2 && (m.list || s[0] == n):
		m.count = s[1]
	default:
		return fault(m.file, 0, "check that the split belongs to this graph", "the mask has shape %v, the graph %d nodes", s, n)
	}
	if len(s) == 2 && m.count == 0 {
		return fault(m.file, 0, maskRemedy, "the masks hold %d splits of %d nodes", m.count, n)
	}
	return nil
}

// nodesOf returns the nodes of split k in ascending order, and marks them with set in owner. A node in two sets is an error.
func (m *nodeSet) nodesOf(k int, owner []byte, set byte) (nodes []int, err error) {
	length := m.len()
	if m.count > 0 {
		length /= m.count
	}
	for i := range length {
		p := i
		switch {
		case m.count > 0 && m.byRow:
			p = m.offset(k, i)
		case m.count > 0:
			p = m.offset(i, k)
		}
		v, node := m.float(p), i
		switch {
		case m.list:
			if node = int(v); v != float64(node) || node < 0 || node >= len(owner) {
				return nil, fault(m.file, 0, maskRemedy, "element %d is %v, not the number of one of the %d nodes", i, v, len(owner))
			}
		case v == 0:
			continue
		case v != 1:
			return nil, fault(m.file, 0, maskRemedy, "element %d is %v, not 0 or 1", i, v)
		}
		switch owner[node] {
		case 0:
			owner[node] = set
			nodes = append(nodes, node)
		case set: // repeated in a list
		default:
			return nil, fault(m.file, 0, "each node belongs to one set at most", "node %d is in two masks", node)
		}
	}
	slices.Sort(nodes)
	return nodes, nil
}
