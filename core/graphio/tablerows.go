package graphio

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// typeKey is the column of an edge list that tells, as Gephi writes it, whether
// an edge is Directed or Undirected. Without it edges have no direction.
const typeKey = "type"

// readNodes adds the rows of a node table. After another one, more tells that
// rows may say further things of nodes that are there.
func (t *table) readNodes(a *assembly, more bool) error {
	id := t.idColumn()
	keys := t.header
	if keys == nil {
		keys = make([]string, t.width)
		for c := range keys {
			keys[c] = t.key(c)
		}
	} else {
		seen := map[string]bool{}
		for c, k := range keys {
			if k = strings.TrimSpace(k); seen[k] && k != "" {
				return fault(t.Name, 1, "give every column its own name", "the column %s occurs twice", quote(k))
			}
			seen[k] = true
			keys[c] = k
		}
	}
	a.fix, a.none = map[string]content.Role{}, t.fixes.none
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
			a.fix[keys[id]] = content.RoleIgnored
			if t.fixes.column(content.RoleName) < 0 {
				a.fix[keys[id]] = content.RoleName
			}
		}
		id = -1
	}
	first := t.header != nil
	mine, repeated := map[string]bool{}, 0
	err := t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		t.seen.row(line, cells)
		if len(cells) != len(keys) {
			return fault(t.Name, line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells),
				len(keys))
		}
		name := strconv.Itoa(from + row)
		row++
		if id >= 0 {
			name = strings.TrimSpace(cells[id])
		}
		name, err := a.tableID(t.Name, line, name)
		if err != nil {
			return err
		}
		at, known := a.index[name]
		i := int(at)
		again := known && mine[name]
		if again && a.sameRow(i, keys, cells, id, t) {
			repeated++
			return nil
		}
		if !more || !known || again {
			if i, err = a.node(strings.Clone(name), line); err != nil {
				return err
			}
		}
		mine[a.ids[i]] = true
		if t.set != "" {
			return a.set(i, setKey, t.set)
		}
		for c, v := range cells {
			if c == id || keys[c] == "" {
				continue
			}
			if err := a.set(i, keys[c], t.cell(keys[c], v)); err != nil {
				return err
			}
		}
		return nil
	})
	if repeated > 0 {
		a.notes = append(a.notes, words.Count(repeated, "row")+" of "+quote(cleanName(t.Name))+" left out that repeat an earlier one.")
	}
	return err
}

// cell returns the value of a cell of a node table, in which numbers may have a decimal comma.
func (t *table) cell(key, v string) string {
	if v = strings.TrimSpace(v); (t.comma == ';' || t.comma == '\t') && !slices.Contains(featureKeys, strings.ToLower(key)) {
		return decimalPoint(v)
	}
	return v
}

// sameRow reports whether a row says of node i what is known.
func (a *assembly) sameRow(i int, keys, cells []string, id int, t *table) bool {
	for c, v := range cells {
		if c != id && keys[c] != "" && a.byKey[keys[c]].value(i) != t.cell(keys[c], v) {
			return false
		}
	}
	return t.set == ""
}

// decimalPoint writes a number with a decimal comma, which is common between
// semicolons, with a point; other texts stay.
func decimalPoint(s string) string {
	whole, part, ok := strings.Cut(s, ",")
	if _, err := strconv.ParseUint(part[:min(1, len(part))], 10, 64); !ok || err != nil {
		return s
	}
	if v := whole + "." + part; isNumber(v) {
		return v
	}
	return s
}

