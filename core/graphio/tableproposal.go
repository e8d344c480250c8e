package graphio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file adds the class of the source to a proposal, and applies a proposal to a table.
// A proposal assigns roles to the columns of a table of edges (tableends.go).
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// addLabel returns the proposal with label set to the column of the class of the source, or to -1 if no column has classes.
// The column must meet these conditions:
//   - Its name is a word for a class, such as group.
//   - It has at least two different values and no number with a fraction or a sign. A value occurs twice on average, or only two cells
//     are filled.
//   - Rows with the same source have the same value.
//
// If several columns meet these conditions, addLabel takes the name that comes first among the names of classes (content.ClassRank).
// If no column meets them, and rows have several second ends, the only column of repeated texts has the classes (onlyGroup).
func (t *table) addLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	bestRank := 0
	for c := range sets {
		isEnd := c == p.source || slices.Contains(p.targets, c)
		// A lower rank is better. -1 means that the name is no word for a class.
		rank := content.ClassRank(content.NameClass, t.columnName(c))
		if isEnd || rank < 0 || sets[c].fractions > 0 {
			continue
		}
		hasBetter := p.label >= 0 && bestRank <= rank
		if hasBetter {
			continue
		}
		different, filled := len(sets[c].values), sets[c].filled
		repeats := 2*different <= filled || filled <= 2
		if different < 2 || !repeats || !t.determines(p.source, c) {
			continue
		}
		p.label, bestRank = c, rank
	}
	hasLists := p.lists != nil || len(p.targets) > 1
	if p.label < 0 && hasLists {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the only column outside the proposal whose values are texts that repeat, at most MaxClasses different ones, and are not
// all times. It returns -1 if no column or more than one column has such values.
func (t *table) onlyGroup(p proposal, sets []columnSet) int {
	only := -1
	for c := range sets {
		// The columns of the proposal have other roles. Without a column of names, p.name is 0, and column 0 is left out, too.
		isProposed := c == p.source || c == p.name || slices.Contains(p.targets, c)
		different := len(sets[c].values)
		// On average every value occurs at least twice.
		isGroup := different >= 2 && different <= MaxClasses && 2*different <= sets[c].filled && sets[c].numbers == 0
		if isProposed || !isGroup || t.holdsTimes(c) {
			continue
		}
		// With two such columns, the choice would be arbitrary.
		if only >= 0 {
			return -1
		}
		only = c
	}
	return only
}

// determines reports whether rows with equal values in column id have equal values in column c. Only the first proposedRows rows count.
func (t *table) determines(id, c int) bool {
	earlierValue, rows := map[string]string{}, 0 // earlierValue has the value in column c by the value in column id
	for _, cells := range t.bodyRows() {
		rows++
		if rows > proposedRows {
			break
		}
		key, v := strings.TrimSpace(cellAt(cells, id)), strings.TrimSpace(cellAt(cells, c))
		earlier, isRepeated := earlierValue[key]
		if isRepeated && earlier != v {
			return false
		}
		earlierValue[strings.Clone(key)] = strings.Clone(v)
	}
	return true
}

// applyProposal sets the roles of a proposal, unless p is nil or the user has chosen an end. Roles that the user has chosen are kept.
// applyProposal adds a doubt for each uncertain part of the proposal.
func (t *table) applyProposal(p *proposal) {
	hasUserEnd := t.userRoles.columnOf(content.RoleSource) >= 0 || t.userRoles.columnOf(content.RoleTarget) >= 0
	if p == nil || hasUserEnd {
		return
	}
	t.cols = [2]int{p.source, p.targets[0]}
	t.tree, t.root, t.cells = p.tree, p.root, p.lists
	if p.lists != nil && !p.sure {
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: t.columnLabel(p.targets[0]) + " was taken as lists of neighbours: some of their " +
			"parts name no row."})
	}
	if p.root != "" {
		t.doubts = append(t.doubts, Doubt{Rule: "root", Text: "The value " + quote(p.root) + " in column " + quote(t.columnName(p.targets[0])) +
			" was taken as no parent: no row has this id."})
	}
	// isFree reports whether the user has neither chosen a role for a column nor decided about the role.
	isFree := func(column int, role content.Role) bool {
		_, chosen := t.userRoles.byColumn[column]
		return !chosen && !t.userRoles.excluded[role] && t.userRoles.columnOf(role) < 0
	}
	// p.name is 0 without a column of names. Beside other tables, the names are left to the node tables.
	hasNames := p.name > 0
	if hasNames && t.alone && isFree(p.name, content.RoleName) {
		t.userRoles.byColumn[p.name] = content.RoleName
	}
	// Further columns of second ends, unless the user has chosen another role for them.
	for _, c := range p.targets[1:] {
		if _, chosen := t.userRoles.byColumn[c]; !chosen {
			t.more = append(t.more, c)
		}
	}
	// classText is the part of the doubt about the class.
	classText := ""
	if p.label >= 0 && isFree(p.label, content.RoleLabel) {
		t.userRoles.byColumn[p.label] = content.RoleLabel
		classText = fmt.Sprintf(", and %s as the class of the first", quote(t.columnName(p.label)))
	}
	// The default needs no doubt: the ends are the columns firstColumns, there are no further ends, and the proposal adds no class.
	isDefault := classText == "" && t.more == nil && t.cols == t.firstColumns()
	if !p.sure && !isDefault {
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.columnName(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.columnName(p.source)), strings.Join(names, ", "), classText)})
	}
}

// endAttribute returns the name of the attribute of nodes in column c of an edge list: the name of the column. "name" belongs to the names.
func (t *table) endAttribute(c int) string {
	key := t.columnName(c)
	if key == "" || key == "name" {
		return "column " + strconv.Itoa(c+1)
	}
	return key
}
