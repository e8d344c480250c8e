package graphio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/numeral"
	"sheafscope/core/words"
)

// Attributes that are the name of a node or its features, in files of other programs; content.NameRules holds the others. Earlier keys win.
var (
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding", "feat", "attr"}
)

// featurePrefix marks a column as a feature whatever its name.
const featurePrefix = "feature:"

// guessedAttributes fills g from attributes by their keys and values.
func (a *assembly) guessedAttributes(g *graph.Graph) {
	used := map[*column]bool{}
	for _, c := range a.sets {
		used[c] = true
	}
	for _, c := range a.columns {
		if !used[c] && c.fix != content.RoleLabel && c.fix != content.RoleName && c.fix != content.RoleIgnored {
			a.writtenNumbers(c)
		}
	}
	class := a.take(content.RoleLabel, a.guessClass)
	if guess := a.guessClass(); guess != class && (a.none[content.RoleLabel] || class != nil && class.fix != "") && guess != nil {
		guess.fix = content.RoleIgnored // what looks like the class is no feature
	}
	if class != nil {
		used[class] = true
		note(&g.Notes, class.fix == "" && content.ClassRank(content.NameClass, class.key)+content.ClassRank(content.NameKind, class.key) == -2,
			"The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
		names := a.take(content.RoleClassName, func() *column { return a.guessClassNames(class) })
		if a.setClasses(g, class, names != nil); a.err != nil {
			return
		}
		if names != nil {
			used[names] = true
			nameClasses(g, names)
		}
	}
	if names := a.take(content.RoleName, func() *column { return a.nameColumn(used) }); names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	list, width := a.featureColumn(used), -1
	for _, c := range a.columns {
		// features(1433) states the number of columns.
		if w, ok := strings.CutPrefix(c.key, "features("); ok && list == nil && c.fix == "" && !a.none[content.RoleFeature] {
			v, why := parseID([]byte(strings.TrimSuffix(w, ")")))
			if why == "" && v <= MaxFeatures {
				list, width = c, int(v)
			}
		}
	}
	if list == nil {
		a.numericColumns(g, class, used)
		return
	}
	list.role, used[list] = content.RoleFeature, true
	a.listedFeatures(g, list, max(width, 0), width < 0)
	var beside []string
	for _, c := range a.columns {
		if !used[c] && c.fix == "" && !a.repeatsID(g, c) {
			beside = append(beside, quote(c.key))
		}
	}
	leave(g, "Attributes beside the list of features were left out: ", beside)
}

// writtenNumbers writes the numbers of a column plainly when all its values are numbers as people write them, 1.234,50 or 12 %, with one
// mark
// for the fraction. A doubt says where it may be the other one.
func (a *assembly) writtenNumbers(c *column) {
	if content.ClassRank(content.NameClass, c.key) >= 0 || slices.Contains(nameKeys, strings.ToLower(c.key)) ||
		slices.Contains(featureKeys, strings.ToLower(c.key)) || strings.HasPrefix(c.key, "features(") || numeric(c) {
		return
	}
	read := func(mark rune) []float64 {
		out := make([]float64, len(c.values))
		for i, v := range c.values {
			var ok bool
			if isMissing(v) {
				continue
			}
			if out[i], ok = numeral.Amount(v, mark); !ok {
				return nil
			}
		}
		return out
	}
	point, comma := read('.'), read(',')
	numbers := point
	switch {
	case point == nil && comma == nil:
		return
	case point == nil || comma != nil && a.commas:
		numbers = comma
	case comma != nil && !slices.Equal(point, comma):
		a.doubt("number", "The column "+quote(c.key)+" has numbers such as "+quote(c.values[firstSet(c)])+
			", whose marks were taken as those of thousands: they may be those of fractions.")
	}
	for i, v := range c.values {
		if !isMissing(v) {
			c.values[i] = strconv.FormatFloat(numbers[i], 'g', -1, 64)
		}
	}
}

// leave notes what was left out.
func leave(g *graph.Graph, text string, keys []string) {
	if len(keys) > 5 {
		keys = append(keys[:5], "…")
	}
	note(&g.Notes, len(keys) > 0, text+strings.Join(keys, ", ")+".")
}

// nameColumn returns the column that names the nodes: of those called so the first with its own text for every node, without markup, else
// the
// first. A label is what a program shows, a title what it shows beside it.
func (a *assembly) nameColumn(used map[*column]bool) *column {
	var first *column
	for _, key := range nameKeys {
		if c := a.find(key); c != nil && !used[c] && first == nil {
			first = c
		}
	}
	var list []*column
	for _, key := range []string{"name", "label"} {
		list = append(list, a.find(key))
	}
	for _, key := range nameKeys {
		list = append(list, a.find(key))
	}
	for _, c := range a.columns {
		if c.fix == "" && nameWords[content.Word(c.key)] {
			list = append(list, c)
		}
	}
	for _, c := range list {
		if c != nil && !used[c] && c.names() {
			return c
		}
	}
	return first
}

// names reports whether a column has for every node that has a value its own text without markup.
func (c *column) names() bool {
	seen := map[string]bool{}
	for _, v := range c.values {
		if v = strings.TrimSpace(v); v == "" {
			continue
		}
		if seen[v] || isNumber(v) || strings.HasPrefix(v, "<") {
			return false
		}
		seen[v] = true
	}
	return len(seen) > 0
}

// featureColumn returns the column that holds a list of features, nil without one.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	is := func(c *column) bool {
		return c != nil && !used[c] && strings.ContainsAny(c.value(firstSet(c)), " ,;:[")
	}
	if c := a.fixed(content.RoleFeature); c != nil || a.none[content.RoleFeature] {
		return words.Either(is(c), c, nil)
	}
	for _, key := range featureKeys {
		if c := a.find(key); is(c) {
			return c
		}
	}
	return nil
}

