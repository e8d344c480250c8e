package graphio

import (
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// weightKeys are names of quantities of an edge. A graph here has no weights.
var weightKeys = []string{"weight", "weights", "w", "value", "val", "strength", "count", "capacity", "cost", "length", "distance",
	"similarity", "score", "probability", "sign", "rating", "correlation"}

// isWeight reports whether the name of an attribute ends with a word for a weight, as edge_weight.
func isWeight(key string) bool {
	parts := content.Parts(key)
	return len(parts) > 0 && slices.Contains(weightKeys, parts[len(parts)-1])
}

// isNegative reports whether a text is a number below zero.
func isNegative(text string) bool {
	v, why := parseNumber(strings.TrimSpace(text))
	return why == "" && v < 0
}

// recordEdgeAttribute records an attribute of an edge, which is left out. The key of an unnamed weight is "".
func (a *assembly) recordEdgeAttribute(key, text string) {
	a.weighted = true
	a.negative += oneIf((key == "" || isWeight(key)) && isNegative(text))
}

// recordEdgeMember records a member of an edge in JSON, which may itself have members.
func (a *assembly) recordEdgeMember(key string, v json.RawMessage) {
	if text, ok := scalar(v); ok || len(v) == 0 || v[0] != '{' {
		a.recordEdgeAttribute(key, text)
		return
	}
	a.weighted = true
	a.recordEdgeAttributes(string(v))
}

// recordEdgeAttributes records the attributes of an edge within braces of JSON or Python.
func (a *assembly) recordEdgeAttributes(braces string) {
	for part := range strings.SplitSeq(strings.Trim(strings.TrimSpace(braces), "{}"), ",") {
		if key, text, ok := strings.Cut(part, ":"); ok {
			a.recordEdgeAttribute(strings.Trim(key, " '\""), strings.Trim(text, " '\""))
		}
	}
}

// countNegative counts the cells of a row below zero by column. NetworkX writes attributes in braces.
func (s *survey) countNegative(cells []string) {
	for c, v := range cells {
		switch v = strings.TrimSpace(v); {
		case strings.HasPrefix(v, "{"):
			var a assembly
			a.recordEdgeAttributes(strings.Join(cells[c:], " "))
			s.braced += a.negative
			return
		case strings.HasPrefix(v, "-") && isNegative(v):
			s.negative = append(s.negative, make([]int, max(0, c+1-len(s.negative)))...)
			s.negative[c]++
		}
	}
}

// negativeWeights returns the number of cells below zero in columns of weights: by name, or numbers without a name and
// without a user's role.
func (t *table) negativeWeights() int {
	n, named := t.seen.braced, t.header != nil && t.edgeColumns()[0] >= 0
	for c, count := range t.seen.negative {
		role := t.edgeRole(c)
		weight := role == content.RoleWeight || role == content.RoleIgnored && (!named || isWeight(t.columnName(c)))
		if _, fixed := t.userRoles.byColumn[c]; !fixed && weight {
			n += count
		}
	}
	return n
}

// negativeWeights doubts the omission of weights below zero: their edges join nodes like all others.
func negativeWeights(f *doubtInput) string {
	n := f.negative
	if f.edges != nil {
		n += f.edges.negativeWeights()
	}
	return negativeText(n)
}

// negativeRule is the name of the doubt rule of negative weights.
const negativeRule = "negative-weights"

// negativeText returns the doubt about n weights below zero, "" for none.
func negativeText(n int) string {
	return words.Either(n == 0, "", words.Count(n, "weight")+" of edges below zero: a graph here has no weights, so that these edges join "+
		"their nodes as all others do.")
}
