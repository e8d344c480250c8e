package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// isMissing reports whether a cell has no value.
func isMissing(s string) bool { return content.Is(content.NameNoValue, strings.TrimSpace(s)) }

// unlabelled reports whether a cell has no label.
func unlabelled(s string) bool { return isMissing(s) || content.Is(content.NameNoLabel, s) }

// truths are truth values and their numbers.
var truths = map[string]string{"true": "1", "false": "0"}

// numeric reports whether all values that are set look like numbers.
func numeric(c *column) bool {
	return c.all(func(v string) bool { return isNumber(strings.TrimSpace(v)) })
}

// boolean reports whether all values that are set are true or false.
func boolean(c *column) bool {
	return c.all(func(v string) bool { return truths[strings.ToLower(v)] != "" })
}

// all reports whether a column has values, and all of them are so.
func (c *column) all(is func(string) bool) bool {
	any := false
	for _, v := range c.values {
		if !isMissing(v) {
			if !is(v) {
				return false
			}
			any = true
		}
	}
	return any
}

// repeatsID reports whether a column says of every node its id or its name.
func (a *assembly) repeatsID(g *graph.Graph, c *column) bool {
	if key := strings.ToLower(c.key); key != "value" && key != "id" && !slices.Contains(nameKeys, key) {
		return false
	}
	for i, id := range a.ids {
		if v := c.value(i); v != id && (g.NodeNames == nil || v != g.NodeNames[i]) {
			return false
		}
	}
	return true
}

// firstSet returns the first node that has a value.
func firstSet(c *column) int {
	for i, v := range c.values {
		if v != "" {
			return i
		}
	}
	return 0
}

// repeats reports whether a column has values on most nodes, but few different.
func repeats(c *column) bool {
	n := c.count()
	return n.set > 0 && n.different <= MaxClasses && 2*n.different <= n.set
}
