package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file reads splits of the nodes: columns of sets or masks in tables, and arrays in npz files.
// This package writes a split as an attribute "set" with the values "train", "val" and "test". Nodes in no set have no value.
// A mask states for each node whether the node is in one of the sets.
// The columns belong to an assembly, which collects the nodes and their attributes (assemble.go).

// setKey is the attribute that this package writes for the set of a node.
const setKey = "set"

// setNames are the values of setKey, by the number of the set, from 0.
var setNames = [3]string{"train", "val", "test"}

// setNumbers are the numbers of the sets by the names that programs use: 0 for training, 1 for validation, 2 for test.
var setNumbers = map[string]int{"train": 0, "training": 0, "val": 1, "valid": 1, "validation": 1, "dev": 1, "test": 2, "testing": 2}

// noSetWords are names for no set in a column of sets.
var noSetWords = []string{"unused", "rest", "other"}

// setTexts returns the name of the set of each of n nodes, and "" for a node in no set.
// x has the data that are written beside a graph. If x is nil or has no split, setTexts returns nil.
func setTexts(x *Extra, n int) []string {
	if x == nil || x.Split == nil {
		return nil
	}
	sets := make([]string, n)
	for i, set := range x.Split.Of(n) {
		// The sets of package graph have the order of setNames, from TrainSet on.
		if set != graph.NoSet {
			sets[i] = setNames[set-graph.TrainSet]
		}
	}
	return sets
}

// splitList returns the split of x as a list of one element. If x is nil or has no split, it returns nil.
func splitList(x *Extra) []graph.Split {
	if x == nil || x.Split == nil {
		return nil
	}
	return []graph.Split{*x.Split}
}

// splitColumns returns the columns that assign the nodes to training, validation and test, and gives these columns the role of a split.
// The columns are the user's column, a single column with the names of sets, or up to three columns of masks, in this order of priority.
// If the user has excluded sets, or no column has sets, splitColumns returns nil.
func (a *assembly) splitColumns() []*column {
	user := a.userColumn(content.RoleSplit)
	if user == nil && a.excluded[content.RoleSplit] {
		return nil
	}
	for _, c := range a.columns {
		// A column to which the user has given a role keeps it. Rank is negative for a name that is not used for sets.
		if user != nil || c.userRole != "" || content.Rank(content.NameSet, c.key) < 0 {
			continue
		}
		isSet := func(v string) bool {
			_, ok := setNumber(v)
			return ok || unlabelled(v) || slices.Contains(noSetWords, strings.ToLower(v))
		}
		isTrain := func(v string) bool { set, ok := setNumber(v); return ok && set == 0 }
		// If no node is in the training set, the values may have another meaning.
		if slices.ContainsFunc(c.values, isTrain) && c.all(isSet) {
			c.role = content.RoleSplit
			return []*column{c}
		}
	}
	// Of each set, the user's mask or else the first mask counts. Without a training mask, no mask counts. The rules NameTrain to NameTest
	// are consecutive numbers.
	var masks []*column
	for rule := content.NameTrain; rule <= content.NameTest; rule++ {
		if rule > content.NameTrain && len(masks) == 0 {
			break
		}
		isMaskOfSet := func(c *column) bool {
			isFree := c.userRole == "" || c.userRole == content.RoleSplit
			return isFree && content.Rank(rule, c.key) >= 0 && c.all(isMask)
		}
		if user != nil && isMaskOfSet(user) {
			masks = append(masks, user)
		} else if k := slices.IndexFunc(a.columns, isMaskOfSet); k >= 0 {
			masks = append(masks, a.columns[k])
		}
	}
	// A column that the user has chosen, and that is the mask of no set, replaces all masks.
	if user != nil && !slices.Contains(masks, user) {
		masks = []*column{user}
	}
	for _, c := range masks {
		c.role = content.RoleSplit
	}
	return masks
}

// isMask reports whether a value is a truth value (0, 1, true or false), or a list of truth values for several splits.
func isMask(v string) bool {
	bits := maskBits(v)
	isOther := func(s string) bool { return s != "0" && s != "1" }
	return len(bits) > 0 && !slices.ContainsFunc(bits, isOther)
}

// maskBits returns the truth values in a text as "0" and "1". Any other word is returned in lower case.
func maskBits(v string) []string {
	list := strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return strings.ContainsRune(" ,;[]()", r) })
	for k, s := range list {
		if bit := truthNumbers[s]; bit != "" {
			list[k] = bit
			continue
		}
		// Numbers such as 1.0 are truth values, too.
		x, why := parseNumber(s)
		isBit := why == "" && (x == 0 || x == 1)
		if isBit {
			list[k] = words.Either(x == 1, "1", "0")
		}
	}
	return list
}

