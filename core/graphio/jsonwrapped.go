package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// This file finds the graph in an object that only wraps it, such as {"network": {"a": ["b"], "b": ["a"]}}.

// wrapperKeys are the keys under which an object may have a whole graph.
var wrapperKeys = []string{"graph", "network", "data", "result", "response", "payload"}

// unwrapJSON returns the value within the object d if d only wraps a graph, and otherwise d. It removes at most maxWrappers objects around
// a graph. The text around the value becomes blanks, so that the value keeps its lines.
func unwrapJSON(d []byte) []byte {
	const maxWrappers = 4 // more than services use
	for range maxWrappers {
		start, end := wrappedValue(d)
		if end == 0 {
			return d
		}
		inner := bytes.Map(blank, d[:start])
		inner = append(inner, d[start:end]...)
		d = append(inner, bytes.Map(blank, d[end:])...)
	}
	return d
}

// blank returns a line break for a line break, and a space for any other rune.
func blank(r rune) rune {
	if r == '\n' {
		return r
	}
	return ' '
}

// wrappedValue returns the offsets of the value in an object with one member, whose key is one of wrapperKeys, if the value is
//   - an object that wrapsGraph accepts;
//   - or, under "graph" and "network", a list of lists.
//
// It returns 0, 0 for any other text, and for a text after the object.
func wrappedValue(d []byte) (start, end int64) {
	dec := json.NewDecoder(bytes.NewReader(d))
	bracket, _ := dec.Token()
	if bracket != json.Delim('{') {
		return 0, 0
	}
	token, _ := dec.Token()
	key, isKey := token.(string)
	if !isKey || !slices.Contains(wrapperKeys, key) {
		return 0, 0
	}
	var v json.RawMessage
	if dec.Decode(&v) != nil {
		return 0, 0
	}
	end = dec.InputOffset()
	start = end - int64(len(v))
	bracket, _ = dec.Token()
	_, err := dec.Token()
	if bracket != json.Delim('}') || err != io.EOF {
		return 0, 0
	}
	isWrapped := v[0] == '[' && startsWithList(v) && (key == "graph" || key == "network")
	if v[0] == '{' {
		isWrapped = wrapsGraph(v, key)
	}
	if !isWrapped {
		return 0, 0
	}
	return start, end
}

// wrapsGraph reports whether the object v, the value of a member with the key wrapper, can be a graph that no other function finds.
// v must have an inner list or object. If v has nodes, it must also have a member with a name such as adjacency: readTopKey and unwrapGraph
// read other objects with nodes.
func wrapsGraph(v json.RawMessage, wrapper string) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(v, &members) != nil {
		return false
	}
	hasContainer, hasNodes, hasAdjacency := false, false, false
	for key, value := range members {
		isContainer := value[0] == '[' || value[0] == '{'
		hasContainer = hasContainer || isContainer
		hasNodes = hasNodes || isContainer && slices.Contains([]string{"nodes", "vertices", "objects"}, key)
		hasAdjacency = hasAdjacency || isContainer && isAdjacencyWord(key)
	}
	if hasNodes {
		return hasAdjacency
	}
	// If wrapper is also one of several inner keys, the outer object is no wrapper: it maps a node to its neighbours, and the node is one
	// of them.
	_, hasWrapper := members[wrapper]
	return hasContainer && (!hasWrapper || len(members) == 1)
}
