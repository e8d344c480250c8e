package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// A split travels with the nodes: the attribute "set" of a node is "train",
// "val" or "test", and missing for a node of none of the three.

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

// membership returns the columns with the nodes' sets: one of names, of which one
// at least is that of the training set, or the masks of the sets.
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

// takeSplit makes the splits of the columns of sets. A node without a label is of
// no use in one: it is left out when the graph has labels at all.
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
	if len(unlabelled) > 0 {
		g.Notes = append(g.Notes, words.Count(len(unlabelled), "node")+" without a label taken out of the file's split.")
	}
	return out
}
