package graphio

import (
	"encoding/json"
	"slices"
	"strings"
)

// This file reads the edges in JSON. An edge is an object with the keys of two ends, or a list of two ends.
// An edge is pending until all nodes are known; finish (assemble.go) then resolves its ends.

// endKeys are the pairs of keys of the two ends of an edge. Earlier pairs have priority.
var endKeys = [][2]string{{"source", "target"}, {"from", "to"}, {"tail", "head"}, {"src", "dst"}, {"start", "end"}, {"u", "v"}, {"s", "t"},
	{"startNode", "endNode"}, {"fromNode", "toNode"}, {"sourceId", "targetId"}, {"source_id", "target_id"}, {"fromId", "toId"},
	{"from_id", "to_id"}, {"node1", "node2"}, {"subject", "object"}}

// nonAttributes are keys of members of an edge that are neither ends nor attributes.
var nonAttributes = strings.Fields("key id _gvid directed undirected index group arrows")

// readLink reads an element of a list of edges. The element is a list of two ends, or an object with two ends.
// Any other element is an error.
func (r *jsonReader) readLink() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.readPairLink(line)
		return
	}
	r.readFields()
	if !r.addEdge(line) {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
	}
}

// addEdge adds the edge in r.fields. line is the line of the edge. addEdge returns false if the fields lack the ends of an edge.
// Ends that are empty or no ids are an error. After an error addEdge returns true, so that readElement does not read the fields as a node.
func (r *jsonReader) addEdge(line int) bool {
	if r.a.err != nil {
		return true
	}
	keys, ends, found := r.findEnds()
	if !found {
		return false
	}
	source, isSourceID := idText(ends[0])
	target, isTargetID := idText(ends[1])
	if !isSourceID || !isTargetID || source == "" || target == "" {
		r.a.fail(line, jsonRemedy, noEnds)
		return true
	}
	r.addEdgeBetween(keys, [2]string{source, target}, line)
	return true
}

// addEdgeBetween adds the edge in r.fields. ends are its ends, which are under keys. line is the line of the edge.
func (r *jsonReader) addEdgeBetween(keys, ends [2]string, line int) {
	r.a.deferEdge(ends[0], ends[1], line)
	if r.a.err != nil {
		return
	}
	// Beyond MaxEdges deferEdge adds no edge. Then e is an earlier edge; its changes do no harm after the error.
	e := &r.a.pending[len(r.a.pending)-1]
	for _, p := range r.fields {
		e.setDirection(p)
		isEnd := p.key == keys[0] || p.key == keys[1]
		// In Graphviz JSON only the weight counts as an attribute, because most other members affect the drawing.
		isDrawing := r.graphviz && p.key != "weight"
		if isEnd || isDrawing || isLifted(p) || slices.Contains(nonAttributes, p.key) {
			continue
		}
		// A graph stores no attributes of edges. Only their loss is recorded.
		r.a.recordEdgeMember(p.key, p.value)
	}
}

// findEnds returns the first pair of endKeys whose two keys are in r.fields, and the values of the two keys.
// found is false if the fields have no such pair.
func (r *jsonReader) findEnds() (keys [2]string, ends [2]json.RawMessage, found bool) {
	for _, names := range endKeys {
		// If a key repeats, its last value counts.
		var values [2]json.RawMessage
		for _, p := range r.fields {
			for k := range values {
				if p.key == names[k] {
					values[k] = p.value
				}
			}
		}
		if values[0] != nil && values[1] != nil {
			return names, values, true
		}
	}
	return keys, ends, false
}

// setDirection sets the direction of an edge, if the member p states the direction. It exchanges the ends of an edge whose only arrow head
// is at the source.
func (e *pendingEdge) setDirection(p pair) {
	switch p.key {
	case "directed":
		e.directionGiven, e.oneWay = true, string(p.value) == "true"
	case "undirected":
		e.directionGiven, e.oneWay = true, string(p.value) != "true"
	case "arrows":
		// Two arrow heads, or none, mean an edge without a direction.
		atTarget, atSource := arrowHeads(p.value)
		e.directionGiven, e.oneWay = true, atTarget != atSource
		if atSource && !atTarget {
			e.source, e.target = e.target, e.source
		}
	}
}

// arrowHeads reports the ends with an arrow head, from the member arrows of vis.js. Its value is a text with "to", "from", or both, or an
// object such as {"to": true, "from": {"enabled": false}}. An end whose object lacks enabled has an arrow head.
func arrowHeads(v json.RawMessage) (atTarget, atSource bool) {
	if len(v) == 0 || v[0] != '{' {
		heads, _ := idText(v)
		return strings.Contains(heads, "to"), strings.Contains(heads, "from")
	}
	for _, end := range membersOf(v) {
		isShown := string(end.value) == "true" || end.value[0] == '{'
		for _, option := range membersOf(end.value) {
			if option.key == "enabled" {
				isShown = string(option.value) == "true"
			}
		}
		if isShown {
			atTarget = atTarget || end.key == "to"
			atSource = atSource || end.key == "from"
		}
	}
	return atTarget, atSource
}

// readPairLink reads an edge that is a list of two ends. Further elements, such as a weight, may follow. line is the line of the edge.
// A list of fewer than two elements is an error, and so is an end that is empty or no id.
func (r *jsonReader) readPairLink(line int) {
	ends := make([]string, 0, 2)
	r.readList(func() {
		raw := r.readRaw()
		text, ok := idText(raw)
		switch {
		// Elements after the two ends are attributes without a name.
		case len(ends) == 2:
			r.a.recordEdgeMember("", raw)
		case !ok || text == "":
			r.a.fail(line, jsonRemedy, noEnds)
		default:
			ends = append(ends, text)
		}
	})
	if len(ends) < 2 {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
		return
	}
	r.a.deferEdge(ends[0], ends[1], line)
}

// noEnds is the message for an edge with an end that is empty or no id.
const noEnds = "an end of the link is empty, or neither a text nor a number"
