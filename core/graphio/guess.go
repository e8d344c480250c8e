package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/numeral"
	"sheafscope/core/words"
)

// This file guesses the roles of attributes from their keys and values, for an assembly (assemble.go) without a description (meta).
// guessclass.go guesses the class, guessfeatures.go the features.

// nameKeys are the usual keys of the names of nodes. featureKeys are the usual keys of lists of features.
// Earlier featureKeys have priority; nameColumn has the order of names. content.NameRules has the usual keys of other roles.
var (
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding", "feat", "attr"}
)

// featurePrefix is the start of the key of a column that is a feature by the statement of the file, such as feature:age.
const featurePrefix = "feature:"

// guessedAttributes sets classes, names and features of g from the attributes, by their keys and values.
// First it rewrites numbers that people have written, such as 12 %. Then it finds the class, then the names, then the features.
// A column with a role in one step is not used in the later steps. An error in the classes ends the steps.
func (a *assembly) guessedAttributes(g *graph.Graph) {
	// used are the columns with a role.
	used := map[*column]bool{}
	// a.sets are the columns that assign the nodes to the sets of a split.
	for _, c := range a.sets {
		used[c] = true
	}
	for _, c := range a.columns {
		// A class, its name, or a name that the user chose keeps its texts. A column that the user ignores is not used.
		switch c.userRole {
		case content.RoleLabel, content.RoleClassName, content.RoleName, content.RoleIgnored:
			continue
		}
		// A set of a split keeps its texts, too.
		if !used[c] {
			a.writtenNumbers(c)
		}
	}
	class, ok := a.guessedClasses(g, used)
	if !ok {
		return
	}
	// chooseColumn returns the column that the user chose for the role, nil if the user excluded the role, and otherwise the guess.
	names := a.chooseColumn(content.RoleName, func() *column { return a.nameColumn(used) })
	if names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	// A column with lists of features has priority over columns with single features.
	// The width -1 means that the largest column number in the lists gives the number of features.
	list, width := a.featureColumn(used), -1
	// A key such as features(1433) of neo4j states the width. A choice of the user has priority.
	if list == nil && a.userColumn(content.RoleFeature) == nil {
		list, width = a.neo4jFeatureColumn(used)
	}
	if list == nil {
		a.numericColumns(g, class, used)
		return
	}
	list.role = content.RoleFeature
	used[list] = true
	a.listedFeatures(g, list, width)
	// Beside a list of features, further columns are no features, also if the user chose them.
	// The note omits copies of ids and names, which are no loss.
	var leftOut []string
	for _, c := range a.columns {
		isFree := (c.userRole == "" || c.userRole == content.RoleFeature) && !used[c]
		if isFree && !a.repeatsID(g, c) {
			leftOut = append(leftOut, quote(c.key))
		}
	}
	noteLeftOut(g, "Attributes beside the list of features were left out: ", leftOut)
}

