package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// Attributes that mean the class of a node, its name, its features, or nothing
// but a drawing, in files of other programs. Earlier keys win.
var (
	classKeys = []string{"class", "ml_target", "target", "category", "group", "community", "club", "faction", "party", "modularity class",
		"modularity_class", "cluster", "ground_truth", "gt", "block", "page_type", "mature", ":label"}
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding"}
	drawingKeys = []string{"x", "y", "z", "size", "color", "px", "py", "vx", "vy", "index", "fixed", "pos", "lat", "lng", "fx", "fy"}
)

// featurePrefix marks a column as a feature whatever its name.
const featurePrefix = "feature:"

// guessedAttributes fills g from attributes by their keys and values.
func (a *assembly) guessedAttributes(g *graph.Graph) error {
	used := map[*column]bool{a.membership(): true}
	class := a.take(content.RoleLabel, func() *column { return a.guessClass() })
	if guess := a.guessClass(); guess != class && (a.none[content.RoleLabel] || class != nil && class.fix != "") && guess != nil {
		guess.fix = content.RoleIgnored // what looks like the class is no feature
	}
	if class != nil {
		used[class] = true
		key := strings.ToLower(strings.TrimSpace(class.key))
		if class.fix == "" && key != "label" && key != "y" && !slices.Contains(classKeys, key) {
			g.Notes = append(g.Notes, "The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
		}
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

// guessClass returns the column that looks like the class of the nodes.
func (a *assembly) guessClass() *column {
	if c := a.find(classKeys...); c != nil {
		return c
	}
	// y is a class unless it is a coordinate; label may be a name.
	if y := a.find("y"); y != nil && a.find("x") == nil {
		return y
	}
	if l := a.find("label"); l != nil && (repeats(l) || numberClasses(l)) {
		return l
	}
	// In other languages the class is the one attribute whose texts repeat.
	var only *column
	sets := a.membership()
	for _, c := range a.columns {
		if c == sets || c.fix != "" || slices.Contains(nameKeys, strings.ToLower(c.key)) || numeric(c) || boolean(c) || !repeats(c) ||
			slices.Contains(drawingKeys, strings.ToLower(c.key)) || strings.HasPrefix(c.key, featurePrefix) {
			continue
		}
		if _, different := c.distinct(); different < 2 {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	return only
}

// numberClasses reports whether a column holds whole numbers of which one at
// least occurs twice: numbers as names would not.
func numberClasses(c *column) bool {
	set := 0
	for _, v := range c.values {
		if v != "" && v != "-1" {
			if set++; !isWhole(v) {
				return false
			}
		}
	}
	_, different := c.distinct()
	return set > 0 && different < set && different <= MaxClasses
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
		case !marked && a.repeatsID(g, c):
			continue // it says nothing more
		case marked || !numeric(c) && !boolean(c) || isIDColumn(c) || slices.Contains(drawingKeys, strings.ToLower(c.key)):
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
	lacking := 0
	for i := range g.N {
		for k, c := range cols {
			s := c.value(i)
			if isMissing(s) {
				lacking++
				continue
			}
			if b, ok := truths[strings.ToLower(s)]; ok {
				s = b
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
	if lacking > 0 {
		g.Notes = append(g.Notes, words.Count(lacking, "missing feature value")+" taken as 0.")
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
