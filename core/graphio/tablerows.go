package graphio

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file reads the rows of node tables and edge lists into an assembly, which collects the graph (assemble.go).

// typeKey is the name of Gephi's column with the words directed and undirected.
const typeKey = "type"

// readNodes adds the rows of a node table to an assembly. A row becomes a node with its attributes.
// In a supplement (t.supplement), a row may also add attributes to a node of an earlier table.
// A row that repeats an earlier row is left out, with a note. Columns with the same name, an empty id, a row with fewer or more cells than
// t.width, and rows with the same id but different attributes are errors.
func (t *table) readNodes(a *assembly) {
	// keys are the names of the attributes of the columns, "" for a column without a name.
	keys, seen := make([]string, t.width), map[string]bool{}
	for c := range keys {
		key := t.attributeKey(c)
		if key != "" && seen[key] {
			a.fail(t.headerLine(), "give every column its own name", "the column %s occurs twice", quote(key))
			return
		}
		keys[c], seen[key] = key, true
	}
	a.userRoles, a.excluded = map[string]content.Role{}, t.userRoles.excluded
	// In a table separated by semicolons, numbers may have a decimal comma. After one such table, a.commas is true for all tables.
	a.commas = a.commas || t.separator == ';'
	// The assembly knows the columns by the names of their attributes.
	for c, role := range t.userRoles.byColumn {
		a.userRoles[keys[c]] = role
	}
	// id is the column of the ids. If it is -1, the ids are the numbers of the rows, counted from first.
	id, first := t.idColumn(), -1
	if a.correction.From != "" {
		// The user has numbered the nodes from From, "0" or "1". The ids of the table become names, unless another column has the names.
		first, _ = strconv.Atoi(a.correction.From)
		if id >= 0 {
			hasNames := t.userRoles.columnOf(content.RoleName) >= 0
			a.userRoles[keys[id]] = words.Either(hasNames, content.RoleIgnored, content.RoleName)
		}
		id = -1
	} else if t.rowsFrom >= 0 {
		// The table has no ids, and the column of idColumn has features or classes.
		id, first = -1, t.rowsFrom
	} else if id < 0 {
		first = 0 // the table has no column of ids
	}
	// readIDs are the ids of the rows so far, row is their number, and repeated is the number of rows that repeat an earlier row.
	// hasUnnamed reports a filled cell below an empty name. A column that counts the rows needs no name.
	readIDs, row, repeated, hasUnnamed := map[string]bool{}, 0, 0, false
	countsRows := t.isCounter(0)
	for line, cells := range t.bodyRows() {
		t.seen.addRow(line, cells)
		if len(cells) != len(keys) {
			a.fail(line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells), len(keys))
			return
		}
		name := strconv.Itoa(first + row)
		row++
		if id >= 0 {
			name = strings.TrimSpace(cells[id])
		}
		name = a.tableID(line, name)
		index, isKnown := a.index[name]
		i := int(index)
		isRepeated := isKnown && readIDs[name]
		if isRepeated && t.repeatsRow(a, i, keys, cells, id) {
			repeated++
			continue
		}
		// A node of an earlier table is not added again. addNode reports the error of any other repeated id.
		isOfEarlierTable := t.supplement && isKnown && !isRepeated
		if !isOfEarlierTable {
			i = a.addNode(strings.Clone(name), line)
		}
		if a.err != nil {
			return
		}
		// The assembly has its own copy of the id. name may be a part of cells, which are valid only until the next row.
		readIDs[a.ids[i]] = true
		// In a list of the nodes of a set of the split, a node gets a single attribute: the name of the set.
		if t.set != "" {
			a.setAttribute(i, setKey, t.set)
			continue
		}
		for c, v := range cells {
			switch {
			case c == id:
			case keys[c] != "":
				a.setAttribute(i, keys[c], strings.TrimSpace(v))
			case c > 0 || !countsRows:
				hasUnnamed = hasUnnamed || strings.TrimSpace(v) != ""
			}
		}
	}
	a.notes = appendNote(a.notes, hasUnnamed, "A column of "+quote(cleanName(t.Name))+" was left out, because it has no name.")
	a.notes = appendNote(a.notes, repeated > 0,
		words.Count(repeated, "row")+" of "+quote(cleanName(t.Name))+" left out that repeat an earlier one.")
}

