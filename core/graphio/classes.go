package graphio

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// setClasses numbers the values of a column; see [numberClasses].
func (a *assembly) setClasses(g *graph.Graph, c *column, named bool) error {
	return numberClasses(g, c.value, named, func(i int, why string) error {
		return fault(a.file, a.lines[i], "use a column with fewer different values as class", "the column %s %s", quote(c.key), why)
	})
}

// numberClasses sets the classes of a graph from their texts by node. The numbers
// 0 to k−1, and with named all numbers from 0, keep their value; other whole
// numbers are numbered in their order, texts in the order of appearance. What is
// unlabelled has no class, and -1 has none but where 1 is the only other number.
func numberClasses(g *graph.Graph, value func(i int) string, named bool, bad func(i int, why string) error) error {
	number := map[string]int{}
	var names []string
	integers := true
	text := func(i int) string {
		s := cleanName(value(i))
		// 07, 7 and 7.0 are one class.
		if v, why := parseNumber(s); why == "" && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			s = strconv.FormatFloat(v, 'f', 0, 64)
		}
		return s
	}
	for i := range g.N {
		s := text(i)
		if _, ok := number[s]; ok || unlabelled(s) {
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
