package graphio

import (
	"encoding/json"
	"strconv"
	"strings"
)

// neighbours adds the edges of adjacency JSON, whose lists go by position.
// Without directions both ends of an edge name it.
func (r *jsonReader) neighbours() error {
	a := r.a
	if len(r.adjacent) != len(a.ids) {
		return fault(r.f.Name, 0, jsonRemedy, `the list "adjacency" has %d elements for %d nodes`, len(r.adjacent), len(a.ids))
	}
	var entries matrixEntries
	for i, v := range r.adjacent {
		inner := newJSONReader(File{Name: r.f.Name, Data: v}, a)
		err := inner.list(func() error {
			if err := inner.pairs(); err != nil {
				return err
			}
			id, _, ok := inner.field("id")
			j, known := a.index[id]
			if !ok || !known {
				return fault(r.f.Name, a.lines[i], jsonRemedy, "node %s has the neighbour %s, which does not exist", quote(a.ids[i]), quote(id))
			}
			if err := entries.full(r.f.Name, 0); err != nil {
				return err
			}
			a.weighted = a.weighted || len(inner.fields) > 1 && inner.fields[1].key != "key"
			entries.add(int32(i), j, 1)
			return nil
		})
		if err != nil {
			return err
		}
	}
	entries.into(a, !r.directed)
	return nil
}

// child adds a node of a tree and its children.
func (r *jsonReader) child(fields []pair, parent string, depth int) error {
	if depth > MaxDepth {
		return r.bad("the values are nested more than %d deep", MaxDepth)
	}
	r.fields = r.fields[:0]
	var children json.RawMessage
	id, name := "", ""
	for _, p := range fields {
		text, ok := scalar(p.value)
		switch {
		case p.key == "children":
			children = p.value
		case p.key == "id" && ok:
			id, _ = idText(p.value)
		case p.key == "name" && ok:
			name = text
		}
		if p.key != "children" {
			r.fields = append(r.fields, p)
		}
	}
	if id == "" {
		if _, taken := r.a.index[name]; taken || name == "" {
			name += "#" + strconv.Itoa(len(r.a.ids))
		}
		id = name
		v, err := json.Marshal(id)
		if err != nil {
			return err
		}
		r.fields = append(r.fields, pair{"id", v})
	}
	if err := r.addNode(0); err != nil {
		return err
	}
	if parent != "" {
		if err := r.a.later(parent, id, 0); err != nil {
			return err
		}
	}
	if len(children) == 0 || children[0] != '[' {
		return nil
	}
	inner := newJSONReader(File{Name: r.f.Name, Data: children}, r.a)
	return inner.list(func() error {
		if err := inner.pairs(); err != nil {
			return err
		}
		return r.child(append([]pair(nil), inner.fields...), id, depth+1)
	})
}

// adjacencyObject reads an object that maps every node to its neighbours.
func (r *jsonReader) adjacencyObject() error {
	a := r.a
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && p.value[0] != '{' {
			return r.noNodes()
		}
		if _, err := a.node(p.key, 0); err != nil {
			return err
		}
	}
	r.format, r.nodes, r.named, a.sortIDs = "adjacency JSON", true, true, true
	var entries matrixEntries
	for _, p := range r.others {
		inner := newJSONReader(File{Name: r.f.Name, Data: p.value}, a)
		add := func(id string) error {
			j, ok := a.index[id]
			if !ok {
				n, err := a.node(strings.Clone(id), 0)
				if err != nil {
					return err
				}
				j = int32(n)
			}
			if err := entries.full(r.f.Name, 0); err != nil {
				return err
			}
			entries.add(a.index[p.key], j, 1)
			return nil
		}
		var err error
		if p.value[0] == '{' {
			err = inner.object(func(key string) error {
				v, err := inner.raw()
				if err != nil {
					return err
				}
				a.weighted = a.weighted || string(v) != "{}" && v[0] == '{'
				return add(key)
			})
		} else {
			err = inner.list(func() error {
				v, err := inner.raw()
				if err != nil {
					return err
				}
				id, ok := scalar(v)
				if !ok || id == "" {
					return fault(r.f.Name, 0, jsonRemedy, "a neighbour of node %s is not a text or a number", quote(p.key))
				}
				return add(id)
			})
		}
		if err != nil {
			return err
		}
	}
	entries.into(a, false)
	return nil
}