// repeatsRow reports whether a row with these cells has the attributes that node i already has.
// keys are the names of the attributes of the columns, id is the column of ids.
func (t *table) repeatsRow(a *assembly, i int, keys, cells []string, id int) bool {
	for c, v := range cells {
		isAttribute := c != id && keys[c] != ""
		if isAttribute && a.byKey[keys[c]].value(i) != strings.TrimSpace(v) {
			return false
		}
	}
	return true
}

// readEdges adds the rows of an edge list to an assembly, and notes about what it left out. For an id that is no node:
//   - If a.newIDs is true, the id becomes a node.
//   - If a.dangling is true, the edge is left out. If more than a third of all edges have such an id, readEdges also records an error.
//   - Otherwise readEdges records an error.
//
// A line without one of its ends adds no edge. A line that is too short for the two ends is an error, unless the table has further columns
// of second ends (t.more). Columns with the class, a feature or the name of an end set attributes of its node.
func (t *table) readEdges(a *assembly) {
	// The columns of the direction, and of the class and the name of the source. They are -1 if the table has no such column.
	direction, label, name := t.directionColumn(), t.userRoles.columnOf(content.RoleLabel), t.userRoles.columnOf(content.RoleName)
	features := t.userRoles.featureColumns() // of the source
	// The numbers of lines with a class, name or feature that differs from an earlier line, of edges with an unknown id, and of lines
	// without an end.
	contradictions, unknownEnds, incomplete := 0, 0, 0
	var firstUnknown pendingEdge // the first edge of unknownEnds
	// ends are the ids of the ends of the current row, and row has its cells. All rows share the lists and the function addEnd, so that a
	// row allocates no memory.
	var ends, row []string
	// hasSource reports that the current row has its first end. line is its line in the file.
	// contradicts reports that the row has such a class, name or feature.
	hasSource, contradicts, line := false, false, 0
	// setAttribute sets an attribute of an end of the current row.
	setAttribute := func(id, key string, role content.Role, c int) {
		contradicts = a.setFromEdge(id, key, role, strings.TrimSpace(cellAt(row, c))) || contradicts
	}
	// addEnd appends an id to ends, unless the text means no node. k is 0 for a first end, and 1 for the first of the second ends.
	addEnd := func(k int, text string) {
		id := a.plainID(text)
		// The file declares two sets of nodes, each with its own numbers: node 1 becomes u1 or v1.
		if t.declared.bipartite && a.newIDs && isInteger(id) {
			id = words.Either(k == 0, "u", "v") + id
		}
		if !a.hasNode(id) {
			// A word that means no end counts only if no node has this id.
			if t.isNoEnd(k, id) {
				return
			}
			if a.newIDs {
				a.nodeOrNew(id, line)
			}
		}
		hasSource = hasSource || k == 0
		ends = append(ends, id)
		// Another column may have the name of the end. Further second ends have none.
		if t.hasEndNames() && k < 2 {
			setAttribute(id, "name", content.RoleName, t.endNames[k])
		}
	}
	for number, cells := range t.bodyRows() {
		t.seen.addRow(number, cells)
		ends, row, hasSource, contradicts, line = ends[:0], cells, false, false, number
		// With several columns of second ends, a row may end after its last end.
		if len(cells) <= max(t.cols[0], t.cols[1]) && t.more == nil {
			a.fail(line, "the file may be cut short", "the line has %d columns, the edge needs two node ids", len(cells))
			return
		}
		for k, text := range t.rowEnds(cells) {
			addEnd(k, text)
		}
		if hasSource && label >= 0 {
			setAttribute(ends[0], t.endAttribute(label), content.RoleLabel, label)
		}
		if hasSource && name >= 0 {
			setAttribute(ends[0], "name", content.RoleName, name)
		}
		for _, c := range features {
			if hasSource {
				setAttribute(ends[0], t.endAttribute(c), content.RoleFeature, c)
			}
		}
		contradictions += oneIf(contradicts)
		if len(ends) < 2 || !hasSource {
			// The root of a tree, and a node without neighbours in its list, need no second end.
			mayLackTarget := t.tree || t.more != nil || t.cells != nil
			if !hasSource || !mayLackTarget {
				incomplete++
			}
			continue
		}
		// addEdge adds directed edges while a.directed is true.
		hasDirection := direction >= 0 && direction < len(cells) && isDirected(cells[direction])
		a.directed = t.neo4j || t.declared.directed || hasDirection
		// The root of a tree may be its own parent.
		if t.tree && ends[0] == ends[1] {
			continue
		}
		areNodes := a.hasNode(ends[0]) && a.hasNode(ends[1])
		if a.dangling && !areNodes {
			unknownEnds++
			if unknownEnds == 1 {
				firstUnknown = pendingEdge{source: ends[0], target: ends[1], line: line}
			}
			continue
		}
		for _, target := range ends[1:] {
			a.addEdge(ends[0], target, line)
			if a.err != nil {
				return
			}
		}
	}
	// a.edges has the edges without unknown ends. If more than a third of all edges has an unknown end, the tables do not belong together.
	// addEdge then reports the error.
	if 2*unknownEnds > len(a.edges) {
		a.addEdge(firstUnknown.source, firstUnknown.target, firstUnknown.line)
	}
	a.notes = appendNote(a.notes, unknownEnds > 0, words.Count(unknownEnds, "edge")+" to nodes that are not in the node table left out.")
	a.notes = appendNote(a.notes, incomplete > 0, words.Count(incomplete, "line")+" of the edge list without one of the ends: no edge.")
	a.notes = appendNote(a.notes, contradictions > 0, words.Count(contradictions, "line")+
		" of the edge list "+words.Either(contradictions == 1, "gives", "give")+
		" a node another class, name or feature than an earlier line; the first one holds.")
	if incomplete > 0 {
		a.addDoubt("ends", words.Count(incomplete, "line")+" of the edge list without one of the ends: a node in it alone has no edge.")
	}
	a.notes = appendNote(a.notes, t.declared.bipartite && a.newIDs,
		"The file says that its two columns number two sets of nodes: they are u1, u2, … and v1, v2, …")
	readColumns := 2 + len(t.more) + oneIf(direction >= 0) + oneIf(label >= 0) + oneIf(name >= 0) + len(features) + 2*oneIf(t.hasEndNames())
	a.notes = appendNote(a.notes, t.width > readColumns,
		"Further columns of the edge list, such as weights, were left out.")
}