// listedFeatures reads the features from one column of lists of a width, which with grow the lists themselves may widen.
func (a *assembly) listedFeatures(g *graph.Graph, list *column, width int, grow bool) {
	x := newFeatures(a.file, g.N, width)
	for i := range g.N {
		if a.err == nil {
			a.featureList(x, i, list.value(i), grow)
		}
	}
	g.X = &x.CSR
}

// numericColumns makes a feature of every column whose values are numbers.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) {
	marked := slices.ContainsFunc(a.columns, func(c *column) bool { return strings.HasPrefix(c.key, featurePrefix) })
	var cols []*column
	var names, left, kept, refused []string
	for _, c := range a.columns {
		name, isMarked := strings.CutPrefix(c.key, featurePrefix)
		var list *[]string
		switch {
		case c.fix == content.RoleFeature:
		case c.fix == content.RoleIgnored, c.fix == "" && !used[c] && a.none[content.RoleFeature]:
			list = &refused
		case c.fix != "" || used[c]:
			continue
		case marked && isMarked:
		case !marked && a.repeatsID(g, c):
			continue // it says nothing more
		case marked || !numeric(c) && !boolean(c):
			list = &left
		case a.leaves(c) || a.saysClass(c, class) || a.target(c):
			list = &kept
		}
		if list != nil {
			*list = append(*list, quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols, names = append(cols, c), append(names, cleanName(name))
	}
	leave(g, "Attributes that are neither numbers nor a class were left out: ", left)
	leave(g, "Attributes that number, draw or divide the nodes, and so are no features, were left out: ", kept)
	leave(g, "Attributes left out as you said: ", refused)
	if len(cols) == 0 {
		return
	}
	if g.N*len(cols) > 5*maxCells {
		a.bad(0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
		return
	}
	x, lacking := newFeatures(a.file, g.N, len(cols)), 0
	for i := range g.N {
		x.line = a.lines[i]
		for k, c := range cols {
			s := c.value(i)
			if isMissing(s) {
				lacking++
				continue
			}
			s = cmp.Or(truths[strings.ToLower(s)], s)
			v, why := parseNumber(s)
			if why != "" {
				a.bad(a.lines[i], finite, "the attribute %s of node %s is %s, which %s", quote(c.key), quote(a.ids[i]), quote(s), why)
			}
			x.add(k, v)
		}
		x.end()
		if !a.keep(x.err) {
			return
		}
	}
	x.into(g, lacking)
	for k, s := range names {
		if s != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
}

// target reports whether a column of real numbers is called what is to be predicted.
func (a *assembly) target(c *column) bool {
	w := content.Word(c.key)
	return w == "y" || w == "target" || w == "targets" || w == "label" || w == "labels"
}

// isMissing reports whether a cell has no value.
func isMissing(s string) bool { return content.Is(content.NameNoValue, strings.TrimSpace(s)) }

// unlabelled reports whether a cell has no label.
func unlabelled(s string) bool { return isMissing(s) || content.Is(content.NameNoLabel, s) }

// truths are truth values and their numbers.
var truths = map[string]string{"true": "1", "false": "0"}

// numeric reports whether all values that are set look like numbers.
func numeric(c *column) bool {
	return c.all(func(v string) bool { return isNumber(strings.TrimSpace(v)) })
}

// boolean reports whether all values that are set are true or false.
func boolean(c *column) bool {
	return c.all(func(v string) bool { return truths[strings.ToLower(v)] != "" })
}

// all reports whether a column has values, and all of them are so.
func (c *column) all(is func(string) bool) bool {
	any := false
	for _, v := range c.values {
		if !isMissing(v) {
			if !is(v) {
				return false
			}
			any = true
		}
	}
	return any
}

// repeatsID reports whether a column says of every node its id or its name.
func (a *assembly) repeatsID(g *graph.Graph, c *column) bool {
	if key := strings.ToLower(c.key); key != "value" && key != "id" && !slices.Contains(nameKeys, key) {
		return false
	}
	for i, id := range a.ids {
		if v := c.value(i); v != id && (g.NodeNames == nil || v != g.NodeNames[i]) {
			return false
		}
	}
	return true
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

// repeats reports whether a column has values on most nodes, but few different.
func repeats(c *column) bool {
	n := c.count()
	return n.set > 0 && n.different <= MaxClasses && 2*n.different <= n.set
}
