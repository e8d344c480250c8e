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

// TestMemoryAndTimeAreBounded: each input of about 1 MB or less takes at most 2 s of processor time and allocates at most 256 MB.
// Each input repeats a part that may cost much more than its bytes. The input "bomb" is small and expands to 64 MB.
// The limits do not depend on the size of the input, unlike the limits of bounded.
func TestMemoryAndTimeAreBounded(t *testing.T) {
	// fill repeats s until the text has 1 MB.
	fill := func(s string) string { return strings.Repeat(s, (1<<20)/len(s)) }
	cases := map[string][]File{
		"pickle lists":   fileOf("\x80\x02" + fill("]")),
		"pickle marks":   fileOf("\x80\x02" + fill("(")),
		"pickle tuples":  fileOf("\x80\x02N" + fill("\x85") + "."),
		"pickle memo":    fileOf("\x80\x02N" + fill("r\x01\x00\x00\x00") + "."),
		"json nodes":     fileOf(`{"nodes": [` + fill("{},") + "{}]}"),
		"json numbers":   fileOf(`{"nodes": [` + fill("0,") + "0]}"),
		"json keys":      fileOf(`{"nodes": [{` + fill(`"a":1,`) + `"b":1}]}`),
		"xml nodes":      fileOf(`<gexf><graph><nodes>` + fill(`<node id="1"/>`)),
		"sparse cells":   fileOf(`{"nodes": [` + strings.Repeat(`{},`, 20000) + jsonNodesWithOwnKeys(20000) + "]}"),
		"commas":         fileOf(fill(",")),
		"newlines":       fileOf("a,b\n" + fill("\n")),
		"keys and nodes": fileOf(`{"nodes": [{` + jsonAttributes(50_000) + `},` + strings.Repeat("{},", 100_000) + `{}]}`),
		"npz in zip":     {archive("a.zip", archive("edges.npy", make([]byte, 1<<20)).Data)},
		"bomb":           {{Name: "z", Data: zipped(bytes.Repeat([]byte("0,1\n"), 64<<20/4))}},
		"vertices":       fileOf("*Vertices 200000\n"),
		"gml nodes":      fileOf("graph [" + fill("node[id 1]")),
		"gml lists":      fileOf("graph [" + fill("a [ ]") + "]"),
		"dot subgraphs":  fileOf("graph { {" + strings.Repeat("a b c d e f g h ", 5000) + "} -- {" + strings.Repeat("a b c d e f ", 5000) + "}}"),
		"dot products":   fileOf("graph { {" + dotNodes(1000) + "} -- {a" + strings.ReplaceAll(dotNodes(1000), ";", ";a") + "}}"),
		"dot names":      fileOf("graph {" + fill("subgraph s {a} ") + "subgraph s -- b }"),
		"dot hashes":     fileOf("graph {" + fill(" #") + "}"),
		"letter codes": {{Name: "nodes.csv", Data: []byte(countryTable(40_000))},
			{Name: "edges.csv", Data: []byte("source,target\n0,1\n1,2\n")}},
		"dot again":      fileOf("graph { subgraph s {" + dotNodes(20_000) + "} " + fill("subgraph s;") + "}"),
		"dot defaults":   fileOf("graph { node [a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8];" + dotNodes(120_000) + "}"),
		"dot nodes":      fileOf("graph {" + fill("a;")),
		"dimacs nodes":   fileOf("p edge 200000 1\ne 1 2\n" + fill("e 1 2\n")),
		"matrix market":  fileOf("%%MatrixMarket matrix array real general\n200000 200000\n" + fill("1\n")),
		"sparse6":        fileOf(":~~??~??" + fill("?")),
		"defaults":       fileOf(`<graphml>` + fill(`<key id="a" for="node"><default>x</default></key>`) + `<graph>` + fill(`<node id="1"/>`)),
		"many defaults":  fileOf(`<graphml>` + graphmlDefaults(8000) + `<graph>` + graphmlNodes(40_000) + `</graph></graphml>`),
		"json adjacency": fileOf(`{"a": [` + fill(`"b",`) + `"b"]}`),
		"json tree":      fileOf(`{"id": 0, "children": [` + fill(`{"id":1},`) + `{"id":2}]}`),
		"json pairs":     fileOf(`[` + fill(`[0,1],`) + `[0,1]]`),
		"json members":   fileOf(`{` + fill(`"a":{},`) + `"b":{}}`),
		"matrix":         fileOf(strings.Repeat(strings.Repeat("0 ", 700)+"\n", 700)),
		"ones":           fileOf(strings.Repeat(strings.Repeat("1 ", 700)+"\n", 700)),
		"lists":          fileOf(fill("a b c d e f\n")),
		"wide list":      fileOf(fill("a ")),
		"hash lines":     fileOf(fill("#a,#b\n")),
		"quotes":         fileOf(fill(`"`)),
		"open quotes":    fileOf(fill("\"a b\n")),
		"dictionaries":   fileOf(fill("0 1 {'a': 1}\n")),
		"metis":          fileOf("200000 300000\n" + fill("1 2\n")),
		"lgl":            fileOf(fill("# a\nb\n")),
		"words":          fileOf(fill("the quick brown fox\n")),
	}
	for title, files := range cases {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := processorTime()
		Read(files)
		if d := processorTime() - start; d > 2*time.Second {
			t.Errorf("%s: reading took %v, want at most 2 s", title, d)
		}
		runtime.ReadMemStats(&after)
		// 1<<20 bytes are 1 MB.
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 256 {
			t.Errorf("%s: reading allocated %d MB, want at most 256", title, mb)
		}
	}
}

// jsonNodesWithOwnKeys returns n nodes in JSON, separated by commas. Each node has one attribute: node 7, for example, has {"k7":1}.
func jsonNodesWithOwnKeys(n int) string {
	var b strings.Builder
	for k := range n {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"k%d":1}`, k)
	}
	return b.String()
}

// countryTable returns a table of nodes with codes of countries. A fifth of the codes is NA.
func countryTable(rows int) string {
	var b strings.Builder
	b.WriteString("id,country\n")
	for k := range rows {
		fmt.Fprintf(&b, "%d,%s\n", k, []string{"DE", "FR", "AS", "NA", "US"}[k%5])
	}
	return b.String()
}

// dotNodes returns the statements 0;1;… of n nodes in DOT.
func dotNodes(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%d;", k)
	}
	return b.String()
}

// graphmlNodes returns n nodes of GraphML with the ids 0, 1, ….
func graphmlNodes(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `<node id="%d"/>`, k)
	}
	return b.String()
}

// graphmlDefaults returns n keys of GraphML, each with the default value x for every node.
func graphmlDefaults(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `<key id="%d" for="node"><default>x</default></key>`, k)
	}
	return b.String()
}

// jsonAttributes returns n+1 attributes of a JSON object with different names, separated by commas.
func jsonAttributes(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `"k%d":1,`, k)
	}
	return b.String() + `"last":1`
}
