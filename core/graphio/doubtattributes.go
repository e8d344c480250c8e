package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file has the doubt rules about the class, the names and the features of the nodes. doubts.go lists all rules.
// A rule returns a doubt as a sentence for the user, or "" if it has no doubt. in.class is the column of the class, nil if there is none.

// doubtManyClasses doubts a class with too many different values, because the column may hold ids.
// For a class of at most fewClasses values the graph needs two nodes per value, for any other class ten.
// A graph with fewer than fewNodes nodes raises no doubt, and neither does a column that the user chose.
func doubtManyClasses(in *doubtInput) string {
	// Among so few nodes the values of any class hardly repeat.
	if in.class == nil || in.class.userRole != "" || in.g.N < fewNodes {
		return ""
	}
	used := in.usedClasses()
	isFew := used <= fewClasses && 2*used <= in.g.N
	if isFew || 10*used <= in.g.N {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which has %d different values for %d nodes: it may be an id or a number.",
		quote(in.class.key), used, in.g.N)
}

// usedClasses returns the number of classes that have nodes.
func (in *doubtInput) usedClasses() (used int) {
	for _, size := range in.g.ClassSizes() {
		used += min(size, 1)
	}
	return used
}

// doubtSingleClass doubts a class with one value for all nodes that have a class, in a graph of fewNodes nodes or more.
// A column that the user chose raises no doubt.
func doubtSingleClass(in *doubtInput) string {
	// So few nodes may have the same class by chance.
	if in.class == nil || in.class.userRole != "" || in.g.N < fewNodes || in.usedClasses() != 1 {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which is the same for every node that has one.", quote(in.class.key))
}

// placeWords are words in the names of columns of places, where NA is Namibia or North America.
var placeWords = wordSet("continent country region area nation land pays kontinent pais país code cc iso iso2")

// doubtNoClassMark doubts NA if it was taken as a class, unless the column has places.
// It also doubts a value such as "none" that was taken as no class, if a class of another node is a text.
// A column that the user chose raises no doubt.
func doubtNoClassMark(in *doubtInput) string {
	if in.class == nil || in.class.userRole != "" {
		return ""
	}
	class := in.class
	// marked counts the nodes whose value was taken as no class but may be a class. mark is the last of these values.
	marked, mark := 0, ""
	hasTexts, hasCodes := false, class.hasLetterCodes()
	for _, cell := range class.values {
		value := strings.TrimSpace(cell)
		switch {
		// Among codes of two letters lacksLabel takes NA as a class.
		case value == "NA" && hasCodes:
			isPlace := hasPlaceName(class) || in.hasContinentCode()
			if !isPlace {
				return fmt.Sprintf("NA in %s was taken as a class, as the others are codes of two letters: it may mark nodes without one.",
					quote(class.key))
			}
		case unlabelled(value):
			// A mark of a missing value, such as null, may be a class. A mark of a missing label, such as unknown, is certain.
			// An error of a spreadsheet, such as #N/A, is no word.
			isWord := isMissing(value) && value != "" && value[0] != '#'
			// In tables marks such as NA are usual, and only "none" may be a class.
			mayBeClass := in.a.tables == nil || strings.EqualFold(value, "none")
			if isWord && mayBeClass {
				marked++
				mark = value
			}
		default:
			hasTexts = hasTexts || !isNumber(value)
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
	// A choice of the user, or a name of a class, is certain.
	if c == nil || c.userRole != "" || hasClassName(c) {
		return ""
	}
	// isMark accepts words and marks for yes and no.
	isTruthColumn := c.all(func(s string) bool { return isMark(strings.TrimSpace(s)) })
	if !isTruthColumn {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which holds truth values: it may be a feature.", quote(c.key))
}

// hasClassName reports whether the name of a column is a word for a class or for a kind, such as class or type.
func hasClassName(c *column) bool {
	return content.ClassRank(content.NameClass, c.key) >= 0 || content.ClassRank(content.NameKind, c.key) >= 0
}

// hasContinentCode reports whether a value of the class is the code of a continent, such as EU. NA then is North America.
func (in *doubtInput) hasContinentCode() bool {
	return slices.ContainsFunc(in.class.values, func(v string) bool {
		return slices.Contains([]string{"EU", "AS", "AF", "OC", "SA"}, strings.TrimSpace(v))
	})
}

// doubtSecondNames doubts names that were guessed from the column title, if the column label is unused and may have the names:
// its values do not repeat, and are not the ids.
func doubtSecondNames(in *doubtInput) string {
	label := in.a.find("label")
	if label == nil || label.role != "" {
		return ""
	}
	if !label.hasDistinctValues() || in.a.isIDs(label) {
		return ""
	}
	for _, c := range in.a.columns {
		isGuessedName := c.role == content.RoleName && c.userRole == ""
		if isGuessedName && strings.EqualFold(c.key, "title") {
			return fmt.Sprintf("The names were taken from %s; %s may hold them as well.", quote(c.key), quote(label.key))
		}
	}
	return ""
}

// hasDistinctValues reports whether at least two nodes have a value and no value repeats.
func (c *column) hasDistinctValues() bool {
	var given []string
	lacksLabel := c.lacksLabel()
	for _, cell := range c.values {
		if value := strings.TrimSpace(cell); !lacksLabel(value) {
			given = append(given, value)
		}
	}
	return len(given) > 1 && distinct(given)
}

// doubtUnusedNames doubts the last unused column with a different text for every node, because it may hold the names.
// Only a node table with integer ids, without names, and with at least fewRows rows raises this doubt.
// If the user gave an attribute a role, there is no doubt.
func doubtUnusedNames(in *doubtInput) string {
	// Ids that are texts serve as names. A node table has one row per node, so fewRows bounds the nodes.
	if in.nodes == nil || in.g.N < fewRows || !in.hasIntegerIDs() {
		return ""
	}
	// unused is the key of the last candidate.
	unused := ""
	for _, c := range in.a.columns {
		if c.role == content.RoleName || c.userRole != "" {
			return ""
		}
		// Mail addresses, links, objects and dates are no names. The first value shows the kind of all.
		sample := c.value(0)
		mayBeName := c.role == "" && !strings.ContainsAny(sample, "@/:{[") && !isDate(sample)
		hasAllNodes := c.countValues().filled == in.g.N
		if mayBeName && hasAllNodes && c.hasUniqueTexts() {
			unused = c.key
		}
	}
	if unused == "" {
		return ""
	}
	return fmt.Sprintf("The column %s has its own text for every node and was left out: it may be their name.", quote(unused))
}

// doubtSecondClass doubts the class if another column may be the class: its name is a word for a class, its values repeat,
// and it gives another partition of the nodes. A role from the user, for the class or the other column, excludes the doubt.
func doubtSecondClass(in *doubtInput) string {
	if in.class == nil || in.class.userRole != "" {
		return ""
	}
	for _, c := range in.a.columns {
		// A column of class names belongs to the class.
		if c == in.class || c.userRole != "" || c.role == content.RoleClassName {
			continue
		}
		mayBeClass := content.ClassRank(content.NameClass, c.key) >= 0 && hasRepeatedValues(c)
		if !mayBeClass || sameParts(c, in.class, in.g.N) {
			continue
		}
		return fmt.Sprintf("The class was taken from %s; %s may be it as well, and divides the nodes otherwise.", quote(in.class.key),
			quote(c.key))
	}
	return ""
}

// sameParts reports whether two columns give the same partition of n nodes. Nodes without a value are a part, too.
func sameParts(a, b *column, n int) bool {
	// The partitions are equal if the values correspond one to one. toB maps a value of a to the value of b at the same node, toA the
	// value of b to the value of a.
	toB, toA := map[string]string{}, map[string]string{}
	for i := range n {
		valueA, valueB := a.value(i), b.value(i)
		earlierB, existsA := toB[valueA]
		if existsA && earlierB != valueB {
			return false
		}
		earlierA, existsB := toA[valueB]
		if existsB && earlierA != valueA {
			return false
		}
		toB[valueA] = valueB
		toA[valueB] = valueA
	}
	return true
}

// doubtCountingFeature doubts the first feature that counts the nodes from 0 or 1, because it identifies every node.
// A feature that the file or the user states raises no doubt. Neither does a graph with fewer than fewNodes nodes.
func doubtCountingFeature(in *doubtInput) string {
	if in.g.N < fewNodes {
		return ""
	}
	for _, c := range in.a.columns {
		// The file states a feature by the prefix of its key, and the user by its role.
		isStated := strings.HasPrefix(c.key, featurePrefix) || c.userRole != ""
		if c.role != content.RoleFeature || isStated {
			continue
		}
		if c.countsNodes(in.g.N) {
			return fmt.Sprintf("The column %s counts the nodes: as a feature it tells every node from all others.", quote(c.key))
		}
	}
	return ""
}

// countsNodes reports whether the values of the n nodes, n ≥ 1, are 0, 1, 2, … or 1, 2, 3, ….
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

// doubtMixedColumn doubts the first column without a role that has cells with a text, and at least five numbers per such cell.
// Empty cells and marks of a missing value, such as NA, do not count. A column with a role from the user raises no doubt.
func doubtMixedColumn(in *doubtInput) string {
	for _, c := range in.a.columns {
		if c.role != "" || c.userRole != "" {
			continue
		}
		// example is the first cell that is not a number.
		numbers, others, example := 0, 0, ""
		for _, cell := range c.values {
			if isMissing(cell) {
				continue
			}
			if isNumber(strings.TrimSpace(cell)) {
				numbers++
				continue
			}
			others++
			if others == 1 {
				example = cell
			}
		}
		if others > 0 && numbers >= 5*others {
			return fmt.Sprintf("The column %s holds numbers but for %s, such as %s, and was left out.", quote(c.key),
				words.Count(others, "cell"), quote(example))
		}
	}
	return ""
}
