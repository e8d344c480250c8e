package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Node-link JSON is an object with a list "nodes" and a list "links" or
// "edges" of objects with "source" and "target". The ends are the nodes' "id"
// (NetworkX, d3 since version 4) or, when no node has an id, their positions
// (d3 version 3) or names.

const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file as a stream, so that only what is kept takes
// memory.
type jsonReader struct {
	f   File
	dec *json.Decoder
	a   *assembly
	// named is true when a node has an id.
	named, nodes bool
	directed     bool
	count        lineCounter
	// fields are those of the object being read.
	fields []pair
}

func readJSON(f File, c *Correction) (*Result, error) {
	if line := tooDeep(f.Data); line > 0 {
		return nil, fault(f.Name, line, jsonRemedy, "the values are nested more than %d deep", MaxDepth)
	}
	r := &jsonReader{f: f, dec: json.NewDecoder(bytes.NewReader(f.Data)), a: newAssembly(f.Name), count: lineCounter{d: f.Data, line: 1}}
	r.dec.UseNumber()
	r.a.correct = c
	if err := r.object(r.topKey); err != nil {
		return nil, err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, r.bad("something follows after the end of the graph")
	}
	if !r.nodes {
		return nil, fault(f.Name, 0, jsonRemedy, `there is no list "nodes"`)
	}
	a := r.a
	if !r.named {
		r.useNames()
	}
	for k := range a.pending {
		a.pending[k].oneWay = r.directed
	}
	return a.finish("node-link JSON")
}

// useNames makes the names the ids when the links use them.
func (r *jsonReader) useNames() {
	a := r.a
	names := a.find("name", "title", "label")
	positions := true
	for _, e := range a.pending {
		_, ok1 := a.index[e.source]
		_, ok2 := a.index[e.target]
		positions = positions && ok1 && ok2
	}
	if positions || names == nil {
		return
	}
	index := map[string]int32{}
	for i := range a.ids {
		index[names.value(i)] = int32(i)
	}
	a.index = index
}

// bad reports an error at the present position.
func (r *jsonReader) bad(format string, args ...any) error {
	return fault(r.f.Name, lineAt(r.f.Data, r.dec.InputOffset()), jsonRemedy, format, args...)
}

// wrap turns an error of the decoder into one with a line.
func (r *jsonReader) wrap(err error) error {
	at := r.dec.InputOffset()
	if s, ok := err.(*json.SyntaxError); ok {
		at = s.Offset
	}
	msg := err.Error()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		msg, at = "it ends too early", int64(len(r.f.Data))
	}
	return fault(r.f.Name, lineAt(r.f.Data, at), "correct the file or fetch it again; NaN and Infinity are not JSON",
		"the JSON is damaged: %s", msg)
}

func (r *jsonReader) topKey(key string) error {
	switch key {
	case "nodes":
		if r.nodes {
			return r.bad(`there are two lists "nodes"`)
		}
		r.nodes = true
		return r.list(r.node)
	case "links", "edges":
		return r.list(r.link)
	}
	v, err := r.raw()
	if err != nil {
		return err
	}
	switch key {
	case "graph":
		var about struct {
			Name string `json:"name"`
		}
		if r.a.meta = parseMeta(string(v)); json.Unmarshal(v, &about) == nil {
			r.a.name = about.Name
		}
	case "name":
		r.a.name, _ = scalar(v)
	case "directed":
		r.directed = string(v) == "true"
	}
	return nil
}

func (r *jsonReader) node() error {
	a := r.a
	line := r.count.at(r.dec.InputOffset())
	if err := r.pairs(); err != nil {
		return err
	}
	id, there, ok := r.field("id")
	switch {
	case there && (!ok || id == ""):
		return fault(r.f.Name, line, jsonRemedy, "the id of a node is not a text or a number")
	case there && len(a.ids) > 0 && !r.named:
		return fault(r.f.Name, line, "give every node an id or none", "this node has an id, earlier ones have none")
	case !there && r.named:
		return fault(r.f.Name, line, "give every node an id or none", "the node has no id")
	case !there:
		id = strconv.Itoa(len(a.ids))
	}
	r.named = there
	i, err := a.node(id, line)
	if err != nil {
		return err
	}
	for _, p := range r.fields {
		if p.key == "id" {
			continue
		}
		text, ok := scalar(p.value)
		if !ok {
			text, ok = numberList(p.value)
		}
		if ok {
			if err := a.set(i, p.key, text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *jsonReader) link() error {
	line := r.count.at(r.dec.InputOffset())
	if err := r.pairs(); err != nil {
		return err
	}
	s, there1, ok1 := r.field("source")
	t, there2, ok2 := r.field("target")
	if !there1 || !there2 {
		return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
	}
	if !ok1 || !ok2 {
		return fault(r.f.Name, line, jsonRemedy, "the ends of the link are not texts or numbers")
	}
	for _, p := range r.fields {
		r.a.weighted = r.a.weighted || p.key != "source" && p.key != "target" && p.key != "key" && p.key != "id"
	}
	return r.a.later(s, t, line)
}

// lineCounter finds the lines of ascending offsets without starting anew.
type lineCounter struct {
	d    []byte
	done int64
	line int
}

func (c *lineCounter) at(offset int64) int {
	// White space and the comma before the element belong to it.
	for offset < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[offset]) >= 0 {
		offset++
	}
	if offset > c.done {
		c.line += bytes.Count(c.d[c.done:offset], []byte{'\n'})
		c.done = offset
	}
	return c.line
}

// tooDeep returns the line where brackets nest deeper than MaxDepth, or 0.
func tooDeep(d []byte) int {
	depth, text := 0, false
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return lineAt(d, int64(i))
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0
}
