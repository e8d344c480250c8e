package graphio

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// meta is the description that the writers of this package add to a file, so that reading returns the same graph.
// Every node of such a file has up to four attributes:
// name, where the graph has names; class, a number, -1 for unknown;
// features, "column:value" for every non-zero feature, separated by spaces; set, where there is a split.
type meta struct {
	Writer       string   `json:"writer"`
	Name         string   `json:"name"`
	Classes      int      `json:"classes"`
	ClassNames   []string `json:"class_names,omitempty"`
	Features     int      `json:"features"`
	FeatureNames []string `json:"feature_names,omitempty"`
}

// metaWriter is the value of meta.Writer in files of this package.
const metaWriter = "sheafscope"

// newMeta returns the description of g.
func newMeta(g *graph.Graph) *meta {
	return &meta{metaWriter, g.Name, g.Classes, g.ClassNames, g.X.Cols, g.FeatureNames}
}

// parseMeta returns the description in a JSON text, nil for any other text.
func parseMeta(text string) *meta {
	var m meta
	// The search is cheaper than parsing every description.
	if !strings.Contains(text, metaWriter) || json.Unmarshal([]byte(text), &m) != nil || m.Writer != metaWriter {
		return nil
	}
	return &m
}

// describedAttributes sets names, labels and features of g from the attributes that meta announces.
// Any value outside the description is an error: this package wrote the file.
func (a *assembly) describedAttributes(g *graph.Graph) {
	const remedy = "export the graph again"
	m := a.meta
	// The counts decide allocations, and the file may be damaged.
	if m.Classes < 0 || m.Classes > MaxClasses || m.Features < 0 || m.Features > MaxFeatures ||
		m.ClassNames != nil && len(m.ClassNames) != m.Classes || m.FeatureNames != nil && len(m.FeatureNames) != m.Features {
		a.fail(0, remedy, "the description of classes and features is damaged")
		return
	}
	g.Name = cmp.Or(cleanName(m.Name), g.Name)
	g.Classes, g.ClassNames, g.FeatureNames = m.Classes, cleanNames(m.ClassNames), cleanNames(m.FeatureNames)
	if c := a.find("name"); c != nil {
		a.setNames(g, c)
	}
	class := a.find("class")
	for i := range g.N {
		s := class.value(i)
		if s == "" {
			continue
		}
		y, err := strconv.Atoi(s)
		if err != nil || y < -1 || y >= g.Classes {
			a.fail(a.lines[i], remedy, "the class %s is not a number from -1 to %d", quote(s), g.Classes-1)
			return
		}
		g.Labels[i] = y
	}
	a.listedFeatures(g, a.find("features"), m.Features)
}

// setDefaults sets the default of every attribute on the nodes without a value. Keys are sorted, so that the order of
// columns is fixed.
func (a *assembly) setDefaults(defaults map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		if len(a.ids) == 0 || defaults[key] == "" {
			continue
		}
		if a.byKey[key] == nil {
			// One allocation: appending value by value would take three times the memory.
			if a.cells += len(a.ids) - 1; a.cells > maxCells {
				a.fail(0, "take fewer columns or nodes", "more than %d attribute values", maxCells)
				return
			}
			if a.setAttribute(0, key, defaults[key]); a.err != nil {
				return
			}
			a.byKey[key].values = make([]string, len(a.ids))
		}
		for i := range a.ids {
			if c := a.byKey[key]; c.value(i) == "" {
				a.setAttribute(i, key, defaults[key])
			}
		}
	}
}

// cleanNames returns the names made safe, nil for an empty list: a graph without names has nil.
func cleanNames(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = cleanName(s)
	}
	return out
}

// featureList adds the features of node i from a text.
// The text is "column:value" pairs in any order, or one number a column.
// Spaces, commas or semicolons separate them; brackets may enclose them.
func (a *assembly) featureList(x *featureRows, i int, text string) {
	bad := func(s, why string) {
		a.fail(a.lines[i], finiteRemedy, "the feature %s of node %s %s", quote(s), quote(a.ids[i]), why)
	}
	type entry struct {
		col int
		val float64
	}
	var row []entry
	for k, s := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;[]()", r) }) {
		// Without a colon the position is the column.
		col, num := k, s
		if c, v, ok := strings.Cut(s, ":"); ok {
			id, why := parseID([]byte(c))
			if why != "" || id >= MaxFeatures {
				bad(s, "has no column number below "+strconv.Itoa(MaxFeatures))
				return
			}
			col, num = int(id), v
		}
		v, why := parseNumber(num)
		if why == "" && col >= x.Cols {
			if !x.grows || col >= MaxFeatures {
				why = fmt.Sprintf("is beyond the last column, %d", x.Cols-1)
			} else {
				x.Cols = col + 1
			}
		}
		if why != "" {
			bad(s, why)
			return
		}
		if v != 0 {
			row = append(row, entry{col, v})
		}
	}
	// Rows of the matrix are sorted by column.
	slices.SortStableFunc(row, func(p, q entry) int { return p.col - q.col })
	x.line = a.lines[i]
	for k, e := range row {
		// An exact repetition is harmless, another value is not.
		if k > 0 && row[k-1] == e {
			continue
		}
		if k > 0 && row[k-1].col == e.col {
			bad(strconv.Itoa(e.col), "is given twice")
			return
		}
		x.add(e.col, e.val)
	}
	x.endRow()
	a.keepError(x.err)
}

