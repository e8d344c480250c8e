package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// tinyTable is a number of nodes. Classes of a smaller graph need not repeat.
const tinyTable = 8

// valueCount counts the values of a column, without marks of no value and no label.
type valueCount struct{ set, different, numbers, integers int }

// countValues returns the counts of a column, with at most MaxClasses+1 distinct values.
func (c *column) countValues() (n valueCount) {
	seen := map[string]bool{}
	for _, v := range c.values {
		if v = strings.TrimSpace(v); c.lacksLabel(v) {
			continue
		}
		n.set++
		if len(seen) <= MaxClasses {
			seen[v] = true
		}
		if f, why := parseNumber(v); why == "" {
			n.numbers++
			n.integers += oneIf(f == float64(int64(f)))
		}
	}
	n.different = len(seen)
	return n
}

// guessClass returns the column with the most probable class, nil for none.
// Without a known name it is the only column whose texts repeat.
func (a *assembly) guessClass() *column {
	var best, only *column
	least, several := 0, false
	for _, c := range a.columns {
		// The lowest rank is the best name, the first column on a tie.
		if rank := a.classRank(c); rank >= 0 && (best == nil || rank < least) {
			best, least = c, rank
		}
	}
	if best != nil {
		return best
	}
	for _, c := range a.columns {
		if slices.Contains(a.sets, c) || c.userRole != "" || slices.Contains(nameKeys, strings.ToLower(c.key)) || allNumbers(c) || allTruths(c) ||
			!hasRepeatedValues(c) || a.isAuxiliary(c) || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		if c.countValues().different > 1 {
			// Two candidates without a known name are a coin toss.
			several = several || only != nil
			only = c
		}
	}
	return words.Either(several, nil, only)
}

// classRank returns the rank of a column among the possible classes, lower for a more probable one.
// It is -1 where name or values exclude a class.
func (a *assembly) classRank(c *column) int {
	rank := content.ClassRank(content.NameClass, c.key)
	kind := rank < 0
	if kind {
		if rank = content.ClassRank(content.NameKind, c.key); rank < 0 {
			return -1
		}
		// Names such as "type" rank below every name of a class.
		rank += 1000
	}
	if c.userRole != "" || slices.Contains(a.sets, c) || strings.HasPrefix(c.key, featurePrefix) {
		return -1
	}
	word, n := content.Word(c.key), c.countValues()
	numbers := n.set == n.numbers
	switch {
	// A column type with one value for all nodes describes the graph.
	case n.set == 0 || kind && n.different == 1 && n.set == len(a.ids) && n.set > 1:
		return -1
	// Real numbers, or too many numbers, are values and not classes.
	case numbers && n.integers < n.set || numbers && n.different > MaxClasses:
		return -1
	// x and y are coordinates, unless y has the numbers of classes.
	case word == "y" && a.placeColumn() != nil && !plainClasses(c):
		return -1
	case kind && 2*n.different > n.set:
		return -1
	// A number of its own for every node is an id.
	case numbers && n.different == n.set && len(a.ids) > tinyTable:
		return -1
	// A label is often the name or the id of a node.
	case word == "label" && numbers && (a.isIDs(c) || a.tables == nil && n.different == n.set):
		return -1
	case word == "label" && !numbers && 3*n.different > 2*n.set && (a.tables == nil || a.find("name", "title") == nil && !hasLabelMark(c)):
		return -1
	case n.different == 1 && n.set > 1:
		// A single class ranks below every column with several classes.
		return rank + 2000
	}
	return rank
}

// hasLabelMark reports whether a value is a mark of no label. Columns of names have no such marks.
func hasLabelMark(c *column) bool {
	return slices.ContainsFunc(c.values, func(v string) bool { return v != "" && unlabelled(v) })
}

// isIDs reports whether a column repeats the ids of all nodes.
func (a *assembly) isIDs(c *column) bool {
	for i, id := range a.ids {
		if c.value(i) != id {
			return false
		}
	}
	return true
}

// placeColumn returns the column x where x and y are single numbers, nil otherwise.
// They are coordinates, or in PyTorch Geometric a feature and the class.
func (a *assembly) placeColumn() *column {
	x, y := a.find("x"), a.find("y")
	return words.Either(x != nil && y != nil && allNumbers(x) && allNumbers(y), x, nil)
}

