package graphio

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// typeKey is the column of Gephi for directed and undirected edges. Without it edges have no direction.
const typeKey = "type"

// readNodes adds the rows of a node table. A supplement adds attributes to the nodes of an earlier table, too.
func (t *table) readNodes(a *assembly) {
	id, keys, seen := t.idColumn(), make([]string, t.width), map[string]bool{}
	for c := range keys {
		k := t.attributeKey(c)
		if keys[c] = k; seen[k] && k != "" {
			a.fail(1, "give every column its own name", "the column %s occurs twice", quote(k))
			return
		}
		seen[k] = true
	}
	a.userRoles, a.excluded = map[string]content.Role{}, t.userRoles.excluded
	a.commas = a.commas || t.separator == ';'
	for c, role := range t.userRoles.byColumn {
		a.userRoles[keys[c]] = role
	}
	from, row := -1, 0
	// The row number is the id where the table has no ids, or where the correction numbers the nodes.
	if t.rowsFrom >= 0 && a.correction.From == "" {
		id, from = -1, t.rowsFrom
	} else if a.correction.From != "" || id < 0 {
		// Edges refer to rows by number. The ids of the table become names.
		from, _ = strconv.Atoi(a.correction.From)
		if id >= 0 {
			a.userRoles[keys[id]] = words.Either(t.userRoles.columnOf(content.RoleName) < 0, content.RoleName, content.RoleIgnored)
		}
		id = -1
	}
	mine, repeated := map[string]bool{}, 0
	for line, cells := range t.bodyRows() {
		t.seen.addRow(line, cells)
		if len(cells) != len(keys) {
			a.fail(line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells), len(keys))
			return
		}
		name := strconv.Itoa(from + row)
		row++
		if id >= 0 {
			name = strings.TrimSpace(cells[id])
		}
		name = a.tableID(line, name)
		at, known := a.index[name]
		i := int(at)
		again := known && mine[name]
		if again && a.repeatsRow(i, keys, cells, id, t) {
			repeated++
			continue
		}
		if !t.supplement || !known || again {
			i = a.addNode(strings.Clone(name), line)
		}
		if a.err != nil {
			return
		}
		mine[a.ids[i]] = true
		if t.set != "" {
			a.setAttribute(i, setKey, t.set)
			continue
		}
		for c, v := range cells {
			if c != id && keys[c] != "" {
				a.setAttribute(i, keys[c], strings.TrimSpace(v))
			}
		}
	}
	a.notes = appendNote(a.notes, repeated > 0,
		words.Count(repeated, "row")+" of "+quote(cleanName(t.Name))+" left out that repeat an earlier one.")
}

// repeatsRow reports whether a row has no new attribute of node i.
func (a *assembly) repeatsRow(i int, keys, cells []string, id int, t *table) bool {
	for c, v := range cells {
		if c != id && keys[c] != "" && a.byKey[keys[c]].value(i) != strings.TrimSpace(v) {
			return false
		}
	}
	return t.set == ""
}

