package graphio

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// meta is what the writers of this package leave in a file beside nodes and
// edges, so that reading gives the same graph. In such a file every node has
// the attributes name (if there are names), class (a number, -1 for unknown),
// features ("column:value" for the non-zero ones, separated by spaces) and set
// (if there is a split).
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
func (a *assembly) describedAttributes(g *graph.Graph) error {
	m := a.meta
	bad := func(line int, format string, args ...any) error {
		return fault(a.file, line, "export the graph again", format, args...)
	}
	if m.Classes < 0 || m.Classes > MaxClasses || m.Features < 0 || m.Features > MaxFeatures ||
		m.ClassNames != nil && len(m.ClassNames) != m.Classes || m.FeatureNames != nil && len(m.FeatureNames) != m.Features {
		return bad(0, "the description of classes and features is damaged")
	}
	if n := cleanName(m.Name); n != "" {
		g.Name = n
	}
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
			return bad(a.lines[i], "the class %s is not a number from -1 to %d", quote(s), g.Classes-1)
		}
		g.Labels[i] = y
	}
	x := &linalg.CSR{Rows: g.N, Cols: m.Features, Ptr: make([]int32, 1, g.N+1)}
	features := a.find("features")
	for i := range g.N {
		if err := a.featureList(x, i, features.value(i), false); err != nil {
			return err
		}
	}
	g.X = x
	return nil
}

// setDefaults gives every node without a value of an attribute the default one.
func (a *assembly) setDefaults(defaults map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		if len(a.ids) == 0 || defaults[key] == "" {
			continue
		}
		if a.byKey[key] == nil {
			// All at once: appending value by value would take thrice the memory.
			if a.cells += len(a.ids) - 1; a.cells > maxCells {
				return fault(a.file, 0, "take fewer columns or nodes", "more than %d attribute values", maxCells)
			}
			if err := a.set(0, key, defaults[key]); err != nil {
				return err
			}
			a.byKey[key].values = make([]string, len(a.ids))
		}
		for i := range a.ids {
			if c := a.byKey[key]; c.value(i) == "" {
				if err := a.set(i, key, defaults[key]); err != nil {
					return err
				}
			}
		}
	}
	return nil
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

// featureList appends the row of node i: "column:value" pairs in any order, or
// one number per column, separated by spaces, commas or semicolons and perhaps
// in brackets. grow lets the row widen the matrix.
func (a *assembly) featureList(x *linalg.CSR, i int, text string, grow bool) error {
	bad := func(s, why string) error {
		return fault(a.file, a.lines[i], "features are finite numbers", "the feature %s of node %s %s", quote(s), quote(a.ids[i]), why)
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
				return bad(s, "has no column number below "+strconv.Itoa(MaxFeatures))
			}
			col, num = int(id), v
		}
		v, why := parseNumber(num)
		if why != "" {
			return bad(s, why)
		}
		if col >= x.Cols {
			if !grow || col >= MaxFeatures {
				return bad(s, fmt.Sprintf("is beyond the last column, %d", x.Cols-1))
			}
			x.Cols = col + 1
		}
		if v != 0 {
			row = append(row, entry{col, v})
		}
	}
	slices.SortStableFunc(row, func(p, q entry) int { return p.col - q.col })
	for k, e := range row {
		if k > 0 && row[k-1] == e {
			continue
		}
		if k > 0 && row[k-1].col == e.col {
			return bad(strconv.Itoa(e.col), "is given twice")
		}
		if err := appendEntry(x, a.file, a.lines[i], e.col, e.val); err != nil {
			return err
		}
	}
	x.Ptr = append(x.Ptr, int32(len(x.Val)))
	return nil
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
