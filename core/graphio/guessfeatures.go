package graphio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// This file guesses the features: a column with a list of features per node, or several columns of numbers.

// isListKey reports whether a key is usual for lists of features: one of featureKeys, or the form features(1433) of neo4j.
func isListKey(key string) bool {
	return slices.Contains(featureKeys, strings.ToLower(key)) || strings.HasPrefix(key, "features(")
}

// listFields returns the elements of a list of features. White space, commas or semicolons separate them; brackets may enclose the list.
func listFields(text string) []string {
	isSeparator := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;[]()", r) }
	return strings.FieldsFunc(text, isSeparator)
}

// listedCells limits the cells in which hasLists counts numbers and words.
const listedCells = 100

// hasLists reports whether a column has lists of numbers: its first filled cell has a separator or a bracket, and the first cells have more
// numbers than words. Empty lists, and lists of numbers only, count. A mark such as NaN and a damaged pair such as x:1 are no words:
// featureList then returns an error.
func (c *column) hasLists() bool {
	x := featureRows{grows: true}
	numbers, others := 0, 0
	for _, cell := range c.values[:min(listedCells, len(c.values))] {
		for position, field := range listFields(cell) {
			_, why, _ := x.parseEntry(position, field)
			isNumeric := why == "" || isMissing(field) || strings.Contains(field, ":")
			numbers += oneIf(isNumeric)
			others += oneIf(!isNumeric)
		}
	}
	return strings.ContainsAny(firstFilled(c), " \t\r\n,;:[") && (others == 0 || numbers > others)
}

// featureColumn returns an unused column with a list of features per node: the first one that the user chose for the features, or
// without a choice the first column of featureKeys with lists. It returns nil without such a column, and if the user excluded features.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	isList := func(c *column) bool { return c != nil && !used[c] && c.hasLists() }
	if a.userColumn(content.RoleFeature) != nil || a.excluded[content.RoleFeature] {
		// Chosen columns without lists are single features, which numericColumns reads.
		for _, c := range a.columns {
			if c.userRole == content.RoleFeature && isList(c) {
				return c
			}
		}
		return nil
	}
	for _, key := range featureKeys {
		if c := a.find(key); isList(c) {
			return c
		}
	}
	return nil
}

// neo4jFeatureColumn returns the first column whose key states the number of features, such as features(1433) of neo4j, and this number.
// Columns with a role, and numbers above MaxFeatures, do not count.
// neo4jFeatureColumn returns nil and -1 if no column is left, or if the user excluded features.
func (a *assembly) neo4jFeatureColumn(used map[*column]bool) (list *column, width int) {
	if a.excluded[content.RoleFeature] {
		return nil, -1
	}
	for _, c := range a.columns {
		count, statesNumber := strings.CutPrefix(c.key, "features(")
		if !statesNumber || used[c] || c.userRole != "" {
			continue
		}
		number, why := parseID([]byte(strings.TrimSuffix(count, ")")))
		if why == "" && number <= MaxFeatures {
			return c, int(number)
		}
	}
	return nil, -1
}

// listedFeatures sets g.X from a column of lists. width is the number of features. If list is nil, all features are 0.
// If width is -1, the number of features is the largest column number in the lists plus 1, because columns count from 0.
func (a *assembly) listedFeatures(g *graph.Graph, list *column, width int) {
	x := newFeatures(a.file, g.N, max(width, 0))
	x.grows = width < 0
	missing := 0
	for i := range g.N {
		text := list.value(i)
		// An empty cell is a list without features. A mark such as NA is a missing list.
		if text != "" && isMissing(text) {
			missing++
			text = ""
		}
		// After an error no row is needed, because the graph is not used.
		if a.err == nil {
			a.featureList(x, i, text)
		}
	}
	x.assignTo(g, missing)
}

// The decisions of decideFeature about a column. leftOutNotes has the notes of the other columns.
const (
	columnIsFeature    = iota // the column is a feature
	columnIsSkipped           // the column has another role, or repeats the ids or the names of the nodes
	columnIsRefused           // the user left the column out
	columnIsUnsuitable        // the values are neither numbers nor truth values
	columnIsUnmarked          // other columns are marked as features
	columnIsAuxiliary         // the column identifies, draws or divides the nodes
	columnIsTarget            // the column would reveal a value to be predicted
)

// leftOutNotes are the beginnings of the notes about columns that are no features, in the order of the notes.
var leftOutNotes = []struct {
	decision int
	text     string
}{
	{columnIsUnsuitable, "Attributes that are neither numbers nor a class were left out: "},
	{columnIsUnmarked, "Attributes without the mark " + featurePrefix + " were left out, since the file marks its features: "},
	{columnIsAuxiliary, "Attributes that identify, draw or divide the nodes, and so are no features, were left out: "},
	{columnIsTarget, "Attributes that would reveal a value to predict were left out: "},
	{columnIsRefused, "Attributes left out as you said: "},
}