// readEdges adds the rows of an edge list, and new nodes where newIDs allows them.
func (t *table) readEdges(a *assembly) {
	kind, label, name := t.directionColumn(), t.userRoles.columnOf(content.RoleLabel), t.userRoles.columnOf(content.RoleName)
	odd, ghosts, lone := 0, 0, 0
	var ghost pendingEdge
	// The function and the lists are common to all rows, so that a row allocates nothing.
	var ends, now []string
	// first reports that the row has its first end; row is its line.
	first, row := false, 0
	columns, noEnds := append(t.cols[:], t.more...), content.NameRules[content.NameNoEnd].Names
	take := func(k int, id string) {
		if id != "" {
			id = a.tableID(row, id)
		}
		if t.declared.bipartite && a.newIDs && isInteger(id) {
			id = [2]string{"u", "v"}[k] + id
		}
		if !a.hasNode(id) {
			// Marks of no end count only where no node has that id.
			if slices.Contains(noEnds, id) || k > 0 && t.root != "" && id == t.root {
				return
			}
			if a.newIDs {
				a.nodeOrNew(id, row)
			}
		}
		first = first || k == 0
		ends = append(ends, id)
		if t.endNames[0] != t.endNames[1] && k < 2 {
			odd += oneIf(a.setFromEdge(id, "name", content.RoleName, strings.TrimSpace(cellAt(now, t.endNames[k]))))
		}
	}
	for line, cells := range t.bodyRows() {
		t.seen.addRow(line, cells)
		if len(cells) <= max(t.cols[0], t.cols[1]) && t.more == nil {
			a.fail(line, "the file may be cut short", "the line has %d columns, the edge needs two node ids", len(cells))
			return
		}
		ends, now, first, row = ends[:0], cells, false, line
		for k, c := range columns {
			id := strings.Trim(strings.TrimSpace(cellAt(cells, c)), "\ufeff")
			if k == 0 || t.cells == nil {
				take(k, id)
				continue
			}
			for _, part := range t.cells.split(id) {
				take(k, part)
			}
		}
		if first && label >= 0 && label < len(cells) {
			odd += oneIf(a.setFromEdge(ends[0], labelKey, content.RoleLabel, strings.TrimSpace(cells[label])))
		}
		if first && name >= 0 && name < len(cells) {
			odd += oneIf(a.setFromEdge(ends[0], "name", content.RoleName, strings.TrimSpace(cells[name])))
		}
		if len(ends) < 2 || !first {
			if !first || !t.tree && t.more == nil && t.cells == nil {
				lone++
			}
			continue
		}
		a.directed = t.neo4j || t.declared.directed || kind >= 0 && kind < len(cells) && isDirected(cells[kind])
		if t.tree && ends[0] == ends[1] {
			continue // the root of a tree
		}
		// An edge with an unknown end is dropped, but only where most edges have known ends.
		if a.dangling && !(a.hasNode(ends[0]) && a.hasNode(ends[1])) {
			if ghosts++; ghosts == 1 {
				ghost = pendingEdge{source: ends[0], target: ends[1], line: line}
			}
			continue
		}
		for _, other := range ends[1:] {
			if a.addEdge(ends[0], other, line); a.err != nil {
				return
			}
		}
	}
	// Mostly unknown ends are an error: the tables do not belong together.
	if 2*ghosts > len(a.edges) {
		a.addEdge(ghost.source, ghost.target, ghost.line)
	}
	a.notes = appendNote(a.notes, ghosts > 0, words.Count(ghosts, "edge")+" to nodes that are not in the node table left out.")
	a.notes = appendNote(a.notes, lone > 0, words.Count(lone, "line")+" of the edge list without one of the ends: no edge.")
	a.notes = appendNote(a.notes, odd > 0, words.Count(odd, "line")+
		" of the edge list give a node another class or name than an earlier line; the first one holds.")
	if lone > 0 {
		a.addDoubt("ends", words.Count(lone, "line")+" of the edge list without one of the ends: a node in it alone has no edge.")
	}
	a.notes = appendNote(a.notes, t.declared.bipartite && a.newIDs,
		"The file says that its two columns number two sets of nodes: they are u1, u2, … and v1, v2, …")
	a.notes = appendNote(a.notes, t.width > 2+len(t.more)+oneIf(kind >= 0)+oneIf(label >= 0)+oneIf(name >= 0),
		"Further columns of the edge list, such as weights, were left out.")
}

// isDirected reports whether a cell of a direction column means a direction.
func isDirected(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "directed" || truthNumbers[s] == "1" || s == "1"
}

// tableID returns the normal form of an id: any text. Integers written as 1.0 or 1e+05 lose that form, unless ids such as 1.1 exist.
func (a *assembly) tableID(line int, id string) string {
	id = strings.Trim(id, "\ufeff")
	if id == "" {
		a.fail(line, "give every node a name or a number", "the node id is empty")
	}
	whole, part, point := strings.Cut(id, ".")
	if _, e, ok := strings.Cut(id, "e+"); ok && isInteger(e) || point && !a.decimals && strings.Trim(part, "0") == "" && isInteger(whole) {
		if v, err := strconv.ParseFloat(id, 64); err == nil && v >= 0 && v < 1<<53 && v == math.Trunc(v) {
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
	}
	return id
}

// attributeKey returns the attribute for a column of a node table.
// Without a header the second column is the label and later ones are features.
// A last column of texts behind numbers is the label instead (cora.content).
func (t *table) attributeKey(c int) string {
	last := t.width - 1
	textsLast := last > 1 && t.isTextColumn(last) && !t.isTextColumn(1)
	switch {
	case t.header != nil:
		return t.columnName(c)
	case t.rowsFrom >= 0 && t.width == 1 && fileKind(t.Name) != "features":
		return "class"
	case t.rowsFrom >= 0:
		return featurePrefix + strconv.Itoa(c)
	case c == 0:
		return "id"
	case t.featuresOnly:
		return featurePrefix + strconv.Itoa(c-1)
	case textsLast && c == last:
		return "class"
	case textsLast:
		return featurePrefix + strconv.Itoa(c-1)
	case c == 1 && t.isTextColumn(1):
		return "label"
	case c == 1:
		return "class"
	}
	return featurePrefix + strconv.Itoa(c-2)
}

// isTextColumn reports whether no cell of a column in the first rows is a number.
func (t *table) isTextColumn(c int) bool {
	return !slices.ContainsFunc(t.rows, func(row []string) bool { return c < len(row) && isNumber(strings.TrimSpace(row[c])) })
}

// readFeatureLists sets features from a JSON object that maps ids to lists of columns equal to 1 (MUSAE).
func (a *assembly) readFeatureLists(f File) {
	const remedy = `features beside tables are {"0": [3, 17], …}: for each node the numbers of the features that it has`
	a.file = f.Name
	if line := tooDeep(f.Data); line > 0 {
		a.fail(line, remedy, "the values are nested more than %d deep", MaxDepth)
		return
	}
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
		columns := strings.Fields(list)
		for k, s := range columns {
			if _, why := parseID([]byte(s)); why != "" {
				a.fail(line, remedy, "the feature %s of node %s %s", quote(s), quote(key), why)
			}
			columns[k] += ":1"
		}
		a.setAttribute(int(i), "features", strings.Join(columns, " "))
	})
}
