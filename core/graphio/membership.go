package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// A split travels with the nodes: the attribute "set" of a node is "train", "val" or "test", and missing for a node of none of the three.

// setKey is the attribute with which this package writes the set of a node.
const setKey = "set"

var setNames = [3]string{"train", "val", "test"}

// setNumbers are the names of the sets in use.
var setNumbers = map[string]int{"train": 0, "training": 0, "val": 1, "valid": 1, "validation": 1, "dev": 1, "test": 2, "testing": 2}

// setsOf returns the name of each node's set, nil without a split.
func setsOf(x *Extra, n int) []string {
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

// splitsOf returns the split as the writers with arrays take it.
func splitsOf(x *Extra) []graph.Split {
	if x == nil || x.Split == nil {
		return nil
	}
	return []graph.Split{*x.Split}
}

// membership returns the columns with the nodes' sets: names, at least one that of the training set, or the masks of the sets.
func (a *assembly) membership() []*column {
	if c := a.fixed(content.RoleSplit); c != nil {
		c.role = content.RoleSplit
		return []*column{c}
	}
	if a.none[content.RoleSplit] {
		return nil
	}
	for _, c := range a.columns {
		if c.fix != "" || content.Rank(content.NameSet, c.key) < 0 {
			continue
		}
		train := slices.ContainsFunc(c.values, func(v string) bool { k, ok := setNumber(v); return ok && k == 0 })
		if train && c.all(func(v string) bool { _, ok := setNumber(v); return ok }) {
			c.role = content.RoleSplit
			return []*column{c}
		}
	}
	var list []*column
	for rule := content.NameTrain; rule <= content.NameTest; rule++ {
		for _, c := range a.columns {
			if c.fix == "" && content.Rank(rule, c.key) >= 0 && c.all(isMask) && (len(list) > 0 || rule == content.NameTrain) {
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

// isMask reports whether a value says whether a node is in a set, or in each of several.
func isMask(v string) bool {
	list := maskBits(v)
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return s != "0" && s != "1" })
}

// maskBits returns the truth values of a mask as 0 and 1, and other words as they are.
func maskBits(v string) []string {
	list := strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return strings.ContainsRune(" ,;[]()", r) })
	for k, s := range list {
		if b := truths[s]; b != "" {
			list[k] = b
		} else if x, why := parseNumber(s); why == "" && (x == 0 || x == 1) {
			list[k] = words.Either(x == 1, "1", "0")
		}
	}
	return list
}

func setNumber(v string) (int, bool) {
	if len(v) > 20 {
		return 0, false
	}
	k, ok := setNumbers[strings.ToLower(strings.TrimSpace(v))]
	return k, ok
}

// takeSplit makes the splits of the columns of sets. A node without a label is of no use there: it is left out when there are labels at
// all.
func (a *assembly) takeSplit(g *graph.Graph) (out []graph.Split) {
	if len(a.sets) == 0 {
		return nil
	}
	count, unlabelled := 1, map[int]bool{}
	masks := isMask(a.sets[0].value(firstSet(a.sets[0])))
	if masks {
		count = min(len(maskBits(a.sets[0].value(firstSet(a.sets[0])))), MaxArchive)
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
	note(&g.Notes, len(unlabelled) > 0, words.Count(len(unlabelled), "node")+" without a label taken out of the file's split.")
	return out
}

// ReadSplitNPZ reads the train, validation and test mask of an npz file (arrays train_mask, val_mask, test_mask with one element per node)
// as a split of n nodes. Of a file with several splits it returns the first. The error is an *Error.
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

// nodeSet is an array that gives a set of nodes in each split: a mask, with one element per node, or a list of the nodes' numbers.
type nodeSet struct {
	*npyArray
	list bool
	// count is the number of splits, 0 for one set that all splits have; byRow reports that the first index is that of the split.
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

// splits returns all splits of an npz file: masks of shape (n), or (s, n) or (n, s) for s splits; lists of shape (k), or (s, k), or (k, s)
// where the three have as many columns but not as many rows. What has one dimension is the same in all splits.
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
	out, owner := make([]graph.Split, count), make([]byte, n)
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
