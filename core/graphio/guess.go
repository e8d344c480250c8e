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

// The roles of attributes in files of other programs are guessed from keys and values.
// This file guesses names and features; guessclass.go guesses the class.

// nameKeys are the usual keys of the names of nodes, featureKeys those of lists of features. Earlier keys have priority.
// content.NameRules has the usual keys of other roles.
var (
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding", "feat", "attr"}
)

// featurePrefix is the start of a key that states that the column is a feature.
const featurePrefix = "feature:"

// guessedAttributes sets classes, names and features of g from attributes, by their keys and values.
// The order is class, names, list of features, single features: each step uses columns that the earlier steps left.
func (a *assembly) guessedAttributes(g *graph.Graph) {
	// used are the columns that have a role other than feature.
	used := map[*column]bool{}
	for _, c := range a.sets {
		used[c] = true
	}
	for _, c := range a.columns {
		switch c.userRole {
		case content.RoleLabel, content.RoleName, content.RoleIgnored:
		default:
			if !used[c] {
				a.writtenNumbers(c)
			}
		}
	}
	class, ok := a.guessedClasses(g, used)
	if !ok {
		return
	}
	if names := a.chooseColumn(content.RoleName, func() *column { return a.nameColumn(used) }); names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	// A list of features has priority over single columns.
	list, width := a.featureColumn(used), -1
	if list == nil {
		list, width = a.neo4jFeatureColumn()
	}
	if list == nil {
		a.numericColumns(g, class, used)
		return
	}
	list.role, used[list] = content.RoleFeature, true
	a.listedFeatures(g, list, width)
	var leftOut []string
	for _, c := range a.columns {
		if !used[c] && c.userRole == "" && !a.repeatsID(g, c) {
			leftOut = append(leftOut, quote(c.key))
		}
	}
	noteLeftOut(g, "Attributes beside the list of features were left out: ", leftOut)
}

