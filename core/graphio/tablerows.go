package graphio

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// typeKey is the column that says, as Gephi writes it, whether an edge is Directed or Undirected. Without it edges have no direction.
const typeKey = "type"

// readNodes adds the rows of a node table. After another one, more reports that rows may say further things of nodes that are there.
func (t *table) readNodes(a *assembly, more bool) {
	id, keys, seen := t.idColumn(), make([]string, t.width), map[string]bool{}
	for c := range keys {
		k := t.key(c)
		if keys[c] = k; seen[k] && k != "" {
			a.bad(1, "give every column its own name", "the column %s occurs twice", quote(k))
			return
		}
		seen[k] = true
	}
	a.fix, a.none = map[string]content.Role{}, t.fixes.none
	a.commas = a.commas || t.comma == ';'
	for c, role := range t.fixes.role {
		a.fix[keys[c]] = role
	}
	from, row := -1, 0
	if t.rowsFrom >= 0 && a.correct.From == "" {
		id, from = -1, t.rowsFrom
	} else if a.correct.From != "" || id < 0 {
		// The edges name the rows; what the table calls the nodes is their name.
		from, _ = strconv.Atoi(a.correct.From)
		if id >= 0 {
			a.fix[keys[id]] = words.Either(t.fixes.column(content.RoleName) < 0, content.RoleName, content.RoleIgnored)
		}
		id = -1
	}
	mine, repeated := map[string]bool{}, 0
	for line, cells := range t.body() {
		t.seen.row(line, cells)
		if len(cells) != len(keys) {
			a.bad(line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells), len(keys))
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
		if again && a.sameRow(i, keys, cells, id, t) {
			repeated++
			continue
		}
		if !more || !known || again {
			i = a.node(strings.Clone(name), line)
		}
		if a.err != nil {
			return
		}
		mine[a.ids[i]] = true
		if t.set != "" {
			a.set(i, setKey, t.set)
			continue
		}
		for c, v := range cells {
			if c != id && keys[c] != "" {
				a.set(i, keys[c], strings.TrimSpace(v))
			}
		}
	}
	note(&a.notes, repeated > 0, words.Count(repeated, "row")+" of "+quote(cleanName(t.Name))+" left out that repeat an earlier one.")
}

// sameRow reports whether a row says of node i what is known.
func (a *assembly) sameRow(i int, keys, cells []string, id int, t *table) bool {
	for c, v := range cells {
		if c != id && keys[c] != "" && a.byKey[keys[c]].value(i) != strings.TrimSpace(v) {
			return false
		}
	}
	return t.set == ""
}

// readEdges adds the rows of an edge list, and with declare the nodes in it.
func (t *table) readEdges(a *assembly, declare bool) {
	kind, label, name := t.directionColumn(), t.fixes.column(content.RoleLabel), t.fixes.column(content.RoleName)
	odd, ghosts, lone := 0, 0, 0
	var ghost pendingEdge
	// One function and one list for all rows: a row costs no memory.
	var ends, now []string
	first, row := false, 0 // whether the row has its first end, and its line
	columns, noEnds := append(t.cols[:], t.more...), content.NameRules[content.NameNoEnd].Names
	take := func(k int, id string) {
		if id != "" {
			id = a.tableID(row, id)
		}
		if t.facts.bipartite && declare && isWhole(id) {
			id = [2]string{"u", "v"}[k] + id
		}
		if !a.has(id) {
			if slices.Contains(noEnds, id) || k > 0 && t.root != "" && id == t.root {
				return
			}
			if declare {
				a.known(id, row, true)
			}
		}
		first = first || k == 0
		ends = append(ends, id)
		if t.endNames[0] != t.endNames[1] && k < 2 {
			odd += oneIf(a.labelOf(id, "name", content.RoleName, strings.TrimSpace(at(now, t.endNames[k]))))
		}
	}
	for line, cells := range t.body() {
		t.seen.row(line, cells)
		if len(cells) <= max(t.cols[0], t.cols[1]) && t.more == nil {
			a.bad(line, "the file may be cut short", "the line has %d columns, the edge needs two node ids", len(cells))
			return
		}
		ends, now, first, row = ends[:0], cells, false, line
		for k, c := range columns {
			id := strings.Trim(strings.TrimSpace(at(cells, c)), "\ufeff")
			if k == 0 || t.cells == nil {
				take(k, id)
				continue
			}
			for _, part := range t.cells.split(id) {
				take(k, part)
			}
		}
		if first && label >= 0 && label < len(cells) {
			odd += oneIf(a.labelOf(ends[0], labelKey, content.RoleLabel, strings.TrimSpace(cells[label])))
		}
		if first && name >= 0 && name < len(cells) {
			odd += oneIf(a.labelOf(ends[0], "name", content.RoleName, strings.TrimSpace(cells[name])))
		}
		if len(ends) < 2 || !first {
			if !first || !t.tree && t.more == nil && t.cells == nil {
				lone++
			}
			continue
		}
		a.directed = t.neo4j || t.facts.directed || kind >= 0 && kind < len(cells) && isDirected(cells[kind])
		if t.tree && ends[0] == ends[1] {
			continue // the root
		}
		if a.dangling && !(a.has(ends[0]) && a.has(ends[1])) { // only an unknown end is passed over, and only where the rest fits
			if ghosts++; ghosts == 1 {
				ghost = pendingEdge{source: ends[0], target: ends[1], line: line}
			}
			continue
		}
		for _, other := range ends[1:] {
			if a.edge(ends[0], other, line); a.err != nil {
				return
			}
		}
	}
	if 2*ghosts > len(a.edges) {
		a.edge(ghost.source, ghost.target, ghost.line)
	}
	note(&a.notes, ghosts > 0, words.Count(ghosts, "edge")+" to nodes that are not in the node table left out.")
	note(&a.notes, lone > 0, words.Count(lone, "line")+" of the edge list without one of the ends: no edge.")
	note(&a.notes, odd > 0, words.Count(odd, "line")+
		" of the edge list give a node another class or name than an earlier line; the first one holds.")
	if lone > 0 {
		a.doubt("ends", words.Count(lone, "line")+" of the edge list without one of the ends: a node in it alone has no edge.")
	}
	note(&a.notes, t.facts.bipartite && declare,
		"The file says that its two columns number two sets of nodes: they are u1, u2, … and v1, v2, …")
	note(&a.notes, t.width > 2+len(t.more)+oneIf(kind >= 0)+oneIf(label >= 0)+oneIf(name >= 0),
		"Further columns of the edge list, such as weights, were left out.")
}

