package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Doubt rules about attributes of the nodes: the class, the names and the features. doubts.go lists all rules.

// doubtManyClasses doubts a class with more values than a tenth of the nodes: the column may hold ids.
// Up to fewClasses values are no doubt, unless they are more than half of the nodes.
func doubtManyClasses(in *doubtInput) string {
	if in.class == nil || in.g.N < fewNodes {
		return ""
	}
	// Classes without nodes do not count.
	used := 0
	for _, size := range in.g.ClassSizes() {
		used += min(size, 1)
	}
	// Few classes with at least two nodes each, or ten nodes per class, are plausible.
	if used <= fewClasses && 2*used <= in.g.N || 10*used <= in.g.N {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which has %d different values for %d nodes: it may be an id or a number.",
		quote(in.class.key), used, in.g.N)
}

// doubtSingleClass doubts a class with the same value for all nodes.
func doubtSingleClass(in *doubtInput) string {
	if in.class == nil || in.g.Classes != 1 || in.g.N < fewNodes {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which is the same for every node that has one.", quote(in.class.key))
}

// placeWords are words in names of columns of places. In such a column NA is Namibia or North America.
var placeWords = wordSet("continent country region area nation land pays kontinent pais país code cc iso iso2")

// doubtNoClassMark doubts a value such as NA that was taken as a class, or a value such as "none" that was taken as
// no class. The second doubt arises only if other values of the class are texts.
func doubtNoClassMark(in *doubtInput) string {
	if in.class == nil || in.class.userRole != "" {
		return ""
	}
	class := in.class
	marked, mark, hasTexts := 0, "", false
	for _, v := range class.values {
		v = strings.TrimSpace(v)
		switch {
		// Among codes of two letters lacksLabel takes NA as a class.
		case v == "NA" && class.hasLetterCodes():
			if !hasPlaceName(class) && !in.hasContinentCode() {
				return fmt.Sprintf("NA in %s was taken as a class, as the others are codes of two letters: it may mark nodes without one.",
					quote(class.key))
			}
		case unlabelled(v):
			// In tables NA and similar marks are usual. Only "none" may be a class.
			isWord := isMissing(v) && v != "" && v[0] != '#'
			if isWord && (in.a.tables == nil || strings.EqualFold(v, "none")) {
				marked, mark = marked+1, v
			}
		default:
			hasTexts = hasTexts || !isNumber(v)
		}
	}
	// Among numbers a word is clearly a mark of a missing class.
	if marked == 0 || !hasTexts {
		return ""
	}
	return fmt.Sprintf("%s in %s was taken as a mark of no class (%s): it may be a class.", quote(mark), quote(class.key),
		words.Count(marked, "node"))
}

// hasPlaceName reports whether the name of a column has a word for places, such as country.
func hasPlaceName(c *column) bool {
	return slices.ContainsFunc(content.Parts(c.key), func(s string) bool { return placeWords[s] })
}

// doubtTruthClass doubts a class of truth values whose column has no name of a class.
func doubtTruthClass(in *doubtInput) string {
	c := in.class
	if c == nil || c.userRole != "" || hasClassName(c) {
		return ""
	}
	if !c.all(func(s string) bool { return isMark(strings.TrimSpace(s)) }) {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which holds truth values: it may be a feature.", quote(c.key))
}

// hasClassName reports whether the name of a column is one of a class, such as class, or of a kind, such as type.
func hasClassName(c *column) bool {
	return content.ClassRank(content.NameClass, c.key) >= 0 || content.ClassRank(content.NameKind, c.key) >= 0
}

// hasContinentCode reports whether the class has the code of another continent. NA then is North America.
func (in *doubtInput) hasContinentCode() bool {
	return slices.ContainsFunc(in.class.values, func(v string) bool {
		return slices.Contains([]string{"EU", "AS", "AF", "OC", "SA"}, strings.TrimSpace(v))
	})
}

// doubtSecondNames doubts names that were taken from titles, if the column label has a different value for every node.
func doubtSecondNames(in *doubtInput) string {
	// A label that repeats the ids of the nodes is no name.
	label := in.a.find("label")
	if label == nil || label.role != "" || !label.hasDistinctValues() || in.a.isIDs(label) {
		return ""
	}
	for _, c := range in.a.columns {
		if c.role == content.RoleName && c.userRole == "" && strings.EqualFold(c.key, "title") {
			return fmt.Sprintf("The names were taken from %s; %s may hold them as well.", quote(c.key), quote(label.key))
		}
	}
	return ""
}

// hasDistinctValues reports whether at least two nodes have a value and no value repeats.
func (c *column) hasDistinctValues() bool {
	n := c.countValues()
	return n.set == n.different && n.set > 1
}

// doubtUnusedNames doubts that nodes with integer ids have no names, if an unused column has a different text for every node.
func doubtUnusedNames(in *doubtInput) string {
	if in.nodes == nil || in.g.N < fewRows || !in.hasIntegerIDs() {
		return ""
	}
	found := ""
	for _, c := range in.a.columns {
		// Names, or any decision of the user, settle the question.
		if c.role == content.RoleName || c.userRole != "" {
			return ""
		}
		// Mail addresses, links, objects and dates are distinct texts, but no names.
		sample := c.value(0)
		mayBeName := !strings.ContainsAny(sample, "@/:{[") && !isDate(sample)
		if c.role == "" && mayBeName && c.hasUniqueTexts() && len(c.values) == in.g.N {
			found = c.key
		}
	}
	if found == "" {
		return ""
	}
	return fmt.Sprintf("The column %s has its own text for every node and was left out: it may be their name.", quote(found))
}

// doubtSecondClass doubts the class if another column has a name of a class and gives another partition of the nodes.
func doubtSecondClass(in *doubtInput) string {
	if in.class == nil || in.class.userRole != "" {
		return ""
	}
	for _, c := range in.a.columns {
		if c == in.class || c.userRole != "" || c.role == content.RoleClassName {
			continue
		}
		isCandidate := content.ClassRank(content.NameClass, c.key) >= 0 && hasRepeatedValues(c)
		if !isCandidate || sameParts(c, in.class, in.g.N) {
			continue
		}
		return fmt.Sprintf("The class was taken from %s; %s may be it as well, and divides the nodes otherwise.", quote(in.class.key),
			quote(c.key))
	}
	return ""
}

// sameParts reports whether two columns give the same partition of n nodes.
func sameParts(a, b *column, n int) bool {
	// The partitions are equal if the values correspond one to one.
	toB, toA := map[string]string{}, map[string]string{}
	for i := range n {
		x, y := a.value(i), b.value(i)
		if v, ok := toB[x]; ok && v != y {
			return false
		}
		if v, ok := toA[y]; ok && v != x {
			return false
		}
		toB[x], toA[y] = y, x
	}
	return true
}

// doubtCountingFeature doubts a feature that counts the nodes from 0 or 1, because it identifies every node.
func doubtCountingFeature(in *doubtInput) string {
	if in.g.N < fewNodes {
		return ""
	}
	for _, c := range in.a.columns {
		// The prefix feature: states that the column is a feature.
		if c.role != content.RoleFeature || c.userRole != "" || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		if c.countsNodes(in.g.N) {
			return fmt.Sprintf("The column %s counts the nodes: as a feature it tells every node from all others.", quote(c.key))
		}
	}
	return ""
}

// countsNodes reports whether the values of the n nodes are 0, 1, 2, … or 1, 2, 3, ….
func (c *column) countsNodes(n int) bool {
	first, why := parseID([]byte(c.value(0)))
	if why != "" || first > 1 {
		return false
	}
	for i := range n {
		v, why := parseID([]byte(c.value(i)))
		if why != "" || v != first+int64(i) {
			return false
		}
	}
	return true
}

// doubtMixedColumn doubts that a column was left out although it has numbers, except for a few cells.
func doubtMixedColumn(in *doubtInput) string {
	if in.a.meta != nil {
		return ""
	}
	for _, c := range in.a.columns {
		if c.role != "" || c.userRole != "" {
			continue
		}
		// example is the first cell that is no number.
		numbers, others, example := 0, 0, ""
		for _, v := range c.values {
			switch {
			case v == "":
			case isNumber(strings.TrimSpace(v)):
				numbers++
			default:
				if others++; others == 1 {
					example = v
				}
			}
		}
		// With fewer than five numbers per other cell, the column is hardly one of numbers.
		if others > 0 && numbers >= 5*others {
			return fmt.Sprintf("The column %s holds numbers but for %s, such as %s, and was left out.", quote(c.key),
				words.Count(others, "cell"), quote(example))
		}
	}
	return ""
}