// guessedClasses sets the classes of g from the chosen column, and their names. It marks the columns as used.
// It returns the column of the class, nil for a graph without classes. ok is false after an error.
func (a *assembly) guessedClasses(g *graph.Graph, used map[*column]bool) (class *column, ok bool) {
	class = a.chooseColumn(content.RoleLabel, a.guessClass)
	// A probable class that the user rejected would reveal the labels as a feature.
	userDecided := a.excluded[content.RoleLabel] || class != nil && class.userRole != ""
	if guess := a.guessClass(); guess != nil && guess != class && userDecided {
		guess.userRole = content.RoleIgnored
	}
	if class == nil {
		return nil, true
	}
	used[class] = true
	g.Notes = appendNote(g.Notes, class.userRole == "" && !hasClassName(class),
		"The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
	names := a.chooseColumn(content.RoleClassName, func() *column { return a.guessClassNames(class) })
	if a.setClasses(g, class, names); a.err != nil {
		return class, false
	}
	if names != nil {
		used[names] = true
		nameClasses(g, names)
	}
	return class, true
}

// neo4jFeatureColumn returns the first column whose key states the number of features, such as features(1433) of neo4j,
// and this number. It returns nil and -1 if no column does, or if the user excluded features.
func (a *assembly) neo4jFeatureColumn() (list *column, width int) {
	for _, c := range a.columns {
		count, ok := strings.CutPrefix(c.key, "features(")
		if !ok || c.userRole != "" || a.excluded[content.RoleFeature] {
			continue
		}
		v, why := parseID([]byte(strings.TrimSuffix(count, ")")))
		if why == "" && v <= MaxFeatures {
			return c, int(v)
		}
	}
	return nil, -1
}

// writtenNumbers rewrites a column of numbers as people write them, such as 1.234,50 or 12 %, in the notation of programs.
// All numbers of a column have the same decimal mark. If both marks fit and give different numbers, a doubt names the column.
func (a *assembly) writtenNumbers(c *column) {
	lower := strings.ToLower(c.key)
	isText := content.ClassRank(content.NameClass, c.key) >= 0 || slices.Contains(nameKeys, lower)
	isList := slices.Contains(featureKeys, lower) || strings.HasPrefix(c.key, "features(")
	if isText || isList || allNumbers(c) {
		return
	}
	// A mark must fit the whole column, so that a single value can exclude the mark.
	point, comma := c.amounts('.'), c.amounts(',')
	// If both marks fit, the point has priority, unless semicolons separate the cells.
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

// amounts returns the values of a column as numbers with a decimal mark, 0 for missing values.
// It returns nil if a value is not a number.
func (c *column) amounts(mark rune) []float64 {
	numbers := make([]float64, len(c.values))
	for i, v := range c.values {
		if isMissing(v) {
			continue
		}
		var ok bool
		if numbers[i], ok = numeral.Amount(v, mark); !ok {
			return nil
		}
	}
	return numbers
}

// noteLeftOut adds a note that lists the first five of the keys. Without keys it adds no note.
func noteLeftOut(g *graph.Graph, text string, keys []string) {
	if len(keys) > 5 {
		keys = append(keys[:5], "…")
	}
	g.Notes = appendNote(g.Notes, len(keys) > 0, text+strings.Join(keys, ", ")+".")
}

// nameColumn returns the unused column with the names of the nodes, or nil if no unused column has a usual key.
// A column with a different text for every node has priority: name, label, the other nameKeys, then nameWords.
// If no column has different texts, the first column of nameKeys is taken.
func (a *assembly) nameColumn(used map[*column]bool) *column {
	// fallback is taken if no candidate has different texts.
	var fallback *column
	for _, key := range nameKeys {
		if c := a.find(key); c != nil && !used[c] && fallback == nil {
			fallback = c
		}
	}
	var candidates []*column
	for _, key := range append([]string{"name", "label"}, nameKeys...) {
		candidates = append(candidates, a.find(key))
	}
	// nameWords has names in other languages.
	for _, c := range a.columns {
		if c.userRole == "" && nameWords[content.Word(c.key)] {
			candidates = append(candidates, c)
		}
	}
	for _, c := range candidates {
		if c != nil && !used[c] && c.hasUniqueTexts() {
			return c
		}
	}
	return fallback
}

// hasUniqueTexts reports whether a column has values and all of them are different texts. Numbers and markup are no texts.
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

// featureColumn returns the unused column with a list of features per node, or nil if there is no such column.
// The user's column has priority over those with a key of featureKeys.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	holdsLists := func(c *column) bool {
		return c != nil && !used[c] && strings.ContainsAny(c.value(firstFilled(c)), " ,;:[")
	}
	// The user's column may also be a single feature, which numericColumns reads.
	if c := a.userColumn(content.RoleFeature); c != nil || a.excluded[content.RoleFeature] {
		return words.Either(holdsLists(c), c, nil)
	}
	for _, key := range featureKeys {
		if c := a.find(key); holdsLists(c) {
			return c
		}
	}
	return nil
}