// plainClasses reports whether the values are all of 0, 1, …, k−1 without a decimal point, and perhaps -1.
func plainClasses(c *column) bool {
	seen, top := map[int64]bool{}, int64(-1)
	for _, v := range c.values {
		if v == "" || v == "-1" {
			continue
		}
		k, why := parseID([]byte(v))
		if why != "" || k >= MaxClasses {
			return false
		}
		seen[k], top = true, max(top, k)
	}
	// All numbers from 0 to the largest occur.
	return len(seen) > 1 && int(top) == len(seen)-1
}

// guessClassNames returns the column of texts that names the classes of a column of numbers, nil for none.
// Names and numbers must divide the nodes in the same way.
func (a *assembly) guessClassNames(class *column) *column {
	if c := a.find("class_name"); c != nil || class.userRole != "" {
		return c
	}
	if n := class.countValues(); n.numbers < n.set || n.different < 2 {
		return nil
	}
	for _, c := range a.columns {
		if c != class && c.userRole == "" && !allNumbers(c) && !allTruths(c) && (shareWord(c, class) || a.classRank(c) >= 0) &&
			sameParts(c, class, len(a.ids)) {
			return c
		}
	}
	return nil
}

// shareWord reports whether the names of two columns have a word in common.
func shareWord(a, b *column) bool {
	words := content.Parts(b.key)
	return slices.ContainsFunc(content.Parts(a.key), func(s string) bool { return slices.Contains(words, s) })
}

// isAuxiliary reports whether the name of a column is one of bookkeeping, ids or drawing.
func (a *assembly) isAuxiliary(c *column) bool {
	if content.Rank(content.NameBookkeeping, c.key) >= 0 || content.Rank(content.NameDrawing, c.key) >= 0 ||
		content.Rank(content.NameSet, c.key) >= 0 {
		return true
	}
	if parts := content.Parts(c.key); len(parts) > 0 && slices.Contains([]string{"id", "ids", "uid", "guid", "suid"}, parts[len(parts)-1]) {
		return true
	}
	if content.Rank(content.NamePlaced, c.key) < 0 {
		return false
	}
	// x, y and the like draw only where x and y are coordinates.
	if y := a.find("y"); a.placeColumn() != nil && y.role != content.RoleLabel && y.userRole == "" {
		return true
	}
	return strings.Contains("rgb", strings.ToLower(c.key)) && a.find("r") != nil && a.find("g") != nil && a.find("b") != nil
}

// revealsClass reports whether a column of integers would reveal the class as a feature.
// Its name is one of a class, or it divides the nodes as the class does.
func (a *assembly) revealsClass(c, class *column) bool {
	n := c.countValues()
	if n.set == 0 || n.integers < n.set {
		return false
	}
	if content.ClassRank(content.NameClass, c.key) >= 0 {
		return true
	}
	if class == nil || n.different < 2 || n.different == n.set || !sameParts(c, class, len(a.ids)) {
		return false
	}
	return shareWord(c, class) || content.ClassRank(content.NameKind, c.key) >= 0 || len(a.ids) >= tinyTable && 2*n.different <= n.set
}

// ownFormat reports whether this package wrote the file: class and class_name are both there.
func (a *assembly) ownFormat() bool {
	return a.meta != nil || a.find("class") != nil && a.find("class_name") != nil
}

// lacksLabel reports whether a value of a class column marks no class.
// NA among other codes of two capitals, such as EU and AS, is a class.
func (c *column) lacksLabel(v string) bool {
	return unlabelled(v) && !(v == "NA" && c.hasLetterCodes())
}

// hasLetterCodes reports whether the values are two or more different codes of two capitals.
func (c *column) hasLetterCodes() bool {
	first, several := "", false
	for _, v := range c.values {
		if v = strings.TrimSpace(v); v == "NA" || unlabelled(v) {
			continue
		}
		if len(v) != 2 || v[0] < 'A' || v[0] > 'Z' || v[1] < 'A' || v[1] > 'Z' {
			return false
		}
		if first == "" {
			first = v
		}
		several = several || v != first
	}
	return several
}
