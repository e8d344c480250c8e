//go:build unix

package graphio

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMemoryAndTimeAreBounded reads inputs of 1 MB that would need far more memory or time.
func TestMemoryAndTimeAreBounded(t *testing.T) {
	fill := func(s string) string { return strings.Repeat(s, (1<<20)/len(s)) }
	cases := map[string][]File{
		"pickle lists":   text("\x80\x02" + fill("]")),
		"pickle marks":   text("\x80\x02" + fill("(")),
		"pickle tuples":  text("\x80\x02N" + fill("\x85") + "."),
		"pickle memo":    text("\x80\x02N" + fill("r\x01\x00\x00\x00") + "."),
		"json nodes":     text(`{"nodes": [` + fill("{},") + "{}]}"),
		"json numbers":   text(`{"nodes": [` + fill("0,") + "0]}"),
		"json keys":      text(`{"nodes": [{` + fill(`"a":1,`) + `"b":1}]}`),
		"xml nodes":      text(`<gexf><graph><nodes>` + fill(`<node id="1"/>`)),
		"sparse cells":   text(`{"nodes": [` + strings.Repeat(`{},`, 20000) + manyKeys(20000) + "]}"),
		"commas":         text(fill(",")),
		"newlines":       text("a,b\n" + fill("\n")),
		"keys and nodes": text(`{"nodes": [{` + keys(50_000) + `},` + strings.Repeat("{},", 100_000) + `{}]}`),
		"npz in zip":     {archive("a.zip", archive("edges.npy", make([]byte, 1<<20)).Data)},
		"bomb":           {{Name: "z", Data: zipped(bytes.Repeat([]byte("0,1\n"), 64<<20/4))}},
		"vertices":       text("*Vertices 200000\n"),
		"gml nodes":      text("graph [" + fill("node[id 1]")),
		"gml lists":      text("graph [" + fill("a [ ]") + "]"),
		"dot subgraphs":  text("graph { {" + strings.Repeat("a b c d e f g h ", 5000) + "} -- {" + strings.Repeat("a b c d e f ", 5000) + "}}"),
		"dot again":      text("graph { subgraph s {" + numbersTo(20_000) + "} " + fill("subgraph s;") + "}"),
		"dot defaults":   text("graph { node [a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8];" + numbersTo(120_000) + "}"),
		"dot nodes":      text("graph {" + fill("a;")),
		"dimacs nodes":   text("p edge 200000 1\ne 1 2\n" + fill("e 1 2\n")),
		"matrix market":  text("%%MatrixMarket matrix array real general\n200000 200000\n" + fill("1\n")),
		"sparse6":        text(":~~??~??" + fill("?")),
		"defaults":       text(`<graphml>` + fill(`<key id="a" for="node"><default>x</default></key>`) + `<graph>` + fill(`<node id="1"/>`)),
		"many defaults":  text(`<graphml>` + defaults(8000) + `<graph>` + nodesTo(40_000) + `</graph></graphml>`),
		"json adjacency": text(`{"a": [` + fill(`"b",`) + `"b"]}`),
		"json tree":      text(`{"id": 0, "children": [` + fill(`{"id":1},`) + `{"id":2}]}`),
		"json pairs":     text(`[` + fill(`[0,1],`) + `[0,1]]`),
		"json members":   text(`{` + fill(`"a":{},`) + `"b":{}}`),
		"matrix":         text(strings.Repeat(strings.Repeat("0 ", 700)+"\n", 700)),
		"ones":           text(strings.Repeat(strings.Repeat("1 ", 700)+"\n", 700)),
		"lists":          text(fill("a b c d e f\n")),
		"wide list":      text(fill("a ")),
		"hash lines":     text(fill("#a,#b\n")),
		"quotes":         text(fill(`"`)),
		"open quotes":    text(fill("\"a b\n")),
		"dictionaries":   text(fill("0 1 {'a': 1}\n")),
		"metis":          text("200000 300000\n" + fill("1 2\n")),
		"lgl":            text(fill("# a\nb\n")),
		"words":          text(fill("the quick brown fox\n")),
	}
	for what, files := range cases {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := processor()
		Read(files)
		if d := processor() - start; d > 2*time.Second {
			t.Errorf("%s: took %v", what, d)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 256 {
			t.Errorf("%s: %d MB allocated", what, mb)
		}
	}
}

// manyKeys makes nodes with one attribute each, all of different names.
func manyKeys(n int) string {
	var b strings.Builder
	for k := range n {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"k%d":1}`, k)
	}
	return b.String()
}

// numbersTo makes the statements 0; 1; … of n nodes.
func numbersTo(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%d;", k)
	}
	return b.String()
}

// nodesTo makes n nodes of GraphML.
func nodesTo(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `<node id="%d"/>`, k)
	}
	return b.String()
}

// defaults makes n keys of GraphML with a default value.
func defaults(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `<key id="%d" for="node"><default>x</default></key>`, k)
	}
	return b.String()
}

// keys makes n attributes.
func keys(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `"k%d":1,`, k)
	}
	return b.String() + `"last":1`
}
