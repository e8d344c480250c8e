package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// tinyTable is a number of nodes below which numbers need not repeat to be classes.
const tinyTable = 8

// valueCount says what a column holds, without the marks of no value and no label.
type valueCount struct{ set, different, numbers, whole int }

// count counts the values of a column, the different ones up to one more than MaxClasses.
func (c *column) count() (n valueCount) {
	seen := map[string]bool{}
	for _, v := range c.values {
		if v = strings.TrimSpace(v); c.blank(v) {
			continue
		}
		n.set++
		if len(seen) <= MaxClasses {
			seen[v] = true
		}
		if f, why := parseNumber(v); why == "" {
			n.numbers++
			n.whole += oneIf(f == float64(int64(f)))
		}
	}
	n.different = len(seen)
	return n
}

// guessClass returns the column that looks like the class of the nodes: the first by content.NameRules, else the one attribute whose texts
// repeat.
func (a *assembly) guessClass() *column {
	var best, only *column
	least, several := 0, false
	for _, c := range a.columns {
		if rank := a.classRank(c); rank >= 0 && (best == nil || rank < least) {
			best, least = c, rank
		}
	}
	if best != nil {
		return best
	}
	for _, c := range a.columns {
		if slices.Contains(a.sets, c) || c.fix != "" || slices.Contains(nameKeys, strings.ToLower(c.key)) || numeric(c) || boolean(c) ||
			!repeats(c) || a.leaves(c) || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		if c.count().different > 1 {
			several = several || only != nil
			only = c
		}
	}
	return words.Either(several, nil, only)
}

// classRank returns the place of a column among those that may be the class, -1 when its name or its values are not those of one.
func (a *assembly) classRank(c *column) int {
	rank := content.ClassRank(content.NameClass, c.key)
	kind := rank < 0
	if kind {
		if rank = content.ClassRank(content.NameKind, c.key); rank < 0 {
			return -1
		}
		rank += 1000
	}
	if c.fix != "" || slices.Contains(a.sets, c) || strings.HasPrefix(c.key, featurePrefix) {
		return -1
	}
	word, n := content.Word(c.key), c.count()
	numbers := n.set == n.numbers
	switch {
	case n.set == 0 || kind && n.different == 1 && n.set == len(a.ids) && n.set > 1:
		return -1
	case numbers && n.whole < n.set || numbers && n.different > MaxClasses:
		return -1
	case word == "y" && a.place() != nil && !plainClasses(c):
		return -1
	case kind && 2*n.different > n.set:
		return -1
	case numbers && n.different == n.set && len(a.ids) > tinyTable:
		return -1
	case word == "label" && numbers && (a.isIDs(c) || a.tables == nil && n.different == n.set):
		return -1
	case word == "label" && !numbers && 3*n.different > 2*n.set && (a.tables == nil || a.find("name", "title") == nil && !marked(c)):
		return -1
	case n.different == 1 && n.set > 1:
		return rank + 2000 // one class is one class, where no other column has several
	}
	return rank
}

// marked reports whether a column has a mark of no label that is no empty cell, as names have not.
func marked(c *column) bool {
	return slices.ContainsFunc(c.values, func(v string) bool { return v != "" && unlabelled(v) })
}

// isIDs reports whether a column holds the ids of the nodes.
func (a *assembly) isIDs(c *column) bool {
	for i, id := range a.ids {
		if c.value(i) != id {
			return false
		}
	}
	return true
}

// place returns the column x when it and y are single numbers: a place, or in the words of PyTorch Geometric a feature and the class.
func (a *assembly) place() *column {
	x, y := a.find("x"), a.find("y")
	return words.Either(x != nil && y != nil && numeric(x) && numeric(y), x, nil)
}

// plainClasses reports whether the values are 0, 1, …, k−1 without a point, and -1.
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
	return len(seen) > 1 && int(top) == len(seen)-1
}

// guessClassNames returns the texts that name the classes of a column of numbers.
func (a *assembly) guessClassNames(class *column) *column {
	if c := a.find("class_name"); c != nil || class.fix != "" {
		return c
	}
	if n := class.count(); n.numbers < n.set || n.different < 2 {
		return nil
	}
	for _, c := range a.columns {
		if c != class && c.fix == "" && !numeric(c) && !boolean(c) && (related(c, class) || a.classRank(c) >= 0) &&
			sameParts(c, class, len(a.ids)) {
			return c
		}
	}
	return nil
}

// related reports whether the names of two columns share a word.
func related(a, b *column) bool {
	words := content.Parts(b.key)
	return slices.ContainsFunc(content.Parts(a.key), func(s string) bool { return slices.Contains(words, s) })
}

// leaves reports whether a column is one of bookkeeping, ids or drawing, by its name.
func (a *assembly) leaves(c *column) bool {
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
	if y := a.find("y"); a.place() != nil && y.role != content.RoleLabel && y.fix == "" {
		return true
	}
	return strings.Contains("rgb", strings.ToLower(c.key)) && a.find("r") != nil && a.find("g") != nil && a.find("b") != nil
}

// saysClass reports whether whole numbers would tell the class: by the name of one, or because they divide the nodes as the class does.
func (a *assembly) saysClass(c, class *column) bool {
	n := c.count()
	if n.set == 0 || n.whole < n.set {
		return false
	}
	if content.ClassRank(content.NameClass, c.key) >= 0 {
		return true
	}
	if class == nil || n.different < 2 || n.different == n.set || !sameParts(c, class, len(a.ids)) {
		return false
	}
	return related(c, class) || content.ClassRank(content.NameKind, c.key) >= 0 || len(a.ids) >= tinyTable && 2*n.different <= n.set
}

// own reports whether this package wrote the file: class and class_name stand beside each other.
func (a *assembly) own() bool {
	return a.meta != nil || a.find("class") != nil && a.find("class_name") != nil
}

// blank reports whether a value of a column of classes is none: a mark of no value or no label, but NA among other codes of two capitals,
// such
// as EU and AS, which is one of them.
func (c *column) blank(v string) bool { return unlabelled(v) && !(v == "NA" && c.codes()) }

// codes reports whether the values of a column are different codes of two capitals.
func (c *column) codes() bool {
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
