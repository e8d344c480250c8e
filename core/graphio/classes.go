package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
)

// setClasses numbers the values of a column. Numbers from 0, and all numbers
// beside a column class_name, keep their value;
// other integers are numbered in their order, names in order of appearance.
// An empty value, -1 and NaN mean unknown.
func (a *assembly) setClasses(g *graph.Graph, c *column) error {
	unknown := func(s string) bool { return s == "-1" || strings.EqualFold(s, "nan") || isMissing(s) }
	var names []string
	number := map[string]int{}
	integers := true
	for i := range g.N {
		s := cleanName(c.value(i))
		if unknown(s) {
			continue
		}
		if _, ok := number[s]; ok {
			continue
		}
		if len(names) == MaxClasses {
			return fault(a.file, a.lines[i], "use a column with fewer different values as class", "the column %s has more than %d classes",
				quote(c.key), MaxClasses)
		}
		number[s] = len(names)
		names = append(names, s)
		_, why := parseID([]byte(s))
		integers = integers && why == ""
	}
	if integers {
		keys := make([]int64, len(names))
		for k, s := range names {
			keys[k], _ = parseID([]byte(s))
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		k := len(keys)
		if asIs := a.find("class_name") != nil || k > 0 && keys[0] == 0 && keys[k-1] < 2*int64(k)+8; k > 0 && asIs && keys[k-1] < MaxClasses {
			names = nil
			g.Classes = int(keys[k-1]) + 1
		} else {
			names = names[:0]
			for k, v := range keys {
				s := strconv.FormatInt(v, 10)
				names = append(names, s)
				number[s] = k
			}
		}
	}
	for i := range g.N {
		s := cleanName(c.value(i))
		if unknown(s) {
			continue
		}
		if integers {
			// 07 and 7 are one class.
			v, _ := parseID([]byte(s))
			if s = strconv.FormatInt(v, 10); names == nil {
				g.Labels[i] = int(v)
				continue
			}
		}
		g.Labels[i] = number[s]
	}
	if len(names) > 0 {
		g.Classes, g.ClassNames = len(names), names
	}
	return nil
}

// nameClasses takes the names of numbered classes from a column beside them.
func nameClasses(g *graph.Graph, c *column) {
	names := make([]string, g.Classes)
	any := false
	for i, y := range g.Labels {
		if y >= 0 && names[y] == "" {
			names[y] = cleanName(c.value(i))
			any = any || names[y] != ""
		}
	}
	if any {
		g.ClassNames = names
	}
}
