package graphio

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/order"
)

// This file applies the correction of a user, which overrides the guesses of the readers.
// It also sets the recognition of the files, which shows the guesses to the user.

type (
	// Correction overrides the recognition by the user's choice.
	Correction = content.Correction
	// Recognition lists the roles of the columns, as they were guessed or corrected.
	Recognition = content.Recognition
	// Doubt is a reason for a question to the user.
	Doubt = content.Doubt
)

// userRoles are the roles in a correction of one table.
// byColumn maps the number of a column, from 0, to its role. excluded are the roles that no column may have.
type userRoles struct {
	byColumn map[int]content.Role
	excluded map[content.Role]bool
}

// columnRemedy is the remedy for a column that does not exist.
const columnRemedy = "give the name of a column, or its number from 1"

// leaveOutRemedy is the remedy for a correction that cannot be applied to the files.
const leaveOutRemedy = "leave this correction out"

// userRolesOf returns the roles that c gives the columns of a table. A column that does not exist is an error.
// file is the name of the file for this error. table is the name of the table, content.Edges or a node table such as nodes2.
// header is nil for a table without header, and width is the number of columns. present states whether the files have a node table.
func userRolesOf(c *Correction, file, table string, present kindsOfTables, header []string, width int) (userRoles, error) {
	roles := userRoles{map[int]content.Role{}, map[content.Role]bool{}}
	for _, r := range c.Columns {
		if tableOfRole(r, present) != table {
			continue
		}
		if r.Column == "-" {
			roles.excluded[r.Role] = true
			continue
		}
		numbers, err := columnNumbers(file, r.Column, header, width)
		if err != nil {
			return roles, err
		}
		if r.Role.Single() && len(numbers) > 1 {
			return roles, fault(file, 0, columnRemedy, "only one column can be the %s, not the columns %s", r.Role, quote(r.Column))
		}
		for _, k := range numbers {
			roles.assign(k, r.Role)
		}
		// A choice of a column revokes an earlier exclusion. A later exclusion leaves the choice in force, and excludes all other columns.
		delete(roles.excluded, r.Role)
	}
	return roles, nil
}

// assign gives column k a role. If only one column can have the role, another column with the role loses it.
func (u userRoles) assign(k int, role content.Role) {
	if role.Single() {
		for old, r := range u.byColumn {
			if r == role {
				delete(u.byColumn, old)
			}
		}
	}
	u.byColumn[k] = role
}

// kindsOfTables states whether the files have a node table.
type kindsOfTables bool

const (
	onlyEdges     kindsOfTables = false
	edgesAndNodes kindsOfTables = true
)

// tableOfRole returns the name of the table to which a correction belongs.
// If the correction states no table, it is the table in which the role exists: content.Edges or content.Nodes.
// A role of both tables belongs to content.Nodes if the files have a node table, and to content.Edges if they have none.
func tableOfRole(r content.ColumnRole, present kindsOfTables) string {
	switch {
	case r.Table != "":
		return r.Table
	case !slices.Contains(content.Roles(content.Nodes), r.Role):
		return content.Edges
	case present == onlyEdges && slices.Contains(content.Roles(content.Edges), r.Role):
		return content.Edges
	}
	return content.Nodes
}

// columnNumbers returns the numbers, from 0, of the columns that a text of a correction names.
// The text is the name of a column, its number from 1, or ranges of such numbers as in "3-5+8". "3-" means all columns from 3 on.
// header has the names of the columns, width is their number, and file is the name of the file for errors.
// A number that is not in 1..width, a range such as 5-3, and any other text are errors.
func columnNumbers(file, text string, header []string, width int) ([]int, error) {
	// A name has priority over a number, because columns may have numbers as names.
	named := slices.IndexFunc(header, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), text) })
	if named >= 0 {
		return []int{named}, nil
	}
	if width == 0 {
		return nil, fault(file, 0, leaveOutRemedy, "there is no column %s, because the nodes have no attributes", quote(text))
	}
	var numbers []int
	for _, part := range strings.Split(text, "+") {
		// A part without a dash, such as "3", is a range of one column.
		first, last, isRange := strings.Cut(part, "-")
		if isRange {
			last = cmp.Or(last, strconv.Itoa(width))
		} else {
			last = first
		}
		low, whyLow := parseID([]byte(first))
		high, whyHigh := parseID([]byte(last))
		switch {
		case whyLow != "" || whyHigh != "":
			return nil, fault(file, 0, columnRemedy, "there is no column %s", quote(text))
		case low < 1 || high < low || high > int64(width):
			return nil, fault(file, 0, columnRemedy, "there is no column %s; the columns are 1 to %d", quote(part), width)
		}
		for k := low; k <= high; k++ {
			numbers = append(numbers, int(k-1))
		}
	}
	return numbers, nil
}

