package graphio

import (
	"fmt"
	"strings"
)

// typeKey is the column of an edge list that tells, as Gephi writes it, whether
// an edge is Directed or Undirected. Without it edges have no direction.
const typeKey = "type"

// readNodes adds the rows of a node table.
func (t *table) readNodes(a *assembly) error {
	id := max(0, t.headerColumn(idKeys))
	keys := t.header
	if keys == nil {
		keys = make([]string, t.width)
		for c := range keys {
			switch c {
			case 0:
				keys[c] = "id"
			case 1:
				keys[c] = "class"
			default:
				keys[c] = fmt.Sprintf("%s%d", featurePrefix, c-2)
			}
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
	first := t.header != nil
	return t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		if len(cells) != len(keys) {
			return fault(t.Name, line, "give every line the same number of columns", "the line has %d columns, the first one %d", len(cells),
				len(keys))
		}
		name := strings.TrimSpace(cells[id])
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
	cols := t.edgeColumns()
	if cols[0] < 0 {
		cols = [2]int{0, 1}
	}
	first := t.header != nil
	kind := t.headerColumn([]string{typeKey})
	extra := t.width > 2 && (kind < 0 || t.width > 3)
	err := t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
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
		a.directed = kind >= 0 && kind < len(cells) && strings.EqualFold(strings.TrimSpace(cells[kind]), "directed")
		return a.edge(ends[0], ends[1], line)
	})
	if err == nil && extra {
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
