package graphio

import (
	"fmt"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// typeKey is the column of an edge list that tells, as Gephi writes it, whether
// an edge is Directed or Undirected. Without it edges have no direction.
const typeKey = "type"

// readNodes adds the rows of a node table.
func (t *table) readNodes(a *assembly) error {
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
	from := -1
	if a.correct.From != "" || id < 0 {
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
	return t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		t.seen.row(line, cells)
		if len(cells) != len(keys) {
			return fault(t.Name, line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells),
				len(keys))
		}
		name := strconv.Itoa(from + len(a.ids))
		if id >= 0 {
			name = strings.TrimSpace(cells[id])
		}
		if err := checkID(t.Name, line, name); err != nil {
			return err
		}
		i, err := a.node(name, line)
		if err != nil {
			return err
		}
		for c, v := range cells {
			if c == id || keys[c] == "" {
				continue
			}
			if err := a.set(i, keys[c], strings.TrimSpace(v)); err != nil {
				return err
			}
		}
		return nil
	})
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
	odd := 0
	err := t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		t.seen.row(line, cells)
		if len(cells) <= max(cols[0], cols[1]) {
			return fault(t.Name, line, "the file may be cut short", "the line has %d columns, the edge needs two node ids", len(cells))
		}
		var ends [2]string
		for k, c := range cols {
			id := strings.TrimSpace(cells[c])
			if err := checkID(t.Name, line, id); err != nil {
				return err
			}
			if _, ok := a.index[id]; !ok && declare {
				if _, err := a.node(strings.Clone(id), line); err != nil {
					return err
				}
			}
			ends[k] = id
		}
		if label >= 0 && label < len(cells) {
			if other, err := a.labelOf(ends[0], strings.TrimSpace(cells[label])); err != nil {
				return err
			} else if other {
				odd++
			}
		}
		a.directed = kind >= 0 && kind < len(cells) && strings.EqualFold(strings.TrimSpace(cells[kind]), "directed")
		return a.edge(ends[0], ends[1], line)
	})
	if odd > 0 {
		a.notes = append(a.notes, count(odd, "line")+" of the edge list give a node another class than an earlier line; the first one holds.")
	}
	if err == nil && t.width > used {
		a.notes = append(a.notes, "Further columns of the edge list, such as weights, were left out.")
	}
	return err
}

// checkID refuses ids that are signs of damage.
func checkID(file string, line int, id string) error {
	why := ""
	v, not := parseID([]byte(id))
	switch {
	case id == "":
		why = "is empty"
	case not == "is negative" || not == "is too large":
		why = not
	case not == "" && v > MaxID:
		why = fmt.Sprintf("is over the limit of %d", MaxID)
	case not != "" && isNumber(id):
		why = "is not an integer"
	}
	if why == "" {
		return nil
	}
	return fault(file, line, "ids are names or integers from 0", "the node id %s %s", quote(id), why)
}

// key is the attribute in which a column of a node table is kept. Without a
// header the second column is the label and further ones are features.
func (t *table) key(c int) string {
	switch {
	case t.header != nil:
		return t.name(c)
	case c == 0:
		return "id"
	case c == 1:
		return "class"
	}
	return featurePrefix + strconv.Itoa(c-2)
}
