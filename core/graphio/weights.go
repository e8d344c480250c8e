package graphio

import (
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// weightKeys name a quantity of an edge, which a graph here has not.
var weightKeys = []string{"weight", "weights", "w", "value", "val", "strength", "count", "capacity", "cost", "length", "distance",
	"similarity", "score", "probability", "sign", "rating", "correlation"}

// isWeight reports whether an attribute of an edge is a weight by its name, such as edge_weight.
func isWeight(key string) bool {
	parts := content.Parts(key)
	return len(parts) > 0 && slices.Contains(weightKeys, parts[len(parts)-1])
}

// isNegative reports whether a text is a number below zero.
func isNegative(text string) bool {
	v, why := parseNumber(strings.TrimSpace(text))
	return why == "" && v < 0
}

// weigh records an attribute of an edge, which is left out. A weight without a name has the key "".
func (a *assembly) weigh(key, text string) {
	a.weighted = true
	a.negative += oneIf((key == "" || isWeight(key)) && isNegative(text))
}

// weighJSON records a member of an edge in JSON, which may hold members itself.
func (a *assembly) weighJSON(key string, v json.RawMessage) {
	if text, ok := scalar(v); ok || len(v) == 0 || v[0] != '{' {
		a.weigh(key, text)
		return
	}
	a.weighted = true
	a.weighAll(string(v))
}

// weighAll records the attributes of an edge in the braces of JSON or of Python.
func (a *assembly) weighAll(braces string) {
	for part := range strings.SplitSeq(strings.Trim(strings.TrimSpace(braces), "{}"), ",") {
		if key, text, ok := strings.Cut(part, ":"); ok {
			a.weigh(strings.Trim(key, " '\""), strings.Trim(text, " '\""))
		}
	}
}

// countNegative counts the cells of a row of an edge list that are below zero, by column; braces hold attributes as NetworkX writes them.
func (s *survey) countNegative(cells []string) {
	for c, v := range cells {
		switch v = strings.TrimSpace(v); {
		case strings.HasPrefix(v, "{"):
			var a assembly
			a.weighAll(strings.Join(cells[c:], " "))
			s.braced += a.negative
			return
		case strings.HasPrefix(v, "-") && isNegative(v):
			s.negative = append(s.negative, make([]int, max(0, c+1-len(s.negative)))...)
			s.negative[c]++
		}
	}
}

// negativeWeights counts the cells below zero in columns that hold weights: by their name, or numbers without a name of which the user said
// nothing.
func (t *table) negativeWeights() int {
	n, named := t.seen.braced, t.header != nil && t.edgeColumns()[0] >= 0
	for c, count := range t.seen.negative {
		role := t.edgeRole(c)
		if _, fixed := t.fixes.role[c]; !fixed && (role == content.RoleWeight || role == content.RoleIgnored && (!named || isWeight(t.name(c)))) {
			n += count
		}
	}
	return n
}

// negativeWeights: weights below zero, left out like all others.
func negativeWeights(f *facts) string {
	n := f.negative
	if f.edges != nil {
		n += f.edges.negativeWeights()
	}
	return negativeText(n)
}

// negativeRule names the rule of negative weights.
const negativeRule = "negative-weights"

// negativeText is the doubt about weights below zero, "" without any.
func negativeText(n int) string {
	return words.Either(n == 0, "", words.Count(n, "weight")+" of edges below zero: a graph here has no weights, so that these edges join "+
		"their nodes as all others do.")
}
