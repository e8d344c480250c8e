package graphio

import (
	"encoding/json"
	"slices"
	"strings"
)

// endKeys are the members that hold the ends of an edge, those used first first.
var endKeys = [][2]string{{"source", "target"}, {"from", "to"}, {"tail", "head"}, {"src", "dst"}, {"start", "end"}, {"u", "v"}, {"s", "t"},
	{"startNode", "endNode"}, {"sourceId", "targetId"}, {"source_id", "target_id"}, {"fromId", "toId"}, {"from_id", "to_id"},
	{"node1", "node2"}, {"subject", "object"}}

// unweighted are members of an edge that say nothing of its weight.
var unweighted = strings.Fields("key id _gvid directed undirected index group")

func (r *jsonReader) link() error {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		return r.pairLink(line)
	}
	if err := r.pairs(); err != nil {
		return err
	}
	if is, err := r.edge(line); is || err != nil {
		return err
	}
	return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
}

// edge adds the edge whose members are in fields; it reports whether they are those of one.
func (r *jsonReader) edge(line int) (bool, error) {
	var ends [2]json.RawMessage
	var keys [2]string
	for _, keys = range endKeys {
		ends = [2]json.RawMessage{}
		for _, p := range r.fields {
			for k := range ends {
				if p.key == keys[k] {
					ends[k] = p.value
				}
			}
		}
		if ends[0] != nil && ends[1] != nil {
			break
		}
	}
	if ends[0] == nil || ends[1] == nil {
		return false, nil
	}
	s, ok1 := idText(ends[0])
	t, ok2 := idText(ends[1])
	if !ok1 || !ok2 {
		return true, fault(r.f.Name, line, jsonRemedy, "the ends of the link are not texts or numbers")
	}
	err := r.a.later(s, t, line)
	for _, p := range r.fields {
		if e := &r.a.pending[len(r.a.pending)-1]; p.key == "undirected" || p.key == "directed" {
			e.said, e.oneWay = true, (string(p.value) == "true") == (p.key == "directed")
		}
		r.a.weighted = r.a.weighted || p.key != keys[0] && p.key != keys[1] && !slices.Contains(unweighted, p.key) &&
			!(r.graphviz && p.key != "weight")
	}
	return true, err
}

// pairLink reads an edge that is a list of its two ends.
func (r *jsonReader) pairLink(line int) error {
	var ends []string
	err := r.list(func() error {
		v, err := r.raw()
		if err != nil {
			return err
		}
		text, ok := idText(v)
		switch {
		case len(ends) < 2 && (!ok || text == ""):
			return fault(r.f.Name, line, jsonRemedy, "the ends of the link are not texts or numbers")
		case len(ends) == 2:
			r.a.weighted = true
			return nil
		}
		ends = append(ends, text)
		return nil
	})
	if err != nil {
		return err
	}
	if len(ends) < 2 {
		return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
	}
	return r.a.later(ends[0], ends[1], line)
}
