package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
)

// Attributes that mean the class of a node, its name, its features, or nothing
// but a drawing, in files of other programs. Earlier keys win.
var (
	classKeys = []string{"class", "target", "category", "group", "community", "club", "faction", "party", "modularity class",
		"modularity_class", "cluster", "ground_truth", "gt"}
	nameKeys    = []string{"name", "title", "nodename", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding"}
	drawingKeys = []string{"x", "y", "z", "size", "color", "px", "py", "vx", "vy", "index", "fixed", "pos", "lat", "lng", "fx", "fy"}
)

// featurePrefix marks a column as a feature whatever its name.
const featurePrefix = "feature:"

// guessedAttributes fills g from attributes by their keys and values.
func (a *assembly) guessedAttributes(g *graph.Graph) error {
	used := map[*column]bool{a.membership(): true}
	class := a.take(content.RoleLabel, func() *column { return a.guessClass(g.N) })
	if guess := a.guessClass(g.N); guess != class && (a.none[content.RoleLabel] || class != nil && class.fix != "") && guess != nil {
		guess.fix = content.RoleIgnored // what looks like the class is no feature
	}
	if class != nil {
		used[class] = true
		if err := a.setClasses(g, class); err != nil {
			return err
		}
		if names := a.take(content.RoleClassName, func() *column { return a.find("class_name") }); names != nil {
			used[names] = true
			nameClasses(g, names)
		}
	}
	if names := a.take(content.RoleName, func() *column { return a.firstUnused(nameKeys, used) }); names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	list := a.featureColumn(used)
	width := -1
	for _, c := range a.columns {
		// features(1433) states the number of columns.
		if w, ok := strings.CutPrefix(c.key, "features("); ok && list == nil && c.fix == "" && !a.none[content.RoleFeature] {
			v, why := parseID([]byte(strings.TrimSuffix(w, ")")))
			if why == "" && v <= MaxFeatures {
				list, width = c, int(v)
			}
		}
	}
	if list != nil {
		x := &linalg.CSR{Rows: g.N, Cols: max(width, 0), Ptr: make([]int32, 1, g.N+1)}
		for i := range g.N {
			if err := a.featureList(x, i, list.value(i), width < 0); err != nil {
				return err
			}
		}
		list.role = content.RoleFeature
		g.X = x
		return nil
	}
	return a.numericColumns(g, used)
}

// guessClass returns the column that looks like the class of the n nodes.
func (a *assembly) guessClass(n int) *column {
	if c := a.find(classKeys...); c != nil {
		return c
	}
	// y is a class unless it is a coordinate; label may be a name.
	if y := a.find("y"); y != nil && a.find("x") == nil {
		return y
	}
	if l := a.find("label"); l != nil && repeats(l, n) {
		return l
	}
	return nil
}

// firstUnused returns the first column under one of keys that has no use yet.
func (a *assembly) firstUnused(keys []string, used map[*column]bool) *column {
	for _, key := range keys {
		if c := a.find(key); c != nil && !used[c] {
			return c
		}
	}
	return nil
}

// featureColumn returns the column that holds a list of features, nil without one.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	isList := func(c *column) bool { return strings.ContainsAny(c.value(firstSet(c)), " ,;:") }
	if c := a.fixed(content.RoleFeature); c != nil || a.none[content.RoleFeature] {
		if c != nil && isList(c) {
			return c
		}
		return nil
	}
	for _, key := range featureKeys {
		if c := a.find(key); c != nil && !used[c] && isList(c) {
			return c
		}
	}
	return nil
}

// firstSet returns the first node that has a value.
func firstSet(c *column) int {
	for i, v := range c.values {
		if v != "" {
			return i
		}
	}
	return 0
}

// repeats tells whether a column has values on most nodes, but few different.
func repeats(c *column, n int) bool {
	distinct := map[string]bool{}
	set := 0
	for _, v := range c.values {
		if v != "" {
			distinct[v] = true
			set++
		}
	}
	return set > 0 && 2*len(distinct) <= set && len(distinct) <= MaxClasses
}

// setClasses numbers the values of a column. Numbers from 0, and all numbers
// beside a column class_name, keep their value;
// other integers are numbered in their order, names in order of appearance.
// An empty value, -1 and NaN mean unknown.
func (a *assembly) setClasses(g *graph.Graph, c *column) error {
	unknown := func(s string) bool { return s == "" || s == "-1" || strings.EqualFold(s, "nan") || s == "None" }
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

// numericColumns makes a feature of every column whose values are numbers.
func (a *assembly) numericColumns(g *graph.Graph, used map[*column]bool) error {
	marked := false
	for _, c := range a.columns {
		marked = marked || strings.HasPrefix(c.key, featurePrefix)
	}
	var cols []*column
	var names, left, refused []string
	for _, c := range a.columns {
		name, isMarked := strings.CutPrefix(c.key, featurePrefix)
		switch {
		case c.fix == content.RoleFeature:
		case c.fix != "" || used[c]:
			if c.fix == content.RoleIgnored {
				refused = append(refused, quote(c.key))
			}
			continue
		case a.none[content.RoleFeature]:
			refused = append(refused, quote(c.key))
			continue
		case marked && isMarked:
		case marked || !numeric(c) || slices.Contains(drawingKeys, strings.ToLower(c.key)):
			left = append(left, quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols = append(cols, c)
		names = append(names, cleanName(name))
	}
	for _, l := range []struct {
		text string
		keys []string
	}{{"Attributes that are neither numbers nor a class were left out: ", left}, {"Attributes left out as you said: ", refused}} {
		if len(l.keys) > 5 {
			l.keys = append(l.keys[:5], "…")
		}
		if len(l.keys) > 0 {
			g.Notes = append(g.Notes, l.text+strings.Join(l.keys, ", ")+".")
		}
	}
	if len(cols) == 0 {
		return nil
	}
	if g.N*len(cols) > 5*maxCells {
		return fault(a.file, 0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
	}
	x := &linalg.CSR{Rows: g.N, Cols: len(cols), Ptr: make([]int32, 1, g.N+1)}
	missing := 0
	for i := range g.N {
		for k, c := range cols {
			s := c.value(i)
			if s == "" {
				missing++
				continue
			}
			v, why := parseNumber(s)
			if why != "" {
				return fault(a.file, a.lines[i], "features are finite numbers", "the attribute %s of node %s is %s, which %s", quote(c.key),
					quote(a.ids[i]), quote(s), why)
			}
			if v != 0 {
				if err := appendEntry(x, a.file, a.lines[i], k, v); err != nil {
					return err
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	if missing > 0 {
		g.Notes = append(g.Notes, count(missing, "missing feature value")+" taken as 0.")
	}
	g.X = x
	for k, s := range names {
		if s != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
	return nil
}

// numeric tells whether all values that are set look like numbers.
func numeric(c *column) bool {
	any := false
	for _, v := range c.values {
		if v != "" {
			if !isNumber(strings.TrimSpace(v)) {
				return false
			}
			any = true
		}
	}
	return any
}
