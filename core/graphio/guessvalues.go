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
	any := false
	for _, v := range c.values {
		if !isMissing(v) {
			if !isNumber(strings.TrimSpace(v)) {
				return false
			}
			any = true
		}
	}
	return any
}

// boolean reports whether all values that are set are true or false.
func boolean(c *column) bool {
	any := false
	for _, v := range c.values {
		if !isMissing(v) {
			if truths[strings.ToLower(v)] == "" {
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
func repeats(c *column, n int) bool {
	distinct := map[string]bool{}
	set := 0
	for _, v := range c.values {
		if v != "" {
			distinct[v] = true
			set++
		}
		if len(distinct) > MaxClasses {
			return false
		}
	}
	return set > 0 && 2*len(distinct) <= set
}