// isDirected reports whether the cell of a column that says so means a direction.
func isDirected(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "directed" || truths[s] == "1" || s == "1"
}

// tableID returns an id as it is kept: any text. Whole numbers written as 1.0 or 1e+05 lose that form, unless ids such as 1.1 are there.
func (a *assembly) tableID(line int, id string) string {
	id = strings.Trim(id, "\ufeff")
	if id == "" {
		a.bad(line, "give every node a name or a number", "the node id is empty")
	}
	whole, part, point := strings.Cut(id, ".")
	if _, e, ok := strings.Cut(id, "e+"); ok && isWhole(e) || point && !a.decimals && strings.Trim(part, "0") == "" && isWhole(whole) {
		if v, err := strconv.ParseFloat(id, 64); err == nil && v >= 0 && v < 1<<53 && v == math.Trunc(v) {
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
	}
	return id
}

// key is the attribute in which a column of a node table is kept. Without a header the second column is the label and further ones are
// features, unless the last one has texts behind numbers, which then is the label (cora.content).
func (t *table) key(c int) string {
	last := t.width - 1
	textsLast := last > 1 && t.texts(last) && !t.texts(1)
	switch {
	case t.header != nil:
		return t.name(c)
	case t.rowsFrom >= 0 && t.width == 1 && fileKind(t.Name) != "features":
		return "class"
	case t.rowsFrom >= 0:
		return featurePrefix + strconv.Itoa(c)
	case c == 0:
		return "id"
	case t.plain:
		return featurePrefix + strconv.Itoa(c-1)
	case textsLast && c == last:
		return "class"
	case textsLast:
		return featurePrefix + strconv.Itoa(c-1)
	case c == 1 && t.texts(1):
		return "label"
	case c == 1:
		return "class"
	}
	return featurePrefix + strconv.Itoa(c-2)
}

// texts reports whether no cell of a column in the first rows is a number.
func (t *table) texts(c int) bool {
	return !slices.ContainsFunc(t.rows, func(row []string) bool { return c < len(row) && isNumber(strings.TrimSpace(row[c])) })
}

// features gives the nodes the features of a JSON object that maps ids to lists of the columns that are 1 (MUSAE).
func (a *assembly) features(f File) {
	const remedy = `features beside tables are {"0": [3, 17], …}: for each node the numbers of the features that it has`
	a.file = f.Name
	if line := tooDeep(f.Data); line > 0 {
		a.bad(line, remedy, "the values are nested more than %d deep", MaxDepth)
		return
	}
	r := newJSONReader(f.Data, a)
	r.object(func(key string) {
		v := r.raw()
		line := r.count.at(r.dec.InputOffset())
		i, ok := a.index[key]
		list, isList := numberList(v)
		if !ok || !isList {
			a.bad(line, remedy, "the member %s is no node, or has no list of numbers", quote(key))
			return
		}
		columns := strings.Fields(list)
		for k, s := range columns {
			if _, why := parseID([]byte(s)); why != "" {
				a.bad(line, remedy, "the feature %s of node %s %s", quote(s), quote(key), why)
			}
			columns[k] += ":1"
		}
		a.set(int(i), "features", strings.Join(columns, " "))
	})
}
