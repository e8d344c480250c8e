package graphio

import (
	"slices"
	"strings"
	"sync"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file guesses the column of the classes, and the column with the names of the classes, by their names and values.

// tinyTable bounds the nodes of a tiny graph. In a graph of up to tinyTable nodes the numbers of a class need not repeat.
// In a graph of fewer than tinyTable nodes equal partitions may be chance.
const tinyTable = 8

// valueCount counts the values of a column. A mark of a missing value or of a missing label is not a value.
type valueCount struct {
	// filled counts the nodes with a value. different counts the different values.
	filled, different int
	// numbers counts the nodes whose value is a number, integers the nodes whose number is an integer in the range of int64.
	numbers, integers int
}

// countValues returns the counts of a column. It counts at most MaxClasses+1 different values.
func (c *column) countValues() (n valueCount) {
	seen := map[string]bool{}
	lacksLabel := c.lacksLabel()
	for _, cell := range c.values {
		value := strings.TrimSpace(cell)
		if lacksLabel(value) {
			continue
		}
		n.filled++
		if len(seen) <= MaxClasses {
			seen[value] = true
		}
		number, why := parseNumber(value)
		if why == "" {
			n.numbers++
			n.integers += oneIf(number == float64(int64(number)))
		}
	}
	n.different = len(seen)
	return n
}

// guessClass returns the most probable column of the class, or nil if there is no guess.
// A column whose name is a word for a class or a kind has priority. Otherwise guessClass returns the only column whose texts repeat.
func (a *assembly) guessClass() *column {
	// Beside a column class, the column class_name has the names of the classes (guessClassNames).
	named := a.find("class_name")
	var best *column
	lowest := 0
	for _, c := range a.columns {
		rank := a.classRank(c)
		if rank < 0 {
			continue
		}
		// On a tie the first column other than class_name wins.
		isBetter := rank < lowest || rank == lowest && best == named
		if best == nil || isBetter {
			best, lowest = c, rank
		}
	}
	if best != nil {
		return best
	}
	var repeated *column
	for _, c := range a.columns {
		if !a.hasRepeatedTexts(c) {
			continue
		}
		// Two columns with repeated texts give no guess, because nothing distinguishes them.
		if repeated != nil {
			return nil
		}
		repeated = c
	}
	return repeated
}

// mayHaveRole reports whether the role of a column is open: neither the user nor the key states it, and the column is no set of a split.
func (a *assembly) mayHaveRole(c *column) bool {
	return c.userRole == "" && !slices.Contains(a.sets, c) && !strings.HasPrefix(c.key, featurePrefix)
}

// hasRepeatedTexts reports whether a column of open role has 2 to MaxClasses different texts, and on average at least two nodes per text.
// Usual keys of names, lists of features, and names that isAuxiliary finds, are excluded.
func (a *assembly) hasRepeatedTexts(c *column) bool {
	isName := slices.Contains(nameKeys, strings.ToLower(c.key))
	isList := isListKey(c.key) && c.hasLists()
	if !a.mayHaveRole(c) || isName || isList {
		return false
	}
	// Numbers and truth values are features.
	if allNumbers(c) || allTruths(c) {
		return false
	}
	if !hasRepeatedValues(c) || a.isAuxiliary(c) {
		return false
	}
	return c.countValues().different > 1
}

// Penalties that are added to the rank of the name of a column. The rank of a name is smaller than a penalty.
const (
	// kindPenalty applies to a word for a kind, such as type. Without a singlePenalty every word for a class has a lower rank.
	kindPenalty = 1000
	// singlePenalty applies to a column with a single class. Every column with several classes has a lower rank.
	singlePenalty = 2000
)

// classRank returns the rank of a column among the candidates for the class. A lower rank is more probable.
// classRank returns -1 if the role of the column is known, or if the name or the values of the column exclude a class.
func (a *assembly) classRank(c *column) int {
	if !a.mayHaveRole(c) {
		return -1
	}
	rank := content.ClassRank(content.NameClass, c.key)
	if rank < 0 {
		kindRank := content.ClassRank(content.NameKind, c.key)
		if kindRank < 0 {
			return -1
		}
		rank = kindRank + kindPenalty
	}
	n := c.countValues()
	if a.excludesClass(c, n) {
		return -1
	}
	// A single filled node says nothing about the number of classes.
	if n.different == 1 && n.filled > 1 {
		return rank + singlePenalty
	}
	return rank
}

// excludesClass reports whether the values of a column cannot be classes. n is the result of countValues for the column.
// The name of the column must be a word for a class, or for a kind such as type.
func (a *assembly) excludesClass(c *column, n valueCount) bool {
	word := content.Word(c.key)
	isKind := content.ClassRank(content.NameClass, c.key) < 0
	isNumeric := n.filled == n.numbers
	isMeasured := n.integers < n.filled || n.different > MaxClasses
	isConstant := n.different == 1 && n.filled == len(a.ids)
	isDistinct := n.different == n.filled
	isUsual := 2*n.filled > len(a.ids)
	switch {
	case n.filled == 0:
		return true
	// A kind with the same value for all nodes describes the graph.
	case isKind && isConstant && n.filled > 1:
		return true
	// Numbers with a fraction, or more than MaxClasses different numbers, are measured values.
	case isNumeric && isMeasured:
		return true
	// Beside a column x of numbers, a column y of numbers is a coordinate, unless its numbers are those of classes (plainClasses).
	case word == "y" && a.placeColumn() != nil && !plainClasses(c):
		return true
	// The values of a kind must repeat.
	case isKind && 2*n.different > n.filled:
		return true
	// The texts of a kind or of a label are names if there are more than MaxClasses. More texts under a word for a class are an error.
	case (isKind || word == "label") && n.different > MaxClasses:
		return true
	// Numbers that differ at more than half of the nodes are ids. Fewer numbers may be the classes of a few labelled nodes.
	// In a tiny graph every node may have a class of its own.
	case isNumeric && isDistinct && isUsual && len(a.ids) > tinyTable:
		return true
	}
	return word == "label" && a.labelIsName(c, n)
}

// labelIsName reports whether the column label has the ids or the names of the nodes, and not their class.
// n is the result of countValues for the column.
func (a *assembly) labelIsName(c *column, n valueCount) bool {
	isNumeric := n.filled == n.numbers
	if isNumeric {
		// In formats without tables, a different number for every node with a label is a name.
		hasDistinctNumbers := a.tables == nil && n.different == n.filled
		return hasDistinctNumbers || a.isIDs(c)
	}
	// Up to two different texts per three nodes are classes.
	if 3*n.different <= 2*n.filled {
		return false
	}
	// In formats without tables, label is the usual key of a name. In a table, another column may have the names.
	if a.tables == nil {
		return true
	}
	hasOtherNames := a.find("name", "title") != nil
	return !hasOtherNames && !hasLabelMark(c)
}

// hasLabelMark reports whether a column has a mark of a missing value or label, such as NA. An empty cell does not count.
// Columns of names rarely have such marks.
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

// placeColumn returns the column x if the file has columns x and y and all their values are numbers. Otherwise it returns nil.
// The two columns are coordinates, or in PyTorch Geometric a feature and the class.
func (a *assembly) placeColumn() *column {
	x, y := a.find("x"), a.find("y")
	if x == nil || y == nil {
		return nil
	}
	return words.Either(allNumbers(x) && allNumbers(y), x, nil)
}

// plainClasses reports whether the values are exactly the integers 0, …, k−1 for a k of at least 2.
// Empty values and -1 do not count.
func plainClasses(c *column) bool {
	seen := map[int64]bool{}
	largest := int64(-1)
	for _, value := range c.values {
		if value == "" || value == "-1" {
			continue
		}
		class, why := parseID([]byte(value))
		if why != "" || class >= MaxClasses {
			return false
		}
		seen[class] = true
		largest = max(largest, class)
	}
	// The k distinct numbers have no gap if the largest is k−1.
	return len(seen) > 1 && int(largest) == len(seen)-1
}

// guessClassNames returns the column with the names of the classes in column class, or nil if no column has them.
// It is the column class_name. Without this column, it is the first column with a fitting name whose texts give the same partition of the
// nodes as the numbers in class.
func (a *assembly) guessClassNames(class *column) *column {
	named := a.find("class_name")
	// A class that is itself the column class_name has no further names.
	if named == class {
		return nil
	}
	// A column class_name has priority. If the user chose the class, no other column is guessed, so the result may be nil.
	if named != nil || class.userRole != "" {
		return named
	}
	// Classes that are texts need no names. For a single class any column with one text would fit.
	n := class.countValues()
	if n.numbers < n.filled || n.different < 2 {
		return nil
	}
	for _, c := range a.columns {
		hasOtherRole := c == class || c.userRole != ""
		if hasOtherRole {
			continue
		}
		if allNumbers(c) || allTruths(c) {
			continue
		}
		hasFittingName := shareWord(c, class) || a.classRank(c) >= 0
		if hasFittingName && sameParts(c, class, len(a.ids)) {
			return c
		}
	}
	return nil
}

// shareWord reports whether the names of two columns have a word in common.
func shareWord(a, b *column) bool {
	partsOfB := content.Parts(b.key)
	return slices.ContainsFunc(content.Parts(a.key), func(s string) bool { return slices.Contains(partsOfB, s) })
}

// isAuxiliary reports whether the name of a column is a word for bookkeeping, ids, sets or drawing. The column is then no feature.
func (a *assembly) isAuxiliary(c *column) bool {
	for _, rule := range []int{content.NameBookkeeping, content.NameDrawing, content.NameSet} {
		if content.Rank(rule, c.key) >= 0 {
			return true
		}
	}
	// The last word of a name such as user_id shows an id.
	idWords := []string{"id", "ids", "uid", "guid", "suid"}
	parts := content.Parts(c.key)
	if len(parts) > 0 && slices.Contains(idWords, parts[len(parts)-1]) {
		return true
	}
	if content.Rank(content.NamePlaced, c.key) < 0 {
		return false
	}
	// A name of the rule NamePlaced, such as x or width, is a word for drawing beside coordinates x and y, or as a part of a colour.
	// If y is the class, or has a role from the user, x is no coordinate.
	if a.placeColumn() != nil && a.find("y").role != content.RoleLabel {
		return true
	}
	// Together, the columns r, g and b are a colour. Of the names of the rule NamePlaced, only r, g and b are parts of the text rgb.
	hasColours := a.find("r") != nil && a.find("g") != nil && a.find("b") != nil
	return hasColours && strings.Contains("rgb", strings.ToLower(c.key))
}

// revealsClass reports whether column c probably reveals the class as a feature. class is nil for a graph without classes.
// The column must have integers or truth values only. Its name must be a word for a class, or it must give the partition of class.
// In the second case its name must fit, or its values must repeat and the graph must not be tiny.
func (a *assembly) revealsClass(c, class *column) bool {
	n := c.countValues()
	isCounted := n.integers == n.filled || allTruths(c)
	if n.filled == 0 || !isCounted {
		return false
	}
	if content.ClassRank(content.NameClass, c.key) >= 0 {
		return true
	}
	// The same value for all nodes that have one, or a different value for each, says nothing about the class.
	isTrivial := n.different < 2 || n.different == n.filled
	if class == nil || isTrivial {
		return false
	}
	if !sameParts(c, class, len(a.ids)) {
		return false
	}
	// In a tiny graph equal partitions may be chance, unless the name fits.
	hasFittingName := shareWord(c, class) || content.ClassRank(content.NameKind, c.key) >= 0
	isRepeated := len(a.ids) >= tinyTable && 2*n.different <= n.filled
	return hasFittingName || isRepeated
}

// ownFormat reports whether the file has the description of this package, or both of its columns class and class_name.
func (a *assembly) ownFormat() bool {
	hasOwnColumns := a.find("class") != nil && a.find("class_name") != nil
	return a.meta != nil || hasOwnColumns
}

// lacksLabel returns a function that reports whether a value of the column is a mark of a missing value or of a missing label.
// NA among other codes of two capitals, such as EU and AS, is a value.
func (c *column) lacksLabel() func(value string) bool {
	// One scan serves all values of the column.
	hasCodes := sync.OnceValue(c.hasLetterCodes)
	return func(value string) bool {
		isCode := value == "NA" && hasCodes()
		return unlabelled(value) && !isCode
	}
}

// hasLetterCodes reports whether the values are two or more different codes of two capitals.
// Marks of a missing value, such as NA, and marks of a missing label do not count.
func (c *column) hasLetterCodes() bool {
	isCapital := func(b byte) bool { return b >= 'A' && b <= 'Z' }
	first := ""
	hasDifferent := false
	for _, cell := range c.values {
		value := strings.TrimSpace(cell)
		if value == "NA" || unlabelled(value) {
			continue
		}
		isCode := len(value) == 2 && isCapital(value[0]) && isCapital(value[1])
		if !isCode {
			return false
		}
		if first == "" {
			first = value
		}
		hasDifferent = hasDifferent || value != first
	}
	return hasDifferent
}
