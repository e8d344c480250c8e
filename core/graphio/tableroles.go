package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// weightKeys mean, in the header of an edge list, a quantity of the edge that
// a graph here has not.
var weightKeys = []string{"weight", "weights", "w", "value", "val", "strength", "count", "capacity", "cost", "length", "distance",
	"similarity", "score", "probability"}

// correct resolves what the user says of the columns of an edge list or a node
// table, and finds the two ends of an edge.
func (t *table) correct(kind string, c *Correction, alone bool) (err error) {
	t.kind = kind
	if t.fixes, err = fixesOf(c, t.Name, kind, alone, t.header, t.width); err != nil || kind != content.Edges {
		return err
	}
	if t.cols = t.edgeColumns(); t.cols[0] < 0 {
		t.cols = t.firstColumns()
	}
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		if col := t.fixes.column(role); col >= 0 {
			t.cols[k] = col
		}
	}
	free := func(c int) bool { _, fixed := t.fixes.role[c]; return !fixed && c != t.cols[0] && c != t.cols[1] }
	ends := true
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		// An end whose column the user made something else goes to the first free one.
		if now, fixed := t.fixes.role[t.cols[k]]; fixed && now != role || k == 1 && t.cols[0] == t.cols[1] {
			c := 0
			for c < t.width && !free(c) {
				c++
			}
			t.cols[k], ends = c, ends && c < t.width
		}
	}
	if !ends {
		return fault(t.Name, 0, "say which columns are source and target", "an edge needs two columns with node ids")
	}
	return nil
}

// edgeRole returns what a column of an edge list is taken as.
func (t *table) edgeRole(c int) content.Role {
	switch role, fixed := t.fixes.role[c]; {
	case c == t.cols[0]:
		return content.RoleSource
	case c == t.cols[1]:
		return content.RoleTarget
	case fixed:
		return role
	case c == t.directionColumn():
		return content.RoleDirection
	case t.weighs(c):
		return content.RoleWeight
	}
	return content.RoleIgnored
}

// weighs reports whether a column of an edge list is a weight beyond doubt: by
// its name, or without one by numbers that are not all whole.
func (t *table) weighs(c int) bool {
	if t.header != nil && slices.Contains(weightKeys, strings.ToLower(t.name(c))) {
		return true
	}
	s := t.seen.column(c)
	return (t.header == nil || t.edgeColumns()[0] < 0) && s.set > 0 && s.numbers == s.set && s.whole < s.set
}

// directionColumn returns the column that tells directed edges from undirected ones, -1 for none.
func (t *table) directionColumn() int {
	if c := t.fixes.column(content.RoleDirection); c >= 0 || t.fixes.none[content.RoleDirection] {
		return c
	}
	c := t.headerColumn([]string{typeKey, "directed"})
	if _, fixed := t.fixes.role[c]; fixed {
		return -1
	}
	return c
}

// idColumn returns the column of a node table with the ids, -1 when the user says that there is none.
func (t *table) idColumn() int {
	if c := t.fixes.column(content.RoleID); c >= 0 || t.fixes.none[content.RoleID] {
		return c
	}
	if c := t.headerColumn(idKeys); c >= 0 {
		if _, fixed := t.fixes.role[c]; !fixed {
			return c
		}
	}
	for c := range t.width {
		if _, fixed := t.fixes.role[c]; fixed || t.header != nil && c == 0 && t.header[0] == "" && t.numbersRows() {
			continue
		}
		return c
	}
	return -1
}

// numbersRows reports whether the first column of a node table, which has no
// name, counts the rows while the next one has a text of its own for each.
func (t *table) numbersRows() bool {
	seen := map[string]bool{}
	for _, row := range t.rows[1:] {
		if len(row) < 2 || seen[row[1]] || isNumber(strings.TrimSpace(row[1])) {
			return false
		}
		seen[row[1]] = true
	}
	return t.counts(0)
}

// name returns the name of a column, "" without a header.
func (t *table) name(c int) string {
	if c < len(t.header) {
		return strings.TrimSpace(t.header[c])
	}
	return ""
}

// labelKey is the attribute that holds classes from a column of an edge list.
const labelKey = "label"

// labelOf gives the source of an edge the class in its line. It reports whether
// an earlier line gave the node another one.
func (a *assembly) labelOf(id, class string) (other bool, err error) {
	i, ok := a.index[id]
	if !ok || class == "" {
		return false, nil
	}
	if a.fix == nil {
		a.fix = map[string]content.Role{}
	}
	a.fix[labelKey] = content.RoleLabel
	if before := a.byKey[labelKey].value(int(i)); before != "" {
		return before != class, nil
	}
	return false, a.set(int(i), labelKey, strings.Clone(class))
}