// readEdges adds the rows of an edge list, and with declare the nodes in it.
func (t *table) readEdges(a *assembly, declare bool) error {
	cols := t.cols
	first := t.header != nil
	kind, label := t.directionColumn(), t.fixes.column(content.RoleLabel)
	used := 2
	for _, c := range [2]int{kind, label} {
		if c >= 0 {
			used++
		}
	}
	odd, ghosts, lone := 0, 0, 0
	var ghost error
	err := t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		t.seen.row(line, cells)
		if len(cells) <= max(cols[0], cols[1]) {
			return fault(t.Name, line, "the file may be cut short", "the line has %d columns, the edge needs two node ids", len(cells))
		}
		var ends []string
		for k, c := range cols {
			id, err := a.tableID(t.Name, line, strings.TrimSpace(cells[c]))
			if t.facts.bipartite && declare && isWhole(id) {
				id = [2]string{"u", "v"}[k] + id
			}
			_, known := a.index[id]
			if !known && slices.Contains(content.NameRules[content.NameNoEnd].Names, id) {
				continue
			}
			if err != nil {
				return err
			}
			if !known && declare {
				if _, err := a.node(strings.Clone(id), line); err != nil {
					return err
				}
			}
			ends = append(ends, id)
		}
		if len(ends) < 2 {
			lone++
			return nil
		}
		if label >= 0 && label < len(cells) {
			if other, err := a.labelOf(ends[0], strings.TrimSpace(cells[label])); err != nil {
				return err
			} else if other {
				odd++
			}
		}
		a.directed = t.neo4j || t.facts.directed || kind >= 0 && kind < len(cells) && isDirected(cells[kind])
		err := a.edge(ends[0], ends[1], line)
		if err != nil && a.dangling {
			// Only an unknown end is passed over, and only where the rest fits.
			_, ok1 := a.index[ends[0]]
			if _, ok2 := a.index[ends[1]]; !ok1 || !ok2 {
				if ghosts++; ghost == nil {
					ghost = err
				}
				return nil
			}
		}
		return err
	})
	if err == nil && 2*ghosts > len(a.edges) {
		err = ghost
	}
	for _, n := range []struct {
		count int
		one   string
		rest  string
	}{{ghosts, "edge", " to nodes that are not in the node table left out."},
		{lone, "line", " of the edge list without one of the ends: no edge."},
		{odd, "line", " of the edge list give a node another class than an earlier line; the first one holds."}} {
		if n.count > 0 {
			a.notes = append(a.notes, words.Count(n.count, n.one)+n.rest)
		}
	}
	if lone > 0 {
		a.doubts = append(a.doubts, Doubt{Rule: "ends", Text: words.Count(lone, "line") + " of the edge list without one of the ends: a node " +
			"in it alone has no edge."})
	}
	if t.facts.bipartite && declare {
		a.notes = append(a.notes, "The file says that its two columns number two sets of nodes: they are u1, u2, … and v1, v2, …")
	}
	if err == nil && t.width > used {
		a.notes = append(a.notes, "Further columns of the edge list, such as weights, were left out.")
	}
	return err
}

// isDirected reports whether the cell of a column that says so means a direction.
func isDirected(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "directed" || truths[s] == "1" || s == "1"
}

// tableID returns an id as it is kept: any text. Whole numbers that a program wrote
// as 1.0 or 1e+05 lose that form, unless ids such as 1.1 are there.
func (a *assembly) tableID(file string, line int, id string) (string, error) {
	id = strings.Trim(id, "\ufeff")
	if id == "" {
		return "", fault(file, line, "give every node a name or a number", "the node id is empty")
	}
	whole, part, point := strings.Cut(id, ".")
	if _, e, ok := strings.Cut(id, "e+"); ok && isWhole(e) || point && !a.decimals && strings.Trim(part, "0") == "" && isWhole(whole) {
		if v, err := strconv.ParseFloat(id, 64); err == nil && v >= 0 && v < 1<<53 && v == math.Trunc(v) {
			return strconv.FormatFloat(v, 'f', 0, 64), nil
		}
	}
	return id, nil
}

// key is the attribute in which a column of a node table is kept. Without a
// header the second column is the label and further ones are features, unless
// the last one has texts behind numbers, which then is the label (cora.content).
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

// features gives the nodes the features of a JSON object that maps ids to lists
// of the columns that are 1 (MUSAE).
func (a *assembly) features(f File) error {
	const remedy = `features beside tables are {"0": [3, 17], …}: for each node the numbers of the features that it has`
	if line := tooDeep(f.Data); line > 0 {
		return fault(f.Name, line, remedy, "the values are nested more than %d deep", MaxDepth)
	}
	a.file = f.Name
	r := newJSONReader(f, a)
	return r.object(func(key string) error {
		v, err := r.raw()
		if err != nil {
			return err
		}
		line := r.count.at(r.dec.InputOffset())
		i, ok := a.index[key]
		list, isList := numberList(v)
		if !ok || !isList {
			return fault(f.Name, line, remedy, "the member %s is no node, or has no list of numbers", quote(key))
		}
		var b []byte
		for _, s := range strings.Fields(list) {
			if _, why := parseID([]byte(s)); why != "" {
				return fault(f.Name, line, remedy, "the feature %s of node %s %s", quote(s), quote(key), why)
			}
			if len(b) > 0 {
				b = append(b, ' ')
			}
			b = append(append(b, s...), ":1"...)
		}
		return a.set(int(i), "features", string(b))
	})
}