// guessedClasses sets the classes of g, and their names, from the columns that chooseColumn returns. It marks these columns as used.
// It returns the column of the class, nil for a graph without classes. ok is false after an error.
func (a *assembly) guessedClasses(g *graph.Graph, used map[*column]bool) (class *column, ok bool) {
	class = a.chooseColumn(content.RoleLabel, a.guessClass)
	isUserClass := class != nil && class.userRole != ""
	if a.excluded[content.RoleLabel] || isUserClass {
		// The guess without the correction is rejected, unless the user chose the same column: guessClass skips columns of the user.
		// As a feature the rejected column might reveal the labels, so it is ignored.
		if isUserClass {
			class.userRole = ""
		}
		rejected := a.guessClass()
		if isUserClass {
			class.userRole = content.RoleLabel
		}
		if rejected != nil && rejected != class {
			rejected.userRole = content.RoleIgnored
		}
	}
	if class == nil {
		return nil, true
	}
	used[class] = true
	// If the key is no word for a class or a kind, the guess rests on the texts alone.
	g.Notes = appendNote(g.Notes, class.userRole == "" && !hasClassName(class),
		"The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
	names := a.chooseColumn(content.RoleClassName, func() *column { return a.guessClassNames(class) })
	a.setClasses(g, class, names)
	if a.err != nil {
		return class, false
	}
	if names != nil {
		used[names] = true
		nameClasses(g, names)
	}
	return class, true
}

// writtenNumbers rewrites the numbers of a column in the notation of programs, if people have written them, as in 1.234,50 or 12 %.
// Columns with the usual keys of classes, names and lists, and columns with a text that is no number, are not changed.
// All numbers of a column have the same decimal mark, a point or a comma. If both marks fit, the comma is taken if semicolons separate the
// cells, and otherwise the point. If the point is taken and the comma gives other numbers, a doubt asks the user about the column.
func (a *assembly) writtenNumbers(c *column) {
	lower := strings.ToLower(c.key)
	isText := content.ClassRank(content.NameClass, c.key) >= 0 || slices.Contains(nameKeys, lower)
	if isText || isListKey(c.key) || allNumbers(c) {
		return
	}
	// A single value can exclude a mark, because the mark must fit the whole column. A nil slice means that the mark does not fit.
	point, comma := c.amounts('.'), c.amounts(',')
	if point == nil && comma == nil {
		return
	}
	// a.commas reports that semicolons separate the cells, so that a comma may be a decimal mark.
	prefersComma := comma != nil && a.commas
	numbers := point
	if point == nil || prefersComma {
		numbers = comma
	} else if comma != nil {
		a.doubtMark(c, point, comma)
	}
	for i, value := range c.values {
		if !isMissing(value) {
			c.values[i] = strconv.FormatFloat(numbers[i], 'g', -1, 64)
		}
	}
}

// doubtMark adds a doubt if the first different number of two readings exists. point is the reading in use, with decimal points.
// comma is the reading with decimal commas.
func (a *assembly) doubtMark(c *column, point, comma []float64) {
	for i, value := range c.values {
		if point[i] == comma[i] {
			continue
		}
		// A number with both marks has one reading only.
		reading := words.Either(strings.Contains(value, ","), "commas were taken as marks of thousands: they may be decimal commas.",
			"points were taken as decimal points: they may be marks of thousands.")
		a.addDoubt("number", "The column "+quote(c.key)+" has numbers such as "+quote(value)+", whose "+reading)
		return
	}
}

// amounts parses the values of a column as numbers with a decimal mark, or returns nil if a value is no such number.
// A missing value gives 0.
func (c *column) amounts(mark rune) []float64 {
	numbers := make([]float64, len(c.values))
	for i, value := range c.values {
		if isMissing(value) {
			continue
		}
		number, ok := numeral.Amount(value, mark)
		if !ok {
			return nil
		}
		numbers[i] = number
	}
	return numbers
}

// maxListedKeys limits the keys that a note lists.
const maxListedKeys = 5

// noteLeftOut adds a note that begins with text and lists the first maxListedKeys keys. Without keys it adds no note.
func noteLeftOut(g *graph.Graph, text string, keys []string) {
	if len(keys) > maxListedKeys {
		keys = append(keys[:maxListedKeys], "…")
	}
	g.Notes = appendNote(g.Notes, len(keys) > 0, text+strings.Join(keys, ", ")+".")
}

// nameColumn returns the first unused column whose values are all different texts, among these columns in this order:
// name, label, the other nameKeys, and the columns whose name is in nameWords.
// Otherwise it returns the first unused column of nameKeys, or nil if there is none.
func (a *assembly) nameColumn(used map[*column]bool) *column {
	var candidates []*column
	for _, key := range append([]string{"name", "label"}, nameKeys...) {
		candidates = append(candidates, a.find(key))
	}
	// nameWords has the words for a name in other languages.
	for _, c := range a.columns {
		if c.userRole == "" && nameWords[content.Word(c.key)] {
			candidates = append(candidates, c)
		}
	}
	for _, c := range candidates {
		isUnused := c != nil && !used[c]
		if isUnused && c.hasUniqueTexts() {
			return c
		}
	}
	for _, key := range nameKeys {
		c := a.find(key)
		if c != nil && !used[c] {
			return c
		}
	}
	return nil
}

// hasUniqueTexts reports whether a column has values and all of them are different texts. Numbers and markup are no texts.
// Nodes without a value do not count.
func (c *column) hasUniqueTexts() bool {
	seen := map[string]bool{}
	for _, value := range c.values {
		text := strings.TrimSpace(value)
		if text == "" {
			continue
		}
		isMarkup := strings.HasPrefix(text, "<")
		if seen[text] || isMarkup || isNumber(text) {
			return false
		}
		seen[text] = true
	}
	return len(seen) > 0
}

// isMissing reports whether a cell is empty or has another mark of a missing value, such as NA or inf.
func isMissing(s string) bool { return content.MatchesName(content.NameNoValue, strings.TrimSpace(s)) }

// unlabelled reports whether a cell is a mark of a missing value or of a missing label, such as unknown.
// Only a mark of a missing value may have spaces around it.
func unlabelled(s string) bool { return isMissing(s) || content.MatchesName(content.NameNoLabel, s) }

// truthNumbers maps truth values in lower case to the texts of their numbers.
var truthNumbers = map[string]string{"true": "1", "false": "0"}

// allNumbers reports whether a column has values and all of them are numbers.
func allNumbers(c *column) bool {
	return c.all(func(v string) bool { return isNumber(strings.TrimSpace(v)) })
}

// allTruths reports whether a column has values and all of them are true or false, in any case. Spaces around a value are not removed.
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

// firstFilled returns the first value of a column that is no mark of a missing value. It returns "" if there is none.
func firstFilled(c *column) string {
	for _, value := range c.values {
		if !isMissing(value) {
			return value
		}
	}
	return ""
}

// hasRepeatedValues reports whether a column has 1 to MaxClasses different values, and on average at least two nodes per value.
func hasRepeatedValues(c *column) bool {
	n := c.countValues()
	return n.filled > 0 && n.different <= MaxClasses && 2*n.different <= n.filled
}
