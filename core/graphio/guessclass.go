package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The guess of the class: the column whose name and values are those of a class, and the names of the classes.

// tinyTable is the number of nodes up to which the values of a class need not repeat.
const tinyTable = 8

// valueCount counts the values of a column, without marks of a missing value or label.
// set counts all values, different the different ones, numbers the numbers, integers the numbers without a fraction.
type valueCount struct{ set, different, numbers, integers int }

// countValues returns the counts of a column. It counts at most MaxClasses+1 different values.
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

// guessClass returns the most probable column of the class, or nil if no column may be the class.
// A column with a name of a class has priority. Otherwise the class is the only column whose texts repeat.
func (a *assembly) guessClass() *column {
	var best *column
	lowest := 0
	for _, c := range a.columns {
		// On a tie the first column wins.
		if rank := a.classRank(c); rank >= 0 && (best == nil || rank < lowest) {
			best, lowest = c, rank
		}
	}
	if best != nil {
		return best
	}
	var only *column
	for _, c := range a.columns {
		if !a.hasRepeatedTexts(c) {
			continue
		}
		// Two candidates without a name of a class give no guess.
		if only != nil {
			return nil
		}
		only = c
	}
	return only
}

// hasRepeatedTexts reports whether an attribute without a known role has two or more different texts that repeat.
func (a *assembly) hasRepeatedTexts(c *column) bool {
	hasRole := c.userRole != "" || slices.Contains(a.sets, c) || strings.HasPrefix(c.key, featurePrefix) ||
		slices.Contains(nameKeys, strings.ToLower(c.key))
	if hasRole || allNumbers(c) || allTruths(c) || !hasRepeatedValues(c) || a.isAuxiliary(c) {
		return false
	}
	return c.countValues().different > 1
}

// Penalties on the rank of a column. They exceed all ranks of names.
const (
	// kindPenalty applies to names of a kind, such as type, which are weaker than all names of a class.
	kindPenalty = 1000
	// singlePenalty applies to a single class, which is weaker than all columns with several classes.
	singlePenalty = 2000
)

// classRank returns the rank of a column among the candidates for the class. A lower rank is more probable.
// It returns -1 if name or values exclude a class.
func (a *assembly) classRank(c *column) int {
	if c.userRole != "" || slices.Contains(a.sets, c) || strings.HasPrefix(c.key, featurePrefix) {
		return -1
	}
	rank := content.ClassRank(content.NameClass, c.key)
	isKind := rank < 0
	if isKind {
		if rank = content.ClassRank(content.NameKind, c.key); rank < 0 {
			return -1
		}
		rank += kindPenalty
	}
	n := c.countValues()
	if a.excludesClass(c, n) {
		return -1
	}
	if n.different == 1 && n.set > 1 {
		return rank + singlePenalty
	}
	return rank
}

// excludesClass reports whether the values of a column, counted by n, cannot be classes.
// The column has a name of a class, or of a kind such as type.
func (a *assembly) excludesClass(c *column, n valueCount) bool {
	word, isKind := content.Word(c.key), content.ClassRank(content.NameClass, c.key) < 0
	isNumeric := n.set == n.numbers
	switch {
	case n.set == 0:
		return true
	// A kind with the same value for all nodes describes the graph.
	case isKind && n.different == 1 && n.set == len(a.ids) && n.set > 1:
		return true
	// Numbers with a fraction, or too many numbers, are measured values.
	case isNumeric && (n.integers < n.set || n.different > MaxClasses):
		return true
	// x and y are coordinates, unless y has numbers of classes.
	case word == "y" && a.placeColumn() != nil && !plainClasses(c):
		return true
	case isKind && 2*n.different > n.set:
		return true
	// A different number for every node is an id.
	case isNumeric && n.different == n.set && len(a.ids) > tinyTable:
		return true
	// A column label often has the id or the name of a node.
	case word == "label" && isNumeric:
		return a.isIDs(c) || a.tables == nil && n.different == n.set
	case word == "label" && 3*n.different > 2*n.set:
		return a.tables == nil || a.find("name", "title") == nil && !hasLabelMark(c)
	}
	return false
}

// hasLabelMark reports whether a column has a mark of a missing value or label. Columns of names have no such marks.
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

// placeColumn returns the column x if x and y are columns of single numbers, and nil otherwise.
// The two columns are coordinates, or in PyTorch Geometric a feature and the class.
func (a *assembly) placeColumn() *column {
	x, y := a.find("x"), a.find("y")
	return words.Either(x != nil && y != nil && allNumbers(x) && allNumbers(y), x, nil)
}

