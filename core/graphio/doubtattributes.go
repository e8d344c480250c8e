package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The rules of doubt about the attributes of the nodes; doubts.go lists them.

// manyClasses: more classes than a tenth of the nodes.
func manyClasses(f *facts) string {
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

// oneClass: all labels are the same.
func oneClass(f *facts) string {
	if f.class == nil || f.g.Classes != 1 || f.g.N < fewNodes {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which is the same for every node that has one.", quote(f.class.key))
}

// places are parts of names of columns in whose values NA is a place.
var places = wordSet("continent country region area nation land pays kontinent pais país code cc iso iso2")

// noClass: a word that marks no value stands among classes that are words, too.
func noClass(f *facts) string {
	if f.class == nil || f.class.fix != "" {
		return ""
	}
	n, word, texts := 0, "", false
	for _, v := range f.class.values {
		v = strings.TrimSpace(v)
		switch {
		case v == "NA" && f.class.codes():
			if !slices.ContainsFunc(content.Parts(f.class.key), func(s string) bool { return places[s] }) && !f.continents() {
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

// truthClass: the class is a truth value under another name than that of a class.
func truthClass(f *facts) string {
	if f.class == nil || f.class.fix != "" || content.ClassRank(content.NameClass, f.class.key) >= 0 ||
		content.ClassRank(content.NameKind, f.class.key) >= 0 || !f.class.all(func(s string) bool { return isMark(strings.TrimSpace(s)) }) {
		return ""
	}
	return fmt.Sprintf("The class was taken from %s, which holds truth values: it may be a feature.", quote(f.class.key))
}

// continents reports whether the class has the code of another continent.
func (f *facts) continents() bool {
	return slices.ContainsFunc(f.class.values, func(v string) bool {
		return slices.Contains([]string{"EU", "AS", "AF", "OC", "SA"}, strings.TrimSpace(v))
	})
}

// twoNames: the nodes are called by their titles, and have other labels.
func twoNames(f *facts) string {
	label := f.a.find("label")
	for _, c := range f.a.columns {
		if c.role != content.RoleName || c.fix != "" || !strings.EqualFold(c.key, "title") || label == nil || label.role != "" ||
			!label.apart() || f.a.isIDs(label) {
			continue
		}
		return fmt.Sprintf("The names were taken from %s; %s may hold them as well.", quote(c.key), quote(label.key))
	}
	return ""
}

// apart reports whether a column has another value for every node that has one.
func (c *column) apart() bool {
	n := c.count()
	return n.set == n.different && n.set > 1
}

// ownTexts: nodes that are numbers have a column with its own text for each, which was left out, and no name.
func ownTexts(f *facts) string {
	found := ""
	for _, c := range f.a.columns {
		if c.role == content.RoleName || c.fix != "" {
			return ""
		}
		v := c.value(0)
		if c.role == "" && c.names() && len(c.values) == f.g.N && !strings.ContainsAny(v, "@/:{[") && !isDate(v) && f.g.N >= fewRows {
			found = c.key
		}
	}
	if found == "" || f.nodes == nil || !f.numbered() {
		return ""
	}
	return fmt.Sprintf("The column %s has its own text for every node and was left out: it may be their name.", quote(found))
}

// twoLabels: another attribute is as likely the class, and disagrees.
func twoLabels(f *facts) string {
	if f.class == nil || f.class.fix != "" {
		return ""
	}
	for _, c := range f.a.columns {
		known := content.ClassRank(content.NameClass, c.key) >= 0
		if c == f.class || c.fix != "" || !known || !repeats(c) || c.role == content.RoleClassName || sameParts(c, f.class, f.g.N) {
			continue
		}
		return fmt.Sprintf("The class was taken from %s; %s may be it as well, and divides the nodes otherwise.", quote(f.class.key),
			quote(c.key))
	}
	return ""
}

// sameParts reports whether two columns divide the nodes in the same way.
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

// countingFeature: a feature that counts the nodes.
func countingFeature(f *facts) string {
	for _, c := range f.a.columns {
		if c.role != content.RoleFeature || c.fix != "" || f.g.N < fewNodes || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		first, why := parseID([]byte(c.value(0)))
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

// mixedColumn: a column of numbers was left out for a few cells that are none.
func mixedColumn(f *facts) string {
	for _, c := range f.a.columns {
		if c.role != "" || c.fix != "" || f.a.meta != nil {
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
		if bad > 0 && numbers >= 5*bad {
			return fmt.Sprintf("The column %s holds numbers but for %s, such as %s, and was left out.", quote(c.key), words.Count(bad, "cell"),
				quote(example))
		}
	}
	return ""
}

// survey counts what the rows of a table hold, while they are read.
type survey struct {
	rows int
	// least and most are the numbers of cells in a row, odd the line of the first row with another number than the first one.
	least, most, first, odd int
	// sample holds the first cells of the first rows.
	sample  [][]string
	columns []columnCount
	// negative counts the cells below zero by column, braced those in braces.
	negative []int
	braced   int
}

// columnCount is of one of the first columns.
type columnCount struct {
	set, numbers, whole int             // set cells are not empty; numbers and whole ones are counted among them.
	zero, one           bool            // zero and one report whether the cells count the rows from 0 or from 1.
	values              map[string]bool // values holds the different cells, up to one more than MaxClasses.
}

// surveyed is how many columns are counted: as many as are ever doubted.
const surveyed = 6

// row counts a row.
func (s *survey) row(line int, cells []string) {
	if s.rows == 0 {
		s.least, s.first = len(cells), len(cells)
		s.columns = make([]columnCount, min(len(cells), surveyed))
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
		s.columns[c].add(strings.TrimSpace(at(cells, c)), s.rows)
	}
	s.countNegative(cells)
	s.rows++
}

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
		c.whole++
		c.numbers++
	case isNumber(v):
		c.numbers++
	}
	if len(c.values) <= MaxClasses && !c.values[v] {
		c.values[strings.Clone(v)] = true
	}
}

// column returns the counts of a column; of those beyond the counted ones they are zero.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell makes a cell that is safe and short enough to show.
func shortCell(v string) string {
	r := []rune(cleanName(v))
	if len(r) > content.MaxCell {
		r = append(r[:content.MaxCell-1], '…')
	}
	return string(r)
}