// featureColumns returns the numbers, from 0, of the columns with features.
func (u userRoles) featureColumns() (columns []int) {
	for k, r := range u.byColumn {
		if r == content.RoleFeature {
			columns = append(columns, k)
		}
	}
	order.Ints(columns)
	return columns
}

// columnOf returns the number, from 0, of the column with a role that only one column can have, and -1 if no column has the role.
func (u userRoles) columnOf(role content.Role) int {
	for k, r := range u.byColumn {
		if r == role {
			return k
		}
	}
	return -1
}

// checkCorrection returns an error if c corrects a property that the files do not have, such as the separator of JSON.
// r is the recognition of the files, of which the first is named in the error. The readers of tables check c.Table.
func checkCorrection(c *Correction, r *Recognition, files []File) error {
	const remedy = leaveOutRemedy
	file := files[0].Name
	hasTable := map[string]bool{}
	for _, s := range r.Sheets {
		hasTable[s.Table] = true
	}
	for _, corrected := range c.Columns {
		table := tableOfRole(corrected, kindsOfTables(hasTable[content.Nodes]))
		if !hasTable[table] {
			return fault(file, 0, remedy, "it has no table of %s in which a column could be the %s", table, corrected.Role)
		}
	}
	// Every table has a separator, also a sheet of a workbook, which was converted to text. The first table stands for all.
	isTable := len(r.Sheets) > 0 && r.Sheets[0].Separator != ""
	isChosen := func(f File) bool { return path.Base(f.Name) == c.Table }
	lacksTable := c.Table != "" && r.Format != "table" && !isTable && !slices.ContainsFunc(files, isChosen)
	correctsLayout := c.All != content.Layout{} || c.Edges != content.Layout{} || c.Nodes != content.Layout{}
	switch {
	case lacksTable:
		return fault(file, 0, remedy, "there is no table %s", quote(c.Table))
	case !isTable && correctsLayout:
		return fault(file, 0, remedy, "%s has neither header nor separators to correct", r.Format)
	case c.From != "" && !r.Numbered:
		return fault(file, 0, remedy, "%s says itself which nodes there are", r.Format)
	case c.Directed != "" && !r.Directable:
		return fault(file, 0, remedy, "%s says itself which edges have a direction", r.Format)
	}
	return nil
}

// applyCorrection applies the direction of the edges and, in a format without tables, the roles of the attributes.
func (a *assembly) applyCorrection() {
	// The roles of the columns of tables were applied while the tables were read.
	if a.tables == nil {
		isFreeOfErrors := a.applyAttributeRoles()
		if !isFreeOfErrors {
			return
		}
	}
	// Without a choice of the user, every edge keeps the direction of the file.
	if a.correction.Directed == "" {
		return
	}
	for k := range a.oneWay {
		a.oneWay[k] = a.correction.Directed == "yes"
	}
}