// rowEnds yields the texts of the ends in the cells of an edge list, also empty texts. The key is 0 for the first end.
// It is k for the end in the k-th column of second ends.
func (t *table) rowEnds(cells []string) iter.Seq2[int, string] {
	return func(yield func(k int, text string) bool) {
		for k, c := range append(t.cols[:], t.more...) {
			// Joined files may have a byte order mark within the text.
			text := strings.Trim(strings.TrimSpace(cellAt(cells, c)), "\ufeff")
			parts := []string{text}
			if k > 0 && t.cells != nil {
				parts = t.cells.split(text) // a list of neighbours
			}
			for _, part := range parts {
				if !yield(k, part) {
					return
				}
			}
		}
	}
}

// hasEndNames reports whether two columns of an edge list have the names of the ends.
func (t *table) hasEndNames() bool { return t.endNames[0] != t.endNames[1] }

// isNoEnd reports whether an id in a column of ends means no node: the root of a tree as a second end, or a word such as NA.
// k is the key of the end in rowEnds.
func (t *table) isNoEnd(k int, id string) bool {
	isRoot := k > 0 && t.root != "" && id == t.root
	return isRoot || slices.Contains(content.NameRules[content.NameNoEnd].Names, id)
}

// isDirection reports whether a cell has a word or a number for directed or undirected edges.
func isDirection(cell string) bool {
	s := strings.ToLower(cell)
	return isDirected(s) || slices.Contains([]string{"undirected", "mutual", "mixed", "false", "0"}, s)
}

// isDirected reports whether a cell in the column of directions means a directed edge: directed or true, in upper or lower case, or 1.
func isDirected(cell string) bool {
	s := strings.ToLower(strings.TrimSpace(cell))
	return s == "directed" || truthNumbers[s] == "1" || s == "1"
}

// tableID returns the normal form of an id from a line of a table (plainID). For an empty id it records an error in the assembly.
func (a *assembly) tableID(line int, cell string) string {
	id := a.plainID(cell)
	if id == "" {
		a.fail(line, "give every node a name or a number", "the node id is empty")
	}
	return id
}

