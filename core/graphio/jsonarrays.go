package graphio

import (
	"encoding/json"
	"slices"
	"strconv"
)

// JSON may hold arrays of all nodes, as a Data of PyTorch Geometric or WikiCS: features
// or x (n×f), labels or y (n), edge_index (2×m) or links, the neighbours of each node,
// and masks (n) or (splits×n). What the arrays say of a node becomes its attributes.

// arrays reads a file of arrays; it reports whether it is one. Pairs of edges that
// stand alone are read here, too.
func (r *jsonReader) arrays() (bool, error) {
	member := func(names ...string) (string, []json.RawMessage) {
		for _, name := range names {
			for _, p := range r.others {
				var list []json.RawMessage
				if p.key == name && p.value[0] == '[' && json.Unmarshal(p.value, &list) == nil {
					return name, list
				}
			}
		}
		return "", nil
	}
	_, x := member(featureNames...)
	_, y := member(labelNames...)
	key, edges := member("edge_index", "links", "edges", "arcs", "edge_list")
	n := max(len(x), len(y))
	if edges == nil || r.nodes || key != "edge_index" && n == 0 {
		return false, r.pairList(edges, key)
	}
	r.format, r.nodes, r.named = "adjacency JSON", true, true
	list := make([][]json.Number, len(edges))
	top := int64(n) - 1
	for k, v := range edges {
		if json.Unmarshal(v, &list[k]) != nil {
			return true, r.bad("the member %s holds something else than lists of numbers", quote(key))
		}
		for _, id := range list[k] {
			v, why := parseID([]byte(id))
			if why != "" || v >= MaxNodes || n > 0 && v >= int64(n) {
				return true, r.bad("the member %s has the node %s, which does not exist", quote(key), quote(string(id)))
			}
			top = max(top, v)
		}
	}
	if err := r.a.numbered(-1, top, 0); err != nil {
		return true, err
	}
	for _, p := range r.others {
		if err := r.column(p, int(top)+1); err != nil {
			return true, err
		}
	}
	var entries matrixEntries
	add := func(s, t json.Number) error {
		i, _ := strconv.Atoi(string(s))
		j, _ := strconv.Atoi(string(t))
		entries.add(int32(i), int32(j), 1)
		return entries.full(r.f.Name, 0)
	}
	for i, row := range list {
		for k := range row {
			var err error
			switch {
			case key == "edge_index" && len(list) == 2:
				if i == 0 && k < len(list[1]) {
					err = add(row[k], list[1][k])
				}
			case len(list) == n && key != "edge_index":
				err = add(json.Number(strconv.Itoa(i)), row[k])
			case len(row) != 2:
				return true, r.bad("the member %s has a list of %d nodes that is no pair", quote(key), len(row))
			case k == 0:
				err = add(row[0], row[1])
			}
			if err != nil {
				return true, err
			}
		}
	}
	if key == "edge_index" && len(list) == 2 && len(list[0]) != len(list[1]) {
		return true, r.bad("the two lists of edge_index differ in length")
	}
	entries.into(r.a, false)
	return true, nil
}

// column sets an attribute of all nodes from a member with an element for each, or a
// list of them for each of several splits.
func (r *jsonReader) column(p pair, n int) error {
	var rows []json.RawMessage
	if p.value[0] != '[' || json.Unmarshal(p.value, &rows) != nil || slices.Contains([]string{"links", "edges", "edge_index"}, p.key) {
		return nil
	}
	texts := make([]string, n)
	switch {
	case len(rows) == n:
		for i, v := range rows {
			text, ok := scalar(v)
			if !ok {
				text, _ = listText(v)
			}
			texts[i] = text
		}
	case len(rows) > 0 && rows[0][0] == '[':
		for _, v := range rows {
			var of []json.RawMessage
			if json.Unmarshal(v, &of) != nil || len(of) != n {
				return nil
			}
			for i, b := range of {
				text, _ := scalar(b)
				texts[i] += text + " "
			}
		}
	default:
		return nil
	}
	for i, text := range texts {
		if err := r.a.set(i, p.key, text); err != nil {
			return err
		}
	}
	return nil
}

// pairList reads edges that are pairs.
func (r *jsonReader) pairList(list []json.RawMessage, key string) error {
	if key == "" || key == "edge_index" {
		return nil
	}
	for _, v := range list {
		inner := newJSONReader(File{Name: r.f.Name, Data: v}, r.a)
		if err := inner.pairLink(1); err != nil {
			return err
		}
	}
	return nil
}

// categories names the classes of nodes whose category is a number of a list beside them (ECharts).
func (r *jsonReader) categories() {
	c := r.a.find("category")
	for _, p := range r.others {
		var list []struct{ Name string }
		if p.key != "categories" || c == nil || json.Unmarshal(p.value, &list) != nil {
			continue
		}
		for i, v := range c.values {
			if k, why := parseID([]byte(v)); why == "" && k < int64(len(list)) && list[k].Name != "" {
				c.values[i] = list[k].Name
			}
		}
	}
}