// applyAttributeRoles applies the user's roles to the attributes of the nodes. It reports whether the assembly is free of errors.
func (a *assembly) applyAttributeRoles() bool {
	// The attributes count as a node table, with their keys as the header.
	keys := make([]string, len(a.columns))
	for k, c := range a.columns {
		keys[k] = c.key
	}
	roles, err := userRolesOf(a.correction, a.file, content.Nodes, edgesAndNodes, keys, len(keys))
	if !a.keepError(err) {
		return false
	}
	if roles.columnOf(content.RoleID) >= 0 {
		a.fail(0, leaveOutRemedy, "the file says itself which id a node has")
		return false
	}
	for k, role := range roles.byColumn {
		a.columns[k].userRole = role
	}
	a.excluded = roles.excluded
	// In a file of this package, corrected roles replace the description.
	hasRoles := len(roles.byColumn)+len(roles.excluded) > 0
	if hasRoles {
		a.meta = nil
	}
	return true
}

// fillNumbers makes every integer from first to the largest id a node. first is "0" or "1".
// If first is "", the ids are names, and no node is added. An id that is not an integer, or that is below first, is an error.
func (a *assembly) fillNumbers(first string) {
	if first == "" {
		return
	}
	smallest, _ := parseID([]byte(first))
	largest := smallest - 1 // below smallest, so that a graph without ids gets no node
	exists := map[int64]bool{}
	for i, id := range a.ids {
		number, why := parseID([]byte(id))
		remedy := "leave the first number of the nodes out: the ids are names"
		if why == "" && number < smallest {
			remedy, why = "correct where the numbers of the nodes begin", "is below "+first
		}
		if why != "" {
			a.fail(a.lines[i], remedy, "the node id %s %s", quote(id), why)
			return
		}
		largest = max(largest, number)
		exists[number] = true
	}
	for number := smallest; number <= largest && a.err == nil; number++ {
		if !exists[number] {
			a.addNode(strconv.FormatInt(number, 10), 0) // no line of the file has the node
		}
	}
}

// userColumn returns the first column to which the user gave the role, nil if there is none.
func (a *assembly) userColumn(role content.Role) *column {
	for _, c := range a.columns {
		if c.userRole == role {
			return c
		}
	}
	return nil
}

// chooseColumn returns the column of a role that only one column can have, and sets the role of this column.
// It is the column that the user chose. Without a choice it is the result of guess, or nil if the user excluded the role.
func (a *assembly) chooseColumn(role content.Role, guess func() *column) *column {
	c := a.userColumn(role)
	if c == nil && !a.excluded[role] {
		c = guess()
	}
	if c != nil {
		c.role = role
	}
	return c
}

// countIsolated returns the number of nodes without an edge.
func countIsolated(g *graph.Graph) int {
	isolated := g.N
	hasEdge := make([]bool, g.N)
	for _, e := range g.Edges {
		// Every node is subtracted once, at its first edge.
		isolated -= oneIf(!hasEdge[e.I])
		hasEdge[e.I] = true
		isolated -= oneIf(!hasEdge[e.J])
		hasEdge[e.J] = true
	}
	return isolated
}

// setRecognition sets r.Recognition: the counts of the graph, the previews of the tables, and the doubts.
// It releases r.assembly, which holds the attributes of all nodes.
func (r *Found) setRecognition() {
	g := r.Graph
	out := &Recognition{Format: r.Format, Nodes: g.N, Edges: len(g.Edges), Features: g.X.Cols, Classes: g.Classes, Isolated: countIsolated(g),
		Directed: g.Directions != nil, LeftOut: g.Notes}
	r.Recognition = out
	a := r.assembly
	r.assembly = nil
	// A format without an assembly has no guesses. Here its only doubt is about negative weights.
	if a == nil {
		if text := negativeText(r.negative); text != "" {
			out.Doubts = []Doubt{{Rule: negativeRule, Text: text}}
		}
		return
	}
	// The user may choose the direction of the edges in every format with an assembly. The first number of the nodes is a choice in tables.
	out.Directable, out.Numbered = true, a.tables != nil || a.numbered
	if a.shapedTable != nil {
		out.Sheets = append(out.Sheets, a.shapedTable.shapedSheet(a.shape))
	}
	for _, t := range a.tables {
		out.Sheets = append(out.Sheets, t.sheet(a))
	}
	if a.tables == nil && len(a.columns) > 0 {
		out.Sheets = append(out.Sheets, a.sheet())
	}
	out.Doubts = findDoubts(r, a)
}