// plainID returns the normal form of an id of a table.
// 1e+05 and 1E+05 become 100000. 1.0 and 1. become 1, unless the tables have ids such as 1.1. Any other text, and a number
// from 2^53 on, is unchanged except for byte order marks around it, which plainID removes.
func (a *assembly) plainID(cell string) string {
	id := strings.Trim(cell, "\ufeff")
	whole, fraction, hasPoint := strings.Cut(id, ".")
	_, exponent, hasExponent := strings.Cut(strings.ToLower(id), "e+")
	isWhole := hasPoint && !a.decimals && strings.Trim(fraction, "0") == "" && isInteger(whole)
	isExponential := hasExponent && isInteger(exponent)
	if isExponential || isWhole {
		// Above 2^53 a float64 no longer represents every integer.
		const maxExactInteger = 1 << 53
		v, err := strconv.ParseFloat(id, 64)
		isID := err == nil && v >= 0 && v < maxExactInteger && v == math.Trunc(v)
		if isID {
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
	}
	return id
}

// attributeKey returns the name of the attribute in column c of a node table: the name of the column, if the table has a header.
// Without a header, a feature has the name featurePrefix and its number among the features, from 0. The names label and class both stand
// for the class of the node (content.NameClass).
func (t *table) attributeKey(c int) string {
	last := t.width - 1
	// endsWithTexts reports texts in the last column and a number in the second, as in cora.content.
	endsWithTexts := last > 1 && t.isTextColumn(last) && !t.isTextColumn(1)
	switch {
	case t.header != nil:
		return t.columnName(c)
	// Without ids, a single column has the classes, unless the file name announces features.
	case t.rowsFrom >= 0 && t.width == 1 && fileKind(t.Name) != "features":
		return "class"
	case t.rowsFrom >= 0:
		return featurePrefix + strconv.Itoa(c)
	case c == 0:
		return "id"
	// Another table has the classes.
	case t.featuresOnly:
		return featurePrefix + strconv.Itoa(c-1)
	case endsWithTexts && c == last:
		return "class"
	case endsWithTexts:
		return featurePrefix + strconv.Itoa(c-1)
	// Otherwise the second column has the classes, as texts or as numbers.
	case c == 1 && t.isTextColumn(1):
		return "label"
	case c == 1:
		return "class"
	}
	return featurePrefix + strconv.Itoa(c-2)
}

// columnName returns the name of column c. It returns "" if the table has no header or no column c.
func (t *table) columnName(c int) string {
	return strings.TrimSpace(cellAt(t.header, c))
}

// isTextColumn reports whether column c has no number in the first rows (t.rows).
func (t *table) isTextColumn(c int) bool {
	hasNumber := func(row []string) bool {
		s := strings.TrimSpace(cellAt(row, c))
		return isNumber(s) || isCommaNumber(s)
	}
	return !slices.ContainsFunc(t.rows, hasNumber)
}

// readFeatureLists sets binary features of the nodes from a JSON object (MUSAE).
// The object maps the id of a node to the list of the columns of its features that are 1.
func (a *assembly) readFeatureLists(f File) {
	const remedy = `features beside tables are {"0": [3, 17], …}: for each node the numbers of the features that it has`
	a.file = f.Name
	if line := tooDeep(f.Data); line > 0 {
		a.fail(line, remedy, "the values are nested more than %d deep", MaxDepth)
		return
	}
	// The object is read member by member, because it may be large.
	r := newJSONReader(f.Data, a)
	r.readObject(func(key string) {
		v := r.readRaw()
		line := r.count.at(r.dec.InputOffset())
		i, ok := a.index[key]
		list, isList := numberList(v)
		if !ok || !isList {
			a.fail(line, remedy, "the member %s is no node, or has no list of numbers", quote(key))
			return
		}
		// A feature of the attribute has the form column:value.
		columns := strings.Fields(list)
		for k, s := range columns {
			// After an error, readObject reads no further member.
			if _, why := parseID([]byte(s)); why != "" {
				a.fail(line, remedy, "the feature %s of node %s %s", quote(s), quote(key), why)
			}
			columns[k] += ":1"
		}
		a.setAttribute(int(i), "features", strings.Join(columns, " "))
	})
}