// plainClasses reports whether the values are exactly the integers 0, …, k−1 for a k of at least 2, and perhaps -1.
func plainClasses(c *column) bool {
	seen, largest := map[int64]bool{}, int64(-1)
	for _, v := range c.values {
		if v == "" || v == "-1" {
			continue
		}
		k, why := parseID([]byte(v))
		if why != "" || k >= MaxClasses {
			return false
		}
		seen[k], largest = true, max(largest, k)
	}
	// Without a gap there are as many numbers as the largest plus 1.
	return len(seen) > 1 && int(largest) == len(seen)-1
}

// guessClassNames returns the column that names the classes in column class, or nil if no column does.
// The column is class_name, or a column of texts that gives the same partition of the nodes as the numbers in class.
func (a *assembly) guessClassNames(class *column) *column {
	if c := a.find("class_name"); c != nil || class.userRole != "" {
		return c
	}
	if n := class.countValues(); n.numbers < n.set || n.different < 2 {
		return nil
	}
	for _, c := range a.columns {
		isText := c != class && c.userRole == "" && !allNumbers(c) && !allTruths(c)
		if isText && (shareWord(c, class) || a.classRank(c) >= 0) && sameParts(c, class, len(a.ids)) {
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

// isAuxiliary reports whether the name of a column is one of bookkeeping, ids, sets or drawing, and so of no feature.
func (a *assembly) isAuxiliary(c *column) bool {
	if content.Rank(content.NameBookkeeping, c.key) >= 0 || content.Rank(content.NameDrawing, c.key) >= 0 ||
		content.Rank(content.NameSet, c.key) >= 0 {
		return true
	}
	idWords := []string{"id", "ids", "uid", "guid", "suid"}
	if parts := content.Parts(c.key); len(parts) > 0 && slices.Contains(idWords, parts[len(parts)-1]) {
		return true
	}
	if content.Rank(content.NamePlaced, c.key) < 0 {
		return false
	}
	// Names such as x, size and r are of drawing only if x and y are coordinates, or r, g and b a colour.
	if y := a.find("y"); a.placeColumn() != nil && y.role != content.RoleLabel && y.userRole == "" {
		return true
	}
	return strings.Contains("rgb", strings.ToLower(c.key)) && a.find("r") != nil && a.find("g") != nil && a.find("b") != nil
}

// revealsClass reports whether column c, of integers, would reveal the class as a feature: it has a name of a class, or gives the same
// partition of the nodes as column class. class is nil for a graph without classes.
func (a *assembly) revealsClass(c, class *column) bool {
	n := c.countValues()
	if n.set == 0 || n.integers < n.set {
		return false
	}
	if content.ClassRank(content.NameClass, c.key) >= 0 {
		return true
	}
	// With one value for all nodes, or a different one for each, the partition says nothing about the class.
	if class == nil || n.different < 2 || n.different == n.set || !sameParts(c, class, len(a.ids)) {
		return false
	}
	// In a tiny graph equal partitions may be chance, unless the names agree.
	repeats := len(a.ids) >= tinyTable && 2*n.different <= n.set
	return shareWord(c, class) || content.ClassRank(content.NameKind, c.key) >= 0 || repeats
}

// ownFormat reports whether this package wrote the file: its tables have both columns class and class_name.
func (a *assembly) ownFormat() bool {
	return a.meta != nil || a.find("class") != nil && a.find("class_name") != nil
}

// lacksLabel reports whether the value v of a class column means that a node has no class.
// NA among other codes of two capitals, such as EU and AS, is a class.
func (c *column) lacksLabel(v string) bool {
	return unlabelled(v) && !(v == "NA" && c.hasLetterCodes())
}

// hasLetterCodes reports whether the values are two or more different codes of two capitals. NA and marks of a missing label do not count.
func (c *column) hasLetterCodes() bool {
	isCapital := func(b byte) bool { return b >= 'A' && b <= 'Z' }
	first, several := "", false
	for _, v := range c.values {
		if v = strings.TrimSpace(v); v == "NA" || unlabelled(v) {
			continue
		}
		if len(v) != 2 || !isCapital(v[0]) || !isCapital(v[1]) {
			return false
		}
		if first == "" {
			first = v
		}
		several = several || v != first
	}
	return several
}