// featureNaming states how a file names its features.
type featureNaming bool

const (
	prefixedFeatures featureNaming = true  // some keys have featurePrefix: then no other column is a feature
	unmarkedFeatures featureNaming = false // no key has featurePrefix
)

// decideFeature returns the decision whether column c is a feature. class is the column of the class, nil for a graph without classes.
// used are the columns with a role. g gives the names of the nodes.
func (a *assembly) decideFeature(g *graph.Graph, c, class *column, used map[*column]bool, naming featureNaming) int {
	isFree := c.userRole == "" && !used[c]
	// If the user excluded features, every column without a role is left out.
	isExcluded := isFree && a.excluded[content.RoleFeature]
	switch {
	case c.userRole == content.RoleFeature:
		return columnIsFeature
	case c.userRole == content.RoleIgnored || isExcluded:
		return columnIsRefused
	case !isFree:
		return columnIsSkipped
	case strings.HasPrefix(c.key, featurePrefix):
		return columnIsFeature
	// A copy of the id or the name adds no information.
	case a.repeatsID(g, c):
		return columnIsSkipped
	case !allNumbers(c) && !allTruths(c):
		return columnIsUnsuitable
	// The file marks its features, so a column without the mark is no feature.
	case naming == prefixedFeatures:
		return columnIsUnmarked
	case a.isAuxiliary(c):
		return columnIsAuxiliary
	case a.revealsClass(c, class) || hasTargetName(c):
		return columnIsTarget
	}
	return columnIsFeature
}

// repeatsID reports whether a column repeats the id or the name of every node, under a usual key of ids or names:
// id, value or one of nameKeys.
func (a *assembly) repeatsID(g *graph.Graph, c *column) bool {
	key := strings.ToLower(c.key)
	isUsualKey := key == "value" || key == "id" || slices.Contains(nameKeys, key)
	if !isUsualKey {
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

// hasTargetName reports whether the name of a column is a word for values to be predicted: y, target, label, or the plural of
// target or label.
func hasTargetName(c *column) bool {
	switch content.Word(c.key) {
	case "y", "target", "targets", "label", "labels":
		return true
	}
	return false
}

// numericColumns makes a feature of every column that decideFeature accepts.
// class is the column of the class, nil for a graph without classes. used are the columns with a role.
// Notes list the columns that were left out, by reason.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) {
	hasPrefix := func(c *column) bool { return strings.HasPrefix(c.key, featurePrefix) }
	naming := featureNaming(slices.ContainsFunc(a.columns, hasPrefix))
	var cols []*column
	var names []string
	leftOut := map[int][]string{} // keys by decision
	for _, c := range a.columns {
		decision := a.decideFeature(g, c, class, used, naming)
		if decision != columnIsFeature {
			leftOut[decision] = append(leftOut[decision], quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols = append(cols, c)
		names = append(names, cleanName(strings.TrimPrefix(c.key, featurePrefix)))
	}
	// A skipped column appears in no note, because it has another role or adds nothing.
	for _, note := range leftOutNotes {
		noteLeftOut(g, note.text, leftOut[note.decision])
	}
	if len(cols) == 0 || !a.setNumericFeatures(g, cols) {
		return
	}
	// If every name is the index of its column, the names carry no information.
	for k, name := range names {
		if name != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
}

// setNumericFeatures sets g.X from columns of numbers and truth values, one feature per column.
// A missing value is 0; a note counts the missing values. setNumericFeatures reports whether the assembly is free of errors.
func (a *assembly) setNumericFeatures(g *graph.Graph, cols []*column) bool {
	// maxCells limits the stored values only. The loops below also visit empty cells, so maxVisits (50 million) limits the time.
	const maxVisits = 5 * maxCells
	if g.N*len(cols) > maxVisits {
		a.fail(0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
		return false
	}
	x := newFeatures(a.file, g.N, len(cols))
	missing := 0
	for i := range g.N {
		x.line = a.lines[i]
		for k, c := range cols {
			value := c.value(i)
			if isMissing(value) {
				missing++
				continue
			}
			// True is 1 and false is 0. After an error the loop goes on to the end of the row; then keepError returns false.
			number := cmp.Or(truthNumbers[strings.ToLower(value)], value)
			feature, why := parseNumber(number)
			if why != "" {
				a.fail(a.lines[i], finiteRemedy, "the attribute %s of node %s is %s, which %s", quote(c.key), quote(a.ids[i]), quote(number), why)
			}
			x.add(k, feature)
		}
		x.endRow()
		if !a.keepError(x.err) {
			return false
		}
	}
	x.assignTo(g, missing)
	return true
}