// setNumber returns the number of the set with the name v. ok is false if v is no name of a set.
func setNumber(v string) (set int, ok bool) {
	const maxSetName = 20 // longer texts are no names of sets
	if len(v) > maxSetName {
		return 0, false
	}
	set, ok = setNumbers[strings.ToLower(strings.TrimSpace(v))]
	return set, ok
}

// splits returns the splits in the columns of sets. Masks with lists of truth values give several splits.
//   - If a node is in two sets, splits returns nil and adds a note to g.
//   - If the graph has labels, nodes without a label are taken out of their sets, with a note: neither training nor testing can use them.
//     In a file that this package has written, they stay in their sets.
//   - A split without training nodes is useless and left out.
func (a *assembly) splits(g *graph.Graph) (out []graph.Split) {
	if len(a.sets) == 0 {
		return nil
	}
	// count is the number of splits. unlabelled has the nodes that are taken out of their sets.
	count, unlabelled := 1, map[int]bool{}
	// The first filled value of the first column shows whether the columns are masks. The number of its truth values is the number of splits.
	example := firstFilled(a.sets[0])
	areMasks := isMask(example)
	if areMasks {
		// MaxArchive, the limit of files in an archive, also limits the splits of a file.
		count = min(len(maskBits(example)), MaxArchive)
	}
	for k := range count {
		s := graph.Split{Name: splitName(a.file, k, count)}
		lists := [3]*[]int{&s.Train, &s.Val, &s.Test}
		for i := range g.N {
			// owners is the number of sets that contain node i.
			owners := 0
			for _, c := range a.sets {
				set, isMember := setNumber(c.value(i))
				if areMasks {
					// The name of the column gives the set. Value k belongs to split k.
					// The last value of a shorter list belongs to all further splits, too.
					bits := maskBits(c.value(i))
					set, isMember = maskSet(c.key), len(bits) > 0 && bits[min(k, len(bits)-1)] == "1"
				}
				if !isMember {
					continue
				}
				owners++
				if owners > 1 {
					g.Notes = append(g.Notes, "The masks were left out: the node "+quote(a.ids[i])+" is in two sets.")
					return nil
				}
				// a.meta is nil unless this package has written the file.
				hasNoLabel := g.Classes > 0 && g.Labels[i] < 0
				if a.meta == nil && hasNoLabel {
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
	isLost := len(out) == 0 && a.userColumn(content.RoleSplit) != nil
	g.Notes = appendNote(g.Notes, isLost, "The column "+quote(a.sets[0].key)+" gives no training nodes, and the split was left out: "+
		"a split has the words train, val and test, or masks such as train_mask.")
	g.Notes = appendNote(g.Notes, len(unlabelled) > 0, words.Count(len(unlabelled), "node")+" without a label taken out of the file's split.")
	return out
}

// maskSet returns the number of the set of a mask, 0 to 2, by the name of its column.
// Any name other than those of training masks and of validation masks belongs to the test set.
func maskSet(name string) (set int) {
	for set < 2 && content.Rank(content.NameTrain+set, name) < 0 {
		set++
	}
	return set
}

// ReadSplitNPZ reads a split of n nodes from an npz file with masks or lists of the three sets. data is the content of the file.
// If the file has several splits, ReadSplitNPZ returns the first of them. The error is an *Error.
func ReadSplitNPZ(name string, data []byte, n int) (graph.Split, error) {
	z, err := readNPZ(File{Name: name, Data: data}, nil)
	if err != nil {
		return graph.Split{}, err
	}
	splits, err := z.splits(n)
	if err != nil {
		return graph.Split{}, err
	}
	return splits[0], nil
}

// maskRemedy is the remedy of errors in the arrays of a split.
const maskRemedy = "a split file has train_mask, val_mask and test_mask, one element per node, or train_idx, val_idx and test_idx, " +
	"numbers of nodes from 0"

// nodeSet is an array with a set of nodes for each split.
// The array is a mask with one element per node or, if list is true, a list of node indices.
type nodeSet struct {
	*npyArray
	list bool
	// count is the number of splits in the array. It is 0 if the array is common to all splits of the file.
	count int
	// byRow reports that the first axis is the axis of splits. If byRow is false and count is not 0, the second axis is the axis of splits.
	byRow bool
}

// nodeSets returns the masks or lists of the three sets. A missing set is nil.
func (z *npz) nodeSets() (sets [3]*nodeSet) {
	for set, stems := range [3][]string{{"train"}, {"val", "valid"}, {"test"}} {
		for _, w := range stems {
			for form, name := range []string{w + "_mask", w + "_masks", w + "_idx", "idx_" + w, w + "_index", w + "_indices"} {
				a := z.arrays[name]
				// The first array of a set counts.
				if a == nil || sets[set] != nil {
					continue
				}
				// The first two names are names of masks, the others of lists. An array of truth values (kind b) is always a mask.
				sets[set] = &nodeSet{npyArray: a, list: form > 1 && a.kind != 'b'}
			}
		}
	}
	return sets
}

// splits returns all splits of n nodes in an npz file.
//
// Masks have shape (n), or (s, n) or (n, s) for s splits. Lists of l nodes have shape (l), (s, l) or (l, s).
// A list has shape (l, s) if the lists have the same number of columns but different numbers of rows.
// An array with one axis is common to all splits.
// A missing set, unequal numbers of splits, more than MaxArchive splits, and n = 0 are errors. So is a fault in an array.
func (z *npz) splits(n int) ([]graph.Split, error) {
	sets := z.nodeSets()
	for _, m := range sets {
		if m == nil {
			return nil, fault(z.file, 0, maskRemedy, "a mask is missing")
		}
	}
	// All arrays with an axis of splits must have the same number of splits.
	// first is the first of these arrays. If no array has such an axis, the file has one split.
	first := &nodeSet{count: 1}
	for _, m := range sets {
		if err := m.findSplitAxis(sets, n); err != nil {
			return nil, err
		}
		if m.count == 0 { // the array is common to all splits
			continue
		}
		if first.npyArray == nil { // no earlier array has an axis of splits
			first = m
		} else if m.count != first.count {
			return nil, fault(m.file, 0, maskRemedy, "the mask has shape %v, another one %v", m.shape, first.shape)
		}
	}
	count := first.count
	// For an empty graph, a file of few bytes could claim any number of splits.
	if count > MaxArchive || n == 0 {
		return nil, fault(z.file, 0, maskRemedy, "the masks hold %d splits of %d nodes", count, n)
	}
	// owner has the set of each node in the current split, from 1, and 0 for a node in no set.
	out, owner := make([]graph.Split, count), make([]byte, n)
	for k := range out {
		s := &out[k]
		s.Name = splitName(z.file, k, count)
		for set, list := range [3]*[]int{&s.Train, &s.Val, &s.Test} {
			nodes, err := sets[set].nodesOf(k, owner, byte(set+1))
			if err != nil {
				return nil, err
			}
			*list = nodes
		}
		// The next split begins with all nodes in no set.
		for _, list := range s.Sets() {
			for _, i := range list {
				owner[i] = 0
			}
		}
	}
	return out, nil
}

// findSplitAxis sets count and byRow of m from the shapes of the arrays of the three sets. n is the number of nodes.
// An array with one axis keeps count 0. A shape that fits neither n nor a list is an error, and so is an array of zero splits.
func (m *nodeSet) findSplitAxis(sets [3]*nodeSet, n int) error {
	s := m.shape
	// sameLength reports whether all lists with two axes have the same length along an axis.
	sameLength := func(axis int) bool {
		return !slices.ContainsFunc(sets[:], func(o *nodeSet) bool { return o.list && len(o.shape) == 2 && o.shape[axis] != s[axis] })
	}
	switch {
	case len(s) == 1 && (m.list || s[0] == n):
		// A set that is common to all splits.
	case len(s) == 2 && m.list:
		// The first axis is the axis of splits, unless only the second axis has the same length in all lists.
		m.byRow = sameLength(0) || !sameLength(1)
		m.count = words.Either(m.byRow, s[0], s[1])
	// A mask. If the shape is (n, n), the first axis is the axis of splits.
	case len(s) == 2 && s[1] == n:
		m.count, m.byRow = s[0], true
	case len(s) == 2 && s[0] == n:
		m.count = s[1]
	default:
		return fault(m.file, 0, "check that the split belongs to this graph", "the mask has shape %v, the graph %d nodes", s, n)
	}
	if len(s) == 2 && m.count == 0 {
		return fault(m.file, 0, maskRemedy, "the masks hold %d splits of %d nodes", m.count, n)
	}
	return nil
}

// nodesOf returns the nodes of split k in ascending order. owner has the number of the set of each node, from 1, and 0 for no set.
// nodesOf writes set, the number of its own set, into the elements of the nodes that it returns.
// A node that is already in another set, a list element that is no node, and a mask element other than 0 and 1 are errors.
func (m *nodeSet) nodesOf(k int, owner []byte, set byte) (nodes []int, err error) {
	// length is the number of elements of a split.
	length := m.len()
	if m.count > 0 {
		length /= m.count
	}
	for i := range length {
		// position is the index of element i of split k in the array.
		position := i
		switch {
		case m.count > 0 && m.byRow:
			position = m.offset(k, i)
		case m.count > 0:
			position = m.offset(i, k)
		}
		// In a list, the value is a node. In a mask, i is the node and the value a truth value.
		v, node := m.float(position), i
		switch {
		case m.list:
			node = int(v)
			isNode := v == float64(node) && node >= 0 && node < len(owner)
			if !isNode {
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
		case set: // The list repeats the node.
		default:
			return nil, fault(m.file, 0, "each node belongs to one set at most", "node %d is in two masks", node)
		}
	}
	order.Ints(nodes)
	return nodes, nil
}
