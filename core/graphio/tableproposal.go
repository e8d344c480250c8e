package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The completion of a proposal by the class of the source, and the application of a proposal to a table.

// addLabel returns the proposal with label set to the column of the class of the source. The name of this column stands for classes,
// its values repeat, and every source has a single value. Of several such columns, addLabel takes the name with the lowest rank.
func (t *table) addLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	bestRank := 0
	for c := range sets {
		isEnd := c == p.source || slices.Contains(p.targets, c)
		rank := content.ClassRank(content.NameClass, t.columnName(c))
		if isEnd || rank < 0 || sets[c].fraction > 0 {
			continue
		}
		if p.label >= 0 && rank >= bestRank {
			continue
		}
		// The values of a table of one or two rows need not repeat.
		count := len(sets[c].values)
		repeats := 2*count <= sets[c].set || sets[c].set <= 2
		if count < 2 || !repeats || !t.determines(p.source, c) {
			continue
		}
		p.label, bestRank = c, rank
	}
	// In a table of lists of neighbours, the column of classes may have any name.
	hasLists := p.lists != nil || len(p.targets) > 1
	if p.label < 0 && hasLists {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the only column, other than the columns of the proposal, whose values are texts that repeat.
// It returns -1 if no column or more than one column has such values.
func (t *table) onlyGroup(p proposal, sets []columnSet) int {
	only := -1
	for c := range sets {
		// The columns of the proposal have other roles.
		isProposed := c == p.source || c == p.name || slices.Contains(p.targets, c)
		count := len(sets[c].values)
		// On average every value occurs at least twice.
		isGroup := count >= 2 && count <= MaxClasses && 2*count <= sets[c].set && sets[c].numbers == 0
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

// determines reports whether rows with the same id have the same value in column c. id is the column of ids. Only the first rows count.
func (t *table) determines(id, c int) bool {
	values, rows := map[string]string{}, 0
	for _, cells := range t.bodyRows() {
		rows++
		if rows > proposedRows {
			break
		}
		key, v := strings.TrimSpace(cellAt(cells, id)), strings.TrimSpace(cellAt(cells, c))
		// The class of a node must not change from row to row.
		earlier, isRepeated := values[key]
		if isRepeated && earlier != v {
			return false
		}
		values[strings.Clone(key)] = strings.Clone(v)
	}
	return true
}

// applyProposal sets the roles of a proposal, unless p is nil or the user has chosen an end. Roles that the user has chosen are kept.
// It adds doubts, except for a sure proposal and for the default, which is the first two columns as ends and no class.
func (t *table) applyProposal(p *proposal) {
	hasUserEnd := t.userRoles.columnOf(content.RoleSource) >= 0 || t.userRoles.columnOf(content.RoleTarget) >= 0
	if p == nil || hasUserEnd {
		return
	}
	// The columns of the ends, and the form of their values.
	t.cols = [2]int{p.source, p.targets[0]}
	t.tree, t.root, t.cells = p.tree, p.root, p.lists
	// Each uncertain part of the proposal adds a doubt.
	if p.lists != nil && !p.sure {
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: t.columnLabel(p.targets[0]) + " was taken as lists of neighbours: some of their " +
			"parts name no row."})
	}
	if p.root != "" {
		t.doubts = append(t.doubts, Doubt{Rule: "root", Text: "The value " + quote(p.root) + " in column " + quote(t.columnName(p.targets[0])) +
			" was taken as that of no node, since no row has it."})
	}
	// isFree reports whether the user has neither chosen a role for a column nor decided about the role.
	isFree := func(column int, role content.Role) bool {
		_, chosen := t.userRoles.byColumn[column]
		return !chosen && !t.userRoles.excluded[role] && t.userRoles.columnOf(role) < 0
	}
	// Names and classes are set only if the user has not decided about these roles.
	if p.name > 0 && t.alone && isFree(p.name, content.RoleName) {
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
	isDefault := classText == "" && t.more == nil && t.cols == t.firstColumns()
	if !p.sure && !isDefault {
		// The doubt names all columns of ends.
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.columnName(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.columnName(p.source)), strings.Join(names, ", "), classText)})
	}
}
