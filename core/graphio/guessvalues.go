package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// missing are the texts by which programs mark a value that they do not have.
var missing = []string{"NA", "N/A", "n/a", "null", "NULL", "None"}

// isMissing reports whether a cell has no value.
func isMissing(s string) bool { return s == "" || slices.Contains(missing, s) }

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

// isIDColumn reports whether a column is called an id and has a whole number of
// its own for every node.
func isIDColumn(c *column) bool {
	key := strings.ToLower(c.key)
	if key != "id" && !strings.HasSuffix(key, "_id") && !strings.HasSuffix(c.key, "Id") && !strings.HasSuffix(key, " id") {
		return false
	}
	seen := map[string]bool{}
	for _, v := range c.values {
		if _, why := parseID([]byte(v)); why != "" || seen[v] {
			return false
		}
		seen[v] = true
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
	set, distinct := c.distinct()
	return set > 0 && distinct <= MaxClasses && 2*distinct <= set
}

// distinct counts the values of a column that are set, and the different ones up to one more than MaxClasses.
func (c *column) distinct() (set, different int) {
	seen := map[string]bool{}
	for _, v := range c.values {
		if v == "" {
			continue
		}
		if set++; len(seen) <= MaxClasses {
			seen[v] = true
		}
	}
	return set, len(seen)
}