// formatFeatures returns row i of x as "column:value" pairs, as featureList reads them.
func formatFeatures(x *linalg.CSR, i int) string {
	var b []byte
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(x.Col[p]), 10)
		b = append(b, ':')
		b = strconv.AppendFloat(b, x.Val[p], 'g', -1, 64)
	}
	return string(b)
}

// setClasses sets the classes from a column; see [classValues].
func (a *assembly) setClasses(g *graph.Graph, c *column, named bool) {
	v := classValues{of: c.value, missing: c.lacksLabel, numbered: named}
	a.keepError(v.assign(g, func(i int, why string) error {
		return fault(a.file, a.lines[i], "use a column with fewer different values as class", "the column %s %s", quote(c.key), why)
	}))
}

// classValues are texts of the classes of all nodes, from a column or an array.
type classValues struct {
	// of returns the text of node i. missing reports whether a text marks no class.
	of      func(i int) string
	missing func(text string) bool
	// numbered reports that integers are numbers of classes: then 1, 2 leave class 0 empty, and -1 is always no class.
	numbered bool
}

// assign sets the classes of g; fail returns the error for node i.
// The numbers 0 to k−1, and with numbered all numbers from 0, keep their value.
// Other integers are numbered in ascending order, texts in order of appearance.
// A number -1 marks no class, unless 1 is the only other number.
func (v classValues) assign(g *graph.Graph, fail func(i int, why string) error) error {
	number := map[string]int{}
	var names []string
	integers := true
	same := mixedTruthSpellings(g.N, v.of)
	// text returns the normal form of a class, so that spellings of one class agree.
	text := func(i int) string {
		s := cleanName(v.of(i))
		if t := strings.ToLower(s); same && t != "" {
			return words.Either(cmp.Or(truthNumbers[t], t) == "1", "true", "false")
		}
		// 07, 7 and 7.0 are one class.
		if x, why := parseNumber(s); why == "" && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			s = strconv.FormatFloat(x, 'f', 0, 64)
		}
		return s
	}
	for i := range g.N {
		s := text(i)
		if _, ok := number[s]; ok || v.missing(s) {
			continue
		}
		if len(names) > MaxClasses {
			return fail(i, fmt.Sprintf("has more than %d classes", MaxClasses))
		}
		number[s] = len(names)
		names = append(names, s)
		_, why := parseID([]byte(s))
		integers = integers && (why == "" || why == "is negative")
	}
	// Integers get numbers in their order, independent of the order of the nodes.
	if integers {
		keys := make([]int64, len(names))
		for k, s := range names {
			keys[k], _ = parseID([]byte(s))
		}
		slices.Sort(keys)
		if len(keys) > 0 && keys[0] == -1 && (v.numbered || len(keys) != 2 || keys[1] != 1) {
			keys = keys[1:] // unknown
		}
		names = names[:0]
		clear(number)
		for k, key := range keys {
			s := strconv.FormatInt(key, 10)
			names, number[s] = append(names, s), k
		}
		// Numbers from 0 without a gap are already numbers of classes.
		if k := len(keys); k > 0 && keys[0] >= 0 && keys[k-1] < MaxClasses && (v.numbered || keys[k-1] == int64(k)-1) {
			for k, s := range names {
				number[s] = int(keys[k])
			}
			g.Classes, names = int(keys[k-1])+1, nil
		}
	}
	if len(names) > MaxClasses {
		return fail(0, fmt.Sprintf("has more than %d classes", MaxClasses))
	}
	for i := range g.N {
		if k, ok := number[text(i)]; ok {
			g.Labels[i] = k
		}
	}
	if len(names) > 0 {
		g.Classes, g.ClassNames = len(names), names
	}
	return nil
}

// mixedTruthSpellings reports whether all values are truth values and one of the two has several spellings, as True, true and 1.
// Such spellings are one class each.
func mixedTruthSpellings(n int, value func(i int) string) bool {
	spelled, words := map[string]bool{}, false
	for i := range n {
		s := strings.TrimSpace(value(i))
		if low := strings.ToLower(s); truthNumbers[low] != "" {
			words = true
		} else if s == "" {
			continue
		} else if s != "0" && s != "1" {
			return false
		}
		spelled[s] = true
	}
	truth := map[string]int{}
	for s := range spelled {
		truth[cmp.Or(truthNumbers[strings.ToLower(s)], s)]++
	}
	// Without a second spelling the texts themselves are good names.
	return words && (truth["0"] > 1 || truth["1"] > 1 || spelled["0"] || spelled["1"])
}

// nameClasses names numbered classes by a second column: the first text beside each class.
func nameClasses(g *graph.Graph, c *column) {
	names := make([]string, g.Classes)
	for i, y := range g.Labels {
		if y >= 0 && names[y] == "" {
			names[y] = cleanName(c.value(i))
		}
	}
	if strings.Join(names, "") != "" {
		g.ClassNames = names
	}
}
