package graphio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file guesses the features: a column with a list of features per node, or several columns of numbers.

// featureColumn returns an unused column with a list of features per node: the column that the user chose for the features, or without a
// choice the first column of featureKeys. It returns nil if no such column has lists, and if the user excluded features.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	// A separator or a bracket in the first value shows that the column has lists.
	hasLists := func(c *column) bool {
		return c != nil && !used[c] && strings.ContainsAny(c.value(firstFilled(c)), " \t\r\n,;:[")
	}
	chosen := a.userColumn(content.RoleFeature)
	if chosen != nil || a.excluded[content.RoleFeature] {
		// A chosen column without lists is a single feature, which numericColumns reads.
		return words.Either(hasLists(chosen), chosen, nil)
	}
	for _, key := range featureKeys {
		c := a.find(key)
		if hasLists(c) {
			return c
		}
	}
	return nil
}

// neo4jFeatureColumn returns the first column whose key states the number of features, such as features(1433) of neo4j, and this number.
// Columns with a role from the user, and numbers above MaxFeatures, do not count.
// neo4jFeatureColumn returns nil and -1 if no column is left, or if the user excluded features.
func (a *assembly) neo4jFeatureColumn() (list *column, width int) {
	if a.excluded[content.RoleFeature] {
		return nil, -1
	}
	for _, c := range a.columns {
		count, statesNumber := strings.CutPrefix(c.key, "features(")
		if !statesNumber || c.userRole != "" {
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
// If width is -1, the largest column number in the lists gives the number of features.
func (a *assembly) listedFeatures(g *graph.Graph, list *column, width int) {
	x := newFeatures(a.file, g.N, max(width, 0))
	x.grows = width < 0
	for i := range g.N {
		// After an error no row is needed, because no graph is returned.
		if a.err == nil {
			a.featureList(x, i, list.value(i))
		}
	}
	g.X = &x.CSR
}

// The decisions of decideFeature about a column. Notes list the columns of the last three decisions.
const (
	columnIsFeature    = iota // the column is a feature
	columnIsSkipped           // the column has another role, or repeats the ids or the names of the nodes
	columnIsRefused           // the user left the column out
	columnIsUnsuitable        // the values are neither numbers nor truth values, or other columns are marked as features
	columnIsAuxiliary         // the column numbers, draws or divides the nodes, or would reveal a value to be predicted
)

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
	case naming == prefixedFeatures:
		// The file marks its features, so a column without the mark is no feature.
		return words.Either(strings.HasPrefix(c.key, featurePrefix), columnIsFeature, columnIsUnsuitable)
	// A copy of the id or the name adds no information.
	case a.repeatsID(g, c):
		return columnIsSkipped
	case !allNumbers(c) && !allTruths(c):
		return columnIsUnsuitable
	case a.isAuxiliary(c) || a.revealsClass(c, class) || a.hasTargetName(c):
		return columnIsAuxiliary
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
func (a *assembly) hasTargetName(c *column) bool {
	switch content.Word(c.key) {
	case "y", "target", "targets", "label", "labels":
		return true
	}
	return false
}

// numericColumns makes a feature of every suitable column of numbers, as decideFeature defines it.
// class is the column of the class, nil for a graph without classes. used are the columns with a role.
// Notes list the columns that were left out, by reason.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) {
	hasPrefix := func(c *column) bool { return strings.HasPrefix(c.key, featurePrefix) }
	naming := featureNaming(slices.ContainsFunc(a.columns, hasPrefix))
	var cols []*column
	var names, unsuitable, auxiliary, refused []string
	for _, c := range a.columns {
		// A skipped column appears in no note, because it has another role or adds nothing.
		switch a.decideFeature(g, c, class, used, naming) {
		case columnIsFeature:
			c.role = content.RoleFeature
			cols = append(cols, c)
			names = append(names, cleanName(strings.TrimPrefix(c.key, featurePrefix)))
		case columnIsRefused:
			refused = append(refused, quote(c.key))
		case columnIsUnsuitable:
			unsuitable = append(unsuitable, quote(c.key))
		case columnIsAuxiliary:
			auxiliary = append(auxiliary, quote(c.key))
		}
	}
	noteLeftOut(g, "Attributes that are neither numbers nor a class were left out: ", unsuitable)
	noteLeftOut(g, "Attributes that number, draw or divide the nodes, and so are no features, were left out: ", auxiliary)
	noteLeftOut(g, "Attributes left out as you said: ", refused)
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
