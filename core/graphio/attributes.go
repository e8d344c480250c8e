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

// meta is what the writers of this package leave in a file beside nodes and edges, so that reading gives the same graph. In such a file
// every node has the attributes name (if there are names), class (a number, -1 for unknown), features ("column:value" for the non-zero
// ones, separated by spaces) and set (if there is a split).
type meta struct {
	Writer       string   `json:"writer"`
	Name         string   `json:"name"`
	Classes      int      `json:"classes"`
	ClassNames   []string `json:"class_names,omitempty"`
	Features     int      `json:"features"`
	FeatureNames []string `json:"feature_names,omitempty"`
}

// metaWriter marks a description as one of this package.
const metaWriter = "sheafscope"

func newMeta(g *graph.Graph) *meta {
	return &meta{metaWriter, g.Name, g.Classes, g.ClassNames, g.X.Cols, g.FeatureNames}
}

// parseMeta returns the description in text, or nil when it is something else.
func parseMeta(text string) *meta {
	var m meta
	if !strings.Contains(text, metaWriter) || json.Unmarshal([]byte(text), &m) != nil || m.Writer != metaWriter {
		return nil
	}
	return &m
}

// describedAttributes fills g from the attributes that a meta announces.
func (a *assembly) describedAttributes(g *graph.Graph) {
	const remedy = "export the graph again"
	m := a.meta
	if m.Classes < 0 || m.Classes > MaxClasses || m.Features < 0 || m.Features > MaxFeatures ||
		m.ClassNames != nil && len(m.ClassNames) != m.Classes || m.FeatureNames != nil && len(m.FeatureNames) != m.Features {
		a.bad(0, remedy, "the description of classes and features is damaged")
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
			a.bad(a.lines[i], remedy, "the class %s is not a number from -1 to %d", quote(s), g.Classes-1)
			return
		}
		g.Labels[i] = y
	}
	a.listedFeatures(g, a.find("features"), m.Features, false)
}

// setDefaults gives every node without a value of an attribute the default one.
func (a *assembly) setDefaults(defaults map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		if len(a.ids) == 0 || defaults[key] == "" {
			continue
		}
		if a.byKey[key] == nil {
			// All at once: appending value by value would take thrice the memory.
			if a.cells += len(a.ids) - 1; a.cells > maxCells {
				a.bad(0, "take fewer columns or nodes", "more than %d attribute values", maxCells)
				return
			}
			if a.set(0, key, defaults[key]); a.err != nil {
				return
			}
			a.byKey[key].values = make([]string, len(a.ids))
		}
		for i := range a.ids {
			if c := a.byKey[key]; c.value(i) == "" {
				a.set(i, key, defaults[key])
			}
		}
	}
}

// cleanNames returns nil for no names: a list without any says no more.
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

// featureList reads the row of node i: "column:value" pairs in any order, or one number per column, separated by spaces, commas or
// semicolons and perhaps in brackets. grow lets the row widen the matrix.
func (a *assembly) featureList(x *featureRows, i int, text string, grow bool) {
	bad := func(s, why string) {
		a.bad(a.lines[i], finite, "the feature %s of node %s %s", quote(s), quote(a.ids[i]), why)
	}
	type entry struct {
		col int
		val float64
	}
	var row []entry
	for k, s := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;[]()", r) }) {
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
			if !grow || col >= MaxFeatures {
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
	slices.SortStableFunc(row, func(p, q entry) int { return p.col - q.col })
	x.line = a.lines[i]
	for k, e := range row {
		if k > 0 && row[k-1] == e {
			continue
		}
		if k > 0 && row[k-1].col == e.col {
			bad(strconv.Itoa(e.col), "is given twice")
			return
		}
		x.add(e.col, e.val)
	}
	x.end()
	a.keep(x.err)
}

// formatFeatures writes row i of x for featureList.
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

// setClasses numbers the values of a column; see [numberClasses].
func (a *assembly) setClasses(g *graph.Graph, c *column, named bool) {
	a.keep(numberClasses(g, c.value, c.blank, named, func(i int, why string) error {
		return fault(a.file, a.lines[i], "use a column with fewer different values as class", "the column %s %s", quote(c.key), why)
	}))
}

// numberClasses sets the classes of a graph from their texts by node. The numbers 0 to k−1, and with named all numbers from 0, keep their
// value; other whole numbers are numbered in their order, texts in the order of appearance. What is none has no class, and -1 has
// none but where 1 is the only other number.
func numberClasses(g *graph.Graph, value func(i int) string, none func(s string) bool, named bool, bad func(i int,
	why string) error) error {
	number := map[string]int{}
	var names []string
	integers := true
	same := sameTruths(g.N, value)
	text := func(i int) string {
		s := cleanName(value(i))
		if t := strings.ToLower(s); same && t != "" {
			return words.Either(cmp.Or(truths[t], t) == "1", "true", "false")
		}
		// 07, 7 and 7.0 are one class.
		if v, why := parseNumber(s); why == "" && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			s = strconv.FormatFloat(v, 'f', 0, 64)
		}
		return s
	}
	for i := range g.N {
		s := text(i)
		if _, ok := number[s]; ok || none(s) {
			continue
		}
		if len(names) > MaxClasses {
			return bad(i, fmt.Sprintf("has more than %d classes", MaxClasses))
		}
		number[s] = len(names)
		names = append(names, s)
		_, why := parseID([]byte(s))
		integers = integers && (why == "" || why == "is negative")
	}
	if integers {
		keys := make([]int64, len(names))
		for k, s := range names {
			keys[k], _ = parseID([]byte(s))
		}
		slices.Sort(keys)
		if len(keys) > 0 && keys[0] == -1 && (named || len(keys) != 2 || keys[1] != 1) {
			keys = keys[1:] // unknown
		}
		names = names[:0]
		clear(number)
		for k, v := range keys {
			s := strconv.FormatInt(v, 10)
			names, number[s] = append(names, s), k
		}
		if k := len(keys); k > 0 && keys[0] >= 0 && keys[k-1] < MaxClasses && (named || keys[k-1] == int64(k)-1) {
			for k, s := range names {
				number[s] = int(keys[k])
			}
			g.Classes, names = int(keys[k-1])+1, nil
		}
	}
	if len(names) > MaxClasses {
		return bad(0, fmt.Sprintf("has more than %d classes", MaxClasses))
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

// sameTruths reports whether the values are truth values in several spellings, True, true and 1, of which each is one class.
func sameTruths(n int, value func(i int) string) bool {
	spelled, words := map[string]bool{}, false
	for i := range n {
		s := strings.TrimSpace(value(i))
		if low := strings.ToLower(s); truths[low] != "" {
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
		truth[cmp.Or(truths[strings.ToLower(s)], s)]++
	}
	return words && (truth["0"] > 1 || truth["1"] > 1 || spelled["0"] || spelled["1"])
}

// nameClasses takes the names of numbered classes from a column beside them.
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
