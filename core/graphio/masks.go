package graphio

import (
	"slices"

	"sheafscope/core/graph"
)

// ReadSplitNPZ reads the train, validation and test mask of an npz file
// (arrays train_mask, val_mask, test_mask with one element per node) as a
// split of n nodes. Of a file with several splits it returns the first.
// The error is an *Error.
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

// nodeSet is an array that tells a set of nodes in each split: a mask, with one element per
// node, or a list of the nodes' numbers.
type nodeSet struct {
	*npyArray
	list bool
	// count is the number of splits, 0 for one set that all splits have; byRow tells that the first index is that of the split.
	count int
	byRow bool
}

// masks returns the three masks or lists under any of their names, or nils.
func (z *npz) masks() (m [3]*nodeSet) {
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

// splits returns all splits of an npz file: masks of shape (n), or (s, n) or
// (n, s) for s splits; lists of shape (k), or (s, k), or (k, s) where the three
// have as many columns but not as many rows. What has one dimension is the same in all splits.
func (z *npz) splits(n int) ([]graph.Split, error) {
	sets := z.masks()
	for _, m := range sets {
		if m == nil {
			return nil, fault(z.file, 0, maskRemedy, "a mask is missing")
		}
	}
	first := &nodeSet{count: 1}
	for _, m := range sets {
		if err := m.orient(sets, n); err != nil {
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
	out := make([]graph.Split, count)
	owner := make([]byte, n)
	for k := range out {
		s := &out[k]
		s.Name = splitName(z.file, k, count)
		for set, list := range [3]*[]int{&s.Train, &s.Val, &s.Test} {
			var err error
			if *list, err = sets[set].take(k, owner, byte(set+1)); err != nil {
				return nil, err
			}
		}
		for _, list := range s.Sets() {
			for _, i := range list {
				owner[i] = 0
			}
		}
	}
	return out, nil
}

// orient finds out which index of the array is that of the split.
func (m *nodeSet) orient(all [3]*nodeSet, n int) error {
	s := m.shape
	alike := func(index int) bool {
		return !slices.ContainsFunc(all[:], func(o *nodeSet) bool {
			return o.list && len(o.shape) == 2 && o.shape[index] != s[index]
		})
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

// take returns the nodes of split k, ascending; in owner they get the number of the set.
func (m *nodeSet) take(k int, owner []byte, set byte) (nodes []int, err error) {
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
		case set: // a list names it twice
		default:
			return nil, fault(m.file, 0, "each node belongs to one set at most", "node %d is in two masks", node)
		}
	}
	slices.Sort(nodes)
	return nodes, nil
}