// listedFeatures sets g.X from a column of lists. width is the number of features; -1 means that the longest list decides.
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
// class is the column of the class, or nil. Notes list the columns that were left out, by reason.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) {
	// If a key has the prefix of features, all columns without the prefix are left out.
	marked := slices.ContainsFunc(a.columns, func(c *column) bool { return strings.HasPrefix(c.key, featurePrefix) })
	var cols []*column
	var names, unsuitable, auxiliary, refused []string
	for _, c := range a.columns {
		name, isMarked := strings.CutPrefix(c.key, featurePrefix)
		// reason is the list of the columns that are left out for the same reason. A feature has none.
		var reason *[]string
		switch {
		case c.userRole == content.RoleFeature:
		case c.userRole == content.RoleIgnored, c.userRole == "" && !used[c] && a.excluded[content.RoleFeature]:
			reason = &refused
		case c.userRole != "" || used[c]:
			continue
		case marked && isMarked:
		// A copy of the id or the name has no further information.
		case !marked && a.repeatsID(g, c):
			continue
		case marked || !allNumbers(c) && !allTruths(c):
			reason = &unsuitable
		case a.isAuxiliary(c) || a.revealsClass(c, class) || a.hasTargetName(c):
			reason = &auxiliary
		}
		if reason != nil {
			*reason = append(*reason, quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols, names = append(cols, c), append(names, cleanName(name))
	}
	noteLeftOut(g, "Attributes that are neither numbers nor a class were left out: ", unsuitable)
	noteLeftOut(g, "Attributes that number, draw or divide the nodes, and so are no features, were left out: ", auxiliary)
	noteLeftOut(g, "Attributes left out as you said: ", refused)
	if len(cols) == 0 || !a.setNumericFeatures(g, cols) {
		return
	}
	// Names that are their own index carry no information.
	for k, s := range names {
		if s != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
}

// setNumericFeatures sets g.X from columns of numbers and truth values, one feature per column.
// Missing values are 0 and counted in a note. It reports whether there was no error.
func (a *assembly) setNumericFeatures(g *graph.Graph, cols []*column) bool {
	// The product limits the work below, which visits every cell.
	if g.N*len(cols) > 5*maxCells {
		a.fail(0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
		return false
	}
	// The matrix is filled row by row.
	x, missing := newFeatures(a.file, g.N, len(cols)), 0
	for i := range g.N {
		x.line = a.lines[i]
		for k, c := range cols {
			s := c.value(i)
			if isMissing(s) {
				missing++
				continue
			}
			// True is 1 and false is 0.
			s = cmp.Or(truthNumbers[strings.ToLower(s)], s)
			v, why := parseNumber(s)
			if why != "" {
				a.fail(a.lines[i], finiteRemedy, "the attribute %s of node %s is %s, which %s", quote(c.key), quote(a.ids[i]), quote(s), why)
			}
			x.add(k, v)
		}
		x.endRow()
		if !a.keepError(x.err) {
			return false
		}
	}
	x.assignTo(g, missing)
	return true
}

// hasTargetName reports whether a column has a name of values to be predicted: y, target or label.
func (a *assembly) hasTargetName(c *column) bool {
	w := content.Word(c.key)
	return w == "y" || w == "target" || w == "targets" || w == "label" || w == "labels"
}

// isMissing reports whether a cell is a mark of a missing value, such as NA.
func isMissing(s string) bool { return content.MatchesName(content.NameNoValue, strings.TrimSpace(s)) }

// unlabelled reports whether a cell is a mark of a missing value or of a missing label, such as unknown.
func unlabelled(s string) bool { return isMissing(s) || content.MatchesName(content.NameNoLabel, s) }

// truthNumbers maps truth values in lower case to the texts of their numbers.
var truthNumbers = map[string]string{"true": "1", "false": "0"}

// allNumbers reports whether a column has values and all of them are numbers.
func allNumbers(c *column) bool {
	return c.all(func(v string) bool { return isNumber(strings.TrimSpace(v)) })
}

// allTruths reports whether a column has values and all of them are true or false, in any case.
func allTruths(c *column) bool {
	return c.all(func(v string) bool { return truthNumbers[strings.ToLower(v)] != "" })
}

// all reports whether a column has values and all of them satisfy a predicate. Marks of missing values do not count.
func (c *column) all(satisfies func(string) bool) bool {
	hasValues := false
	for _, v := range c.values {
		if isMissing(v) {
			continue
		}
		if !satisfies(v) {
			return false
		}
		hasValues = true
	}
	return hasValues
}

// repeatsID reports whether a column has a name of ids or names, and repeats the id or the name of every node.
func (a *assembly) repeatsID(g *graph.Graph, c *column) bool {
	if key := strings.ToLower(c.key); key != "value" && key != "id" && !slices.Contains(nameKeys, key) {
		return false
	}
	for i, id := range a.ids {
		v := c.value(i)
		isName := g.NodeNames != nil && v == g.NodeNames[i]
		if v != id && !isName {
			return false
		}
	}
	return true
}

// firstFilled returns the first node with a value. It returns 0 if no node has a value.
func firstFilled(c *column) int {
	for i, v := range c.values {
		if v != "" {
			return i
		}
	}
	return 0
}

// hasRepeatedValues reports whether a column has at most MaxClasses different values, and each on average twice or more.
func hasRepeatedValues(c *column) bool {
	n := c.countValues()
	return n.set > 0 && n.different <= MaxClasses && 2*n.different <= n.set
}
