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

// nameKeys and featureKeys are names of attributes with the name or the features of a node, in files of other programs.
// Earlier names have priority. content.NameRules holds the other names.
var (
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding", "feat", "attr"}
)

// featurePrefix marks a column as a feature, whatever its name.
const featurePrefix = "feature:"

// guessedAttributes sets classes, names and features of g from attributes, by their keys and values.
// The order is class, names, list of features, single features: each step uses columns that the earlier steps left.
func (a *assembly) guessedAttributes(g *graph.Graph) {
	used := map[*column]bool{}
	for _, c := range a.sets {
		used[c] = true
	}
	for _, c := range a.columns {
		if !used[c] && c.userRole != content.RoleLabel && c.userRole != content.RoleName && c.userRole != content.RoleIgnored {
			a.writtenNumbers(c)
		}
	}
	class := a.chooseColumn(content.RoleLabel, a.guessClass)
	if guess := a.guessClass(); guess != class && (a.excluded[content.RoleLabel] || class != nil && class.userRole != "") && guess != nil {
		// A probable class that the user rejected would reveal the labels as a feature.
		guess.userRole = content.RoleIgnored
	}
	if class != nil {
		used[class] = true
		unnamed := content.ClassRank(content.NameClass, class.key)+content.ClassRank(content.NameKind, class.key) == -2
		g.Notes = appendNote(g.Notes, class.userRole == "" && unnamed,
			"The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
		names := a.chooseColumn(content.RoleClassName, func() *column { return a.guessClassNames(class) })
		if a.setClasses(g, class, names); a.err != nil {
			return
		}
		if names != nil {
			used[names] = true
			nameClasses(g, names)
		}
	}
	if names := a.chooseColumn(content.RoleName, func() *column { return a.nameColumn(used) }); names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	// A list of features has priority over single columns.
	list, width := a.featureColumn(used), -1
	for _, c := range a.columns {
		// neo4j writes the number of columns into the name, features(1433).
		if w, ok := strings.CutPrefix(c.key, "features("); ok && list == nil && c.userRole == "" && !a.excluded[content.RoleFeature] {
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
	a.listedFeatures(g, list, width)
	var beside []string
	for _, c := range a.columns {
		if !used[c] && c.userRole == "" && !a.repeatsID(g, c) {
			beside = append(beside, quote(c.key))
		}
	}
	noteLeftOut(g, "Attributes beside the list of features were left out: ", beside)
}

// writtenNumbers rewrites the numbers of a column plainly where all values are numbers as people write them, 1.234,50 or 12 %.
// The column has one decimal mark. A doubt names the column where both marks fit with different numbers.
func (a *assembly) writtenNumbers(c *column) {
	if content.ClassRank(content.NameClass, c.key) >= 0 || slices.Contains(nameKeys, strings.ToLower(c.key)) ||
		slices.Contains(featureKeys, strings.ToLower(c.key)) || strings.HasPrefix(c.key, "features(") || allNumbers(c) {
		return
	}
	// read returns the numbers with a decimal mark, nil where a value is no number.
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
	// Both readings are tried on the whole column: one value can exclude a mark.
	point, comma := read('.'), read(',')
	numbers := point
	switch {
	case point == nil && comma == nil:
		return
	case point == nil || comma != nil && a.commas:
		numbers = comma
	case comma != nil && !slices.Equal(point, comma):
		a.addDoubt("number", "The column "+quote(c.key)+" has numbers such as "+quote(c.values[firstFilled(c)])+
			", whose marks were taken as those of thousands: they may be those of fractions.")
	}
	for i, v := range c.values {
		if !isMissing(v) {
			c.values[i] = strconv.FormatFloat(numbers[i], 'g', -1, 64)
		}
	}
}

// noteLeftOut adds a note with the first five of the omitted keys.
func noteLeftOut(g *graph.Graph, text string, keys []string) {
	if len(keys) > 5 {
		keys = append(keys[:5], "…")
	}
	g.Notes = appendNote(g.Notes, len(keys) > 0, text+strings.Join(keys, ", ")+".")
}

// nameColumn returns the column with the names of the nodes, nil without one.
// Columns with distinct texts have priority, first those called name or label; else the first column under a known name counts.
func (a *assembly) nameColumn(used map[*column]bool) *column {
	var first *column
	for _, key := range nameKeys {
		if c := a.find(key); c != nil && !used[c] && first == nil {
			first = c
		}
	}
	var list []*column
	// These two come first, then all known names, then names in other languages.
	for _, key := range []string{"name", "label"} {
		list = append(list, a.find(key))
	}
	for _, key := range nameKeys {
		list = append(list, a.find(key))
	}
	for _, c := range a.columns {
		if c.userRole == "" && nameWords[content.Word(c.key)] {
			list = append(list, c)
		}
	}
	for _, c := range list {
		if c != nil && !used[c] && c.hasUniqueTexts() {
			return c
		}
	}
	return first
}

// hasUniqueTexts reports whether all values are distinct texts without markup, and there is one.
func (c *column) hasUniqueTexts() bool {
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

// featureColumn returns the column with a list of features per node, nil without one.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	is := func(c *column) bool {
		return c != nil && !used[c] && strings.ContainsAny(c.value(firstFilled(c)), " ,;:[")
	}
	if c := a.userColumn(content.RoleFeature); c != nil || a.excluded[content.RoleFeature] {
		return words.Either(is(c), c, nil)
	}
	for _, key := range featureKeys {
		if c := a.find(key); is(c) {
			return c
		}
	}
	return nil
}

// listedFeatures reads the features from one column of lists. width is the number of features, -1 for as many as the lists have.
func (a *assembly) listedFeatures(g *graph.Graph, list *column, width int) {
	x := newFeatures(a.file, g.N, max(width, 0))
	x.grows = width < 0
	for i := range g.N {
		if a.err == nil {
			a.featureList(x, i, list.value(i))
		}
	}
	g.X = &x.CSR
}

// numericColumns makes a feature of every column of numbers that is not used, not auxiliary and does not reveal the class.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) {
	// Columns marked as features exclude all others.
	marked := slices.ContainsFunc(a.columns, func(c *column) bool { return strings.HasPrefix(c.key, featurePrefix) })
	var cols []*column
	var names, left, kept, refused []string
	for _, c := range a.columns {
		name, isMarked := strings.CutPrefix(c.key, featurePrefix)
		var list *[]string
		switch {
		case c.userRole == content.RoleFeature:
		case c.userRole == content.RoleIgnored, c.userRole == "" && !used[c] && a.excluded[content.RoleFeature]:
			list = &refused
		case c.userRole != "" || used[c]:
			continue
		case marked && isMarked:
		// A copy of the id or the name holds no further information.
		case !marked && a.repeatsID(g, c):
			continue
		case marked || !allNumbers(c) && !allTruths(c):
			list = &left
		case a.isAuxiliary(c) || a.revealsClass(c, class) || a.hasTargetName(c):
			list = &kept
		}
		if list != nil {
			*list = append(*list, quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols, names = append(cols, c), append(names, cleanName(name))
	}
	noteLeftOut(g, "Attributes that are neither numbers nor a class were left out: ", left)
	noteLeftOut(g, "Attributes that number, draw or divide the nodes, and so are no features, were left out: ", kept)
	noteLeftOut(g, "Attributes left out as you said: ", refused)
	if len(cols) == 0 {
		return
	}
	// The product bounds the dense work below.
	if g.N*len(cols) > 5*maxCells {
		a.fail(0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
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
			s = cmp.Or(truthNumbers[strings.ToLower(s)], s)
			v, why := parseNumber(s)
			if why != "" {
				a.fail(a.lines[i], finiteRemedy, "the attribute %s of node %s is %s, which %s", quote(c.key), quote(a.ids[i]), quote(s), why)
			}
			x.add(k, v)
		}
		x.endRow()
		if !a.keepError(x.err) {
			return
		}
	}
	x.assignTo(g, lacking)
	for k, s := range names {
		if s != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
}

// hasTargetName reports whether a column has a name of values to be predicted, such as y or target.
func (a *assembly) hasTargetName(c *column) bool {
	w := content.Word(c.key)
	return w == "y" || w == "target" || w == "targets" || w == "label" || w == "labels"
}

// isMissing reports whether a cell has a mark of no value.
func isMissing(s string) bool { return content.MatchesName(content.NameNoValue, strings.TrimSpace(s)) }

// unlabelled reports whether a cell has a mark of no value or of no label.
func unlabelled(s string) bool { return isMissing(s) || content.MatchesName(content.NameNoLabel, s) }

// truthNumbers maps truth values to numbers.
var truthNumbers = map[string]string{"true": "1", "false": "0"}

// allNumbers reports whether all values are numbers.
func allNumbers(c *column) bool {
	return c.all(func(v string) bool { return isNumber(strings.TrimSpace(v)) })
}

// allTruths reports whether all values are true or false.
func allTruths(c *column) bool {
	return c.all(func(v string) bool { return truthNumbers[strings.ToLower(v)] != "" })
}

// all reports whether a column has values and all of them satisfy is.
func (c *column) all(is func(string) bool) bool {
	// An empty column proves nothing.
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

// repeatsID reports whether a column repeats the id or the name of every node.
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

// firstFilled returns the first node with a value, 0 for an empty column.
func firstFilled(c *column) int {
	for i, v := range c.values {
		if v != "" {
			return i
		}
	}
	return 0
}

// hasRepeatedValues reports whether the distinct values are at most MaxClasses and at most half of all values.
func hasRepeatedValues(c *column) bool {
	n := c.countValues()
	return n.set > 0 && n.different <= MaxClasses && 2*n.different <= n.set
}
