package graphio

import (
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// A split travels with the nodes: the attribute "set" of a node is "train",
// "val" or "test", and missing for a node of none of the three.

// setKey is the attribute with which this package writes the set of a node.
const setKey = "set"

// setKeys mean it in files of other programs, when every value is the name of a set.
var setKeys = []string{setKey, "split", "mask"}

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

// membership returns the column with the nodes' sets: all its values are names
// of sets, and one at least is that of the training set. nil when there is none.
func (a *assembly) membership() *column {
	if a.meta != nil {
		return a.guessSets()
	}
	return a.take(content.RoleSplit, a.guessSets)
}

func (a *assembly) guessSets() *column {
	for _, key := range setKeys {
		c := a.find(key)
		if c == nil {
			continue
		}
		train := false
		for _, v := range c.values {
			k, ok := setNumber(v)
			if !ok && v != "" {
				return nil
			}
			train = train || ok && k == 0
		}
		if train {
			return c
		}
	}
	return nil
}

func setNumber(v string) (int, bool) {
	if len(v) > 20 {
		return 0, false
	}
	k, ok := setNumbers[strings.ToLower(strings.TrimSpace(v))]
	return k, ok
}

// takeSplit makes the split of a column of sets. A node without a label is of
// no use in one: it is left out when the graph has labels at all.
func (a *assembly) takeSplit(g *graph.Graph, c *column) []graph.Split {
	if c == nil {
		return nil
	}
	s := graph.Split{Name: splitName(a.file, 0, 1)}
	lists, unlabelled := [3]*[]int{&s.Train, &s.Val, &s.Test}, 0
	for i, v := range c.values {
		k, ok := setNumber(v)
		if !ok {
			continue
		}
		if a.meta == nil && g.Classes > 0 && g.Labels[i] < 0 {
			unlabelled++
			continue
		}
		*lists[k] = append(*lists[k], i)
	}
	if unlabelled > 0 {
		g.Notes = append(g.Notes, words.Count(unlabelled, "node")+" without a label taken out of the file's split.")
	}
	if len(s.Train) == 0 {
		return nil
	}
	return []graph.Split{s}
}
