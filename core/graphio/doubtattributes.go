package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Doubt rules about attributes of the nodes. The list of all rules is in doubts.go.

// manyClasses doubts a class with more values than a tenth of the nodes: such a column may be an id.
func manyClasses(f *doubtInput) string {
	// Classes without nodes are no evidence.
	known := 0
	for _, n := range f.g.ClassSizes() {
		known += min(n, 1)
	}
	if f.class == nil || f.g.N < fewNodes || known <= fewClasses && 2*known <= f.g.N || 10*known <= f.g.N {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which has %d different values for %d nodes: it may be an id or a number.",
		quote(f.class.key), known, f.g.N)
}

// oneClass doubts a class with one value for all nodes.
func oneClass(f *doubtInput) string {
	if f.class == nil || f.g.Classes != 1 || f.g.N < fewNodes {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which is the same for every node that has one.", quote(f.class.key))
}

// places are parts of names of columns in which NA is a place: Namibia, or North America.
var places = wordSet("continent country region area nation land pays kontinent pais país code cc iso iso2")

// noClass doubts values such as "none" that count as no label, although the classes are words, too.
func noClass(f *doubtInput) string {
	if f.class == nil || f.class.userRole != "" {
		return ""
	}
	n, word, texts := 0, "", false
	for _, v := range f.class.values {
		v = strings.TrimSpace(v)
		switch {
		// NA among codes counts as a class, unless the column is one of countries.
		case v == "NA" && f.class.hasLetterCodes():
			if !slices.ContainsFunc(content.Parts(f.class.key), func(s string) bool { return places[s] }) && !f.hasContinentCode() {
				return fmt.Sprintf("NA in %s was taken as a class, as the others are codes of two letters: it may mark nodes without one.",
					quote(f.class.key))
			}
		case unlabelled(v):
			if isMissing(v) && v != "" && v[0] != '#' && (f.a.tables == nil || strings.EqualFold(v, "none")) {
				n, word = n+1, v
			}
		default:
			texts = texts || !isNumber(v)
		}
	}
	if n == 0 || !texts {
		return ""
	}
	return fmt.Sprintf("%s in %s was taken as a mark of no class (%s): it may be a class.", quote(word), quote(f.class.key),
		words.Count(n, "node"))
}

// truthClass doubts a class of truth values under a name that is not one of a class.
func truthClass(f *doubtInput) string {
	if f.class == nil || f.class.userRole != "" || content.ClassRank(content.NameClass, f.class.key) >= 0 ||
		content.ClassRank(content.NameKind, f.class.key) >= 0 || !f.class.all(func(s string) bool { return isMark(strings.TrimSpace(s)) }) {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which holds truth values: it may be a feature.", quote(f.class.key))
}

// hasContinentCode reports whether the class has the code of another continent, so that NA is North America.
func (f *doubtInput) hasContinentCode() bool {
	return slices.ContainsFunc(f.class.values, func(v string) bool {
		return slices.Contains([]string{"EU", "AS", "AF", "OC", "SA"}, strings.TrimSpace(v))
	})
}

// twoNames doubts names taken from titles where the column label also has a value of its own for every node.
func twoNames(f *doubtInput) string {
	label := f.a.find("label")
	for _, c := range f.a.columns {
		if c.role != content.RoleName || c.userRole != "" || !strings.EqualFold(c.key, "title") || label == nil || label.role != "" ||
			!label.hasDistinctValues() || f.a.isIDs(label) {
			continue
		}
		return fmt.Sprintf("The names were taken from %s; %s may hold them as well.", quote(c.key), quote(label.key))
	}
	return ""
}

// hasDistinctValues reports whether no value occurs twice and at least two nodes have one.
func (c *column) hasDistinctValues() bool {
	n := c.countValues()
	return n.set == n.different && n.set > 1
}

// ownTexts doubts that nodes with numbers as ids have no name, where an omitted column has its own text for every node.
func ownTexts(f *doubtInput) string {
	found := ""
	for _, c := range f.a.columns {
		if c.role == content.RoleName || c.userRole != "" {
			return ""
		}
		v := c.value(0)
		// Addresses, links and dates are distinct texts, but no names.
		if c.role == "" && c.hasUniqueTexts() && len(c.values) == f.g.N && !strings.ContainsAny(v, "@/:{[") && !isDate(v) && f.g.N >= fewRows {
			found = c.key
		}
	}
	if found == "" || f.nodes == nil || !f.hasWholeIDs() {
		return ""
	}
	return fmt.Sprintf("The column %s has its own text for every node and was left out: it may be their name.", quote(found))
}

// twoLabels doubts the class where another column has a name of a class and divides the nodes differently.
func twoLabels(f *doubtInput) string {
	if f.class == nil || f.class.userRole != "" {
		return ""
	}
	for _, c := range f.a.columns {
		known := content.ClassRank(content.NameClass, c.key) >= 0 && hasRepeatedValues(c)
		if c == f.class || c.userRole != "" || !known || c.role == content.RoleClassName || sameParts(c, f.class, f.g.N) {
			continue
		}
		return fmt.Sprintf("The class was taken from %s; %s may be it as well, and divides the nodes otherwise.", quote(f.class.key),
			quote(c.key))
	}
	return ""
}

// sameParts reports whether two columns give the same partition of n nodes.
func sameParts(a, b *column, n int) bool {
	to, back := map[string]string{}, map[string]string{}
	for i := range n {
		x, y := a.value(i), b.value(i)
		if v, ok := to[x]; ok && v != y {
			return false
		}
		if v, ok := back[y]; ok && v != x {
			return false
		}
		to[x], back[y] = y, x
	}
	return true
}

// countingFeature doubts a feature that counts the nodes from 0 or 1: it identifies every node.
func countingFeature(f *doubtInput) string {
	for _, c := range f.a.columns {
		if c.role != content.RoleFeature || c.userRole != "" || f.g.N < fewNodes || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		first, why := parseID([]byte(c.value(0)))
		// Counters begin at 0 or 1.
		counts := why == "" && first <= 1
		for i := 0; counts && i < f.g.N; i++ {
			v, why := parseID([]byte(c.value(i)))
			counts = why == "" && v == first+int64(i)
		}
		if counts {
			return fmt.Sprintf("The column %s counts the nodes: as a feature it tells every node from all others.", quote(c.key))
		}
	}
	return ""
}

// mixedColumn doubts the omission of a column of numbers for a few cells that are no numbers.
func mixedColumn(f *doubtInput) string {
	for _, c := range f.a.columns {
		if c.role != "" || c.userRole != "" || f.a.meta != nil {
			continue
		}
		numbers, bad, example := 0, 0, ""
		for _, v := range c.values {
			switch {
			case v == "":
			case isNumber(strings.TrimSpace(v)):
				numbers++
			default:
				if bad++; bad == 1 {
					example = v
				}
			}
		}
		// Below five numbers a bad cell the column is not one of numbers.
		if bad > 0 && numbers >= 5*bad {
			return fmt.Sprintf("The column %s holds numbers but for %s, such as %s, and was left out.", quote(c.key), words.Count(bad, "cell"),
				quote(example))
		}
	}
	return ""
}

// survey counts the cells of a table while it is read: the doubt rules use the counts after the rows are gone.
type survey struct {
	rows int
	// least, most and first are the number of cells of the shortest, the longest and the first row.
	// odd is the line of the first row with another number of cells than the first row, 0 for none.
	least, most, first, odd int
	// sample holds the first cells of the first rows, cut for display.
	sample  [][]string
	columns []columnCount
	// negative counts cells below zero by column. braced counts negative numbers within braces.
	negative []int
	braced   int
}

// columnCount counts the cells of one column.
type columnCount struct {
	// set counts cells that are not empty, numbers and whole the numbers and integers among them.
	set, numbers, integers int
	// zero and one report whether the cells count the rows from 0 or from 1.
	zero, one bool
	// values holds the distinct cells, at most MaxClasses+1.
	values map[string]bool
}

// surveyedColumns is the number of counted columns. No doubt rule uses a later one.
const surveyedColumns = 6

// addRow counts the cells of a row.
func (s *survey) addRow(line int, cells []string) {
	// The first row decides how many columns are counted.
	if s.rows == 0 {
		s.least, s.first = len(cells), len(cells)
		s.columns = make([]columnCount, min(len(cells), surveyedColumns))
		for c := range s.columns {
			s.columns[c] = columnCount{zero: true, one: true, values: map[string]bool{}}
		}
	}
	if s.least, s.most = min(s.least, len(cells)), max(s.most, len(cells)); len(cells) != s.first && s.odd == 0 {
		s.odd = line
	}
	if s.rows < content.MaxSample {
		var sample []string
		for _, v := range cells[:min(len(cells), content.MaxColumns)] {
			sample = append(sample, shortCell(v))
		}
		s.sample = append(s.sample, sample)
	}
	for c := range s.columns {
		s.columns[c].add(strings.TrimSpace(cellAt(cells, c)), s.rows)
	}
	s.countNegative(cells)
	s.rows++
}

// add counts a cell of a row, numbered from 0.
func (c *columnCount) add(v string, row int) {
	if v == "" {
		c.zero, c.one = false, false
		return
	}
	c.set++
	n, why := parseID([]byte(v))
	c.zero, c.one = c.zero && why == "" && n == int64(row), c.one && why == "" && n == int64(row)+1
	switch {
	case why == "":
		c.integers++
		c.numbers++
	case isNumber(v):
		c.numbers++
	}
	if len(c.values) <= MaxClasses && !c.values[v] {
		// The clone keeps the line of the file out of memory.
		c.values[strings.Clone(v)] = true
	}
}

// column returns the counts of a column, zero counts beyond surveyedColumns.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell returns a cell for display: safe characters, at most MaxCell of them.
func shortCell(v string) string {
	r := []rune(cleanName(v))
	if len(r) > content.MaxCell {
		r = append(r[:content.MaxCell-1], '…')
	}
	return string(r)
}
