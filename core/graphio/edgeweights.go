package graphio

import (
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file records that attributes of edges, such as weights, were left out, because a graph does not store them.
// It also counts negative weights, because they raise a doubt, a reason to ask the user.

// weightKeys are the words for a weight of an edge.
var weightKeys = []string{"weight", "weights", "w", "value", "val", "strength", "count", "capacity", "cost", "length", "distance",
	"similarity", "score", "probability", "sign", "rating", "correlation"}

// isWeight reports whether the last word of a name is a word for a weight, as in edge_weight.
func isWeight(key string) bool {
	parts := content.Parts(key)
	return len(parts) > 0 && slices.Contains(weightKeys, parts[len(parts)-1])
}

// isNegative reports whether a text is a number below zero. The number may have a decimal comma.
func isNegative(text string) bool {
	v, why := parseNumber(decimalPoint(strings.TrimSpace(text)))
	return why == "" && v < 0
}

// recordEdgeAttribute records that an attribute of an edge is left out, and counts a negative weight.
// text is the value of the attribute. A weight without a name has the key "".
func (a *assembly) recordEdgeAttribute(key, text string) {
	a.weighted = true
	mayBeWeight := key == "" || isWeight(key)
	a.negative += oneIf(mayBeWeight && isNegative(text))
}

// recordEdgeMember records that a member of an edge in JSON is left out. If its value v is an object, the members of v are the attributes.
// A list counts as an attribute without a number.
func (a *assembly) recordEdgeMember(key string, v json.RawMessage) {
	text, isScalar := scalar(v)
	isObject := !isScalar && v[0] == '{'
	if !isObject {
		a.recordEdgeAttribute(key, text)
		return
	}
	a.weighted = true // even for an object without members
	a.recordEdgeAttributes(string(v))
}

// recordEdgeAttributes records that the attributes in a dictionary of Python or an object of JSON are left out.
// braces is the text of the dictionary, such as {'weight': 3}. Members of nested dictionaries count as members of the dictionary.
func (a *assembly) recordEdgeAttributes(braces string) {
	isBorder := func(r rune) bool { return strings.ContainsRune("{},", r) }
	for part := range strings.FieldsFuncSeq(braces, isBorder) {
		if key, text, ok := strings.Cut(part, ":"); ok {
			a.recordEdgeAttribute(strings.Trim(key, " '\""), strings.Trim(text, " '\""))
		}
	}
}

// negativeWeights returns the number of negative weights in an edge list.
// A column has weights if its role is the weight. An ignored column has weights if its name is a word for a weight, or if no header names
// the ends. A column with a role from the user does not count, because the user knows its values. Weights within braces always count.
func (t *table) negativeWeights() int {
	headerNamesEnds := t.header != nil && t.namesEnds()
	n := t.seen.bracedNegatives
	for c, count := range t.seen.negative {
		if t.hasUserRole(c) {
			continue
		}
		switch t.edgeRole(c) {
		case content.RoleWeight:
			n += count
		case content.RoleIgnored:
			if !headerNamesEnds || isWeight(t.columnName(c)) {
				n += count
			}
		}
	}
	return n
}

// doubtNegativeWeights doubts edges with a negative weight, because they become edges like all others.
func doubtNegativeWeights(in *doubtInput) string {
	n := in.negative
	if in.edges != nil {
		n += in.edges.negativeWeights()
	}
	return negativeText(n)
}

// negativeRule is the value of Doubt.Rule for negative weights.
const negativeRule = "negative-weights"

// negativeText returns the doubt about n negative weights, or "" if n is 0.
func negativeText(n int) string {
	if n == 0 {
		return ""
	}
	return words.Counted(n, "edge weight is", "edge weights are") +
		" below zero. Graphs have no weights here, so an edge with a negative weight is an edge like all others."
}
